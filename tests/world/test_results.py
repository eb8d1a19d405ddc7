from __future__ import annotations

import fastjsonschema
import pytest
from tests.asks.makers import situation
from tests.world.sets import BANK, SHOP, TICKETS

import wai_nb as wai
from wai_nb.errors import ArgumentError, SettingError
from wai_nb.world.answers import worlds

EXAMPLE = {
    "success": True,
    "order": {"id": "A-1", "state": "open", "total": 12.5, "customer": {"email": "a@example.org"}, "score": 7},
}
SCHEMA = {
    "type": "object",
    "properties": {
        "total": {"type": "integer"},
        "results": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "ticketId": {"type": "string"},
                    "title": {"type": "string"},
                    "severity": {"type": "string", "enum": ["S1", "S2"]},
                },
                "required": ["ticketId", "title", "severity"],
            },
        },
    },
    "required": ["total", "results"],
}


def a_world(tools, shapes, **more):
    return wai.world(list(tools), result_shapes=shapes, **more)


def test_an_example_is_filled_with_the_things_own_values():
    plain = wai.world(list(SHOP)).call("get_order", {"order_id": "4412"})["order"]
    found = a_world(SHOP, {"get_order": EXAMPLE}).call("get_order", {"order_id": "4412"})
    assert found["success"] is True
    assert found["order"]["id"] == "4412"
    assert found["order"]["total"] == plain["total"]
    assert found["order"]["customer"] == {"email": plain["email"]}
    assert set(found["order"]) == set(EXAMPLE["order"])
    assert found == a_world(SHOP, {"get_order": EXAMPLE}).call("get_order", {"order_id": "4412"})


def test_a_schema_is_met_and_a_list_holds_the_things_found():
    pinned = a_world(TICKETS, {"search_tickets": SCHEMA})
    found = pinned.call("search_tickets", {"query": "printer"})
    fastjsonschema.compile(SCHEMA)(found)
    assert found["total"] == len(found["results"]) > 0
    for item in found["results"]:
        assert pinned.call("get_ticket", {"ticket_id": item["ticketId"]})["ticket"]["title"] == item["title"]


def test_what_is_changed_shows_in_the_pinned_result():
    shop = a_world(SHOP, {"get_order": {"order_id": "1", "status": "x", "refunded": 0.5}})
    shop.call("refund_order", {"order_id": "4412", "amount": 5})
    assert shop.call("get_order", {"order_id": "4412"})["refunded"] == 5
    shop.call("cancel_order", {"order_id": "4412"})
    assert shop.call("get_order", {"order_id": "4412"}) == {"order_id": "4412", "status": "cancelled", "refunded": 5}


def test_an_answer_that_says_no_keeps_its_form():
    shop = a_world(SHOP, {"get_order": EXAMPLE}, world_state="missing")
    assert shop.call("get_order", {"order_id": "4412"})["status"] == "not_found"
    assert shop.call("get_order", {})["status"] == "rejected"


@pytest.mark.parametrize(("shape", "kind"), [([{"account_id": "1"}], list), ("closed", str), (3, int)])
def test_what_is_no_dict_comes_under_result(shape, kind):
    answer = a_world(BANK, {"get_account": shape}).call("get_account", {"account_id": "4412"})
    assert set(answer) == {"status", "result"} and isinstance(answer["result"], kind)


def test_shapes_that_cannot_be_are_refused():
    with pytest.raises(SettingError, match="get_order"):
        a_world(SHOP, {"get_ordr": EXAMPLE})
    with pytest.raises(SettingError, match="says nothing"):
        a_world(SHOP, {"get_order": {}})
    with pytest.raises(ArgumentError, match="is not a dict"):
        worlds(SHOP, result_shapes=["get_order"])


def test_a_run_takes_result_shapes():
    def agent(message):
        return {"steps": [], "final_text": str(wai.world(list(SHOP)).call("get_order", {"order_id": "4412"}))}

    data = wai.simulate(
        agent,
        tools=list(SHOP),
        situations=6,
        fault_rate=0,
        dimensions={"world_state": ["entity exists"]},
        result_shapes={"get_order": {"order_id": "1", "eta_minutes": 30}},
    )
    texts = [row["final_text"] for row in data.rows if "not_found" not in row["final_text"]]
    assert texts and all("eta_minutes" in text and "total" not in text for text in texts)


def test_a_run_refuses_shapes_before_it_plays():
    with pytest.raises(SettingError, match="get_order"):
        wai.simulate(lambda message: 1 / 0, tools=list(SHOP), situations=2, result_shapes={"get_ordr": EXAMPLE})


def test_the_same_situation_gives_the_same_shape_in_every_repeat():
    make = worlds(SHOP, result_shapes={"get_order": EXAMPLE})
    first, second = (make(situation(seed=3)).call("get_order", {"order_id": "4412"}) for _ in range(2))
    assert first == second
