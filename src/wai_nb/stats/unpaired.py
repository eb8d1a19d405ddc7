"""Do two sets of tasks that share nothing differ: Welch's test, with an interval that says the same."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

from wai_nb.stats.paired import Change


def welch(a: Sequence[float], b: Sequence[float], level: float = 0.95) -> Change:
    """Return Welch's t test of two sets of shares, with one pass and one fail added to each.

    Parameters
    ----------
    a, b
        A share in [0, 1] for each task; the two sets hold different tasks.
    level
        Confidence level of the interval.

    Returns
    -------
    Change
        ``delta`` (mean of b minus mean of a, nothing added), ``p_value`` and ``interval``, which leaves out 0 if and
        only if ``p_value <= 1 - level``.

    Notes
    -----
    Welch (1947); the additions are those of Agresti and Caffo (2000), without which two sets that pass always and
    never would have no spread and p = 0 from a handful of tasks. Where they turn the sign of the difference, p is 1.

    Examples
    --------
    >>> found = welch([0, 0, 0], [1, 1, 1])
    >>> found.delta, round(found.p_value, 3)
    (1.0, 0.067)
    """
    from scipy.special import stdtr, stdtrit

    delta = fsum(b) / len(b) - fsum(a) / len(a)
    (mean_a, error_a), (mean_b, error_b) = _padded(a), _padded(b)
    moved, error = mean_b - mean_a, sqrt(error_a + error_b)
    df = (error_a + error_b) ** 2 / (error_a**2 / (len(a) + 1) + error_b**2 / (len(b) + 1))
    half = float(stdtrit(df, (1 + level) / 2)) * error
    if moved * delta <= 0:
        return Change(delta, 1.0, (min(moved - half, delta, 0.0), max(moved + half, delta, 0.0)))
    return Change(delta, 2 * float(stdtr(df, -abs(moved) / error)), (moved - half, moved + half))


def _padded(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and the squared standard error of it, of the values with a 0 and a 1 added."""
    whole = [*values, 0.0, 1.0]
    mean = fsum(whole) / len(whole)
    return mean, fsum((value - mean) ** 2 for value in whole) / (len(whole) - 1) / len(whole)
