"""Asks: a situation put into one person's words, the same words for the same situation, wording and attempt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wai_nb.asks.domain import read_domain
from wai_nb.asks.draft import Draft
from wai_nb.asks.facts import Facts, facts_for
from wai_nb.asks.labels import labels_of
from wai_nb.stats import draw

if TYPE_CHECKING:
    from wai_nb.plan.situation import Situation
    from wai_nb.records.tools import Tool


class Ask(NamedTuple):
    """A situation in one person's words.

    Parameters
    ----------
    ask_id
        Made from the situation and the prompt.
    prompt
        What the person says.
    wording
        Which wording of its situation this is, 0-based.
    labels
        What is true of the text: ``form`` and ``tool_known``, and where they hold ``tone``, ``length``, ``layout``,
        ``texture`` and ``facts_left_out``.
    facts
        The typed values behind the words, shared with the world.
    """

    ask_id: str
    prompt: str
    wording: int
    labels: Mapping[str, Any]
    facts: Facts


class Writer:
    """Writes asks for one agent.

    Parameters
    ----------
    tools
        The agent's tools.
    system_prompt
        Its policy.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from wai_nb.plan.situation import Cell, Situation
    >>> tool = SimpleNamespace(name="get_order", description="Look up an order.",
    ...     parameters={"properties": {"order_id": {"type": "string"}}, "required": ["order_id"]})
    >>> cell = Cell("get_order", "unspecified", "ordinary", "entity exists", "success", "fresh")
    >>> ask = Writer([tool], "Help customers with orders.").write(Situation("sc-1", cell, 7, {}, "ordinary"))
    >>> ask.facts.values["order_id"] in ask.prompt
    True
    """

    def __init__(self, tools: Sequence[Tool], system_prompt: str | None = None) -> None:
        self.domain = read_domain(tools, system_prompt)

    def write(self, situation: Situation, wording: int = 0, attempt: int = 0) -> Ask:
        """Return one wording of a situation.

        Parameters
        ----------
        situation
            What is asked about.
        wording
            Which wording; wordings share the facts and what is wanted.
        attempt
            0, or how often the caller saw the same prompt before: another attempt draws other words.
        """
        facts = facts_for(self.domain, situation)
        draft = Draft(self.domain, situation, facts, wording, attempt)
        prompt = draft.text()
        ask_id = "ask-" + draw.digest(situation.scenario_id, prompt, length=12)
        return Ask(ask_id, prompt, wording, _true_labels(draft, prompt), facts)


def _true_labels(draft: Draft, prompt: str) -> dict[str, Any]:
    """Return labels, each checked in the text."""
    form = "demand" if draft.form == "question" and "?" not in prompt else draft.form
    labels = {"form": form, "tool_known": bool(draft.views), **labels_of(prompt, draft.texture)}
    if draft.vague:
        values = [str(value) for value in draft.facts.values.values() if isinstance(value, (str, int))]
        if values and not any(value in prompt for value in values):
            labels["facts_left_out"] = True
    return labels
