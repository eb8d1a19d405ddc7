"""The things of one world: each derived from its id until somebody changes it, then remembered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wai_nb.asks.domain import Domain, ToolView
from wai_nb.asks.facts import Facts, facts_for, tools_in_play
from wai_nb.asks.grammar import Dice
from wai_nb.asks.params import Param, json_type
from wai_nb.asks.values import invented_id, like
from wai_nb.plan.situation import Situation
from wai_nb.stats import draw
from wai_nb.world.shapes import Record, done_word, fresh_record, money_field

OVERWRITES = ("write", "save", "upload", "generate", "draft")  # verbs that make a thing whether or not it is there
_ALREADY_THERE = ("already acted on", "duplicate")
EXISTING_SHARE = 0.7  # of the ids that nobody named: convention, as the public package has it


class Records:
    """The records of a situation.

    Parameters
    ----------
    domain, situation
        What the tools speak of, and which state the world is in.
    prompt
        What was asked: an id in it follows the world state, also when the ask is not the writer's own.
    """

    def __init__(self, domain: Domain, situation: Situation, prompt: str = "") -> None:
        self.domain = domain
        self.seed = situation.world_seed
        self.state = situation.cell.world_state
        self.prompt = prompt
        self.facts: Facts = facts_for(domain, situation)
        self.in_play = tools_in_play(domain, situation)
        self._things: dict[tuple[str, str], Record | None] = {}
        self._key_names: dict[str, Param] = {view.thing: view.key for view in reversed(domain.tools) if view.key}
        self._target = self._target_of_the_ask()
        self.created = 0
        self.searched: set[str] = set()  # searches made before: they bring no new things to light

    def find(self, noun: str, thing_id: Any) -> Record | None:
        """Return the record of a thing, or None when there is no such thing."""
        name = plain_id(thing_id)
        place = (noun, name)
        if place not in self._things and self.state == "duplicate" and self._target is not None:
            target = (self._target[0], plain_id(self._target[1]))
            if target not in self._things:  # the twin is made with it
                self._things[target] = self._first_seen(*self._target, target[1])
        if place not in self._things:
            self._things[place] = self._first_seen(noun, thing_id, name)
        return self._things[place]

    def add(self, noun: str, thing_id: Any, record: Record) -> None:
        """Put a new thing into the world."""
        self._things[noun, plain_id(thing_id)] = record

    def remove(self, noun: str, thing_id: Any) -> None:
        """Take a thing out of the world, for good."""
        self._things[noun, plain_id(thing_id)] = None

    def known(self, noun: str) -> Iterator[Record]:
        """Yield the things of a kind that are there as far as anybody has seen, in the order they were met."""
        if self._target is not None and self._target[0] == noun:
            self.find(*self._target)
        for (kind, _), record in list(self._things.items()):
            if kind == noun and record is not None:
                yield record

    def is_target(self, noun: str, thing_id: Any) -> bool:
        """Say whether this is the thing that the ask is about."""
        return self._target is not None and (noun, plain_id(thing_id)) == (self._target[0], plain_id(self._target[1]))

    def key_of(self, noun: str) -> Param | None:
        """Return the parameter that names things of this kind, or None when no tool takes their id."""
        return self._key_names.get(noun)

    def new_id(self, noun: str) -> Any:
        """Return an id for a new thing, in the style of its kind, that no thing has."""
        param = self.key_of(noun)
        while True:
            self.created += 1
            dice = Dice(self.seed, "new id", noun, self.created)
            drawn = like(param.on_file[0], dice) if param is not None and param.on_file else invented_id(noun, dice)
            if param is not None and json_type(param.schema) == "integer" and isinstance(drawn, str):
                drawn = int("".join(char for char in drawn if char.isdigit()) or self.created)
            if (noun, plain_id(drawn)) not in self._things:
                return drawn

    def key_name(self, noun: str) -> str:
        """Return the field under which records of this kind carry their id."""
        param = self.key_of(noun)
        return param.name if param is not None else f"{noun.replace(' ', '_')}_id"

    # -- the state of the world at the start

    def _target_of_the_ask(self) -> tuple[str, Any] | None:
        view = next((view for view in self.in_play if view.key is not None), None)
        if view is None or view.key is None or view.key.name not in self.facts.values:
            return None
        return view.thing, self.facts.values[view.key.name]

    def _first_seen(self, noun: str, thing_id: Any, name: str) -> Record | None:
        if self.is_target(noun, thing_id) or self._stands_in_prompt(noun, name):
            return self._in_state(noun, thing_id)
        return self._fresh(noun, thing_id) if self._exists(noun, name) else None

    def _stands_in_prompt(self, noun: str, name: str) -> bool:
        """Say whether an ask that is not the writer's own names the thing."""
        if not self.prompt or not _stands_in(name, self.prompt.lower()):
            return False
        return self._target is None or not _stands_in(plain_id(self._target[1]), self.prompt.lower())

    def _exists(self, noun: str, name: str) -> bool:
        param = self.key_of(noun)
        if param is not None and any(plain_id(value) == name for value in param.on_file):
            return True
        named = (*self.facts.values.values(), *self.facts.second.values())
        if any(isinstance(value, (str, int)) and plain_id(value) == name for value in named):
            return True
        return draw.unit(self.seed, "exists", noun, name) < EXISTING_SHARE

    def _fresh(self, noun: str, thing_id: Any) -> Record:
        return fresh_record(self.domain, noun, self.key_name(noun), thing_id, self.seed)

    def _in_state(self, noun: str, thing_id: Any) -> Record | None:
        """Return the thing of the ask as the world state has it."""
        if self.state == "missing" or (self._is_to_be_made(noun) and self.state not in _ALREADY_THERE):
            return None
        record = self._fresh(noun, thing_id)
        self._cover_amount(record)
        if self.state == "unknown":
            record.update(status="unknown", confirmed=False)
        elif self.state == "duplicate":
            self._add_twin(noun, thing_id, record)
        elif self.state in ("already acted on", "partially completed"):
            self._act_before(noun, record, half=self.state == "partially completed")
        return self._gone_before(record, noun)

    def _is_to_be_made(self, noun: str) -> bool:
        """Say whether the ask is to make this very thing, so that it is there beforehand only by mistake."""
        return any(
            view.kind == "create" and view.key is not None and view.thing == noun and view.verb not in OVERWRITES
            for view in self.in_play
        )

    def _cover_amount(self, record: Record) -> None:
        """Let the thing hold at least the money that the ask speaks of."""
        field = money_field(record)
        named = [param.name for view in self.in_play for param in view.params if param.kind == "amount"]
        amounts = [self.facts.values.get(name) for name in named]
        asked = max((float(amount) for amount in amounts if isinstance(amount, (int, float))), default=0.0)
        if field is not None and asked > 0:
            spare = (1.0, 1.0, 1.25, 1.5, 2.0)[draw.integer(5, self.seed, "spare")]
            spare = 2.0 if self.state == "partially completed" else spare  # half is gone, so the rest is what is asked
            record[field] = round(asked * spare, 2)

    def _add_twin(self, noun: str, thing_id: Any, record: Record) -> None:
        name = self.key_name(noun)
        twin_id = self.facts.second.get(name) if self.is_target(noun, thing_id) else None
        if twin_id is None:
            twin_id = like(thing_id, Dice(self.seed, "twin", noun, str(thing_id)))
        record["possible_duplicate"] = twin_id
        self.add(noun, twin_id, {**record, name: twin_id, "possible_duplicate": thing_id})

    def _act_before(self, noun: str, record: Record, half: bool) -> None:
        """Do to the thing what the ask is about, whole or half, before the rollout begins."""
        done = done_word(self.domain, noun, self.in_play)
        record["status"] = f"partially {done}" if half else done
        if half:
            record["steps_done"], record["steps"] = 1, 2
        for view in self.in_play:
            if view.thing == noun and view.kind == "update" and not half:
                record.update(self._details(view))
        acts = [view for view in self.domain.tools if view.thing == noun and view.kind == "act"]
        moved = any(takes_money(view.params) for view in acts)
        field = money_field(record)
        if moved and field is not None:
            total = record[field]
            gone = round(total / 2, 2) if half else total
            record[done] = gone
            record["remaining"] = round(total - gone, 2)

    def _gone_before(self, record: Record, noun: str) -> Record | None:
        """Return None instead of a thing that was to be deleted and already is."""
        deletes = [view for view in self.in_play if view.kind == "delete" and view.thing == noun]
        return None if deletes and self.state == "already acted on" else record

    def _details(self, view: ToolView) -> dict[str, Any]:
        names = [param.name for param in view.params if param is not view.key and param.name in self.facts.values]
        return {name: self.facts.values[name] for name in names}


def plain_id(value: object) -> str:
    """Return an id as it is compared: without ``#``, spaces around it or capitals.

    Examples
    --------
    >>> plain_id("#4412 "), plain_id(4412), plain_id("ORD-7")
    ('4412', '4412', 'ord-7')
    """
    return str(value).strip().lstrip("#").lower()


def _stands_in(name: str, text: str) -> bool:
    """Say whether an id stands in a text as a word of its own."""
    at = text.find(name)
    while at >= 0 and name:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before in ("-", "_")) and not (after.isalnum() or after in ("-", "_")):
            return True
        at = text.find(name, at + 1)
    return False


def takes_money(params: tuple[Param, ...]) -> bool:
    """Say whether a tool takes an amount of money."""
    return any(param.kind == "amount" for param in params)


def same(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    """Say whether every field on the right has the same value on the left."""
    return all(left.get(name) == value for name, value in right.items())
