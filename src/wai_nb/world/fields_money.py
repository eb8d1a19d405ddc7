"""Records of money: accounts, cards, invoices, payments."""

from __future__ import annotations

from collections.abc import Sequence

from wai_nb.asks.values import YEAR
from wai_nb.world.drawing import Draw, Record, email_of
from wai_nb.world.fields_shop import items_of

Booked = tuple[str, int, int]
_BOOKED: tuple[Booked, ...] = (  # what a booking is for, and what it may cost
    ("rent", 620, 1400),
    ("salary", 1800, 3600),
    ("groceries", 12, 140),
    ("phone bill", 15, 60),
    ("insurance", 25, 120),
    ("restaurant", 14, 90),
    ("train ticket", 9, 110),
    ("electricity", 40, 160),
)
_BY_CARD = tuple(booked for booked in _BOOKED if booked[0] in ("groceries", "restaurant", "train ticket"))


def account(draw: Draw) -> Record:
    """Return the fields of an account."""
    return {
        "balance": draw.price(120, 6400),
        "currency": draw.currency,
        "owner": draw.person(),
        "opened_on": draw.day(-2400, -200),
        "daily_limit": draw.dice.pick((1000, 2000, 2500, 5000)),
        "interest_percent": draw.dice.pick((0, 0.5, 1.25, 2)),
        **_ledger(draw, _BOOKED),
    }


def _ledger(draw: Draw, kinds: Sequence[Booked]) -> Record:
    """Return what went through an account and what comes next; what is done today is booked tomorrow."""
    days = sorted({-1 - draw.dice.below(24) for _ in range(4)}, reverse=True)
    return {
        "movements": [{"date": draw.day(day, day), **_booked(draw, kinds)} for day in days],
        "movements_until": draw.day(-1, -1),
        "next_debit": {"date": draw.day(1, 12), "amount": draw.price(9, 120), "description": "insurance"},
        "monthly_fee": draw.dice.pick((0, 0, 2.5, 4.9)),
        "next_statement_on": draw.day(1, 28),
    }


def card(draw: Draw) -> Record:
    """Return the fields of a bank card."""
    who, kind = draw.person(), draw.dice.pick(("debit", "credit"))
    return {
        "owner": who,
        "type": kind,
        "last_digits": f"{draw.dice.below(10_000):04}",
        "expires": f"{YEAR + 1 + draw.dice.below(3)}-{1 + draw.dice.below(12):02}",
        "daily_limit": draw.dice.pick((500, 1000, 2000)),
        "currency": draw.currency,
        "balance": draw.price(0, 900),
        "opened_on": draw.day(-1400, -60),
        "interest_percent": 0 if kind == "debit" else draw.dice.pick((9.9, 12.5)),
        **_ledger(draw, _BY_CARD),
    }


def invoice(draw: Draw) -> Record:
    """Return the fields of an invoice."""
    issued = (-60 if draw.status == "overdue" else -25) + draw.dice.below(20)
    total = draw.given.get("total")
    total = draw.price(20, 900) if not isinstance(total, (int, float)) else total
    who = draw.person()
    fields: Record = {
        "total": total,
        "currency": draw.currency,
        "customer": who,
        "issued_on": draw.day(issued, issued),
        "due_on": draw.day(issued + 30, issued + 30),
        "items": items_of(total, draw.dice),
        "tax_percent": draw.dice.pick((0, 19, 20, 21)),
        "pay_by": draw.dice.pick(("bank transfer", "direct debit", "card")),
        "sent_to": email_of(who, draw.dice),
        "reminders": 1 if draw.status == "overdue" else 0,
    }
    return {**fields, "paid_on": draw.day(issued + 1, -1)} if draw.status == "paid" else fields


def payment(draw: Draw) -> Record:
    """Return the fields of a payment that was made."""
    booked = _booked(draw, _BOOKED)
    return {
        "amount": abs(booked["amount"]),
        "currency": draw.currency,
        "date": draw.day(-40, -1),
        "description": booked["description"],
        "other_side": draw.person(),
        "method": draw.dice.pick(("card", "bank transfer", "direct debit")),
        "fee": draw.dice.pick((0, 0, 0, 1.5)),
        "reference": f"R{100_000 + draw.dice.below(900_000)}",
    }


def _booked(draw: Draw, kinds: Sequence[Booked]) -> Record:
    """Return an amount that came in or went out, and what for."""
    what, low, high = draw.dice.pick(kinds)
    return {"amount": draw.price(low, high) * (1 if what == "salary" else -1), "description": what}
