"""A cell of the coverage grid, and the situation that is drawn from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """One cell of the grid: a value for each axis."""

    tool: str
    rule: str
    stance: str
    world_state: str
    tool_condition: str
    history: str

    @property
    def dimensions(self) -> dict[str, str]:
        """The cell as a row stores it, in the order of the axes."""
        return self._asdict()


class Situation(NamedTuple):
    """One thing that may happen to the agent: a cell, a world and what fails in it.

    Parameters
    ----------
    scenario_id
        Made from the content below, so the same situation has the same id in every run.
    cell
        Its place in the grid.
    world_seed
        Fixes the records, ids and amounts of its world, in every wording and repeat.
    faults
        What fails, as rows store it: ``{"*": {"mode": "timeout", "rate": 1.0}}``, or empty.
    tier
        Difficulty of the stance: ordinary, ambiguous, boundary or adversarial.
    """

    scenario_id: str
    cell: Cell
    world_seed: int
    faults: Mapping[str, Mapping[str, Any]]
    tier: str
