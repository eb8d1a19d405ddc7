"""What a record of each kind of thing holds: the answers to what people ask about it, agreeing with each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wai_nb.asks.phrases.topics import Topic
from wai_nb.world import fields_money as money
from wai_nb.world import fields_shop as shop
from wai_nb.world import fields_work as work
from wai_nb.world.drawing import Draw, Record


def statuses_of(noun: str, topic: Topic) -> tuple[str, ...]:
    """Return in which states such a thing can be, the first being that of a new one."""
    return _STATUSES.get(noun.rsplit(" ", 1)[-1], topic.statuses)


def maker_of(noun: str, topic: Topic) -> Callable[[Draw], Record]:
    """Return the function that draws the fields of such a thing."""
    word = noun.rsplit(" ", 1)[-1]
    return _BY_NOUN.get(word) or _BY_TOPIC.get(topic.name, work.thing)


_BY_TOPIC: dict[str, Callable[[Draw], Record]] = {
    "orders": shop.order,
    "money": money.account,
    "bills": money.invoice,
    "payments": money.payment,
    "code": work.place_of_code,
    "travel": work.booking,
    "calendar": work.event,
    "tickets": work.ticket,
    "goods": shop.product,
    "people": work.person,
    "messages": work.message,
    "documents": work.document,
    "weather": work.weather,
    "data": work.dataset,
}
_BY_NOUN: dict[str, Callable[[Draw], Record]] = {
    **dict.fromkeys(("parcel", "package", "shipment", "delivery"), shop.parcel),
    **dict.fromkeys(("card",), money.card),
    **dict.fromkeys(("invoice", "bill"), money.invoice),
    **dict.fromkeys(("payment", "transaction", "transfer", "refund", "charge"), money.payment),
    **dict.fromkeys(("file", "script"), work.file),
    **dict.fromkeys(("comment", "reply", "review"), work.comment),
    **dict.fromkeys(("flight", "train"), work.journey),
    **dict.fromkeys(("user", "customer", "person"), work.person),
}


_STATUSES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("account", "card", "wallet"), ("active", "active", "active", "on hold")),
    **dict.fromkeys(
        ("payment", "transaction", "transfer", "charge"), ("completed", "completed", "completed", "pending")
    ),
    **dict.fromkeys(("comment", "reply", "review"), ("published",)),
    "refund": ("completed", "completed", "pending"),
    **dict.fromkeys(("invoice", "bill"), ("open", "open", "paid", "overdue")),
    **dict.fromkeys(("parcel", "package", "shipment", "delivery"), ("shipped", "out for delivery", "delivered")),
    **dict.fromkeys(("flight", "train"), ("on time", "on time", "delayed")),
}


def settled(record: Record, names: Sequence[str] = ("content", "size_bytes", "lines")) -> Record:
    """Bring the size of a file in line with its content.

    Examples
    --------
    >>> settled({"path": "a.py", "content": "x = 1"})
    {'path': 'a.py', 'content': 'x = 1', 'size_bytes': 5, 'lines': 1}
    """
    content, size, lines = names
    text = record.get(content)
    if isinstance(text, str):
        record[size] = len(text.encode("utf-8", "surrogatepass"))
        record[lines] = len(text.splitlines())
    return record
