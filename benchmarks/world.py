"""Speed of the mock world, for five sets of tools: ``python benchmarks/world.py``."""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from _figures import figure

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.world.sets import SETS

from wai_nb.asks.domain import read_domain
from wai_nb.asks.facts import facts_for
from wai_nb.plan.axes import build_axes
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situation import Situation
from wai_nb.plan.situations import draw_situations
from wai_nb.records.tools import Tool
from wai_nb.world.answers import worlds

SITUATIONS = 600
PROMISED_US = 83.0  # a new world and one call: a quarter of what 3,000 rows per CPU second leave a row


def calls(tools: tuple[Tool, ...]) -> list[tuple[Situation, str, dict[str, Any]]]:
    """Return what an agent would call first in each situation."""
    axes, domain = build_axes(tools, None), read_domain(tools)
    found = []
    for situation in islice(draw_situations(axes, covering_grid(axes), seed=0, fault_rate=0), SITUATIONS):
        facts = facts_for(domain, situation)
        for name in facts.tools[:1]:
            properties = next(tool for tool in tools if tool.name == name).parameters["properties"]
            found.append((situation, name, {key: value for key, value in facts.values.items() if key in properties}))
    return found


def microseconds(tools: tuple[Tool, ...]) -> list[float]:
    """Return the least time of three for each call, in a world of its own."""
    make = worlds(tools, domain=read_domain(tools))
    times = []
    for situation, name, arguments in calls(tools):
        best = float("inf")
        for _ in range(3):
            began = time.perf_counter()
            make(situation).call(name, arguments)
            best = min(best, time.perf_counter() - began)
        times.append(best * 1e6)
    return times


if __name__ == "__main__":
    for name, tools in SETS.items():
        times = microseconds(tools)
        typical = median(times)
        figure(f"World and one call, {name} (median)", typical, "us", f"< {PROMISED_US:g}", typical < PROMISED_US)
        slowest = sorted(times)[len(times) * 95 // 100]
        figure(f"World and one call, {name} (95 of 100)", slowest, "us", "-", True)
