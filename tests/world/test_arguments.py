from __future__ import annotations

import pytest
from tests.asks.makers import situation
from tests.world.test_answers import SHOP, a_world

from wai_nb.records.tools import Tool
from wai_nb.world.answers import World


def test_unknown_tool_names_the_nearest():
    made, _ = a_world(SHOP, "get_order")
    result = made.call("get_ordr", {"order_id": "1"})
    assert (result["status"], result["error"]) == ("error", "unknown_tool")
    assert "get_order" in result["hint"]


@pytest.mark.parametrize("arguments", [{}, None, {"order_id": None}, {"order_id": " "}, {"id": "4412"}])
def test_missing_arguments_are_refused(arguments):
    made, _ = a_world(SHOP, "get_order")
    result = made.call("get_order", arguments)
    assert (result["status"], result["missing"]) == ("rejected", ["order_id"])
    assert "order_id" in result["hint"]


@pytest.mark.parametrize(
    "value", ["string", "<id>", "<order_id>", "{order_id}", "{{order_id}}", "order_id", "your_order_id", "null", "..."]
)
def test_echoes_of_the_schema_are_refused(value):
    made, _ = a_world(SHOP, "get_order")
    assert made.call("get_order", {"order_id": value})["error"] == "placeholder_argument"


@pytest.mark.parametrize("arguments", ["4412", ["4412"], 5])
def test_arguments_that_are_no_object_are_refused(arguments):
    made, _ = a_world(SHOP, "get_order")
    assert made.call("get_order", arguments)["error"] == "invalid_arguments"


def test_arguments_of_the_wrong_type_are_refused():
    made, values = a_world(SHOP, "refund_order")
    result = made.call("refund_order", {**values, "amount": "five"})
    assert (result["status"], result["error"]) == ("rejected", "invalid_argument")
    assert "amount" in result["hint"]


BOOK = Tool(
    "book_table",
    "Book a table.",
    {
        "type": "object",
        "properties": {
            "date": {"type": "string", "format": "date"},
            "seats": {"type": "integer", "minimum": 1, "maximum": 8},
            "area": {"type": "string", "enum": ["inside", "outside"]},
            "email": {"type": "string", "format": "email"},
            "code": {"type": "string", "pattern": "^[A-Z]{3}$"},
        },
        "required": ["date"],
    },
)


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("date", "tomorrow", "a date like 2026-05-31"),
        ("seats", 20, "smaller than or equal to 8, not 20"),
        ("seats", 0, "bigger than or equal to 1, not 0"),
        ("seats", "two", "a whole number, not 'two'"),
        ("area", "roof", "one of ['inside', 'outside']"),
        ("email", "nobody", "an email address"),
        ("code", "abc", "pattern"),
    ],
)
def test_arguments_are_held_against_the_schema(name, value, hint):
    result = World([BOOK], situation("book_table")).call("book_table", {"date": "2026-05-31", name: value})
    assert (result["status"], result["error"], result["argument"]) == ("rejected", "invalid_argument", name)
    assert hint in result["hint"]


def test_an_argument_that_the_schema_does_not_know_is_named_and_left_out():
    result = World([BOOK], situation("book_table")).call("book_table", {"date": "2026-05-31", "colour": "red"})
    assert result["ignored_arguments"] == ["colour"] and "colour" not in result["table"]
    assert "ignored_arguments" not in World([BOOK], situation("book_table")).call("book_table", {"date": "2026-05-31"})
