from __future__ import annotations

import asyncio
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from tests.asks.makers import GET_ORDER, situation

import wai_nb as wai
from wai_nb.errors import WaiError
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


def test_a_thread_of_the_agent_works_for_the_rollout_in_which_the_handle_was_made():
    with scene(5, "missing"):
        handle = world([GET_ORDER])
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(handle.call, "get_order", {"order_id": "5"}).result()["status"] == "not_found"
        assert len(handle.calls) == 1


def test_many_threads_in_one_world_lose_no_call():
    with scene(5):
        handle = world([GET_ORDER])
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: str(handle.call("get_order", {"order_id": "5"})), range(200)))
        assert len(set(answers)) == 1 and len(handle.calls) == 200


def in_a_process(number):
    before = current_rollout.rollout_index
    with scene(number, "missing"):
        status = world([GET_ORDER]).call("get_order", {"order_id": str(number)})["status"]
        return before, current_rollout.rollout_index, current_rollout.prompt, status


def test_worker_processes_see_their_own():
    with scene(99), ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for number, seen in enumerate(pool.map(in_a_process, range(6))):
            assert seen == (None, number, f"Where is {number}?", "not_found")
        assert current_rollout.rollout_index == 99


def test_threads_and_tasks_have_worlds_of_their_own():
    def work(number):
        with scene(number, "missing" if number % 2 else "entity exists"):
            return world([GET_ORDER]).call("get_order", {"order_id": str(number)})["status"]

    async def task(number):
        with scene(number, "missing" if number % 2 else "entity exists"):
            await asyncio.sleep(0.001)
            return world([GET_ORDER]).call("get_order", {"order_id": str(number)})["status"]

    async def main():
        return await asyncio.gather(*map(task, range(20)))

    wanted = ["not_found" if number % 2 else "ok" for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(20))) == wanted
    # the id that is asked for stands in the prompt, so the state of the world is about it
    assert asyncio.run(main()) == wanted


def test_a_world_of_its_own_has_a_seed_a_state_and_faults():
    asked = ("get_order", {"order_id": "4412"})
    assert world([GET_ORDER], seed=1).call(*asked) != world([GET_ORDER], seed=2).call(*asked)
    assert world([GET_ORDER], world_state="missing").call(*asked)["status"] == "not_found"
    shaky = world([GET_ORDER], faults={"*": {"mode": "timeout", "recovers_after": 1}})
    assert [shaky.call(*asked)["status"] for _ in range(2)] == ["timeout", "ok"]
    assert [call.get("fault") for call in shaky.calls] == ["timeout", None]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"world_state": "mising"}, "missing"),
        ({"faults": {"get_ordr": {"mode": "timeout"}}}, "get_order"),
        ({"result_shapes": {"get_ordr": 5}}, "get_order"),
        ({"seed": "7"}, "whole number"),
    ],
)
def test_a_world_that_cannot_be_is_refused(given, said):
    with pytest.raises(WaiError, match=said):
        world([GET_ORDER], **given)


def test_execute_answers_a_callable_agent_after_the_faults():
    ran = []

    def execute(tool, arguments):
        ran.append(tool)
        return {"status": "ok", "from": "the real one"}

    def agent(message):
        return {"steps": [], "final_text": str(world([GET_ORDER]).call("get_order", {"order_id": "4412"}))}

    rows = wai.simulate(agent, tools=[GET_ORDER], execute=execute, situations=40, fault_rate=0.5).rows
    real = [row for row in rows if "the real one" in row["final_text"]]
    stopped = [
        row for row in rows if row.get("faults", {}).get("*", {}).get("mode") in ("timeout", "permission_denied")
    ]
    assert real and stopped and not any("the real one" in row["final_text"] for row in stopped)
    assert len(ran) == len(rows) - len(stopped)
