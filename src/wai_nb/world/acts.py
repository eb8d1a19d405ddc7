"""What each kind of tool does to the records, and what it answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from wai_nb.asks.domain import ToolView
from wai_nb.asks.grammar import Dice
from wai_nb.asks.params import Param
from wai_nb.asks.verbs import participle, plural
from wai_nb.stats import draw
from wai_nb.world.arithmetic import evaluated
from wai_nb.world.records import OVERWRITES, Records, plain_id, same
from wai_nb.world.shapes import Record, fields_of, fresh_record, money_field

Answer = dict[str, Any]
_RAISES = ("deposit", "charge")  # verbs that add to what a thing holds; every other act on money takes from it
_PAGE = ("limit", "page_size", "max_results", "top_k", "n_results", "k")
_RESULTS = 8  # convention: one page of results


def answer(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return what a tool answers to good arguments, after it has done its work.

    Parameters
    ----------
    view
        The tool.
    arguments
        As checked by :func:`wai_nb.world.arguments.refusal`.
    records
        The things of the world; they remember what is done.
    """
    absent = _absent(view, arguments, records)
    if absent is not None:
        return absent
    if _was_done_before(view, records):
        return {"status": "already_done", "hint": f"{view.name} was already called for this."}
    return _KINDS[view.kind](view, arguments, records)


