"""Play an agent through situations and return the rows."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wai_nb.engine.account import covered, rerolled_most, spent, stop_reason, warnings_of
from wai_nb.engine.allocate import Plan
from wai_nb.engine.later import refuse_later
from wai_nb.engine.ledger import Job, Ledger
from wai_nb.engine.progress import Progress, open_panel
from wai_nb.engine.rows import make_row, make_stamp, mark_cut_groups
from wai_nb.engine.schedule import Schedule
from wai_nb.engine.settings import Settings, read_settings
from wai_nb.engine.workers import LoopWorkers, ThreadWorkers, Workers
from wai_nb.errors import SettingError
from wai_nb.play.agents import agent_name, check_agent, is_async
from wai_nb.play.rollout import Outcome, Player, Slot
from wai_nb.play.standin import StandIn
from wai_nb.records.dataset import SimulationData
from wai_nb.records.rows import Row
from wai_nb.records.tools import call_tools, to_tools
from wai_nb.records.warnings import Advice

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wai_nb.engine.options import SimulateOptions

UPDATE_SECONDS = 0.25  # between two updates of the display: four a second, of ten that a front end takes well


def simulate(agent: Any = None, **options: Unpack[SimulateOptions]) -> SimulationData:
    """Generate situations for an agent, play them, and return the rows.

    Parameters
    ----------
    agent
        A function, sync or async, that takes one message (a text) and returns
        ``{"steps": [{"tool", "arguments", "result"}, ...], "final_text": "..."}``. None plays a deterministic
        offline stand-in, and says so.
    **options
        The dials, all optional; :class:`wai_nb.engine.settings.Settings` explains each.

        *The agent*: ``tools``, ``system_prompt`` (or ``policy``), ``execute``, ``sampling``.
        *How much*: ``mode`` ("explore", "sft", "rl", "adaptive"), ``budget`` (rows, 1000), ``situations``,
        ``phrasings``, ``repeats``, ``repeat_policy``, ``unique_situations``, ``until``.
        *What*: ``seed`` (0), ``hard_share`` (0.40), ``fault_rate`` (0.30), ``dimensions``, ``simulator``.
        *How*: ``concurrency`` (32), ``timeout`` (300 s a call), ``on_progress``, ``output``.

    Returns
    -------
    SimulationData
        ``rows``, ``warnings``, ``search``, ``report()``, ``grade(judge)``, ``save(path)``. The same call gives the
        same rows, in the same order, at any concurrency and on any machine, if the agent answers from its
        message alone.

    Raises
    ------
    ArgumentError, SettingError
        Before anything is spent: a name nobody knows, or a value outside its range.
    NotYetError
        For a documented option of a later release.

    Examples
    --------
    >>> import wai_nb as wai
    >>> def agent(message):
    ...     return {"steps": [], "final_text": "Let me look into it."}
    >>> data = wai.simulate(agent, system_prompt="Help customers with orders.", budget=3)
    >>> len(data.rows), data.stopped_because
    (3, 'budget')
    """
    run = Run(agent, read_settings(refuse_later(dict(options))))
    return run.play()


class Run:
    """One run: its plan, its books and its hands."""

    def __init__(self, agent: Any, settings: Settings) -> None:
        self.settings = settings
        self.tools = to_tools(settings.tools)
        if agent is None and not self.tools and not settings.system_prompt:
            raise SettingError(
                "simulate() needs something to play: an agent, tools=[...] or system_prompt='...'. "
                "Fix: wai.simulate(agent, tools=[...], system_prompt='...')"
            )
        self.notes: list[Advice] = []
        self.degraded: list[str] = []
        self.agent = self._stand_in() if agent is None else check_agent(agent)
        self._note_choices()
        self.plan = Plan(settings, self.tools)
        n, k = settings.shape
        self.ledger: Ledger[Slot, Row] = Ledger(
            self._counted_slots(), wanted=self.plan.wanted, rerolls=k, concurrency=settings.concurrency
        )
        self._written: set[str] = set()
        self.stamp = make_stamp(
            seed=settings.seed,
            mode=settings.mode,
            shape=(n, k),
            sampling=settings.sampling,
            agent=agent_name(self.agent),
            tools=self.tools,
            system_prompt=settings.system_prompt,
            answered_by=self._answered_by(agent),
        )
        self.progress = Progress(self.ledger, lambda: len(self._written), settings.on_progress)

    def play(self) -> SimulationData:
        """Play the run on a thread of its own and wait for it; an interrupt returns the rows so far."""
        schedule = Schedule(
            self.ledger,
            self._workers(),
            to_row=self._to_row,
            concurrency=self.settings.concurrency,
            timeout=self.settings.timeout,
            on_event=self.progress.note,
        )
        task = _Task(schedule.run)
        panel = open_panel(("simulate", self.settings.mode, f"seed {self.settings.seed}"))
        task.start()
        self._wait(task, schedule, panel)
        if task.failure is not None:
            raise task.failure
        self.progress.close()
        data = self._data()
        if panel is not None:
            panel.finish(data)
        if self.settings.output:
            data.save(self.settings.output)
        return data

    def _wait(self, task: _Task, schedule: Schedule, panel: Any) -> None:
        try:
            while not task.ended.wait(UPDATE_SECONDS):
                if panel is not None:
                    panel.update(self.progress.counts())
        except KeyboardInterrupt:
            schedule.interrupt()
            task.ended.wait()

    def _workers(self) -> Workers:
        player = Player(self.agent, self.plan.worlds(self.settings.execute), self.settings.seed)
        if is_async(self.agent):
            return LoopWorkers(lambda job: player.aplay(job.slot, job.attempt))
        return ThreadWorkers(lambda job: player.play(job.slot, job.attempt), self.settings.concurrency)

    def _to_row(self, job: Job[Slot], outcome: Outcome) -> Row:
        assert outcome.reply is not None  # an outcome without a failure has a reply
        return make_row(job.slot, outcome.reply, job.attempt, self.stamp)

    def _counted_slots(self) -> Any:
        for slot in self.plan.slots():
            self._written.add(slot.situation.scenario_id)
            yield slot

    def _stand_in(self) -> StandIn:
        self.degraded.append("stand_in")
        self.notes.append(
            Advice(
                "No agent was given.",
                "A deterministic offline stand-in played the tools; its rows say nothing about a real agent.",
                "wai.simulate(my_agent, tools=..., system_prompt=...)",
            )
        )
        return StandIn(self.tools)

    def _note_choices(self) -> None:
        if self.settings.simulator is None:
            self.degraded.append("offline_writer")
            self.notes.append(
                Advice(
                    "The asks were written offline.",
                    "No model is configured as the situation writer.",
                    "wai.simulate(..., simulator=False)",
                )
            )
        if self.settings.repeat_policy == "successive" or (
            self.settings.mode == "rl" and self.settings.repeat_policy is None
        ):
            self.notes.append(
                Advice(
                    "Every ask was played all its repeats.",
                    "Successive allocation comes with a later release.",
                    'wai.simulate(..., repeat_policy="fixed")',
                )
            )

    def _answered_by(self, agent: Any) -> str:
        if self.settings.execute is call_tools:
            return "the tools' own bodies"
        if self.settings.execute is not None:
            return "execute="
        return "the mock world"

    def _data(self) -> SimulationData:
        rows = [self.ledger.rows[place] for place in sorted(self.ledger.rows)]
        mark_cut_groups(rows)
        search = spent(self.ledger, rows, self.settings)
        coverage = covered(self.plan, rows)
        advice = warnings_of(self.ledger, search, rows, self.settings, {tool.name for tool in self.tools}, self.notes)
        if self.progress.callback_error:
            advice.append(Advice("on_progress raised and was not called again.", self.progress.callback_error))
        if rerolled_most(self.ledger):
            text = next(str(each) for each in advice if each.what.startswith("More rollouts"))
            warnings.warn(text, UserWarning, stacklevel=4)
        kept = self.settings.model_dump(exclude={"tools", "system_prompt", "execute", "on_progress", "sampling"})
        return SimulationData(
            rows,
            tools=self.tools,
            system_prompt=self.settings.system_prompt,
            stopped_because=stop_reason(self.ledger, self.plan, self.settings),
            warnings=advice,
            degraded=[*self.degraded, *(["rollouts_lost"] if self.ledger.lost else [])],
            search=search,
            coverage=coverage,
            settings=kept,
        )


class _Task(threading.Thread):
    """A function on a daemon thread; what it raises is kept.

    ``ended`` stands in for ``join``, which until Python 3.12 takes a thread for ended when an interrupt
    arrives while it waits (CPython issue 90882).
    """

    def __init__(self, function: Callable[[], None]) -> None:
        super().__init__(name="wai-run", daemon=True)
        self.ended = threading.Event()
        self.failure: BaseException | None = None
        self._function = function

    def run(self) -> None:
        """Call the function; never raises."""
        try:
            self._function()
        except BaseException as error:
            self.failure = error
        finally:
            self.ended.set()
