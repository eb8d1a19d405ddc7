"""Faults: which calls fail on purpose, and what a tool answers then.

A situation and its rows store faults as ``{tool or "*": fault}``. A fault is a dict:

================  =======================================================================================
mode              timeout, malformed, stale, permission_denied, rate_limited or error
rate              share of the calls that fail, 0 to 1; 1.0 where it is left out
recovers_after    how many calls fail before the tool works again; it never does where this is left out
================  =======================================================================================

``{"*": {"mode": "timeout", "rate": 1.0}}`` fails on every call of every tool. With ``"recovers_after": 1`` only
the first call fails. A tool's own entry comes before ``"*"``; an entry counts the calls that it speaks for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wai_nb.asks.grammar import Dice
from wai_nb.errors import SettingError, one_of, shown
from wai_nb.plan.axes import FAULT_MODES, SUCCESS
from wai_nb.stats import draw

Answer = dict[str, Any]
Faults = Mapping[str, Mapping[str, Any]]
KEYS = ("mode", "rate", "recovers_after")
MODES = (*FAULT_MODES.values(), "error")
STALE_AGE = "3 days ago"  # convention
RETRY_AFTER_S = 30  # convention
_NOISE = "\ufffd#~\x1b§¤"
_CONDITIONS = {mode: condition for condition, mode in FAULT_MODES.items()}


def check_faults(faults: Any, tools: Sequence[str]) -> None:
    """Refuse faults that say something which nothing here would do.

    Parameters
    ----------
    faults
        As a situation has them.
    tools
        Names of the tools that exist.

    Raises
    ------
    SettingError
        For an unknown tool, key or mode, a rate outside 0 to 1, and a recovers_after that is no whole number
        from 1.

    Examples
    --------
    >>> check_faults({"*": {"mode": "timeout", "rate": 1.0, "recovers_after": 2}}, ["get_order"])
    >>> check_faults({"*": {"mode": "timout"}}, ["get_order"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    wai_nb.errors.SettingError: mode of the fault of '*'='timout' is not allowed. Use one of: 'timeout', ...
    """
    if not isinstance(faults, Mapping):
        raise SettingError(f"faults={shown(faults)} is not a dict. Write {{'*': {{'mode': 'timeout', 'rate': 1.0}}}}.")
    for tool, fault in faults.items():
        if tool != "*" and tool not in tools:
            raise one_of("tool in faults", tool, ["*", *tools])
        if not isinstance(fault, Mapping):
            raise SettingError(f"faults[{tool!r}]={shown(fault)} is not a dict. Write {{'mode': 'timeout'}}.")
        _check_fault(tool, fault)


def _check_fault(tool: str, fault: Mapping[str, Any]) -> None:
    for key in fault:
        if key not in KEYS:
            raise one_of(f"key of the fault of {tool!r}", key, KEYS)
    if fault.get("mode") not in MODES:
        raise one_of(f"mode of the fault of {tool!r}", fault.get("mode"), MODES)
    rate = fault.get("rate", 1.0)
    if isinstance(rate, bool) or not isinstance(rate, (int, float)) or not 0 <= rate <= 1:
        raise SettingError(f"rate of the fault of {tool!r}={shown(rate)} is not a share. Use a number from 0 to 1.")
    count = fault.get("recovers_after")
    if "recovers_after" in fault and (isinstance(count, bool) or not isinstance(count, int) or count < 1):
        raise SettingError(
            f"recovers_after of the fault of {tool!r}={shown(count)} is no count of calls. Use a whole number from 1."
        )


def condition_of(faults: Faults) -> str:
    """Return the condition of the tools that a row with these faults is labelled with.

    Examples
    --------
    >>> condition_of({"*": {"mode": "stale", "rate": 1.0}}), condition_of({})
    ('stale_result', 'success')
    """
    modes = sorted({str(fault["mode"]) for fault in faults.values() if fault.get("rate", 1.0) > 0})
    return "+".join(_CONDITIONS.get(mode, mode) for mode in modes) or SUCCESS


class FaultPlan:
    """Says call by call which fault fires in one rollout.

    Parameters
    ----------
    faults
        As a situation has them.
    world_seed
        Fixes which calls fail where the rate is under 1.

    Examples
    --------
    >>> plan = FaultPlan({"*": {"mode": "timeout", "rate": 1.0, "recovers_after": 2}}, 7)
    >>> plan.next("get_order"), plan.next("send_email"), plan.next("get_order")
    ('timeout', 'timeout', None)
    """

    __slots__ = ("_faults", "_made", "_seed")

    def __init__(self, faults: Faults, world_seed: int) -> None:
        self._faults = faults
        self._seed = world_seed
        self._made: dict[str, int] = {}

    def next(self, tool: str) -> str | None:
        """Return the mode of the fault that fires on the next call of a tool, or None."""
        name = tool if tool in self._faults else "*"
        fault = self._faults.get(name)
        if not fault:
            return None
        made = self._made.get(name, 0)
        self._made[name] = made + 1
        if made >= fault.get("recovers_after", made + 1):
            return None
        rate = fault.get("rate", 1.0)
        if rate < 1 and draw.unit(self._seed, "fault", tool, made) >= rate:
            return None
        return str(fault["mode"])


def faulty_answer(mode: str, tool: str, answer: Callable[[], Answer], world_seed: int) -> Answer:
    """Return what a tool answers under a fault.

    Parameters
    ----------
    mode
        One of the modes above.
    tool
        Its name, for the message.
    answer
        Gives the real answer; only a stale and a malformed result need it.
    world_seed
        Fixes how a malformed result is garbled.

    Examples
    --------
    >>> faulty_answer("timeout", "get_order", dict, 7)["status"]
    'timeout'
    """
    if mode == "timeout":
        return {"status": "timeout", "error": f"{tool} did not answer in time"}
    if mode == "permission_denied":
        return {"status": "permission_denied", "error": f"this account may not use {tool}"}
    if mode == "rate_limited":
        return {"status": "rate_limited", "error": f"too many calls of {tool}", "retry_after_s": RETRY_AFTER_S}
    if mode == "malformed":
        return {"status": "ok", "result": _garbled(answer(), world_seed)}
    if mode == "stale":
        return {**answer(), "stale": True, "as_of": STALE_AGE}
    return {"status": "error", "error": f"{tool} failed with an internal error"}


def _garbled(answer: Answer, world_seed: int) -> str:
    """Return the JSON text of an answer as a broken pipe leaves it: cut, with characters lost."""
    dice = Dice(world_seed, "garbled")
    text = json.dumps({key: value for key, value in answer.items() if key != "status"}, ensure_ascii=False, default=str)
    text = text[: max(6, len(text) * (40 + dice.below(40)) // 100)]
    return "".join(_NOISE[dice.below(len(_NOISE))] if dice.below(4) == 0 else char for char in text)
