"""Records of shops and of money: orders, parcels, products, accounts, cards, invoices, payments."""

from __future__ import annotations

from wai_nb.asks.grammar import Dice
from wai_nb.asks.values import YEAR
from wai_nb.world.drawing import CITIES, STREETS, Draw, Record, email_of, person_of

GOODS = (
    *("desk lamp", "wool blanket", "rain jacket", "coffee grinder", "running shoes", "garden chair", "kitchen scale"),
    *("headphones", "backpack", "kettle", "toaster", "bookshelf", "phone case", "yoga mat", "tent", "picture frame"),
)
_CARRIERS = ("UPS", "DHL", "FedEx", "GLS")
_SLOTS = ("08:00-12:00", "12:00-16:00", "16:00-20:00")
_FLOW = ("delivered", "completed")  # statuses after which a parcel is there
_COLOURS = ("blue", "green", "black", "red", "grey", "white")
_VOUCHERS = (None, None, "WELCOME5", "SPRING10")
_ON_ITS_WAY = ("shipped", "out for delivery", "in transit", *_FLOW)


def order(draw: Draw) -> Record:
    """Return the fields of an order."""
    total = draw.given.get("total")
    total = draw.price(15, 240) if not isinstance(total, (int, float)) else total
    email = draw.given.get("email")
    who = (person_of(email) if isinstance(email, str) else "") or draw.person()
    home = draw.address() if email is None else draw.about(str(email)).address()
    sent = -6 - draw.dice.below(3)
    return {
        "items": _items(total, draw.dice),
        "total": total,
        "currency": draw.currency,
        "customer": who,
        "email": email_of(who, draw.dice),
        "placed_on": draw.day(sent - 3, sent - 1),
        "payment": draw.dice.pick(("card", "card", "bank transfer", "invoice")),
        "address": home,
        **_way(draw, sent),
        **_details(draw, who, home),
    }


def _details(draw: Draw, who: str, home: str) -> Record:
    """Return what people ask about an order besides: colour, weight, gift wrap, voucher, receipt and the way back."""
    dice = draw.dice
    details: Record = {
        "colour": dice.pick(_COLOURS),
        "weight_kg": (4 + dice.below(90)) / 10,
        "parcels": dice.pick((1, 1, 1, 2)),
        "gift_wrapped": dice.chance(0.2),
        "voucher": dice.pick(_VOUCHERS),
        "receipt_sent_by": dice.pick(("email", "email", "post")),
        "warehouse": dice.pick(CITIES),
        "return_until": draw.day(14, 28),
        "pickup_point": f"corner shop, {dice.pick(STREETS)}, {home.rpartition(', ')[2]}",
    }
    return {**details, "signed_by": who} if draw.status in _FLOW else details


def _items(total: float, dice: Dice) -> list[Record]:
    """Return one or two articles whose prices add up to the total, to the cent."""
    cents = round(total * 100)
    first = dice.pick(GOODS)
    if cents < 1000 or dice.chance(0.5):
        return [{"name": first, "quantity": 1, "price": total}]
    part = cents * (25 + dice.below(50)) // 100
    second = GOODS[(GOODS.index(first) + 1 + dice.below(len(GOODS) - 1)) % len(GOODS)]
    pair = ((first, part), (second, cents - part))
    return [{"name": name, "quantity": 1, "price": price / 100} for name, price in pair]


def _way(draw: Draw, sent: int) -> Record:
    """Return who carries a parcel and when it comes, as far as its status lets anybody know."""
    carrier = draw.dice.pick(_CARRIERS)
    if draw.status in _FLOW:
        return {"carrier": carrier, "delivered_on": draw.day(sent + 2, -1)}
    arrival = draw.day(0, 0) if draw.status == "out for delivery" else draw.day(1, 4)
    way: Record = {"expected_on": arrival, "delivery_slot": draw.dice.pick(_SLOTS)}
    return {"carrier": carrier, **way} if draw.status in _ON_ITS_WAY else way


def parcel(draw: Draw) -> Record:
    """Return the fields of a parcel."""
    sent = -5 - draw.dice.below(3)
    return {
        "contents": draw.dice.pick(GOODS),
        "weight_kg": (3 + draw.dice.below(60)) / 10,
        "recipient": draw.person(),
        "address": draw.address(),
        "sent_on": draw.day(sent, sent),
        "carrier": draw.dice.pick(_CARRIERS),
        **_way(draw, sent),
    }


def product(draw: Draw) -> Record:
    """Return the fields of an article on sale."""
    gone = draw.status in ("sold out", "discontinued")
    few = draw.status == "low stock"
    return {
        "name": draw.dice.pick(GOODS),
        "price": draw.price(8, 160),
        "currency": draw.currency,
        "in_stock": 0 if gone else 1 + draw.dice.below(4) if few else 5 + draw.dice.below(60),
        "delivery_days": 1 + draw.dice.below(5),
        "rating": (30 + draw.dice.below(20)) / 10,
        "warranty_months": draw.dice.pick((12, 24, 24, 36)),
    }


def account(draw: Draw) -> Record:
    """Return the fields of an account."""
    return {
        "balance": draw.price(120, 6400),
        "currency": draw.currency,
        "owner": draw.person(),
        "opened_on": draw.day(-2400, -200),
        "daily_limit": draw.dice.pick((1000, 2000, 2500, 5000)),
    }


def card(draw: Draw) -> Record:
    """Return the fields of a bank card."""
    return {
        "owner": draw.person(),
        "type": draw.dice.pick(("debit", "credit")),
        "last_digits": f"{draw.dice.below(10_000):04}",
        "expires": f"{YEAR + 1 + draw.dice.below(3)}-{1 + draw.dice.below(12):02}",
        "daily_limit": draw.dice.pick((500, 1000, 2000)),
        "currency": draw.currency,
    }


def invoice(draw: Draw) -> Record:
    """Return the fields of an invoice."""
    issued = -25 + draw.dice.below(20)
    return {
        "total": draw.price(20, 900),
        "currency": draw.currency,
        "customer": draw.person(),
        "issued_on": draw.day(issued, issued),
        "due_on": draw.day(issued + 30, issued + 30),
    }


_BOOKED = (  # what a booking is for, and what it may cost
    ("rent", 620, 1400),
    ("salary", 1800, 3600),
    ("groceries", 12, 140),
    ("phone bill", 15, 60),
    ("insurance", 25, 120),
    ("restaurant", 14, 90),
    ("train ticket", 9, 110),
    ("electricity", 40, 160),
)


def payment(draw: Draw) -> Record:
    """Return the fields of a payment that was made."""
    what, low, high = draw.dice.pick(_BOOKED)
    return {
        "amount": draw.price(low, high),
        "currency": draw.currency,
        "date": draw.day(-40, -1),
        "description": what,
    }
