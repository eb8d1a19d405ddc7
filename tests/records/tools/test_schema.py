from __future__ import annotations

import enum
import typing
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NewType, Optional, TypedDict, TypeVar, Union
from uuid import UUID

import annotated_types as at
import fastjsonschema
import pydantic
import pytest
import typing_extensions as te

from wai_nb.errors import ToolError
from wai_nb.records.tools.schema import function_schema, type_schema


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Code(enum.IntEnum):
    OK = 200
    GONE = 410


class Mixed(enum.Enum):
    A = 1
    B = "b"
    C = (1, 2)


class Empty(enum.Enum):
    pass


@dataclass
class Item:
    """One line of an order.

    Parameters
    ----------
    sku
        What it is.
    """

    sku: str
    count: Annotated[int, "How many."] = 1
    tags: list[str] = field(default_factory=list)
    made: str = field(init=False, default="")


@dataclass
class Tree:
    value: int
    children: list[Tree] = field(default_factory=list)


class Address(TypedDict):
    street: str
    zip: te.NotRequired[str]


class Loose(TypedDict, total=False):
    a: te.Required[int]
    b: int


class Point(NamedTuple):
    x: int
    y: int = 0


class Inner(pydantic.BaseModel):
    colour: Colour


class Order(pydantic.BaseModel):
    """An order."""

    order_id: str = pydantic.Field(description="The number.")
    inner: Inner
    more: list[Inner] = []
    when: date | None = None


class Node(pydantic.BaseModel):
    name: str
    next: Node | None = None


OrderId = NewType("OrderId", str)
T = TypeVar("T")
Bound = TypeVar("Bound", bound=int)
Either = TypeVar("Either", int, str)
COLOUR = {"type": "string", "enum": ["red", "blue"]}
POINT = {
    "type": "object",
    "properties": {"x": {"type": "integer"}, "y": {"type": "integer", "default": 0}},
    "required": ["x"],
}

