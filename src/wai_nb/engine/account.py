"""The account of a finished run: how the budget was spent, what was asked and delivered, what to mend."""

from __future__ import annotations

from collections import Counter
from typing import Any

from wai_nb.engine.ledger import STOPPED_BY, Ledger
from wai_nb.engine.leg import AnyPlan
from wai_nb.engine.pinned import Pinned
from wai_nb.engine.rows import repeat_policy
from wai_nb.engine.settings import Settings
from wai_nb.engine.tally import Tally
from wai_nb.plan.axes import SUCCESS, TIERS
from wai_nb.plan.grid import pairs_covered, pairs_planned
from wai_nb.plan.situation import Cell
from wai_nb.records.rows import Row, ask_of, task_of
from wai_nb.records.view.wording import count, plural, share
from wai_nb.records.warnings import Advice

CALLS = {"agent_error": "agent error", "empty_reply": "empty reply", "tool_markup": "tool markup"}


def stop_reason(ledger: Ledger[Any, Row], plan: AnyPlan, settings: Settings) -> str:
    """Return why the run ended, in the documents' words."""
    if ledger.stopped:
        return ledger.stopped
    if ledger.closing and len(ledger.rows) < ledger.wanted:
        return "time_budget"
    if isinstance(plan, Pinned) and len(plan.tasks) * plan.repeats <= settings.budget:
        return plan.exhausted_because
    if plan.size and plan.size * settings.shape[0] * plan.repeats <= settings.budget:
        return "situations_exhausted"
    if len(ledger.rows) >= ledger.wanted:
        return "budget"
    if ledger.exhausted:
        return plan.exhausted_because
    return STOPPED_BY[max(STOPPED_BY, key=lambda reason: ledger.lost_by[reason])]


def spent(sums: Tally, rows: list[Row], settings: Settings, plan: AnyPlan) -> dict[str, Any]:
    """Return ``search``: how the budget was spent."""
    n, k = settings.shape[0], plan.repeats
    search: dict[str, Any] = {
        "mode": settings.mode,
        "n": n,
        "k": k,
        "repeat_policy": repeat_policy(k),
        "rollouts": {
            **sums.counts(),
            "calls": sums.calls,
            "discarded": sums.discarded,
            "situations": len({task_of(row) for row in rows}),
        },
        "tier_mix": _tier_mix(rows, plan.hard_share),
        "fault_mix": _fault_mix(rows, plan.fault_rate),
    }
    search.update({f"first_{reason}": text for reason, text in sums.first_failures.items()})
    if plan.seeds_dropped:
        search["seeds_dropped"] = list(plan.seeds_dropped)
    if isinstance(plan, Pinned):
        search["pinned_tasks"] = _pinned(plan, rows)
    search["requested"] = _requested(search, rows, settings, plan)
    return search


def covered(plan: AnyPlan, rows: list[Row]) -> dict[str, Any]:
    """Return ``coverage``: cells and pairs of the grid, planned and met."""
    met = {cell for row in rows if (cell := _cell(row)) is not None}
    planned = pairs_planned(plan.axes)
    pairs = pairs_covered(met)
    return {
        "grid_cells": len(plan.grid),
        "cells_planned": len(plan.planned),
        "cells_met": len(met.intersection(plan.planned)),
        "pairs_planned": planned,
        "pairs_covered": pairs,
        "fraction": pairs / planned if planned else 0.0,
    }


def warnings_of(
    sums: Tally,
    search: dict[str, Any],
    rows: list[Row],
    settings: Settings,
    tools: set[str],
    notes: list[Advice],
    *,
    stopped: str,
) -> list[Advice]:
    """Return what a reader must know before believing the rows, most severe first.

    `stopped` says why the run ended; it is empty while the run is under way.
    """
    found = [*_losses(sums, settings), *notes, *_missed_dials(search, settings)]
    rollouts = search["rollouts"]
    early = stopped not in ("", "saturation") and rollouts["rows"] < rollouts["cap"]
    if early and not rollouts["lost"]:
        what = f"{rollouts['rows']:,} rows landed, not {rollouts['cap']:,}."
        found.append(Advice(what, f"The run ended before: {stopped}."))
    called = {name for row in rows for name in row.get("tools_used", ())}
    if tools and rows and not called:
        found.append(
            Advice(
                "No rollout called a tool.",
                "The agent answers without looking, or does not return its steps.",
                "wai.try_agent(agent, message, tools=...)",
            )
        )
    strange = sorted(called - tools)
    if strange and tools:
        found.append(
            Advice(
                f"The agent called {plural(len(strange), 'tool')} that {'is' if len(strange) == 1 else 'are'} "
                f"not declared: {', '.join(strange[:5])}.",
                "Undeclared tools are not in the grid.",
                "wai.simulate(agent, tools=[...every tool it has])",
            )
        )
    return found


