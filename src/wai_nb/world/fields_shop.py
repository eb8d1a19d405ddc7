"""Records of shops: orders, parcels, products."""

from __future__ import annotations

from wai_nb.asks.grammar import Dice
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
        "items": items_of(total, draw.dice),
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
    """Return what else people ask about an order or a parcel: colour, weight, gift wrap, receipt, the way back ..."""
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


def items_of(total: float, dice: Dice) -> list[Record]:
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
    contents, who, home = draw.dice.pick(GOODS), draw.person(), draw.address()
    return {
        "contents": contents,
        "recipient": who,
        "address": home,
        "placed_on": draw.day(sent - 2, sent - 1),
        "sent_on": draw.day(sent, sent),
        "value": draw.price(15, 240),
        "currency": draw.currency,
        "payment": draw.dice.pick(("card", "card", "bank transfer", "invoice")),
        "carrier": draw.dice.pick(_CARRIERS),
        **_way(draw, sent),
        **_details(draw, who, home),
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
        "sizes": list(draw.dice.pick((("one size",), ("small", "large"), ("small", "medium", "large")))),
        "colours": sorted({draw.dice.pick(_COLOURS), draw.dice.pick(_COLOURS)}),
        "material": draw.dice.pick(("cotton and wool", "steel", "oak", "recycled plastic", "aluminium")),
        "weight_kg": (3 + draw.dice.below(60)) / 10,
        "dimensions_cm": " x ".join(str(8 + draw.dice.below(50)) for _ in range(3)),
        "reviews": 3 + draw.dice.below(400),
    }
