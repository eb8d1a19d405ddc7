"""A run in the background: looked at, paused, stopped, awaited, found again."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from tests.engine.agents import POLICY, get_order

import wai_nb as wai
from wai_nb.engine.run import Run
from wai_nb.engine.settings import read_settings
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


class Turnstile:
    """An agent that lets through as many calls as it is told to."""

    def __init__(self):
        self.permits = threading.Semaphore(0)

    def __call__(self, message):
        assert self.permits.acquire(timeout=10)
        return "ok"

    def let(self, n):
        for _ in range(n):
            self.permits.release()


def wait_for_rows(run, n):
    deadline = time.monotonic() + 5
    while len(run.data.rows) < n and time.monotonic() < deadline:
        time.sleep(0.005)
    assert len(run.data.rows) == n


def test_looking_changes_nothing():
    """Half a group under way is no group that the end cut short."""
    agent = Turnstile()
    run = begin(agent, mode="rl", repeats=4, repeat_policy="fixed", situations=3)
    agent.let(6)
    wait_for_rows(run, 6)
    so_far = run.data
    assert so_far.stopped_because == ""
    assert "Under way" in str(so_far)
    assert not any("The run ended before" in warning for warning in so_far.warnings)
    agent.let(6)
    assert not any("group_cut" in row for row in run.result().rows)


def test_a_pause_before_the_first_call_and_between_two_runs_holds():
    agent = Turnstile()
    run = begin(agent, budget=4, runs=2)
    agent.let(4)
    while not run.data.search["rollouts"]["calls"] > 4:
        time.sleep(0.005)
    run.pause()
    agent.let(4)
    wait_for_rows(run, 8)
    run = Run(slow, read_settings({"system_prompt": POLICY, "simulator": False, "budget": 3}))
    run.pause()
    run.start()
    time.sleep(0.1)
    assert len(run.data.rows) == 0
    run.resume()
    assert len(run.result().rows) == 3


def test_a_stop_has_no_other_reason_even_before_it_took_effect():
    agent = Turnstile()
    run = begin(agent, budget=50)
    agent.let(5)
    wait_for_rows(run, 5)
    run.stop()
    assert run.data.stopped_because == ""
    agent.let(4)
    assert run.result().stopped_because == "stopped"


def test_a_stop_while_paused_ends_at_once(monkeypatch):
    monkeypatch.setattr("wai_nb.engine.schedule.LONGEST_WAIT", 30)
    run = begin(budget=50)
    run.pause()
    time.sleep(0.1)
    began = time.monotonic()
    run.stop()
    assert run.result().stopped_because == "stopped"
    assert time.monotonic() - began < 15


def test_a_run_begins_once():
    run = begin(budget=5)
    assert run.start() is run
    assert len(run.result().rows) == 5


def test_on_progress_cannot_wait_for_its_own_end():
    runs = []

    def wait(counts):
        runs[0].result()

    runs.append(begin(budget=12, on_progress=wait))
    data = runs[0].result()
    assert any("cannot wait for the end of its own run" in warning for warning in data.warnings)
    assert len(data.rows) == 12


def test_a_loop_that_is_gone_is_not_woken():
    run = Run(slow, read_settings({"system_prompt": POLICY, "simulator": False, "budget": 3}))
    loop = asyncio.new_event_loop()
    loop.close()
    woken = threading.Event()
    run._waiting += [lambda: loop.call_soon_threadsafe(print), woken.set]
    run.start().result()
    assert woken.wait(5)


def test_a_cancel_that_was_answered_with_rows_is_forgotten():
    async def cell():
        data = await wai.asimulate(slow, system_prompt=POLICY, simulator=False, budget=1000, concurrency=2)
        task = asyncio.current_task()
        return data.stopped_because, task.cancelling() if hasattr(task, "cancelling") else 0

    async def outer():
        task = asyncio.ensure_future(cell())
        await asyncio.sleep(0.2)
        task.cancel()
        return await task

    assert asyncio.run(outer()) == ("interrupted", 0)


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
