"""The world of one rollout: tool calls come in, dicts come out, and every call is remembered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from wai_nb.asks.domain import Domain, read_domain
from wai_nb.errors import nearest
from wai_nb.plan.situation import Situation
from wai_nb.records.tools import Tool, call_function, call_tools
from wai_nb.records.values import jsonable
from wai_nb.world.acts import answer
from wai_nb.world.arguments import refusal
from wai_nb.world.faults import fault_mode, faulty_answer
from wai_nb.world.records import Records

Answer = dict[str, Any]
Execute = Callable[[str, dict[str, Any]], Any]


class World:
    """What the tools answer in one rollout; a fresh one of the same situation starts in the same state.

    Parameters
    ----------
    tools
        The tools that exist; their bodies never run unless ``execute`` is :func:`wai_nb.call_tools`.
    situation
        Fixes the records, the world state and the faults.
    domain
        From :func:`~wai_nb.asks.domain.read_domain`, where it was read before; the writer's, so that facts agree.
    prompt
        What was asked; ids in it follow the world state.
    execute
        ``(tool, arguments) -> result`` answers instead of the records, after the faults.

    Attributes
    ----------
    calls
        One dict per call: ``tool``, ``arguments``, ``result``, and ``fault`` when one fired.

    Examples
    --------
    >>> from wai_nb.plan.situation import Cell
    >>> tool = Tool("get_order", "Look up an order.", {"properties": {"order_id": {"type": "string"}}})
    >>> cell = Cell("get_order", "unspecified", "ordinary", "missing", "success", "fresh")
    >>> World([tool], Situation("sc-1", cell, 7, {}, "ordinary"), prompt="Where is 4412?").call(
    ...     "get_order", {"order_id": "4412"})["status"]
    'not_found'
    """

    def __init__(
        self,
        tools: Sequence[Tool],
        situation: Situation,
        domain: Domain | None = None,
        prompt: str = "",
        execute: Execute | None = None,
    ) -> None:
        self.tools = tools
        self.situation = situation
        self.prompt = prompt
        self.calls: list[dict[str, Any]] = []
        self._domain = domain if domain is not None else read_domain(tools)
        self._execute = execute
        self._records: Records | None = None

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        """Call a tool and return its answer; a mistake of the agent is an answer too, never an exception.

        Parameters
        ----------
        tool
            Name of the tool.
        arguments
            Its arguments by name.
        """
        given = {} if arguments is None else arguments
        mode = None
        if self._domain.view(tool) is None:
            result = self._unknown(tool)
        else:
            mode = fault_mode(self.situation.faults, tool, self.situation.world_seed, len(self.calls))
            result = self._faulty(mode, tool, given) if mode is not None else self._real(tool, given)
        call = {"tool": tool, "arguments": jsonable(given), "result": result}
        if mode is not None:
            call["fault"] = mode
        self.calls.append(call)
        return cast(Answer, jsonable(result))  # the agent may change what it gets; the log stays

    @property
    def records(self) -> Records:
        """The things of this world; made when first needed."""
        if self._records is None:
            self._records = Records(self._domain, self.situation, self.prompt)
        return self._records

    def _faulty(self, mode: str, tool: str, arguments: Any) -> Answer:
        return faulty_answer(mode, tool, lambda: self._real(tool, arguments), self.situation.world_seed)

    def _real(self, tool: str, arguments: Any) -> Answer:
        if self._execute is not None:
            return self._executed(tool, arguments)
        view = self._domain.view(tool)
        assert view is not None  # call() has looked
        try:
            return refusal(view, arguments) or cast(Answer, jsonable(answer(view, arguments, self.records)))
        except Exception as error:  # arguments that the schema allows and no record can hold
            return {"status": "error", "error": f"{type(error).__name__}: {error}"}

    def _executed(self, tool: str, arguments: Any) -> Answer:
        """Return what the user's own function answers, as a dict; what it raises is an answer with status error."""
        try:
            result = self._run(tool, dict(arguments))
            if inspect.isawaitable(result):
                result = _awaited(result)
        except Exception as error:
            return {"status": "error", "error": f"{type(error).__name__}: {error}"}
        plain = jsonable(result)
        return plain if isinstance(plain, dict) else {"status": "ok", "result": plain}

    def _run(self, tool: str, arguments: dict[str, Any]) -> Any:
        if self._execute is call_tools:
            return call_function(next(item for item in self.tools if item.name == tool), arguments)
        assert self._execute is not None
        return self._execute(tool, arguments)

    def _unknown(self, tool: object) -> Answer:
        names = [view.name for view in self._domain.tools]
        hint = f"There is no tool {tool!r}. Tools: {', '.join(names) or 'none'}.{nearest(str(tool), names)}"
        return {"status": "error", "error": "unknown_tool", "hint": hint}


def worlds(
    tools: Sequence[Tool], *, domain: Domain | None = None, execute: Execute | None = None
) -> Callable[[Situation], World]:
    """Return a function that makes a fresh world of a situation; what the tools speak of is read once.

    Parameters
    ----------
    tools, domain, execute
        As for :class:`World`.
    """
    known = domain if domain is not None else read_domain(tools)
    return lambda situation: World(tools, situation, known, execute=execute)


def _awaited(result: Any) -> Any:
    """Return what an awaitable gives, from a loop of its own: the caller's loop, if any, is busy with this call."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor
    from contextvars import copy_context

    async def finish() -> Any:
        return await result

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(copy_context().run, asyncio.run, finish()).result()
