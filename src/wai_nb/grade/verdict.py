"""Read what a judge returned into a verdict; what cannot be read has no reward, never 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from wai_nb.errors import shown
from wai_nb.records.values import clean_text, jsonable


@dataclass(frozen=True)
class Verdict:
    """One judgment of one row.

    Parameters
    ----------
    reward
        In [0, 1], or None when the judge gave nothing that can be read.
    status
        ``ok``, ``error`` (the judge raised), ``missing_reward`` or ``invalid_result``.
    reason
        The judge's reason, or what is wrong with its answer.
    markers
        Named values that ride along.
    meta
        Everything else that the judge returned.
    """

    reward: float | None
    status: str = "ok"
    reason: str = ""
    markers: Mapping[str, Any] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)


def read_verdict(returned: object) -> Verdict:
    """Return the verdict for what a judge returned.

    A judge returns a number or a bool, or a dict with ``reward`` (or ``score``) and, if it likes,
    ``reason`` and ``markers``; further keys are kept as ``judge_meta``.

    Examples
    --------
    >>> read_verdict(True).reward, read_verdict({"score": 0.5, "reason": "half"}).reward
    (1, 0.5)
    >>> read_verdict(float("nan")).status, read_verdict({"reason": "?"}).status, read_verdict("1").status
    ('invalid_result', 'missing_reward', 'invalid_result')
    """
    if isinstance(returned, Mapping):
        return _from_dict(returned)
    problem = reward_problem(returned)
    if problem:
        return Verdict(None, "invalid_result", problem)
    return Verdict(plain_reward(returned))


def _from_dict(returned: Mapping[Any, Any]) -> Verdict:
    key = "reward" if "reward" in returned else "score"
    reason = clean_text(str(returned.get("reason") or ""))
    markers = jsonable(returned.get("markers") or {})
    meta = {str(k): jsonable(v) for k, v in returned.items() if k not in ("reward", "score", "reason", "markers")}
    if key not in returned:
        keys = ", ".join(map(str, returned)) or "none"
        return Verdict(None, "missing_reward", reason or f"the judge returned no reward; keys: {keys}", markers, meta)
    problem = reward_problem(returned[key])
    if problem:
        return Verdict(None, "invalid_result", problem, markers, meta)
    return Verdict(plain_reward(returned[key]), "ok", reason, markers, meta)


def reward_problem(value: object) -> str:
    """Return why a value is no reward, or an empty text.

    Examples
    --------
    >>> reward_problem(0.7), reward_problem(1.2)
    ('', 'reward 1.2 is outside [0, 1]')
    """
    number = _number(value)
    if number is None:
        return f"reward {shown(value)} is not a number"
    if not isfinite(number) or not 0 <= number <= 1:
        return f"reward {shown(value)} is outside [0, 1]"
    return ""


def plain_reward(value: Any) -> float:
    """Return a reward as a plain int (0 and 1) or float, whatever number type it came in."""
    number = _number(value)
    assert number is not None  # reward_problem came first
    return int(number) if number in (0, 1) else number


def _number(value: Any) -> float | None:
    """Return a number, also a numpy one; texts are no numbers."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return _number(value.item())
    return None
