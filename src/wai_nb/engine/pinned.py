"""A task set that is played again: the same asks, on their ids, dimensions, faults and worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

from wai_nb.asks.compose import Ask
from wai_nb.asks.domain import read_domain
from wai_nb.engine.openings import NO_FACTS, SEED_CELL, plain_ask
from wai_nb.engine.settings import Settings
from wai_nb.errors import SettingError, shown
from wai_nb.plan.axes import STANCES, Axes, build_axes
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situation import Cell, Situation
from wai_nb.play.rollout import Slot
from wai_nb.records.jsonl import read_jsonl
from wai_nb.records.rows import Row, Rows, ask_of, checked_rows
from wai_nb.records.tools import Tool
from wai_nb.stats import draw
from wai_nb.world.answers import World, worlds


@dataclass(frozen=True)
class Task:
    """One ask to play again."""

    situation: Situation
    ask: Ask
    writer: str
    answers: Mapping[str, Any]


class Pinned:
    """The slots of a replayed task set, in the order of its first appearance.

    Offers what :class:`wai_nb.engine.allocate.Plan` offers.
    """

    exhausted_because = "tasks_done"
    seeds_dropped: Sequence[str] = ()
    size = None

    def __init__(
        self,
        tasks: Sequence[Task],
        repeats: int,
        settings: Settings,
        tools: Sequence[Tool],
        eval_run: int | None = None,
    ) -> None:
        self.tasks = list(tasks)
        self.repeats = repeats
        self.axes: Axes = build_axes(tools, settings.system_prompt, settings.dimensions)
        self.grid = covering_grid(self.axes)
        self.planned = list(dict.fromkeys(task.situation.cell for task in self.tasks))
        self._settings = settings
        self._tools = tools
        self._eval_run = eval_run

    @property
    def hard_share(self) -> float:
        """Not a dial of a replayed task set; what was asked."""
        return self._settings.hard_share

    @property
    def fault_rate(self) -> float:
        """Not a dial of a replayed task set; what was asked."""
        return self._settings.fault_rate

    @property
    def wanted(self) -> int:
        """Rows that the run is to land."""
        return min(self._settings.budget, len(self.tasks) * self.repeats)

    def worlds(self, execute: Callable[..., Any] | None) -> Callable[[Situation], World]:
        """Return what makes the world of a situation."""
        return worlds(self._tools, domain=read_domain(self._tools, self._settings.system_prompt), execute=execute)

    def slots(self) -> Iterator[Slot]:
        """Yield the places of the plan: ask by ask, repeat by repeat."""
        marks: dict[str, Any] = {"replayed": True}
        if self._eval_run is not None:
            marks["replayed_from_run"] = 0
        for task in self.tasks:
            for index in range(self.repeats):
                yield Slot(
                    task.situation,
                    task.ask,
                    index,
                    writer=task.writer,
                    reason="pinned",
                    marks=marks,
                    answers=task.answers,
                )


def read_tasks(source: Any) -> tuple[list[Task], int, int]:
    """Return the distinct asks of a run, its rows or its file, and the most rollouts that any of them has.

    The third number counts the rows without a prompt, which cannot be replayed.

    Raises
    ------
    SettingError
        When there is nothing to replay.
    RowError
        For a file or rows that cannot be read.
    """
    source = getattr(source, "trajectories", source)  # the rows of a run with their answer keys
    rows = Rows(read_jsonl(source)) if isinstance(source, (str, PathLike)) else checked_rows(source, "tasks")
    usable = [row for row in rows if isinstance(row.get("prompt"), str) and row["prompt"].strip()]
    if not usable:
        raise SettingError(
            f"tasks={shown(source, limit=500)} holds no row with a prompt, so there is nothing to replay."
        )
    counts = Counter((ask_of(row), (row.get("lineage") or {}).get("eval_run")) for row in usable)
    first: dict[str, Row] = {}
    for row in usable:
        first.setdefault(ask_of(row), row)
    return [_task(row) for row in first.values()], max(counts.values()), len(rows) - len(usable)


def tasks_of(slots: Sequence[Slot]) -> list[Task]:
    """Return the distinct asks of played slots."""
    found = {slot.ask.ask_id: Task(slot.situation, slot.ask, slot.writer, slot.answers) for slot in slots}
    return list(found.values())


def _task(row: Row) -> Task:
    scenario_id = str(row.get("scenario_id") or f"task-{draw.digest('task', row['prompt'], length=12)}")
    lineage = row.get("lineage") or {}
    seed = lineage.get("world_seed")
    world_seed = seed if isinstance(seed, int) else draw.integer(1 << 53, "world", scenario_id)
    cell = _cell(row.get("scenario_dimensions") or {})
    tier = row.get("tier") or STANCES.get(cell.stance, "ordinary")
    situation = Situation(scenario_id, cell, world_seed, row.get("faults") or {}, tier)
    ask = plain_ask(scenario_id, row["prompt"], int(lineage.get("wording") or 0))
    labels = {name: row[name] for name in LABELS if name in row}
    return Task(
        situation,
        ask._replace(ask_id=str(row.get("ask_id") or ask.ask_id), labels=labels, facts=NO_FACTS),
        str(row.get("writer_model") or "given"),
        {name: row[name] for name in ANSWERS if name in row},
    )


# What a writer may say of an ask; these fields go on to the replayed row.
LABELS = (
    *("form", "tool_known", "tone", "length", "layout", "texture", "personality", "facts_left_out"),
    "parent_failure_id",
)
# Where a task keeps what a verifier looks up. Not ``label``, which may be somebody's verdict on another rollout.
ANSWERS = ("privileged", "reference", "answer", "target", "solution", "expected", "tests", "info", "metadata")


def _cell(dimensions: Mapping[str, Any]) -> Cell:
    return SEED_CELL._replace(**{name: str(dimensions[name]) for name in Cell._fields if name in dimensions})
