"""Tools: what an agent may call, made from typed functions or from the schema dicts of model APIs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from typing import Any, TypeVar, overload

from wai_nb.errors import ArgumentError, ToolError, shown
from wai_nb.records.tools.convert import convert_arguments
from wai_nb.records.tools.docstrings import read_docstring
from wai_nb.records.tools.hints import docstring_of, function_name, is_unbound
from wai_nb.records.tools.model import Tool, is_tool_name
from wai_nb.records.tools.schema import function_schema

F = TypeVar("F", bound=Callable[..., Any])

_SCHEMA_KEYS = ("parameters", "input_schema", "inputSchema")  # OpenAI, Anthropic, MCP
_FIX = "Give typed functions, Tool objects or schema dicts, for example tools=[get_order]."


@overload
def tool(function: F, /) -> F: ...
@overload
def tool(*, name: str | None = None, description: str | None = None) -> Callable[[F], F]: ...
def tool(function: Any = None, /, *, name: str | None = None, description: str | None = None) -> Any:
    """Make a typed function a tool; it stays callable as before.

    Parameters
    ----------
    function
        Its hints become the JSON schema, its docstring the descriptions, its defaults what may be left out.
    name, description
        Instead of the function's own: ``@tool(name="find_order")``.

    Returns
    -------
    function
        The same function, with the `Tool` as ``.wai_tool``.

    Raises
    ------
    ToolError
        When a parameter has a type that JSON cannot carry, or the function takes ``*args``.

    Examples
    --------
    >>> @tool
    ... def get_order(order_id: str) -> dict:
    ...     '''Look up an order by id.'''
    ...     return {"order_id": order_id}
    >>> get_order.wai_tool
    Tool('get_order', order_id: string)
    >>> get_order("A1007")
    {'order_id': 'A1007'}
    """
    if function is None:
        return functools.partial(_decorated, name=name, description=description)
    return _decorated(function, name=name, description=description)


def _decorated(function: Any, *, name: str | None, description: str | None) -> Any:
    if not callable(function) or isinstance(function, type):
        raise ArgumentError(f"@tool got {shown(function)}. Put it on a function: @tool, or @tool(name='get_order').")
    made = _from_function(function, name, description)
    target = function
    if hasattr(function, "wai_tool") or not hasattr(function, "__dict__") or hasattr(function, "__self__"):
        target = _wrapper(function)  # a bound method takes no attributes; a second name must not replace the first
    target.wai_tool = made
    return target


def _wrapper(function: Any) -> Any:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return call


def to_tools(tools: Any) -> tuple[Tool, ...]:
    """Return what a user gave as `tools` as Tool objects.

    Parameters
    ----------
    tools
        A list of typed functions, ``@tool`` functions, methods of an object, Tool objects, or dicts in the form of
        OpenAI (``{"type": "function", "function": {...}}``), Anthropic (``input_schema``) or bare (``name``,
        ``description``, ``parameters``). One alone is read as a list of one, None as no tools.

    Raises
    ------
    ArgumentError
        When it is no list, or an item is nothing that can be a tool.
    ToolError
        When an item cannot be read, or two have one name. The place in the list is named.

    Examples
    --------
    >>> to_tools([{"name": "get_order", "input_schema": {"type": "object", "properties": {}}}])
    (Tool('get_order'),)
    """
    if tools is None:
        return ()
    if isinstance(tools, (Tool, Mapping)) or (callable(tools) and not isinstance(tools, Iterable)):
        tools = [tools]
    if isinstance(tools, (str, bytes, Set)) or not isinstance(tools, Iterable):
        why = "has no order" if isinstance(tools, Set) else "is no list of tools"
        raise ArgumentError(f"tools={shown(tools)} ({type(tools).__name__}) {why}. {_FIX}")
    found = tuple(_to_tool(item, f"tools[{index}]") for index, item in enumerate(tools))
    _refuse_twins(found)
    return found


def _refuse_twins(tools: tuple[Tool, ...]) -> None:
    seen: dict[str, int] = {}
    for index, item in enumerate(tools):
        if item.name in seen:
            first = seen[item.name]
            raise ToolError(
                f"tools[{first}] and tools[{index}] are both named {item.name!r}. "
                "Drop one, or give it another name: wai.tool(name='...')."
            )
        seen[item.name] = index


def _to_tool(item: Any, place: str) -> Tool:
    try:
        if isinstance(item, Tool):
            return item
        if isinstance(item, Mapping):
            return _from_dict(item)
        if callable(item) and not isinstance(item, type):
            return _from_callable(item)
    except ToolError as error:
        raise ToolError(f"{place}: {error}") from None
    what = "is a class" if isinstance(item, type) else f"({type(item).__name__}) is no tool"
    raise ArgumentError(f"{place}={shown(item)} {what}. {_FIX}")


def _from_callable(item: Any) -> Tool:
    known = getattr(item, "wai_tool", None)
    made = known if isinstance(known, Tool) else _from_function(item, None, None)
    if made is known and getattr(item, "__self__", None) is not None:
        made = replace(made, function=item)  # @tool on a method: the body is the method of this object
    if made.function is not None and is_unbound(made.function):
        raise ToolError(f"{made.name!r} is a method without its object. Give the method of one: Shop().{made.name}.")
    return made


def _from_function(function: Any, name: str | None, description: str | None) -> Tool:
    own = function_name(function)
    if name is None and not is_tool_name(own):
        raise ToolError(f"{shown(function)} has no usable name. Give it one: wai.tool(name='get_order')(function).")
    said = getattr(function, "description", None)
    if description is None:
        description = said if isinstance(said, str) else read_docstring(docstring_of(function))[0]
    return Tool(own if name is None else name, description, function_schema(function), function)


def _from_dict(item: Mapping[Any, Any]) -> Tool:
    body = item.get("function", item)
    if not isinstance(body, Mapping):
        raise ToolError(f"function={shown(body)} ({type(body).__name__}) is no dict. {_DICT}")
    if body and all(map(callable, body.values())):
        raise ToolError("a dict of functions. Give them as a list: tools=list(tools.values()).")
    if "name" not in body:
        keys = ", ".join(map(repr, body)) or "nothing"
        raise ToolError(f"a dict without 'name' (it has {keys}). {_DICT}")
    parameters = next((body[key] for key in _SCHEMA_KEYS if body.get(key) is not None), None)
    return Tool(body["name"], body.get("description"), parameters)  # type: ignore[arg-type]  # checked by Tool


_DICT = "Use {'name': 'get_order', 'description': '...', 'parameters': {'type': 'object', 'properties': {...}}}."


def call_function(tool: Tool, arguments: Mapping[str, Any]) -> Any:
    """Run the body of a tool on JSON arguments and return what it returns (an awaitable when the body is async).

    Raises
    ------
    ToolError
        When the tool has no body.
    ArgumentError
        When an argument is unknown, missing, or does not fit its hint; see `convert_arguments`.

    Examples
    --------
    >>> def add(a: int, b: int = 1) -> int:
    ...     return a + b
    >>> call_function(to_tools(add)[0], {"a": 2})
    3
    """
    if tool.function is None:
        raise ToolError(
            f"tool {tool.name!r} has no body to run: it was given as a schema. "
            "Give a typed function instead, or your own execute=, a function (tool, arguments) -> result."
        )
    return tool.function(**convert_arguments(tool.function, arguments))


def call_tools(tool: str, arguments: dict[str, Any]) -> Any:
    """Stand for "run the tools' own bodies": give it as ``execute=wai.call_tools``, do not call it.

    A run recognises it by identity and runs the bodies of its own tools through `call_function`.

    Raises
    ------
    ToolError
        Always, because outside a run it knows no tools.
    """
    raise ToolError(
        f"call_tools was called with tool={shown(tool)}, outside a run. "
        "Give it to a run as execute=wai.call_tools, or call the function itself."
    )
