"""Situations drawn from the grid, in plan order: how many are hard and how many meet a fault is kept exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from math import floor
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.plan.axes import SUCCESS, TIERS, UNRELATED, Axes, faults_of, is_hard, tier_of
from wai_nb.plan.situation import Cell, Situation
from wai_nb.stats import draw

DEFAULT_HARD_SHARE = 0.40  # the documents
DEFAULT_FAULT_RATE = 0.30  # convention: often enough to learn from, rare enough that most rows show plain work
UNRELATED_SHARE = 0.10  # convention: asks that no tool serves, at most this share of the situations
_SEEDS = 1 << 53  # so that a world seed survives JSON readers that know only doubles


def draw_situations(
    axes: Axes,
    grid: Sequence[Cell],
    *,
    seed: int,
    hard_share: float = DEFAULT_HARD_SHARE,
    fault_rate: float = DEFAULT_FAULT_RATE,
) -> Iterator[Situation]:
    """Yield situations without end, the same for the same arguments, none of them twice.

    Of every first n situations, ``hard_share * n`` are hard, to rounding; among the hard and among the
    others, ``fault_rate`` of them meet a fault, to rounding. Which cell of the grid comes next is drawn
    round by round, so that a round meets each cell once. A cell with a fault also lends its other values
    to situations without one. Where the axes leave no choice (a pinned stance, say) they win over the dials.

    Parameters
    ----------
    axes, grid
        From :func:`~wai_nb.plan.axes.build_axes` and :func:`~wai_nb.plan.grid.covering_grid`.
    seed
        Seed of the run.
    hard_share
        Share of situations of the ambiguous, boundary and adversarial tiers, 0 to 1.
    fault_rate
        Share of situations in which the tools fail, 0 to 1.

    Raises
    ------
    SettingError
        For a share outside 0 to 1.

    Examples
    --------
    >>> from wai_nb.plan.axes import build_axes
    >>> from wai_nb.plan.grid import covering_grid
    >>> axes = build_axes([], "Help customers with orders.")
    >>> situations = draw_situations(axes, covering_grid(axes), seed=7)
    >>> [next(situations).tier for _ in range(3)]
    ['ordinary', 'ambiguous', 'ordinary']
    """
    return _situations(_Source(axes, grid, seed), _share("hard_share", hard_share), _share("fault_rate", fault_rate))


def draw_rounds(grid: Sequence[Cell], *, seed: int) -> Iterator[Situation]:
    """Yield situations without end that meet every cell of the grid once a round, in an order drawn each time.

    The quickest way to meet every cell a number of times; the shares of hard situations and of faults are
    then those of the grid.

    Examples
    --------
    >>> from wai_nb.plan.axes import build_axes
    >>> from wai_nb.plan.grid import covering_grid
    >>> grid = covering_grid(build_axes([], "Help customers with orders."))
    >>> rounds = draw_rounds(grid, seed=7)
    >>> {next(rounds).cell for _ in grid} == set(grid)
    True
    """
    visits = {cell: _Visits(cell, seed) for cell in grid}
    for turn in count():
        for cell in draw.shuffled(grid, seed, "rounds", turn):
            yield visits[cell].situation(turn)


def grid_shares(grid: Sequence[Cell]) -> tuple[float, float]:
    """Return the shares of hard cells and of cells with a fault."""
    hard = sum(is_hard(cell.stance) for cell in grid)
    faulty = sum(cell.tool_condition != SUCCESS for cell in grid)
    return hard / len(grid), faulty / len(grid)


def tier_mix(situations: Iterable[Situation], hard_share: float) -> dict[str, Any]:
    """Return the share of hard situations that was asked for, the share drawn, and the count of each tier.

    The share drawn is None when there are no situations.

    Examples
    --------
    >>> tier_mix([], 0.4)["hard_share_requested"]
    0.4
    """
    counted = Counter(situation.tier for situation in situations)
    counts = {tier: counted[tier] for tier in TIERS}
    total = sum(counts.values())
    realized = (total - counts["ordinary"]) / total if total else None
    return {"hard_share_requested": hard_share, "hard_share_realized": realized, "counts": counts}


def _situations(source: _Source, hard_share: float, fault_rate: float) -> Iterator[Situation]:
    hards, faults = _Places(hard_share), {hard: _Places(fault_rate) for hard in (False, True)}
    seen: set[str] = set()
    while True:
        hard = hards.takes_next()
        fault = faults[hard].takes_next()
        situation = source.next(hard, fault)
        while situation.scenario_id in seen:  # two contents with one id: about one run of 100,000 in 50,000
            situation = source.next(hard, fault)
        seen.add(situation.scenario_id)
        yield situation


class _Source:
    """The cells of a grid in pools by (hard, fault), each pool dealt out round by round."""

    def __init__(self, axes: Axes, grid: Sequence[Cell], seed: int) -> None:
        kinds = [(hard, fault) for hard in (False, True) for fault in (False, True)]
        cells = {kind: _cells(axes, grid, *kind) for kind in kinds}
        visits = {cell: _Visits(cell, seed) for cell in chain.from_iterable(cells.values())}
        self.pools = {
            kind: _Pool([visits[cell] for cell in found], seed, *map(int, kind)) for kind, found in cells.items()
        }

    def next(self, hard: bool, fault: bool) -> Situation:
        return self.pools[hard, fault].next().next()


class _Visits:
    """The situations of one cell, one after the other; what they share is worked out once."""

    def __init__(self, cell: Cell, seed: int) -> None:
        self.cell, self.count = cell, 0
        self.faults: Mapping[str, Mapping[str, Any]] = faults_of(cell.tool_condition)
        self.modes = [f"{tool}={fault['mode']}@{fault['rate']}" for tool, fault in self.faults.items()]
        self.tier = tier_of(cell.stance)
        self.worlds, self.ids = draw.Stem(seed, "world", *cell), draw.Stem("situation", *cell)

    def next(self) -> Situation:
        self.count += 1
        return self.situation(self.count - 1)

    def situation(self, visit: int) -> Situation:
        """Return the situation of one visit, 0-based."""
        world_seed = self.worlds.integer(_SEEDS, visit)
        scenario_id = "sc-" + self.ids.digest(world_seed, *self.modes, length=12)
        return Situation(scenario_id, self.cell, world_seed, self.faults, self.tier)


class _Pool:
    """Some cells, dealt out in a new order each round; those that no tool serves come seldom."""

    def __init__(self, visits: Sequence[_Visits], seed: int, hard: int, fault: int) -> None:
        key = (seed, "cells", hard, fault)
        unrelated = [each for each in visits if each.cell.tool == UNRELATED]
        related = [each for each in visits if each.cell.tool != UNRELATED]
        natural = len(unrelated) / len(visits)
        start = draw.unit(*key, "start")  # so that the pools do not all begin with the same rounding
        self.unrelated = _Places(min(UNRELATED_SHARE, natural) if related else 1.0, start)
        self.decks = {True: _rounds(unrelated, *key, "unrelated"), False: _rounds(related, *key, "related")}

    def next(self) -> _Visits:
        return next(self.decks[self.unrelated.takes_next()])


class _Places:
    """Places of which a share is taken: of the first n, n * share are, to rounding."""

    def __init__(self, share: float, start: float = 0.5) -> None:
        self.share, self.start = share, start
        self.seen = 0
        self.taken = floor(start)

    def takes_next(self) -> bool:
        """Say whether the next place is one of those taken."""
        before = self.taken
        self.seen += 1
        self.taken = floor(self.seen * self.share + self.start)
        return self.taken > before


def _rounds(visits: Sequence[_Visits], *key: str | int) -> Iterator[_Visits]:
    for turn in count():
        yield from draw.shuffled(visits, *key, turn)


def _cells(axes: Axes, grid: Sequence[Cell], hard: bool, fault: bool) -> list[Cell]:
    """Return the cells to draw from, made from the grid's others where it has none and the axes allow it."""
    stances = [stance for stance in axes.stance if is_hard(stance) == hard] or axes.stance
    conditions = [value for value in axes.tool_condition if (value != SUCCESS) == fault] or axes.tool_condition
    right_stance = [cell for cell in grid if cell.stance in stances]
    if not right_stance:
        right_stance = [cell._replace(stance=stances[i % len(stances)]) for i, cell in enumerate(grid)]
    if conditions == [SUCCESS]:  # every cell has a twin in which the tools work
        return list(dict.fromkeys(cell._replace(tool_condition=SUCCESS) for cell in right_stance))
    found = [cell for cell in right_stance if cell.tool_condition in conditions]
    return found or [
        cell._replace(tool_condition=conditions[i % len(conditions)]) for i, cell in enumerate(right_stance)
    ]


def _share(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise SettingError(f"{name}={shown(value)} is not a share. Use a number from 0 to 1.")
    return float(value)
