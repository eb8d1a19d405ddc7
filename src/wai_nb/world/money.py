"""Money: taken from what one thing holds, or moved from one thing to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wai_nb.asks.params import Param
from wai_nb.world.changes import acted, set_status, status_field
from wai_nb.world.drawing import Record, day_of
from wai_nb.world.lookups import field_of
from wai_nb.world.reading import RAISES, Use
from wai_nb.world.records import Records
from wai_nb.world.shapes import done_word
from wai_nb.world.states import paid_before

Answer = dict[str, Any]
_SHUT = ("closed", "blocked", "frozen", "cancelled")


def take_money(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Take an amount from what a thing still holds, all of it where none is given; the answer repeats the amount."""
    if use.key is None or use.key.name not in arguments:
        return {"status": "ok", **arguments}
    record = records.find(use.thing, arguments[use.key.name])
    assert record is not None  # acts.py has looked
    done = done_word(records.reading, use.thing, use.verb)
    field = records.money(use.thing, record)
    amount = _amount(use, arguments)
    total = float(record[field]) if field is not None else amount or 0.0
    left = float(record.get("remaining", total))
    if amount is not None and amount <= 0:
        return _rejected("invalid_argument", "The amount must be above zero.")
    paid = left <= 0 or (use.view.pays_off and record.get(status_field(use, records)) == done)
    if paid and use.verb not in RAISES:
        return {"status": "already_done", field_of(use.thing): dict(record)}
    amount = left if amount is None else amount
    if amount > left and use.verb not in RAISES:
        return {**_rejected("amount_too_high", f"Only {left} is left."), "available": left}
    purses = _purses(use, arguments, records)
    short = next((purse[field] for purse, field in purses if purse[field] < amount), None)
    if short is not None:
        return {**_rejected("amount_too_high", f"Only {short} is there."), "available": short}
    for purse, purse_field in purses:
        purse[purse_field] = round(purse[purse_field] - amount, 2)
    record[done] = round(float(record.get(done, 0)) + amount, 2)
    record["remaining"] = round(left + amount if use.verb in RAISES else left - amount, 2)
    if use.verb not in RAISES:
        set_status(use, record, done if record["remaining"] <= 0 else f"partially {done}", records)
    return {**acted(use, record, records), **{name: value for name, value in arguments.items() if name not in record}}


def _purses(use: Use, arguments: Mapping[str, Any], records: Records) -> list[tuple[Record, str]]:
    """Return the accounts that something is paid from, each with the field of its money."""
    if not use.view.pays_off:
        return []
    moves = ends_with_money(_ends(use, arguments, records), use, records)
    return [(record, field) for record, field, _ in moves if field == records.reading.field("balance")]


def pay(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Move an amount out of the first thing and into the second, where the arguments name them, and keep a record."""
    amount = _amount(use, arguments) or 0.0
    if amount <= 0 and any(param.kind == "amount" for param in use.view.params):
        return _rejected("invalid_argument", "The amount must be above zero.")
    ends = _ends(use, arguments, records)
    if len(ends) > 1 and ends[0][1] is ends[1][1]:
        return _rejected("invalid_argument", "The money would go back to where it comes from.")
    before = paid_before(records, use, arguments)
    if before is not None:
        return _paid_already(before, arguments, records)
    closed = next((record for _, record in ends if record.get("status") in _SHUT), None)
    if closed is not None:
        return _rejected("not_possible", f"The {use.thing} is {closed['status']}.")
    for record, field, sign in ends_with_money(ends, use, records):
        if sign < 0 and amount > record[field]:
            return {**_rejected("amount_too_high", f"Only {record[field]} is there."), "available": record[field]}
    return _paid(use, arguments, amount, ends, records)


def _paid(
    use: Use, arguments: Mapping[str, Any], amount: float, ends: list[tuple[Param, Record]], records: Records
) -> Answer:
    moves = ends_with_money(ends, use, records)
    for record, field, sign in moves:
        record[field] = round(record[field] + sign * amount, 2)
    noun = records.reading.payment
    number = records.new_id(noun)
    kept = {records.reading.key_name(noun): number, "status": "completed", **arguments, "date": day_of(records.today)}
    records.add(noun, number, kept)
    answer: Answer = {"status": "ok", "reference": number, **arguments}
    if moves:
        answer["balance"] = moves[0][0][moves[0][1]]
    return answer


def _paid_already(before: Record, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return the payment that was made before; one that was on its way is complete now, and nothing moves twice."""
    reference = before[records.reading.key_name(records.reading.payment)]
    pending = before["status"] == "pending"
    before["status"] = "completed"
    if pending:
        return {"status": "ok", "reference": reference, **arguments, "note": "It was on its way and is complete now."}
    return {"status": "already_done", "reference": reference, **arguments}


def ends_with_money(ends: list[tuple[Param, Record]], use: Use, records: Records) -> list[tuple[Record, str, int]]:
    """Return the things whose money a payment moves: record, field, and -1 or 1."""
    found = [(record, records.money(param.noun or use.thing, record), _sign(use, param)) for param, record in ends]
    return [(record, field, sign) for record, field, sign in found if field is not None]


def _ends(use: Use, arguments: Mapping[str, Any], records: Records) -> list[tuple[Param, Record]]:
    found: list[tuple[Param, Record]] = []
    for param in use.view.params:
        noun = use.thing if param is use.key else param.noun
        if param.kind == "id" and param.name in arguments and noun in records.reading.keys:
            record = records.find(noun, arguments[param.name])
            if record is not None:
                found.append((param, record))
    return found


def _sign(use: Use, param: Param) -> int:
    return 1 if param.name.lower().startswith(("to", "dest", "recipient")) or use.verb in RAISES else -1


def _amount(use: Use, arguments: Mapping[str, Any]) -> float | None:
    for param in use.view.params:
        value = arguments.get(param.name)
        if param.kind == "amount" and isinstance(value, (int, float, str)) and not isinstance(value, bool):
            try:
                return float(value)
            except ValueError:
                continue
    return None


def _rejected(error: str, hint: str) -> Answer:
    return {"status": "rejected", "error": error, "hint": hint}
