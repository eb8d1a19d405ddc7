"""Agents of many trades: their asks name things as people of that trade would."""

from __future__ import annotations

import re
from datetime import date

import pytest
from tests.asks.makers import NUMBER, STRING, situation, tool

from wai_nb.asks.compose import Writer

WHOLE = {"type": "integer"}
LIST = {"type": "array", "items": {"type": "string"}}
DAY = {"type": "string", "format": "date"}
EMAIL = r"[\w.]+@[\w.]+"


def asks(*tools, n=60, **more):
    writer = Writer(list(tools), "You help people.")
    return [writer.write(situation(tools[0].name, seed=seed, **more)) for seed in range(n)]


SAID = [  # a tool, and what each of its plain asks says somewhere
    (tool("restart_service", "Restart a service.", service_name=STRING), r"\b[a-z]+-[a-z]+\b"),
    (tool("scale_deployment", "Scale it.", deployment=STRING, replicas=WHOLE), r"\b[a-z]+-[a-z]+ to \d replicas"),
    (tool("rollback_release", "Roll back a release.", release_id=STRING), r"(?:roll|revert|undo|rolling).*\d{4}"),
    (tool("turn_on_light", "Turn on a light.", light_id=STRING), r"turn(?:ing|ed)? .*\bon\b|turn(?:ing|ed)? on"),
    (tool("lock_door", "Lock a door.", door=STRING), r"\b(?:front|back|garage|cellar) door\b"),
    (tool("set_thermostat", "Set it.", room=STRING, temperature=NUMBER), r"in (?:the )?[a-z ]+ to \d\d degrees"),
    (tool("move_event", "Move an event.", event_id=STRING, new_time=STRING), r"\bto \d\d:\d\d"),
    (tool("create_event", "Make an event.", title=STRING, attendees=LIST), EMAIL),
    (tool("find_user_id_by_email", "Find a user id.", email=STRING), rf"(?:with (?:the )?address|under) {EMAIL}"),
    (tool("rate_delivery", "Rate a delivery.", order_id=STRING, stars=WHOLE), r"with [2-5] stars"),
    (tool("find_restaurants", "Find restaurants.", cuisine=STRING, city=STRING), r"with [a-z]+ (?:food|dishes)"),
    (tool("merge_pull_request", "Merge it.", repo=STRING, number=WHOLE), r"merg(?:e|ing|ed)?\b.*\d{4}|\d{4}.* merged"),
    (
        tool("move_order", "Move it.", order_id=STRING, address1=STRING, city=STRING, zip=STRING),
        r"\d [a-z]+ [a-z]+ in ",
    ),
    (tool("reset_password", "Reset a password.", username=STRING), r"password of [a-z]+|'s password"),
    (tool("run_sql", "Run SQL.", query=STRING), r"query: SELECT "),
    (tool("convert_currency", "Convert.", amount=NUMBER, from_currency=STRING, to_currency=STRING), r"from \w+ to \w+"),
    (tool("send_sms", "Send an SMS.", phone_number=STRING, message=STRING), r"to \+44 "),
    (tool("rent_car", "Rent a car.", pickup_date=DAY, return_date=DAY), r"from .+ (?:to|until) "),
]
ONCE = [
    tool("get_weather", "Weather.", city=STRING, unit={"type": "string", "enum": ["celsius", "fahrenheit"]}),
    tool("fetch_url", "Fetch a page.", url=STRING),
    tool("get_stock_price", "Stock price.", ticker=STRING),
    tool("check_data_usage", "Data usage.", phone_number=STRING),
    tool("enroll_student", "Enrol.", student_id=STRING, course_id=STRING),
    tool("pay_bill", "Pay a bill.", bill_id=STRING),
]


@pytest.mark.parametrize(("made", "said"), SAID, ids=[made.name for made, _ in SAID])
def test_things_are_named_as_people_name_them(made, said):
    found = [re.search(said, ask.prompt, re.IGNORECASE | re.DOTALL) is not None for ask in asks(made)]
    assert sum(found) >= 0.8 * len(found)  # the rest are lists of details, or hold a typo or a filler


@pytest.mark.parametrize("made", ONCE, ids=[made.name for made in ONCE])
def test_nothing_is_told_twice(made):
    for ask in asks(made):
        for value in ask.facts.values.values():
            assert ask.prompt.lower().count(str(value).lower()) <= 1, ask.prompt


@pytest.mark.parametrize(
    "names", [("start_date", "end_date"), ("check_in", "check_out"), ("from_date", "to_date"), ("since", "until")]
)
def test_a_span_ends_after_it_begins(names):
    made = tool("request_leave", "Request leave.", employee_id=STRING, **dict.fromkeys(names, DAY))
    for ask in asks(made, n=120):
        begin, end = (date.fromisoformat(ask.facts.values[name]) for name in names)
        assert begin < end


def test_a_span_of_hours_ends_after_it_begins():
    made = tool("book_room", "Book a room.", room=STRING, start_time=STRING, end_time=STRING)
    for ask in asks(made, n=120):
        assert ask.facts.values["start_time"] < ask.facts.values["end_time"] <= "23:59"


def test_spans_of_odd_values_stay_as_they_are():
    days = {"type": "string", "format": "date"}
    made = tool(
        "hire",
        "Hire.",
        start_date={**days, "examples": ["soon", 5, "2026-02-30"]},
        end_date={**days, "examples": [7, "2026-01-01", "late"]},
    )
    values = [ask.facts.values for ask in asks(made)]
    assert {value for found in values for value in (found["start_date"], found["end_date"])} == {
        "soon",
        5,
        "2026-02-30",
        7,
        "2026-01-01",
        "late",
    }


def test_an_act_that_no_verb_names_still_names_its_thing():
    made = tool("zap_widget", "Zap a widget.", widget_id=STRING)
    for ask in asks(made):
        assert ask.facts.values["widget_id"] in ask.prompt
        assert "zap a widget a widget" not in ask.prompt.lower()


def test_a_list_names_nothing_twice():
    made = tool("place_order", "Place an order.", items=LIST)
    for ask in asks(made):
        assert len(set(ask.facts.values["items"])) == len(ask.facts.values["items"])
