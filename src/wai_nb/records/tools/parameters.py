"""A hand-written JSON schema of a tool's arguments: checked, completed, its references filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wai_nb.errors import ToolError, nearest, shown
from wai_nb.records.values import jsonable

Schema = dict[str, Any]

_TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")
_PYTHON_WORDS = {
    "str": "string",
    "text": "string",
    "float": "number",
    "double": "number",
    "int": "integer",
    "bool": "boolean",
    "list": "array",
    "tuple": "array",
    "dict": "object",
    "none": "null",
}
_MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")  # name -> schema
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else")
_MAX_NODES = 20_000  # convention: references that unfold into more are a mistake or an attack


def check_parameters(parameters: object, where: str) -> Schema:
    """Return the schema of a tool's arguments as a fresh dict, completed, without references.

    Parameters
    ----------
    parameters
        A JSON schema of type object, or None for a tool without arguments. A missing type is filled in.
    where
        What an error begins with, for example ``"tool 'get_order'"``.

    Raises
    ------
    ToolError
        When it is not a schema of an object, a type is unknown, or `required` names no property.

    Examples
    --------
    >>> check_parameters({"properties": {"order_id": {"type": "string"}}}, "tool 'get_order'")
    {'type': 'object', 'properties': {'order_id': {'type': 'string'}}}
    """
    if parameters is None:
        parameters = {}
    if not isinstance(parameters, Mapping):
        raise ToolError(f"{where}: parameters is {_got(parameters)}. {_EXAMPLE}")
    plain = {name: value for name, value in jsonable(parameters).items() if value is not None}
    if not {"type", "properties"} & set(plain) and _looks_flat(plain):
        names = ", ".join(map(repr, plain))
        raise ToolError(f"{where}: {names} must stand under 'properties'. {_EXAMPLE}")
    if _object_type(plain.pop("type", "object")) is False:
        raise ToolError(f"{where}: the type of parameters is {shown(parameters['type'])}, not 'object'. {_EXAMPLE}")
    schema = inline_refs({"type": "object", "properties": {}, **plain}, where)
    _check(schema, f"{where}: parameters")
    _check_known(schema, where)
    schema["properties"] = {name: _as_dict(inner) for name, inner in schema["properties"].items()}
    return schema


_EXAMPLE = (
    "Use a JSON schema of type object, for example "
    "{'type': 'object', 'properties': {'order_id': {'type': 'string'}}, 'required': ['order_id']}."
)


def _object_type(kind: object) -> bool:
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def _looks_flat(plain: Schema) -> bool:
    """Tell whether properties stand where the schema should: ``{"order_id": {"type": "string"}}``."""
    others = set(plain) - set(_MAPS) - set(_SINGLE)
    return any(isinstance(plain[name], dict) for name in others)


def _as_dict(schema: Schema | bool) -> Schema:
    if isinstance(schema, dict):
        return schema
    return {} if schema else {"not": {}}


def _check(node: object, where: str) -> None:
    """Check one schema and those inside it."""
    if isinstance(node, bool):
        return
    if not isinstance(node, dict):
        raise ToolError(f"{where} is {_got(node)}. A JSON schema is a dict: {{'type': 'string'}}.")
    _check_type(node, where)
    _check_required(node, where)
    for name, inner in node.items():
        if name in _MAPS:
            if not isinstance(inner, dict):
                raise ToolError(f"{where}: {name} is {_got(inner)}. Give a dict of name: schema.")
            for key, value in inner.items():
                _check(value, f"{where}.{key}")
        elif name in _LISTS or (name == "items" and isinstance(inner, list)):
            if not isinstance(inner, list):
                raise ToolError(f"{where}: {name} is {_got(inner)}. Give a list of schemas.")
            for value in inner:
                _check(value, f"{where}.{name}")
        elif name in _SINGLE:
            _check(inner, f"{where}.{name}")


def _got(value: object) -> str:
    return f"{shown(value)} ({type(value).__name__})"


def _check_type(node: Schema, where: str) -> None:
    kinds = node.get("type", [])
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if kind not in _TYPES:
            word = str(kind).lower()
            meant = _PYTHON_WORDS.get(word, word)
            hint = f" Did you mean {meant!r}?" if meant in _TYPES else nearest(word, _TYPES)
            raise ToolError(f"{where} has type={shown(kind)}. Use one of: {', '.join(map(repr, _TYPES))}.{hint}")
    if not isinstance(node.get("enum", []), list):
        raise ToolError(f"{where}: enum is {_got(node['enum'])}. Give a list of values.")


def _check_required(node: Schema, where: str) -> None:
    required = node.get("required", [])
    if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        raise ToolError(f"{where}: required={shown(required)} is not a list of names. Write it beside 'properties'.")
    if required:
        node["required"] = list(dict.fromkeys(required))


def _check_known(schema: Schema, where: str) -> None:
    """Check that `required` names properties; where parts are merged in, they may stand there."""
    names = schema["properties"]
    for name in schema.get("required", []):
        if name not in names and not set(_LISTS) & set(schema):
            have = ", ".join(map(repr, names)) or "none"
            raise ToolError(f"{where}: required names {name!r}, properties has {have}.{nearest(name, names)}")


def inline_refs(schema: Schema, where: str) -> Schema:
    """Return the schema with ``$ref`` replaced by what it points to, so that readers find types and enums in place.

    A definition inside itself becomes only its type there.

    Raises
    ------
    ToolError
        For a reference that points outside the schema or to nothing.

    Examples
    --------
    >>> inline_refs({"items": {"$ref": "#/$defs/Id"}, "$defs": {"Id": {"type": "string"}}}, "here")
    {'items': {'type': 'string'}}
    """
    counter = [0]

    def walk(node: Any, inside: tuple[str, ...]) -> Any:
        counter[0] += 1
        if counter[0] > _MAX_NODES:
            raise ToolError(f"{where}: the schema unfolds to over {_MAX_NODES:,} parts. Make it smaller.")
        if isinstance(node, list):
            return [walk(item, inside) for item in node]
        if not isinstance(node, dict):
            return node
        ref = node.get("$ref")
        if not isinstance(ref, str):  # a property may be called $ref
            return {key: walk(value, inside) for key, value in node.items()}
        beside = {key: walk(value, inside) for key, value in node.items() if key != "$ref"}
        target = _pointed(schema, ref, where)
        if ref in inside:
            return {key: value for key, value in target.items() if key == "type"} | beside
        return walk(target, (*inside, ref)) | beside

    used = {name: value for name, value in schema.items() if name not in ("$defs", "definitions")}
    return dict(walk(used, ("#",)))


def _pointed(schema: Schema, ref: str, where: str) -> Schema:
    node: Any = schema
    if ref != "#" and not ref.startswith("#/"):
        raise ToolError(f"{where}: $ref={ref!r} points outside the schema. Put what it means in its place.")
    for step in ref.removeprefix("#").split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        node = node.get(name) if isinstance(node, dict) else None
    if not isinstance(node, dict):
        names = schema.get("$defs") or schema.get("definitions") or ()
        have = ", ".join(map(repr, names)) or "no definitions"
        raise ToolError(f"{where}: $ref={ref!r} points to nothing. The schema has {have}.")
    return node
