"""What a record of a kind of thing looks like: the fields of its subject, in the names and types of the schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wai_nb.asks.domain import ToolView
from wai_nb.asks.grammar import Dice
from wai_nb.asks.kinds import json_type
from wai_nb.asks.params import Param, read_params
from wai_nb.asks.phrases.topics import Topic
from wai_nb.asks.values import value_for
from wai_nb.asks.verbs import participle
from wai_nb.world.drawing import CURRENCIES, Draw, Record
from wai_nb.world.fields import maker_of, settled, statuses_of
from wai_nb.world.reading import Reading

MONEY_FIELDS = ("balance", "total", "price", "amount")
_DETAILS = frozenset(
    (
        "amount title date time datetime person name email choice quantity flag address phone city number "
        "text color size language priority country department word list query reason currency"
    ).split()
)
_STATUS_WORDS = ("status", "state")
_EMPTY: Mapping[str, Any] = {}


@dataclass(frozen=True, eq=False)
class Shape:
    """The fields of one kind of thing.

    Parameters
    ----------
    noun, topic
        What it is, and its subject.
    key_name
        The field of its id.
    make
        Draws the fields of the subject.
    renamed
        Field of the subject -> name that the schemas have for it; None where the schemas say the same otherwise.
    own
        Fields that only the schemas know, or whose values they restrict.
    status, statuses
        The field that says how the thing stands (None when it has none), and its words.
    money
        The field that holds its money, or None.
    currency
        What amounts are in.
    """

    noun: str
    topic: Topic
    key_name: str
    make: Callable[[Draw], Record]
    renamed: Mapping[str, str | None]
    own: tuple[Param, ...]
    status: str | None
    statuses: tuple[str, ...]
    money: str | None
    currency: str

    def fresh(
        self, thing_id: Any, world_seed: int, today: int, given: Mapping[str, Any] = _EMPTY, status: str = ""
    ) -> Record:
        """Return the untouched record of a thing, derived from its id and the world seed alone.

        Parameters
        ----------
        thing_id
            Its id.
        world_seed, today
            Of the world.
        given
            Fields that are settled beforehand, in the names of the schemas.
        status
            Its status, where it is settled beforehand.
        """
        dice = Dice(world_seed, "record", self.noun, str(thing_id))
        drawn = dice.pick(self.statuses)
        status = status or drawn
        if self.status is not None and self.status in given:
            status = str(given[self.status])
        record: Record = {self.key_name: thing_id}
        if self.status is not None:
            record[self.status] = status
        known = (
            {field: given[name] for field, name in self.renamed.items() if name and name in given} if given else _EMPTY
        )
        for field, value in self.make(
            Draw(dice, today, self.topic, self.currency, known, status, str(thing_id))
        ).items():
            name = self.renamed.get(field, field)
            if name is not None and name not in record:
                record[name] = value
        for param in self.own:
            if param.name not in given:
                record[param.name] = value_for(param, dice, self.topic)
        if given:
            record.update({name: value for name, value in given.items() if name != self.key_name})
        return settled(record) if "content" in record else record


@lru_cache(maxsize=2048)
def shape_of(reading: Reading, noun: str) -> Shape:
    """Return the shape of a kind of thing."""
    views = [use.view for use in reading.uses.values() if use.thing == noun]
    topic = _topic(views, noun, reading)
    key_name = reading.key_name(noun)
    make = maker_of(noun, topic)
    status = _status_field(reading, noun, topic)
    statuses = reading.statuses.get(noun) or statuses_of(noun, topic)
    sample = make(Draw(Dice(0), 740_000, topic, "USD", _EMPTY, statuses[0]))
    params = _set_by_tools(reading, noun, key_name, status)
    renamed, own = _matched(sample, params, reading)
    money = next((renamed.get(name) or name for name in MONEY_FIELDS if name in sample), None)
    sign = CURRENCIES.get(reading.domain.currency, "USD")
    return Shape(noun, topic, key_name, make, renamed, own, status, statuses, money, sign)


@lru_cache(maxsize=4096)
def done_word(reading: Reading, noun: str, verb: str) -> str:
    """Return the status of a thing after an act: the schema's own word where it lists one, else the participle.

    Examples
    --------
    >>> from wai_nb.asks.domain import read_domain
    >>> from wai_nb.world.reading import read_uses
    >>> done_word(read_uses(read_domain([])), "order", "cancel")
    'cancelled'
    """
    done = participle(verb)
    plain = _letters(done)
    return next((word for word in reading.statuses.get(noun, ()) if _letters(word) == plain), done)


def _letters(word: str) -> str:
    return "".join(char for char in word.lower() if char.isalpha()).replace("ll", "l")


def _topic(views: list[ToolView], noun: str, reading: Reading) -> Topic:
    from wai_nb.asks.phrases.topics import THINGS, topic_of

    named = topic_of(noun.split())
    if named is not THINGS:
        return named
    return views[0].topic if views else reading.domain.topic


def _status_field(reading: Reading, noun: str, topic: Topic) -> str | None:
    if topic.name == "code" and noun not in reading.statuses:
        return None
    for use in reading.uses.values():
        for param in use.view.params if use.thing == noun else ():
            if param.name.lower() in _STATUS_WORDS:
                return param.name
    return "status"


def _set_by_tools(reading: Reading, noun: str, key_name: str, status: str | None) -> list[Param]:
    """Return the parameters of the tools that make or change such a thing: a record shows them."""
    found: dict[str, Param] = {}
    for use in reading.uses.values():
        if use.thing == noun and use.kind in ("create", "update", "send"):
            for param in use.view.params:
                free = param is not use.key and param.name not in (key_name, status) and not param.is_paging
                if free and param.kind in _DETAILS:
                    found.setdefault(param.name, param)
    return list(found.values())


def _matched(
    sample: Mapping[str, Any], params: list[Param], reading: Reading
) -> tuple[dict[str, str | None], tuple[Param, ...]]:
    """Return the names that the schemas have for the fields of a subject, and the fields that only they have."""
    renamed: dict[str, str | None] = {field: reading.field(field) for field in sample}
    kinds = {field: _kind(field, value) for field, value in sample.items()}
    taken = {field for field in sample if any(param.name == renamed[field] for param in params)}
    own: list[Param] = []
    for param in params:
        field = next((field for field in sample if renamed[field] == param.name), None)
        if field is None and param.kind not in ("choice", "list", "quantity", "flag", "number", "word"):
            field = next((field for field in sample if field not in taken and kinds[field] == param.kind), None)
        if param.kind == "datetime":  # says what a date and a time say
            renamed.update({field: None for field in sample if kinds[field] in ("date", "time") and field not in taken})
        if field is not None:
            taken.add(field)
            renamed[field] = param.name
        if field is None or not _fits_schema(sample[field], param):
            own.append(param)
    return renamed, tuple(own)


def _kind(field: str, value: Any) -> str:
    if field in MONEY_FIELDS:
        return "amount"
    if field in ("customer", "owner", "assignee", "author"):
        return "person"
    schema = {"type": "string" if isinstance(value, str) else "object"}
    return read_params({"properties": {field: schema}}, "")[0].kind


def _fits_schema(value: Any, param: Param) -> bool:
    """Say whether the subject's own values can stand under a parameter of the schemas."""
    if any(word in param.schema for word in ("enum", "const", "pattern", "maxLength", "maximum", "items", "examples")):
        items = param.schema.get("items")
        plain = isinstance(items, Mapping) and items.get("type") == "string" and "enum" not in items
        if not (plain and isinstance(value, list)):
            return False
    declared = json_type(param.schema)
    wanted = {"string": str, "number": (int, float), "integer": int, "array": list, "": object}.get(declared, ())
    return not isinstance(value, bool) and isinstance(value, wanted)  # type: ignore[arg-type]


def money_in(shape: Shape, record: Mapping[str, Any]) -> str | None:
    """Return the field that holds the money of a record, or None."""
    names = (shape.money, *MONEY_FIELDS) if shape.money else MONEY_FIELDS
    return next((name for name in names if _is_number(record.get(name))), None)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
