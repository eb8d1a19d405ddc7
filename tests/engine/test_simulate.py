"""The road: exactly the rows that were asked for, in groups, with an account that adds up."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest
from tests.engine.agents import POLICY, get_order, instant, looks_up

import wai_nb as wai
from wai_nb.records.rows import grouped, row_problems


def run(agent=instant, **options):
    return wai.simulate(agent, **{"tools": [get_order], "system_prompt": POLICY, "simulator": False, **options})


@pytest.mark.parametrize("budget", [1, 10, 100, 1000])
def test_explore_gives_exactly_the_budget_all_different(budget):
    data = run(budget=budget)
    assert len(data.rows) == len({row["prompt"] for row in data.rows}) == budget
    assert len({row["scenario_id"] for row in data.rows}) == budget
    assert data.stopped_because == "budget"


def test_rl_gives_whole_groups():
    data = run(looks_up, mode="rl", repeats=8, budget=64, repeat_policy="fixed")
    groups = grouped(data.rows)
    assert [len(group) for group in groups.values()] == [8] * 8
    assert all([row["rollout_index"] for row in group] == list(range(8)) for group in groups.values())
    assert not data.warnings


def test_rl_says_that_successive_allocation_is_not_here_yet():
    assert any("Successive allocation" in warning for warning in run(mode="rl", budget=8).warnings)


@pytest.mark.parametrize("mode", ["explore", "sft", "rl", "adaptive"])
@pytest.mark.parametrize(("n_situations", "n", "k"), [(5, 2, 3), (5, 1, 1), (1, 4, 2)])
def test_three_independent_counts(mode, n_situations, n, k):
    data = run(mode=mode, situations=n_situations, phrasings=n, repeats=k)
    assert len(data.rows) == n_situations * n * k
    assert len({row["scenario_id"] for row in data.rows}) == n_situations
    assert len(grouped(data.rows)) == n_situations * n
    assert data.stopped_because == "situations_exhausted"


def test_aliases_are_the_same_dial():
    one = run(situations=2, phrasings=2, repeats=3)
    other = run(situations=2, requests_per_situation=2, rollouts_per_request=3)
    assert one.rows == other.rows


def test_wordings_share_their_situation():
    for group in _by_situation(run(mode="sft", situations=6).rows).values():
        assert len({row["prompt"] for row in group}) == 3
        assert len({str(row["scenario_dimensions"]) for row in group}) == 1


def _by_situation(rows):
    found = {}
    for row in rows:
        found.setdefault(row["scenario_id"], []).append(row)
    return found


def test_unique_situations_play_one_wording_once():
    data = run(mode="rl", unique=True, budget=10)
    assert len({row["scenario_id"] for row in data.rows}) == 10


def test_a_cut_group_is_marked():
    rows = run(mode="rl", repeats=4, budget=6, repeat_policy="fixed").rows
    assert [row.get("group_cut", False) for row in rows] == [False] * 4 + [True] * 2


@pytest.mark.parametrize(
    ("mode", "rows"), [("explore", 72 * 5), ("adaptive", 72 * 2 * 4), ("rl", 72 * 8), ("sft", 72 * 12)]
)
def test_saturation_visits_every_planned_cell_five_times(mode, rows):
    """Rounds over the grid: 5 of one row a cell, 2 of four, 1 of eight or twelve."""
    data = run(mode=mode, until="saturation", budget=20_000)
    assert data.stopped_because == "saturation"
    assert data.coverage["cells_met"] == data.coverage["cells_planned"] == 72
    visits = Counter(tuple(row["scenario_dimensions"].values()) for row in data.rows)
    assert min(visits.values()) >= 5
    assert len(data.rows) == rows
    assert not any("hard_share" in warning or "fault_rate" in warning for warning in data.warnings)


def test_saturation_keeps_a_dial_that_somebody_turned():
    data = run(until="saturation", fault_rate=0.2, budget=20_000)
    assert data.stopped_because == "saturation"
    assert data.search["fault_mix"]["fault_rate_realized"] == pytest.approx(0.2, abs=0.01)


def test_the_recommended_adaptive_run_saturates():
    plan = wai.recommend(tools=[get_order], system_prompt=POLICY, mode="adaptive")
    assert run(**plan["simulate_kwargs"]).stopped_because == "saturation"


def test_recommended_arguments_are_accepted():
    for mode in ("sft", "rl", "explore", "adaptive"):
        plan = wai.recommend(tools=[get_order], system_prompt=POLICY, mode=mode, target=8)
        wanted = {**plan["simulate_kwargs"], "budget": min(plan["simulate_kwargs"]["budget"], 40)}
        assert len(run(**wanted).rows) <= 40


@pytest.mark.parametrize("fault_rate", [0, 0.3, 1])
@pytest.mark.parametrize("hard_share", [0, 0.4, 1])
def test_dials_hit(fault_rate, hard_share):
    data = run(situations=200, fault_rate=fault_rate, hard_share=hard_share)
    assert data.search["fault_mix"]["fault_rate_realized"] == pytest.approx(fault_rate, abs=0.02)
    assert data.search["tier_mix"]["hard_share_realized"] == pytest.approx(hard_share, abs=0.005)
    for row in data.rows:
        assert ("faults" in row) == (row["scenario_dimensions"]["tool_condition"] != "success")


def test_a_dial_that_cannot_be_met_is_said():
    data = run(situations=40, dimensions={"stance": ["ordinary"]})
    assert any("hard_share is 0.00, not 0.40" in warning for warning in data.warnings)


def test_every_row_follows_the_schema_and_files_keep_it(tmp_path):
    data = run(looks_up, budget=30)
    assert all(row_problems(row) == [] for row in data.rows)
    data.save(tmp_path / "rows.jsonl")
    again = wai.load(tmp_path / "rows.jsonl")
    assert again.rows == data.rows
    assert str(again) == str(data)


def test_output_saves_at_the_end(tmp_path):
    data = run(budget=3, output=str(tmp_path / "rows.jsonl"))
    assert wai.load(tmp_path / "rows.jsonl").rows == data.rows


def test_bodies_run_only_when_asked():
    @wai.tool
    def get_weather(city: str) -> dict:
        """Look up the weather of a city."""
        return {"status": "ok", "body": "ran"}

    def agent(message):
        wai.world([get_weather]).call("get_weather", {"city": "Oslo"})
        return "It rains."

    mock = run(agent, tools=[get_weather], budget=5, fault_rate=0)
    real = run(agent, tools=[get_weather], budget=5, fault_rate=0, execute=wai.call_tools)
    own = run(agent, tools=[get_weather], budget=5, fault_rate=0, execute=lambda tool, arguments: {"by": "me"})
    assert "body" not in str(mock.rows[0]["steps"])
    assert real.rows[0]["steps"][0]["result"] == {"status": "ok", "body": "ran"}
    assert own.rows[0]["steps"][0]["result"] == {"by": "me"}
    for data, words in ((mock, "the mock world"), (real, "the tools' own bodies"), (own, "execute=")):
        assert f"answered by {words}" in str(data)


def test_no_agent_plays_the_stand_in_and_says_so():
    data = wai.simulate(tools=[get_order], system_prompt=POLICY, budget=20)
    assert {"stand_in", "offline_writer"} <= set(data.degraded)
    assert any("No agent was given" in warning for warning in data.warnings)
    assert any("written offline" in warning for warning in data.warnings)
    assert any(row["tools_used"] for row in data.rows)


async def quick(message):
    await asyncio.sleep(0.005)
    return {"steps": [], "final_text": message.upper()}


def test_async_agents_give_the_rows_of_sync_ones():
    def same(message):
        return {"steps": [], "final_text": message.upper()}

    same.__name__ = "quick"
    assert run(quick, budget=40).rows == run(same, budget=40).rows


def test_it_works_inside_a_running_loop():
    async def cell():
        return run(quick, budget=5)

    assert len(asyncio.run(cell()).rows) == 5


def test_a_clock_and_reproducible_are_told_apart():
    data = run(budget=3, time_budget=60, reproducible=True)
    assert any("reproducible=True does not hold" in warning for warning in data.warnings)
    assert run(budget=3, reproducible=False).rows == run(budget=3, reproducible=True).rows


def test_async_rollouts_overlap():
    began = time.monotonic()

    async def slow(message):
        await asyncio.sleep(0.2)
        return "done"

    run(slow, budget=50, concurrency=50)
    assert time.monotonic() - began < 9  # one after the other would take ten seconds


def test_progress_has_every_key_and_only_grows():
    events = []
    run(budget=45, on_progress=events.append, concurrency=8)
    keys = {
        "rows",
        "cap",
        "landed",
        "resumed",
        "rerolled",
        "rerolled_by",
        "timed_out",
        "lost",
        "lost_by",
        "inflight",
        "situations",
        "elapsed_s",
    }
    assert all(set(event) == keys for event in events)
    assert [event["rows"] for event in events] == [10, 20, 30, 40, 45]
    assert all(event["cap"] == 45 for event in events)


def test_a_progress_callback_that_raises_is_reported_once_and_ends_nothing():
    calls = []

    def callback(counts):
        calls.append(counts)
        raise ZeroDivisionError("oops")

    data = run(budget=45, on_progress=callback)
    assert len(data.rows) == 45
    assert len(calls) == 1
    assert any("on_progress raised" in warning and "oops" in warning for warning in data.warnings)


def test_the_documents_line_is_logged(caplog):
    with caplog.at_level(logging.INFO, logger="wai_nb"):
        run(budget=20)
    assert caplog.messages[-1].startswith("20/20 rollouts, 20 situations written, 0s elapsed")


def test_a_script_where_nobody_listens_speaks_on_stderr():
    code = "import wai_nb as wai; wai.simulate(system_prompt='Help.', simulator=False, budget=10)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert done.stderr == "10/10 rollouts, 10 situations written, 0s elapsed\n"


def test_an_interrupt_of_the_caller_returns_the_rows_so_far():
    code = """
