"""Verifiers of JSON in replies: is there any, does it fit a schema, does a field hold a value."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.grade.verify.base import Checked, Verifier
from wai_nb.grade.verify.gold import at_path, path_parts
from wai_nb.records.rows import Row

NOTHING = object()  # no JSON found: None is a JSON value
_FENCE = re.compile(r"```[ \t]*(\w*)[^\n]*\n(.*?)```", re.DOTALL)
_OPENING = re.compile(r"[{\[]")
_LONGEST = 200_000  # convention: characters of a reply that are searched


def extract_json(text: str, missing: Any = None) -> Any:
    """Return the JSON value of a reply, or `missing`.

    The whole text when it is JSON; else the last fenced block that is; else the longest object or list in the prose,
    so a stray ``{x}`` before or after does no harm. NaN and Infinity are not JSON.

    Examples
    --------
    >>> extract_json('Here: {"id": 7, "tags": ["a"]} - see {x} and [1].')
    {'id': 7, 'tags': ['a']}
    """
    text = text[:_LONGEST].strip()
    blocks = [body for _, body in reversed(_FENCE.findall(text))]
    for whole in (text, *blocks):
        value = _decoded(whole)
        if value is not NOTHING:
            return value
    found = _longest_inside(text)
    return missing if found is NOTHING else found


def _decoded(text: str) -> Any:
    try:
        return _DECODER.decode(text.strip())
    except (ValueError, RecursionError):
        return NOTHING


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def _longest_inside(text: str) -> Any:
    best, longest, place = NOTHING, 0, 0
    while opening := _OPENING.search(text, place):
        try:
            value, end = _value_at(text, opening.start())
        except RecursionError:  # thousands of brackets: no answer, and trying each would take minutes
            return best
        if value is not NOTHING and end - opening.start() >= longest:
            best, longest = value, end - opening.start()
        place = end
    return best


def _value_at(text: str, start: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, start)
    except ValueError:
        return NOTHING, start + 1


def same_json(left: Any, right: Any) -> bool:
    """Return whether two JSON values are equal; true is not 1, but 1 is 1.0.

    Examples
    --------
    >>> same_json({"a": [1]}, {"a": [1.0]}), same_json(True, 1)
    (True, False)
    """
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same_json(left[key], right[key]) for key in left)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(same_json(a, b) for a, b in zip(left, right, strict=True))
    return bool(left == right)


class JSONValid(Verifier):
    """Pass when the reply holds JSON: it is JSON, or has a block or an object of it.

    Parameters
    ----------
    whole
        Whether the whole reply must be JSON, with nothing around it.
    name
        See :class:`Verifier`.

    Examples
    --------
    >>> JSONValid()({"final_text": 'Sure: {"a": 1}'})["reward"]
    1
    """

    needs_reference = False

    def __init__(self, *, whole: bool = False, name: str | None = None) -> None:
        super().__init__(name=name)
        self.whole = whole

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether there is JSON."""
        value = _decoded(candidate) if self.whole else extract_json(candidate, NOTHING)
        return (0, "no valid JSON") if value is NOTHING else (1, "valid JSON")


class JSONSchema(Verifier):
    """Pass when the reply's JSON fits a JSON Schema (drafts 4, 6 and 7, checked in full by fastjsonschema).

    Parameters
    ----------
    schema
        The schema. References to other documents are refused: nothing is fetched.
    name
        See :class:`Verifier`.

    Examples
    --------
    >>> order = JSONSchema({"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}})
    >>> [order({"final_text": t})["reward"] for t in ('{"n": 2}', '{"n": 0}', '{"n": true}')]
    [1, 0, 0]
    """

    needs_reference = False

    def __init__(self, schema: Mapping[str, Any] | bool, *, name: str | None = None) -> None:
        super().__init__(name=name)
        import fastjsonschema

        refused = dict.fromkeys(("http", "https", "ftp", "file"), _no_fetching)
        try:
            plain = json.loads(json.dumps(schema))
            if not isinstance(plain, (dict, bool)):
                raise TypeError("a schema is a dict")
            self._validate = fastjsonschema.compile(plain, handlers=refused, use_default=False)
        except Exception as error:  # whatever the compiler trips over is the schema's fault
            raise SettingError(f"schema={shown(schema)} is no JSON Schema: {error}") from None

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether the JSON fits, and the first thing that does not."""
        import fastjsonschema

        value = extract_json(candidate, NOTHING)
        if value is NOTHING:
            return 0, "no valid JSON"
        try:
            self._validate(value)
        except fastjsonschema.JsonSchemaException as error:
            return 0, str(getattr(error, "message", error))
        except RecursionError:
            return 0, "the JSON is nested too deeply"
        return 1, "fits the schema"


def _no_fetching(uri: str) -> Any:
    raise ValueError(f"{uri} lies outside; put it under definitions")


class JSONField(Verifier):
    """Pass when a field of the reply's JSON holds a value.

    Parameters
    ----------
    path
        Where: ``order.items[0].id`` or ``order.items.0.id``.
    equals
        The value; by default the reference of the row. true is not 1.
    name, field
        See :class:`Verifier`.

    Examples
    --------
    >>> JSONField("order.id", equals="7")({"final_text": '{"order": {"id": "7"}}'})["reward"]
    1
    """

    def __init__(self, path: str, equals: Any = NOTHING, *, name: str | None = None, field: str | None = None) -> None:
        super().__init__(name=name, field=field)
        if not isinstance(path, str) or not path_parts(path):
            raise SettingError(f"path={shown(path)} is not a dotted path, like 'order.items[0].id'.")
        self.path, self.equals = path, equals
        self.needs_reference = equals is NOTHING

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether the field holds the value."""
        value = extract_json(candidate, NOTHING)
        if value is NOTHING:
            return 0, "no valid JSON"
        got = at_path(value, self.path, NOTHING)
        if got is NOTHING:
            return 0, f"the JSON has nothing at {self.path}"
        wanted = reference if self.equals is NOTHING else self.equals
        return (1, f"{self.path} is right") if same_json(got, wanted) else (0, f"{self.path} is not right")
