from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys

import pytest
from tests.asks.makers import A3, BANK, CODING, EMAIL, GET_ORDER, NUMBER, REFUND, STRING, drawn, situation, tool

from wai_nb.asks.compose import Writer
from wai_nb.asks.domain import read_domain
from wai_nb.asks.facts import facts_for
from wai_nb.records.tools import Tool, call_tools, to_tools
from wai_nb.records.tools import tool as as_tool
from wai_nb.world.answers import World, worlds

CANCEL = tool("cancel_order", "Cancel an order.", order_id=STRING)
SHOP = [GET_ORDER, REFUND, CANCEL, EMAIL]
CRUD = [
    tool("create_ticket", "Open a ticket.", title=STRING),
    tool("get_ticket", "Read a ticket.", ticket_id=STRING),
    tool("update_ticket", "Change a ticket.", ticket_id=STRING, title=STRING),
    tool("delete_ticket", "Delete a ticket.", ticket_id=STRING),
    tool("search_tickets", "Search tickets.", query=STRING),
]


def a_world(tools, name, state="entity exists", seed=7, **more):
    item = situation(name, world_state=state, seed=seed)
    made = World(tools, item, **more)
    return made, dict(facts_for(read_domain(tools), item).values)


# -- the six states of the world


def test_entity_exists():
    made, values = a_world(SHOP, "get_order")
    result = made.call("get_order", values)
    assert result["status"] == "ok"
    assert result["order"]["order_id"] == values["order_id"]
    assert made.call("get_order", {"order_id": f"#{values['order_id']}"})["status"] == "ok"


@pytest.mark.parametrize("name", ["get_order", "refund_order", "cancel_order"])
def test_missing(name):
    made, values = a_world(SHOP, name, "missing")
    result = made.call(name, values)
    assert (result["status"], result["missing"]) == ("not_found", [values["order_id"]])


@pytest.mark.parametrize("name", ["refund_order", "cancel_order"])
def test_already_acted_on(name):
    made, values = a_world(SHOP, name, "already acted on")
    before = made.call("get_order", {"order_id": values["order_id"]})["order"]
    assert before["status"] == {"refund_order": "refunded", "cancel_order": "cancelled"}[name]
    assert made.call(name, values)["status"] == "already_done"
    assert made.call("get_order", {"order_id": values["order_id"]})["order"] == before


def test_already_acted_on_of_a_sending_tool():
    made, values = a_world(SHOP, "send_email", "already acted on")
    assert made.call("send_email", values)["status"] == "already_done"


def test_duplicate_is_two_records():
    made, values = a_world(SHOP, "get_order", "duplicate")
    first = made.call("get_order", values)["order"]
    second = made.call("get_order", {"order_id": first["possible_duplicate"]})["order"]
    assert second["possible_duplicate"] == first["order_id"] != second["order_id"]
    same = [name for name in first if name not in ("order_id", "possible_duplicate")]
    assert [first[name] for name in same] == [second[name] for name in same]


def test_duplicate_seen_from_the_twin_first():
    made, values = a_world(SHOP, "get_order", "duplicate")
    twin = made.records.facts.second["order_id"]
    assert made.call("get_order", {"order_id": twin})["order"]["possible_duplicate"] == values["order_id"]


def test_partially_completed_can_be_completed():
    made, values = a_world(SHOP, "refund_order", "partially completed")
    before = made.call("get_order", {"order_id": values["order_id"]})["order"]
    assert before["status"] == "partially refunded"
    assert (before["steps_done"], before["steps"]) == (1, 2)
    assert before["remaining"] == values["amount"]
    after = made.call("refund_order", values)["order"]
    assert (after["status"], after["remaining"]) == ("refunded", 0)
    assert "steps" not in after


def test_unknown_stays_unsure():
    made, values = a_world(SHOP, "cancel_order", "unknown")
    assert made.call("get_order", values)["order"]["status"] == "unknown"
    result = made.call("cancel_order", values)
    assert (result["status"], result["confirmed"]) == ("ok", False)