import os, signal, time, wai_nb as wai
def agent(message):
    repeat = wai.current_rollout.rollout_index
    if repeat == 4:  # four at once: it begins when the first has landed
        os.kill(os.getpid(), signal.SIGINT)
    time.sleep(30 if repeat else 0)
    return "ok"
data = wai.simulate(agent, system_prompt="Help.", simulator=False, mode="rl", budget=40, repeats=20, concurrency=4)
print(len(data.rows), data.stopped_because)
"""
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=20)
    rows, reason = done.stdout.split()
    assert reason == "interrupted"
    assert 0 < int(rows) < 40
    assert time.monotonic() - began < 15  # the stuck threads hold up neither the run nor the exit


def test_an_interrupt_from_the_agent_stops_the_run():
    def agent(message):
        if agent.calls == 5:
            raise KeyboardInterrupt
        agent.calls += 1
        return "ok"

    agent.calls = 0
    data = run(agent, budget=50, concurrency=1)
    assert (len(data.rows), data.stopped_because) == (5, "interrupted")
    assert data.search["rollouts"]["lost"] == 0


def test_no_thread_is_left_behind():
    run(budget=20)
    run(quick, budget=20)
    run(quick, budget=20)
    deadline = time.monotonic() + 30
    while left_behind() != ["wai-agents"] and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left_behind() == ["wai-agents"]  # the loop of async agents, which stays for the next run


def left_behind():
    return [thread.name for thread in threading.enumerate() if thread.name.startswith(("wai-run", "wai-agent"))]
