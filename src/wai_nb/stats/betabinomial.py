"""Pass rates of asks whose repeats were stopped early: what the likelihood says, whatever the stopping rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wai_nb.stats.intervals import Interval, design_effect, t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

GRID = (81, 41)  # points of mean and correlation; with three zooms an end is exact to about 1e-3
ZOOMS = 3


@dataclass(frozen=True)
class Estimate:
    """One number with its interval."""

    value: float
    ci: Interval


@dataclass(frozen=True)
class Estimates:
    """What :func:`estimates` returns: the chance to pass once, `k` times of `k`, at least once of `k`."""

    pass_at_1: Estimate
    pass_pow_k: Estimate
    pass_at_k: Estimate


def estimates(clusters: Mapping[str, Sequence[tuple[int, int]]], k: int, level: float = 0.95) -> Estimates | None:
    """Return pass@1, pass^k and pass@k of asks that were given unequal numbers of tries.

    Parameters
    ----------
    clusters
        For each situation its asks as (scored tries, passes), each with one try or more.
    k
        Tries that the k-way numbers speak of; asks may have fewer or more.
    level
        Confidence level.

    Returns
    -------
    Estimates, or None
        None under two situations, or when no ask was tried twice: nothing says how much asks differ.

    Notes
    -----
    An ask's chance to pass is drawn from a beta distribution with mean m and intra-class correlation
    r = 1 / (a + b + 1); its passes are binomial. A rule that stops by what it has seen leaves this likelihood as it
    is (Berger and Wolpert 1988, "The Likelihood Principle", chapter 4), while plain shares of such groups are
    biased. The value is the most likely (m, r) with the likelihood multiplied by 1 - r: two tries an ask, all
    unanimous, must not claim that every ask is all-or-nothing. The ends of an interval are the extremes over all
    (m, r) whose log-likelihood lies within t^2 / 2 of the highest (profile likelihood, with Student's t at the
    number of situations less one in place of the normal). Several asks of a situation count less than as many
    situations: the likelihood is divided by the design effect (:func:`wai_nb.stats.intervals.design_effect`).

    Examples
    --------
    >>> # 90 passes of 120 tries, spread as by chance alone: 0.75, and 0.75 ** 8
    >>> asks = {str(i): [(2, 2)] for i in range(20)} | {f"split {i}": [(8, 5)] for i in range(10)}
    >>> found = estimates(asks, k=8)
    >>> round(found.pass_at_1.value, 2), round(found.pass_pow_k.value, 2)
    (0.75, 0.1)
    """
    groups = [group for cluster in clusters.values() for group in cluster]
    if len(clusters) < 2 or all(n < 2 for n, _ in groups):
        return None
    counts = Counter(groups)
    rates = {name: [passed / n for n, passed in cluster] for name, cluster in clusters.items()}
    reach = t_quantile(level, len(clusters) - 1) ** 2 / 2 * design_effect(rates)
    import numpy as np

    m, r, fit = _zoomed(counts, reach)
    with np.errstate(divide="ignore"):
        best = np.unravel_index((fit + np.log(1 - r)).argmax(), fit.shape)
    kept = fit >= fit.max() - reach
    kept[best] = True

    def read(values: Array) -> Estimate:
        return Estimate(float(values[best]), (float(values[kept].min()), float(values[kept].max())))

    return Estimates(read(m), read(all_pass(m, r, k)), read(1 - all_pass(1 - m, r, k)))


def all_pass(m: Any, r: Any, k: int) -> Any:
    """Return the chance that `k` tries of one ask all pass: the k-th moment of a beta with mean m, correlation r.

    Examples
    --------
    >>> round(all_pass(6 / 7, 1 / 8, 8), 4), all_pass(0.5, 0.0, 3), all_pass(0.5, 1.0, 3)  # Beta(6, 1); no spread; all
    (0.4286, 0.125, 0.5)
    """
    chance = m
    for i in range(1, k):
        chance = chance * (m * (1 - r) + i * r) / (1 - r + i * r)
    return chance


def _zoomed(counts: Counter[tuple[int, int]], reach: float) -> tuple[Array, Array, Array]:
    """Return means, correlations and log-likelihoods on a grid that just holds what lies within `reach` of the best."""
    import numpy as np

    angles, roots = np.linspace(0, 1, GRID[0]), np.linspace(0, 1, GRID[1])
    for zoom in range(ZOOMS):
        m, r = np.meshgrid(np.sin(np.pi / 2 * angles) ** 2, roots**2, indexing="ij")  # finer where shares are extreme
        fit = _log_likelihood(counts, m, r)
        if zoom < ZOOMS - 1:
            kept = fit >= fit.max() - reach
            angles, roots = _around(angles, kept.any(axis=1)), _around(roots, kept.any(axis=0))
    return m, r, fit


def _around(points: Array, kept: NDArray[np.bool_]) -> Array:
    """Return as many points over the stretch that is kept, one step wider on each side."""
    import numpy as np

    found = np.flatnonzero(kept)
    return np.linspace(points[max(0, found[0] - 1)], points[min(len(points) - 1, found[-1] + 1)], len(points))


def _log_likelihood(counts: Counter[tuple[int, int]], m: Array, r: Array) -> Array:
    """Return the log-likelihood without its constant.

    An ask's try after i passes (fails, tries) contributes the factor m(1 - r) + ir (for a fail (1 - m)(1 - r) + ir)
    over 1 - r + ir; at i = 0 the 1 - r cancels, but for a second one where an ask both passed and failed.
    """
    import numpy as np

    passes, fails, tries = (
        _more_than(counts, of)
        for of in (lambda n, c: c, lambda n, c: n - c, lambda n, c: n)  # asks with more than i
    )
    mixed = sum(times for (n, passed), times in counts.items() if 0 < passed < n)
    fit: Array = np.zeros_like(m)
    with np.errstate(divide="ignore"):
        fit += _times(passes[0], np.log(m)) + _times(fails[0], np.log(1 - m)) + _times(mixed, np.log(1 - r))
        for i in range(1, len(tries)):
            fit += _times(passes[i], np.log(m * (1 - r) + i * r)) + _times(fails[i], np.log((1 - m) * (1 - r) + i * r))
            fit -= tries[i] * np.log(1 - r + i * r)
    return fit


def _more_than(counts: Counter[tuple[int, int]], of: Callable[[int, int], int]) -> list[int]:
    """Return for i = 0, 1, ... how many asks have more than i of something."""
    longest = max(n for n, _ in counts)
    return [sum(times for (n, passed), times in counts.items() if of(n, passed) > i) for i in range(longest)]


def _times(weight: int, logs: Array) -> Array | float:
    return weight * logs if weight else 0.0  # where nothing counts, a chance of 0 is no contradiction
