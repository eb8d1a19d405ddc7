"""The tools that a situation brings together, and what drawing their values needs to know of them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from wai_nb.asks.domain import ToolView
from wai_nb.asks.params import Param
from wai_nb.asks.values import Maker, maker_of
from wai_nb.asks.verbs import words_of

_BEGINS = frozenset("start begin from since in departure depart checkin pickup".split())
_ENDS = frozenset("end finish to until out return due checkout dropoff".split())
# kinds of which two parameters never share a value, as two references do not
_APART = ("city", "person", "email", "date", "currency", "column")


class Detail(NamedTuple):
    """One thing that a person may tell: a parameter and what draws its values.

    Parameters
    ----------
    param, make
        The parameter; dice and the range of amounts give a value.
    """

    param: Param
    make: Maker


class Part(NamedTuple):
    """A tool in play.

    Parameters
    ----------
    view
        The tool.
    details
        What a person may tell, in the order of the schema.
    all_required
        Whether the schema asks for each of them, so that everybody tells all.
    fallback
        What is told when the draws leave nothing: the key, or else the first parameter; none for a tool that pages.
    """

    view: ToolView
    details: tuple[Detail, ...]
    all_required: bool
    fallback: tuple[Detail, ...]


class Cast(NamedTuple):
    """The tools in play, none for an unrelated ask.

    Parameters
    ----------
    parts, names
        The tools and their names.
    key
        The detail that says which thing is meant: the first tool's that has one, or None.
    alike
        Parameters that must differ from earlier ones of their kind, with the names of those.
    spans
        Names of two dates, or two times of a day, of which the second comes after the first.
    """

    parts: tuple[Part, ...]
    names: tuple[str, ...]
    key: Detail | None
    alike: tuple[tuple[Detail, tuple[str, ...]], ...]
    spans: tuple[tuple[str, str], ...]


@lru_cache(maxsize=4096)
def cast_of(views: tuple[ToolView, ...]) -> Cast:
    """Return what drawing the values of some tools needs to know."""
    key = next((view.key for view in views if view.key is not None), None)
    return Cast(
        tuple(map(_part, views)),
        tuple(view.name for view in views),
        Detail(key, maker_of(key, views[0].topic)) if key is not None else None,
        _alike(views),
        tuple(span for view in views for span in _spans(view)),
    )


def _part(view: ToolView) -> Part:
    every = [Detail(param, maker_of(param, view.topic)) for param in view.params]
    pages = any(param.is_paging for param in view.params)
    details = tuple(detail for detail in every if detail.param.required or not detail.param.is_paging)
    fallback = [detail for detail in every if detail.param is view.key] or every[:1]
    return Part(view, details, all(param.required for param in view.params), () if pages else tuple(fallback))


def _spans(view: ToolView) -> list[tuple[str, str]]:
    spans = []
    for kind in ("date", "time"):
        names = [param.name for param in view.params if param.kind == kind]
        begins = [name for name in names if _BEGINS & set(words_of(name))]
        ends = [name for name in names if _ENDS & set(words_of(name)) and name not in begins]
        spans += list(zip(begins[:1], ends[:1], strict=False))
    return spans


def _alike(views: tuple[ToolView, ...]) -> tuple[tuple[Detail, tuple[str, ...]], ...]:
    names: dict[str, list[str]] = {}
    found = []
    for view in views:
        for param in view.params:
            earlier = names.setdefault(param.noun or param.kind, [])
            if earlier and param.name not in earlier and (param.is_reference or param.kind in _APART):
                found.append((Detail(param, maker_of(param, view.topic)), tuple(earlier)))
            earlier.append(param.name)
    return tuple(found)
