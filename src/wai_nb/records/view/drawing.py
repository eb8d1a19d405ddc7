"""Drawings made of characters: they stand in a terminal, and where a viewer strips the styles of a card."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wai_nb.records.view.blocks import Bar, Interval

WIDE = 24  # characters of an interval, as in the mock-ups
BAR = 20  # characters of a full bar, as in the mock-ups
SHADES = " ░▒▓█"
# A cell is as dark as its count is near the greatest: from a half on, a fifth, a tenth (mock-ups).
_STEPS = ((0.5, 4), (0.2, 3), (0.1, 2))


def fraction(value: float | None, axis: tuple[float, float] = (0.0, 1.0)) -> float | None:
    """Return where a value stands on an axis, from 0 to 1, or None when there is no such place.

    Examples
    --------
    >>> fraction(0.1, (-0.2, 0.2)), fraction(7), fraction(None)
    (0.75, 1.0, None)
    """
    low, high = axis
    if value is None or not math.isfinite(value) or not high > low:
        return None
    return min(1.0, max(0.0, round((value - low) / (high - low), 4)))


def interval_twin(mark: Interval, axis: tuple[float, float] = (0.0, 1.0)) -> str:
    """Return an interval drawn in characters.

    Examples
    --------
    >>> interval_twin(Interval(0.31, 0.24, 0.37, naive=0.41))
    '······├●─┤○·············'
    >>> interval_twin(Interval(0.31, 0.22, 0.40, naive=0.81))
    '·····├─●──┤········○····'
    >>> interval_twin(Interval(0.1, 0.02, 0.2), (-0.2, 0.2))
    '············┊├────●────┤'
    """
    cells = ["·"] * WIDE
    if axis[0] < 0 < axis[1]:
        cells[_place(0.0, axis) or 0] = "┊"
    low, high = _place(mark.low, axis), _place(mark.high, axis)
    if low is not None and high is not None:
        cells[low : high + 1] = "─" * (high + 1 - low)
        cells[low], cells[high] = "├", "┤"
    for value, sign in ((mark.naive, "○"), (mark.point, "●")):
        place = _place(value, axis)
        if place is not None:
            cells[place] = sign
    return "".join(cells)


def _place(value: float | None, axis: tuple[float, float]) -> int | None:
    at = fraction(value, axis)
    return None if at is None else min(WIDE - 1, math.floor(at * WIDE + 0.5))


def bar_twin(bar: Bar) -> str:
    """Return a bar drawn in characters; a share above 0 has at least one.

    Examples
    --------
    >>> bar_twin(Bar(0.2)), bar_twin(Bar(0.001)), bar_twin(Bar(0))
    ('████', '█', '')
    >>> bar_twin(Bar(0.35, tick=0.1))
    '██│████·············'
    """
    at = fraction(bar.share) or 0.0
    filled = max(1 if at else 0, math.floor(at * BAR + 0.5))
    tick = fraction(bar.tick)
    if tick is None:
        return "█" * filled
    cells = ["█"] * filled + ["·"] * (BAR - filled)
    cells[min(BAR - 1, math.floor(tick * BAR + 0.5))] = "│"
    return "".join(cells)


def axis_ends(axis: tuple[float, float]) -> tuple[str, str, str]:
    """Return the three figures at an axis.

    Examples
    --------
    >>> axis_ends((0, 1)), axis_ends((-0.2, 0.2))
    (('0', '0.5', '1'), ('−0.2', '0', '+0.2'))
    """
    low, high = axis
    sign = "+" if low < 0 else ""
    figures = (f"{value:{sign}.3g}" if value else "0" for value in (low, (low + high) / 2, high))
    first, middle, last = (figure.replace("-", "−") for figure in figures)
    return first, middle, last


def level(value: int | None, greatest: int) -> int:
    """Return the shade of a count, 1 to 4, and 0 for a count of 0 or no count.

    Examples
    --------
    >>> [level(value, 25) for value in (0, 2, 3, 6, 25)]
    [0, 1, 2, 3, 4]
    """
    if not value or greatest <= 0:
        return 0
    return next((shade for step, shade in _STEPS if value >= step * greatest), 1)


def greatest_of(counts: Sequence[Sequence[int | None]]) -> int:
    """Return the greatest count of a heat map.

    Examples
    --------
    >>> greatest_of([[1, None], [4, 0]]), greatest_of([])
    (4, 0)
    """
    return max((value or 0 for row in counts for value in row), default=0)
