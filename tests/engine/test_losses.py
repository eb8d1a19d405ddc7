"""Failure is data: every kind of bad reply lands in its own count (contract-simulate 6)."""

from __future__ import annotations

import base64
import datetime
import decimal
import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from tests.engine.agents import POLICY, every_third_fails, get_order

import wai_nb as wai
from wai_nb.engine.ledger import PROBES

pytestmark = pytest.mark.filterwarnings("ignore:More rollouts were re-rolled")
GIVEN = Path(__file__).parents[1] / "cases" / "given"


def run(agent, **options):
    return wai.simulate(
        agent, **{"tools": [get_order], "system_prompt": POLICY, "simulator": False, "budget": 8, **options}
    )


def raises(message):
    raise ConnectionError("reset by peer")


def returns(value):
    def agent(message):
        return value

    return agent


DEAD = [
    ("raises", raises, "agent_error", "agent_failed", "ConnectionError: reset by peer"),
    ("chat dict", returns({"role": "assistant", "content": "hi"}), "agent_error", "agent_failed", "'role', 'content'"),
    ("empty dict", returns({}), "agent_error", "agent_failed", "keys none"),
    ("None", returns(None), "agent_error", "agent_failed", "returned None"),
    ("5", returns(5), "agent_error", "agent_failed", "returned 5"),
    ("final_text None", returns({"steps": [], "final_text": None}), "empty_reply", "empty_replies", "final_text"),
    ("only steps", returns({"steps": []}), "empty_reply", "empty_replies", "final_text"),
    ("empty text", returns({"final_text": " "}), "empty_reply", "empty_replies", "empty"),
    ("markup", returns("<tool_call>{}</tool_call>"), "tool_markup", "tool_markup", "markup"),
    ("steps abc", returns({"steps": "abc", "final_text": "a"}), "agent_error", "agent_failed", "steps is 'abc'"),
    ("steps junk", returns({"steps": ["a", 3, None], "final_text": "a"}), "agent_error", "agent_failed", "steps[0]"),
    ("two parameters", lambda message, history: "ok", "agent_error", "agent_failed", "TypeError"),
]


@pytest.mark.parametrize("concurrency", [1, 8, 64])
@pytest.mark.parametrize(
    ("agent", "reason", "stopped", "words"), [row[1:] for row in DEAD], ids=[row[0] for row in DEAD]
)
def test_a_dead_agent_is_found_out_early_and_named(agent, reason, stopped, words, concurrency):
    data = run(agent, budget=200, concurrency=concurrency)
    rollouts = data.search["rollouts"]
    assert (len(data.rows), data.stopped_because) == (0, stopped)
    assert rollouts["calls"] <= max(PROBES, 2 * concurrency)
    assert rollouts["lost_by"] == {reason: rollouts["calls"]}
    assert words in data.search[f"first_{reason}"]
    assert any(words in warning for warning in data.warnings)
    assert "No rows: the agent failed" in str(data)


@pytest.mark.parametrize("budget", [1, 3, 8, 15, 16, 17])
def test_small_budgets_stop_at_the_same_place_at_every_concurrency(budget):
    calls = [run(raises, budget=budget, concurrency=c).search["rollouts"] for c in (1, 4, 32)]
    assert calls[0] == calls[1] == calls[2] or budget > PROBES
    assert all(each["calls"] <= 64 for each in calls)


FINE = [
    ("only final_text", returns({"final_text": "ok"})),
    ("plain text", returns("ok")),
    ("steps None", returns({"steps": None, "final_text": "ok"})),
    ("undeclared tool", returns({"steps": [{"tool": "other", "arguments": {}, "result": 1}], "final_text": "ok"})),
]


@pytest.mark.parametrize("agent", [row[1] for row in FINE], ids=[row[0] for row in FINE])
def test_what_lands(agent):
    data = run(agent)
    assert len(data.rows) == 8
    assert data.search["rollouts"]["calls"] == 8


def test_undeclared_tools_are_said():
    assert any("not declared: other" in warning for warning in run(FINE[3][1]).warnings)


def test_no_tool_calls_is_said():
    assert any("No rollout called a tool" in warning for warning in run(returns("ok")).warnings)


def test_failures_now_and_then_are_made_good():
    data = run(every_third_fails(), concurrency=1)
    rollouts = data.search["rollouts"]
    assert len(data.rows) == 8
    assert rollouts["calls"] == 8 + rollouts["rerolled"] + rollouts["lost"]
    assert rollouts["rerolled"] >= 1


def test_more_rerolls_than_rows_is_a_warning_of_python_too():
    def agent(message):
        if wai.current_rollout.rollout_index and wai.current_rollout.attempt < 2:
            raise RuntimeError("not yet")
        return "ok"

    with pytest.warns(UserWarning, match="More rollouts were re-rolled"):
        data = run(agent, mode="rl", repeats=4, repeat_policy="fixed")
    assert len(data.rows) == 8


