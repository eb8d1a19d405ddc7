"""The world of one rollout: tool calls come in, dicts come out, and every call is remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, TypeVar

from wai_nb.asks.domain import Domain, read_domain
from wai_nb.errors import nearest, shown
from wai_nb.plan.situation import Situation
from wai_nb.records.tools import Tool
from wai_nb.records.values import jsonable
from wai_nb.world.acts import answer
from wai_nb.world.arguments import refusal, sorted_out
from wai_nb.world.execute import Execute, executed
from wai_nb.world.faults import FaultPlan, check_faults, faulty_answer
from wai_nb.world.reading import Use, read_uses
from wai_nb.world.records import Records
from wai_nb.world.results import pinned, read_result_shapes

Answer = dict[str, Any]
_T = TypeVar("_T")


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
    result_shapes
        From :func:`~wai_nb.world.results.read_result_shapes`.

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
        result_shapes: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.tools = tools
        self.situation = situation
        self.prompt = prompt
        self.calls: list[dict[str, Any]] = []
        self._domain = domain if domain is not None else read_domain(tools)
        self._uses = read_uses(self._domain).uses
        self._execute = execute
        self._shapes = result_shapes or {}
        self._records: Records | None = None
        self._lock = Lock()  # an agent may call from several threads
        if situation.faults:
            check_faults(situation.faults, list(self._uses))
        self._faults = FaultPlan(situation.faults, situation.world_seed)

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        """Call a tool and return its answer; a mistake of the agent is an answer too, never an exception.

        Parameters
        ----------
        tool
            Name of the tool.
        arguments
            Its arguments by name.
        """
        given = {} if arguments is None else jsonable(arguments)
        call: dict[str, Any] = {"tool": tool, "arguments": given}
        use = self._uses.get(tool) if isinstance(tool, str) else None
        if use is None:
            call["tool"] = jsonable(tool)
            call["result"] = self._unknown(tool)
        else:
            with self._lock:
                mode = self._faults.next(tool)
            if mode is None:
                call["result"] = self._real(use, given)
            else:
                call["result"] = faulty_answer(mode, tool, lambda: self._real(use, given), self.situation.world_seed)
                call["fault"] = mode
        self.calls.append(call)
        return copied(call["result"])  # the agent may change what it gets; the log stays

    @property
    def records(self) -> Records:
        """The things of this world; made when first needed."""
        if self._records is None:
            self._records = Records(self._domain, self.situation, self.prompt)
        return self._records

    def _real(self, use: Use, arguments: Any) -> Answer:
        if self._execute is not None:
            if not isinstance(arguments, dict):
                return refusal(use.view, arguments) or {}
            return executed(self._execute, self.tools, use.name, copied(arguments))
        with self._lock:
            return self._from_records(use, arguments)

    def _from_records(self, use: Use, arguments: Any) -> Answer:
        refused = refusal(use.view, arguments)
        if refused is not None:
            return refused
        known, unknown = sorted_out(use.view, arguments)
        try:
            found = answer(use, known, self.records)
            if use.name in self._shapes:
                found = pinned(self._shapes[use.name], use.name, known, found, self.records)
        except Exception as error:  # arguments that the schema allows and no record can hold
            return {"status": "error", "error": f"{type(error).__name__}: {error}"}
        return {**found, "ignored_arguments": unknown} if unknown else found

    def _unknown(self, tool: object) -> Answer:
        names = list(self._uses)
        hint = f"There is no tool {shown(tool)}. Tools: {', '.join(names) or 'none'}.{nearest(str(tool), names)}"
        return {"status": "error", "error": "unknown_tool", "hint": hint}


def worlds(
    tools: Sequence[Tool],
    *,
    domain: Domain | None = None,
    execute: Execute | None = None,
    result_shapes: Mapping[str, Any] | None = None,
) -> Callable[[Situation], World]:
    """Return a function that makes a fresh world of a situation; what the tools speak of is read once.

    Parameters
    ----------
    tools, domain, execute
        As for :class:`World`.
    result_shapes
        ``{tool: example or JSON schema}`` pins what a tool returns when it works; see
        :func:`wai_nb.world.results.read_result_shapes`.
    """
    known = domain if domain is not None else read_domain(tools)
    shapes = read_result_shapes(result_shapes, [tool.name for tool in tools])
    return lambda situation: World(tools, situation, known, execute=execute, result_shapes=shapes)


def copied(value: _T) -> _T:
    """Return a copy of a plain JSON value."""
    return _copied(value)  # type: ignore[no-any-return]


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {name: item if type(item) in _SCALARS else _copied(item) for name, item in value.items()}
    return [item if type(item) in _SCALARS else _copied(item) for item in value] if kind is list else value


_SCALARS = frozenset((str, int, float, bool, type(None)))  # nothing to copy, and most of what there is