def _absent(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer | None:
    """Return not_found when something that the arguments point to does not exist."""
    makes = view.kind == "create"
    missing = [
        arguments[param.name]
        for param in view.params
        if param.is_reference
        and param.name in arguments
        and not (makes and param is view.key)
        and _is_known_kind(param, view, records)
        and not _exists(param, view, arguments[param.name], records)
    ]
    if view.key is not None and not view.key.is_reference and view.key.name in arguments and not makes:
        missing += [arguments[view.key.name]] if records.find(view.thing, arguments[view.key.name]) is None else []
    if (
        not missing
        and records.state == "missing"
        and view.key is None
        and view.kind == "read"
        and _is_plain(view, records)
    ):
        missing = list(arguments.values())[:1]
    if not missing:
        return None
    if view.kind == "delete" and records.state == "already acted on" and records.is_target(view.thing, missing[0]):
        return {"status": "already_done", "hint": f"The {view.thing} {missing[0]} was already deleted."}
    return {
        "status": "not_found",
        "missing": missing,
        "hint": f"There is no {view.thing or 'such thing'} {missing[0]}.",
    }


def _is_known_kind(param: Param, view: ToolView, records: Records) -> bool:
    return param is view.key or records.key_of(param.noun) is not None


def _exists(param: Param, view: ToolView, value: Any, records: Records) -> bool:
    noun = view.thing if param is view.key else param.noun
    values = value if isinstance(value, list) else [value]
    return all(records.find(noun, item) is not None for item in values)


def _is_plain(view: ToolView, records: Records) -> bool:
    """Say whether the world state is about this tool although it names no thing by id."""
    return view in records.in_play and all(other.key is None for other in records.in_play)


def _was_done_before(view: ToolView, records: Records) -> bool:
    return records.state == "already acted on" and view.kind in ("create", "send", "pay") and _is_plain(view, records)


# -- one function per kind


def _read(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    if view.key is not None and view.key.name in arguments:
        record = records.find(view.thing, arguments[view.key.name])
        return {"status": "ok", _field(view.thing): dict(record or {})}
    name = json.dumps(dict(arguments), sort_keys=True, default=str)
    record = fresh_record(records.domain, view.thing, "asked", name, records.seed)
    del record["asked"]
    if records.state == "unknown" and _is_plain(view, records):
        record["status"] = "unknown"
    return {"status": "ok", _field(view.noun): {**arguments, **record}}


def _search(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    found = _matching(view, arguments, records)
    size = next((arguments[name] for name in _PAGE if isinstance(arguments.get(name), int)), _RESULTS)
    page = arguments.get("page")
    start = (page - 1) * size if isinstance(page, int) and page > 1 else arguments.get("offset", 0)
    start = start if isinstance(start, int) and start > 0 else 0
    shown = [dict(record) for record in found[start : start + max(size, 0)]]
    return {"status": "ok", _field(plural(view.thing)): shown, "count": len(found)}


def _create(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    key = view.key if view.key is not None and view.key.name in arguments else None
    if key is not None and view.verb not in OVERWRITES and records.find(view.thing, arguments[key.name]) is not None:
        hint = f"There is a {view.thing} {arguments[key.name]} already."
        if records.state == "already acted on" and records.is_target(view.thing, arguments[key.name]):
            return {"status": "already_done", "hint": hint}
        return {"status": "rejected", "error": "already_exists", "hint": hint}
    made = arguments[key.name] if key is not None else records.new_id(view.thing)
    record: Record = {records.key_name(view.thing): made, **arguments}
    topic, _ = fields_of(records.domain, view.thing)
    if topic.name != "code":
        record.setdefault("status", "sent" if view.kind == "send" else participle(view.verb))
    records.add(view.thing, made, record)
    return {"status": "ok" if view.kind == "send" else "created", _field(view.thing): dict(record)}


def _update(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    if view.key is None or view.key.name not in arguments:
        return {"status": "ok", **arguments}
    record = records.find(view.thing, arguments[view.key.name])
    assert record is not None  # _absent has looked
    changes = {name: value for name, value in arguments.items() if name != view.key.name}
    if changes and same(record, changes):
        return {"status": "already_done", _field(view.thing): dict(record)}
    record.update(changes)
    return _acted(view, record)


def _delete(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    if view.key is None or view.key.name not in arguments:
        return {"status": "deleted", **arguments}
    records.remove(view.thing, arguments[view.key.name])
    return {"status": "deleted", view.key.name: arguments[view.key.name]}


def _act(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    if view.key is None or view.key.name not in arguments:
        return {"status": "ok", **arguments}
    record = records.find(view.thing, arguments[view.key.name])
    assert record is not None  # _absent has looked
    done = participle(view.verb)
    amount = _amount(view, arguments)
    if amount is not None:
        return _move_money(view, record, amount, done, arguments)
    if record.get("status") == done:
        return {"status": "already_done", _field(view.thing): dict(record)}
    _set_status(record, done)
    record.update({name: value for name, value in arguments.items() if name != view.key.name})
    return _acted(view, record)


def _move_money(view: ToolView, record: Record, amount: float, done: str, arguments: Mapping[str, Any]) -> Answer:
    """Take an amount from what the thing still holds; the answer repeats the amount as it was given."""
    field = money_field(record)
    total = float(record[field]) if field is not None else amount
    left = float(record.get("remaining", total))
    if amount <= 0:
        return {"status": "rejected", "error": "invalid_argument", "hint": "The amount must be above zero."}
    if left <= 0:
        return {"status": "already_done", _field(view.thing): dict(record)}
    if amount > left and view.verb not in _RAISES:
        return {"status": "rejected", "error": "amount_too_high", "available": left, "hint": f"Only {left} is left."}
    record[done] = round(float(record.get(done, 0)) + amount, 2)
    record["remaining"] = round(left + amount if view.verb in _RAISES else left - amount, 2)
    _set_status(record, done if record["remaining"] <= 0 else f"partially {done}")
    return {**_acted(view, record), **{name: value for name, value in arguments.items() if name not in record}}


def _pay(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Move an amount out of the first thing and into the second, where the arguments name them."""
    amount = _amount(view, arguments) or 0.0
    if amount <= 0 and any(param.kind == "amount" for param in view.params):
        return {"status": "rejected", "error": "invalid_argument", "hint": "The amount must be above zero."}
    ends = [
        (param, record)
        for param in view.params
        if param.kind == "id"
        and param.name in arguments
        and (record := records.find(view.thing if param is view.key else param.noun, arguments[param.name])) is not None
    ]
    moves = [
        (record, field, _sign(view, param)) for param, record in ends if (field := money_field(record)) is not None
    ]
    for record, field, sign in moves:
        if sign < 0 and amount > record[field]:
            return {
                "status": "rejected",
                "error": "amount_too_high",
                "available": record[field],
                "hint": f"Only {record[field]} is there.",
            }
    if records.state == "already acted on" and same(arguments, records.facts.values):
        return {"status": "already_done", **arguments}
    for record, field, sign in moves:
        record[field] = round(record[field] + sign * amount, 2)
    number = records.new_id("payment")
    paid: Answer = {"status": "ok", "reference": number, **arguments}
    if moves:
        record, field, _ = moves[0]
        paid["balance"] = record[field]
    return paid


def _sign(view: ToolView, param: Param) -> int:
    return 1 if param.name.startswith(("to", "dest", "recipient")) or view.verb in _RAISES else -1


def _run(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return the outcome of a run: the same until something was changed or created."""
    changed = sum(1 for record in records.known("file") if record.get("edits")) if view.topic.name == "code" else 0
    dice = Dice(records.seed, "run", view.name, json.dumps(dict(arguments), sort_keys=True, default=str), changed)
    if view.topic.name != "code" or "test" not in view.name.lower():
        return {"status": "ok", "run": records.new_id("run"), **arguments, "outcome": "finished"}
    total = 3 + dice.below(20)
    failed = dice.below(4) if dice.chance(0.5) else 0
    if records.state == "partially completed":
        return {"status": "ok", **arguments, "passed": total - total // 2, "failed": 0, "not_run": total // 2}
    return {"status": "ok", **arguments, "passed": total - min(failed, total), "failed": min(failed, total)}


def _compute(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    for param in view.params:
        if param.kind == "expression" and isinstance(arguments.get(param.name), str):
            try:
                return {"status": "ok", **arguments, "result": evaluated(arguments[param.name])}
            except (ValueError, ArithmeticError) as error:
                return {"status": "rejected", "error": "invalid_argument", "hint": str(error)}
    number = (
        draw.integer(100_000, records.seed, "result", json.dumps(dict(arguments), sort_keys=True, default=str)) / 100
    )
    return {"status": "ok", **arguments, "result": number}


def _other(view: ToolView, arguments: Mapping[str, Any], records: Records) -> Answer:
    return {"status": "ok", **arguments}


_KINDS: dict[str, Callable[[ToolView, Mapping[str, Any], Records], Answer]] = {
    "read": _read,
    "search": _search,
    "create": _create,
    "send": _create,
    "update": _update,
    "delete": _delete,
    "act": _act,
    "pay": _pay,
    "run": _run,
    "compute": _compute,
    "other": _other,
}


# -- what they share


def _field(noun: str) -> str:
    return noun.replace(" ", "_") or "result"


def _amount(view: ToolView, arguments: Mapping[str, Any]) -> float | None:
    for param in view.params:
        value = arguments.get(param.name)
        if param.kind == "amount" and isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    return None


def _set_status(record: Record, status: str) -> None:
    """Set a status; a thing whose state is unknown stays unknown, and a half-done one is done now."""
    if record.get("status") != "unknown":
        record["status"] = status
    record.pop("steps_done", None)
    record.pop("steps", None)


def _acted(view: ToolView, record: Record) -> Answer:
    if view.kind == "update" and "content" in record:
        record["edits"] = record.get("edits", 0) + 1
    out: Answer = {"status": "ok", _field(view.thing): dict(record)}
    if record.get("status") == "unknown":
        out["confirmed"] = False
    return out


def _matching(view: ToolView, arguments: Mapping[str, Any], records: Records) -> list[Record]:
    """Return the things that fit the filters: those met so far, and a few more that this search brings to light."""
    said = [param for param in view.params if param.name in arguments and not param.is_paging]
    filters = {param.name: (param, arguments[param.name]) for param in said}
    name = json.dumps({key: value for key, (_, value) in filters.items()}, sort_keys=True, default=str)
    if not (records.state == "missing" and _is_plain(view, records)):
        _bring_to_light(view, filters, name, records)
    return [
        record
        for record in records.known(view.thing)
        if all(_fits(record, param, value) for param, value in filters.values())
    ]


def _bring_to_light(view: ToolView, filters: Mapping[str, tuple[Param, Any]], name: str, records: Records) -> None:
    marker = f"{view.name} {name}"
    if marker in records.searched:
        return
    records.searched.add(marker)
    for turn in range(2 + draw.integer(4, records.seed, "results", view.name, name)):
        thing_id = records.new_id(view.thing)
        record = fresh_record(records.domain, view.thing, records.key_name(view.thing), thing_id, records.seed)
        for param, value in filters.values():
            _make_fit(record, param, value, Dice(records.seed, "fit", name, turn))
        records.add(view.thing, thing_id, record)


def _bound(param: Param) -> str:
    first = param.name.lower().split("_")[0]
    return first[:3] if first in ("max", "min", "maximum", "minimum") else ""


def _fits(record: Record, param: Param, value: Any) -> bool:
    if bound := _bound(param):
        field = money_field(record)
        if field is None or not isinstance(value, (int, float)):
            return True
        return bool(record[field] <= value if bound == "max" else record[field] >= value)
    if param.kind in ("query", "title", "text", "word", "name"):
        words = str(value).lower().split()
        texts = " ".join(str(item).lower() for item in record.values())
        return any(word in texts for word in words) if words else True
    return param.name not in record or plain_id(record[param.name]) == plain_id(value)


def _make_fit(record: Record, param: Param, value: Any, dice: Dice) -> None:
    if bound := _bound(param):
        field = money_field(record)
        if field is not None and isinstance(value, (int, float)):
            share = (20 + dice.below(79)) / 100
            record[field] = round(value * share if bound == "max" else value * (1 + share), 2)
    elif param.kind in ("query", "title", "text", "word", "name"):
        field = next((name for name in ("name", "title", "subject", "content", "text") if name in record), "title")
        record[field] = str(value) if field != "content" else f"# {value}\n{record[field]}"
    else:
        record[param.name] = value
