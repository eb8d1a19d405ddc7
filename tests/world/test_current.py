from __future__ import annotations

import asyncio
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.asks.makers import GET_ORDER, situation

from wai_nb.world.answers import World
from wai_nb.world.current import CurrentRollout, current_rollout, playing, world


def scene(seed, state="entity exists"):
    return playing(
        CurrentRollout(
            prompt=f"Where is {seed}?", rollout_index=seed, seed=0, ask_id="ask-1", scenario_id="sc-1", attempt=0
        ),
        lambda: World([GET_ORDER], situation(world_state=state, seed=seed)),
    )


def test_outside_a_rollout_everything_is_none_and_the_world_is_calm():
    assert current_rollout.prompt is None
    assert current_rollout.eval_run is None
    assert world([GET_ORDER]).call("get_order", {"order_id": "4412"}) == world([GET_ORDER]).call(
        "get_order", {"order_id": "4412"}
    )
    with pytest.raises(AttributeError):
        _ = current_rollout.promt


def test_inside_a_rollout_its_world_answers():
    handle = world([GET_ORDER])
    with scene(5, "missing") as now:
        assert (current_rollout.prompt, current_rollout.rollout_index) == ("Where is 5?", 5)
        assert handle.call("get_order", {"order_id": "5"})["status"] == "not_found"
        assert now.calls[0]["tool"] == "get_order"
    assert current_rollout.prompt is None
    assert len(now.calls) == 1


def test_without_a_tool_call_no_world_is_made():
    with playing(CurrentRollout(), lambda: 1 / 0) as now:
        assert now.calls == []


def test_scenes_nest():
    with scene(1):
        with scene(2):
            assert current_rollout.rollout_index == 2
        assert current_rollout.rollout_index == 1


def test_threads_see_their_own():
    def work(number):
        with scene(number):
            return [current_rollout.rollout_index for _ in range(100)]

    with ThreadPoolExecutor(8) as pool:
        for number, seen in enumerate(pool.map(work, range(40))):
            assert set(seen) == {number}


def test_tasks_see_their_own():
    async def work(number):
        with scene(number):
            await asyncio.sleep(0.001)
            return current_rollout.rollout_index

    async def main():
        return await asyncio.gather(*(work(number) for number in range(50)))

    assert asyncio.run(main()) == list(range(50))


def test_the_fields_can_cross_a_process():
    rollout = CurrentRollout(prompt="x", seed=1)
    assert pickle.loads(pickle.dumps(rollout)) == rollout
