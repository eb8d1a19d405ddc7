"""Arguments checked against the tool's schema: what is missing, echoed from the schema or of the wrong type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from wai_nb.asks.domain import ToolView
from wai_nb.errors import shown

Answer = dict[str, Any]
_TYPE_WORDS = frozenset(
    (
        "string str number integer int float boolean bool object array list dict null none undefined any "
        "value placeholder ..."
    ).split()
)
_ECHO = re.compile(
    r"<[^<>]*>|\{+[^{}]*\}+|\$\{?\w+\}?|(?:your|insert|enter|some|example)[_ -].*|.*[_ -]here", re.IGNORECASE
)
_LONGEST_VALUE = 60
_FORMATS = {  # a format of JSON Schema -> what a person calls it
    "date": "a date like 2026-05-31",
    "date-time": "a date and time like 2026-05-31T14:30:00Z",
    "time": "a time like 14:30:00Z",
    "email": "an email address",
    "uri": "a full link",
    "number": "a number",
    "integer": "a whole number",
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def refusal(view: ToolView, arguments: Any) -> Answer | None:
    """Return the answer that refuses a call with bad arguments, or None when they are good.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from wai_nb.asks.domain import read_domain
    >>> schema = {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}
    >>> view = read_domain([SimpleNamespace(name="get_order", description="", parameters=schema)]).tools[0]
    >>> refusal(view, {})["missing"]
    ['order_id']
    >>> refusal(view, {"order_id": "<id>"})["error"]
    'placeholder_argument'
    """
    if not isinstance(arguments, Mapping):
        hint = f"Give the arguments as an object with names, not {shown(arguments, _LONGEST_VALUE)}."
        return {"status": "rejected", "error": "invalid_arguments", "hint": hint}
    missing = [
        param.name for param in view.params if param.required and _is_absent(arguments, param.name, param.is_reference)
    ]
    if missing:
        hint = f"{view.name} needs {', '.join(missing)}. Ask the person or look it up first."
        return {"status": "rejected", "error": "missing_required", "missing": missing, "hint": hint}
    echoed = [name for name, value in arguments.items() if isinstance(value, str) and _is_echo(view, name, value)]
    if echoed:
        hint = f"{', '.join(echoed)} repeats the schema. Give the real value."
        return {"status": "rejected", "error": "placeholder_argument", "arguments": echoed, "hint": hint}
    problem = _schema_check(view)({name: value for name, value in arguments.items() if value is not None})
    return {"status": "rejected", "error": "invalid_argument", **problem} if problem else None


def sorted_out(view: ToolView, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the arguments that the schema knows and that say something, and the names of those that it does not know.

    An optional argument that is null says nothing. A tool whose schema names no parameters takes what it is given.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from wai_nb.asks.domain import read_domain
    >>> schema = {"type": "object", "properties": {"order_id": {"type": "string"}}}
    >>> view = read_domain([SimpleNamespace(name="get_order", description="", parameters=schema)]).tools[0]
    >>> sorted_out(view, {"order_id": "7", "colour": "red"})
    ({'order_id': '7'}, ['colour'])
    """
    names = [param.name for param in view.params]
    if not names or view.schema.get("additionalProperties"):
        return {name: value for name, value in arguments.items() if value is not None}, []
    unknown = [name for name in arguments if name not in names]
    return {name: value for name, value in arguments.items() if name in names and value is not None}, unknown


def _is_absent(arguments: Mapping[str, Any], name: str, is_reference: bool) -> bool:
    value = arguments.get(name)
    return value is None or (is_reference and isinstance(value, str) and not value.strip())


def _is_echo(view: ToolView, name: str, value: str) -> bool:
    text = value.strip()
    if len(text) > _LONGEST_VALUE or not text or text[0].isdigit():
        return False
    param = next((param for param in view.params if param.name == name), None)
    if param is not None and value in param.on_file:
        return False
    return text.lower() in _TYPE_WORDS or text == name or _ECHO.fullmatch(text) is not None


@lru_cache(maxsize=1024)
def _schema_check(view: ToolView) -> Callable[[dict[str, Any]], dict[str, str]]:
    """Return a function that says what is wrong with arguments, compiled once per tool."""
    import fastjsonschema

    try:
        check = fastjsonschema.compile(dict(view.schema), use_default=False)
    except Exception:  # a schema that is none checks nothing; the required arguments were checked before
        return lambda arguments: {}

    def problem(arguments: dict[str, Any]) -> dict[str, str]:
        try:
            check(arguments)
        except fastjsonschema.JsonSchemaValueException as error:
            return _explained(error.message, error.path, error.value)
        except Exception as error:
            return {"hint": f"{type(error).__name__}: {error}"}
        return {}

    return problem


def _explained(message: str, path: list[Any], value: Any) -> dict[str, str]:
    """Return which argument is wrong, what it must be, and what was given."""
    said = str(message).replace("data.", "", 1).replace("data ", "the arguments ", 1)
    said = next(
        (said.removesuffix(name) + words for name, words in _FORMATS.items() if said.endswith(f" be {name}")), said
    )
    if len(path) < 2:
        return {"hint": f"{said}."}
    return {"argument": str(path[1]), "hint": f"{said}, not {shown(value, _LONGEST_VALUE)}."}
