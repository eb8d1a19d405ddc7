"""The typed facts of a situation: which tools are in play and with which values; the ask and the world share them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wai_nb.asks.domain import Domain, ToolView
from wai_nb.asks.grammar import Dice
from wai_nb.asks.params import Param
from wai_nb.asks.policy import REACH, Clause, read_clause
from wai_nb.asks.values import like, value_for
from wai_nb.plan.axes import MULTI_TOOL, UNRELATED, UNSPECIFIED
from wai_nb.plan.situation import Cell, Situation
from wai_nb.stats import draw

OPTIONAL_SHARE = 0.35  # convention: a person gives about every third detail that a form does not insist on


@dataclass(frozen=True)
class Facts:
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
    situation = Situation("", cell, world_seed, {}, "")
    views = tools_in_play(domain, situation)
    clause = clause_of(situation)
    values: dict[str, Any] = {}
    second: dict[str, Any] = {}
    for view in views:
        for param in view.params:
            if param.name not in values and (param.required or param.name in _told(view, situation)):
                limits = _range(param, clause, situation)
                dice = Dice(situation.world_seed, "fact", param.name)
                values[param.name] = value_for(param, dice, view.topic, limits)
                if param is view.key and cell.world_state == "missing":
                    values[param.name] = _not_on_file(param, values[param.name], dice)
    _part_from_each_other(views, values, situation)
    key = next((view.key for view in views if view.key is not None), None)
    if key is not None:
        second[key.name] = _other(key, values.get(key.name), views[0], situation)
    return Facts(tuple(view.name for view in views), values, second)


def tools_in_play(domain: Domain, situation: Situation) -> tuple[ToolView, ...]:
    """Return the tools that the situation is about: one, two for ``multi_tool``, none for ``unrelated``."""
    wanted = situation.cell.tool
    if not domain.tools or wanted == UNRELATED:
        return ()
    if wanted == MULTI_TOOL:
        return _pair(domain, situation)
    view = domain.view(wanted)
    return (view,) if view is not None else ()


def clause_of(situation: Situation) -> Clause | None:
    """Return the clause that the situation aims at, or None."""
    rule = situation.cell.rule
    if rule == UNSPECIFIED:
        return None
    if rule not in _CLAUSES:
        _CLAUSES[rule] = read_clause(rule)
    return _CLAUSES[rule]


_CLAUSES: dict[str, Clause] = {}  # what a clause says depends on its text alone


def _pair(domain: Domain, situation: Situation) -> tuple[ToolView, ...]:
    """Return two tools, the second one about the same thing where there is such a tool, reading before acting."""
    if len(domain.tools) == 1:
        return domain.tools
    first = domain.tools[draw.integer(len(domain.tools), situation.world_seed, "first tool")]
    others = [tool for tool in domain.tools if tool is not first]
    near = [tool for tool in others if tool.thing == first.thing] or others
    pool = near if draw.unit(situation.world_seed, "near") < 0.7 else others
    pair = (first, pool[draw.integer(len(pool), situation.world_seed, "second tool")])
    return tuple(sorted(pair, key=lambda tool: tool.kind not in ("read", "search")))


def _told(view: ToolView, situation: Situation) -> tuple[str, ...]:
    """Return the optional parameters that this person gives; without any required one, at least the first."""
    optional = [param for param in view.params if not param.required and not param.is_paging]
    told = [p.name for p in optional if draw.unit(situation.world_seed, "told", view.name, p.name) < OPTIONAL_SHARE]
    if not told and optional and len(optional) == len(view.params):
        told = [(view.key if view.key in optional and view.key is not None else optional[0]).name]
    return tuple(told)


def _not_on_file(param: Param, value: Any, dice: Dice) -> Any:
    """Return a value in the style of those on file that is none of them, for a thing that is missing."""
    if param.kind == "choice":
        return value
    for _ in range(8):
        if value not in param.on_file:
            return value
        value = like(value, dice)
    return value


def _range(param: Param, clause: Clause | None, situation: Situation) -> tuple[float, float] | None:
    """Return where an amount lies: on the allowed side of the clause's limit, just beyond it, or far beyond."""
    if clause is None or not clause.is_money or clause.limit is None or param.kind != "amount":
        return None
    limit, reach = clause.limit, REACH.get(situation.cell.stance, "within")
    if reach == "break":
        return limit * 1.5, limit * 4
    if reach == "beyond":
        return limit + 0.01, limit * 1.08
    return limit * 0.3, limit * 0.97


def _part_from_each_other(views: tuple[ToolView, ...], values: dict[str, Any], situation: Situation) -> None:
    """Give two parameters for one kind of thing (from_account, to_account) different values."""
    seen: dict[tuple[str, Any], str] = {}
    for view in views:
        for param in view.params:
            value = values.get(param.name)
            if param.kind in ("flag", "choice") or not isinstance(value, (str, int, float)):
                continue
            twin = seen.setdefault((param.noun or param.kind, value), param.name)
            if twin != param.name and (param.is_reference or param.kind in ("city", "person", "email", "date")):
                values[param.name] = _other(param, value, view, situation)


def _other(param: Param, value: Any, view: ToolView, situation: Situation) -> Any:
    """Return another value of the same kind: from those on file, else one a slip away, else a new draw."""
    others = [item for item in param.on_file if item != value]
    if others:
        return others[draw.integer(len(others), situation.world_seed, "other", param.name)]
    for turn in range(8):
        drawn = value_for(param, Dice(situation.world_seed, "other", param.name, turn), view.topic)
        if drawn != value:
            return drawn
    return value
