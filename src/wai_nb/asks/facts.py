"""The typed facts of a situation: which tools are in play and with which values; the ask and the world share them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from wai_nb.asks.domain import Domain, ToolView
from wai_nb.asks.grammar import Dice
from wai_nb.asks.params import Param
from wai_nb.asks.policy import REACH, Clause, read_clause
from wai_nb.asks.topics import Topic
from wai_nb.asks.values import like, value_for
from wai_nb.plan.axes import MULTI_TOOL, UNRELATED, UNSPECIFIED
from wai_nb.plan.situation import Cell, Situation

OPTIONAL_SHARE = 0.35  # convention: a person gives about every third detail that a form does not insist on
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


@lru_cache(maxsize=4096)  # the repeats of an ask and its world come back to the same facts
def _facts(domain: Domain, cell: Cell, world_seed: int) -> Facts:
    dice = Dice(world_seed, "facts")
    views = _in_play(domain, cell.tool, dice)
    limits = _range(cell)
    values: dict[str, Any] = {}
    for view in views:
        for param in _given(view, dice):
            if param.name not in values:
                value = value_for(param, dice, view.topic, limits)
                missing = param is view.key and cell.world_state == "missing"
                values[param.name] = _not_on_file(param, value, dice) if missing else value
    _part_from_each_other(views, values, dice)
    key = next((view.key for view in views if view.key is not None), None)
    second = {} if key is None else {key.name: _other(key, values.get(key.name), views[0].topic, dice)}
    return Facts(tuple([view.name for view in views]), values, second)


def _in_play(domain: Domain, wanted: str, dice: Dice) -> tuple[ToolView, ...]:
    """Return the tools that a situation is about: one, two for ``multi_tool``, none for ``unrelated``."""
    if not domain.tools or wanted == UNRELATED:
        return ()
    if wanted == MULTI_TOOL:
        return _pair(domain, dice)
    view = domain.view(wanted)
    return () if view is None else (view,)


def clause_of(cell: Cell) -> Clause | None:
    """Return the clause that a cell aims at, or None."""
    return None if cell.rule == UNSPECIFIED else _clause(cell.rule)


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


def _given(view: ToolView, dice: Dice) -> Sequence[Param]:
    """Return the parameters that this person gives: the required ones and some others."""
    if view.takes_all:
        return view.params
    given = [p for p in view.params if p.required or (not p.is_paging and dice.chance(OPTIONAL_SHARE))]
    if not given and not any(param.is_paging for param in view.params):
        return [view.key or view.params[0]]
    return given


def _not_on_file(param: Param, value: Any, dice: Dice) -> Any:
    """Return a value in the style of those on file that is none of them, for a thing that is missing."""
    if param.kind == "choice":
        return value
    for _ in range(8):
        if value not in param.on_file:
            return value
        value = like(value, dice)
    return value


def _range(cell: Cell) -> tuple[float, float] | None:
    """Return where amounts lie: on the allowed side of the clause's limit, just beyond it, or far beyond."""
    clause = clause_of(cell)
    if clause is None or not clause.is_money or clause.limit is None:
        return None
    limit, reach = clause.limit, REACH.get(cell.stance, "within")
    if reach == "break":
        return limit * 1.5, limit * 4
    if reach == "beyond":
        return limit + 0.01, limit * 1.08
    return limit * 0.3, limit * 0.97


def _part_from_each_other(views: tuple[ToolView, ...], values: dict[str, Any], dice: Dice) -> None:
    """Give two parameters for one kind of thing (from_account, to_account) different values."""
    for topic, param, earlier in _alike(views):
        if param.name in values and any(values[param.name] == values.get(name) for name in earlier):
            values[param.name] = _other(param, values[param.name], topic, dice)


@lru_cache(maxsize=4096)
def _alike(views: tuple[ToolView, ...]) -> tuple[tuple[Topic, Param, tuple[str, ...]], ...]:
    """Return the parameters that must differ from earlier ones of their kind, with the names of those."""
    names: dict[str, list[str]] = {}
    found = []
    for view in views:
        for param in view.params:
            earlier = names.setdefault(param.noun or param.kind, [])
            if earlier and param.name not in earlier and (param.is_reference or param.kind in _APART):
                found.append((view.topic, param, tuple(earlier)))
            earlier.append(param.name)
    return tuple(found)


def _other(param: Param, value: Any, topic: Topic, dice: Dice) -> Any:
    """Return another value of the same kind: from those on file, else a new draw."""
    others = [item for item in param.on_file if item != value]
    if others:
        return dice.pick(others)
    for _ in range(8):
        drawn = value_for(param, dice, topic)
        if drawn != value:
            return drawn
    return value
