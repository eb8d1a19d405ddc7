"""The engine: rows per CPU second, how well it keeps its places busy, and what importing costs."""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
import random
import subprocess
import sys
import time

from _figures import cpu, figure

import wai_nb as wai
from wai_nb.plan.axes import build_axes
from wai_nb.plan.grid import covering_grid
from wai_nb.records.tools import to_tools

logging.getLogger("wai_nb").addHandler(logging.NullHandler())  # progress has a listener, so nothing is printed
POLICY = "Help customers with orders."


def get_order(order_id: str) -> dict:
    """Look up an order by id."""


def instant(message):
    return {"steps": [], "final_text": "ok"}


def run(agent=instant, **options):
    return wai.simulate(agent, tools=[get_order], system_prompt=POLICY, simulator=False, **options)


def importing():
    code = "import time; began = time.process_time(); import wai_nb; print(time.process_time() - began)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(5)
    ]
    figure("import wai_nb, CPU", min(times), "s", "<= 0.12 (that package 0.24)", min(times) <= 0.12)


def grid():
    tools = to_tools([{"name": f"get_thing{i}", "parameters": {"properties": {"thing_id": {}}}} for i in range(20)])

    def made() -> None:
        covering_grid.cache_clear()
        covering_grid(build_axes(tools, POLICY))

    seconds = cpu(made)
    figure("covering grid of 20 tools, CPU", seconds, "s", "<= 0.1 (that package 1.7)", seconds <= 0.1)


def explore():
    run(budget=10)
    seconds = cpu(lambda: run(budget=1000))
    different = len({row["prompt"] for row in run(budget=1000).rows})
    figure("explore 1000, different asks", different, "asks", "1000 (that package 122)", different == 1000)
    figure("explore 1000, instant agent", 1000 / seconds, "rows/CPU s", ">= 3,000 (160)", 1000 / seconds >= 3000)


LARGE = """
import logging, resource, time
import wai_nb as wai
logging.getLogger("wai_nb").addHandler(logging.NullHandler())
tools = [{"name": "get_order", "description": "Look up an order.", "parameters": {"properties": {"order_id": {}}}}]
def agent(message):
    call = {"tool": "get_order", "arguments": {"order_id": "4412"}, "result": {"status": "ok", "shipped": True}}
    return {"steps": [call], "final_text": "It is on its way."}
def seconds_a_row(budget):
    began = time.process_time()
    wai.simulate(agent, tools=tools, system_prompt="Help customers with orders.", simulator=False, budget=budget)
    return (time.process_time() - began) / budget
seconds_a_row(100)
small = seconds_a_row(1000)
print(seconds_a_row(100_000) / small, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
"""


def large():
    done = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True, check=True)
    ratio, gigabytes = map(float, done.stdout.split())
    figure("explore 100,000, time a row against 1000", ratio, "x", "<= 1.3", ratio <= 1.3)
    figure("explore 100,000, peak memory", gigabytes, "GB", "<= 1.5", gigabytes <= 1.5)


def rl():
    seconds = cpu(lambda: run(mode="rl", repeats=8, budget=1000, repeat_policy="fixed"))
    figure("rl 1000, k = 8, fixed", 1000 / seconds, "rows/CPU s", ">= 2,500 (110)", 1000 / seconds >= 2500)


def latency(prompt: str) -> float:
    """Return a lognormal latency of mean 0.1 s and sigma 1, the same for the same prompt."""
    return random.Random(prompt).lognormvariate(math.log(0.1) - 0.5, 1)


def greedy(latencies: list[float], places: int) -> float:
    """Return when the last of them ends, each starting as soon as a place is free."""
    free = [0.0] * places
    for seconds in latencies:
        heapq.heapreplace(free, free[0] + seconds)
    return max(free)


def lognormal():
    def agent(message):
        time.sleep(latency(message))
        return {"steps": [], "final_text": "ok"}

    began = time.monotonic()
    rows = run(agent, budget=512, concurrency=32).rows
    real = time.monotonic() - began
    ideal = greedy([latency(row["prompt"]) for row in rows], 32)
    figure(
        "512 lognormal latencies, 32 at once, greedy / real", ideal / real, "", ">= 0.95 (0.15)", ideal / real >= 0.95
    )


def asynchronous():
    async def agent(message):
        await asyncio.sleep(1)
        return {"steps": [], "final_text": "ok"}

    began = time.monotonic()
    run(agent, budget=2000, concurrency=500)
    share = 4 / (time.monotonic() - began)
    figure("2,000 async rollouts of 1 s, 500 at once, ideal / real", share, "", ">= 0.90", share >= 0.90)


if __name__ == "__main__":
    for measure in (importing, grid, explore, large, rl, lognormal, asynchronous):
        measure()
