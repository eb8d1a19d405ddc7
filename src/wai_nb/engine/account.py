"""The account of a finished run: how the budget was spent, what was asked and delivered, what to mend."""

from __future__ import annotations

from collections import Counter
from typing import Any

from wai_nb.engine.allocate import Plan
from wai_nb.engine.ledger import STOPPED_BY, Ledger
from wai_nb.engine.settings import Settings
from wai_nb.plan.axes import SUCCESS, TIERS
from wai_nb.plan.grid import pairs_covered, pairs_planned
from wai_nb.plan.situation import Cell
from wai_nb.records.rows import Row, ask_of, task_of
from wai_nb.records.view.wording import count, plural, share
from wai_nb.records.warnings import Advice

CALLS = {"agent_error": "agent error", "empty_reply": "empty reply", "tool_markup": "tool markup"}


def stop_reason(ledger: Ledger[Any, Row], plan: Plan, settings: Settings) -> str:
    """Return why the run ended, in the documents' words."""
    if ledger.stopped:
        return ledger.stopped
    n, k = settings.shape
    if settings.situations and settings.situations * n * k <= settings.budget:
        return "situations_exhausted"
    if len(ledger.rows) >= ledger.wanted:
        return "budget"
    if ledger.exhausted:
        return plan.exhausted_because
    return STOPPED_BY[max(STOPPED_BY, key=lambda reason: ledger.lost_by[reason])]


def spent(ledger: Ledger[Any, Row], rows: list[Row], settings: Settings) -> dict[str, Any]:
    """Return ``search``: how the budget was spent."""
    n, k = settings.shape
    search: dict[str, Any] = {
        "mode": settings.mode,
        "n": n,
        "k": k,
        "repeat_policy": "fixed" if k > 1 else "none",
        "rollouts": {
            "rows": len(rows),
            "cap": ledger.wanted,
            "calls": ledger.calls,
            "landed": len(ledger.rows),
            "resumed": 0,
            "rerolled": ledger.rerolled_by.total(),
            "rerolled_by": dict(ledger.rerolled_by),
            "timed_out": ledger.timed_out,
            "lost": ledger.lost,
            "lost_by": dict(ledger.lost_by),
            "discarded": ledger.discarded,
            "situations": len({task_of(row) for row in rows}),
        },
        "tier_mix": _tier_mix(rows, settings.hard_share),
        "fault_mix": _fault_mix(rows, settings.fault_rate),
    }
    for reason in CALLS:
        text = ledger.first_failure(reason)
        if text is not None:
            search[f"first_{reason}"] = text
    search["requested"] = _requested(search, rows, settings)
    return search


def covered(plan: Plan, rows: list[Row]) -> dict[str, Any]:
    """Return ``coverage``: cells and pairs of the grid, planned and met."""
    met = {Cell(**row["scenario_dimensions"]) for row in rows}
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
    ledger: Ledger[Any, Row],
    search: dict[str, Any],
    rows: list[Row],
    settings: Settings,
    tools: set[str],
    notes: list[Advice],
) -> list[Advice]:
    """Return what a reader must know before believing the rows, most severe first."""
    found = [*_losses(ledger, settings), *notes, *_missed_dials(search, settings)]
    called = {name for row in rows for name in row["tools_used"]}
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
    tiers = {task_of(row): row["tier"] for row in rows}
    counts = Counter(tiers.values())
    hard = sum(n for tier, n in counts.items() if tier != "ordinary")
    return {
        "hard_share_requested": asked,
        "hard_share_realized": hard / len(tiers) if tiers else None,
        "counts": {tier: counts[tier] for tier in TIERS},
        "rows": len(rows),
    }


def _fault_mix(rows: list[Row], asked: float) -> dict[str, Any]:
    conditions = {task_of(row): row["scenario_dimensions"]["tool_condition"] for row in rows}
    faulty = sum(condition != SUCCESS for condition in conditions.values())
    return {
        "fault_rate_requested": asked,
        "fault_rate_realized": faulty / len(conditions) if conditions else None,
        "counts": dict(Counter(conditions.values())),
    }


def _requested(search: dict[str, Any], rows: list[Row], settings: Settings) -> list[list[str]]:
    """Return the dials as lines: name, asked, got, and what a difference means."""
    n, k = settings.shape
    lines = [["rows", count(search["rollouts"]["cap"]), count(len(rows)), "see the warnings"]]
    if settings.situations:
        lines.append(["situations", count(settings.situations), count(search["rollouts"]["situations"]), "budget"])
    asks = {ask_of(row) for row in rows}
    situations = search["rollouts"]["situations"]
    if situations:
        lines.append(["phrasings", str(n), f"{len(asks) / situations:.3g}", "the last situation is cut"])
        lines.append(["repeats", str(k), f"{len(rows) / len(asks):.3g}", "the last ask is cut"])
    for dial, key in (("hard_share", "tier_mix"), ("fault_rate", "fault_mix")):
        got = search[key][f"{dial}_realized"]
        lines.append([dial, share(search[key][f"{dial}_requested"]), share(got), "to rounding"])
    return lines


def _losses(ledger: Ledger[Any, Row], settings: Settings) -> list[Advice]:
    found = []
    for reason, n in sorted(ledger.lost_by.items()):
        first = (ledger.first_failure(reason) or "")[:160]
        fix = (
            "wai.try_agent(agent, message, tools=...)"
            if reason != "agent_error"
            else 'data.search["first_agent_error"]'
        )
        what = f"{plural(n, 'rollout')} lost to {CALLS[reason]}" + (
            f" after {settings.shape[1]} re-rolls each." if ledger.rows else "."
        )
        found.append(Advice(what, f"First: {first}", fix))
    if rerolled_most(ledger):
        found.append(
            Advice(
                f"More rollouts were re-rolled ({ledger.rerolled_by.total():,}) than landed ({len(ledger.rows):,}).",
                "The run spent most of its calls on replies that never became rows.",
                'data.search["rollouts"]["rerolled_by"]',
            )
        )
    if ledger.discarded:
        found.append(
            Advice(
                f"{plural(ledger.discarded, 'rollout')} landed but the run had been given up.",
                "All first attempts of the plan failed; they alone decide, so that every machine decides alike.",
            )
        )
    return found


def rerolled_most(ledger: Ledger[Any, Row]) -> bool:
    """Say whether more calls were played again than landed; the documents ask for a UserWarning then."""
    return ledger.rerolled_by.total() > len(ledger.rows)


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
    rollouts = search["rollouts"]
    if rollouts["rows"] < rollouts["cap"] and not rollouts["lost"]:
        found.append(Advice(f"{rollouts['rows']:,} rows landed, not {rollouts['cap']:,}.", "The run ended before."))
    return found
