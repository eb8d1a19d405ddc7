"""Try an agent on one message, before a run is spent on it."""

from __future__ import annotations

from typing import Any

from wai_nb.asks.compose import Ask
from wai_nb.asks.facts import Facts
from wai_nb.errors import ArgumentError, shown
from wai_nb.plan.axes import SUCCESS, UNSPECIFIED
from wai_nb.plan.situation import Cell, Situation
from wai_nb.play.agents import agent_name, check_agent
from wai_nb.play.rollout import Outcome, Player, Slot
from wai_nb.records.messages import chat_messages
from wai_nb.records.report import Card, Note, Report
from wai_nb.records.tools import to_tools
from wai_nb.records.trajectory import trajectory
from wai_nb.world.answers import worlds

CALM = Cell(UNSPECIFIED, UNSPECIFIED, "ordinary", "entity exists", SUCCESS, "fresh")  # nothing fails, everything exists


class Tryout(Report):
    """What :func:`try_agent` returns: ``ok``, ``error`` (the exact problem, or None) and ``row``."""

    def card(self) -> Card:
        """Return the rollout to read, or what is wrong with the reply."""
        if self["ok"]:
            return trajectory(self["row"]).card()
        return Card(
            kind=("try_agent", self["agent"]),
            headline="The reply is not a rollout",
            sub=f"A run would count it as {self['reason']}.",
            blocks=[Note("error", self["error"], group="What is wrong")],
        )


def try_agent(agent: Any, message: str, *, tools: Any = None, execute: Any = None) -> Tryout:
    """Play one message and return the rollout to read, or the exact error of the reply.

    Parameters
    ----------
    agent
        As for :func:`wai_nb.simulate`.
    message
        What the person asks.
    tools, execute
        As for :func:`wai_nb.simulate`; the mock world answers where ``execute`` is not given, and nothing fails in it.

    Returns
    -------
    Tryout
        ``ok``, ``error``, ``reason`` (``agent_error``, ``empty_reply``, ``tool_markup`` or None), ``row``, ``agent``.

    Examples
    --------
    >>> try_agent(lambda message: {"text": "hello"}, "Where is order 7?")["error"]
    "the agent returned a dict with the keys 'text'; an agent returns {'steps': ..."
    """
    if not isinstance(message, str) or not message.strip():
        raise ArgumentError(f"message={shown(message)} is not a text that a person could write.")
    checked = check_agent(agent)
    situation = Situation("try", CALM, 0, {}, "ordinary")
    slot = Slot(situation, Ask("try", message, 0, {}, Facts((), {}, {})), 0)
    outcome = Player(checked, worlds(to_tools(tools), execute=execute), seed=0).play(slot, attempt=0)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return Tryout(agent=agent_name(checked), **_read(outcome, message))


def _read(outcome: Outcome, message: str) -> dict[str, Any]:
    if outcome.failure is not None:
        return {"ok": False, "error": outcome.failure.text, "reason": outcome.failure.reason, "row": None}
    reply = outcome.reply
    assert reply is not None  # no failure, no interrupt
    used = list(dict.fromkeys(step["tool"] for step in reply.steps if "tool" in step))
    row = {
        "prompt": message,
        "steps": reply.steps,
        "final_text": reply.final_text,
        "messages": chat_messages(message, reply.steps, reply.final_text),
        "tools_used": used,
        **reply.extras,
    }
    return {"ok": True, "error": None, "reason": None, "row": row}
