"""An agent, whatever it is made of, as one thing that plays a message."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from wai_nb.errors import ArgumentError, NotYetError, shown

Agent = Callable[[str], Any]


def check_agent(agent: object) -> Agent:
    """Return the agent, or raise an error that says what an agent is.

    Raises
    ------
    ArgumentError
        When it cannot be called with one message.
    NotYetError
        For a model string such as ``"openai:gpt-4.1-mini"``.
    """
    if isinstance(agent, str) and ":" in agent:
        raise NotYetError(
            f"agent={agent!r} names a model; models as agents come with a later release. "
            "Until then call the model inside a function message -> {'steps': [...], 'final_text': ...}."
        )
    if isinstance(agent, type) or not callable(agent):
        raise ArgumentError(
            f"agent={shown(agent)} cannot be played. An agent is a function (sync or async) that takes one message, "
            "a text, and returns {'steps': [...], 'final_text': ...}."
        )
    return agent


def agent_name(agent: Agent) -> str:
    """Return the name that rows carry as ``model_version``: ``.name``, else the function's or the class's."""
    name = getattr(agent, "name", None) or getattr(agent, "__name__", None) or type(agent).__name__
    return str(name)


def is_async(agent: Agent) -> bool:
    """Say whether calling the agent gives a coroutine."""
    function = agent.func if hasattr(agent, "func") else agent
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__)
