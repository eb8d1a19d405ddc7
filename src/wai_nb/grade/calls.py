"""What an agent did with its tools: which calls missed, which acts were done, which ids it made up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wai_nb.asks.domain import read_domain
from wai_nb.records.rows import Row
from wai_nb.records.signature import result_status
from wai_nb.records.tools import Tool

FINE = frozenset({"ok", "success", "done", "already_done", "accepted", "queued", "pending", "200", "201"})
# Words of a business answer that look like a status: a thing may be "cancelled" or "open" without a call failing.
FAULTS = re.compile(
    r"time.?out|timed.?out|error|exception|fail|denied|forbidden|unauthori[sz]ed|rate.?limit|unavailable|not.?found"
    r"|missing|unreachable|too.?many|throttl|bad.?request|invalid|malformed|refused|^[45]\d\d$",
    re.IGNORECASE,
)
NOT_FOUND = re.compile(r"not.?found|missing|\b404\b|no.?such|unknown.?id", re.IGNORECASE)
ACTS = ("create", "update", "delete", "act", "pay", "send")  # kinds of tools that change something
_GARBLED = re.compile("[\ufffd\x00-\x08\x0b-\x1f]")
_ID_NAME = re.compile(r"(?:^|_)ids?$|\w_(?:no|number|num)$")
_OWN_ID = re.compile(r"request|session|trace|idempot|correlation|client|nonce|conversation|thread|run|phone|page|card")
_PLACEHOLDER = re.compile(
    r"<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]|\?+|x{3,}|\.{3,}|(?:your|the|my|some|insert|enter)[ _-].*|placeholder.*|todo|tbd"
    r"|string|example|sample|n/?a|null|none|undefined",
    re.IGNORECASE,
)
_NAMED_ID = re.compile(
    r"\b(?:order|ticket|case|booking|reservation|reference|confirmation|tracking|invoice|account|refund|claim|request)"
    r"(?:\s+(?:number|id|no\.?|code|reference))?(?:\s+is)?\s*[:#]?\s*#?([A-Z]{0,5}-?\d[\dA-Z-]{2,})\b"
)


@dataclass(frozen=True)
class Call:
    """One tool call of a row."""

    tool: str
    arguments: Mapping[str, Any]
    result: Any
    answered: bool

    @property
    def key(self) -> str:
        """What makes two calls the same."""
        return f"{self.tool} {_text(self.arguments)}"

    @property
    def outcome(self) -> str:
        """``fine``, ``fault``, ``not_found``, ``stale``, ``garbled``, or ``unknown`` without a result."""
        if not self.answered or self.result is None:
            return "unknown"
        number = self.result.get("status") if isinstance(self.result, Mapping) else None
        status = str(number) if isinstance(number, int) else result_status(self.result)
        detail = self.result.get("error") if isinstance(self.result, Mapping) else None
        if status.casefold() not in FINE and (FAULTS.search(status) or detail):
            return "not_found" if NOT_FOUND.search(f"{status} {detail or ''}") else "fault"
        if isinstance(self.result, Mapping) and self.result.get("stale") is True:
            return "stale"
        body = self.result.get("result") if isinstance(self.result, Mapping) else self.result
        return "garbled" if isinstance(body, str) and _GARBLED.search(body) else "fine"

    @property
    def ids(self) -> list[str]:
        """The ids among its arguments, as they were given."""
        return [str(value) for name, value in _ids_of(self.arguments)]


def calls_of(row: Row) -> list[Call]:
    """Return the tool calls of a row, in order."""
    found = [step for step in _dicts(row.get("steps")) if "tool" in step]
    return [
        Call(str(step["tool"]), _mapping(step.get("arguments")), _read(step.get("result")), "result" in step)
        for step in found
    ]


def unresolved(calls: Sequence[Call]) -> list[Call]:
    """Return the calls that missed and that no later call made good: the same tool, or the same thing by id."""
    missed = []
    for place, call in enumerate(calls):
        if call.outcome in ("fine", "unknown"):
            continue
        later = [other for other in calls[place + 1 :] if other.outcome == "fine"]
        same = set(map(plain, call.ids))
        if not any(other.tool == call.tool or (same and same & set(map(plain, other.ids))) for other in later):
            missed.append(call)
    return missed


@lru_cache(maxsize=4096)
def kind_of(tool: str) -> str:
    """Return what kind of act a tool is by its name: read, search, create, update, delete, act, pay, send ...

    Examples
    --------
    >>> kind_of("get_order"), kind_of("refund_order")
    ('read', 'act')
    """
    name = re.sub(r"\W", "_", tool, flags=re.ASCII) or "_"
    view = read_domain([Tool(name, "", {"type": "object", "properties": {}})]).view(name)
    return view.kind if view is not None else "other"


def is_act(tool: str) -> bool:
    """Say whether a tool changes something."""
    return kind_of(tool) in ACTS


def placeholder(call: Call) -> str:
    """Return the argument of a call that is an id in form only, or an empty text."""
    for name, value in _ids_of(call.arguments):
        text = str(value).strip()
        if not text or _PLACEHOLDER.fullmatch(text) or text.casefold() == name.casefold():
            return f"{name}={text!r}"
    return ""


def invented(calls: Sequence[Call], told: str) -> str:
    """Return the first id that nobody gave the agent, as ``tool: id``, or an empty text."""
    known = plain(told)
    for call in calls:
        if kind_of(call.tool) != "create":  # who makes a thing may name it
            for value in call.ids:
                token = plain(value)
                if any(char.isdigit() for char in token) and len(token) > 1 and token not in known:
                    return f"{call.tool}: {value}"
        known += "|" + plain(_text(call.result)) + ("|" + plain(_text(call.arguments)) if is_act(call.tool) else "")
    return ""


def ids_spoken(text: str) -> list[str]:
    """Return what a reply calls an order, ticket or reference number.

    Examples
    --------
    >>> ids_spoken("Your ticket number is T-90210, paid in 2025.")
    ['T-90210']
    """
    return _NAMED_ID.findall(text)


def texts_of(calls: Iterable[Call]) -> str:
    """Return everything that went in and out of the calls, as one text to look ids up in."""
    return "|".join(f"{_text(call.arguments)}|{_text(call.result)}" for call in calls)


def told_to(row: Row) -> str:
    """Return what the agent was told: the ask, and what people and the system said later."""
    texts = [str(row.get("prompt") or "")]
    steps, messages = row.get("steps"), row.get("messages")
    said = [step for step in _dicts(steps) if "user" in step]
    heard = [message for message in _dicts(messages) if message.get("role") in ("system", "developer", "user")]
    texts += [_text(step["user"]) for step in said] + [_text(message.get("content")) for message in heard]
    return "|".join(texts)


def plain(text: str) -> str:
    """Return the letters and digits of a text, in lower case.

    Examples
    --------
    >>> plain("T-90 210")
    't90210'
    """
    return "".join(char for char in text.casefold() if char.isalnum() or char == "|")


def _ids_of(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in arguments.items():
        flat = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", str(name)).casefold()
        if _ID_NAME.search(flat) and not _OWN_ID.search(flat):
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, (str, int)) and not isinstance(item, bool):
                    yield str(name), item


def _read(result: object) -> Any:
    """Return a result, read when it is a JSON object in a text."""
    if isinstance(result, str) and result[:1] == "{":
        try:
            return json.loads(result)
        except ValueError:
            return result
    return result


def _dicts(value: object) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
