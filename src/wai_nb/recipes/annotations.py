"""The type of a parameter, read from how a notebook declares it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

KINDS = {"int": "int", "float": "float", "bool": "bool", "str": "str", "list": "list", "tuple": "list", "dict": "dict"}
ALIASES = {"List": "list", "Sequence": "list", "Tuple": "list", "Dict": "dict", "Mapping": "dict"}

Reading = tuple[tuple[str, ...], bool, tuple[Any, ...]]  # kinds, whether None is allowed, choices
UNKNOWN: Reading = ((), True, ())


@dataclass(frozen=True)
class Parameter:
    """One name of the ``parameters`` cell.

    ``kinds`` are the types it takes, empty when nothing says; ``choices`` are the values of a
    ``Literal``; ``default`` is the source text after the equals sign.
    """

    name: str
    kinds: tuple[str, ...] = ()
    nullable: bool = True
    choices: tuple[Any, ...] = ()
    default: str = ""


def from_annotation(name: str, annotation: ast.expr, value: ast.expr | None) -> Parameter:
    """Return the parameter that `name: annotation = value` declares."""
    kinds, nullable, choices = _read(annotation)
    default = _literal(value)
    nullable = nullable or (value is not None and default is None)
    return Parameter(name, kinds, nullable, choices, ast.unparse(value) if value else "")


def from_default(name: str, value: ast.expr) -> Parameter:
    """Return the parameter that `name = value` declares; a default of None says nothing about its type."""
    default = _literal(value)
    kind = KINDS.get(type(default).__name__)
    return Parameter(name, (kind,) if kind else (), kind is None, (), ast.unparse(value))


def _literal(value: ast.expr | None) -> Any:
    """Return the default when it is a literal; an object of no known kind when it is an expression."""
    try:
        return ast.literal_eval(value) if value is not None else ...
    except (ValueError, TypeError, SyntaxError):
        return ...


def _read(annotation: ast.expr) -> Reading:
    """Return kinds, whether None is allowed, and the choices of a Literal; no kinds where it is not known."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return _quoted(annotation.value)
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        return _union([annotation.left, annotation.right])
    if isinstance(annotation, ast.Subscript):
        return _subscript(annotation)
    word = _word(annotation)
    kind = KINDS.get(ALIASES.get(word, word))
    return ((kind,), False, ()) if kind else UNKNOWN


def _quoted(text: str) -> Reading:
    try:
        return _read(ast.parse(text, mode="eval").body)
    except SyntaxError:
        return UNKNOWN


def _subscript(annotation: ast.Subscript) -> Reading:
    word = _word(annotation.value)
    inside = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if word == "Optional":
        return _union([*inside, ast.Constant(None)])
    if word == "Union":
        return _union(inside)
    if word == "Literal":
        choices = tuple(item.value for item in inside if isinstance(item, ast.Constant))
        kinds = tuple(dict.fromkeys(type(choice).__name__ for choice in choices if choice is not None))
        return kinds, None in choices, choices
    return _read(annotation.value)


def _union(parts: list[ast.expr]) -> Reading:
    kinds: list[str] = []
    nullable = False
    choices: list[Any] = []
    unknown = False
    for part in parts:
        if isinstance(part, ast.Constant) and part.value is None:
            nullable = True
            continue
        its_kinds, its_null, its_choices = _read(part)
        unknown = unknown or not its_kinds
        nullable = nullable or its_null
        kinds += its_kinds
        choices += its_choices
    return UNKNOWN if unknown else (tuple(dict.fromkeys(kinds)), nullable, tuple(choices))


def _word(annotation: ast.expr) -> str:
    return annotation.id if isinstance(annotation, ast.Name) else getattr(annotation, "attr", "")