CASES: list[tuple[Any, dict[str, Any]]] = [
    (str, {"type": "string"}),
    (int, {"type": "integer"}),
    (float, {"type": "number"}),
    (bool, {"type": "boolean"}),
    (None, {"type": "null"}),
    (Any, {}),
    (object, {}),
    (Optional[str], {"type": ["string", "null"]}),  # noqa: UP045
    (str | None, {"type": ["string", "null"]}),
    (Union[int, str], {"anyOf": [{"type": "integer"}, {"type": "string"}]}),  # noqa: UP007
    (int | str | None, {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}),
    (int | Any, {}),
    (Optional[None], {"type": "null"}),  # noqa: UP045
    (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
    (Literal[1, "a", None], {"type": ["integer", "string", "null"], "enum": [1, "a", None]}),
    (Literal[Colour.RED], {"type": "string", "enum": ["red"]}),
    (Literal["a"] | None, {"type": ["string", "null"], "enum": ["a", None]}),
    (Colour, COLOUR),
    (Colour | None, {"type": ["string", "null"], "enum": ["red", "blue", None]}),
    (Code, {"type": "integer", "enum": [200, 410]}),
    (Mixed, {"type": ["integer", "string"], "enum": [1, "b", "C"]}),
    (list, {"type": "array", "items": {}}),
    (typing.List, {"type": "array", "items": {}}),  # noqa: UP006 - the old spelling is what is tested
    (list[int], {"type": "array", "items": {"type": "integer"}}),
    (Sequence[str], {"type": "array", "items": {"type": "string"}}),
    (Iterable[Colour], {"type": "array", "items": COLOUR}),
    (deque[int], {"type": "array", "items": {"type": "integer"}}),
    (set[int], {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}),
    (frozenset, {"type": "array", "items": {}, "uniqueItems": True}),
    (tuple, {"type": "array", "items": {}}),
    (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
    (
        tuple[int, str],
        {
            "type": "array",
            "prefixItems": [{"type": "integer"}, {"type": "string"}],
            "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "minItems": 2,
            "maxItems": 2,
        },
    ),
    (dict, {"type": "object"}),
    (dict[str, Any], {"type": "object"}),
    (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
    (dict[int, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
    (
        Mapping[Colour, list[int]],
        {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}},
    ),
    (OrderedDict[str, str], {"type": "object", "additionalProperties": {"type": "string"}}),
    (datetime, {"type": "string", "format": "date-time"}),
    (date, {"type": "string", "format": "date"}),
    (time, {"type": "string", "format": "time"}),
    (UUID, {"type": "string", "format": "uuid"}),
    (Path, {"type": "string", "format": "path"}),
    (Decimal, {"type": "string", "format": "decimal"}),
    (OrderId, {"type": "string"}),
    (T, {}),
    (Bound, {"type": "integer"}),
    (Either, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
    (Annotated[int, "How many."], {"type": "integer", "description": "How many."}),
    (Annotated[int, te.Doc("How many.")], {"type": "integer", "description": "How many."}),
    (
        Annotated[int, pydantic.Field(description="How many.", ge=1, lt=10)],
        {"type": "integer", "minimum": 1, "exclusiveMaximum": 10, "description": "How many."},
    ),
    (Annotated[list[int], at.Len(1, 3)], {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3}),
    (Annotated[str, at.MaxLen(5)] | None, {"type": ["string", "null"], "maxLength": 5}),
    (Annotated[date, at.Gt(date(2025, 1, 1))], {"type": "string", "format": "date"}),
    (Point, POINT),
    (
        Item,
        {
            "type": "object",
            "properties": {
                "sku": {"type": "string", "description": "What it is."},
                "count": {"type": "integer", "description": "How many.", "default": 1},
                "tags": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["sku"],
            "description": "One line of an order.",
        },
    ),
    (
        Tree,
        {
            "type": "object",
            "properties": {"value": {"type": "integer"}, "children": {"type": "array", "items": {"type": "object"}}},
            "required": ["value"],
        },
    ),
    (
        Address,
        {
            "type": "object",
            "properties": {"street": {"type": "string"}, "zip": {"type": "string"}},
            "required": ["street"],
        },
    ),
    (Loose, {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["a"]}),
]


@pytest.mark.parametrize(("hint", "schema"), CASES, ids=[str(hint)[:40] for hint, _ in CASES])
def test_types(hint: Any, schema: dict[str, Any]) -> None:
    assert type_schema(hint) == schema
    fastjsonschema.compile(type_schema(hint))


def test_pydantic_models_have_no_references_left() -> None:
    schema = type_schema(Order)
    assert schema["required"] == ["order_id", "inner"]
    assert schema["properties"]["order_id"]["description"] == "The number."
    for inner in (schema["properties"]["inner"], schema["properties"]["more"]["items"]):
        assert inner["properties"]["colour"]["enum"] == ["red", "blue"]
    assert "$ref" not in str(type_schema(Node)) + str(schema)
    check = fastjsonschema.compile(schema)
    check({"order_id": "1", "inner": {"colour": "red"}})
    with pytest.raises(fastjsonschema.JsonSchemaValueException):
        check({"order_id": "1", "inner": {"colour": "green"}})
    assert fastjsonschema.compile(type_schema(Node))({"name": "a", "next": {"name": "b"}})


def book(
    order: Order,
    node: Optional[Node],  # noqa: UP045 - the old spelling is what is tested
    item: Item,
    *,
    anything,  # type: ignore[no-untyped-def]
    note: str = None,  # type: ignore[assignment]  # noqa: RUF013
    colour: Colour = Colour.BLUE,
    where: Address | list[Address] = {"street": "x"},  # noqa: B006
    until: date = date(2025, 3, 30),
    limit: float = float("inf"),
    marker: Any = object(),  # noqa: B008
    point: Point = Point(1),  # noqa: B008
) -> NoSuchType:  # type: ignore[name-defined]  # noqa: F821 - the return type is not ours to read
    """Book it.

    Args:
        anything: Whatever.
        order: The whole order.
    """


def test_a_whole_function() -> None:
    schema = function_schema(book)
    properties = schema["properties"]
    assert schema["required"] == ["order", "node", "item", "anything"]
    assert properties["anything"] == {"description": "Whatever."}
    assert properties["order"]["description"] == "The whole order."
    assert properties["note"] == {"type": ["string", "null"], "default": None}
    assert properties["colour"] == COLOUR | {"default": "blue"}
    assert properties["where"]["default"] == {"street": "x"}
    assert properties["until"]["default"] == "2025-03-30"
    assert properties["limit"] == {"type": "number"}
    assert properties["marker"] == {}
    assert properties["point"]["default"] == {"x": 1, "y": 0}
    check = fastjsonschema.compile(schema)
    check({"order": {"order_id": "1", "inner": {"colour": "red"}}, "node": None, "item": {"sku": "a"}, "anything": 1})


def test_a_function_without_parameters() -> None:
    def ping() -> None: ...

    assert function_schema(ping) == {"type": "object", "properties": {}}


def test_hints_find_local_names_through_the_closure() -> None:
    @dataclass
    class Local:
        x: int

    def use(value: Local) -> int:
        return Local(value.x).x

    assert function_schema(use)["properties"]["value"]["required"] == ["x"]


class Gadget:
    pass


def bad_type(a: int, b: Gadget): ...  # type: ignore[no-untyped-def]
def bad_inner(b: dict[str, list[bytes]]): ...  # type: ignore[no-untyped-def]
def bad_keys(b: dict[float, int]): ...  # type: ignore[no-untyped-def]
def bad_literal(b: Literal[b"x"]): ...  # type: ignore[no-untyped-def]
def bad_enum(b: Empty): ...  # type: ignore[no-untyped-def]
def bad_name(a: int, b: Missing): ...  # type: ignore[no-untyped-def,name-defined]  # noqa: F821
def bad_value(b: 5): ...  # type: ignore[no-untyped-def,valid-type]
def stars(a: int, *rest: int): ...  # type: ignore[no-untyped-def]
def double_stars(a: int, **rest: int): ...  # type: ignore[no-untyped-def]
def only_position(a: int, /): ...  # type: ignore[no-untyped-def]


@dataclass
class Holder:
    gadget: Gadget


def bad_field(b: list[Holder]): ...  # type: ignore[no-untyped-def]


ALLOWED = "str, int, float, bool, list, dict, Literal, Enum, a date, a path, a dataclass or a pydantic model"


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (bad_type, f"bad_type(): parameter 'b': the type Gadget has no JSON form. Use {ALLOWED}, or drop the hint."),
        (bad_inner, f"bad_inner(): parameter 'b': the type bytes has no JSON form. Use {ALLOWED}, or drop the hint."),
        (
            bad_field,
            "bad_field(): parameter 'b', field 'gadget': the type Gadget has no JSON form. "
            f"Use {ALLOWED}, or drop the hint.",
        ),
        (bad_keys, "bad_keys(): parameter 'b': the keys of a JSON object are text. Use dict[str, ...]."),
        (
            bad_literal,
            "bad_literal(): parameter 'b': Literal[b'x'] has no JSON form. Use text, numbers, true, false or None.",
        ),
        (bad_enum, f"bad_enum(): parameter 'b': the type Empty has no JSON form. Use {ALLOWED}, or drop the hint."),
        (
            bad_name,
            "bad_name(): parameter 'b': the type hint 'Missing' cannot be resolved (name 'Missing' is not defined). "
            "Define or import what it names outside any function, or drop the hint.",
        ),
        (stars, "stars() takes *rest. A tool is called by names: write out each argument."),
        (double_stars, "double_stars() takes **rest. A tool is called by names: write out each argument."),
        (only_position, "only_position(): 'a' is positional-only. A tool is called by names: drop the '/'."),
    ],
)
def test_what_cannot_be_read_is_said(function: Any, message: str) -> None:
    with pytest.raises(ToolError) as caught:
        function_schema(function)
    assert str(caught.value) == message


def test_other_unreadable_functions() -> None:
    with pytest.raises(ToolError, match=r"bad_value\(\): parameter 'b': "):
        function_schema(bad_value)

    def hidden() -> None: ...

    hidden.__signature__ = 5  # type: ignore[attr-defined]
    with pytest.raises(ToolError, match=r"hidden\(\) has no readable signature .* Wrap it in a typed function\."):
        function_schema(hidden)
