"""The rollout being played, as each thread and task sees its own: ``wai.current_rollout`` and ``wai.world``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from wai_nb.plan.axes import SUCCESS, UNSPECIFIED
from wai_nb.plan.situation import Cell, Situation
from wai_nb.records.tools import Tool, to_tools
from wai_nb.world.answers import World

_CALM = Cell(UNSPECIFIED, UNSPECIFIED, "ordinary", "entity exists", SUCCESS, "fresh")


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
    """

    def __init__(self, tools: tuple[Tool, ...]) -> None:
        self.tools = tools
        self._own: World | None = None

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Call a tool in the world of the rollout being played, or in a world of seed 0 outside one.

        Parameters
        ----------
        tool
            Name of the tool.
        arguments
            Its arguments by name.
        """
        return self._world().call(tool, arguments)

    def __repr__(self) -> str:
        return f"world({', '.join(tool.name for tool in self.tools)})"

    def _world(self) -> World:
        scene = current_world.get()
        played = scene.world if scene is not None else None
        if played is not None:
            return played
        if self._own is None:
            self._own = World(self.tools, Situation("standalone", _CALM, 0, {}, "ordinary"))
        return self._own


def world(tools: Any) -> WorldHandle:
    """Return the world as an agent calls it: ``world(tools).call("get_order", {"order_id": "4412"})``.

    Parameters
    ----------
    tools
        As for :func:`wai_nb.simulate`.

    Returns
    -------
    WorldHandle
        ``.call(tool, arguments)`` answers from the rollout being played: its records, faults or ``execute=``.
        Outside a rollout a world of seed 0 answers, in which nothing fails.

    Examples
    --------
    >>> handle = world({"name": "get_order", "parameters": {"properties": {"order_id": {"type": "string"}}}})
    >>> handle.call("get_order", {"order_id": 4412})["status"]
    'rejected'
    """
    return WorldHandle(to_tools(tools))
