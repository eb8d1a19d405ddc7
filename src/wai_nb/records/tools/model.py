"""One tool: a name, a description and the JSON schema of its arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wai_nb.errors import ToolError, shown
from wai_nb.records.tools.parameters import check_parameters
from wai_nb.records.values import clean_text, jsonable

_NAME = re.compile(r"\w[\w.:/-]*")
_MAX_REPR = 120  # convention: one line


def is_tool_name(name: str) -> bool:
    """Tell whether a text can be a tool's name.

    Examples
    --------
    >>> is_tool_name("get_order"), is_tool_name("<lambda>")
    (True, False)
    """
    return _NAME.fullmatch(name) is not None


@dataclass(frozen=True, repr=False)
class Tool:
    """One thing that an agent may call.

    Parameters
    ----------
    name
        What the agent calls it: letters, digits, ``_``, ``-``, ``.``, ``:`` and ``/``.
    description
        What it does, for the model.
    parameters
        JSON schema of its arguments, of type object. It is checked, copied, and its references are filled in.
    function
        The body, when the tool was made from a function. It runs only with ``execute=wai.call_tools``.

    Raises
    ------
    ToolError
        When the name, the description or the schema cannot be used.

    Examples
    --------
    >>> Tool("get_order", "Look up an order.", {"properties": {"order_id": {"type": "string"}}})
    Tool('get_order', order_id?: string)
    """

    name: str
    description: str = ""
    parameters: dict[str, Any] = field(default_factory=dict, hash=False)
    function: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        """Check the fields; the schema is copied."""
        if not isinstance(self.name, str):
            raise ToolError(f"name={shown(self.name)} ({type(self.name).__name__}) is no text. A tool needs a name.")
        if not is_tool_name(self.name):
            raise ToolError(f"name={shown(self.name)} cannot be a tool's name. Use letters, digits, '_' and '-'.")
        where = f"tool {self.name!r}"
        text = "" if self.description is None else self.description
        if not isinstance(text, str):
            raise ToolError(f"{where}: description={shown(text)} ({type(text).__name__}) is no text.")
        if self.function is not None and not callable(self.function):
            raise ToolError(f"{where}: function={shown(self.function)} cannot be called. Give a function, or none.")
        object.__setattr__(self, "description", clean_text(text))
        object.__setattr__(self, "parameters", check_parameters(self.parameters, where))

    @property
    def properties(self) -> dict[str, dict[str, Any]]:
        """The schema of each argument, by name."""
        found: dict[str, dict[str, Any]] = self.parameters["properties"]
        return found

    @property
    def required(self) -> tuple[str, ...]:
        """The names of the arguments that must be given."""
        return tuple(self.parameters.get("required", ()))

    def to_openai(self) -> dict[str, Any]:
        """Return the tool as a fresh dict in the form of the OpenAI chat API.

        Examples
        --------
        >>> sorted(Tool("get_order").to_openai()["function"])
        ['description', 'name', 'parameters']
        """
        body = {"name": self.name, "description": self.description, "parameters": jsonable(self.parameters)}
        return {"type": "function", "function": body}

    def __repr__(self) -> str:
        """Return one short line: name and arguments."""
        parts = [repr(self.name)]
        for name, schema in self.properties.items():
            mark = "" if name in self.required else "?"
            parts.append(f"{name}{mark}: {_type_word(schema)}")
        text = f"Tool({', '.join(parts)})"
        return text if len(text) <= _MAX_REPR else text[: _MAX_REPR - 2] + "…)"


def _type_word(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "any")
    return " | ".join(kind) if isinstance(kind, list) else str(kind)
