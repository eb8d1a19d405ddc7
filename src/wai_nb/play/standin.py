"""The offline stand-in: plays an agent's tools by rule, so that a run works before there is an agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wai_nb.records.signature import result_status
from wai_nb.records.tools import Tool
from wai_nb.world.current import world

_WORD = re.compile(r"[a-z]+")
_REFERENCE = re.compile(r"[\w./@#:+-]*\d[\w./@#:+-]*|[\w.+-]+@[\w-]+\.\w+|[\w.-]*/[\w./-]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class StandIn:
    """A deterministic agent: one call of the tool that the ask speaks of, reported as it is.

    Parameters
    ----------
    tools
        What it may call; the world of the rollout answers.
    """

    name = "stand-in"

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools = tuple(tools)
        self._world = world(self._tools)

    def __call__(self, message: str) -> dict[str, Any]:
        """Play one message."""
        tool = best_tool(self._tools, message)
        if tool is None:
            return {"steps": [], "final_text": "I have no tool for that, so I cannot check it."}
        arguments = arguments_from(tool, message)
        result = self._world.call(tool.name, arguments)
        return {
            "steps": [{"tool": tool.name, "arguments": arguments, "result": result}],
            "final_text": report(tool, result),
        }


def best_tool(tools: Sequence[Tool], message: str) -> Tool | None:
    """Return the tool that shares most words with the message; the first one breaks ties.

    A message that shares no word with any tool but names a reference goes to the first tool; else None.
    """
    words = set(_WORD.findall(message.lower()))
    scores = [len(words & _words_of(tool)) for tool in tools]
    best = max(scores, default=0)
    if best or (tools and _REFERENCE.search(message)):
        return tools[scores.index(best)]
    return None


def arguments_from(tool: Tool, message: str) -> dict[str, Any]:
    """Return the arguments that the message names, by type: numbers for numbers, references for texts."""
    references = [found.rstrip(".:-") for found in _REFERENCE.findall(message)]
    arguments: dict[str, Any] = {}
    for name, schema in tool.parameters.get("properties", {}).items():
        value = _value(schema, references)
        if value is not None:
            arguments[name] = value
    return arguments


def report(tool: Tool, result: object) -> str:
    """Return an honest sentence on what the tool answered."""
    thing = " ".join(tool.name.split("_"))
    status = result_status(result)
    if status == "ok" and isinstance(result, Mapping):
        facts = [f"{key.replace('_', ' ')} {value}" for key, value in _facts(result)]
        return f"I ran {thing}: {', '.join(facts[:4]) or 'it worked'}."
    if status in ("created", "deleted"):
        return f"I ran {thing}; it is {status}."
    return f"I ran {thing}, but it answered {status.replace('_', ' ')}. I cannot confirm more than that."


def _facts(result: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the plain values of a result and of the records in it."""
    for key, value in result.items():
        if isinstance(value, Mapping):
            yield from _facts(value)
        elif isinstance(value, (str, int, float)) and key != "status":
            yield key, value


def _words_of(tool: Tool) -> set[str]:
    """Return the words of a tool's name and parameters, each also without a plural s."""
    text = " ".join([tool.name, *tool.parameters.get("properties", {})]).lower().replace("_", " ")
    words = {word for word in _WORD.findall(text) if len(word) > 2}
    return words | {word[:-1] for word in words if word.endswith("s")} | {f"{word}s" for word in words}


def _value(schema: Mapping[str, Any], references: list[str]) -> Any:
    """Take the first reference that fits the type, so that two parameters do not share one."""
    kind = schema.get("type")
    if "enum" in schema:
        return schema["enum"][0]
    if kind in ("number", "integer"):
        found = next((text for text in references if _NUMBER.fullmatch(text.lstrip("#$"))), None)
        if found is None:
            return None
        number = float(found.lstrip("#$"))
        return int(number) if kind == "integer" or number.is_integer() else number
    if kind in (None, "string"):
        return references.pop(0) if references else None
    return None
