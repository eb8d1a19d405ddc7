"""The typed facts of a situation: which tools are in play and with which values; the ask and the world share them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from wai_nb.asks.cast import Cast, Detail, Part, cast_of
from wai_nb.asks.domain import Domain, ToolView
from wai_nb.asks.grammar import Dice
from wai_nb.asks.params import Param
from wai_nb.asks.policy import REACH, Clause, read_clause
from wai_nb.asks.values import like
from wai_nb.plan.axes import MULTI_TOOL, UNSPECIFIED
from wai_nb.plan.situation import Cell, Situation

OPTIONAL_SHARE = 0.35  # convention: a person gives about every third detail that a form does not insist on
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_HOUR = re.compile(r"(?:[01]\d|20):\d\d")  # up to the last that three hours still fit behind
NEAR_SHARE = 0.7  # convention: of asks for two tools, those whose tools are about the same thing
_APART = ("city", "person", "email", "date")  # what two parameters of one kind never share, as two references do not


class Facts(NamedTuple):
    """The values of one situation.

    Parameters
    ----------
    tools
        Names of the tools in play: none for an unrelated ask, two for one that needs two.
    values
        Argument name -> value, shared by the tools in play.
    second
        A second thing of the same kind (argument name -> value): what an unsure person may mean
        instead, the other order of a multi-tool ask of an agent with one tool, the twin of a duplicate.
    """

    tools: tuple[str, ...]
    values: Mapping[str, Any]
    second: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Return the facts as a row stores them."""
        return {"tools": list(self.tools), "values": dict(self.values), "second": dict(self.second)}


def facts_for(domain: Domain, situation: Situation) -> Facts:
    """Return the facts of a situation; the same situation gives the same facts in every wording and repeat.

    Parameters
    ----------
    domain
        From :func:`~wai_nb.asks.domain.read_domain`.
    situation
        Its cell says which tools are in play and which clause the amounts lean on, its world seed draws the values.
    """
    return _facts(domain, situation.cell, situation.world_seed)


@lru_cache(maxsize=256)  # the repeats of an ask and its world come back to the same facts
def _facts(domain: Domain, cell: Cell, world_seed: int) -> Facts:
    dice = Dice(world_seed, "facts")
    cast = cast_of(_pair(domain, dice)) if cell.tool == MULTI_TOOL and domain.tools else _alone(domain, cell.tool)
    limits = _range(cell.rule, cell.stance)
    values: dict[str, Any] = {}
    for part in cast.parts:
        for detail in _given(part, dice):
            name = detail.param.name
            if name not in values:
                values[name] = detail.make(dice, limits)
                if cell.world_state == "missing" and detail.param is part.view.key:
                    values[name] = _not_on_file(detail.param, values[name], dice)
    for begin, end in cast.spans:
        _put_in_order(begin, end, values, dice)
    for detail, earlier in cast.alike:
        _part_from(earlier, detail, values, dice)
    second = {} if cast.key is None else {cast.key.param.name: _other(cast.key, values, dice)}
    return Facts(cast.names, values, second)


@lru_cache(maxsize=4096)
def _alone(domain: Domain, tool: str) -> Cast:
    """Return the cast of a situation about one tool; nobody for an unrelated ask, or when there is no such tool."""
    return cast_of(domain.views((tool,)))


def clause_of(rule: str) -> Clause | None:
    """Return the clause that a situation aims at, or None."""
    return None if rule == UNSPECIFIED else _clause(rule)


_clause = lru_cache(maxsize=4096)(read_clause)  # what a clause says depends on its text alone


def _pair(domain: Domain, dice: Dice) -> tuple[ToolView, ...]:
    """Return two tools, the second one about the same thing where there is such a tool, reading before acting."""
    if len(domain.tools) == 1:
        return domain.tools
    first = dice.pick(domain.tools)
    others = [tool for tool in domain.tools if tool is not first]
    near = [tool for tool in others if tool.thing == first.thing]
    pair = (first, dice.pick(near if near and dice.chance(NEAR_SHARE) else others))
    return tuple(sorted(pair, key=lambda tool: tool.kind not in ("read", "search")))


def _given(part: Part, dice: Dice) -> Sequence[Detail]:
    """Return what this person gives: the required details and some others."""
    if part.all_required:
        return part.details
    given = [detail for detail in part.details if detail.param.required or dice.chance(OPTIONAL_SHARE)]
    return given or part.fallback


def _not_on_file(param: Param, value: Any, dice: Dice) -> Any:
    """Return a value in the style of those on file that is none of them, for a thing that is missing."""
    if param.kind == "choice":
        return value
    for _ in range(8):
        if value not in param.on_file:
            return value
        value = like(value, dice)
    return value


@lru_cache(maxsize=4096)
def _range(rule: str, stance: str) -> tuple[float, float] | None:
    """Return where amounts lie: on the allowed side of the clause's limit, just beyond it, or far beyond."""
    clause = clause_of(rule)
    if clause is None or not clause.is_money or clause.limit is None:
        return None
    limit, reach = clause.limit, REACH.get(stance, "within")
    if reach == "break":
        return limit * 1.5, limit * 4
    if reach == "beyond":
        return limit + 0.01, limit * 1.08
    return limit * 0.3, limit * 0.97


def _part_from(earlier: Sequence[str], detail: Detail, values: dict[str, Any], dice: Dice) -> None:
    """Give two parameters for one kind of thing (from_account, to_account) different values."""
    name = detail.param.name
    if name in values and values[name] in [values[other] for other in earlier if other in values]:
        values[name] = _other(detail, values, dice)


def _put_in_order(begin: str, end: str, values: dict[str, Any], dice: Dice) -> None:
    """Let a span end after it begins: within the two weeks after a day, the three hours after a time."""
    first, last = values.get(begin), values.get(end)
    if not isinstance(first, str) or not isinstance(last, str) or last > first:
        return
    if _DAY.fullmatch(first):
        with suppress(ValueError):  # a day that no calendar has
            values[end] = date.fromordinal(date.fromisoformat(first).toordinal() + 1 + dice.below(14)).isoformat()
    elif _HOUR.fullmatch(first):
        values[end] = f"{int(first[:2]) + 1 + dice.below(3):02}{first[2:]}"


def _other(detail: Detail, values: Mapping[str, Any], dice: Dice) -> Any:
    """Return another value than the one at hand: from those on file, else a new draw."""
    value = values.get(detail.param.name)
    others = [item for item in detail.param.on_file if item != value]
    if others:
        return dice.pick(others)
    for _ in range(8):
        drawn = detail.make(dice, None)
        if drawn != value:
            return drawn
    return value
