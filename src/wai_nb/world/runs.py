"""Running, computing, and everything that leaves the records as they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wai_nb.asks.grammar import Dice
from wai_nb.stats import draw
from wai_nb.world.arithmetic import evaluated
from wai_nb.world.reading import Use
from wai_nb.world.records import Records

Answer = dict[str, Any]


def run(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return the outcome of a run: the same until something was changed or made."""
    name = json.dumps(dict(arguments), sort_keys=True, default=str)
    if use.view.topic.name != "code" or "test" not in use.name.lower():
        return {"status": "ok", "run": records.new_id("run"), **arguments, "outcome": "finished"}
    steady = Dice(records.seed, "run", use.name, name)  # how many tests there are does not hang on what was written
    total = 3 + steady.below(20)
    seconds = {"seconds": round(total * (5 + steady.below(30)) / 100, 2)}
    if records.state == "partially completed":
        half = total - total // 2
        return {"status": "ok", **arguments, "passed": half, "failed": 0, "not_run": total // 2, **seconds}
    dice = Dice(records.seed, "outcome", use.name, name, _contents(records))
    failed = min(dice.below(4), total) if dice.chance(0.5) else 0
    return {"status": "ok", **arguments, "passed": total - failed, "failed": failed, **seconds}


def _contents(records: Records) -> str:
    """Return what was written in this rollout, so that a run depends on it and on nothing that was only read."""
    return json.dumps(records.written, sort_keys=True, default=str) if records.written else ""


def compute(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return the value of an expression; of anything else, a number that these arguments always give."""
    for param in use.view.params:
        if param.kind == "expression" and isinstance(arguments.get(param.name), str):
            try:
                return {"status": "ok", **arguments, "result": evaluated(arguments[param.name])}
            except (ValueError, ArithmeticError) as error:
                return {"status": "rejected", "error": "invalid_argument", "hint": str(error)}
    name = json.dumps(dict(arguments), sort_keys=True, default=str)
    return {"status": "ok", **arguments, "result": draw.integer(100_000, records.seed, "result", name) / 100}


def other(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return the arguments: what the tool does is not known."""
    return {"status": "ok", **arguments}
