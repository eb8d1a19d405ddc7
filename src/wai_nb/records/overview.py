"""The card of a run: what ran, what is to be mended, what was covered, the first rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from wai_nb.records.report import Bars, Block, Card, Column, Columns, Facts, Heat, Note, Table
from wai_nb.records.rows import Row, Rows, ask_of, grouped, label_of, rows_table, task_of
from wai_nb.records.view.wording import count, plural, share

if TYPE_CHECKING:
    from wai_nb.records.dataset import SimulationData

FIRST_ROWS = 5  # the mock-up
UNSTOPPED = {True: "Under way: these are the rows so far.", False: "Read from a file."}
STOPPED = {  # reason -> what it means
    "budget": "the budget is spent",
    "situations_exhausted": "all situations have their rollouts",
    "saturation": "every planned cell has been met often enough",
    "tasks_done": "every pinned ask has its rollouts",
    "time_budget": "the time is up",
    "interrupted": "it was interrupted; the rows so far are here",
    "stopped": "it was stopped; the rows so far are here",
    "writer_exhausted": "the offline writer has no new ask",
    "agent_failed": "nothing worked and the agent's errors are the cause",
    "empty_replies": "nothing worked and the agent's empty replies are the cause",
    "tool_markup": "nothing worked and unparsed tool-call markup in the agent's replies is the cause",
}


def run_card(data: SimulationData, passed: Any = None) -> Card:
    """Return the card of a run; `passed` is its pass rate when it is graded."""
    asks = grouped(data.rows)
    blocks: list[Block] = [_facts(data, asks), *_notes(data)]
    if data.rows:
        blocks += [_verdicts(data, passed)] if passed is not None else []
        evidence = [*coverage_maps(data.rows).values(), *_tiers(data)], [*_delivered(data), *_losses(data)]
        blocks += [Columns([list(side) for side in evidence if side])]
        first = Rows(group[0] for group in list(asks.values())[:FIRST_ROWS])
        blocks += [rows_table(first, of=len(data.rows))]
    mode, seed = data.settings.get("mode"), data.settings.get("seed")
    kind = (type(data).__name__, *([str(mode)] if mode else []), *([f"seed {seed}"] if seed is not None else []))
    return Card(
        kind=kind, headline=_headline(data, asks, passed), sub=_sub(data, passed), blocks=blocks, foot=_foot(data)
    )


def _headline(data: SimulationData, asks: dict[str, list[Row]], passed: Any) -> str:
    if not data.rows:
        tried = data.search.get("rollouts", {}).get("calls", 0)
        failed = data.stopped_because in ("agent_failed", "empty_replies", "tool_markup")
        return f"No rows: the agent failed {tried} times out of {tried}" if failed and tried else "No rows"
    if passed is not None and passed["pass_at_1"] is not None:
        return str(passed.card().headline)
    words = f"{plural(len(data.rows), 'row')} from {plural(len(asks), 'ask')}"
    return f"{words}, with {plural(len(data.warnings), 'thing')} to mend" if data.warnings else words


def _sub(data: SimulationData, passed: Any) -> str:
    reason = data.stopped_because
    because = f"Stopped because {STOPPED.get(reason, reason)} ({reason})." if reason else UNSTOPPED[bool(data.search)]
    if passed is not None:
        return f"{passed.line()}. {because}"
    return f"{because} Not graded yet: data.grade(judge)" if data.rows else because


def _facts(data: SimulationData, asks: dict[str, list[Row]]) -> Facts:
    rollouts = data.search.get("rollouts", {})
    sizes = sorted(map(len, asks.values()))
    per_ask = f"{sizes[0]} to {sizes[-1]}" if sizes and sizes[0] != sizes[-1] else str(sizes[0] if sizes else 0)
    facts: list[tuple[object, ...]] = [
        ("rows", count(len(data.rows))),
        ("situations", count(len({task_of(row) for row in data.rows}))),
        ("asks", count(len(asks))),
        ("rollouts per ask", per_ask),
    ]
    if "cells_planned" in data.coverage:
        facts.append(("cells met", count(data.coverage["cells_met"]), f"of {data.coverage['cells_planned']:,}"))
    if "lost" in rollouts:
        facts.append(("lost", count(rollouts["lost"]), f"of {rollouts['calls']:,} calls"))
    return Facts(facts)


def _notes(data: SimulationData) -> list[Note]:
    return [Note("warning", advice.what, advice.why, advice.fix) for advice in data.warnings]


def _verdicts(data: SimulationData, passed: Any) -> Bars:
    labels = Counter(label_of(row) for row in data.rows)
    other = labels[None]
    rows = [("✓ pass", labels[1]), ("✗ fail", labels[0])] + ([("· partial or unread", other)] if other else [])
    shown = [(name, n / len(data.rows), count(n)) for name, n in rows]
    return Bars(f"Verdicts, by {passed['judge'] or 'the rewards on the rows'}", shown)


def coverage_maps(rows: Rows) -> dict[str, Heat]:
    """Return the heat maps of asks, by name: stance x condition of the tools, tool x state of the world.

    Examples
    --------
    >>> grid = {"stance": "hurried", "tool_condition": "timeout", "tool": "get_order", "world_state": "missing"}
    >>> rows = Rows({"prompt": state, "scenario_dimensions": {**grid, "world_state": state}} for state in ("a", "b"))
    >>> list(coverage_maps(rows))
    ['coverage', 'tools']
    """
    asks = {ask_of(row): row.get("scenario_dimensions") or {} for row in rows}
    found = {
        "coverage": _heat(asks.values(), "stance", "tool_condition", "success"),
        "tools": _heat(asks.values(), "tool", "world_state", "entity exists"),
    }
    told = {name: heat for name, heat in found.items() if heat is not None}
    if "tools" in told and len(told["tools"].col_labels) == 1:  # an agent without records to look up
        del told["tools"]
    return told


def _heat(asks: Iterable[Mapping[str, Any]], down: str, across: str, usual: str) -> Heat | None:
    """Return the asks counted by two axes of the grid, the usual value of the second first."""
    counts = Counter((str(ask[down]), str(ask[across])) for ask in asks if down in ask and across in ask)
    if not counts:
        return None
    met: Counter[str] = Counter()
    for (row, _), n in counts.items():
        met[row] += n
    rows = sorted(met, key=lambda name: (-met[name], name))
    columns = sorted({name for _, name in counts}, key=lambda name: (name != usual, name))
    table = [[counts[row, column] for column in columns] for row in rows]
    labels = [column.replace("_", " ") for column in columns]
    return Heat(f"Coverage, asks per {down} × {across}", down, across, rows, labels, table)


def _tiers(data: SimulationData) -> list[Block]:
    mix = data.search.get("tier_mix")
    if not mix or not sum(mix["counts"].values()):
        return []
    total = sum(mix["counts"].values())
    rows = [(tier, n / total, count(n)) for tier, n in mix["counts"].items()]
    asked, got = share(mix["hard_share_requested"]), share(mix["hard_share_realized"])
    return [Bars(f"Tier mix, hard_share {asked} asked, {got} delivered", rows)]


def _delivered(data: SimulationData) -> list[Block]:
    lines = [
        [name, asked, got, "✓ exact" if asked == got else f"· {note}"]
        for name, asked, got, note in data.search.get("requested", ())
    ]
    if not lines:
        return []
    columns = [Column("dial"), Column("asked", "number"), Column("got", "number"), Column("", "glyph")]
    return [Table("Requested and delivered", columns, lines)]


def _losses(data: SimulationData) -> list[Block]:
    rollouts = data.search.get("rollouts")
    if not rollouts or not rollouts["calls"] or rollouts["calls"] == rollouts["landed"]:
        return []
    lines = [["landed as a row", rollouts["landed"]]]
    lines += [[f"re-rolled: {reason}", n] for reason, n in rollouts["rerolled_by"].items()]
    lines += [[f"lost: {reason}", n] for reason, n in rollouts["lost_by"].items()]
    lines += [["landed after the run was given up", rollouts["discarded"]]] if rollouts["discarded"] else []
    lines += [["started", rollouts["calls"]]]
    shares = [[name, count(n), f"{n / rollouts['calls']:.1%}"] for name, n in lines]
    columns = [Column(""), Column("rollouts", "number"), Column("share", "number")]
    return [Table("Every rollout started, and what became of it", columns, shares, total=True)]


def _foot(data: SimulationData) -> str:
    lineage = data.rows[0].get("lineage", {}) if data.rows else {}
    parts = [
        f"agent {data.rows[0]['model_version']}" if data.rows and data.rows[0].get("model_version") else "",
        f"tools {', '.join(tool.name for tool in data.tools)}" if data.tools else "",
        f"answered by {lineage['answered_by']}" if lineage.get("answered_by") else "",
        f"policy {data.rows[0]['policy_version']}" if data.rows and data.rows[0].get("policy_version") else "",
    ]
    return " · ".join(filter(None, parts))
