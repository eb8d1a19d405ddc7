from __future__ import annotations

from typing import Any

import fastjsonschema
import pytest

from wai_nb.errors import ToolError
from wai_nb.records.tools.parameters import check_parameters, inline_refs

EXAMPLE = (
    "Use a JSON schema of type object, for example "
    "{'type': 'object', 'properties': {'order_id': {'type': 'string'}}, 'required': ['order_id']}."
)
EMPTY: dict[str, Any] = {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("given", "schema"),
    [
        (None, EMPTY),
        ({}, EMPTY),
        ({"type": "object"}, EMPTY),
        ({"type": None, "properties": None, "required": None}, EMPTY),
        ({"type": ["object", "null"]}, EMPTY),
        ({"properties": {"a": True}}, {"type": "object", "properties": {"a": {}}}),
        ({"properties": {"a": False}}, {"type": "object", "properties": {"a": {"not": {}}}}),
        (
            {"properties": {"a": {"type": "string"}}, "required": ("a", "a")},
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        ),
        (
            {"properties": {"type": {"type": "string"}, "$ref": {"type": "string"}}},
            {"type": "object", "properties": {"type": {"type": "string"}, "$ref": {"type": "string"}}},
        ),
        (
            {"allOf": [{"properties": {"a": {"type": "string"}}}], "required": ["a"]},
            {**EMPTY, "allOf": [{"properties": {"a": {"type": "string"}}}], "required": ["a"]},
        ),
        ({"additionalProperties": False, "title": "T"}, {**EMPTY, "additionalProperties": False, "title": "T"}),
    ],
)
def test_schemas_are_completed(given: Any, schema: dict[str, Any]) -> None:
    assert check_parameters(given, "tool 'x'") == schema
    fastjsonschema.compile(check_parameters(given, "tool 'x'"))


def test_the_schema_is_a_copy() -> None:
    given = {"type": "object", "properties": {"a": {"type": "string"}}}
    schema = check_parameters(given, "tool 'x'")
    given["properties"]["a"]["type"] = "integer"  # type: ignore[index]
    assert schema["properties"]["a"] == {"type": "string"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("x", f"parameters is 'x' (str). {EXAMPLE}"),
        ([1], f"parameters is [1] (list). {EXAMPLE}"),
        ({"type": "array", "items": {}}, f"the type of parameters is 'array', not 'object'. {EXAMPLE}"),
        ({"order_id": {"type": "string"}}, f"'order_id' must stand under 'properties'. {EXAMPLE}"),
        ({"properties": []}, "parameters: properties is [] (list). Give a dict of name: schema."),
        (
            {"properties": {"a": "string"}},
            "parameters.a is 'string' (str). A JSON schema is a dict: {'type': 'string'}.",
        ),
        (
            {"properties": {"a": {"type": "str"}}},
            "parameters.a has type='str'. Use one of: 'string', 'number', 'integer', 'boolean', 'array', 'object', "
            "'null'. Did you mean 'string'?",
        ),
        (
            {"properties": {"a": {"type": "array", "items": {"type": "STRING"}}}},
            "parameters.a.items has type='STRING'. Use one of: 'string', 'number', 'integer', 'boolean', 'array', "
            "'object', 'null'. Did you mean 'string'?",
        ),
        (
            {"properties": {"a": {"anyOf": [{"type": "strin"}]}}},
            "parameters.a.anyOf has type='strin'. Use one of: 'string', 'number', 'integer', 'boolean', 'array', "
            "'object', 'null'. Did you mean 'string'?",
        ),
        ({"properties": {"a": {"enum": "x"}}}, "parameters.a: enum is 'x' (str). Give a list of values."),
        ({"properties": {"a": {"anyOf": {}}}}, "parameters.a: anyOf is {} (dict). Give a list of schemas."),
        (
            {"properties": {"a": {"type": "string", "required": True}}},
            "parameters.a: required=True is not a list of names. Write it beside 'properties'.",
        ),
        ({"required": [1]}, "parameters: required=[1] is not a list of names. Write it beside 'properties'."),
        (
            {"properties": {"order_id": {}}, "required": ["oder_id"]},
            "required names 'oder_id', properties has 'order_id'. Did you mean 'order_id'?",
        ),
        ({"required": ["a"]}, "required names 'a', properties has none."),
        (
            {"properties": {"a": {"$ref": "#/$defs/B"}}, "$defs": {"A": {}}},
            "$ref='#/$defs/B' points to nothing. The schema has 'A'.",
        ),
        (
            {"properties": {"a": {"$ref": "https://example.com/a.json"}}},
            "$ref='https://example.com/a.json' points outside the schema. Put what it means in its place.",
        ),
    ],
)
def test_bad_schemas_are_said(given: Any, message: str) -> None:
    with pytest.raises(ToolError) as caught:
        check_parameters(given, "tool 'x'")
    assert str(caught.value) == f"tool 'x': {message}"


def test_references_are_filled_in() -> None:
    schema = {
        "properties": {"a": {"$ref": "#/$defs/A", "description": "mine"}, "b": {"$ref": "#/definitions/x~1y"}},
        "$defs": {"A": {"type": "object", "description": "its", "properties": {"b": {"$ref": "#/$defs/B"}}}, "B": {}},
        "definitions": {"x/y": {"enum": [1]}},
    }
    assert inline_refs(schema, "x") == {
        "properties": {"a": {"type": "object", "description": "mine", "properties": {"b": {}}}, "b": {"enum": [1]}}
    }


def test_a_definition_inside_itself_ends() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    root = {"$ref": "#/$defs/Node", "$defs": {"Node": node}}
    assert inline_refs(root, "x") == {"type": "object", "properties": {"next": {"type": "object"}}}
    assert inline_refs({"type": "object", "properties": {"self": {"$ref": "#"}}}, "x") == {
        "type": "object",
        "properties": {"self": {"type": "object"}},
    }


def test_exploding_references_are_refused() -> None:
    defs: dict[str, Any] = {f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 4} for i in range(20)}
    defs["d20"] = {"type": "string"}
    with pytest.raises(ToolError, match="unfolds to over 20,000 parts"):
        check_parameters({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": defs}, "tool 'x'")
