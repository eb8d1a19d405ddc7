import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.errors import SettingError
from wai_nb.grade.verify import JSONField, JSONSchema, JSONValid, extract_json

ORDER = {
    "type": "object",
    "properties": {
        "status": {"enum": ["paid", "open"]},
        "count": {"type": "integer", "minimum": 1},
        "items": {"type": "array", "items": {"type": "object", "required": ["id"]}},
    },
    "required": ["status"],
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Sure: {"a": 1} - done', {"a": 1}),
        ('{"a": 1} and a stray {x}', {"a": 1}),
        ('a stray {x}, then {"a": 1}', {"a": 1}),
        ('{"a": {"b": [1, 2]}} see [1]', {"a": {"b": [1, 2]}}),
        ('```json\n{"a": 1}\n```\nor {x}', {"a": 1}),
        ('```json\n{"draft": 1}\n```\nbetter:\n```json\n{"a": 1}\n```', {"a": 1}),
        ("42", 42),
        ("no json {here", None),
        ('{"a": NaN}', None),
        ("{'a': 1}", None),
    ],
)
def test_the_json_of_a_reply(text, value):
    assert extract_json(text) == value


def test_a_wall_of_brackets_is_no_json_and_no_wait():
    assert extract_json("[" * 100_000) is None
    assert extract_json("{" * 100_000) is None


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists, max_leaves=5))
def test_json_in_prose_is_found(value):
    wrapped = {"answer": value}
    assert extract_json(f"It is {json.dumps(wrapped)} I think.") == wrapped


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"status": "paid", "count": 2, "items": [{"id": 1}]}', 1),
        ('{"status": "lost"}', 0),
        ('{"status": "paid", "count": 0}', 0),
        ('{"status": "paid", "count": true}', 0),
        ('{"status": "paid", "count": "2"}', 0),
        ('{"status": "paid", "items": [{}]}', 0),
        ('{"status": "paid", "items": 5}', 0),
        ("{}", 0),
        ("nothing", 0),
    ],
)
def test_the_schema_is_checked_in_full(text, wanted):
    assert JSONSchema(ORDER)({"final_text": text})["reward"] == wanted


@pytest.mark.parametrize(
    "schema", [{"type": "nonsense"}, 5, {"$ref": "http://127.0.0.1:1/x.json"}, {"type": object}, {"pattern": "("}]
)
def test_a_broken_schema_is_refused_at_once(schema):
    with pytest.raises(SettingError, match="no JSON Schema"):
        JSONSchema(schema)


def test_fields():
    row = {"final_text": '{"order": {"items": [{"id": "7"}], "done": true}}', "answer": "7"}
    assert JSONField("order.items[0].id")(row)["reward"] == 1
    assert JSONField("order.items.0.id", equals="8")(row)["reward"] == 0
    assert JSONField("order.done", equals=1)(row)["reward"] == 0
    assert JSONField("order.done", equals=True)(row)["reward"] == 1
    assert "nothing at" in JSONField("order.nope", equals=None)(row)["reason"]
    assert JSONField("order.done")({"final_text": "{}"})["reward"] is None
    with pytest.raises(SettingError):
        JSONField("")


def test_valid():
    assert JSONValid()({"final_text": "x [1]"})["reward"] == 1
    assert JSONValid(whole=True)({"final_text": "x [1]"})["reward"] == 0
    assert JSONValid(whole=True)({"final_text": "null"})["reward"] == 1
    assert JSONValid()({"final_text": "x"})["reward"] == 0
