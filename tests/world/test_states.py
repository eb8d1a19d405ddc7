"""The six states of the world, for five sets of tools."""

from __future__ import annotations

import pytest
from tests.asks.makers import situation
from tests.world.sets import SETS

from wai_nb.world.answers import World

READS = {"shop": "get_order", "bank": "get_account", "tickets": "get_ticket", "calendar": "get_event"}
ACTS = {"shop": "cancel_order", "bank": "close_account", "tickets": "close_ticket", "calendar": "cancel_event"}
DONE = {"shop": "cancelled", "bank": "closed", "tickets": "closed", "calendar": "cancelled"}
MAKES = {"bank": "open_account", "tickets": "create_ticket", "calendar": "create_event"}


def begun(name, tool, state, seed):
    world = World(SETS[name], situation(tool, world_state=state, seed=seed))
    properties = next(t for t in SETS[name] if t.name == tool).parameters["properties"]
    values = {key: value for key, value in world.records.facts.values.items() if key in properties}
    return world, values


def record_in(answer):
    return next(value for value in answer.values() if isinstance(value, dict))


def listed(answer):
    return next(value for value in answer.values() if isinstance(value, list))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", READS)
def test_each_state_of_a_thing(name, seed):
    def read(state):
        world, values = begun(name, ACTS[name], state, seed)
        return world, values, world.call(READS[name], values)

    world, values, answer = read("entity exists")
    assert answer["status"] == "ok"
    assert world.call(ACTS[name], values)["status"] == "ok"
    assert read("missing")[2]["status"] == "not_found"

    world, values, answer = read("already acted on")
    assert record_in(answer)["status"] == DONE[name]
    assert world.call(ACTS[name], values)["status"] == "already_done"

    world, values, answer = read("duplicate")
    (key,) = values
    twin = world.call(READS[name], {key: record_in(answer)["possible_duplicate"]})
    assert record_in(twin)["possible_duplicate"] == values[key]

    world, values, answer = read("partially completed")
    assert record_in(answer)["status"] == f"partially {DONE[name]}"
    assert record_in(world.call(ACTS[name], values))["status"] == DONE[name]

    world, values, answer = read("unknown")
    assert (record_in(answer)["status"], record_in(answer)["confirmed"]) == ("unknown", False)
    assert world.call(ACTS[name], values)["confirmed"] is False


@pytest.mark.parametrize("name", MAKES)
def test_what_is_to_be_made_may_be_there_already(name):
    world, values = begun(name, MAKES[name], "entity exists", 3)
    assert world.call(MAKES[name], values)["status"] == "created"

    world, values = begun(name, MAKES[name], "already acted on", 3)
    answer = world.call(MAKES[name], values)
    assert answer["status"] == "already_done"
    key = next(iter(record_in(answer)))
    assert record_in(world.call(READS[name], {key: record_in(answer)[key]})) == record_in(answer)

    world, values = begun(name, MAKES[name], "partially completed", 3)
    assert world.call(MAKES[name], values)["status"] == "created"
    assert world.call(MAKES[name], values)["status"] == "already_done"


def test_what_was_made_before_is_found_without_making_it():
    world, values = begun("tickets", "create_ticket", "already acted on", 3)
    found = listed(world.call("search_tickets", {"query": values["title"]}))
    assert values["title"] in [ticket["title"] for ticket in found]
    world, values = begun("tickets", "create_ticket", "duplicate", 3)
    found = listed(world.call("search_tickets", {"query": values["title"], "limit": 50}))
    assert [ticket["title"] for ticket in found].count(values["title"]) >= 2


def test_a_payment_that_was_made_before_moves_nothing():
    world, values = begun("bank", "transfer_money", "already acted on", 5)
    source = {"account_id": values["from_account"]}
    before = world.call("get_account", source)
    made = listed(world.call("list_transactions", source))
    answer = world.call("transfer_money", values)
    assert answer["status"] == "already_done"
    assert answer["reference"] in [payment["transaction_id"] for payment in made]
    assert world.call("get_account", source) == before


def test_a_payment_on_its_way_is_completed_once():
    world, values = begun("bank", "transfer_money", "partially completed", 5)
    first = world.call("transfer_money", values)
    second = world.call("transfer_money", values)
    assert (first["status"], second["status"]) == ("ok", "already_done")
    assert first["reference"] == second["reference"]


def test_a_half_made_change_is_made_whole():
    world, values = begun("calendar", "reschedule_event", "partially completed", 5)
    before = record_in(world.call("get_event", values))
    assert before["date"] == values["date"] or before["time"] == values["time"]
    assert (before["steps_done"], before["steps"]) == (1, 2)
    after = record_in(world.call("reschedule_event", values))
    assert (after["date"], after["time"]) == (values["date"], values["time"])
    assert "steps" not in after
