"""The plan of a run: which ask is played in which place, fixed before anything is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from wai_nb.asks.compose import Ask, Writer
from wai_nb.engine.openings import seeded, varied
from wai_nb.engine.settings import Settings
from wai_nb.plan.axes import SUCCESS, Axes, build_axes, is_hard
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situation import Cell, Situation
from wai_nb.plan.situations import draw_rounds, draw_situations, grid_shares
from wai_nb.play.rollout import Slot
from wai_nb.records.tools import Tool
from wai_nb.world.answers import World, worlds

VISITS = 5  # the documents: saturation wants 5 visits per cell
TRIES = 20  # draws of one wording before its situation is passed over; convention
VARIED = 4  # with seeds, every fourth situation is one of them put another way; convention
DRY = 200  # situations passed over in a row before the writer is called exhausted; convention


class Plan:
    """The slots of a run, in plan order: situation by situation, wording by wording, repeat by repeat.

    Seeds come first and whole, each as a situation of its own.

    Attributes
    ----------
    axes, grid
        The coverage grid that the situations are drawn from.
    planned
        Cells of the grid that the dials allow.
    repeats
        Rollouts of each ask.
    by_rounds
        Whether every cell comes once a round: a run to saturation whose shares nobody set.
    seeds, seeds_dropped
        Opening asks that the budget pays for, and those it does not.
    exhausted_because
        Why the slots came to an end, once they have.
    """

    def __init__(self, settings: Settings, tools: Sequence[Tool]) -> None:
        self.axes: Axes = build_axes(tools, settings.system_prompt, settings.dimensions)
        self.grid: tuple[Cell, ...] = covering_grid(self.axes)
        self.by_rounds = settings.until == "saturation" and not {"hard_share", "fault_rate"} & settings.model_fields_set
        self._settings = settings = self._with_shares(settings)
        self.planned = [cell for cell in self.grid if _allowed(cell, settings)]
        self.exhausted_because = "situations_exhausted"
        self._tools = tools
        self.repeats = settings.shape[1]
        given = list(dict.fromkeys(settings.seeds or ()))
        paid = settings.budget // self.repeats  # a seed is one ask: it is played in its own words
        self.seeds, self.seeds_dropped = given[:paid], given[paid:]
        self._writer = Writer(tools, settings.system_prompt)
        self._prompts: set[str] = set()

    @property
    def wanted(self) -> int:
        """Rows that the run is to land."""
        n, k = self._settings.shape
        if self.size is None:
            return self._settings.budget
        asks = len(self.seeds) + (self.size - len(self.seeds)) * n
        return min(self._settings.budget, asks * k)

    @property
    def size(self) -> int | None:
        """Situations of the run, where they are counted: no fewer than there are seeds."""
        return self._settings.situations and max(self._settings.situations, len(self.seeds))

    def worlds(self, execute: Callable[..., Any] | None) -> Callable[[Situation], World]:
        """Return what makes the world of a situation, with the facts that its asks speak of."""
        shapes = self._settings.result_shapes
        return worlds(self._tools, domain=self._writer.domain, execute=execute, result_shapes=shapes)

    @property
    def hard_share(self) -> float:
        """Share of hard situations that the plan draws."""
        return self._settings.hard_share

    @property
    def fault_rate(self) -> float:
        """Share of situations with a fault that the plan draws."""
        return self._settings.fault_rate

    def situations(self) -> Iterator[Situation]:
        """Yield the situations of the run, in plan order."""
        settings = self._settings
        if self.by_rounds:
            return draw_rounds(self.grid, seed=settings.seed)
        return draw_situations(
            self.axes,
            self.grid,
            seed=settings.seed,
            hard_share=settings.hard_share,
            fault_rate=settings.fault_rate,
        )

    def _with_shares(self, settings: Settings) -> Settings:
        """Let the grid set the shares of a run to saturation, unless somebody turned a dial."""
        if not self.by_rounds:
            return settings
        hard_share, fault_rate = grid_shares(self.grid)
        return settings.model_copy(update={"hard_share": hard_share, "fault_rate": fault_rate})

    def asks(self) -> Iterator[tuple[Situation, list[Ask], str]]:
        """Yield each situation with its wordings and why it is in the plan; no prompt comes twice.

        Seeds first, in their own words; then the writer's situations, every fourth of them a seed put
        another way for as long as there are such ways.
        """
        self._prompts.update(self.seeds)
        for situation, asks in seeded(self.seeds, self._settings):
            yield situation, asks, "seed"
        ways = varied(self.seeds, self._settings)
        for number, (situation, asks) in enumerate(self._own()):
            if self.seeds and number % VARIED == VARIED - 1 and (way := self._new_way(ways)) is not None:
                yield *way, "seed_variant"
            yield situation, asks, "planned"

    def _own(self) -> Iterator[tuple[Situation, list[Ask]]]:
        passed_over = 0
        for situation in self.situations():
            wordings = self._wordings(situation)
            if wordings:
                passed_over = 0
                yield situation, wordings
                continue
            passed_over += 1
            if passed_over == DRY:
                self.exhausted_because = "writer_exhausted"
                return

    def slots(self) -> Iterator[Slot]:
        """Yield the places of the plan."""
        _, k = self._settings.shape
        visits: Counter[Cell] = Counter()
        for situation, wordings, reason in islice(self.asks(), self.size):
            writer = "seed" if reason == "seed" else "offline"
            for ask in wordings:
                for index in range(k):
                    yield Slot(situation, ask, index, writer=writer, reason=reason)
            visits[situation.cell] += len(wordings) * k
            if self._settings.until == "saturation" and _saturated(visits, self.planned):
                self.exhausted_because = "saturation"
                return

    def _new_way(self, ways: Iterator[tuple[Situation, list[Ask]]]) -> tuple[Situation, list[Ask]] | None:
        for situation, asks in ways:
            prompts = {ask.prompt for ask in asks}
            if not prompts & self._prompts:
                self._prompts |= prompts
                return situation, asks
        return None

    def _wordings(self, situation: Situation) -> list[Ask]:
        n, _ = self._settings.shape
        asks = [self._new_ask(situation, wording) for wording in range(n)]
        if not all(asks):
            self._prompts.difference_update(ask.prompt for ask in asks if ask)
            return []
        return [ask for ask in asks if ask]

    def _new_ask(self, situation: Situation, wording: int) -> Ask | None:
        for attempt in range(TRIES):
            ask = self._writer.write(situation, wording, attempt)
            if ask.prompt not in self._prompts:
                self._prompts.add(ask.prompt)
                return ask
        return None


def _allowed(cell: Cell, settings: Settings) -> bool:
    fault_ok = settings.fault_rate < 1 if cell.tool_condition == SUCCESS else settings.fault_rate > 0
    hard_ok = settings.hard_share > 0 if is_hard(cell.stance) else settings.hard_share < 1
    return fault_ok and hard_ok


def _saturated(visits: Counter[Cell], planned: Iterable[Cell]) -> bool:
    return all(visits[cell] >= VISITS for cell in planned)