def _tier_mix(rows: list[Row], asked: float) -> dict[str, Any]:
    tiers = {task_of(row): row.get("tier", "ordinary") for row in rows if not _by_hand(row)}
    counts = Counter(tiers.values())
    hard = sum(n for tier, n in counts.items() if tier != "ordinary")
    return {
        "hard_share_requested": asked,
        "hard_share_realized": hard / len(tiers) if tiers else None,
        "counts": {tier: counts[tier] for tier in TIERS},
        "rows": len(rows),
    }


def _fault_mix(rows: list[Row], asked: float) -> dict[str, Any]:
    conditions = {task_of(row): _condition(row) for row in rows if not _by_hand(row)}
    faulty = sum(condition != SUCCESS for condition in conditions.values())
    return {
        "fault_rate_requested": asked,
        "fault_rate_realized": faulty / len(conditions) if conditions else None,
        "counts": dict(Counter(conditions.values())),
    }


def _pinned(plan: Pinned, rows: list[Row]) -> dict[str, Any]:
    ran = {row["prompt"] for row in rows}
    prompts = [task.ask.prompt for task in plan.tasks]
    situations = {task.situation.scenario_id for task in plan.tasks}
    missing = [prompt for prompt in prompts if prompt not in ran]
    return {"prompts": len(prompts), "tasks": len(situations), "ran": len(prompts) - len(missing), "missing": missing}


def _by_hand(row: Row) -> bool:
    """Say whether the ask is none of the writer's own, so that no dial speaks of it."""
    return row.get("selection_reason") in ("seed", "seed_variant", "pinned")


def _condition(row: Row) -> str:
    return str((row.get("scenario_dimensions") or {}).get("tool_condition", SUCCESS))


def _cell(row: Row) -> Cell | None:
    dimensions = row.get("scenario_dimensions") or {}
    return Cell(**dimensions) if set(dimensions) == set(Cell._fields) else None


def _requested(search: dict[str, Any], rows: list[Row], settings: Settings, plan: AnyPlan) -> list[list[str]]:
    """Return the dials as lines: name, asked, got, and what a difference means."""
    n, k = settings.shape[0], plan.repeats * settings.runs
    short = "until saturation" if settings.until == "saturation" else "see the warnings"
    lines = [["rows", count(search["rollouts"]["cap"]), count(len(rows)), short]]
    asks = {ask_of(row) for row in rows}
    situations = search["rollouts"]["situations"]
    if plan.size:
        lines.append(["situations", count(plan.size), count(situations), "budget"])
    if situations and not isinstance(plan, Pinned):
        note = "seeds keep their own words" if plan.seeds else "the last situation is cut"
        lines.append(["phrasings", str(n), f"{len(asks) / situations:.3g}", note])
    if asks:
        lines.append(["repeats", str(k), f"{len(rows) / len(asks):.3g}", "the last ask is cut"])
    if isinstance(plan, Pinned):
        return lines
    for dial, key in (("hard_share", "tier_mix"), ("fault_rate", "fault_mix")):
        got = search[key][f"{dial}_realized"]
        lines.append([dial, share(search[key][f"{dial}_requested"]), share(got), "to rounding"])
    return lines


def _losses(sums: Tally, settings: Settings) -> list[Advice]:
    found = []
    for reason, n in sorted(sums.lost_by.items()):
        first = sums.first_failures.get(reason, "")[:160]
        fix = (
            "wai.try_agent(agent, message, tools=...)"
            if reason != "agent_error"
            else 'data.search["first_agent_error"]'
        )
        what = f"{plural(n, 'rollout')} lost to {CALLS[reason]}" + (
            f" after {settings.shape[1]} re-rolls each." if sums.rows else "."
        )
        found.append(Advice(what, f"First: {first}", fix))
    if rerolled_most(sums):
        found.append(
            Advice(
                f"More rollouts were re-rolled ({sums.rerolled:,}) than landed ({sums.landed:,}).",
                "The run spent most of its calls on replies that never became rows.",
                'data.search["rollouts"]["rerolled_by"]',
            )
        )
    if sums.discarded:
        found.append(
            Advice(
                f"{plural(sums.discarded, 'rollout')} landed but the run had been given up.",
                "All first attempts of the plan failed; they alone decide, so that every machine decides alike.",
            )
        )
    return found


def rerolled_most(sums: Tally) -> bool:
    """Say whether more calls were played again than landed; the documents ask for a UserWarning then."""
    return sums.rerolled > sums.landed


def _missed_dials(search: dict[str, Any], settings: Settings) -> list[Advice]:
    found = []
    situations = search["rollouts"]["situations"]
    for dial, key in (("hard_share", "tier_mix"), ("fault_rate", "fault_mix")):
        asked, got = search[key][f"{dial}_requested"], search[key][f"{dial}_realized"]
        if got is not None and situations >= 20 and abs(asked - got) > 0.02:
            why = (
                "The pinned dimensions leave no other choice." if settings.dimensions else "The grid leaves no choice."
            )
            found.append(Advice(f"{dial} is {got:.2f}, not {asked:.2f}.", why, f"wai.simulate(..., {dial}={got:.2f})"))
    return found
