"""Making things, changing them, taking them away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wai_nb.world.drawing import Record
from wai_nb.world.fields import settled
from wai_nb.world.lookups import field_of
from wai_nb.world.reading import OVERWRITES, Use
from wai_nb.world.records import Records, same
from wai_nb.world.shapes import done_word
from wai_nb.world.states import dated, made_before

Answer = dict[str, Any]
# what no longer holds once a thing is called off
_CALLED_OFF = ("expected_on", "delivery_slot", "delivered_on", "carrier", "expectedOn", "deliverySlot", "deliveredOn")
_ENDS = ("cancel", "close", "stop", "reject")


def create(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Make a thing out of the arguments; what is there already is not made twice."""
    before = made_before(records, use, arguments)
    if before is not None:
        return _made_already(use, before, records)
    made_id = arguments.get(use.key.name) if use.key is not None else None
    there = records.find(use.thing, made_id) if made_id is not None else None
    if there is not None:
        refused = _there_already(use, there, made_id, arguments, records)
        if refused is not None:
            return refused
    shape = records.shape(use.thing)
    if made_id is None:
        made_id = records.new_id(use.thing)
    record: Record = dict(there or {})
    for unsure in ("confirmed", "steps", "steps_done"):
        record.pop(unsure, None)
    record.update({shape.key_name: made_id, **arguments, **_now(use, records, arguments)})
    if shape.status is not None and shape.status not in arguments:
        record[shape.status] = "sent" if use.kind == "send" else shape.statuses[0]
    if shape.money == "balance" and shape.money not in record:
        record[shape.money] = 0.0
    records.add(use.thing, made_id, settled(record))
    records.wrote(record, made_id)
    return {"status": "ok" if use.kind == "send" else "created", field_of(use.thing): dict(record)}


def _now(use: Use, records: Records, arguments: Mapping[str, Any]) -> Record:
    """Return the date of what is made or written now, unless the arguments say it."""
    return {name: day for name, day in dated(records, use.thing).items() if name not in arguments}


def _made_already(use: Use, before: Record, records: Records) -> Answer:
    if before.pop("steps_done", None) is None:
        return {"status": "already_done", field_of(use.thing): dict(before)}
    before.pop("steps", None)
    shape = records.shape(use.thing)
    if shape.status is not None:
        before[shape.status] = "sent" if use.kind == "send" else shape.statuses[0]
    return {"status": "ok" if use.kind == "send" else "created", field_of(use.thing): dict(before)}


def _there_already(
    use: Use, there: Record, made_id: Any, arguments: Mapping[str, Any], records: Records
) -> Answer | None:
    """Return why a thing cannot be made under an id that is taken; None where the verb writes over it."""
    if use.verb in OVERWRITES:
        repeated = records.state == "already acted on" and records.is_target(use.thing, made_id) and len(arguments) > 1
        return (
            {"status": "already_done", field_of(use.thing): dict(there)}
            if repeated and same(there, arguments)
            else None
        )
    hint = f"There is a {use.thing} {made_id} already."
    if records.state == "already acted on" and records.is_target(use.thing, made_id):
        return {"status": "already_done", "hint": hint}
    return {"status": "rejected", "error": "already_exists", "hint": hint}


def update(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Set the fields that the arguments name."""
    if use.key is None or use.key.name not in arguments:
        return {"status": "ok", **arguments}
    record = records.find(use.thing, arguments[use.key.name])
    assert record is not None  # acts.py has looked
    changes = {name: value for name, value in arguments.items() if name != use.key.name}
    if not changes:
        others = ", ".join(param.name for param in use.view.params if param is not use.key)
        return {
            "status": "rejected",
            "error": "nothing_to_change",
            "hint": f"Give at least one of {others or 'its fields'}.",
        }
    if same(record, changes):
        return {"status": "already_done", field_of(use.thing): dict(record)}
    record.update({**changes, **(_now(use, records, changes) if "content" in changes else {})})
    records.wrote(record, arguments[use.key.name])
    _finish(record)
    return acted(use, settled(record), records)


def delete(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Take a thing away."""
    if use.key is None or use.key.name not in arguments:
        return {"status": "deleted", **arguments}
    records.remove(use.thing, arguments[use.key.name])
    return {"status": "deleted", use.key.name: arguments[use.key.name]}


def act(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Do something to a thing, once: afterwards its status says so."""
    if use.key is None or use.key.name not in arguments:
        return {"status": "ok", **arguments}
    record = records.find(use.thing, arguments[use.key.name])
    assert record is not None  # acts.py has looked
    done = done_word(records.reading, use.thing, use.verb)
    if record.get(status_field(use, records)) == done:
        return {"status": "already_done", field_of(use.thing): dict(record)}
    set_status(use, record, done, records)
    if use.verb in _ENDS:
        for field in _CALLED_OFF:
            record.pop(field, None)
    record.update({name: value for name, value in arguments.items() if name != use.key.name})
    return acted(use, record, records)


def status_field(use: Use, records: Records) -> str:
    """Return the field of a thing that says how it stands."""
    return records.shape(use.thing).status or "status"


def set_status(use: Use, record: Record, status: str, records: Records) -> None:
    """Set a status; a thing whose state is unknown stays unknown, and a half-done one is done now."""
    field = status_field(use, records)
    if record.get(field) != "unknown":
        record[field] = status
    _finish(record)


def _finish(record: Record) -> None:
    record.pop("steps_done", None)
    record.pop("steps", None)


def acted(use: Use, record: Record, records: Records) -> Answer:
    """Return the answer of a tool that has worked on a thing."""
    answer: Answer = {"status": "ok", field_of(use.thing): dict(record)}
    if record.get("confirmed") is False:
        answer["confirmed"] = False
    return answer
