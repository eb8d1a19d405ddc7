"""Results in the form that ``result_shapes=`` pins: an example or a JSON schema, filled from the world."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from wai_nb.asks.grammar import Dice
from wai_nb.asks.kinds import json_type
from wai_nb.asks.params import Param, read_params
from wai_nb.asks.values import like, value_for
from wai_nb.errors import ArgumentError, SettingError, one_of, shown
from wai_nb.records.values import jsonable
from wai_nb.world.records import Records

Answer = dict[str, Any]
_TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")
_WORKED = ("ok", "created", "deleted")
_FINE = ("ok", "success", "succeeded", "done", "completed", "created", "deleted")  # "it worked", not how a thing stands


def read_result_shapes(result_shapes: Any, tools: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """Return the JSON schema of each pinned result.

    Parameters
    ----------
    result_shapes
        ``{tool: example or JSON schema}``. A dict is read as a schema when its ``type`` is a JSON type, or when it
        has ``properties``, ``items``, ``enum``, ``anyOf`` or ``$schema``; everything else is an example.
    tools
        Names of the tools that exist.

    Raises
    ------
    ArgumentError
        When it is no dict.
    SettingError
        For a tool that does not exist, or a shape that says nothing.

    Examples
    --------
    >>> read_result_shapes({"get_order": {"total": 12.5}}, ["get_order"])["get_order"]["properties"]["total"]
    {'type': 'number', 'examples': [12.5]}
    """
    if result_shapes is None:
        return {}
    if not isinstance(result_shapes, Mapping):
        raise ArgumentError(
            f"result_shapes={shown(result_shapes)} is not a dict. Write {{tool: example or JSON schema}}."
        )
    for tool in result_shapes:
        if tool not in tools:
            raise one_of("tool in result_shapes", tool, tools)
    return {str(tool): _schema(tool, shape) for tool, shape in result_shapes.items()}


def _schema(tool: object, shape: Any) -> Mapping[str, Any]:
    plain = jsonable(shape)
    if plain is None or plain in ({}, []):
        raise SettingError(f"result_shapes[{tool!r}]={shown(shape)} says nothing. Give an example or a JSON schema.")
    return plain if isinstance(plain, dict) and _is_schema(plain) else _inferred(plain)


def _is_schema(shape: Mapping[str, Any]) -> bool:
    kind = shape.get("type")
    typed = kind in _TYPES if isinstance(kind, str) else isinstance(kind, list) and all(k in _TYPES for k in kind)
    parts = ("properties", "items", "enum", "anyOf", "$schema")
    return typed or any(isinstance(shape.get(part), (dict, list)) for part in parts) or "$schema" in shape


def _inferred(example: Any) -> dict[str, Any]:
    if isinstance(example, dict):
        properties = {name: _inferred(value) for name, value in example.items()}
        return {"type": "object", "properties": properties, "required": list(properties)}
    if isinstance(example, list):
        return {"type": "array", "items": _inferred(example[0])} if example else {"type": "array"}
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return {"type": kinds.get(type(example), "null"), "examples": [example]}


def pinned(
    schema: Mapping[str, Any], tool: str, arguments: Mapping[str, Any], answer: Answer, records: Records
) -> Answer:
    """Return an answer in its pinned shape: values of the thing where names agree, the rest drawn, the same each time.

    An answer that says no (not_found, rejected, already_done) stays as it is.

    Parameters
    ----------
    schema
        From :func:`read_result_shapes`.
    tool, arguments
        The call.
    answer
        What the world answers without a pin.
    records
        The world.
    """
    if answer.get("status") not in _WORKED:
        return answer
    filler = _Filler(records, tool, arguments, answer)
    value = filler.value("result", schema, filler.things(answer), ())
    return value if isinstance(value, dict) else {"status": "ok", "result": value}


class _Filler:
    """Fills one result."""

    def __init__(self, records: Records, tool: str, arguments: Mapping[str, Any], answer: Answer) -> None:
        self.records = records
        self.use = records.reading.uses[tool]
        self.topic = records.shape(self.use.thing).topic
        self.arguments = arguments
        self.key = records.reading.key_name(self.use.thing)
        listed = [
            value for value in answer.values() if isinstance(value, list) and all(isinstance(i, dict) for i in value)
        ]
        self.listed: list[dict[str, Any]] | None = listed[0] if listed else None
        asked = json.dumps(dict(arguments), sort_keys=True, default=str)
        self.name = str(self.things(answer).get(_plain(self.key), asked))

    def things(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Return every value that a field of the result may have, by its plain name; the thing's own win."""
        found = {_plain(name): value for name, value in self.arguments.items()}
        found.update({_plain(name): value for name, value in answer.items() if not isinstance(value, dict)})
        for value in answer.values():
            if isinstance(value, dict):
                found.update(self.fields(value))
        if self.listed is not None and "count" in found:
            found.update(dict.fromkeys(("total", "totalcount", "resultcount"), found["count"]))
        return found

    def fields(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a record by their plain names, its id also as "id"."""
        found = {_plain(name): value for name, value in record.items()}
        if self.key in record:
            found["id"] = record[self.key]
        status = record.get(self.records.shape(self.use.thing).status or "status")
        if status is not None:  # APIs call it either
            found.setdefault("state", status)
            found.setdefault("status", status)
        return found

    def value(self, name: str, schema: Mapping[str, Any], known: Mapping[str, Any], path: tuple[str, ...]) -> Any:
        """Return the value of one part of the result."""
        for part in schema.get("anyOf") or schema.get("oneOf") or ():
            if isinstance(part, Mapping) and part.get("type") != "null":
                return self.value(name, part, known, path)
        kind = json_type(schema)
        properties = schema.get("properties")
        if isinstance(properties, Mapping):
            inner = known.get(_plain(name))
            inner = {**known, **self.fields(inner)} if isinstance(inner, Mapping) else known
            return {str(key): self.value(str(key), part, inner, (*path, name)) for key, part in properties.items()}
        if kind == "array":
            return self.items(name, schema, known, path)
        if "const" in schema:
            return schema["const"]
        return self.scalar(name, schema, kind, known, path)

    def items(self, name: str, schema: Mapping[str, Any], known: Mapping[str, Any], path: tuple[str, ...]) -> list[Any]:
        """Return a list: the things found, or what the record has under this name."""
        part = schema.get("items")
        part = part if isinstance(part, Mapping) else {}
        held = known.get(_plain(name))
        if not isinstance(held, list):
            held = self.listed if self.listed is not None and isinstance(part.get("properties"), Mapping) else None
        if held is None:
            return [self.value(name, part, known, (*path, str(turn))) for turn in range(2)] if part else []
        out = []
        for turn, item in enumerate(held):
            if not isinstance(item, Mapping):
                out.append(item if _fits(item, part) else self.value(name, part, {}, (*path, str(turn))))
                continue
            outer, self.name = self.name, str(item.get(self.key, f"{self.name} {turn}"))
            out.append(self.value("", part, self.fields(item), path))
            self.name = outer
        return out

    def scalar(
        self, name: str, schema: Mapping[str, Any], kind: str, known: Mapping[str, Any], path: tuple[str, ...]
    ) -> Any:
        """Return one value: the thing's own, else one in the style of the example or of the schema."""
        examples = schema.get("examples")
        example = examples[0] if isinstance(examples, list) and examples else None
        (param,) = read_params({"properties": {name: schema}}, self.use.thing)
        if not (_plain(name) in ("status", "result") and len(path) == 1 and str(example).lower() in _FINE):
            found = self._held(name, param, known)
            if found is not None and (held := _as_type(found, kind, schema)) is not None:
                return held
        dice = Dice(self.records.seed, "result shape", self.use.thing, self.name, *path, name)
        if example is None and kind != "null":
            return value_for(param, dice, self.topic)
        return _alike(example, param, dice)

    def _held(self, name: str, param: Param, known: Mapping[str, Any]) -> Any:
        plain = _plain(name)
        if plain in known:
            return known[plain]
        last = re.split(r"[^a-z0-9]+", re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower())[-1]
        if param.kind == "id" and param.noun == self.use.thing and "id" in known:
            return known["id"]
        if param.kind != "amount":
            return None
        money = self.records.shape(self.use.thing).money
        return known.get(last, known.get(_plain(money or "")))


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    return _as_type(value, json_type(schema), schema) is not None


def _as_type(value: Any, kind: str, schema: Mapping[str, Any]) -> Any:
    """Return a value in the type of its pinned field, None where it cannot stand there."""
    allowed = schema.get("enum")
    if isinstance(allowed, list):
        return next((word for word in allowed if _plain(str(word)) == _plain(str(value))), None)
    if kind == "string" and not isinstance(value, (dict, list, bool)):
        return str(value)
    if isinstance(value, str) and kind == "integer" and value.isdigit():
        return int(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if kind == "integer":
            return int(value) if float(value).is_integer() else None
        return float(value) if kind == "number" else value if not kind else None
    fits = {"boolean": bool, "array": list, "object": dict, "": object}.get(kind)
    return value if fits is not None and isinstance(value, fits) else None


def _alike(example: Any, param: Param, dice: Dice) -> Any:
    """Return another value in the style of an example; words stay, because they may come from a short list."""
    if isinstance(example, bool) or not isinstance(example, (int, float, str)):
        return example
    if isinstance(example, str):
        if param.kind in ("date", "datetime", "time") or re.search(r"\d{4}-\d\d", example):
            return example
        return like(example, dice) if re.search(r"\d", example) else example
    factor = (50 + dice.below(101)) / 100
    if isinstance(example, int):
        return like(example, dice) if param.kind == "id" else round(example * factor)
    return round(example * factor, len(str(example).partition(".")[2]))
