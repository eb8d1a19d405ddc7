"""What people may want to know of a thing stands in its record, whatever its status."""

from types import SimpleNamespace

import pytest

from wai_nb.asks.domain import read_domain
from wai_nb.asks.phrases.topics import THINGS
from wai_nb.asks.phrases.topics_money import BILLS, MONEY, PAYMENTS
from wai_nb.asks.phrases.topics_shop import GOODS, ORDERS, TICKETS
from wai_nb.asks.phrases.topics_work import CALENDAR, CODE, DATA, DOCUMENTS, MESSAGES, PEOPLE, TRAVEL, WEATHER
from wai_nb.world.reading import read_uses
from wai_nb.world.shapes import shape_of

# for each aspect of a topic, in its order, the field that answers it; "a|b" where the status decides which one is there
ANSWERS = {
    (
        "order",
        ORDERS,
    ): "status expected_on|delivered_on items total address carrier|expected_on placed_on payment status "
    "parcels return_until customer delivery_slot|delivered_on weight_kg receipt_sent_by voucher warehouse gift_wrapped "
    "status pickup_point signed_by|status colour",
    ("parcel", ORDERS): "status expected_on|delivered_on contents value address carrier placed_on payment status "
    "parcels return_until recipient delivery_slot|delivered_on weight_kg receipt_sent_by voucher warehouse "
    "gift_wrapped status pickup_point signed_by|status colour",
    ("product", GOODS): "price in_stock sizes material rating delivery_days dimensions_cm warranty_months",
    ("ticket", TICKETS): "status assignee last_reply priority due_on history cause",
    ("account", MONEY): "balance movements daily_limit monthly_fee status interest_percent next_statement_on owner "
    "opened_on next_debit",
    ("card", MONEY): "balance movements daily_limit monthly_fee status interest_percent next_statement_on owner "
    "opened_on next_debit",
    ("invoice", BILLS): "total due_on status issued_on items tax_percent customer pay_by reminders sent_to",
    ("payment", PAYMENTS): "amount date status description other_side method fee reference",
    ("file", CODE): "content content content content content changed_on content content lines",
    ("booking", TRAVEL): "status starts_at price name includes free_cancellation_until room includes",
    ("flight", TRAVEL): "status departs price names includes changeable_until seats includes",
    ("meeting", CALENDAR): "time place attendees notes duration_minutes date",
    ("customer", PEOPLE): "name email plan last_seen notes status",
    ("message", MESSAGES): "body from sent_on replies attachments",
    ("document", DOCUMENTS): "text author version sections open_points readers",
    ("weather", WEATHER): "temperature_c rain_chance|wind_kmh|sun_hours temperature_c",
    ("dataset", DATA): "rows columns updated_on peak gaps source",
    ("gadget", THINGS): "status summary updated_on owner updated_on open_points summary next_step",
}


@pytest.mark.parametrize(("thing", "topic"), ANSWERS, ids=[thing for thing, _ in ANSWERS])
def test_every_aspect_has_its_field(thing, topic):
    fields = ANSWERS[thing, topic].split()
    assert len(fields) == len(topic.aspects)
    schema = {"properties": {f"{thing}_id": {"type": "string"}}, "required": [f"{thing}_id"]}
    tool = SimpleNamespace(name=f"get_{thing}", description="", parameters=schema)
    domain = read_domain([tool])
    shape = shape_of(read_uses(domain), thing)
    assert shape.topic is domain.tools[0].topic is topic
    for seed in range(12):
        for status in shape.statuses:
            record = shape.fresh("X1", seed, 740_000, status=status)
            for aspect, names in zip(topic.aspects, fields, strict=True):
                assert any(name in record for name in names.split("|")), aspect


def test_what_is_booked_ends_yesterday():
    tool = SimpleNamespace(name="get_account", description="", parameters={"properties": {"account_id": {}}})
    account = shape_of(read_uses(read_domain([tool])), "account").fresh("1", 3, 740_000)
    assert account["movements"] == sorted(account["movements"], key=lambda booked: booked["date"], reverse=True)
    assert all(booked["date"] <= account["movements_until"] for booked in account["movements"])
    assert account["movements_until"] < account["next_debit"]["date"]
