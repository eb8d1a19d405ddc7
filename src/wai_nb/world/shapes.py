"""What a record of a kind of thing holds when nobody has touched it yet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from wai_nb.asks.domain import Domain, ToolView
from wai_nb.asks.grammar import Dice
from wai_nb.asks.params import Param
from wai_nb.asks.topics import Topic
from wai_nb.asks.values import value_for
from wai_nb.asks.verbs import participle

Record = dict[str, Any]
_DETAILS = tuple(
    (
        "amount title date time datetime person name email choice quantity flag address phone city number "
        "text color size language priority country department word"
    ).split()
)
_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "number"}
_WHOLE: dict[str, Any] = {"type": "integer"}
_BASES: dict[str, tuple[tuple[str, str, dict[str, Any]], ...]] = {  # topic -> (field, kind of value, type)
    "orders": (("total", "amount", _NUMBER), ("placed_on", "date", _TEXT)),
    "money": (("balance", "amount", _NUMBER), ("opened_on", "date", _TEXT)),
    "code": (("content", "text", _TEXT),),
    "travel": (("price", "amount", _NUMBER), ("date", "date", _TEXT)),
    "calendar": (("title", "title", _TEXT), ("date", "date", _TEXT), ("time", "time", _TEXT)),
    "tickets": (("title", "title", _TEXT), ("opened_on", "date", _TEXT), ("assignee", "person", _TEXT)),
    "goods": (("name", "title", _TEXT), ("price", "amount", _NUMBER), ("in_stock", "quantity", _WHOLE)),
    "people": (("name", "person", _TEXT), ("email", "email", _TEXT), ("since", "date", _TEXT)),
    "messages": (("subject", "title", _TEXT), ("body", "text", _TEXT), ("sent_on", "date", _TEXT)),
    "documents": (("title", "title", _TEXT), ("text", "text", _TEXT), ("updated_on", "date", _TEXT)),
    "weather": (("temperature_c", "quantity", _WHOLE), ("wind_kmh", "quantity", _WHOLE)),
    "data": (("rows", "quantity", _WHOLE), ("updated_on", "date", _TEXT)),
    "things": (("title", "title", _TEXT), ("updated_on", "date", _TEXT)),
}
MONEY_FIELDS = ("balance", "total", "price", "amount")


def fresh_record(domain: Domain, noun: str, key_name: str, thing_id: Any, world_seed: int) -> Record:
    """Return the untouched record of a thing, derived from its id and the world seed alone.

    Parameters
    ----------
    domain
        Its tools that speak of the noun lend the fields.
    noun
        What the thing is: "order".
    key_name
        The field that holds its id.
    thing_id
        Its id.
    world_seed
        Fixes the values.
    """
    topic, params = fields_of(domain, noun)
    record: Record = {key_name: thing_id}
    dice = Dice(world_seed, "record", noun, str(thing_id))
    if topic.name != "code":
        record["status"] = dice.pick(topic.statuses)
    for param in params:
        if param.name not in record:
            record[param.name] = value_for(param, dice, topic)
    return record


@lru_cache(maxsize=1024)
def fields_of(domain: Domain, noun: str) -> tuple[Topic, tuple[Param, ...]]:
    """Return the topic of a noun and the fields of its records: the topic's own, then details that tools set."""
    views = [view for view in domain.tools if view.thing == noun]
    topic = views[0].topic if views else domain.topic
    base = [] if noun in ("target", "module", "folder", "directory") else list(_BASES.get(topic.name, ()))
    params = [Param(name, name, kind, "", False, schema) for name, kind, schema in base]
    for view in views:
        if view.kind in ("create", "update", "send"):
            params += [param for param in view.params if param is not view.key and param.kind in _DETAILS]
    return topic, tuple({param.name: param for param in reversed(params)}.values())[::-1]


def done_word(domain: Domain, noun: str, in_play: tuple[ToolView, ...]) -> str:
    """Return the status of a thing that was already acted on: what a tool in play, or any other, would have done."""
    acts = [view for view in (*in_play, *domain.tools) if view.kind == "act" and view.thing == noun]
    if acts:
        return participle(acts[0].verb)
    return fields_of(domain, noun)[0].statuses[-1]


def money_field(record: Mapping[str, Any]) -> str | None:
    """Return the name of the field that holds the money of a record, or None."""
    return next((name for name in MONEY_FIELDS if isinstance(record.get(name), (int, float))), None)