def test_ids_in_another_prompt_follow_the_state():
    item = situation("get_order", world_state="missing")
    assert World(SHOP, item, prompt="Where is 99-77?").call("get_order", {"order_id": "99-77"})["status"] == "not_found"
    calm = situation("get_order")
    assert World(SHOP, calm, prompt="Where is 99-77?").call("get_order", {"order_id": "99-77"})["status"] == "ok"


def test_ids_that_nobody_named_exist_in_seven_of_ten_cases():
    found = sum(World(SHOP, situation()).call("get_order", {"order_id": f"Z{n}"})["status"] == "ok" for n in range(400))
    assert 240 < found < 320


# -- pages


def test_pages_by_offset_page_and_cursor_agree():
    paging = {name: {"type": "integer"} for name in ("limit", "offset", "page")}
    only = Tool(
        "list_notes",
        "List notes.",
        {"type": "object", "properties": {**paging, "cursor": STRING}},
    )
    made = World([only], situation("list_notes", seed=11))
    whole = made.call("list_notes", {"limit": 100})
    by_offset = [made.call("list_notes", {"limit": 2, "offset": at})["notes"] for at in range(0, whole["count"], 2)]
    by_page = [made.call("list_notes", {"limit": 2, "page": 1 + n})["notes"] for n in range(len(by_offset))]
    by_cursor, cursor = [], ""
    while cursor is not None:
        answer = made.call("list_notes", {"limit": 2, "cursor": cursor} if cursor else {"limit": 2})
        by_cursor.append(answer["notes"])
        following = {name: value for name, value in answer.items() if name.startswith("next_")}
        cursor = f"cur_{following.popitem()[1]}".replace("cur_cur_", "cur_") if following else None
    assert whole["count"] > 2
    assert by_offset == by_page == by_cursor
    assert [note for page in by_offset for note in page] == whole["notes"]
    assert made.call("list_notes", {"cursor": "nonsense"})["status"] == "rejected"


# -- memory


def test_a_refund_echoes_and_moves_the_balance():
    made, values = a_world(SHOP, "get_order")
    total = made.call("get_order", values)["order"]["total"]
    result = made.call("refund_order", {**values, "amount": 5})
    assert result["status"] == "ok"
    assert result["order"]["refunded"] == 5
    assert made.call("get_order", values)["order"]["remaining"] == round(total - 5, 2)
    assert made.call("refund_order", {**values, "amount": total})["error"] == "amount_too_high"
    assert made.call("refund_order", {**values, "amount": -1})["status"] == "rejected"


def test_the_amount_of_the_ask_can_be_refunded():
    for seed in range(50):
        made, values = a_world(SHOP, "refund_order", seed=seed)
        assert made.call("refund_order", values)["status"] == "ok"


def test_acting_twice_is_already_done():
    made, values = a_world(SHOP, "cancel_order")
    assert made.call("cancel_order", values)["order"]["status"] == "cancelled"
    assert made.call("cancel_order", values)["status"] == "already_done"


def test_create_read_update_search_delete():
    made, _ = a_world(CRUD, "create_ticket")
    created = made.call("create_ticket", {"title": "no heating"})
    assert created["status"] == "created"
    number = {"ticket_id": created["ticket"]["ticket_id"]}
    assert made.call("get_ticket", number)["ticket"]["title"] == "no heating"
    assert made.call("update_ticket", {**number, "title": "no light"})["status"] == "ok"
    assert made.call("update_ticket", {**number, "title": "no light"})["status"] == "already_done"
    assert made.call("get_ticket", number)["ticket"]["title"] == "no light"
    assert number["ticket_id"] in [t["ticket_id"] for t in made.call("search_tickets", {"query": "light"})["tickets"]]
    assert made.call("delete_ticket", number)["status"] == "deleted"
    assert made.call("get_ticket", number)["status"] == "not_found"
    assert made.call("delete_ticket", number)["status"] == "not_found"
    assert number["ticket_id"] not in [
        t["ticket_id"] for t in made.call("search_tickets", {"query": "light"})["tickets"]
    ]


