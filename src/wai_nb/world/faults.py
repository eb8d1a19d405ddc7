"""Faults: what a tool answers when it fails on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from wai_nb.asks.grammar import Dice
from wai_nb.stats import draw

Answer = dict[str, Any]
STALE_AGE = "3 days ago"  # convention
RETRY_AFTER_S = 30  # convention
_NOISE = "\ufffd#~\x1b§¤"


def fault_mode(faults: Mapping[str, Mapping[str, Any]], tool: str, world_seed: int, nth_call: int) -> str | None:
    """Return the mode of the fault that fires on this call, or None.

    Parameters
    ----------
    faults
        As a situation has them: ``{"*": {"mode": "timeout", "rate": 1.0}}``; a tool's own entry comes before ``"*"``.
    tool
        The tool that is called.
    world_seed
        Fixes which calls fail when the rate is under 1.
    nth_call
        How many calls of the rollout came before.

    Examples
    --------
    >>> fault_mode({"*": {"mode": "timeout", "rate": 1.0}}, "get_order", 7, 0)
    'timeout'
    >>> fault_mode({"send_email": {"mode": "timeout"}}, "get_order", 7, 0) is None
    True
    """
    fault = faults.get(tool) or faults.get("*")
    if not fault:
        return None
    rate = fault.get("rate", 1.0)
    if rate < 1 and draw.unit(world_seed, "fault", tool, nth_call) >= rate:
        return None
    return str(fault["mode"])


def faulty_answer(mode: str, tool: str, answer: Callable[[], Answer], world_seed: int) -> Answer:
    """Return what a tool answers under a fault.

    Parameters
    ----------
    mode
        timeout, malformed, stale, permission_denied or rate_limited.
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
    return {"status": "error", "error": f"{tool}: {mode}"}  # a mode from production traces that has no form of its own


def _garbled(answer: Answer, world_seed: int) -> str:
    """Return the JSON text of an answer as a broken pipe leaves it: cut, with characters lost."""
    dice = Dice(world_seed, "garbled")
    text = json.dumps({key: value for key, value in answer.items() if key != "status"}, ensure_ascii=False, default=str)
    text = text[: max(6, len(text) * (40 + dice.below(40)) // 100)]
    return "".join(_NOISE[dice.below(len(_NOISE))] if dice.below(4) == 0 else char for char in text)
