"""Verifiers made of verifiers: all, any, a weighted mean."""

from __future__ import annotations

import inspect
import typing as t
from collections.abc import Callable, Iterable, Mapping
from math import fsum, isfinite

from wai_nb.errors import ArgumentError, SettingError, shown
from wai_nb.grade.verify.base import Checked, Verifier, no_verdict, read_check
from wai_nb.records.rows import Row

Part = Callable[[Row], t.Any]


class _Combined(Verifier):
    needs_reference = False

    def __init__(self, parts: Iterable[Part], *, name: str | None = None) -> None:
        super().__init__(name=name)
        self.parts = _named(parts, type(self).__name__)

    def __call__(self, row: Row) -> dict[str, t.Any]:
        """Return the verdict, with those of the parts under ``parts``, by name."""
        if not isinstance(row, Mapping):
            raise ArgumentError(f"{self.name} reads a row dict; got {shown(row)}.")
        verdicts = {name: _verdict(part, row) for name, part in self.parts.items()}
        tiers = [verdict["sandbox"] for verdict in verdicts.values() if verdict.get("sandbox")]
        extra = {"sandbox": tiers[0]} if tiers else {}
        return {**self.combined(verdicts), "parts": verdicts, **extra}

    def check(self, candidate: str, reference: t.Any, row: Row) -> Checked:
        return self(row)

    def combined(self, verdicts: Mapping[str, Mapping[str, t.Any]]) -> dict[str, t.Any]:
        """Return reward and reason from those of the parts."""
        raise NotImplementedError


class All(_Combined):
    r"""The lowest reward of the parts; none when a part has none.

    Parameters
    ----------
    parts
        Verifiers, or plain judges row -> reward.
    name
        See :class:`Verifier`.

    Examples
    --------
    >>> from wai_nb.grade.verify import ExactMatch, Regex
    >>> gate = All([ExactMatch(), Regex("^Answer:")])
    >>> gate({"final_text": "Answer:\n5", "answer": "5"})["reward"]
    1
    """

    def combined(self, verdicts: Mapping[str, Mapping[str, t.Any]]) -> dict[str, t.Any]:
        """Return the lowest reward, and the part that set it."""
        unread = _unread(verdicts)
        if unread:
            return no_verdict(unread)
        lowest = min(verdicts, key=lambda name: verdicts[name]["reward"])
        return {"reward": verdicts[lowest]["reward"], "reason": f"{lowest}: {verdicts[lowest]['reason']}"}


class Any(_Combined):
    """The highest reward of the parts; a part without a verdict counts only if none of the others is 1.

    Parameters
    ----------
    parts
        Verifiers, or plain judges row -> reward.
    name
        See :class:`Verifier`.

    Examples
    --------
    >>> from wai_nb.grade.verify import Any, Includes
    >>> Any([Includes("refund"), Includes("credit")])({"final_text": "You get store credit."})["reward"]
    1
    """

    def combined(self, verdicts: Mapping[str, Mapping[str, t.Any]]) -> dict[str, t.Any]:
        """Return the highest reward, and the part that set it."""
        known = {name: verdict for name, verdict in verdicts.items() if verdict["reward"] is not None}
        best = max(known, key=lambda name: known[name]["reward"], default=None)
        if best is None or (known[best]["reward"] < 1 and len(known) < len(verdicts)):
            return no_verdict(_unread(verdicts))
        return {"reward": known[best]["reward"], "reason": f"{best}: {known[best]['reason']}"}


class Weighted(_Combined):
    """The weighted mean of the rewards of the parts; none when a part has none.

    Parameters
    ----------
    parts
        Pairs (verifier, weight), or a dict of them. Parts of one name stay apart: ``regex``, ``regex_2``.
    name
        See :class:`Verifier`.

    Examples
    --------
    >>> from wai_nb.grade.verify import Regex
    >>> both = Weighted([(Regex("a"), 3), (Regex("b"), 1)])
    >>> both({"final_text": "a"})["reward"], list(both({"final_text": "a"})["parts"])
    (0.75, ['regex', 'regex_2'])
    """

    def __init__(self, parts: Mapping[Part, float] | Iterable[tuple[Part, float]], *, name: str | None = None) -> None:
        pairs = list(parts.items() if isinstance(parts, Mapping) else parts)
        if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
            raise ArgumentError("Weighted takes pairs (verifier, weight), like [(Numeric(), 3), (JSONValid(), 1)].")
        weights = [weight for _, weight in pairs]
        for weight in weights:
            number = isinstance(weight, (int, float)) and not isinstance(weight, bool) and isfinite(weight)
            if not number or weight <= 0:
                raise SettingError(f"weight {shown(weight)} is not a number above 0.")
        super().__init__([part for part, _ in pairs], name=name)
        self.weights = dict(zip(self.parts, weights, strict=True))

    def combined(self, verdicts: Mapping[str, Mapping[str, t.Any]]) -> dict[str, t.Any]:
        """Return the weighted mean, and each part's share in words."""
        unread = _unread(verdicts)
        if unread:
            return no_verdict(unread)
        total = fsum(self.weights.values())
        mean = fsum(self.weights[name] * verdict["reward"] for name, verdict in verdicts.items()) / total
        said = ", ".join(f"{name} {verdict['reward']:g}" for name, verdict in verdicts.items())
        return {"reward": min(mean, 1.0) if mean not in (0, 1) else int(mean), "reason": said}


def _named(parts: Iterable[Part], owner: str) -> dict[str, Part]:
    named: dict[str, Part] = {}
    for part in parts:
        if not callable(part) or isinstance(part, type) or inspect.iscoroutinefunction(part):
            raise ArgumentError(f"{owner} takes verifiers and plain functions of a row; got {shown(part)}.")
        base = str(getattr(part, "name", None) or getattr(part, "__name__", None) or type(part).__name__.lower())
        name, number = base, 1
        while name in named:
            number += 1
            name = f"{base}_{number}"
        named[name] = part
    if not named:
        raise ArgumentError(f"{owner} needs at least one part.")
    return named


def _verdict(part: Part, row: Row) -> dict[str, t.Any]:
    may_see = getattr(part, "use_privileged", False)
    seen = row if may_see else {name: value for name, value in row.items() if name != "privileged"}
    try:
        returned = part(seen)
    except Exception as error:  # one broken part costs the verdict, with its name, not the run
        return no_verdict(f"raised {type(error).__name__}: {error}")
    if isinstance(returned, Mapping) and "reward" not in returned:
        returned = {**returned, "reward": returned.get("score")}
    return read_check(returned)


def _unread(verdicts: Mapping[str, Mapping[str, t.Any]]) -> str:
    unread = [f"{name}: {verdict['reason']}" for name, verdict in verdicts.items() if verdict["reward"] is None]
    return "; ".join(unread)
