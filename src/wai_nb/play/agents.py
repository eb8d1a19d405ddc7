"""An agent, whatever it is made of, as one thing that plays a message."""

from __future__ import annotations

import inspect
import threading
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


def agent_name(agent: Callable[..., Any]) -> str:
    """Return the name that rows carry as ``model_version``: ``.name``, else the function's or the class's."""
    name = getattr(agent, "name", None) or getattr(agent, "__name__", None) or type(agent).__name__
    return str(name)


def is_async(agent: Callable[..., Any]) -> bool:
    """Say whether calling an agent, or a judge, gives a coroutine."""
    function = agent.func if hasattr(agent, "func") else agent
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__)


class _PerWorker:
    """One agent a thread, made when the thread plays its first ask."""

    def __init__(self, make_agent: Callable[[], Agent]) -> None:
        self.name = agent_name(make_agent)
        self._make_agent = make_agent
        self._own = threading.local()

    def __call__(self, message: str) -> Any:
        if not hasattr(self._own, "agent"):
            self._own.agent = check_agent(self._make_agent())
        return self._own.agent(message)


def per_worker(make_agent: Callable[[], Agent]) -> Agent:
    """Return an agent that is made anew for each worker thread, for agents that are not thread-safe.

    Parameters
    ----------
    make_agent
        Called without arguments, once in each thread of a run; returns an agent.

    Examples
    --------
    >>> def make_agent():
    ...     seen = []
    ...     return lambda message: f"{seen.append(message) or len(seen)} so far"
    >>> per_worker(make_agent)("Where is order 7?")
    '1 so far'
    """
    if not callable(make_agent):
        raise ArgumentError(f"per_worker({shown(make_agent)}) needs a function or class that makes an agent.")
    return _PerWorker(make_agent)
