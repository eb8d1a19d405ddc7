"""The combinations of parameters that a rerun goes through."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wai_nb.errors import ArgumentError, RecipeError, shown
from wai_nb.recipes.parameters import checked, declared


def combinations(grid: Mapping[str, Any] | Sequence[Mapping[str, Any]], source: Any) -> list[dict[str, Any]]:
    """Return the cells of the grid with their values checked and in the declared types."""
    names = declared(source)
    found: list[dict[str, Any]] = []
    for given in _spread(grid):
        cell = checked(given, names)
        if any(parameters_text(cell) == parameters_text(other) for other in found):
            raise RecipeError(f"the grid holds {shown(cell)} twice. One seed gives one result: run it once.")
        found.append(cell)
    if not found:
        raise RecipeError("the grid is empty: give at least one combination, {} for the defaults.")
    return found


def _spread(grid: Any) -> list[Mapping[str, Any]]:
    if isinstance(grid, Mapping):
        choices = [_choices(name, values) for name, values in grid.items()]
        return [dict(zip(grid, values, strict=True)) for values in itertools.product(*choices)]
    if isinstance(grid, Sequence) and not isinstance(grid, str) and all(isinstance(cell, Mapping) for cell in grid):
        return list(grid)
    raise ArgumentError(
        f"grid={shown(grid)} is not a grid. Use {{'seed': [1, 2]}} for every combination, or a list of dicts."
    )


def _choices(name: str, values: Any) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        return [values]
    listed = list(values)
    if not listed:
        raise RecipeError(f"the grid gives no value for {name!r}: leave the name out to run on its default.")
    return listed


def parameters_text(parameters: Mapping[str, Any]) -> str:
    """Return the parameters as one JSON text, the same for the same values."""
    return json.dumps(parameters, sort_keys=True, allow_nan=False)
