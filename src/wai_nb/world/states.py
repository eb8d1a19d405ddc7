"""The six states of the world: what the thing of the ask looks like when the rollout begins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from wai_nb.asks.grammar import Dice
from wai_nb.asks.values import like
from wai_nb.world.drawing import Record, day_of
from wai_nb.world.fields import settled
from wai_nb.world.reading import OVERWRITES, Reading, Use
from wai_nb.world.shapes import done_word, shape_of

if TYPE_CHECKING:
    from wai_nb.world.records import Records

_ALREADY_THERE = ("already acted on", "duplicate")
_SINCE = ("written_on", "placed_on", "opened_on", "sent_on", "issued_on", "changed_on", "updated_on")
_LATER = ("return", "exchange", "reopen")  # acts on what is finished
_MADE_STATES = ("already acted on", "duplicate", "partially completed")
_TOO_LATE = ("delivered", "completed", "cancelled", "canceled", "closed", "resolved", "settled", "paid")


def in_state(records: Records, noun: str, thing_id: Any, given: Mapping[str, Any] | None = None) -> Record | None:
    """Return the thing of the ask as the world state has it, None where there is no such thing."""
    state = records.state
    if state == "missing" or (_is_to_be_made(records, noun) and state not in _ALREADY_THERE):
        return None
    if state == "already acted on" and _verbs(records, noun, "delete"):
        return None
    known = {**_covering(records, noun, thing_id), **(given or {})}
    record = records.fresh(noun, thing_id, known, _open_status(records, noun))
    if state == "unknown":
        record.update(_unsure(records, noun))
    elif state == "duplicate":
        _add_twin(records, noun, thing_id, record)
    elif state in ("already acted on", "partially completed"):
        _act_before(records, noun, record, half=state == "partially completed")
    return record


def made_before(records: Records, use: Use, arguments: Mapping[str, Any]) -> Record | None:
    """Return what a tool that makes things made before the rollout began, None where it made nothing.

    Under "already acted on" and "duplicate" what the ask wants made is there already, once or twice; under
    "partially completed" it is there as a draft. It is the thing with the details of the ask.

    Parameters
    ----------
    records
        The world.
    use
        A tool of kind create or send without an id of its own.
    arguments
        Of the call.
    """
    if records.state not in _MADE_STATES or use not in records.in_play or use.key is not None:
        return None
    if use.name not in records.done_before:
        names = [param.name for param in use.view.params]
        wanted = {name: records.facts.values[name] for name in names if name in records.facts.values}
        if not wanted:
            return None
        records.done_before[use.name] = _put_before(records, use, wanted)
    made = records.done_before[use.name]
    asked = {name: value for name, value in records.facts.values.items() if name in arguments}
    return made if asked and all(arguments[name] == value for name, value in asked.items()) else None


def begin_with(records: Records, noun: str) -> None:
    """Put into the world what tools made before the rollout began, when somebody looks at all things of a kind."""
    for use in records.in_play:
        if use.makes and use.thing == noun:
            made_before(records, use, {})
        elif use.kind == "pay" and records.reading.payment == noun:
            paid_before(records, use, {})


def paid_before(records: Records, use: Use, arguments: Mapping[str, Any]) -> Record | None:
    """Return the payment that the ask wants, where it was made before the rollout began or is on its way.

    Parameters
    ----------
    records
        The world.
    use
        A tool that pays.
    arguments
        Of the call; another payment than that of the ask was not made before.
    """
    if records.state not in ("already acted on", "partially completed") or use not in records.in_play:
        return None
    values = records.facts.values
    wanted = {param.name: values[param.name] for param in use.view.params if param.name in values}
    if use.name not in records.done_before:
        noun = records.reading.payment
        number = records.new_id(noun, "paid before")
        status = "completed" if records.state == "already acted on" else "pending"
        kept = {records.reading.key_name(noun): number, "status": status, **wanted, "date": day_of(records.today)}
        records.add(noun, number, kept)
        records.done_before[use.name] = kept
    needed = [param.name for param in use.view.params if param.required and param.name in wanted]
    is_that = bool(needed) and all(arguments.get(name) == wanted[name] for name in needed)
    return records.done_before[use.name] if is_that else None


def _put_before(records: Records, use: Use, wanted: dict[str, Any]) -> Record:
    shape = records.shape(use.thing)
    made: list[Record] = []
    for turn in range(2 if records.state == "duplicate" else 1):
        thing_id = records.new_id(use.thing, "made before", use.name, turn)
        record: Record = {shape.key_name: thing_id}
        if shape.status is not None:
            record[shape.status] = "sent" if use.kind == "send" else shape.statuses[0]
        record.update({**wanted, **dated(records, use.thing)})
        if records.state == "partially completed":
            record.update(_half_done("draft", shape.status))
        records.add(use.thing, thing_id, record)
        made.append(record)
    if len(made) == 2:
        for one, other in (made, reversed(made)):
            one["possible_duplicate"] = other[shape.key_name]
    return made[0]


def dated(records: Records, noun: str) -> Record:
    """Return the field that says since when a thing is as it is, set to the day of the world; empty without one."""
    renamed = records.shape(noun).renamed
    name = next((renamed[field] for field in _SINCE if renamed.get(field)), None)
    return {name: day_of(records.today)} if name else {}


def _is_to_be_made(records: Records, noun: str) -> bool:
    """Say whether the ask is to make this very thing, so that it is there beforehand only by mistake."""
    return any(
        use.kind == "create" and use.key is not None and use.thing == noun and use.verb not in OVERWRITES
        for use in records.in_play
    )


def _verbs(records: Records, noun: str, *kinds: str) -> list[Use]:
    return [use for use in records.in_play if use.thing == noun and use.kind in kinds]


def _open_status(records: Records, noun: str) -> str:
    """Return a status in which the ask still makes sense: nobody cancels what was delivered."""
    early = _open_statuses(records.reading, noun, records.in_play)
    return early[records.seed % 7 % len(early)] if early else ""


@lru_cache(maxsize=4096)
def _open_statuses(reading: Reading, noun: str, in_play: tuple[Use, ...]) -> tuple[str, ...]:
    statuses = shape_of(reading, noun).statuses
    uses = [use for use in in_play if use.thing == noun]
    changing = [use for use in uses if (use.kind in ("act", "update") or use.view.pays_off) and use.verb not in _LATER]
    if not changing:
        late = any(use.kind == "money" for use in uses) and "delivered" in statuses
        return ("delivered",) if late else ()
    done = {done_word(reading, noun, use.verb) for use in changing}
    return tuple(word for word in statuses if word.lower() not in _TOO_LATE and word not in done)[:2]


def _covering(records: Records, noun: str, thing_id: Any) -> dict[str, Any]:
    """Return the money of the thing, so that it holds at least what the ask speaks of."""
    field = records.shape(noun).money
    named = [name for use in records.in_play for name in use.amounts]
    if not named:
        return {}
    amounts = [records.facts.values.get(name) for name in named]
    asked = max((float(amount) for amount in amounts if isinstance(amount, (int, float))), default=0.0)
    if field is None or asked <= 0:
        return {}
    if records.shape(noun).topic.name == "money":  # an account holds more than one transfer of it
        plain = records.fresh(noun, thing_id)[field]
        return {field: round(plain + asked * 2, 2)}
    spare = (1.0, 1.0, 1.25, 1.5, 2.0)[records.seed % 5]
    spare = 2.0 if records.state == "partially completed" else spare  # half is gone, so the rest is what is asked
    return {field: round(asked * spare, 2)}


def _unsure(records: Records, noun: str) -> Record:
    status = records.shape(noun).status
    return {"confirmed": False} if status is None else {status: "unknown", "confirmed": False}


def _add_twin(records: Records, noun: str, thing_id: Any, record: Record) -> None:
    name = records.shape(noun).key_name
    second = records.facts.second
    twin_id = next((second[field] for field in records.reading.names_of(noun) if field in second), None)
    if twin_id is None or not records.is_target(noun, thing_id):
        twin_id = like(thing_id, Dice(records.seed, "twin", noun, str(thing_id)))
    if str(twin_id) == str(thing_id):
        twin_id = records.new_id(noun, "twin")
    record["possible_duplicate"] = twin_id
    records.add(noun, twin_id, {**record, name: twin_id, "possible_duplicate": thing_id})


def _act_before(records: Records, noun: str, record: Record, half: bool) -> None:
    """Do to the thing what the ask is about, whole or half, before the rollout begins."""
    shape = records.shape(noun)
    changes = _verbs(records, noun, "update", "create")
    used = next(iter(_verbs(records, noun, "act", "money")), None)
    if used is None and not changes:
        acts = [use for use in records.reading.uses.values() if use.kind in ("act", "money") and use.thing == noun]
        used = next(iter(acts), None)
    done = done_word(records.reading, noun, used.verb) if used is not None else shape.statuses[-1]
    for use in changes:
        details = list(_details(records, use).items())
        record.update(details[: len(details) // 2] if half else details)
        settled(record)
    if half:
        record.update(_half_done(f"partially {done}" if not changes else "", shape.status))
    elif shape.status is not None and not changes:
        record[shape.status] = done
    field = records.money(noun, record)
    if used is not None and used.kind == "money" and field is not None and not changes:
        total = record[field]
        gone = round(total / 2, 2) if half else total
        record[done] = gone
        record["remaining"] = round(total - gone, 2)


def _half_done(status: str, field: str | None) -> Record:
    steps: Record = {"steps_done": 1, "steps": 2}
    return {field: status, **steps} if field is not None and status else steps


def _details(records: Records, use: Use) -> dict[str, Any]:
    names = [param.name for param in use.view.params if param is not use.key and param.name in records.facts.values]
    return {name: records.facts.values[name] for name in names}
