from __future__ import annotations

import fastjsonschema
import pytest
from tests.asks.makers import A3, BANK, CODING, NUMBER, STRING, situation, tool

from wai_nb.asks.domain import read_domain, subjects_of
from wai_nb.asks.facts import facts_for
from wai_nb.records.tools import Tool


@pytest.mark.parametrize(
    ("name", "description", "properties", "kind", "noun", "key"),
    [
        ("get_order", "", {"order_id": STRING}, "read", "order", "order_id"),
        ("getOrder", "", {"orderId": STRING}, "read", "order", "orderId"),
        ("order_lookup", "", {"order_id": STRING}, "read", "order", "order_id"),
        ("get_order_status", "", {"order_id": STRING}, "read", "order status", "order_id"),
        ("refund_order", "", {"order_id": STRING, "amount": NUMBER}, "act", "order", "order_id"),
        ("send_email", "", {"to": STRING, "body": STRING}, "send", "email", None),
        ("read_file", "", {"path": STRING}, "read", "file", "path"),
        ("run_tests", "", {"target": STRING}, "run", "tests", "target"),
        ("transfer_money", "", {"from_account": STRING, "to_account": STRING}, "pay", "money", "from_account"),
        ("weather", "Weather of a city.", {"city": STRING}, "read", "weather", None),
        ("search", "Search the product catalog.", {"query": STRING}, "search", "product catalog", None),
        ("delete_user", "", {"username": STRING}, "delete", "user", "username"),
        ("refund", "", {"order_id": STRING}, "act", "order", "order_id"),
        ("x", "", {}, "other", "request", None),
    ],
)
def test_tools_are_read(name, description, properties, kind, noun, key):
    view = read_domain([tool(name, description, **properties)]).tools[0]
    assert (view.kind, view.noun, view.key.name if view.key else None) == (kind, noun, key)


def test_ids_of_the_description_are_real_ids():
    track = tool("track_parcel", "Track a parcel. Parcels on file: P-101, P-102", parcel_id=STRING)
    redirect = tool("redirect_parcel", "Send a parcel elsewhere.", parcel_id=STRING, address=STRING)
    domain = read_domain([track, redirect])
    for name in ("track_parcel", "redirect_parcel"):
        assert facts_for(domain, situation(name)).values["parcel_id"] in ("P-101", "P-102")
    missing = facts_for(domain, situation("track_parcel", world_state="missing")).values["parcel_id"]
    assert missing.startswith("P-")
    assert missing not in ("P-101", "P-102")


@pytest.mark.parametrize("agent", [A3, CODING, BANK])
def test_facts_fit_the_schema(agent):
    domain = read_domain(*agent)
    for item in agent[0]:
        check = fastjsonschema.compile(item.parameters)
        for seed in range(30):
            check(dict(facts_for(domain, situation(item.name, seed=seed)).values))


def test_facts_of_every_type_fit_their_schema():
    schema = {
        "type": "object",
        "properties": {
            "booking_ref": {"type": "string", "pattern": "^[A-Z]{3}-\\d{4}$"},
            "count": {"type": "integer", "minimum": 1, "maximum": 3},
            "ratio": {"type": "number", "minimum": 0, "maximum": 1},
            "on": {"type": "string", "format": "date"},
            "email": {"type": "string", "format": "email"},
            "url": {"type": "string", "format": "uri"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "size": {"enum": ["S", "M"]},
            "fast": {"type": "boolean"},
            "who": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
            "number": {"type": ["integer", "null"]},
            "note": {"type": "string", "maxLength": 9},
        },
    }
    schema["required"] = list(schema["properties"])
    domain = read_domain([Tool("book_room", "Book a room.", schema)])
    check = fastjsonschema.compile(schema)
    for seed in range(50):
        check(dict(facts_for(domain, situation("book_room", seed=seed)).values))


def test_two_accounts_of_one_transfer_differ():
    domain = read_domain(*BANK)
    for seed in range(50):
        values = facts_for(domain, situation("transfer_money", seed=seed)).values
        assert values["from_account"] != values["to_account"]


def test_the_same_argument_has_one_value_across_tools():
    domain = read_domain(*A3)
    for seed in range(50):
        facts = facts_for(domain, situation("multi_tool", seed=seed))
        assert len(facts.tools) == 2
    read, refund = (facts_for(domain, situation(name)).values for name in ("get_order", "refund_order"))
    assert read["order_id"] == refund["order_id"]


@pytest.mark.parametrize(
    ("name", "properties", "kind"),
    [
        ("open_account", {"owner": {"type": "string"}}, "create"),
        ("open_ticket", {"title": {"type": "string"}}, "create"),
        ("open_file", {"path": {"type": "string"}}, "read"),
        ("open_ticket", {"ticket_id": {"type": "string"}}, "read"),
    ],
)
def test_what_has_no_number_yet_is_opened_for_the_first_time(name, properties, kind):
    (view,) = read_domain([Tool(name, "", {"properties": properties, "required": list(properties)})]).tools
    assert view.kind == kind


def test_subjects_of_a_policy():
    assert subjects_of("") == ()
    assert "opening hours" in subjects_of("Answer questions about opening hours.")
