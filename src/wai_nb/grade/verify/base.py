"""What every verifier does: find the reply and the answer key, check, and give a verdict that tells no secret."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from wai_nb.errors import ArgumentError, shown
from wai_nb.grade.verify.gold import find_gold, hide_gold
from wai_nb.records.rows import Row

Checked = Any  # a number, a bool, (number, reason), a dict with reward and reason, or None for "cannot say"
_LONGEST_REASON = 300  # convention: a line or three in a table


class Verifier:
    """A judge that decides by rule; subclass it and write :meth:`check`.

    Parameters
    ----------
    name
        The judge's name on graded rows; the class's own in lower case by default.
    field
        Where the answer key is, as a dotted path (``"privileged.answer"``). By default the first of
        ``privileged.reference``, then ``reference``, ``answer``, ``target``, ``solution``, ``label`` and
        ``expected``, at the top of the row, then under ``info``, ``metadata`` and ``privileged``.

    Examples
    --------
    >>> class Short(Verifier):
    ...     needs_reference = False
    ...     def check(self, candidate, reference, row):
    ...         return len(candidate) < 20, f"{len(candidate)} characters"
    >>> Short()({"final_text": "On its way."})
    {'reward': 1, 'reason': '11 characters'}
    """

    kind = "rule"
    use_privileged = True
    needs_reference = True
    needs_reply = True

    def __init__(self, *, name: str | None = None, field: str | None = None) -> None:
        if field is not None and (not isinstance(field, str) or not field.strip()):
            raise ArgumentError(f"field={shown(field)} is not a dotted path, like 'privileged.answer'.")
        self.name = name or type(self).__name__.lower()
        self.field = field

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return how good the reply is: a number or bool in [0, 1], ``(number, reason)``, or None for no verdict."""
        raise NotImplementedError(f"{type(self).__name__} has no check(candidate, reference, row).")

    def __call__(self, row: Row) -> dict[str, Any]:
        """Return ``{"reward", "reason", ...}`` for one row; reward None when there is nothing to go by."""
        if not isinstance(row, Mapping):
            raise ArgumentError(f"{self.name} reads a row dict; got {shown(row)}.")
        reference = find_gold(row, self.field)
        if self.needs_reference and reference is None:
            place = f"at {self.field!r}" if self.field else "(privileged.reference, answer, target ...)"
            return no_verdict(f"the row has no reference {place}")
        candidate = candidate_text(row)
        if candidate is None and self.needs_reply:
            return no_verdict("the row has neither final_text nor an assistant message")
        verdict = read_check(self.check(candidate or "", reference, row))
        return {**verdict, "reason": _short(hide_gold(verdict["reason"], reference))}


def verifier(function: Callable[..., Checked]) -> Verifier:
    """Return a verifier made of a function of the reply, or of the reply and the reference, or with the row as third.

    A function with a second parameter needs a reference: rows without one get no verdict.

    Examples
    --------
    >>> @verifier
    ... def polite(candidate):
    ...     return "thank" in candidate.lower()
    >>> polite({"final_text": "Thank you, done."})["reward"], polite.name
    (1, 'polite')
    """
    return _FunctionVerifier(function)


class _FunctionVerifier(Verifier):
    def __init__(self, function: Callable[..., Checked]) -> None:
        if not callable(function):
            raise ArgumentError(f"@verifier goes over a function (candidate, reference, row); got {shown(function)}.")
        self._takes = _positional(function)
        if not 1 <= self._takes <= 3 or inspect.iscoroutinefunction(function):
            raise ArgumentError(
                f"@verifier goes over a plain function of 1 to 3 arguments (candidate, reference, row); "
                f"{shown(function)} takes {self._takes}{' and is async' * inspect.iscoroutinefunction(function)}."
            )
        self.needs_reference = self._takes > 1
        self._function = function
        self.__doc__ = function.__doc__
        super().__init__(name=getattr(function, "__name__", None))

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        return self._function(*(candidate, reference, row)[: self._takes])


def _positional(function: Callable[..., Any]) -> int:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    return sum(1 for p in parameters if p.kind in kinds and p.default is inspect.Parameter.empty)


def no_verdict(reason: str, **more: Any) -> dict[str, Any]:
    """Return a verdict without a reward, and why."""
    return {"reward": None, "reason": reason, **more}


def read_check(returned: Checked) -> dict[str, Any]:
    """Return what a check gave as ``{"reward", "reason", ...}``; what is no number in [0, 1] becomes None.

    Examples
    --------
    >>> read_check(True), read_check((0.5, "half"))
    ({'reward': 1, 'reason': ''}, {'reward': 0.5, 'reason': 'half'})
    >>> read_check(float("nan"))["reward"], read_check(7)["reason"]
    (None, 'the check returned 7, not a number from 0 to 1')
    """
    if isinstance(returned, Mapping):
        read = read_check((returned.get("reward"), str(returned.get("reason") or "")))
        return {**returned, **read}
    value, reason = returned if isinstance(returned, tuple) and len(returned) == 2 else (returned, "")
    if value is None:
        return no_verdict(str(reason) or "the check gave no verdict")
    value = value.item() if hasattr(value, "item") and getattr(value, "shape", None) == () else value
    if not isinstance(value, (bool, int, float)) or not isfinite(value) or not 0 <= value <= 1:
        return no_verdict(f"the check returned {shown(value)}, not a number from 0 to 1")
    return {"reward": int(value) if value in (0, 1) else float(value), "reason": str(reason)}


def candidate_text(row: Mapping[str, Any]) -> str | None:
    """Return what is graded: ``final_text``, else the text of the last assistant message, else None.

    Examples
    --------
    >>> candidate_text({"messages": [{"role": "assistant", "content": [{"type": "text", "text": "42"}]}]})
    '42'
    """
    if isinstance(row.get("final_text"), str) and row["final_text"].strip():
        return str(row["final_text"])
    messages = row.get("messages")
    for message in reversed(messages if isinstance(messages, list) else []):
        if isinstance(message, Mapping) and message.get("role") == "assistant" and message.get("content"):
            return _content_text(message["content"])
    return "" if isinstance(row.get("final_text"), str) else None


def _content_text(content: Any) -> str:
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, Mapping) else part for part in content)
        return "\n".join(part for part in parts if isinstance(part, str))
    return str(content)


def _short(reason: str) -> str:
    return reason if len(reason) <= _LONGEST_REASON else reason[: _LONGEST_REASON - 1] + "…"
