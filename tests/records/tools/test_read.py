from __future__ import annotations

import asyncio
import copy
import functools
import json
import pickle
from datetime import date
from typing import Any

import pytest

from wai_nb.errors import ArgumentError, ToolError
from wai_nb.records.tools import Tool, call_function, call_tools, to_tools, tool

SCHEMA = {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}
FIX = "Give typed functions, Tool objects or schema dicts, for example tools=[get_order]."
DICT = "Use {'name': 'get_order', 'description': '...', 'parameters': {'type': 'object', 'properties': {...}}}."


def get_order(order_id: str) -> dict[str, Any]:
    """Look up an order by id.

    Args:
        order_id: The number on the receipt.
    """
    return {"order_id": order_id}


@tool
def refund(order_id: str, amount: float = 1.0) -> str:
    """Refund an order."""
    return f"{order_id}: {amount}"


class Shop:
    def __init__(self, name: str) -> None:
        self.name = name

    def find(self, order_id: str) -> str:
        """Find it."""
        return f"{self.name} {order_id}"

    @tool
    def hold(self, order_id: str) -> str:
        """Hold it."""
        return f"{self.name} holds {order_id}"

    @classmethod
    def kind(cls, order_id: str) -> str:
        return cls.__name__ + order_id

    @staticmethod
    def today(day: date) -> str:
        return day.isoformat()


class Search:
    """Search the orders."""

    name = "search"

    def __call__(self, query: str) -> list[str]:
        """Run it.

        Args:
            query: Words.
        """
        return [query]


def test_every_form_of_one_tool() -> None:
    body = {"name": "get_order", "description": "Look up an order by id."}
    forms = [
        {"type": "function", "function": {**body, "parameters": SCHEMA, "strict": True}},
        {"function": {**body, "parameters": SCHEMA}},
        {"type": "function", **body, "parameters": SCHEMA},
        {**body, "input_schema": SCHEMA},
        {**body, "inputSchema": SCHEMA},
        {**body, "parameters": SCHEMA},
        Tool(**body, parameters=SCHEMA),
    ]
    want = Tool("get_order", "Look up an order by id.", SCHEMA)
    for form in forms:
        assert to_tools([form]) == to_tools(form) == (want,)
    assert to_tools([{"name": "ping"}]) == (Tool("ping"),)
    assert to_tools({"name": "ping", "description": None, "parameters": None}) == (Tool("ping"),)
    made = to_tools(get_order)[0]
    assert (made.name, made.description, made.function) == ("get_order", "Look up an order by id.", get_order)
    assert made.properties == {"order_id": {"type": "string", "description": "The number on the receipt."}}
    assert made.required == ("order_id",)


def test_containers_of_tools() -> None:
    assert to_tools(None) == to_tools([]) == to_tools(()) == ()
    assert [item.name for item in to_tools((get_order, refund))] == ["get_order", "refund"]
    assert [item.name for item in to_tools(item for item in [get_order, refund.wai_tool])] == ["get_order", "refund"]  # type: ignore[attr-defined]
    again = to_tools(to_tools([get_order]))
    assert again == to_tools(get_order)


def test_the_decorator_keeps_the_function() -> None:
    assert refund("A", 2.0) == "A: 2.0"
    assert refund.__name__ == "refund"
    made = refund.wai_tool  # type: ignore[attr-defined]
    assert made.function is refund and made.required == ("order_id",)
    assert made.properties["amount"] == {"type": "number", "default": 1.0}


def test_name_and_description_can_be_given() -> None:
    @tool(name="find_order", description="Find it.")
    def f(x: int) -> int:
        return x

    assert f(1) == 1
    assert to_tools(f)[0].to_openai()["function"] == {
        "name": "find_order",
        "description": "Find it.",
        "parameters": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
    }
    assert tool(name="one")(lambda x: x).wai_tool.name == "one"  # type: ignore[attr-defined]


def test_one_function_under_two_names() -> None:
    first, second = tool(name="first")(get_order), tool(name="second")(get_order)
    assert [item.name for item in to_tools([first, second])] == ["first", "second"]
    assert first("A") == second("A") == {"order_id": "A"}
    del get_order.wai_tool  # type: ignore[attr-defined]


def test_methods_partials_and_objects() -> None:
    shop = Shop("North")
    tools = to_tools([shop.find, shop.hold, Shop.kind, Shop.today, Search(), functools.partial(get_order)])
    assert [item.name for item in tools] == ["find", "hold", "kind", "today", "search", "get_order"]
    assert [item.description for item in tools][:2] == ["Find it.", "Hold it."]
    assert all("self" not in item.properties and "cls" not in item.properties for item in tools)
    assert call_function(tools[0], {"order_id": "A"}) == "North A"
    assert call_function(tools[1], {"order_id": "A"}) == "North holds A"
    assert call_function(tools[3], {"day": "2025-03-30"}) == "2025-03-30"
    assert tools[4].description == "Search the orders."
    assert tools[4].properties == {"query": {"type": "string", "description": "Words."}}
    assert tools[5].description == "Look up an order by id."
    assert call_function(to_tools(tool(shop.find))[0], {"order_id": "A"}) == "North A"
    assert tool(shop.find)("A") == "North A"


