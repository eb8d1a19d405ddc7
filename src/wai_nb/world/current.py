"""The rollout being played, as each thread and task sees its own: ``wai.current_rollout`` and ``wai.world``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from wai_nb.errors import ArgumentError, one_of, shown
from wai_nb.plan.axes import UNSPECIFIED, WORLD_STATES
from wai_nb.plan.situation import Cell, Situation
from wai_nb.records.tools import Tool, to_tools
from wai_nb.world.answers import World, worlds
from wai_nb.world.faults import check_faults, condition_of


@dataclass(frozen=True)
class CurrentRollout:
    """Which rollout is being played.

    Parameters
    ----------
    prompt
        What the person asks.
    rollout_index
        Which repeat of the ask, 0-based.
    seed
        Seed of the run.
    ask_id, scenario_id
        Of the ask and its situation.
    attempt
        0, or how often the rollout was lost before.
    eval_run
        Which run of an evaluation, 0-based.
    """

    prompt: str | None = None
    rollout_index: int | None = None
    seed: int | None = None
    ask_id: str | None = None
    scenario_id: str | None = None
    attempt: int | None = None
    eval_run: int | None = None


_NOBODY = CurrentRollout()


class playing:
    """Set the rollout and its world for the code inside, in this thread or task.

    Parameters
    ----------
    rollout
        What ``current_rollout`` says inside.
    make_world
        Makes the world, when the first tool is called.

    Examples
    --------
    >>> with playing(CurrentRollout(prompt="Where is order 7?", seed=0)):
    ...     current_rollout.prompt
    'Where is order 7?'
    >>> current_rollout.prompt is None
    True
    """

    def __init__(self, rollout: CurrentRollout, make_world: Callable[[], World] | None = None) -> None:
        self.rollout = rollout
        self._make_world = make_world
        self._world: World | None = None
        self._token: Token[playing | None] | None = None

    @property
    def world(self) -> World | None:
        """The world of the rollout, made when first needed; None when there is none."""
        if self._world is None and self._make_world is not None:
            self._world = self._make_world()
            self._world.prompt = self._world.prompt or self.rollout.prompt or ""
        return self._world

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The tool calls that the world has seen so far."""
        return self._world.calls if self._world is not None else []

    def __enter__(self) -> playing:
        self._token = current_world.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._token is not None:
            current_world.reset(self._token)


current_world: ContextVar[playing | None] = ContextVar("wai_nb_current_world", default=None)


class _CurrentRollout:
    """The fields of the rollout being played in this thread or task; each is None outside a rollout."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        scene = current_world.get()
        return getattr(scene.rollout if scene is not None else _NOBODY, name)

    def __repr__(self) -> str:
        scene = current_world.get()
        return repr(scene.rollout) if scene is not None else "<no rollout is being played>"


current_rollout = _CurrentRollout()


class WorldHandle:
    """The tools as a callable agent sees them.

    Parameters
    ----------
    tools
        What may be called outside a rollout; inside one, the rollout's own tools answer.
    make_own
        Makes the world that answers outside a rollout.
    """

    def __init__(self, tools: tuple[Tool, ...], make_own: Callable[[], World]) -> None:
        self.tools = tools
        self._make_own = make_own
        self._own: World | None = None
        self._scene = current_world.get()  # a thread of the agent's own does not know which rollout it works for

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Call a tool in the world of the rollout being played, or in the handle's own world outside one.

        Parameters
        ----------
        tool
            Name of the tool.
        arguments
            Its arguments by name.
        """
        return self._world().call(tool, arguments)

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The calls that the world has seen so far: ``tool``, ``arguments``, ``result``, ``fault`` when one fired."""
        return [dict(call) for call in self._world().calls]

    def __repr__(self) -> str:
        return f"world({', '.join(tool.name for tool in self.tools)})"

    def _world(self) -> World:
        scene = current_world.get() or self._scene
        played = scene.world if scene is not None else None
        if played is not None:
            return played
        if self._own is None:
            self._own = self._make_own()
        return self._own


def world(
    tools: Any,
    *,
    seed: int = 0,
    world_state: str = "entity exists",
    faults: Mapping[str, Mapping[str, Any]] | None = None,
    result_shapes: Mapping[str, Any] | None = None,
) -> WorldHandle:
    """Return the world as an agent calls it: ``world(tools).call("get_order", {"order_id": "4412"})``.

    Inside a rollout its world answers: its records, faults and ``execute=``. It is the rollout of the thread or
    task that calls; a thread that an agent starts itself belongs to the rollout in which the handle was made.
    Outside a rollout a world of its own answers, which the keywords describe.

    Parameters
    ----------
    tools
        As for :func:`wai_nb.simulate`.
    seed
        Fixes the records of the handle's own world.
    world_state
        What the first thing looked for is like there: entity exists, missing, already acted on, duplicate,
        partially completed or unknown.
    faults
        What fails there, as :mod:`wai_nb.world.faults` tables it: ``{"*": {"mode": "timeout", "recovers_after": 1}}``.
    result_shapes
        ``{tool: example or JSON schema}`` pins what a tool returns there when it works.

    Returns
    -------
    WorldHandle
        ``.call(tool, arguments)`` gives a dict; ``.calls`` lists what was called.

    Raises
    ------
    SettingError
        For a world state, tool, fault or shape that does not exist.

    Examples
    --------
    >>> handle = world({"name": "get_order", "parameters": {"properties": {"order_id": {"type": "string"}}}})
    >>> handle.call("get_order", {"order_id": 4412})["status"]
    'rejected'
    """
    known = to_tools(tools)
    names = [tool.name for tool in known]
    if world_state not in WORLD_STATES:
        raise one_of("world_state", world_state, WORLD_STATES)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ArgumentError(f"seed={shown(seed)} is not a whole number.")
    check_faults(faults or {}, names)
    cell = Cell(UNSPECIFIED, UNSPECIFIED, "ordinary", world_state, condition_of(faults or {}), "fresh")
    situation = Situation("standalone", cell, seed, faults or {}, "ordinary")
    make = worlds(known, result_shapes=result_shapes)
    return WorldHandle(known, lambda: make(situation))
