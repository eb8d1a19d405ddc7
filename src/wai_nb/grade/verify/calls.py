"""Tool calls of a row, in whichever spelling it has, and the verifier of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from wai_nb.errors import ArgumentError, shown
from wai_nb.grade.verify.base import Checked, Verifier
from wai_nb.grade.verify.jsons import same_json
from wai_nb.records.rows import Row


class ToolCall(NamedTuple):
    """One call of a tool."""

    name: str
    arguments: Any
    id: str | None = None


def tool_calls(row: Mapping[str, Any]) -> list[ToolCall]:
    """Return the tool calls of a row, in order.

    Parameters
    ----------
    row
        With ``steps`` (``{"tool" or "name", "arguments"}``), or else with ``messages`` that carry OpenAI
        ``tool_calls`` or Anthropic ``tool_use`` blocks. Arguments written as JSON text are read.

    Examples
    --------
    >>> tool_calls({"steps": [{"tool": "get_order", "arguments": '{"order_id": "7"}'}]})
    [ToolCall(name='get_order', arguments={'order_id': '7'}, id=None)]
    """
    steps = row.get("steps")
    found = list(_from_steps(steps if isinstance(steps, list) else []))
    messages = row.get("messages")
    return found or list(_from_messages(messages if isinstance(messages, list) else []))


def _from_steps(steps: list[Any]) -> Iterator[ToolCall]:
    for step in steps:
        name = (step.get("tool") or step.get("name")) if isinstance(step, Mapping) else None
        if isinstance(name, str):
            yield ToolCall(name, _arguments(step.get("arguments")), _id(step.get("id") or step.get("tool_call_id")))


def _from_messages(messages: list[Any]) -> Iterator[ToolCall]:
    for message in messages:
        if not isinstance(message, Mapping) or message.get("role") != "assistant":
            continue
        content = message.get("content")
        blocks = content if isinstance(content, list) else []
        for call in [*(message.get("tool_calls") or []), *blocks]:
            if not isinstance(call, Mapping):
                continue
            inner = call.get("function") if isinstance(call.get("function"), Mapping) else call
            assert isinstance(inner, Mapping)
            is_call = inner is not call or call.get("type") in ("tool_use", "tool_call") or "arguments" in call
            if is_call and isinstance(inner.get("name"), str):
                arguments = inner.get("arguments", inner.get("input"))
                yield ToolCall(inner["name"], _arguments(arguments), _id(call.get("id")))


def _arguments(value: Any) -> Any:
    if value is None or (isinstance(value, str) and not value.strip()):
        return {}
    if isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _id(value: Any) -> str | None:
    return None if value is None else str(value)


class ToolCalls(Verifier):
    """Pass when the expected tools were called.

    Parameters
    ----------
    expected
        Names, or ``{"tool": name, "arguments": {...}}`` where the arguments named must be equal and others are free;
        by default the reference of the row. Each expected call needs a call of its own.
    ordered
        Whether the calls must come in this order.
    extra
        Whether further calls are allowed.
    name, field
        See :class:`Verifier`.

    Examples
    --------
    >>> row = {"steps": [{"tool": "get_order", "arguments": {"order_id": "7"}}], "final_text": "On its way."}
    >>> ToolCalls(["get_order"])(row)["reward"], ToolCalls(["refund_order"])(row)["reason"]
    (1, 'not called as expected: 1 of 1')
    """

    needs_reply = False

    def __init__(
        self,
        expected: Sequence[Any] | None = None,
        *,
        ordered: bool = False,
        extra: bool = True,
        name: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(name=name, field=field)
        self.expected = None if expected is None else wanted_calls(expected)
        self.ordered, self.extra = ordered, extra
        self.needs_reference = expected is None

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether every expected call has a call of its own."""
        try:
            wanted = self.expected if self.expected is not None else wanted_calls(reference)
        except ArgumentError:
            return None, "the reference is no list of tool calls"
        made = tool_calls(row)
        hits = _in_order(wanted, made) if self.ordered else _matched(wanted, made)
        if hits < len(wanted):
            order = " in this order" if self.ordered else ""
            return 0, f"not called as expected{order}: {len(wanted) - hits} of {len(wanted)}"
        if len(made) > len(wanted) and not self.extra:
            return 0, f"{len(made) - len(wanted)} further calls"
        return 1, "called as expected"


def wanted_calls(expected: Any) -> list[ToolCall]:
    """Return expected calls, from names or dicts, as :class:`ToolCall`; one alone stands for a list of one.

    Raises
    ------
    ArgumentError
        When one of them is neither.
    """
    many = expected if isinstance(expected, (list, tuple)) and not isinstance(expected, ToolCall) else [expected]
    return [_wanted(one) for one in many]


def _wanted(one: Any) -> ToolCall:
    if isinstance(one, ToolCall):
        return one
    if isinstance(one, str):
        return ToolCall(one, {})
    name = (one.get("tool") or one.get("name")) if isinstance(one, Mapping) else None
    if isinstance(name, str) and isinstance(_arguments(one.get("arguments")), Mapping):
        return ToolCall(name, _arguments(one.get("arguments")))
    raise ArgumentError(f"expected call {shown(one)} is neither a name nor {{'tool': name, 'arguments': {{...}}}}.")


def _fits(wanted: ToolCall, made: ToolCall) -> bool:
    if made.name != wanted.name:
        return False
    has = made.arguments if isinstance(made.arguments, Mapping) else {}
    return all(key in has and same_json(has[key], value) for key, value in wanted.arguments.items())


def _in_order(wanted: Iterable[ToolCall], made: Iterable[ToolCall]) -> int:
    left = iter(made)
    hits = 0
    for one in wanted:
        if not any(_fits(one, call) for call in left):
            break
        hits += 1
    return hits


def _matched(wanted: list[ToolCall], made: list[ToolCall]) -> int:
    """Return how many expected calls can each have a call of their own (augmenting paths)."""
    taken: dict[int, int] = {}

    def place(number: int, seen: set[int]) -> bool:
        for at, call in enumerate(made):
            if at not in seen and _fits(wanted[number], call):
                seen.add(at)
                if at not in taken or place(taken[at], seen):
                    taken[at] = number
                    return True
        return False

    return sum(place(number, set()) for number in range(len(wanted)))
