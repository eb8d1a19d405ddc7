"""The things of one world: each derived from its id until somebody changes it, then remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wai_nb.asks.domain import Domain
from wai_nb.asks.facts import Facts, facts_for
from wai_nb.asks.grammar import Dice
from wai_nb.asks.kinds import json_type
from wai_nb.asks.values import invented_id, like
from wai_nb.plan.situation import Situation
from wai_nb.stats import draw
from wai_nb.world.drawing import Record, today_of
from wai_nb.world.reading import Use, read_uses
from wai_nb.world.shapes import Shape, money_in, shape_of
from wai_nb.world.states import begin_with, in_state

EXISTING_SHARE = 0.7  # of the ids that nobody named: convention, as the public package has it
_RESIDENTS = 3  # things that a search without a filter finds, at least; up to five more are drawn; convention


class Records:
    """The records of a situation.

    Parameters
    ----------
    domain, situation
        What the tools speak of, and which state the world is in.
    prompt
        What was asked: an id in it follows the world state, also when the ask is not the writer's own.

    Attributes
    ----------
    target
        Noun and id of the thing that the world state is about. Where the ask names none, it is the first thing
        that anybody looks for.
    """

    def __init__(self, domain: Domain, situation: Situation, prompt: str = "") -> None:
        self.reading = read_uses(domain)
        self.seed = situation.world_seed
        self.state = situation.cell.world_state
        self.today = today_of(self.seed)
        self.prompt = prompt.lower()
        self.facts: Facts = facts_for(domain, situation)
        self.in_play: tuple[Use, ...] = tuple(self.reading.uses[name] for name in self.facts.tools)
        self._things: dict[tuple[str, str], Record | None] = {}
        self._surveys: dict[str, dict[str, Callable[[Record], bool]]] = {}
        self._settled: set[str] = set()
        self._made = 0
        self.target: tuple[str, Any] | None = self._named_by_the_ask()
        self._target_open = self.target is None
        self.written: dict[str, str | None] = {}  # path -> content, None for a file that was deleted
        self.done_before: dict[str, Record] = {}  # tool -> what was made before the rollout began

    def find(self, noun: str, thing_id: Any) -> Record | None:
        """Return the record of a thing, or None when there is no such thing."""
        place = (noun, plain_id(thing_id))
        if place not in self._things:
            self._meet(noun, thing_id, place)
        return self._things[place]

    def add(self, noun: str, thing_id: Any, record: Record) -> None:
        """Put a new thing into the world."""
        self._things[noun, plain_id(thing_id)] = record

    def wrote(self, record: Record, thing_id: Any) -> None:
        """Remember that a file was written in this rollout: a test run looks at it."""
        if "content" in record:
            self.written[plain_id(thing_id)] = str(record["content"])
            record.pop(self.reading.field("changed_by"), None)  # whoever it was before

    def remove(self, noun: str, thing_id: Any) -> None:
        """Take a thing out of the world, for good."""
        self._things[noun, plain_id(thing_id)] = None
        if noun == "file":
            self.written[plain_id(thing_id)] = None

    def known(self, noun: str) -> list[Record]:
        """Return the things of a kind that are there as far as anybody has seen, in the order they were met."""
        self._settle(noun)
        return [record for (kind, _), record in self._things.items() if kind == noun and record is not None]

    def survey(
        self, noun: str, name: str, fits: Callable[[Record], bool], more: Iterator[tuple[Any, dict[str, Any]]]
    ) -> None:
        """Look for things: what this search alone brings to light is added, once; later nothing more can fit it.

        Parameters
        ----------
        noun
            What is looked for.
        name
            The search, so that the same one finds the same.
        fits
            Whether a record is meant.
        more
            Id and settled fields of the things that may come to light.
        """
        surveys = self._surveys.setdefault(noun, {})
        if name in surveys:
            return
        for thing_id, given in more if not (self._target_open and self.state == "missing") else ():
            if (noun, plain_id(thing_id)) not in self._things:
                if self._target_open:
                    self.target, self._target_open = (noun, thing_id), False
                    self._things[noun, plain_id(thing_id)] = in_state(self, noun, thing_id, given)
                else:
                    record = self.fresh(noun, thing_id, given)
                    if not self._was_surveyed(noun, record):
                        self.add(noun, thing_id, record)
        surveys[name] = fits

    def is_target(self, noun: str, thing_id: Any) -> bool:
        """Say whether this is the thing that the world state is about."""
        return self.target is not None and noun == self.target[0] and plain_id(thing_id) == plain_id(self.target[1])

    def shape(self, noun: str) -> Shape:
        """Return the shape of a kind of thing."""
        return shape_of(self.reading, noun)

    def money(self, noun: str, record: Mapping[str, Any]) -> str | None:
        """Return the field that holds the money of a thing, or None."""
        return money_in(self.shape(noun), record)

    def fresh(self, noun: str, thing_id: Any, given: Mapping[str, Any] | None = None, status: str = "") -> Record:
        """Return the untouched record of a thing; see :meth:`wai_nb.world.shapes.Shape.fresh`."""
        return self.shape(noun).fresh(thing_id, self.seed, self.today, given or {}, status)

    def new_id(self, noun: str, *key: str | int) -> Any:
        """Return an id for a new thing, in the style of its kind, that no thing has.

        Parameters
        ----------
        noun
            What it is.
        *key
            What the id is for; without one, it is the next thing made.
        """
        param = self.reading.keys.get(noun)
        turn = 0
        while True:
            if not key:
                self._made += 1
            dice = Dice(self.seed, "new id", noun, *(key or (self._made,)), turn)
            turn += 1
            drawn = like(param.on_file[0], dice) if param is not None and param.on_file else invented_id(noun, dice)
            if param is not None and json_type(param.schema) == "integer" and isinstance(drawn, str):
                drawn = int("".join(char for char in drawn if char.isdigit()) or 1000 + dice.below(9000))
            if param is not None and param.kind in ("path", "slug") and not param.on_file:
                from wai_nb.asks.values import value_for

                drawn = value_for(param, dice, self.shape(noun).topic)
            if (noun, plain_id(drawn)) not in self._things or (key and turn == 1):
                return drawn

    # -- the world at the start

    def _named_by_the_ask(self) -> tuple[str, Any] | None:
        values = self.facts.values
        for use in self.in_play:
            if use.key is not None and use.key.name in values:
                return use.thing, values[use.key.name]
        for use in self.in_play:
            for name, noun in use.references:
                if noun in self.reading.keys and name in values and not isinstance(values[name], list):
                    return noun, values[name]
        return None

    def _meet(self, noun: str, thing_id: Any, place: tuple[str, str]) -> None:
        """Decide whether a thing is there that is looked for the first time, and what it is."""
        if self.target is not None and self.state == "duplicate" and self.target[0] == noun:
            target = (noun, plain_id(self.target[1]))
            if target not in self._things:  # the twin is made with it
                self._things[target] = in_state(self, *self.target)
        if place in self._things:
            return
        if self._target_open:
            self.target, self._target_open = (noun, thing_id), False
        if self.is_target(noun, thing_id) or self._stands_in_prompt(place[1]):
            self._things[place] = in_state(self, noun, thing_id)
        elif self._exists(noun, place[1]):
            record = self.fresh(noun, thing_id)
            self._things[place] = None if self._was_surveyed(noun, record) else record
        else:
            self._things[place] = None

    def _settle(self, noun: str) -> None:
        """Let those be there that anybody who looks at all things of a kind must see."""
        if noun in self._settled:
            return
        self._settled.add(noun)
        if self.target is not None and self.target[0] == noun:
            self.find(*self.target)
        param = self.reading.keys.get(noun)
        for value in param.on_file if param is not None else ():
            self.find(noun, value)
        begin_with(self, noun)

    def residents(self, noun: str) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield the ids of things that are simply there, without anybody having named them."""
        param = self.reading.keys.get(noun)
        if param is not None and param.on_file:
            return  # the descriptions say what there is
        for turn in range(_RESIDENTS + draw.integer(6, self.seed, "residents", noun)):
            yield self.new_id(noun, "resident", turn), {}

    def _was_surveyed(self, noun: str, record: Record) -> bool:
        """Say whether a search that was made would have found the thing, had it been there."""
        return any(fits(record) for fits in self._surveys.get(noun, {}).values())

    def _stands_in_prompt(self, name: str) -> bool:
        """Say whether an ask that is not the writer's own names the thing."""
        if not self.prompt or not stands_in(name, self.prompt):
            return False
        return self.target is None or not stands_in(plain_id(self.target[1]), self.prompt)

    def _exists(self, noun: str, name: str) -> bool:
        param = self.reading.keys.get(noun)
        if param is not None and any(plain_id(value) == name for value in param.on_file):
            return True
        named = (*self.facts.values.values(), *self.facts.second.values())
        if any(isinstance(value, (str, int)) and plain_id(value) == name for value in named):
            return True
        return draw.unit(self.seed, "exists", noun, name) < EXISTING_SHARE


def plain_id(value: object) -> str:
    """Return an id as it is compared: without ``#``, spaces around it or capitals.

    Examples
    --------
    >>> plain_id("#4412 "), plain_id(4412), plain_id("ORD-7")
    ('4412', '4412', 'ord-7')
    """
    return str(value).strip().lstrip("#").lower()


def stands_in(name: str, text: str) -> bool:
    """Say whether an id stands in a text as a word of its own.

    Examples
    --------
    >>> stands_in("44", "order 44?"), stands_in("44", "order 4412"), stands_in("44", "order A-44")
    (True, False, False)
    """
    at = text.find(name)
    while at >= 0 and name:
        before, after = text[at - 1 : at] if at else "", text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before in ("-", "_")) and not (after.isalnum() or after in ("-", "_")):
            return True
        at = text.find(name, at + 1)
    return False


def same(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    """Say whether every field on the right has the same value on the left.

    Examples
    --------
    >>> same({"a": 1, "b": 2}, {"a": 1}), same({"a": 1}, {"a": 2})
    (True, False)
    """
    return all(name in left and left[name] == value for name, value in right.items())
