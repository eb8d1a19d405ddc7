"""Type hints as JSON schema: what a model needs to know to call a Python function."""

from __future__ import annotations

import typing
from collections import OrderedDict, deque
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    MutableMapping,
    MutableSequence,
    MutableSet,
    Sequence,
    Set,
)
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any
from uuid import UUID

from wai_nb.errors import ToolError
from wai_nb.records.tools.docstrings import read_docstring
from wai_nb.records.tools.hints import (
    NO_DEFAULT,
    Field,
    bare,
    docstring_of,
    fields_of,
    function_name,
    has_fields,
    is_anything,
    is_enum,
    is_pydantic,
    literals_of,
    parameters_of,
    union_of,
)
from wai_nb.records.tools.notes import says_something, with_notes
from wai_nb.records.tools.parameters import inline_refs
from wai_nb.records.values import jsonable

Schema = dict[str, Any]

ARRAYS = (list, tuple, set, frozenset, deque, Sequence, MutableSequence, Set, MutableSet, Collection, Iterable)
SETS = (set, frozenset, Set, MutableSet)
OBJECTS = (dict, OrderedDict, Mapping, MutableMapping)
SCALARS = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}  # bool before int
FORMATS = {datetime: "date-time", date: "date", time: "time", UUID: "uuid", PurePath: "path", Decimal: "decimal"}
_ALLOWED = "str, int, float, bool, list, dict, Literal, Enum, a date, a path, a dataclass or a pydantic model"


def function_schema(function: Callable[..., Any]) -> Schema:
    """Return the JSON schema of a function's arguments.

    Parameters
    ----------
    function
        Its hints give the types, its defaults what is not required, its docstring (numpy, Google or Sphinx style) or
        ``Annotated[str, "text"]`` the descriptions. A parameter without a hint takes anything.

    Returns
    -------
    dict
        ``{"type": "object", "properties": {...}, "required": [...]}``, without references.

    Raises
    ------
    ToolError
        For a type that JSON cannot carry, naming the parameter; see also `parameters_of`.

    Examples
    --------
    >>> def refund(order_id: str, amount: float = 0.0): ...
    >>> function_schema(refund)["properties"]
    {'order_id': {'type': 'string'}, 'amount': {'type': 'number', 'default': 0.0}}
    """
    where = f"{function_name(function)}(): parameter"
    texts = read_docstring(docstring_of(function))[1]
    return _fields_schema(parameters_of(function), texts, where, ())


def type_schema(hint: Any, where: str = "this type", inside: tuple[type, ...] = ()) -> Schema:
    """Return the JSON schema of one type.

    Parameters
    ----------
    hint
        A type hint, resolved.
    where
        What an error begins with.
    inside
        The classes it is a field of: a class inside itself is only ``{"type": "object"}``.

    Examples
    --------
    >>> type_schema(list[int] | None)
    {'type': ['array', 'null'], 'items': {'type': 'integer'}}
    """
    if typing.get_origin(hint) is typing.Annotated:
        base, *notes = typing.get_args(hint)
        return with_notes(type_schema(base, where, inside), notes)
    kind = bare(hint)
    if is_anything(kind):
        return {}
    if members := union_of(kind):
        return _union_schema([type_schema(member, where, inside) for member in members])
    if literals := literals_of(kind):
        return _enum_schema([_literal(value, where) for value in literals])
    if isinstance(kind, type) and not typing.get_origin(kind) and (found := _class_schema(kind, where, inside)):
        return found
    return _container_schema(kind, where, inside)


def _class_schema(kind: type, where: str, inside: tuple[type, ...]) -> Schema | None:
    if is_enum(kind):
        members = list(typing.cast("Iterable[Enum]", kind))
        return _enum_schema([jsonable(member) for member in members]) if members else None
    if is_pydantic(kind):
        return _pydantic_schema(kind, where)
    if has_fields(kind):
        return _record_schema(kind, where, inside)
    for parent, name in SCALARS.items():
        if issubclass(kind, parent):
            return {"type": name}
    for parent, name in FORMATS.items():
        if issubclass(kind, parent):
            return {"type": "string", "format": name}
    return None


def _record_schema(kind: Any, where: str, inside: tuple[type, ...]) -> Schema:
    if kind in inside:
        return {"type": "object"}
    made_up = (kind.__doc__ or "").startswith(f"{kind.__name__}(")  # "Point(x: int)", by Python
    text, texts = read_docstring("" if made_up else kind.__doc__)
    schema = _fields_schema(fields_of(kind, where), texts, f"{where}, field", (*inside, kind))
    return schema | ({"description": text} if text else {})


