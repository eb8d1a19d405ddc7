"""Read what an agent returned, or say exactly what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wai_nb.errors import WaiError, shown
from wai_nb.records.values import clean_text, jsonable

CONTRACT = "an agent returns {'steps': [{'tool', 'arguments', 'result'}, ...], 'final_text': 'the reply'}"
REASONS = ("agent_error", "empty_reply", "tool_markup")  # the documents' names

# Opening tokens of the tool-call formats that chat templates leave behind when nothing parses them.
_MARKUP = re.compile(
    r"<tool_call>|<function_call>|<function=|<\|tool_call\|>|<\|python_tag\|>|\[TOOL_CALLS\]|<invoke name=|<｜tool"
)


class ReplyError(WaiError):
    """An agent's reply is not a rollout; `reason` is one of :data:`REASONS`."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True)
class Reply:
    """A reply that follows the contract, as JSON data.

    Parameters
    ----------
    steps
        Tool steps, in order.
    final_text
        The last reply.
    extras
        Further keys that the agent returned; they ride along on the row.
    """

    steps: list[dict[str, Any]]
    final_text: str
    extras: dict[str, Any] = field(default_factory=dict)


def read_reply(returned: object) -> Reply:
    """Return the reply, or raise :class:`ReplyError` that names the field at fault.

    Examples
    --------
    >>> read_reply({"final_text": "On its way."}).steps
    []
    >>> read_reply(None)
    Traceback (most recent call last):
    wai_nb.play.reply.ReplyError: the agent returned None; an agent returns {'steps': ...
    """
    if isinstance(returned, str):
        returned = {"final_text": returned}
    if not isinstance(returned, Mapping):
        raise ReplyError("agent_error", f"the agent returned {shown(returned)}; {CONTRACT}.")
    if "final_text" not in returned and "steps" not in returned:
        keys = ", ".join(map(repr, returned)) or "none"
        raise ReplyError("agent_error", f"the agent returned a dict with the keys {shown_keys(keys)}; {CONTRACT}.")
    steps = _steps(returned.get("steps"))
    text = _final_text(returned.get("final_text"))
    extras = {str(key): jsonable(value) for key, value in returned.items() if key not in ("steps", "final_text")}
    return Reply(steps, text, extras)


def shown_keys(keys: str) -> str:
    """Return a list of keys, cut for an error message."""
    return keys if len(keys) <= 120 else keys[:119] + "…"


def _final_text(value: object) -> str:
    if value is None:
        raise ReplyError("empty_reply", "final_text is missing or None: the agent said nothing.")
    if not isinstance(value, str):
        raise ReplyError("agent_error", f"final_text is {shown(value)}, not a text; {CONTRACT}.")
    text = clean_text(value)
    if not text.strip():
        raise ReplyError("empty_reply", "final_text is empty: the agent said nothing.")
    if _MARKUP.search(text):
        raise ReplyError(
            "tool_markup",
            f"final_text holds raw tool-call markup ({shown(text, 60)}): the model's tool calls were not parsed.",
        )
    return text


def _steps(value: object) -> list[dict[str, Any]]:
    if value is None:
        return []
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Sequence):
        raise ReplyError("agent_error", f"steps is {shown(value)}, not a list of steps; {CONTRACT}.")
    return [_step(number, step) for number, step in enumerate(value)]


def _step(number: int, step: object) -> dict[str, Any]:
    if not isinstance(step, Mapping) or not any(key in step for key in ("tool", "user", "text")):
        raise ReplyError(
            "agent_error", f"steps[{number}] is {shown(step)}, not {{'tool': ..., 'arguments': ..., 'result': ...}}."
        )
    if "tool" not in step:
        return dict(jsonable(step))
    if not isinstance(step["tool"], str) or not step["tool"]:
        raise ReplyError("agent_error", f"steps[{number}]['tool'] is {shown(step['tool'])}, not the name of a tool.")
    rest = {str(key): jsonable(item) for key, item in step.items() if key not in ("tool", "arguments", "result")}
    return {
        "tool": clean_text(step["tool"]),
        "arguments": jsonable(_arguments(step.get("arguments"))),
        "result": jsonable(step.get("result")),
        **rest,
    }


def _arguments(value: object) -> object:
    """Return arguments as a dict; blank reads as {}, JSON text is parsed, anything else stays as it is."""
    if value is None or value == "":
        return {}
    if isinstance(value, str):
        try:
            parsed = json.loads(value)
        except ValueError:
            return value
        return parsed if isinstance(parsed, dict) else value
    return value
