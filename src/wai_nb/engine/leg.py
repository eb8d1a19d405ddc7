"""One part of a run: a plan, its books, and the hands that play it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from wai_nb.engine.allocate import Plan
from wai_nb.engine.checkpoint import Checkpoint, key_of
from wai_nb.engine.ledger import Job, Ledger
from wai_nb.engine.pinned import Pinned
from wai_nb.engine.rows import Stamp, make_row, mark_cut_groups
from wai_nb.engine.schedule import Schedule
from wai_nb.engine.settings import Settings
from wai_nb.play.agents import Agent, is_async
from wai_nb.play.rollout import Outcome, Player, Slot
from wai_nb.play.workers import LoopWorkers, ThreadWorkers, Workers
from wai_nb.records.rows import Row

AnyPlan: TypeAlias = "Plan | Pinned"


class Leg:
    """Plays one plan with one agent.

    Parameters
    ----------
    plan
        What is played.
    agent, settings, stamp
        Who plays, how, and what every row says.
    checkpoint
        Where rows are kept as they land, and where those of an earlier call come from.
    eval_run
        Which run of an evaluation this is, where there are several.
    already
        Rows of the checkpoint that stand outside the plan and count toward the budget.
    on_row
        Called with each row the moment it lands.
    """

    def __init__(
        self,
        plan: AnyPlan,
        agent: Agent,
        settings: Settings,
        stamp: Stamp,
        checkpoint: Checkpoint | None = None,
        eval_run: int | None = None,
        already: int = 0,
        on_row: Callable[[Row], object] | None = None,
    ) -> None:
        self.plan = plan
        self.situations = 0  # taken up so far
        self._agent = agent
        self._settings = settings
        self._stamp = stamp
        self._checkpoint = checkpoint
        self._eval_run = eval_run
        self._on_row = on_row
        self.ledger: Ledger[Slot, Row] = Ledger(
            self._slots(),
            wanted=max(plan.wanted - already, 0),
            rerolls=plan.repeats,
            concurrency=settings.concurrency,
            known=self._known,
            group_of=lambda slot: slot.ask.ask_id,
        )

    def schedule(self, on_event: Callable[[int], None], deadline: float | None, paused: threading.Event) -> Schedule:
        """Return the schedule that plays the plan."""
        return Schedule(
            self.ledger,
            self._workers(),
            to_row=self._to_row,
            concurrency=self._settings.concurrency,
            timeout=self._settings.timeout,
            on_event=on_event,
            deadline=deadline,
            paused=paused,
        )

    def rows_so_far(self) -> list[Row]:
        """Return the rows so far, in plan order; may be called from any thread."""
        landed = dict(self.ledger.rows)
        return [landed[place] for place in sorted(landed)]

    def finished_rows(self) -> list[Row]:
        """Return the rows of a leg that has ended, with the groups marked that its end cut short."""
        rows = self.rows_so_far()
        lost = Counter(self.ledger.slots[place].ask.ask_id for place in self.ledger.lost_places)
        mark_cut_groups(rows, self.plan.repeats, lost)
        return rows

    def slots_landed(self) -> list[Slot]:
        """Return the slots that gave a row, in plan order."""
        return [self.ledger.slots[place] for place in sorted(self.ledger.rows)]

    def _slots(self) -> Any:
        last = ""
        for slot in self.plan.slots():
            self.situations += slot.situation.scenario_id != last
            last = slot.situation.scenario_id
            yield slot if self._eval_run is None else replace(slot, eval_run=self._eval_run)

    def _known(self, slot: Slot) -> Row | None:
        if self._checkpoint is None:
            return None
        key = (slot.eval_run or 0, slot.situation.scenario_id, slot.ask.prompt, slot.rollout_index)
        row = self._checkpoint.known.get(key)
        if row is not None:
            for name, value in {"ask_id": slot.ask.ask_id, **slot.answers}.items():
                row.setdefault(name, value)
        return row

    def _workers(self) -> Workers:
        player = Player(self._agent, self.plan.worlds(self._settings.execute), self._settings.seed)
        if is_async(self._agent):
            return LoopWorkers(lambda job: player.aplay(job.slot, job.attempt))
        return ThreadWorkers(lambda job: player.play(job.slot, job.attempt), self._settings.concurrency)

    def _to_row(self, job: Job[Slot], outcome: Outcome) -> Row:
        assert outcome.reply is not None  # an outcome without a failure has a reply
        timely = self._settings.clock is None and job.place not in self.ledger.late_places
        row = make_row(job.slot, outcome.reply, job.attempt, self._stamp, reproducible=timely)
        if self._checkpoint is not None:
            self._checkpoint.add(row)
        if self._on_row is not None:
            self._on_row(row)
        return row


def unsigned_outside(checkpoint: Checkpoint | None, plan: AnyPlan) -> int:
    """Return how many rows of a checkpoint do not say of which run they are and are no task of the plan."""
    if checkpoint is None:
        return 0
    tasks = plan.tasks if isinstance(plan, Pinned) else []
    asked = {(task.situation.scenario_id, task.ask.prompt) for task in tasks}
    unsigned = [key for key, row in checkpoint.known.items() if "settings" not in row["lineage"]]
    return sum(1 for key in unsigned if key[1:3] not in asked)


def outside(checkpoint: Checkpoint, legs: list[Leg]) -> list[Row]:
    """Return the rows of a checkpoint that no slot of the legs has taken up."""
    taken = {key_of(row) for leg in legs for row in leg.rows_so_far()}
    return [row for key, row in checkpoint.known.items() if key not in taken]
