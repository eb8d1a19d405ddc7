"""Did paired values change: the exact sign-flip test, an interval that always agrees with it, Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, fsum, inf, lcm, log2, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wai_nb.stats.intervals import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENUMERATED = 16  # differences up to which every pattern of signs is looked at: 65,536 of them
_FINEST = 10_000  # largest denominator that a difference of rates is read as; convention
_WORK = 1 << 24  # places of the distribution x sizes of differences that are worked through exactly: a second or less
_POINTS = 1 << 17  # places of the distribution of rounded differences, where exactly is too much; convention

Floats: TypeAlias = "NDArray[np.float64]"


class Change(NamedTuple):
    """What a test of a change returns."""

    delta: float  # difference of the means
    p_value: float  # two-sided
    interval: Interval  # of the mean difference; leaves out 0 exactly when p_value <= 1 - level


class _Null(NamedTuple):
    """Sums that random signs can give, largest first, and the chance of each or more."""

    sums: Floats
    tails: Floats
    observed: float  # absolute sum as it was seen
    unit: float  # what 1 of a sum is in differences


def sign_flip(differences: Sequence[float] | Floats, level: float = 0.95) -> Change:
    """Return the exact sign-flip test of paired differences, with an interval that says the same.

    Without an effect each task's difference is as likely to have the other sign. The p-value is the share of all
    sign patterns whose sum is at least as far from 0 as the one that was seen.

    Parameters
    ----------
    differences
        One number a task, after minus before.
    level
        Confidence level of the interval.

    Returns
    -------
    Change
        ``delta``, ``p_value`` (two-sided) and ``interval``, which leaves out 0 if and only if
        ``p_value <= 1 - level`` and always has a width. It may reach beyond what the differences can be.

    Notes
    -----
    Fisher (1935), "The Design of Experiments", section 21. Up to 16 differences other than 0 (a 0 changes no sum) all
    patterns are enumerated. Beyond that the distribution of the sum is the product of the characteristic functions of
    the single flips, inverted by one FFT: exact and without a random draw where the differences are fractions, as
    differences of pass rates are. Other differences are first rounded to a fine grid; rounding treats both signs alike,
    so the test of the rounded differences is itself exact. That is why nothing here is sampled. The FFT is good to
    1e-12: a p-value below that is only known to be below it.

    The interval is Student's, with two tasks added that differ by the smallest difference seen, once up and once down,
    each counted half (as Agresti and Min 2005 do for matched pairs), so that equal differences do not give it zero
    width. Where it disagrees with the test about 0, the interval is the mean plus and minus the critical value
    of the test itself.

    Examples
    --------
    >>> found = sign_flip([1, 1, 1, 1, 1, 1])
    >>> found.p_value, [round(end, 2) for end in found.interval]
    (0.03125, [0.5, 1.5])
    >>> sign_flip([1, 1, 1, 1, 1]).p_value
    0.0625
    """
    import numpy as np

    values = np.asarray(differences, dtype=float)
    delta = fsum(values) / len(values)
    moved = values[np.abs(values) > 1e-12]
    alpha = 1 - level
    if not len(moved):
        return Change(0.0, 1.0, _around(0.0, max(_student(values, 1.0, level), _spread(values, level))))
    null = _null(moved)
    p_value = _p_value(null)
    half = max(_student(values, float(np.abs(moved).min()), level), _spread(values, level))
    own = _critical(null, alpha) / len(values)
    if tasks_needed(alpha) > len(values):
        half = max(half, own)
    detected = p_value <= alpha
    if (abs(delta) > half) != detected:
        # Rounding to a grid may move the critical value by a hair; the test has the last word.
        half = min(own, abs(delta) * (1 - 1e-9)) if detected else max(own, abs(delta))
    return Change(delta, p_value, _around(delta, half))


def tasks_needed(alpha: float = 0.05) -> int:
    """Return the fewest tasks with which a sign-flip test can reach ``p <= alpha``: all must change the same way.

    Examples
    --------
    >>> tasks_needed(0.05), tasks_needed(0.01)
    (6, 8)
    """
    return max(1, ceil(1 - log2(alpha) - 1e-12))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values adjusted for being tested together.

    Notes
    -----
    Holm (1979), "A simple sequentially rejective multiple test procedure": the i-th smallest of m is multiplied by
    m - i + 1, and never falls below the one before it.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted


def holm_levels(p_values: Sequence[float], alpha: float = 0.05) -> list[float]:
    """Return for each test the level at which its interval says what Holm's adjusted p-value says at `alpha`.

    The levels follow the steps of the procedure: the i-th smallest of m p-values stands against alpha / (m - i + 1),
    and from the first that stays above its threshold on all stand against that one.

    Examples
    --------
    >>> [round(level, 4) for level in holm_levels([0.001, 0.04, 0.03])]
    [0.9833, 0.975, 0.975]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    levels, stopped_at = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        threshold = stopped_at or alpha / (len(order) - rank)
        if p_values[place] > threshold:
            stopped_at = threshold
        levels[place] = 1 - threshold
    return levels


