"""Play one ask once: set the scene, call the agent, read its reply, classify what went wrong."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wai_nb.asks.compose import Ask
from wai_nb.plan.situation import Situation
from wai_nb.play.agents import Agent
from wai_nb.play.reply import Reply, ReplyError, read_reply
from wai_nb.records.values import clean_text
from wai_nb.world.answers import World
from wai_nb.world.current import CurrentRollout, playing

LONGEST_ERROR = 300  # characters of an error text that are kept; convention


@dataclass(frozen=True)
class Slot:
    """One place of the plan: an ask of a situation, and which of its repeats this is.

    Parameters
    ----------
    situation, ask, rollout_index
        What is played, and the how manieth time.
    eval_run
        Which run of an evaluation it belongs to, where there are several.
    writer
        Who wrote the ask.
    reason
        Why it is in the plan: ``planned``, ``seed``, ``seed_variant`` or ``pinned``.
    marks
        What its row's lineage says besides.
    answers
        Fields of its row that hold the answer key of a given task; the agent does not see them.
    """

    situation: Situation
    ask: Ask
    rollout_index: int
    eval_run: int | None = None
    writer: str = "offline"
    reason: str = "planned"
    marks: Mapping[str, Any] = field(default_factory=dict)
    answers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Failure:
    """Why a call gave no row: one of the documents' reasons, and the first words of the error."""

    reason: str
    text: str
    timed_out: bool = False


@dataclass(frozen=True)
class Outcome:
    """How one call ended: a reply, a failure, or an interrupt."""

    reply: Reply | None = None
    failure: Failure | None = None
    interrupted: bool = False


class Player:
    """Plays slots with one agent.

    Parameters
    ----------
    agent
        A function of one message, sync or async.
    world_of
        Makes the world of a situation, fresh for every rollout.
    seed
        Seed of the run, for agents that ask for it.
    """

    def __init__(self, agent: Agent, world_of: Callable[[Situation], World], seed: int) -> None:
        self._agent = agent
        self._world_of = world_of
        self._seed = seed

    def play(self, slot: Slot, attempt: int) -> Outcome:
        """Call the agent; never raises."""
        try:
            with self._scene(slot, attempt) as scene:
                returned = self._agent(slot.ask.prompt)
                if inspect.isawaitable(returned):  # a plain function that hands back a coroutine
                    returned = asyncio.run(_finish(returned))
                return _outcome(returned, scene)
        except BaseException as error:
            return failed(error)

    async def aplay(self, slot: Slot, attempt: int) -> Outcome:
        """Call an async agent; only being cancelled gets out."""
        try:
            with self._scene(slot, attempt) as scene:
                return _outcome(await self._agent(slot.ask.prompt), scene)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            return failed(error)

    def _scene(self, slot: Slot, attempt: int) -> playing:
        """Set what ``wai.current_rollout`` and ``wai.world`` answer while the agent works."""
        now = CurrentRollout(
            prompt=slot.ask.prompt,
            rollout_index=slot.rollout_index,
            seed=self._seed,
            ask_id=slot.ask.ask_id,
            scenario_id=slot.situation.scenario_id,
            attempt=attempt,
            eval_run=slot.eval_run,
        )
        return playing(now, lambda: self._world_of(slot.situation))


def _outcome(returned: object, scene: playing) -> Outcome:
    """Read the reply; an agent that returns no steps is given those that its world saw."""
    reply = read_reply(returned)
    if not reply.steps and scene.calls:
        reply = replace(reply, steps=[dict(call) for call in scene.calls])
    return Outcome(reply)


async def _finish(awaitable: Awaitable[object]) -> object:
    return await awaitable


def failed(error: BaseException) -> Outcome:
    """Return the outcome of a call that raised."""
    if isinstance(error, KeyboardInterrupt):
        return Outcome(interrupted=True)
    if isinstance(error, ReplyError):
        return Outcome(failure=Failure(error.reason, _cut(str(error))))
    timed_out = isinstance(error, TimeoutError)
    return Outcome(failure=Failure("agent_error", _cut(f"{type(error).__name__}: {error}"), timed_out))


def _cut(text: str) -> str:
    text = clean_text(text)
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}… ({len(text) - LONGEST_ERROR:,} more)"