def test_a_call_that_takes_too_long_is_an_agent_error():
    def agent(message):
        time.sleep(20)
        return "late"

    began = time.monotonic()
    data = run(agent, budget=3, timeout=0.1, concurrency=16)
    assert time.monotonic() - began < 15
    assert data.stopped_because == "agent_failed"
    assert data.search["rollouts"]["timed_out"] == data.search["rollouts"]["calls"] > 0
    assert "timeout=0.1" in data.search["first_agent_error"]


def test_calls_that_hang_cost_only_themselves():
    """Three of three hands hang for good; each is replaced, so the rest of the run goes on."""
    calls = []
    over = threading.Event()

    def agent(message):
        calls.append(message)
        if len(calls) in (3, 4, 5):
            over.wait(30)
        return "ok"

    data = run(agent, budget=40, concurrency=3, timeout=0.2)
    over.set()
    assert (len(data.rows), data.stopped_because) == (40, "budget")
    assert data.search["rollouts"]["timed_out"] == 3


async def sleeps(message):
    import asyncio

    await asyncio.sleep(0.05 if wai.current_rollout.attempt else 3)
    return "ok"


def test_an_async_call_that_takes_too_long_is_cancelled_and_played_again():
    def sometimes(message):
        return sleeps(message) if len(message) % 2 else quick(message)

    async def quick(message):
        return "ok"

    data = run(sometimes, budget=12, timeout=0.5)
    assert len(data.rows) == 12


def test_a_long_error_is_cut():
    def agent(message):
        raise ValueError("x" * 100_000)

    data = run(agent)
    assert len(data.search["first_agent_error"]) < 400
    assert all(len(warning) < 600 for warning in data.warnings)


def untagged(value):
    """Replace the tags of the case file by the Python values they describe."""
    if isinstance(value, list):
        return [untagged(item) for item in value]
    if not isinstance(value, dict):
        return value
    makers = {
        "$float": float,
        "$bytes": base64.b64decode,
        "$datetime": datetime.datetime.fromisoformat,
        "$decimal": decimal.Decimal,
        "$set": set,
        "$numpy": lambda kind: np.dtype(kind).type(value["v"]),
    }
    for tag, make in makers.items():
        if tag in value:
            return make(value[tag])
    return {key: untagged(item) for key, item in value.items()}


def scripted(item):
    def agent(message):
        value = item["value"]
        if isinstance(value, dict) and "$raise" in value:
            kind, _, text = value["$raise"].partition(": ")
            raise {"ConnectionError": ConnectionError, "ValueError": ValueError}[kind](
                text * item["value"].get("$times", 1)
            )
        return untagged(value)

    return agent


CASE = json.loads((GIVEN / "b23_agent_returns.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("item", CASE["returns"], ids=[item["label"] for item in CASE["returns"]])
def test_eleven_kinds_of_reply(item, tmp_path):
    """The bug case "Eleven kinds of agent reply, and an interrupt"."""
    path = tmp_path / "checkpoint.jsonl"
    data = run(scripted(item), seeds=["Where is P-101?"], repeats=1, budget=1, concurrency=1, checkpoint=path)
    for line in path.read_text(encoding="utf-8").splitlines():
        json.loads(line, parse_constant=lambda name: pytest.fail(f"bare {name} in the checkpoint"))
    rollouts = data.search["rollouts"]
    if item["kind"] in ("lands", "either"):
        assert len(data.rows) == 1
        data.save(tmp_path / "rows.jsonl")
        text = (tmp_path / "rows.jsonl").read_text(encoding="utf-8")
        json.loads(text, parse_constant=lambda name: pytest.fail(f"bare {name} in the file"))
        assert wai.load(tmp_path / "rows.jsonl").rows == data.rows
        return
    reason = {"fails": "agent_error", "empty": "empty_reply"}[item["kind"]]
    assert len(data.rows) == 0
    assert rollouts["lost_by"][reason] >= 1
    assert rollouts["calls"] <= 50


def test_an_interrupt_leaves_the_landed_rows_in_the_checkpoint(tmp_path):
    def agent(message):
        agent.calls += 1
        if agent.calls == 4:
            raise KeyboardInterrupt("stop")
        return "ok"

    agent.calls = 0
    path = tmp_path / "checkpoint.jsonl"
    data = run(agent, budget=20, concurrency=1, checkpoint=path)
    assert (len(data.rows), data.stopped_because, agent.calls) == (3, "interrupted", 4)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3
    assert data.search["rollouts"]["lost"] == 0


def test_a_set_is_stored_in_a_stable_order():
    item = next(item for item in CASE["returns"] if item["label"] == "odd scalars")
    step = run(scripted(item), budget=1).rows[0]["steps"][0]
    assert step["result"] == ["a", "b"]
    assert step["arguments"] == {"when": "2025-03-30T02:30:00", "w": 3, "cost": "9.90"}
