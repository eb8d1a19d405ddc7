"""Paying a bill: it is paid once, for what is open, out of the account that is named."""

from __future__ import annotations

from datetime import date

import pytest
from tests.asks.makers import NUMBER, STRING, situation, tool

from wai_nb.asks.compose import Writer
from wai_nb.asks.domain import read_domain
from wai_nb.asks.facts import facts_for
from wai_nb.world.answers import World

WHOLE = tool("pay_invoice", "Pay an invoice.", invoice_id=STRING)
PART = tool("pay_invoice", "Pay an invoice.", invoice_id=STRING, amount=NUMBER)
FROM = tool("pay_invoice", "Pay an invoice.", invoice_id=STRING, account_id=STRING)
READ = tool("get_invoice", "Read an invoice.", invoice_id=STRING)
ACCOUNT = tool("get_account", "Read an account.", account_id=STRING)
STATES = ("entity exists", "already acted on", "partially completed", "duplicate", "unknown", "missing")


def a_world(*tools, state="entity exists", seed=7):
    item = situation("pay_invoice", world_state=state, seed=seed)
    made = World(list(tools), item)
    return made, dict(facts_for(read_domain(list(tools)), item).values)


def read(made, values):
    return made.call("get_invoice", {"invoice_id": values["invoice_id"]}).get("invoice")


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("pays", [WHOLE, PART], ids=["whole", "part"])
def test_nothing_is_paid_twice(pays, state, seed):
    made, values = a_world(pays, READ, state=state, seed=seed)
    before = read(made, values)
    first = made.call("pay_invoice", values)
    after = read(made, values)
    if state == "missing":
        assert (before, first["status"], after) == (None, "not_found", None)
    elif state == "already acted on":
        assert before["status"] == "paid"
        assert (first["status"], after) == ("already_done", before)
    else:
        assert (first["status"], before["status"] == "paid") == ("ok", False)
        assert after["paid"] + after["remaining"] == pytest.approx(after["total"])
        assert after["paid"] > before.get("paid", 0)
    if after is not None and "amount" not in values:
        assert made.call("pay_invoice", values)["status"] == "already_done"
        assert read(made, values) == after


@pytest.mark.parametrize("seed", range(20))
def test_the_account_pays_what_was_open(seed):
    made, values = a_world(FROM, READ, ACCOUNT, seed=seed)
    account = {"account_id": values["account_id"]}
    held = made.call("get_account", account)["account"]["balance"]
    bill = read(made, values)
    answer = made.call("pay_invoice", values)
    left = made.call("get_account", account)["account"]["balance"]
    if held < bill["total"]:
        assert (answer["status"], answer["available"], left) == ("rejected", held, held)
        assert read(made, values) == bill
    else:
        assert left == pytest.approx(held - bill["total"])
        assert read(made, values)["status"] == "paid"


@pytest.mark.parametrize("seed", range(40))
def test_an_overdue_bill_was_due_and_an_open_one_is_not(seed):
    made, values = a_world(READ, WHOLE, seed=seed)
    bill = read(made, values)
    due = date.fromisoformat(bill["due_on"]).toordinal()
    assert (due < made.records.today) == (bill["status"] == "overdue") or bill["status"] == "paid"


@pytest.mark.parametrize("pays", [WHOLE, PART, FROM], ids=["whole", "part", "from"])
def test_asks_name_the_bill_once(pays):
    writer = Writer([pays, READ, ACCOUNT], "Help customers with bills.")
    for seed in range(60):
        ask = writer.write(situation("pay_invoice", seed=seed))
        assert ask.prompt.count(str(ask.facts.values["invoice_id"])) == 1, ask.prompt
