"""A run: its parts, the thread it works on, and what a person holds of it meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from wai_nb.engine.account import covered, spent, stop_reason, warnings_of
from wai_nb.engine.checkpoint import Checkpoint
from wai_nb.engine.choices import Choices, read_choices
from wai_nb.engine.filling import filling
from wai_nb.engine.grading import Beside, grader_of, verdict_counts
from wai_nb.engine.leg import AnyPlan, Leg, outside, unsigned_outside
from wai_nb.engine.pinned import Pinned, tasks_of
from wai_nb.engine.progress import Progress, open_panel, progress_line
from wai_nb.engine.rows import make_stamp
from wai_nb.engine.schedule import Schedule
from wai_nb.engine.settings import Settings
from wai_nb.engine.tally import Tally, tally
from wai_nb.errors import SettingError
from wai_nb.grade.contract import unread_advice
from wai_nb.play.agents import agent_name
from wai_nb.records.dataset import ScoredData, SimulationData
from wai_nb.records.report import Card, Facts, Shown
from wai_nb.records.rows import Row
from wai_nb.records.warnings import Advice

NOT_KEPT = {  # settings that the account of a run leaves out
    "tools",
    "system_prompt",
    "execute",
    "on_progress",
    "sampling",
    "tasks",
    "checkpoint",
    "output",
    "grade",
    "grader",
    "advanced",
}
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
        self._judge = grader_of(settings, self._choices.tools)
        self._beside: Beside | None = None
        self._checkpoint: Checkpoint | None = None
        self._legs: list[Leg] = []
        self._schedule: Schedule | None = None
        self._halted: str | None = None
        self._failure: BaseException | None = None
        self._result: SimulationData | None = None
        self._waiting: list[Callable[[], object]] = []
        self._ended = threading.Event()
        self._paused = threading.Event()
        self._thread: threading.Thread | None = None
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
        self._already = unsigned_outside(self._checkpoint, self._first_plan)  # rows on file that count, unplayed
        self._panel = open_panel(("simulate", settings.mode, f"seed {settings.seed}"), self)
        self._shown_at = 0.0

    # -- what a person does with it ----------------------------------------------------------------------

    def start(self) -> Run:
        """Begin to play, in the background; a run begins once."""
        if self._thread is not None:
            return self
        self._thread = threading.Thread(target=self._work, name="wai-run", daemon=True)
        self._thread.start()
        return self

    @property
    def data(self) -> SimulationData:
        """The rows so far; after the end, the result."""
        return self._result if self._result is not None else self._account(ended=False)

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
        self._paused.set()

    def resume(self) -> None:
        """Go on after :meth:`pause`."""
        self._paused.clear()
        if self._schedule is not None:
            self._schedule.wake()

    def result(self) -> SimulationData:
        """Wait for the end and return the rows; an interrupt ends the run and returns the rows so far."""
        if threading.current_thread() is self._thread:
            raise SettingError("on_progress cannot wait for the end of its own run. Fix: run.data, the rows so far.")
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
            if self._judge is not None:
                self._beside = Beside(self._judge, self.settings)
            for number in range(self.settings.runs):
                if self._halted is not None or (number and not self._legs[0].ledger.rows):
                    break
                self._play(self._leg(number), began)
            self._progress.close()
            if self._beside is not None:
                self._wait_for_verdicts(self._beside)
            self._result = self._account(ended=True)
            if self.settings.output is not None:
                self._result.save(self.settings.output)
        except BaseException as error:
            self._failure = error
        finally:
            if self._beside is not None:
                self._beside.interrupt()  # nothing is left to wait for, or the run has failed
            if self._checkpoint is not None:
                self._checkpoint.close()
            if self._panel is not None and self._result is not None:
                self._panel.finish(self._result)
            self._ended.set()
            for wake in self._waiting:
                with suppress(RuntimeError):  # a loop that was closed meanwhile waits for nothing
                    wake()

    def _leg(self, number: int) -> Leg:
        several = self.settings.runs > 1
        plan: AnyPlan = self._first_plan
        if number:
            repeats = self._first_plan.repeats
            tasks = tasks_of(self._legs[0].slots_landed())
            plan = Pinned(tasks, repeats, self.settings, self._choices.tools, eval_run=number)
        leg = Leg(
            plan,
            self._choices.agent,
            self.settings,
            self._stamp,
            self._checkpoint,
            eval_run=number if several else None,
            already=0 if number else self._already,
            on_row=self._beside.take if self._beside is not None else None,
        )
        self._legs.append(leg)
        return leg

    def _play(self, leg: Leg, began: float) -> None:
        clock = self.settings.clock
        self._schedule = leg.schedule(self._event, None if clock is None else began + clock, self._paused)
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
        paused = self._paused.is_set()
        return {
            "state": "stopping" if self._halted else "paused" if paused else "running",
            "tall": tall,
            "asks": self._first_plan.wanted * self.settings.runs // tall,
            "columns": filling([leg.ledger for leg in self._legs]) if tall > 1 else [],
            "first_failures": self._tally().first_failures,
            "rate": "" if self._beside is None else self._beside.rate(),
        }

    def _wait_for_verdicts(self, beside: Beside) -> None:
        if self._halted == "interrupted":
            beside.interrupt()
        rows = [row for leg in self._legs for row in leg.finished_rows()]
        beside.finish(rows + (outside(self._checkpoint, self._legs) if self._checkpoint is not None else []))

    def _interrupt(self) -> None:
        self._halted = "interrupted"
        if self._beside is not None:
            self._beside.interrupt()
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
            while not self._ended.is_set():  # a loop that sleeps does not see the Stop button of a notebook
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(ended.wait(), WAIT_SECONDS)
        except asyncio.CancelledError:
            self._interrupt()
            self._ended.wait()
            _forget_cancel()
        return self._outcome()

    def _tally(self) -> Tally:
        ledgers = [leg.ledger for leg in self._legs]
        return tally(ledgers, cap=self._first_plan.wanted * self.settings.runs, already=self._already)

    def _situations(self) -> int:
        return self._legs[0].situations if self._legs else 0

    def _account(self, *, ended: bool) -> SimulationData:
        """Return the rows so far with the account of how they came to be."""
        legs = list(self._legs)
        rows: list[Row] = [row for leg in legs for row in (leg.finished_rows() if ended else leg.rows_so_far())]
        left = outside(self._checkpoint, legs) if self._checkpoint is not None else []
        rows += left
        sums = tally([leg.ledger for leg in legs], self._first_plan.wanted * self.settings.runs, len(left))
        search = spent(sums, rows, self.settings, self._first_plan)
        if self.settings.runs > 1:
            search["eval_runs"] = self._eval_runs()
        notes = [*self._choices.notes, *(self._checkpoint.notes if self._checkpoint is not None else [])]
        if self._beside is not None:
            rows = self._beside.graded(rows, ended=self._beside.ended)
            search["verdicts"] = verdict_counts(rows)
        tools = {tool.name for tool in self._choices.tools}
        stopped = self._reason() if ended else ""
        advice = warnings_of(sums, search, rows, self.settings, tools, notes, stopped=stopped)
        if self._progress.callback_error:
            advice.append(Advice("on_progress raised and was not called again.", self._progress.callback_error))
        if self._beside is not None and self._beside.ended:
            advice += unread_advice(rows)
        kept = self.settings.model_dump(exclude=NOT_KEPT)
        if self.settings.runs > 1:
            kept["budget_per_run"] = self.settings.budget
        degraded = [*self._choices.degraded, *(["rollouts_lost"] if sums.lost else [])]
        kind = SimulationData if self._judge is None else ScoredData
        return kind(
            rows,
            tools=self._choices.tools,
            system_prompt=self.settings.system_prompt,
            stopped_because=stopped,
            warnings=advice,
            degraded=degraded,
            search=search,
            coverage=covered(self._first_plan, rows),
            settings=kept,
        )

    def _reason(self) -> str:
        if not self._legs:
            return self._halted or ""
        return stop_reason(self._legs[-1].ledger, self._legs[-1].plan, self.settings)

    def _eval_runs(self) -> dict[str, Any]:
        per_run = [
            {"rows": len(leg.ledger.rows), "stopped_because": stop_reason(leg.ledger, leg.plan, self.settings)}
            for leg in self._legs
        ]
        return {"runs": self.settings.runs, "per_run": per_run}


def _forget_cancel() -> None:
    """Tell asyncio that the request to cancel has been answered, with rows (it counts them from 3.11 on)."""
    task: Any = asyncio.current_task()
    if hasattr(task, "uncancel"):
        task.uncancel()
