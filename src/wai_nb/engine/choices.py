"""What a run settled before it began: who plays, who answers, what is played - and what to say about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from wai_nb.engine.allocate import Plan
from wai_nb.engine.pinned import Pinned, Task, read_tasks
from wai_nb.engine.settings import Settings
from wai_nb.errors import SettingError
from wai_nb.play.agents import Agent, check_agent
from wai_nb.play.standin import StandIn
from wai_nb.records.tools import Tool, call_tools, to_tools
from wai_nb.records.view.wording import plural
from wai_nb.records.warnings import Advice
from wai_nb.stats import draw

# Dials of the situations; a task set brings its own.
FIXED_BY_TASKS = ("situations", "phrasings", "unique_situations", "until", "hard_share", "fault_rate", "dimensions")


@dataclass
class Choices:
    """The agent, its tools, the task set if one is replayed, and notes on each choice made for the user."""

    agent: Agent
    tools: tuple[Tool, ...]
    answered_by: str
    tasks: list[Task] | None = None
    repeats: int = 1
    notes: list[Advice] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)

    @property
    def tasks_id(self) -> str | None:
        """What tells one task set from another."""
        return (
            None if self.tasks is None else draw.digest("tasks", *(task.ask.ask_id for task in self.tasks), length=16)
        )

    def plan(self, settings: Settings) -> Plan | Pinned:
        """Return what is played first: the task set, or situations drawn from the grid."""
        if self.tasks is not None:
            eval_run = 0 if settings.runs > 1 else None
            return Pinned(self.tasks, settings.repeats or self.repeats, settings, self.tools, eval_run)
        plan = Plan(settings, self.tools)
        if plan.seeds_dropped:
            self._note_dropped(plan, settings)
        if plan.seeds and settings.shape[0] > 1:
            why = "Put another way a seed is a situation of its own; phrasings= counts for the writer's asks."
            self.notes.append(Advice("Each seed was played in its own words only.", why))
        return plan

    def _note_dropped(self, plan: Plan, settings: Settings) -> None:
        n = len(plan.seeds) + len(plan.seeds_dropped)
        budget = n * plan.repeats
        what = f"{plural(len(plan.seeds_dropped), 'seed')} dropped: {', '.join(map(repr, plan.seeds_dropped[:3]))}."
        why = f"The budget of {settings.budget:,} rows pays for {len(plan.seeds)} of {n} seeds."
        self.notes.append(Advice(what, why, f"wai.simulate(..., budget={budget})"))


def read_choices(agent: Any, settings: Settings) -> Choices:
    """Return the choices of a run.

    Raises
    ------
    SettingError
        When there is nothing to play, or nothing to replay.
    """
    tools = to_tools(settings.tools)
    if agent is None and not tools and not settings.system_prompt:
        raise SettingError(
            "simulate() needs something to play: an agent, tools=[...] or system_prompt='...'. "
            "Fix: wai.simulate(agent, tools=[...], system_prompt='...')"
        )
    chosen = StandIn(tools) if agent is None else check_agent(agent)
    choices = Choices(chosen, tools, _answered_by(settings))
    if settings.tasks is not None:
        choices.tasks, choices.repeats, left_out = read_tasks(settings.tasks)
        _note_tasks(choices, settings, left_out)
    _note_choices(choices, agent, settings)
    return choices


def _answered_by(settings: Settings) -> str:
    if settings.execute is call_tools:
        return "the tools' own bodies"
    return "the mock world" if settings.execute is None else "execute="


def _note_tasks(choices: Choices, settings: Settings, left_out: int) -> None:
    if left_out:
        what = f"{plural(left_out, 'row')} of tasks= {'has' if left_out == 1 else 'have'} no prompt."
        choices.notes.append(Advice(what, "There is nothing to ask, so they were not replayed."))
    unused = [name for name in FIXED_BY_TASKS if getattr(settings, name) != Settings.model_fields[name].default]
    if unused:
        what = f"tasks= fixes what is asked, so {', '.join(f'{name}=' for name in unused)} changed nothing."
        choices.notes.append(Advice(what, "Leave tasks= out to draw new situations."))


def _note_choices(choices: Choices, agent: Any, settings: Settings) -> None:
    if agent is None:
        choices.degraded.append("stand_in")
        why = "A deterministic offline stand-in played the tools; its rows say nothing about a real agent."
        fix = "wai.simulate(my_agent, tools=..., system_prompt=...)"
        choices.notes.append(Advice("No agent was given.", why, fix))
    if settings.simulator is None and settings.tasks is None:
        choices.degraded.append("offline_writer")
        why = "No model is configured as the situation writer."
        choices.notes.append(Advice("The asks were written offline.", why, "wai.simulate(..., simulator=False)"))
    if settings.grader is not None and settings.advanced is None:
        why = "Rolling out again and varying what the grader fails come with a later release."
        fix = 'wai.simulate(..., advanced={"mutate_graded_failures": False})'
        choices.notes.append(Advice("The grader's verdicts did not steer the run.", why, fix))
    if settings.reproducible and settings.clock:
        why = "A clock stops a run wherever it happens to be; every row says so (lineage.reproducible)."
        choices.notes.append(
            Advice("reproducible=True does not hold under time_budget=.", why, "budget= counts rows instead")
        )
    asked = settings.repeat_policy == "successive" or (settings.mode == "rl" and settings.repeat_policy is None)
    if asked and settings.tasks is None and not settings.unique_situations:
        why = "Successive allocation comes with a later release."
        fix = 'wai.simulate(..., repeat_policy="fixed")'
        choices.notes.append(Advice("Every ask was played all its repeats.", why, fix))
