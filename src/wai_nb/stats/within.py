"""Does a number move with the score inside groups: what differs between groups is taken out first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, sqrt
from typing import NamedTuple


class Association(NamedTuple):
    """A correlation inside groups, and how often chance alone gives one at least as strong."""

    r: float
    p_value: float
    n: int  # pairs in groups that vary


def within(groups: Iterable[Sequence[tuple[float, float]]]) -> Association | None:
    """Return the correlation of two numbers inside groups.

    Parameters
    ----------
    groups
        For each group (ask) its pairs (one number, the other).

    Returns
    -------
    Association, or None
        None where nothing varies inside a group, or too few pairs are left to test.

    Notes
    -----
    Both numbers are centred on the mean of their group; Pearson's correlation of what is left, with one degree of
    freedom lost a group (partial correlation given the group; Fisher 1924, "The distribution of the partial
    correlation coefficient").

    Examples
    --------
    >>> found = within([[(1, 0), (5, 1)], [(101, 0), (109, 1)], [(40, 0), (46, 1), (41, 0)]])
    >>> round(found.r, 2), round(found.p_value, 3)
    (0.96, 0.009)
    """
    kept = [group for group in groups if len(group) > 1]
    centred = [pair for group in kept for pair in _centred(group)]
    free = len(centred) - len(kept) - 1
    xx, yy, xy = fsum(x * x for x, _ in centred), fsum(y * y for _, y in centred), fsum(x * y for x, y in centred)
    if free < 1 or xx <= 0 or yy <= 0:
        return None
    r = max(-1.0, min(1.0, xy / sqrt(xx * yy)))
    if 1 - r * r < 1e-12:
        return Association(r, 0.0, len(centred))
    from scipy.special import stdtr

    p = 2 * float(stdtr(free, -abs(r) * sqrt(free / (1 - r * r))))
    return Association(r, p, len(centred))


def _centred(group: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    x, y = (fsum(pair[side] for pair in group) / len(group) for side in (0, 1))
    return [(a - x, b - y) for a, b in group]