def test_search_results_can_be_read():
    made, _ = a_world(CRUD, "search_tickets")
    found = made.call("search_tickets", {"query": "printer"})
    assert found["count"] == len(found["tickets"]) > 0
    for ticket in found["tickets"]:
        assert made.call("get_ticket", {"ticket_id": ticket["ticket_id"]})["ticket"] == ticket
    assert made.call("search_tickets", {"query": "printer"}) == found


def test_search_finds_nothing_when_nothing_is_there():
    only = [tool("search_products", "Search the catalog.", query=STRING)]
    made, values = a_world(only, "search_products", "missing")
    assert made.call("search_products", values) == {"status": "ok", "products": [], "count": 0}


def test_search_pages_and_bounds():
    only = [
        tool("search_products", "", query=STRING, max_price=NUMBER, limit={"type": "integer"}, page={"type": "integer"})
    ]
    made, _ = a_world(only, "search_products")
    asked = {"query": "lamp", "max_price": 40, "limit": 1, "page": 1}
    first = made.call("search_products", asked)
    second = made.call("search_products", {**asked, "page": 2})
    assert len(first["products"]) == len(second["products"]) == 1
    assert first["products"] != second["products"]
    assert all(product["price"] <= 40 for product in first["products"] + second["products"])


def test_a_transfer_moves_money_between_two_accounts():
    tools = BANK[0]
    made, values = a_world(tools, "transfer_money")
    out, into = ({"account_id": values[name]} for name in ("from_account", "to_account"))
    before = [made.call("get_balance", end)["account"]["balance"] for end in (out, into)]
    assert made.call("transfer_money", values)["status"] == "ok"
    after = [made.call("get_balance", end)["account"]["balance"] for end in (out, into)]
    assert [round(b - a, 2) for a, b in zip(before, after, strict=True)] == [-values["amount"], values["amount"]]
    assert made.call("transfer_money", {**values, "amount": 10.0**9})["error"] == "amount_too_high"


def test_an_edited_file_reads_as_edited():
    made, values = a_world(CODING[0], "edit_file")
    assert made.call("edit_file", values)["status"] == "ok"
    assert made.call("read_file", {"path": values["path"]})["file"]["content"] == values["content"]
    runs = [made.call("run_tests", {"target": "tests/unit"}) for _ in range(2)]
    assert runs[0] == runs[1]


def test_emails_get_an_id_and_echo():
    made, values = a_world(SHOP, "send_email")
    sent = made.call("send_email", values)
    assert sent["status"] == "ok"
    assert {name: sent["email"][name] for name in values} == values


@pytest.mark.parametrize(("expression", "result"), [("2 + 3 * 4", 14), ("(1 + 1) / 4", 0.5), ("-3 % 5", 2)])
def test_arithmetic_is_worked_out(expression, result):
    made, _ = a_world([tool("calculator", "", expression=STRING)], "calculator")
    assert made.call("calculator", {"expression": expression})["result"] == result


@pytest.mark.parametrize("expression", ["1 / 0", "__import__('os')", "x + 1", "2 **", "(" * 500])
def test_what_is_no_arithmetic_is_refused(expression):
    made, _ = a_world([tool("calculator", "", expression=STRING)], "calculator")
    assert made.call("calculator", {"expression": expression})["status"] == "rejected"


def test_files_are_made_once():
    tools = [tool("create_file", "", path=STRING, content=STRING), tool("read_file", "", path=STRING)]
    made, values = a_world(tools, "create_file")
    assert made.call("read_file", {"path": values["path"]})["status"] == "not_found"
    assert made.call("create_file", values)["status"] == "created"
    assert made.call("read_file", {"path": values["path"]})["file"]["content"] == values["content"]
    assert made.call("create_file", values)["error"] == "already_exists"
    done, values = a_world(tools, "create_file", "already acted on")
    assert done.call("create_file", values)["status"] == "already_done"


# -- repeats, wordings, processes


