"""What a call does: first whether the things it names are there, then the act of its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wai_nb.world.changes import act, create, delete, update
from wai_nb.world.lookups import read
from wai_nb.world.money import pay, take_money
from wai_nb.world.reading import Use
from wai_nb.world.records import Records
from wai_nb.world.runs import compute, other, run
from wai_nb.world.searches import search

Answer = dict[str, Any]


def answer(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return what a tool answers to good arguments, after it has done its work.

    Parameters
    ----------
    use
        What the tool does.
    arguments
        As checked by :func:`wai_nb.world.arguments.refusal`.
    records
        The things of the world; they remember what is done.
    """
    return _absent(use, arguments, records) or _KINDS[use.kind](use, arguments, records)


def _absent(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer | None:
    """Return not_found when something that the arguments point to does not exist."""
    missing: list[Any] = []
    nouns: list[str] = []
    for name, noun in _pointers(use, records):
        value = arguments.get(name)
        for item in value if isinstance(value, list) else [value]:
            if item is not None and records.find(noun, item) is None:
                missing.append(item)
                nouns.append(noun)
    if not missing:
        return None
    if use.kind == "delete" and records.state == "already acted on" and records.is_target(nouns[0], missing[0]):
        return {"status": "already_done", "hint": f"The {use.thing} {missing[0]} was already deleted."}
    return {"status": "not_found", "missing": missing, "hint": f"There is no {nouns[0] or 'such thing'} {missing[0]}."}


def _pointers(use: Use, records: Records) -> list[tuple[str, str]]:
    """Return the arguments that name things which must be there, with the nouns of these things."""
    keys = records.reading.keys
    others = [(name, noun) for name, noun in use.references if noun in keys]
    if use.key is None or use.kind == "create" or (use.kind == "run" and use.key.kind != "id"):
        return others
    return [(use.key.name, use.thing), *others]


_KINDS: dict[str, Callable[[Use, Mapping[str, Any], Records], Answer]] = {
    "read": read,
    "search": search,
    "create": create,
    "send": create,
    "update": update,
    "delete": delete,
    "act": act,
    "money": take_money,
    "pay": pay,
    "run": run,
    "compute": compute,
    "other": other,
}