def _pydantic_schema(kind: Any, where: str) -> Schema:
    try:
        return inline_refs(kind.model_json_schema(), where)
    except ToolError:
        raise
    except Exception as error:
        raise ToolError(f"{where}: {kind.__name__} has no JSON schema ({error}).") from None


def _fields_schema(fields: list[Field], texts: Mapping[str, str], where: str, inside: tuple[type, ...]) -> Schema:
    properties = {field.name: _field_schema(field, texts.get(field.name, ""), where, inside) for field in fields}
    required = [field.name for field in fields if field.required]
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def _field_schema(field: Field, text: str, where: str, inside: tuple[type, ...]) -> Schema:
    schema = type_schema(field.hint, f"{where} {field.name!r}", inside)
    if field.default is None:
        schema = _nullable(schema)
    if text and not says_something(field.hint):
        schema["description"] = text
    if field.default is not NO_DEFAULT and _is_plain(field.default):
        schema["default"] = jsonable(field.default)
    return schema


def _container_schema(kind: Any, where: str, inside: tuple[type, ...]) -> Schema:
    origin = typing.get_origin(kind) or kind
    inner = typing.get_args(kind)
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return _tuple_schema([type_schema(item, where, inside) for item in inner if item != ()])
    if origin in ARRAYS:
        items = type_schema(inner[0], where, inside) if inner else {}
        return {"type": "array", "items": items} | ({"uniqueItems": True} if origin in SETS else {})
    if origin in OBJECTS:
        return _object_schema(inner, where, inside)
    name = getattr(kind, "__name__", None) or str(kind)
    raise ToolError(f"{where}: the type {name} has no JSON form. Use {_ALLOWED}, or drop the hint.")


def _object_schema(inner: tuple[Any, ...], where: str, inside: tuple[type, ...]) -> Schema:
    if not inner:
        return {"type": "object"}
    key = bare(inner[0])
    if not (is_anything(key) or is_enum(key) or literals_of(key) or key in (str, int)):
        raise ToolError(f"{where}: the keys of a JSON object are text. Use dict[str, ...].")
    values = type_schema(inner[1], where, inside)
    return {"type": "object"} | ({"additionalProperties": values} if values else {})


def _tuple_schema(items: list[Schema]) -> Schema:
    """Give each place its type, and `items` too: some model endpoints refuse an array without it."""
    return {
        "type": "array",
        "prefixItems": items,
        "items": _union_schema(items) if items else {},
        "minItems": len(items),
        "maxItems": len(items),
    }


def _union_schema(members: list[Schema]) -> Schema:
    if {} in members:
        return {}
    null = {"type": "null"} in members
    different = [member for i, member in enumerate(members) if member not in members[:i] and member != {"type": "null"}]
    if not different:
        return {"type": "null"}
    schema = different[0] if len(different) == 1 else {"anyOf": different}
    return _nullable(schema) if null else schema


def _nullable(schema: Schema) -> Schema:
    """Let the schema take null too."""
    kind = schema.get("type")
    if not schema or kind == "null" or (isinstance(kind, list) and "null" in kind):
        return schema
    if "anyOf" in schema:
        null = {"type": "null"}
        return schema if null in schema["anyOf"] else schema | {"anyOf": [*schema["anyOf"], null]}
    if kind is None:
        return {"anyOf": [schema, {"type": "null"}]}
    allowed = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return schema | {"type": [*([kind] if isinstance(kind, str) else kind), "null"]} | allowed


def _enum_schema(values: list[Any]) -> Schema:
    kinds = list(dict.fromkeys(SCALARS[type(value)] for value in values))
    return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": values}


def _literal(value: Any, where: str) -> Any:
    if isinstance(value, Enum) or type(value) in SCALARS:
        return jsonable(value)
    raise ToolError(f"{where}: Literal[{value!r}] has no JSON form. Use text, numbers, true, false or None.")


def _is_plain(value: Any) -> bool:
    """Tell whether a default can be shown as JSON and read back as what it is."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _is_plain(item) for key, item in value.items())
    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(_is_plain, value))
    if isinstance(value, float):
        return value == value and abs(value) != float("inf")
    known: tuple[type, ...] = (str, int, type(None), Enum, *FORMATS)
    return isinstance(value, known) or has_fields(type(value)) or is_pydantic(type(value))
