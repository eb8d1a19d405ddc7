"""A run: its parts, the thread it works on, and what a person holds of it meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time
import warnings
from collections.abc import Callable, Generator
from typing import Any

from wai_nb.engine.account import covered, spent, stop_reason, warnings_of
from wai_nb.engine.checkpoint import Checkpoint
from wai_nb.engine.choices import Choices, read_choices
from wai_nb.engine.filling import filling
from wai_nb.engine.leg import AnyPlan, Leg, outside, unsigned_outside
from wai_nb.engine.pinned import Pinned, tasks_of
from wai_nb.engine.progress import Progress, open_panel, progress_line
from wai_nb.engine.rows import make_stamp
from wai_nb.engine.schedule import Schedule
from wai_nb.engine.settings import Settings
from wai_nb.engine.tally import Tally, tally
from wai_nb.play.agents import agent_name
from wai_nb.records.dataset import SimulationData
from wai_nb.records.report import Card, Facts, Shown
from wai_nb.records.rows import Row
from wai_nb.records.warnings import Advice

HANDLE = "`run.data` holds the rows so far, `run.result()` waits for the end, `run.stop()` ends it."
WAIT_SECONDS = 0.1  # between two looks of a waiting cell, so that an interrupt is heard at once


class Run(Shown):
    """A run under way, or done: what :func:`wai_nb.start` returns.

    ``run.data`` are the rows so far, ``run.result()`` (or ``await run``) waits for the end; ``run.stop()``,
    ``run.pause()`` and ``run.resume()`` do what they say.
    """

    def __init__(self, agent: Any, settings: Settings) -> None:
        self.settings = settings
        self._choices: Choices = read_choices(agent, settings)
        self._checkpoint: Checkpoint | None = None
        self._legs: list[Leg] = []
        self._schedule: Schedule | None = None
        self._halted: str | None = None
        self._failure: BaseException | None = None
        self._result: SimulationData | None = None
        self._waiting: list[Callable[[], object]] = []
        self._ended = threading.Event()
        self._progress = Progress(self._tally, self._situations, settings.on_progress)
        self._first_plan: AnyPlan = self._choices.plan(settings)
        self._stamp = make_stamp(
            settings,
            repeats=self._first_plan.repeats,
            agent=agent_name(self._choices.agent),
            tools=self._choices.tools,
            answered_by=self._choices.answered_by,
            tasks=self._choices.tasks_id,
        )
        if settings.checkpoint is not None:
            self._checkpoint = Checkpoint(settings.checkpoint, self._stamp.lineage["settings"])
        self._panel = open_panel(("simulate", settings.mode, f"seed {settings.seed}"), self)
        self._shown_at = 0.0

    # -- what a person does with it ----------------------------------------------------------------------

    def start(self) -> Run:
        """Begin to play, in the background."""
        threading.Thread(target=self._work, name="wai-run", daemon=True).start()
        return self

    @property
    def data(self) -> SimulationData:
        """The rows so far; after the end, the result."""
        return self._result if self._result is not None else self._account()

    @property
    def running(self) -> bool:
        """Whether it is still under way."""
        return not self._ended.is_set()

    def stop(self) -> None:
        """Start nothing more; what is in flight lands, then the run ends with ``stopped_because="stopped"``."""
        self._halted = self._halted or "stopped"
        if self._schedule is not None:
            self._schedule.stop()

    def pause(self) -> None:
        """Start nothing until :meth:`resume`; what is in flight lands."""
        if self._schedule is not None:
            self._schedule.pause()

    def resume(self) -> None:
        """Go on after :meth:`pause`."""
        if self._schedule is not None:
            self._schedule.resume()

    def result(self) -> SimulationData:
        """Wait for the end and return the rows; an interrupt ends the run and returns the rows so far."""
        try:
            while not self._ended.wait(WAIT_SECONDS):
                pass
        except KeyboardInterrupt:
            self._interrupt()
            self._ended.wait()
        return self._outcome()

    def __await__(self) -> Generator[Any, None, SimulationData]:
        return self._awaited().__await__()

    def card(self) -> Card:
        """Return what a cell shows: the counts while it is under way, then the card of the rows."""
        if self._result is not None:
            return self._result.card()
        if self._panel is not None:
            return Card(kind=("Run", self.settings.mode), headline="Under way", sub=HANDLE)
        counts = self._progress.counts()
        facts = Facts([("rows", counts["rows"], f"of {counts['cap']:,}"), ("in flight", counts["inflight"])])
        return Card(kind=("Run", self.settings.mode), headline="Under way", sub=progress_line(counts), blocks=[facts])

    # -- how it works -------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Play every part, then account for it; whatever happens, end."""
        try:
            began = time.monotonic()
            for number in range(self.settings.runs):
                if self._halted is not None:
                    break
                self._play(self._leg(number), began)
            self._progress.close()
            self._result = self._account()
            if self.settings.output is not None:
                self._result.save(self.settings.output)
        except BaseException as error:
            self._failure = error
        finally:
            if self._checkpoint is not None:
                self._checkpoint.close()
            if self._panel is not None and self._result is not None:
                self._panel.finish(self._result)
            self._ended.set()
            for wake in self._waiting:
                wake()

    def _leg(self, number: int) -> Leg:
        several = self.settings.runs > 1
        plan: AnyPlan = self._first_plan
        if number:
            repeats = self._first_plan.repeats
            tasks = tasks_of(self._legs[0].ledger.slots)
            plan = Pinned(tasks, repeats, self.settings, self._choices.tools, eval_run=number)
        already = unsigned_outside(self._checkpoint, plan) if number == 0 else 0
        leg = Leg(
            plan,
            self._choices.agent,
            self.settings,
            self._stamp,
            self._checkpoint,
            eval_run=number if several else None,
            already=already,
        )
        self._legs.append(leg)
        return leg

    def _play(self, leg: Leg, began: float) -> None:
        clock = self.settings.clock
        self._schedule = leg.schedule(self._event, None if clock is None else began + clock)
        if self._halted == "interrupted":
            self._schedule.interrupt()
        elif self._halted is not None:
            self._schedule.stop()
        self._schedule.run()
        if leg.ledger.stopped in ("interrupted", "stopped", "time_budget"):
            self._halted = leg.ledger.stopped

    def _event(self, finished: int) -> None:
        self._progress.note(finished)
        now = time.monotonic()
        if self._panel is not None and now - self._shown_at >= self._panel.every:
            self._shown_at = now
            self._panel.update({**self._progress.counts(), **self._moment()})

    def _moment(self) -> dict[str, Any]:
        """Return what the display of a run shows beside its counts."""
        tall = self._first_plan.repeats
        paused = self._schedule is not None and self._schedule.paused
        return {
            "state": "stopping" if self._halted else "paused" if paused else "running",
            "tall": tall,
            "asks": self._first_plan.wanted * self.settings.runs // tall,
            "columns": filling([leg.ledger for leg in self._legs]) if tall > 1 else [],
            "first_failures": self._tally().first_failures,
        }

    def _interrupt(self) -> None:
        self._halted = "interrupted"
        if self._schedule is not None:
            self._schedule.interrupt()

    def _outcome(self) -> SimulationData:
        if self._failure is not None:
            raise self._failure
        assert self._result is not None  # it ended without a failure
        for advice in self._result.warnings:
            if advice.what.startswith("More rollouts were re-rolled"):
                warnings.warn(str(advice), UserWarning, stacklevel=4)
        return self._result

    async def _awaited(self) -> SimulationData:
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        self._waiting.append(lambda: loop.call_soon_threadsafe(ended.set))
        try:
            if not self._ended.is_set():
                await ended.wait()
        except asyncio.CancelledError:
            self._interrupt()
            self._ended.wait()
        return self._outcome()

    def _tally(self) -> Tally:
        ledgers = [leg.ledger for leg in self._legs]
        return tally(ledgers, cap=self._first_plan.wanted * self.settings.runs, already=self._outside_count())

    def _outside_count(self) -> int:
        """Return how many rows of a checkpoint stand outside the plan; known before the first call."""
        return 0 if self._checkpoint is None else unsigned_outside(self._checkpoint, self._first_plan)

    def _situations(self) -> int:
        return self._legs[0].situations if self._legs else 0

    def _account(self) -> SimulationData:
        """Return the rows so far with the account of how they came to be."""
        rows: list[Row] = [row for leg in self._legs for row in leg.finished_rows()]
        left = outside(self._checkpoint, self._legs) if self._checkpoint is not None else []
        rows += left
        sums = tally([leg.ledger for leg in self._legs], self._first_plan.wanted * self.settings.runs, len(left))
        search = spent(sums, rows, self.settings, self._first_plan)
        if self.settings.runs > 1:
            search["eval_runs"] = self._eval_runs()
        notes = [*self._choices.notes, *(self._checkpoint.notes if self._checkpoint is not None else [])]
        advice = warnings_of(sums, search, rows, self.settings, {tool.name for tool in self._choices.tools}, notes)
        if self._progress.callback_error:
            advice.append(Advice("on_progress raised and was not called again.", self._progress.callback_error))
        skipped = {"tools", "system_prompt", "execute", "on_progress", "sampling", "tasks", "checkpoint", "output"}
        kept = self.settings.model_dump(exclude=skipped)
        if self.settings.runs > 1:
            kept["budget_per_run"] = self.settings.budget
        degraded = [*self._choices.degraded, *(["rollouts_lost"] if sums.lost else [])]
        return SimulationData(
            rows,
            tools=self._choices.tools,
            system_prompt=self.settings.system_prompt,
            stopped_because=self._reason(),
            warnings=advice,
            degraded=degraded,
            search=search,
            coverage=covered(self._first_plan, rows),
            settings=kept,
        )

    def _reason(self) -> str:
        if not self._ended.is_set() and self._result is None and self._halted is None and self._unfinished():
            return ""
        if not self._legs:
            return self._halted or ""
        return stop_reason(self._legs[-1].ledger, self._legs[-1].plan, self.settings)

    def _unfinished(self) -> bool:
        return not self._legs or not self._legs[-1].ledger.done

    def _eval_runs(self) -> dict[str, Any]:
        per_run = [
            {"rows": len(leg.ledger.rows), "stopped_because": stop_reason(leg.ledger, leg.plan, self.settings)}
            for leg in self._legs
        ]
        return {"runs": self.settings.runs, "per_run": per_run}