def test_repeats_meet_the_same_world():
    make = worlds(A3[0], domain=Writer(*A3).domain)
    for item in drawn(A3, 60):
        calls = [
            ("get_order", {"order_id": "4412"}),
            ("refund_order", {"order_id": "4412", "amount": 5}),
            ("get_order", {"order_id": "4412"}),
        ]
        one, two = make(item), make(item)
        assert [one.call(*call) for call in calls] == [two.call(*call) for call in calls]


def test_the_writer_s_facts_are_the_world_s():
    writer = Writer(*A3)
    make = worlds(A3[0], domain=writer.domain)
    for item in drawn(A3, 400):
        if item.cell.tool != "get_order" or item.faults:
            continue
        ask = writer.write(item)
        status = make(item).call("get_order", dict(ask.facts.values))["status"]
        assert status == ("not_found" if item.cell.world_state == "missing" else "ok")


def test_every_answer_is_plain_json_and_the_log_is_safe():
    writer = Writer(*A3)
    for item in drawn(A3, 300):
        made = World(A3[0], item, domain=writer.domain)
        ask = writer.write(item)
        for name in ask.facts.tools or ("get_order",):
            properties = next(t for t in A3[0] if t.name == name).parameters["properties"]
            made.call(name, {key: value for key, value in ask.facts.values.items() if key in properties}).clear()
        json.dumps(made.calls, allow_nan=False)
        assert all(call["result"] for call in made.calls)


def test_worlds_are_the_same_in_every_process():
    code = (
        "from tests.asks.makers import A3, drawn\n"
        "from wai_nb.world.answers import World\n"
        "out = []\n"
        "for item in drawn(A3, 60):\n"
        "    made = World(A3[0], item)\n"
        "    made.call('get_order', {'order_id': '4412'})\n"
        "    made.call('refund_order', {'order_id': '4412', 'amount': 5})\n"
        "    out.append(made.calls)\n"
        "import json; print(json.dumps(out))"
    )
    out = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("0", "1")
    }
    assert len(out) == 1


# -- execute


def test_execute_answers_instead_of_the_records():
    made = World(SHOP, situation(), execute=lambda tool, arguments: {"said": [tool, arguments]})
    assert made.call("get_order", {"order_id": "1"}) == {"said": ["get_order", {"order_id": "1"}]}
    assert made.calls[0]["result"]["said"][0] == "get_order"


@pytest.mark.parametrize(
    ("returned", "result"), [(5, {"status": "ok", "result": 5}), (None, {"status": "ok", "result": None})]
)
def test_what_is_no_dict_is_wrapped(returned, result):
    assert (
        World(SHOP, situation(), execute=lambda tool, arguments: returned).call("get_order", {"order_id": "1"})
        == result
    )


def test_execute_is_not_called_with_what_is_no_object():
    ran = []
    made = World(SHOP, situation(), execute=lambda tool, arguments: ran.append(arguments))
    assert made.call("get_order", "4412")["error"] == "invalid_arguments"
    assert ran == []


def test_what_execute_raises_is_an_answer():
    def execute(tool, arguments):
        raise KeyError("no such table")

    result = World(SHOP, situation(), execute=execute).call("get_order", {"order_id": "1"})
    assert result == {"status": "error", "error": "KeyError: 'no such table'"}


def test_async_execute_is_awaited_also_inside_a_loop():
    async def execute(tool, arguments):
        await asyncio.sleep(0)
        return {"status": "ok", "tool": tool}

    async def main():
        return World(SHOP, situation(), execute=execute).call("get_order", {"order_id": "1"})

    assert asyncio.run(main()) == {"status": "ok", "tool": "get_order"}


def test_bodies_run_only_with_call_tools():
    ran = []

    @as_tool
    def get_order(order_id: str) -> dict:
        """Look up an order."""
        ran.append(order_id)
        return {"total": 3}

    tools = to_tools([get_order])
    World(tools, situation()).call("get_order", {"order_id": "1"})
    assert ran == []
    assert World(tools, situation(), execute=call_tools).call("get_order", {"order_id": "1"}) == {"total": 3}
    assert ran == ["1"]
    assert World([GET_ORDER], situation(), execute=call_tools).call("get_order", {"order_id": "1"})["status"] == "error"
