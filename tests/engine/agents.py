"""Agents for tests, importable by a fresh process too."""

from __future__ import annotations

import random
import time

import wai_nb as wai

POLICY = "Help customers with orders."


@wai.tool
def get_order(order_id: str) -> dict:
    """Look up an order by id."""


def instant(message):
    return {"steps": [], "final_text": f"I read: {message}"}


def jittery(message):
    """Answers from the message alone, after a time that is different in every run."""
    time.sleep(random.expovariate(1 / 0.004))
    return looks_up(message)


def heavy_tailed(message):
    """Answers from the message alone; most calls are quick, a few take fifty times as long."""
    time.sleep(min(random.lognormvariate(-7, 1.5), 0.3))
    return looks_up(message)


def looks_up(message):
    result = wai.world([get_order]).call("get_order", {"order_id": message[-4:]})
    return {
        "steps": [{"tool": "get_order", "arguments": {"order_id": message[-4:]}, "result": result}],
        "final_text": "Done.",
    }


def flaky(message):
    """Fails for one ask in four, by the message alone, the first time only."""
    if len(message) % 4 == 0 and wai.current_rollout.attempt == 0:
        raise RuntimeError("not now")
    return jittery(message)


def every_third_fails():
    calls = [0]

    def agent(message):
        calls[0] += 1
        if calls[0] % 3 == 0:
            raise RuntimeError("third")
        return "ok"

    return agent
