"""The covering grid: few cells that together hold every pair of values of the axes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from math import prod

from wai_nb.plan.axes import UNSPECIFIED, Axes
from wai_nb.plan.situation import Cell
from wai_nb.stats import draw

_LONGEST_FIRST = ("stance", "world_state", "tool_condition", "history", "tool")


@lru_cache(maxsize=64)  # a plan, its run and its reports come back to the same grid
def covering_grid(axes: Axes) -> tuple[Cell, ...]:
    """Return cells that hold every pair of values at least once.

    First a pairwise covering array over the axes other than the rule, made by the greedy algorithm
    of ``covertable`` (longest axis first). Then one block of cells for each clause of the policy, in
    which each value of the other axes stands beside that clause. A block is drawn from its clause
    alone, so an edited clause changes its own cells and no others, and runs before and after the
    edit still share their other situations. A pinned rule axis joins the covering array instead.

    Examples
    --------
    >>> from wai_nb.plan.axes import build_axes
    >>> len(covering_grid(build_axes([], "Help customers with orders.")))
    60
    """
    if UNSPECIFIED not in axes.rule:
        return _pairwise(axes, (*_LONGEST_FIRST, "rule"))
    clauses = [rule for rule in axes.rule if rule != UNSPECIFIED]
    blocks = [cell for clause in clauses for cell in _clause_block(axes, clause)]
    return (*_pairwise(axes, _LONGEST_FIRST), *blocks)


def _pairwise(axes: Axes, order: tuple[str, ...]) -> tuple[Cell, ...]:
    from covertable import make

    # The hash order of covertable looks at positions only: no salt, so that names do not matter.
    rows = make([list(getattr(axes, axis)) for axis in order])
    cells = (dict(zip(order, row, strict=True)) for row in rows)
    return tuple(Cell(**{"rule": UNSPECIFIED, **cell}) for cell in cells)


def _clause_block(axes: Axes, clause: str) -> list[Cell]:
    others = [axis for axis in Axes._fields if axis != "rule"]
    length = max(len(getattr(axes, axis)) for axis in others)
    columns = {axis: _column(getattr(axes, axis), length, clause, axis) for axis in others}
    return [Cell(rule=clause, **{axis: columns[axis][i] for axis in others}) for i in range(length)]


def _column(values: tuple[str, ...], length: int, clause: str, axis: str) -> list[str]:
    """Return the values over and over, in a drawn order that is new each time, cut at `length`."""
    rounds = -(-length // len(values))
    column = [value for turn in range(rounds) for value in draw.shuffled(values, "clause block", clause, axis, turn)]
    return column[:length]


def pairs_planned(axes: Axes) -> int:
    """Return how many pairs of values the axes have.

    Examples
    --------
    >>> from wai_nb.plan.axes import build_axes
    >>> pairs_planned(build_axes([], "Help customers with orders."))
    153
    """
    return sum(prod(map(len, pair)) for pair in combinations(axes, 2))


def pairs_covered(cells: Iterable[Cell]) -> int:
    """Return how many different pairs of values the cells hold.

    Cells that leave the axes (a pinned replay, say) count too; intersect beforehand where that matters.

    Examples
    --------
    >>> pairs_covered([Cell("get_order", "unspecified", "hurried", "missing", "timeout", "fresh")])
    15
    """
    return len({pair for cell in set(cells) for pair in combinations(enumerate(cell), 2)})
