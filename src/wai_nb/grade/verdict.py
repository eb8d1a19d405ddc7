"""Read what a judge returned into a verdict; what cannot be read has no reward, never 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from wai_nb.errors import shown
from wai_nb.records.values import clean_text, jsonable

Scale = tuple[float, float]
NAMED = ("reward", "score", "reason", "markers", "failure_class", "judge_meta")  # the rest of a dict is judge_meta
LONGEST_ERROR = 300  # characters of an error text that are kept; convention


@dataclass(frozen=True)
class Verdict:
    """One judgment of one row.

    Parameters
    ----------
    reward
        In [0, 1], or None when the judge gave nothing that can be read.
    status
        ``ok``, ``error`` (the judge raised), ``timeout``, ``interrupted``, ``missing_reward`` or
        ``invalid_result``.
    reason
        The judge's reason, or what is wrong with its answer.
    markers
        Named values that ride along.
    meta
        Everything else that the judge returned, and what was wrong with its answer.
    failure_class
        The judge's name for the kind of failure.
    """

    reward: float | None
    status: str = "ok"
    reason: str = ""
    markers: Mapping[str, Any] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)
    failure_class: str | None = None


def read_verdict(returned: object, scale: Scale | None = None) -> Verdict:
    """Return the verdict for what a judge returned.

    Parameters
    ----------
    returned
        A number or a bool, or a dict with ``reward`` (or ``score``) and, if it likes, ``reason``, ``markers``
        and ``failure_class``; further keys are kept as ``judge_meta``.
    scale
        Lowest and highest rating, for a judge that rates instead: its number, or ``rating`` (``score``,
        ``reward``) of its dict, is mapped to [0, 1]; rating and scale are kept.

    Examples
    --------
    >>> read_verdict(True).reward, read_verdict({"score": 0.5, "reason": "half"}).reward
    (1, 0.5)
    >>> read_verdict(float("nan")).status, read_verdict({"reason": "?"}).status, read_verdict("1").status
    ('invalid_result', 'missing_reward', 'invalid_result')
    >>> read_verdict({"rating": 4}, scale=(1, 5)).reward
    0.75
    """
    if isinstance(returned, Mapping):
        return _from_dict(returned, scale)
    reward, trouble = _measured(returned, scale)
    if reward is None:
        kind = {"returned_type": type(returned).__name__} if "reward_type" in trouble else trouble
        return Verdict(None, "invalid_result", _problem(returned, scale), meta=kind)
    return Verdict(reward, meta=trouble)


def failed(error: BaseException) -> Verdict:
    """Return the verdict of a judge that raised: none, with the error's text.

    Examples
    --------
    >>> failed(KeyError("amount")).meta
    {'error': "KeyError: 'amount'"}
    """
    text = clean_text(f"{type(error).__name__}: {error}")
    text = text if len(text) <= LONGEST_ERROR else f"{text[: LONGEST_ERROR - 1]}…"
    return Verdict(None, "error", text, meta={"error": text})


def _from_dict(returned: Mapping[Any, Any], scale: Scale | None) -> Verdict:
    keys = ("rating", "score", "reward") if scale else ("reward", "score")
    key = next((name for name in keys if name in returned), None)
    said = clean_text(str(returned.get("reason") or ""))
    markers, meta = _riders(returned, key)
    kind = returned.get("failure_class")
    failure_class = clean_text(str(kind)) if kind else None
    if key is None:
        names = [str(jsonable(name)) for name in returned]
        problem = f"the judge returned no {keys[0]}; keys: {', '.join(names) or 'none'}"
        return Verdict(
            None, "missing_reward", said or problem, markers, {**meta, "returned_keys": names}, failure_class
        )
    reward, trouble = _measured(returned[key], scale)
    if reward is None:
        problem = _problem(returned[key], scale)
        problem = f"{problem}; the judge said: {said}" if said else problem
        return Verdict(None, "invalid_result", problem, markers, {**meta, **trouble}, failure_class)
    return Verdict(reward, "ok", said, markers, {**meta, **trouble}, failure_class)


def _riders(returned: Mapping[Any, Any], key: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the markers, and everything that is not read; a judge's own ``judge_meta`` is flattened in and wins."""
    rest = {str(name): jsonable(value) for name, value in returned.items() if name not in NAMED and name != key}
    own = returned.get("judge_meta")
    if own is not None:
        rest = {**rest, **(jsonable(own) if isinstance(own, Mapping) else {"judge_meta": jsonable(own)})}
    markers = returned.get("markers")
    if markers is None or isinstance(markers, Mapping):
        return jsonable(markers or {}), rest
    return {}, {**rest, "markers": jsonable(markers)}


def _measured(value: object, scale: Scale | None) -> tuple[float | None, dict[str, Any]]:
    """Return the reward of a value, or None, and what the verdict's meta says of it."""
    if scale is None:
        if not reward_problem(value):
            return plain_reward(value), {}
        return None, _trouble(value)
    number = None if _is_bool(value) else _number(value)
    if number is None:
        return None, {"reward_type": type(value).__name__}
    low, high = scale
    if not isfinite(number) or not low <= number <= high:
        return None, _trouble(value)
    return plain_reward((number - low) / (high - low)), {"rating": jsonable(value), "scale": [low, high]}


def _trouble(value: object) -> dict[str, Any]:
    if _number(value) is None:
        return {"reward_type": type(value).__name__}
    return {"reward_out_of_range": jsonable(_number(value))}


def _problem(value: object, scale: Scale | None) -> str:
    if scale is None:
        return reward_problem(value)
    if _is_bool(value) or _number(value) is None:
        return f"rating {shown(value)} is not a number"
    return f"rating {shown(value)} is outside [{scale[0]:g}, {scale[1]:g}]"


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


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool_", "bool")


def _number(value: Any) -> float | None:
    """Return a number, also a numpy one; texts are no numbers."""
    if isinstance(value, (bool, int, float)):
        try:
            return float(value)
        except OverflowError:  # an int beyond every float
            return float("inf")
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return _number(value.item())
    return None
