from __future__ import annotations

import pytest
from tests.asks.makers import A3, EMAIL, GET_ORDER, REFUND, drawn, situation

import wai_nb as wai
from wai_nb.asks.domain import read_domain
from wai_nb.asks.facts import facts_for
from wai_nb.errors import SettingError
from wai_nb.plan.situation import Situation
from wai_nb.world.answers import World
from wai_nb.world.faults import condition_of

TOOLS = [GET_ORDER, REFUND, EMAIL]


def called(condition, name="get_order", **more):
    item = situation(name, tool_condition=condition)
    made = World(TOOLS, item, **more)
    values = dict(facts_for(read_domain(TOOLS), item).values)
    return made.call(name, values), made, values


@pytest.mark.parametrize(
    ("condition", "status"),
    [
        ("timeout", "timeout"),
        ("permission_denied", "permission_denied"),
        ("rate_limited", "rate_limited"),
    ],
)
def test_faults_that_answer_nothing(condition, status):
    result, made, _ = called(condition)
    assert result["status"] == status
    assert made.calls[0]["fault"] == condition


def test_malformed_is_ok_and_garbage():
    result, made, _ = called("malformed_result")
    assert result["status"] == "ok"
    assert isinstance(result["result"], str)
    assert set(result) == {"status", "result"}
    assert made.calls[0]["fault"] == "malformed"
    assert called("malformed_result")[0] == result


def test_stale_is_the_real_record_with_a_flag():
    result, made, values = called("stale_result")
    assert result["stale"] is True
    assert "ago" in result["as_of"]
    assert result["order"]["order_id"] == values["order_id"]
    assert made.calls[0]["fault"] == "stale"


def test_faults_come_before_the_arguments_are_looked_at():
    made = World(TOOLS, situation(tool_condition="timeout"))
    assert made.call("get_order", {})["status"] == "timeout"
    assert made.call("nothing", {})["error"] == "unknown_tool"
    assert "fault" not in made.calls[1]


def test_a_timeout_writes_nothing():
    _, made, values = called("timeout", "refund_order")
    assert made.records.find("order", values["order_id"]).get("refunded") is None


def test_faults_fire_on_every_call_of_every_tool():
    made = World(TOOLS, situation(tool_condition="timeout"))
    statuses = {
        made.call(name, {"order_id": "4412"})["status"]
        for name in ("get_order", "refund_order", "send_email", "get_order")
    }
    assert statuses == {"timeout"}


def test_a_rate_under_one_is_drawn_per_call_and_the_same_in_each_repeat():
    base = situation()
    item = Situation(base.scenario_id, base.cell, base.world_seed, {"*": {"mode": "timeout", "rate": 0.5}}, base.tier)
    runs = []
    for _ in range(2):
        made = World(TOOLS, item)
        runs.append([made.call("get_order", {"order_id": "4412"})["status"] for _ in range(200)])
    assert runs[0] == runs[1]
    assert 70 < runs[0].count("timeout") < 130


def test_a_fault_of_one_tool_leaves_the_others():
    base = situation()
    item = Situation(
        base.scenario_id, base.cell, base.world_seed, {"send_email": {"mode": "timeout", "rate": 1.0}}, base.tier
    )
    made = World(TOOLS, item)
    assert made.call("get_order", {"order_id": "4412"})["status"] != "timeout"
    assert made.call("send_email", {"to": "a@b.org", "body": "hi"})["status"] == "timeout"


def test_faults_come_before_execute():
    ran = []

    def execute(tool, arguments):
        ran.append(tool)
        return {"status": "ok", "total": 5}

    assert called("timeout", execute=execute)[0]["status"] == "timeout"
    assert ran == []
    assert called("stale_result", execute=execute)[0] == {
        "status": "ok",
        "total": 5,
        "stale": True,
        "as_of": "3 days ago",
    }


def with_faults(faults):
    base = situation()
    return World(TOOLS, Situation(base.scenario_id, base.cell, base.world_seed, faults, base.tier))


def statuses(made, *names):
    return [made.call(name, {"order_id": "4412"})["status"] for name in names]


def test_the_first_call_fails_and_the_rest_work():
    made = with_faults({"*": {"mode": "timeout", "rate": 1.0, "recovers_after": 1}})
    assert statuses(made, "get_order", "get_order", "get_order") == ["timeout", "ok", "ok"]
    assert [call.get("fault") for call in made.calls] == ["timeout", None, None]


def test_an_outage_of_everything_counts_the_calls_of_all_tools():
    made = with_faults({"*": {"mode": "rate_limited", "recovers_after": 2}})
    assert statuses(made, "get_order", "refund_order", "get_order") == ["rate_limited", "rate_limited", "ok"]


def test_a_tool_with_a_fault_of_its_own_counts_its_own_calls():
    made = with_faults({"get_order": {"mode": "permission_denied", "recovers_after": 2}, "*": {"mode": "timeout"}})
    assert statuses(made, "get_order", "send_email", "get_order", "get_order") == [
        "permission_denied",
        "timeout",
        "permission_denied",
        "ok",
    ]


def test_a_call_that_timed_out_can_be_made_again():
    made = with_faults({"refund_order": {"mode": "timeout", "recovers_after": 1}})
    total = made.call("get_order", {"order_id": "4412"})["order"]["total"]
    assert made.call("refund_order", {"order_id": "4412", "amount": 5})["status"] == "timeout"
    assert made.call("refund_order", {"order_id": "4412", "amount": 5})["order"]["remaining"] == round(total - 5, 2)


@pytest.mark.parametrize(
    ("faults", "said"),
    [
        ({"*": {"mode": "timeout", "recover_after": 1}}, "recovers_after"),
        ({"*": {"mode": "timout"}}, "timeout"),
        ({"*": {"rate": 1.0}}, "mode"),
        ({"*": {"mode": "timeout", "rate": 2}}, "rate"),
        ({"*": {"mode": "timeout", "recovers_after": 0}}, "whole number"),
        ({"*": {"mode": "timeout", "recovers_after": True}}, "whole number"),
        ({"get_ordr": {"mode": "timeout"}}, "get_order"),
        ({"*": "timeout"}, "not a dict"),
        ("timeout", "not a dict"),
    ],
)
def test_faults_that_say_nothing_are_refused(faults, said):
    with pytest.raises(SettingError, match=said):
        with_faults(faults)


def test_the_label_is_the_fault():
    for item in drawn(A3, 400):
        assert item.cell.tool_condition == condition_of(item.faults)


def test_rows_carry_the_condition_that_their_faults_have():
    rows = wai.simulate(
        lambda message: {"steps": [], "final_text": "ok"}, tools=TOOLS, situations=80, fault_rate=0.5
    ).rows
    assert any("faults" in row for row in rows)
    for row in rows:
        assert row["scenario_dimensions"]["tool_condition"] == condition_of(row.get("faults") or {})


def test_no_fault_no_mark():
    _, made, _ = called("success")
    assert set(made.calls[0]) == {"tool", "arguments", "result"}
