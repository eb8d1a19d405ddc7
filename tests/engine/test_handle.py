"""A run in the background: looked at, paused, stopped, awaited, found again."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from tests.engine.agents import POLICY, get_order

import wai_nb as wai
from wai_nb.errors import SettingError


def slow(message):
    time.sleep(0.02)
    return "ok"


def begin(agent=slow, **options):
    defaults = {"tools": [get_order], "system_prompt": POLICY, "simulator": False, "budget": 100, "concurrency": 4}
    return wai.start(agent, **{**defaults, **options})


def test_it_returns_at_once_and_gives_the_rows_so_far():
    run = begin()
    assert run.running
    while not run.data.rows:
        time.sleep(0.01)
    assert 0 < len(run.data.rows) < 100
    assert "Under way" in str(run)
    assert len(run.result().rows) == 100
    assert not run.running
    assert "100 rows" in str(run)


def test_it_gives_the_rows_of_simulate():
    options = {"tools": [get_order], "system_prompt": POLICY, "simulator": False, "budget": 10}
    assert wai.start(slow, **options).result().rows == wai.simulate(slow, **options).rows


def test_stop_lets_what_is_in_flight_land():
    run = begin()
    while len(run.data.rows) < 10:
        time.sleep(0.01)
    run.stop()
    data = run.result()
    assert data.stopped_because == "stopped"
    assert 10 <= len(data.rows) < 100
    assert data.search["rollouts"]["calls"] == len(data.rows)


def test_pause_and_resume():
    run = begin()
    while len(run.data.rows) < 5:
        time.sleep(0.01)
    run.pause()
    time.sleep(0.2)
    paused = len(run.data.rows)
    time.sleep(0.3)
    assert len(run.data.rows) == paused
    run.resume()
    assert len(run.result().rows) == 100


def test_await_works():
    async def cell():
        return await begin(budget=10)

    assert len(asyncio.run(cell()).rows) == 10


def test_the_loop_is_free_while_it_waits():
    async def cell():
        ticks = 0
        task = asyncio.ensure_future(
            wai.asimulate(slow, system_prompt=POLICY, simulator=False, budget=20, concurrency=2)
        )
        while not task.done():
            await asyncio.sleep(0.01)
            ticks += 1
        return ticks, task.result()

    ticks, data = asyncio.run(cell())
    assert ticks > 5
    assert len(data.rows) == 20


def test_a_cancelled_await_returns_the_rows_so_far():
    async def cell():
        task = asyncio.ensure_future(
            wai.asimulate(slow, system_prompt=POLICY, simulator=False, budget=1000, concurrency=2)
        )
        await asyncio.sleep(0.3)
        task.cancel()
        return await task

    data = asyncio.run(cell())
    assert data.stopped_because == "interrupted"
    assert 0 < len(data.rows) < 1000


def test_the_last_run_is_found_even_if_nobody_kept_it():
    wai.simulate(slow, system_prompt=POLICY, simulator=False, budget=7)
    assert len(wai.last_run().rows) == 7


def test_there_may_be_no_last_run(monkeypatch):
    from wai_nb.engine import simulate

    monkeypatch.setattr(simulate, "_last", [])
    with pytest.raises(SettingError, match="no run has begun"):
        wai.last_run()


def test_one_agent_a_worker():
    made = []

    class Fragile:
        """Breaks when two threads use it."""

        def __init__(self):
            made.append(threading.get_ident())
            self.thread = threading.get_ident()

        def __call__(self, message):
            assert threading.get_ident() == self.thread
            time.sleep(0.01)
            return "ok"

    data = begin(wai.per_worker(Fragile), budget=30, concurrency=3).result()
    assert len(data.rows) == 30
    assert len(made) == len(set(made)) <= 3
    assert data.rows[0]["model_version"] == "Fragile"


def test_per_worker_needs_something_that_makes_agents():
    with pytest.raises(TypeError, match="per_worker"):
        wai.per_worker(5)


def test_an_error_of_the_engine_reaches_the_caller(tmp_path):
    run = begin(budget=3, output=tmp_path / "missing" / "\0" / "rows.jsonl")
    with pytest.raises(ValueError):
        run.result()
    assert not run.running
