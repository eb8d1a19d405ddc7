"""What ``Annotated[...]`` adds to a JSON schema: descriptions and limits."""

from __future__ import annotations

import typing
from collections.abc import Iterable
from typing import Any

_BOUNDS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
}
_LENGTHS = {"string": "Length", "array": "Items", "object": "Properties"}


def with_notes(schema: dict[str, Any], notes: Iterable[Any]) -> dict[str, Any]:
    """Return the schema with what ``Annotated`` says added: a description and limits.

    Text, pydantic's Field and the classes of annotated-types are known by their attributes, so that neither package
    is imported.

    Examples
    --------
    >>> with_notes({"type": "integer"}, ["how many"])
    {'type': 'integer', 'description': 'how many'}
    """
    for note in notes:
        text = _note_text(note)
        limits = {json: getattr(note, name, None) for name, json in _BOUNDS.items()}
        kind = _LENGTHS.get(str(schema.get("type")))
        if kind:
            limits |= {f"{end}{kind}": getattr(note, f"{end}_length", None) for end in ("min", "max")}
        schema = schema | {name: limit for name, limit in limits.items() if type(limit) in (int, float)}
        schema = schema | ({"description": text} if text else {})
        inner = getattr(note, "metadata", ())  # of pydantic's Field
        schema = with_notes(schema, inner) if isinstance(inner, (list, tuple)) else schema
    return schema


def _note_text(note: Any) -> str:
    texts = (note, getattr(note, "description", None), getattr(note, "documentation", None))
    return next((text for text in texts if isinstance(text, str)), "")


def says_something(hint: Any) -> bool:
    """Tell whether the hint itself carries a description."""
    notes = typing.get_args(hint)[1:] if typing.get_origin(hint) is typing.Annotated else ()
    return any(_note_text(note) for note in notes)
