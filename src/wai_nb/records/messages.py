"""A trajectory as a chat: the messages that trainers and people read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

Message = dict[str, Any]


def chat_messages(
    prompt: str, steps: Iterable[Mapping[str, Any]], final_text: str, system_prompt: str = ""
) -> list[Message]:
    """Return a trajectory as OpenAI chat messages.

    Parameters
    ----------
    prompt
        What the person asked.
    steps
        Tool steps ``{"tool", "arguments", "result"}``, and on longer threads ``{"user": text}`` or
        ``{"text": text}`` (something the agent said on the way).
    final_text
        The last reply.
    system_prompt
        Put first when given.

    Returns
    -------
    list of dict
        Every tool call has an id of its own and is answered by the message after it; arguments and
        results are JSON text; no two assistant turns stand side by side.

    Examples
    --------
    >>> steps = [{"tool": "get_order", "arguments": {"order_id": "7"}, "result": {"status": "ok"}}]
    >>> [m["role"] for m in chat_messages("Where is order 7?", steps, "On its way.")]
    ['user', 'assistant', 'tool', 'assistant']
    """
    messages: list[Message] = [{"role": "system", "content": system_prompt}] if system_prompt else []
    messages.append({"role": "user", "content": prompt})
    calls = 0
    for step in steps:
        if "tool" in step:
            _add_call(messages, step, f"call_{calls}")
            calls += 1
        elif "user" in step:
            messages.append({"role": "user", "content": _text(step["user"])})
        else:
            _say(messages, _text(step.get("text", "")))
    _say(messages, final_text)
    return messages


def _add_call(messages: list[Message], step: Mapping[str, Any], call_id: str) -> None:
    call = {"id": call_id, "type": "function", "function": {"name": step["tool"], "arguments": _arguments(step)}}
    last = messages[-1]
    if last["role"] == "assistant" and "tool_calls" not in last:
        last["tool_calls"] = [call]
    else:
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
    messages.append({"role": "tool", "tool_call_id": call_id, "content": _text(step.get("result"))})


def _arguments(step: Mapping[str, Any]) -> str:
    arguments = step.get("arguments") or {}
    return json.dumps(arguments if isinstance(arguments, Mapping) else {"raw": arguments}, ensure_ascii=False)


def _say(messages: list[Message], text: str) -> None:
    """Add an assistant turn; text that follows text is the same turn."""
    last = messages[-1]
    if last["role"] == "assistant" and "tool_calls" not in last:
        last["content"] = f"{last['content']}\n{text}".strip()
    elif text:
        messages.append({"role": "assistant", "content": text})


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