@pytest.mark.parametrize(
    ("tools", "message"),
    [
        ("get_order", f"tools='get_order' (str) is no list of tools. {FIX}"),
        (5, f"tools=5 (int) is no list of tools. {FIX}"),
        ({get_order}, f"(set) has no order. {FIX}"),
        ([1], f"tools[0]=1 (int) is no tool. {FIX}"),
        ([get_order, None], f"tools[1]=None (NoneType) is no tool. {FIX}"),
        ([Shop], f"Shop'> is a class. {FIX}"),
    ],
)
def test_what_is_no_tool(tools: Any, message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        to_tools(tools)
    assert str(caught.value).endswith(message)


def everything(*args: int) -> None: ...


NAMELESS = "is a method without its object. Give the method of one: Shop()."


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ({}, f"a dict without 'name' (it has nothing). {DICT}"),
        ({"function": {"title": "x"}}, f"a dict without 'name' (it has 'title'). {DICT}"),
        ({"function": 5}, f"function=5 (int) is no dict. {DICT}"),
        ({"get_order": get_order}, "a dict of functions. Give them as a list: tools=list(tools.values())."),
        ({"name": 5}, "name=5 (int) is no text. A tool needs a name."),
        ({"name": ""}, "name='' cannot be a tool's name. Use letters, digits, '_' and '-'."),
        ({"name": "get order"}, "name='get order' cannot be a tool's name. Use letters, digits, '_' and '-'."),
        ({"name": "*"}, "name='*' cannot be a tool's name. Use letters, digits, '_' and '-'."),
        ({"name": "x", "description": 5}, "tool 'x': description=5 (int) is no text."),
        (
            {"name": "x", "parameters": {"type": "object", "properties": {"order_id": {}}, "required": ["order"]}},
            "tool 'x': required names 'order', properties has 'order_id'. Did you mean 'order_id'?",
        ),
        (everything, "everything() takes *args. A tool is called by names: write out each argument."),
        (Shop.find, f"'find' {NAMELESS}find."),
        (Shop.hold, f"'hold' {NAMELESS}hold."),
    ],
)
def test_what_cannot_be_read(item: Any, message: str) -> None:
    with pytest.raises(ToolError) as caught:
        to_tools([refund, item])
    assert str(caught.value) == f"tools[1]: {message}"


def test_a_bad_schema_and_a_lambda() -> None:
    with pytest.raises(ToolError, match=r"^tools\[0\]: tool 'x': the type of parameters is 'array', not 'object'\."):
        to_tools([{"name": "x", "parameters": {"type": "array"}}])
    with pytest.raises(ToolError, match=r"^tools\[0\]: .* has no usable name\. Give it one: wai\.tool\(name="):
        to_tools([lambda x: x])


def test_two_of_one_name() -> None:
    with pytest.raises(ToolError) as caught:
        to_tools([get_order, refund, {"name": "get_order"}])
    assert str(caught.value) == (
        "tools[0] and tools[2] are both named 'get_order'. Drop one, or give it another name: wai.tool(name='...')."
    )


@pytest.mark.parametrize("wrong", ["name", 5, Shop])
def test_the_decorator_on_the_wrong_thing(wrong: Any) -> None:
    with pytest.raises(
        ArgumentError, match=r"@tool got .*\. Put it on a function: @tool, or @tool\(name='get_order'\)\."
    ):
        tool(wrong)


def test_a_tool_checks_itself() -> None:
    with pytest.raises(ToolError, match=r"tool 'x': function=5 cannot be called\. Give a function, or none\."):
        Tool("x", function=5)  # type: ignore[arg-type]
    assert Tool("x", "half \ud83d").description == "half \ufffd"


def test_to_openai_is_fresh_and_strict() -> None:
    made = Tool("x", "d", {"properties": {"a": {"enum": ("p", "q"), "default": float("nan")}}})
    first = made.to_openai()
    first["function"]["parameters"]["properties"].clear()
    assert json.loads(json.dumps(made.to_openai(), allow_nan=False)) == {
        "type": "function",
        "function": {
            "name": "x",
            "description": "d",
            "parameters": {"type": "object", "properties": {"a": {"enum": ["p", "q"], "default": "NaN"}}},
        },
    }
    assert to_tools(made.to_openai()) == (made,)


def test_a_tool_is_a_value() -> None:
    made = to_tools(get_order)[0]
    assert {made: 1}[to_tools(get_order)[0]] == 1
    assert copy.deepcopy(made) == made == pickle.loads(pickle.dumps(made))
    assert repr(made) == "Tool('get_order', order_id: string)"
    wide = Tool("wide", parameters={"properties": {f"p{i}": {"type": ["string", "null"]} for i in range(50)}})
    assert repr(wide).startswith("Tool('wide', p0?: string | null, ") and repr(wide).endswith("…)")
    assert len(repr(wide)) <= 120


def test_call_function() -> None:
    assert call_function(to_tools(refund)[0], {"order_id": "A", "amount": 3}) == "A: 3.0"
    with pytest.raises(ToolError) as caught:
        call_function(Tool("x"), {})
    assert str(caught.value) == (
        "tool 'x' has no body to run: it was given as a schema. "
        "Give a typed function instead, or your own execute=, a function (tool, arguments) -> result."
    )
    with pytest.raises(ArgumentError, match=r"refund\(\) needs the argument 'order_id'"):
        call_function(to_tools(refund)[0], {})

    def broken(x: int) -> int:
        return 1 // x

    with pytest.raises(ZeroDivisionError):
        call_function(to_tools(broken)[0], {"x": 0})


def test_async_bodies_are_given_back_to_await() -> None:
    @tool
    async def slow(x: int) -> int:
        return x + 1

    assert asyncio.run(call_function(to_tools(slow)[0], {"x": 1})) == 2


def test_call_tools_is_a_marker() -> None:
    with pytest.raises(ToolError) as caught:
        call_tools("get_order", {})
    assert str(caught.value) == (
        "call_tools was called with tool='get_order', outside a run. "
        "Give it to a run as execute=wai.call_tools, or call the function itself."
    )
