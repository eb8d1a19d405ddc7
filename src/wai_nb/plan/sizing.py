"""How much to run: the size of a run from the agent's own grid and from what training on it needs."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from wai_nb.errors import SettingError, one_of, shown
from wai_nb.plan.axes import UNSPECIFIED, Axes, build_axes
from wai_nb.plan.clauses import clauses_left_out
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.plan import (
    ASKS_PER_CELL,
    CHOICE,
    DEFAULT_TARGET,
    LOW_RATE,
    MIXED_RATE,
    ROLLOUTS,
    VISITS,
    Plan,
    asks_for,
    percentage,
)
from wai_nb.plan.probe import Probe, read_rate
from wai_nb.records.tools import to_tools

MODES = ("explore", "sft", "rl", "adaptive")
_CLOCK_OFF = "time_budget off: a sized run stops on rows, not the clock"
_TOO_EASY = (
    "a low measured rate means the grid is too easy for this agent: use traces=, harder cells, "
    "or a stricter judge prompt before buying more rollouts"
)
_HEADROOM = (
    "in post-training terms the mixed rate is the pass@k - pass@1 headroom (group_signal reports both); "
    "pass@k near pass@1 means nothing to learn"
)


def recommend(
    tools: Iterable[Any] | None = None,
    policy: str | None = None,
    *,
    system_prompt: str | None = None,
    mode: str = "sft",
    target: int | None = None,
    mixed_rate: float | tuple[int, int] | Mapping[str, Any] = MIXED_RATE,
) -> Plan:
    """Return how much to run for this agent, and why; no key, no network.

    Parameters
    ----------
    tools
        The agent's tools: functions, or schema dicts.
    policy, system_prompt
        Two names for the agent's policy.
    mode : {"sft", "rl", "explore", "adaptive"}
        What the rows are for.
    target
        Rows to have after selection; 800 unless given.
    mixed_rate
        In mode rl, the share of asks whose rollouts disagree, above 0 and up to 1. Assumed until it is
        measured on a probe: then its counts, ``(mixed, asks probed)`` or what ``group_signal`` returns, and the
        plan also says how many asks the ends of their 95% Wilson interval would take.

    Returns
    -------
    Plan
        A report with ``mode``, ``grid_cells``, ``budget``, ``optimize_target``, ``simulate_kwargs`` (pass
        them on to ``simulate``) and ``reasoning`` (lines to print); in rl also ``situations``,
        ``rollouts_per_request`` and ``mixed_rate``, in explore also ``situations``. From counts also
        ``mixed_counts``, ``mixed_rate_ci95`` and ``situations_ci95`` (asks at the high and at the low end of it).

    Raises
    ------
    SettingError
        For an unknown mode, a target below 1, a rate outside (0, 1], counts that cannot be, or nothing to plan from.

    Examples
    --------
    >>> for line in recommend(policy="Help customers with orders.", target=100)["reasoning"]:
    ...     print(line)
    covering grid: 60 cells for this agent
    saturation wants 5 visits per cell = 300 rows
    selection wants about 3x its target of 100 to choose from
    generate 300, select 100 diverse 1-labeled rows
    time_budget off: a sized run stops on rows, not the clock
    """
    if mode not in MODES:
        raise one_of("mode", mode, MODES)
    wanted, rate, text = _target(target), read_rate(mixed_rate), _policy(policy, system_prompt)
    axes = _axes(tools, text)
    cells = len(covering_grid(axes))
    sized = _rl(cells, wanted, rate) if mode == "rl" else _by_rows(mode, cells, wanted)
    return Plan(
        {"mode": mode, "grid_cells": cells, "optimize_target": wanted, **sized},
        n_tools=0 if UNSPECIFIED in axes.tool else len(axes.tool) - 2,
        n_clauses=len(axes.rule) - 1,
        clauses_left_out=clauses_left_out(text),
    )


def _rl(cells: int, target: int, given: float | Probe) -> dict[str, Any]:
    rate = given.rate if isinstance(given, Probe) else given
    situations = _asks(cells, target, rate)
    budget = ROLLOUTS * situations
    reasoning = [
        _grid_line(cells),
        f"k={ROLLOUTS} rollouts per ask; {_rate_words(given)}",
        f"{situations} asks x {ROLLOUTS} = {budget} rows to select about {target} mixed-group rows",
        *([_ends_line(cells, target, given)] if isinstance(given, Probe) else []),
        _TOO_EASY,
        _HEADROOM,
    ]
    return {
        "budget": budget,
        "situations": situations,
        "rollouts_per_request": ROLLOUTS,
        "mixed_rate": rate,
        **(_measured(cells, target, given) if isinstance(given, Probe) else {}),
        "simulate_kwargs": {
            "mode": "rl",
            "situations": situations,
            "repeats": ROLLOUTS,
            "budget": budget,
            "time_budget": None,
        },
        "reasoning": reasoning + _remarks(cells, target, rate),
    }


def _asks(cells: int, target: int, rate: float) -> int:
    return max(ASKS_PER_CELL * cells, asks_for(target, rate))


def _rate_words(given: float | Probe) -> str:
    if isinstance(given, Probe):
        low, high = map(percentage, given.ci95)
        probed = f"{given.mixed} of {given.asks} asks of the probe"
        return f"measured mixed-group rate {percentage(given.rate)} ({probed}, 95% interval {low} to {high})"
    assumed = "assumed mixed-group rate" if given == MIXED_RATE else "given mixed-group rate"
    return f"{assumed} {percentage(given)} (measure it with a 12-ask probe and group_signal, then recompute)"


def _ends_line(cells: int, target: int, probe: Probe) -> str:
    low, high = probe.ci95
    many, few = _asks(cells, target, low), _asks(cells, target, high)
    return (
        f"at the low end of the interval, {percentage(low)}: {many} asks x {ROLLOUTS} = {ROLLOUTS * many} rows; "
        f"at the high end, {percentage(high)}: {few} asks x {ROLLOUTS} = {ROLLOUTS * few} rows"
    )


def _measured(cells: int, target: int, probe: Probe) -> dict[str, Any]:
    low, high = probe.ci95
    return {
        "mixed_counts": tuple(probe),
        "mixed_rate_ci95": probe.ci95,
        "situations_ci95": (_asks(cells, target, high), _asks(cells, target, low)),
    }


def _remarks(cells: int, target: int, rate: float) -> list[str]:
    """Return lines for the cases in which target and rate alone do not explain the size."""
    lines = []
    floor = ASKS_PER_CELL * cells
    if asks_for(target, rate) < floor:
        lines.append(
            f"the grid sets the size: {ASKS_PER_CELL} asks per cell = {floor}; "
            f"expect about {round(floor * ROLLOUTS * rate)} mixed-group rows"
        )
    if rate < LOW_RATE:
        lines.append(
            f"at a rate of {percentage(rate)} the rollouts of about {percentage(1 - rate)} of these asks all agree, "
            "and teach a grouped update nothing"
        )
    return lines


def _by_rows(mode: str, cells: int, target: int) -> dict[str, Any]:
    saturated = VISITS * cells
    budget = 100 * ceil(max(saturated, CHOICE * target) / 100)
    selection = f"selection wants about {CHOICE}x its target of {target} to choose from"
    if mode == "sft":
        kwargs: dict[str, Any] = {"mode": mode, "budget": budget, "time_budget": None}
        lines = [
            f"saturation wants {VISITS} visits per cell = {saturated} rows",
            selection,
            f"generate {budget}, select {target} diverse 1-labeled rows",
            _CLOCK_OFF,
        ]
    elif mode == "explore":
        kwargs = {"mode": mode, "situations": budget, "budget": budget, "time_budget": None}
        lines = [
            f"a new situation every row: {VISITS} visits per cell = {saturated} situations saturate the grid",
            selection,
            f"generate {budget} rows from {budget} situations, about {budget / cells:.0f} per cell",
            _CLOCK_OFF,
        ]
    else:
        kwargs = {"mode": mode, "until": "saturation", "budget": budget, "time_budget": None}
        lines = [
            f'until="saturation": the run stops once each cell has {VISITS} visits, {saturated} rows or more',
            selection,
            f"budget {budget} is the cap; saturated sooner, there are fewer rows to choose from",
            _CLOCK_OFF,
        ]
    extra = {"situations": budget} if mode == "explore" else {}
    return {"budget": budget, **extra, "simulate_kwargs": kwargs, "reasoning": [_grid_line(cells), *lines]}


def _grid_line(cells: int) -> str:
    return f"covering grid: {cells} cells for this agent"


def _axes(tools: Iterable[Any] | None, policy: str | None) -> Axes:
    known = to_tools(tools)
    if not known and not (policy or "").strip():
        raise SettingError(
            "recommend() sizes a run from the agent's tools and policy, and got neither. Pass tools= or system_prompt=."
        )
    return build_axes(known, policy)


def _policy(policy: str | None, system_prompt: str | None) -> str | None:
    if policy and system_prompt and policy != system_prompt:
        raise SettingError(
            f"policy={shown(policy, 40)} and system_prompt={shown(system_prompt, 40)} are two names "
            "for the same thing and differ. Pass one of them."
        )
    return system_prompt or policy


def _target(target: object) -> int:
    if target is None:
        return DEFAULT_TARGET
    try:
        number = operator.index(target)  # type: ignore[arg-type]
    except TypeError:
        number = 0
    if isinstance(target, bool) or number < 1:
        raise SettingError(f"target={shown(target)} is not a number of rows. Use a whole number, 1 or more.")
    return number
