"""JSON arguments as the Python values that a function's type hints ask for."""

from __future__ import annotations

import math
import typing
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any

from wai_nb.errors import ArgumentError, nearest, shown
from wai_nb.records.tools.hints import (
    Field,
    bare,
    fields_of,
    function_name,
    has_fields,
    is_anything,
    is_enum,
    is_pydantic,
    is_typed_dict,
    literals_of,
    parameters_of,
    union_of,
)
from wai_nb.records.tools.schema import ARRAYS, FORMATS, OBJECTS, SETS
from wai_nb.records.values import jsonable

_Choices = Sequence[tuple[Any, Any]]  # JSON value, what it stands for
_WORDS = {str: "a text", bool: "true or false", int: "a whole number", float: "a number", type(None): "null"}
_LIKE = {
    "date-time": "'2025-03-30T14:05:00'",
    "date": "'2025-03-30'",
    "time": "'14:05:00'",
    "uuid": "'12345678-1234-5678-1234-567812345678'",
    "path": "'notes/today.txt'",
    "decimal": "'9.90'",
}


def convert_arguments(function: Callable[..., Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return JSON arguments as the values that the function's hints ask for.

    Parameters
    ----------
    function
        The body of a tool.
    arguments
        What a model gave, by name. Enum members, dates, paths, Decimal, UUID, dataclasses, named tuples, pydantic
        models, sets and tuples are rebuilt, also inside lists and dicts; a union takes the first member that fits.
        Values of parameters without a hint are passed on as they are.

    Raises
    ------
    ArgumentError
        When an argument is unknown, missing, or does not fit its hint.

    Examples
    --------
    >>> from datetime import date
    >>> def hold(parcel_id: str, until: date): ...
    >>> convert_arguments(hold, {"parcel_id": "P-101", "until": "2025-03-30"})
    {'parcel_id': 'P-101', 'until': datetime.date(2025, 3, 30)}
    """
    where = f"{function_name(function)}()"
    if not isinstance(arguments, Mapping):
        raise ArgumentError(f"{where}: arguments={shown(arguments)} ({type(arguments).__name__}) is no dict.")
    return _rebuilt_fields(parameters_of(function), arguments, where, "argument")


def _rebuilt_fields(fields: list[Field], values: Mapping[str, Any], where: str, noun: str) -> dict[str, Any]:
    names = [field.name for field in fields]
    takes = f"It takes {', '.join(map(repr, names)) or 'nothing'}."
    for name in values:
        if name not in names:
            raise ArgumentError(f"{where} has no {noun} {shown(name)}. {takes}{nearest(str(name), names)}")
    missing = [field.name for field in fields if field.required and field.name not in values]
    if missing:
        raise ArgumentError(f"{where} needs the {noun} {', '.join(map(repr, missing))}. {takes}")
    return {field.name: _rebuilt_field(field, values[field.name], where) for field in fields if field.name in values}


def _rebuilt_field(field: Field, value: Any, where: str) -> Any:
    if value is None and field.default is None:  # note: str = None
        return None
    return _rebuilt(field.hint, value, f"{where}: {field.name}")


def _rebuilt(hint: Any, value: Any, where: str) -> Any:
    kind = bare(hint)
    if is_anything(kind):
        return value
    if members := union_of(kind):
        return _first_fit(members, value, where)
    if literals := literals_of(kind):
        return _chosen([(jsonable(choice), choice) for choice in literals], value, where)
    if isinstance(kind, type) and not typing.get_origin(kind):
        return _rebuilt_class(kind, value, where)
    return _rebuilt_container(kind, value, where)


def _first_fit(members: tuple[Any, ...], value: Any, where: str) -> Any:
    members = tuple(member for member in members if value is None or bare(member) is not type(None))
    if len(members) == 1:
        return _rebuilt(members[0], value, where)
    reasons = []
    for member in members:
        try:
            return _rebuilt(member, value, where)
        except ArgumentError as error:  # noqa: PERF203 - trying is the only way to know
            reasons.append(str(error).removeprefix(f"{where}={shown(value)} ").rstrip("."))
    raise ArgumentError(f"{where}={shown(value)} {' and '.join(reasons)}.")


def _chosen(choices: _Choices, value: Any, where: str, other_names: _Choices = ()) -> Any:
    for plain, choice in (*choices, *other_names):
        if value is choice or (type(value) is type(plain) and value == plain):
            return choice
    allowed = [plain for plain, _ in choices]
    hint = nearest(value, [name for name in allowed if isinstance(name, str)]) if isinstance(value, str) else ""
    raise ArgumentError(f"{where}={shown(value)} is not allowed. Use one of: {', '.join(map(repr, allowed))}.{hint}")


def _rebuilt_class(kind: type, value: Any, where: str) -> Any:
    if is_enum(kind):
        members = list(typing.cast("typing.Iterable[Enum]", kind))
        values = [(jsonable(member), member) for member in members]
        names = [(member.name, member) for member in members]
        return _chosen(values, value, where, names)
    if is_typed_dict(kind):
        return _record(kind, value, where)
    if kind not in _WORDS and isinstance(value, kind) and kind not in ARRAYS:
        return value
    if is_pydantic(kind):
        return _model(kind, value, where)
    if has_fields(kind):
        return _record(kind, value, where)
    return _rebuilt_simple(kind, value, where)


def _rebuilt_simple(kind: type, value: Any, where: str) -> Any:
    for parent in _WORDS:
        if issubclass(kind, parent):
            return _scalar(kind, parent, value, where)
    for parent, name in FORMATS.items():
        if issubclass(kind, parent):
            return _formatted(kind, name, value, where)
    return _rebuilt_container(kind, value, where)


def _scalar(kind: Any, parent: type, value: Any, where: str) -> Any:
    if parent is float and type(value) is int:
        value = float(value)
    if parent is int and type(value) is float and math.isfinite(value) and value == int(value):
        value = int(value)
    if not isinstance(value, parent) or (parent is not bool and isinstance(value, bool)):
        raise ArgumentError(f"{where}={shown(value)} is not {_WORDS[parent]}.")
    return value if isinstance(value, kind) else kind(value)


def _formatted(kind: Any, name: str, value: Any, where: str) -> Any:
    try:
        if issubclass(kind, Decimal) and isinstance(value, (str, int, float)) and not isinstance(value, bool):
            return kind(str(value))
        if not isinstance(value, str):
            raise TypeError
        if issubclass(kind, PurePath) or name == "uuid":
            return kind(value)
        if issubclass(kind, datetime) and value.endswith(("Z", "z")):  # Python 3.10 does not read it
            value = value[:-1] + "+00:00"
        return kind.fromisoformat(value)
    except (ArithmeticError, TypeError, ValueError):
        raise ArgumentError(f"{where}={shown(value)} is not a {name}, like {_LIKE[name]}.") from None


def _record(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise ArgumentError(f"{where}={shown(value)} is not an object.")
    values = _rebuilt_fields(fields_of(kind, where), value, where, "field")
    try:
        return kind(**values)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"{where}: {error}") from None


def _model(kind: Any, value: Any, where: str) -> Any:
    try:
        return kind.model_validate(value)
    except ValueError as error:
        found = error.errors() if hasattr(error, "errors") else []
        reasons = [f"{'.'.join(map(str, item['loc']))}: {item['msg']}".removeprefix(": ") for item in found]
        raise ArgumentError(f"{where}: {'; '.join(reasons) or error}") from None


def _rebuilt_container(kind: Any, value: Any, where: str) -> Any:
    origin = typing.get_origin(kind) or kind
    inner = typing.get_args(kind)
    if origin in OBJECTS:
        return _rebuilt_dict(origin, inner, value, where)
    if origin not in ARRAYS:
        return value
    if not isinstance(value, (list, tuple, set, frozenset, deque)):
        raise ArgumentError(f"{where}={shown(value)} is not a list.")
    items = list(value)
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        hints = [hint for hint in inner if hint != ()]
        if len(hints) != len(items):
            raise ArgumentError(f"{where} holds {len(items)} values, not {len(hints)}.")
    else:
        hints = [inner[0] if inner else Any] * len(items)
    rebuilt = [_rebuilt(hint, item, f"{where}[{i}]") for i, (hint, item) in enumerate(zip(hints, items, strict=True))]
    return _collected(origin, rebuilt, where)


def _collected(origin: Any, items: list[Any], where: str) -> Any:
    make = origin if origin in (tuple, set, frozenset, deque) else set if origin in SETS else list
    try:
        return make(items)
    except TypeError as error:  # a list inside a set
        raise ArgumentError(f"{where}: {error}") from None


def _rebuilt_dict(origin: Any, inner: tuple[Any, ...], value: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise ArgumentError(f"{where}={shown(value)} is not an object.")
    if inner:
        keys, values = inner
        value = {_key(keys, key, where): _rebuilt(values, item, f"{where}[{key!r}]") for key, item in value.items()}
    return OrderedDict(value) if origin is OrderedDict else dict(value)


def _key(hint: Any, key: Any, where: str) -> Any:
    if bare(hint) is int and isinstance(key, str):
        try:
            return int(key)
        except ValueError:
            raise ArgumentError(f"{where}: the key {shown(key)} is not a whole number.") from None
    return _rebuilt(hint, key, f"{where}: key")