def _around(centre: float, half: float) -> Interval:
    return centre - half, centre + half


def _spread(values: Floats, level: float) -> float:
    """Return half the width of Student's interval; 0 where all differences are equal."""
    if len(values) < 2:
        return inf  # one task says nothing of others
    mean = fsum(values) / len(values)  # fsum: neither the order nor the sign of the differences changes a digit
    return _t(level, len(values) - 1) * sqrt(fsum((values - mean) ** 2) / (len(values) - 1) / len(values))


def _student(values: Floats, smallest: float, level: float) -> float:
    """Return half the width of Student's interval with one difference up and one down added, each counted half."""
    n = len(values) + 2
    squares = fsum(values * values) + smallest * smallest
    variance = (squares - fsum(values) ** 2 / n) / (n - 1)
    return _t(level, n - 1) * sqrt(max(variance, 0.0) / n)


def _t(level: float, df: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(df, (1 + level) / 2))


def _null(moved: Floats) -> _Null:
    if len(moved) <= ENUMERATED:
        return _enumerated(moved)
    whole = _on_grid(moved)
    return _inverted(*whole)


def _p_value(null: _Null) -> float:
    import numpy as np

    place = int(np.searchsorted(-null.sums, -null.observed + 1e-9 / null.unit, side="right")) - 1
    return 1.0 if null.observed * null.unit <= 1e-12 else min(1.0, 2 * float(null.tails[place]))


def _critical(null: _Null, alpha: float) -> float:
    """Return the sum from which the test says that there is a change, halfway to the next smaller one."""
    import numpy as np

    found = int(np.searchsorted(2 * null.tails, alpha, side="right"))  # sums that are far enough out
    below = null.sums[min(found, len(null.sums) - 1)]
    gap = null.sums[0] - null.sums[1] if len(null.sums) > 1 else 2 * below
    above = null.sums[found - 1] if found else below + gap
    return float(above + below) / 2 * null.unit


def _enumerated(moved: Floats) -> _Null:
    """Return the distribution over every pattern of signs."""
    import numpy as np

    sums = np.zeros(1)
    for size in np.sort(np.abs(moved)):
        sums = np.concatenate([sums - size, sums + size])
    sums = np.round(sums, 12)  # so that .1 + .2 and .3 are one place
    places, times = np.unique(sums, return_counts=True)
    tails: Floats = np.cumsum(times[::-1].astype(np.float64)) / float(len(sums))
    return _Null(places[::-1], tails, abs(fsum(moved)), 1.0)


def _on_grid(moved: Floats) -> tuple[NDArray[np.int64], float]:
    """Return the differences as whole numbers of a unit: exactly where they are fractions, else rounded."""
    import numpy as np

    sizes = np.unique(np.abs(moved))
    scale = _denominator(sizes)
    points = scale * float(np.abs(moved).sum())
    if scale and points * len(sizes) <= _WORK:
        return np.rint(moved * scale).astype(np.int64), 1 / scale
    steps = max(32, min(4096, _POINTS // len(moved)))
    unit = float(sizes[-1]) / steps
    return np.rint(moved / unit).astype(np.int64), unit


def _denominator(sizes: Floats) -> int:
    """Return the common denominator of fractions, 0 where they are none or it is too large to be of use."""
    scale = 1
    for size in sizes:
        fraction = Fraction(float(size)).limit_denominator(_FINEST)
        scale = lcm(scale, fraction.denominator)
        if abs(float(fraction) - size) > 1e-9 or scale > _POINTS:
            return 0
    return scale


def _inverted(moved: NDArray[np.int64], unit: float) -> _Null:
    """Return the distribution of the sum by way of its characteristic function."""
    import numpy as np

    sizes, times = np.unique(np.abs(moved), return_counts=True)
    most = int(sizes @ times)
    # The sum is 2 T - most, where T adds up what stays positive: a place for each T from 0 to most.
    points = 1 << (most + 1).bit_length()
    turns = np.pi * np.arange(points // 2 + 1) / points
    wave = np.ones_like(turns)
    for size, n in zip(sizes, times, strict=True):
        wave *= np.cos(size * turns) ** int(n)
    chances = np.fft.irfft(wave * np.exp(-1j * most * turns), points)[: most + 1]
    tails: Floats = np.cumsum(np.maximum(chances, 0.0)[::-1])
    floor = 0.5 ** min(len(moved), 1000)  # one pattern of all; an FFT is exact to about 1e-16
    sums: Floats = 2 * np.arange(most, -1, -1, dtype=np.float64) - most
    return _Null(sums, np.clip(tails, floor, 1.0), float(abs(int(moved.sum()))), unit)
