"""What a set of asks leaves untested: which rules of the policy, tools and stances no ask touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wai_nb.asks.domain import Domain, read_domain
from wai_nb.errors import SettingError
from wai_nb.grade.calls import calls_of
from wai_nb.measure.coverage.asked import tools_asked
from wai_nb.measure.coverage.evidence import evidence_of, labels_of, speaks_twice
from wai_nb.measure.coverage.rules import Rule, read_rules
from wai_nb.measure.coverage.stance import PRESSING, stance_of
from wai_nb.measure.coverage.touched import past_in_record, touches
from wai_nb.plan.axes import MULTI_TOOL, STANCES, UNRELATED, UNSPECIFIED
from wai_nb.plan.clauses import clauses_left_out, split_clauses
from wai_nb.records.report import Bars, Block, Card, Column, Drawn, Fold, Heat, Note, Report, Table
from wai_nb.records.rows import Row
from wai_nb.records.tools import to_tools
from wai_nb.records.view.wording import count, cut, listed, plural
from wai_nb.records.warnings import Advice

if TYPE_CHECKING:
    import pandas as pd

HEADLINE = 120  # characters; a longer summary is cut to its counts, the tables name the rest; convention
LABEL = 48  # characters of a rule in a heat map; convention
LISTED = 20  # lines of a table in a card; the mock-up


class CoverageGap(Drawn, Report):
    """What :func:`coverage_gap` returns: a dict that shows which rules, tools and stances no ask touches."""

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas DataFrame, one line a rule, tool and stance: ``axis``, ``value``, ``asks``, ``touched``."""
        import pandas as pd

        counts = self["axes"]["counts"]
        lines = [(axis, value, n, n > 0) for axis, values in counts.items() for value, n in values.items()]
        frame: pd.DataFrame = pd.DataFrame(lines, columns=["axis", "value", "asks", "touched"])
        return frame

    def card(self) -> Card:
        """Return what a cell shows: what is untested, what to do, then who touches what."""
        blocks: list[Block] = [Note("warning", note.what, note.why, note.fix) for note in self["notes"]]
        blocks += [table for axis in ("rule", "tool") if (table := self._table(axis)) is not None]
        if self["rules"] and self["per_ask"]:
            blocks.append(self._heat())
        if self["per_ask"]:
            blocks.append(Fold("Ask by ask", [self._asks()]))
        kind = ("coverage_gap", plural(len(self["per_ask"]), "ask"))
        summary: str = self["summary"]
        headline = summary if len(summary) <= HEADLINE else summary.partition(";")[0]
        return Card(kind=kind, headline=headline, sub=self._sub(), blocks=blocks, foot=_FOOT)

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: ``rules`` (asks per rule x stance) and ``tools`` (asks per tool)."""
        found: dict[str, Block] = {"rules": self._heat()} if self["rules"] else {}
        tools = self["axes"]["counts"]["tool"]
        most = max(tools.values(), default=0)
        if tools:
            rows = [(name, n / max(1, most), count(n)) for name, n in tools.items()]
            found["tools"] = Bars("Asks per tool", rows, heads=("tool", "asks"))
        return found

    def _sub(self) -> str:
        by = Counter(entry["credited_by"] for entry in self["per_ask"])
        ways = {"label": "labelled by the planner", "calls": "by what was called and said", "text": "by their words"}
        told = listed(f"{count(by[way])} {words}" for way, words in ways.items() if by[way])
        return f"Asks read: {told}." if told else "There are no asks."

    def _table(self, axis: str) -> Table | None:
        counts = self["axes"]["counts"][axis]
        if not counts:
            return None
        key = "rules" if axis == "rule" else "tools"
        first = {value: next((e["ask"] for e in self["per_ask"] if value in e[key]), "") for value in counts}
        lines = [
            (value, count(n), "✓ touched" if n else "✗ untested", cut(first[value], 80)) for value, n in counts.items()
        ]
        lines.sort(key=lambda line: line[1] != "0")
        columns = [Column(axis), Column("asks", "number"), Column("", "glyph"), Column("for example", "ask", drop=True)]
        untested = len(self["axes"]["untouched"][axis])
        caption = f"{axis.capitalize()}s, {count(untested)} of {count(len(counts))} untested"
        return Table(caption, columns, lines[:LISTED], of=len(lines))

    def _heat(self) -> Heat:
        used = [stance for stance, n in self["stances"].items() if n]
        rules = [entry["rule"] for entry in self["rules"]]
        table = [
            [sum(rule in e["rules"] and e["stance"] == stance for e in self["per_ask"]) for stance in used]
            for rule in rules
        ]
        labels = [rule if len(rule) <= LABEL else f"{rule[: LABEL - 1]}…" for rule in rules]
        return Heat("Asks per rule × stance", "rule", "stance", labels, used or ["none"], table or [[0]])

    def _asks(self) -> Table:
        columns = [Column("ask", "ask"), Column("tools", "code"), Column("rules"), Column("stance")]
        lines = [
            (cut(e["ask"], 120), ", ".join(e["tools"]) or "none", "; ".join(e["rules"]) or "none", e["stance"])
            for e in self["per_ask"][:LISTED]
        ]
        return Table("What each ask touches", columns, lines, of=len(self["per_ask"]))


_FOOT = (
    "An ask touches a rule when it wants what the rule governs, goes past its limit, or speaks of it; a tool when it "
    "wants its act or its answer."
)


def coverage_gap(asks: Any, tools: Any = None, system_prompt: str | None = None, rows: Any = None) -> CoverageGap:
    """Return which rules of the policy, tools and stances a set of asks touches, and which it leaves untested.

    Parameters
    ----------
    asks
        Asks as texts, as rows, or a run.
    tools, system_prompt
        The agent's; those of the run where `asks` or `rows` is one.
    rows
        Rows in which these asks were played: the tools that were really called count, and the amounts that
        came up. Rows that carry ``scenario_dimensions`` are believed, because the planner aimed them.

    Returns
    -------
    CoverageGap
        ``untested_rules``, ``untested_tools`` (lists), ``rules`` (a dict a rule: ``rule``, ``asks``, ``tested``),
        ``axes`` (``counts`` and ``untouched`` values of ``rule``, ``tool`` and ``stance``), ``per_ask`` (a dict an
        ask: ``ask``, ``tools``, ``rules``, ``stance``, ``credited_by``: label, calls or text), ``stances`` (asks of
        each), ``pressure_asks`` (asks that lean on a rule), ``single_shot`` (asks in which the person speaks once),
        ``notes`` (what to mend) and ``summary``.

    Raises
    ------
    SettingError
        When there are neither tools nor a policy to hold the asks against.
    ArgumentError
        When an ask is neither a text nor a row.

    Notes
    -----
    A text is read by rule, offline: the verbs that people use for a tool's act, the nouns of what it works on, the
    limits that the policy sets. An act that is only spoken of ("why was it cancelled?") does not count, and a limit
    counts only where an ask goes past it or speaks of it.

    Examples
    --------
    >>> policy = "Never cancel a shipped order. Refunds over $100 go to a manager."
    >>> tools = [{"name": name, "parameters": {"properties": {"order_id": {"type": "string"}}}}
    ...          for name in ("get_order", "cancel_order", "refund_order")]
    >>> gap = coverage_gap(["Where is order 4473?", "Refund $20 for order 12", "Cancel order 9911."], tools, policy)
    >>> gap["untested_rules"], gap["untested_tools"]
    (['Refunds over $100 go to a manager.'], [])
    """
    evidence = evidence_of(asks, rows)
    known = to_tools(tools if tools is not None else evidence.tools)
    policy = system_prompt if system_prompt is not None else evidence.system_prompt
    clauses = split_clauses(policy)
    if not known and not clauses:
        raise SettingError(
            "coverage_gap() holds asks against the agent's tools and policy, and got neither. "
            "Pass tools= and system_prompt=, or a run that has them."
        )
    domain = read_domain(known, policy)
    rules = read_rules(clauses, domain)
    entries = [_entry(ask, played, domain, rules) for ask, played in evidence.asks]
    counts = {
        "rule": {rule.text: sum(rule.text in entry["rules"] for entry in entries) for rule in rules},
        "tool": {tool.name: sum(tool.name in entry["tools"] for entry in entries) for tool in known},
        "stance": {stance: sum(entry["stance"] == stance for entry in entries) for stance in STANCES},
    }
    untouched = {axis: [value for value, n in values.items() if not n] for axis, values in counts.items()}
    found = CoverageGap(
        untested_rules=untouched["rule"],
        untested_tools=untouched["tool"],
        rules=[{"rule": rule, "asks": n, "tested": n > 0} for rule, n in counts["rule"].items()],
        axes={"counts": counts, "untouched": untouched},
        per_ask=entries,
        stances=counts["stance"],
        pressure_asks=sum(entry["stance"] in PRESSING for entry in entries),
        single_shot=sum(not speaks_twice(played) for _, played in evidence.asks),
        summary=_summary(counts, untouched),
    )
    found["notes"] = list(_notes(found, clauses_left_out(policy), bool(clauses)))
    return found


def _entry(ask: str, played: Sequence[Row], domain: Domain, rules: Sequence[Rule]) -> dict[str, Any]:
    """Return what one ask touches: by its label, by what was called, by its words."""
    labels: Mapping[str, Any] = next(filter(None, map(labels_of, played)), {})
    names = [view.name for view in domain.tools]
    called = {call.tool for row in played for call in calls_of(row)}
    tool, aimed, stance = (str(labels.get(axis) or UNSPECIFIED) for axis in ("tool", "rule", "stance"))
    asked = (
        set(tools_asked(ask, domain, [rule.clause for rule in rules])) if tool in (UNSPECIFIED, MULTI_TOOL) else set()
    )
    wanted = [name for name in names if name == tool or name in asked or name in called]
    met = [
        rule.text
        for rule in rules
        if rule.text == aimed
        or (tool != UNRELATED and touches(rule, ask, {*asked, tool}))
        or past_in_record(rule, ask, played)
    ]
    labelled = any(value != UNSPECIFIED for value in (tool, aimed, stance))
    return {
        "ask": ask,
        "tools": wanted,
        "rules": met,
        "stance": stance if stance in STANCES else stance_of(ask),
        "credited_by": "label" if labelled else "calls" if called else "text",
    }


def _summary(counts: Mapping[str, Mapping[str, int]], untouched: Mapping[str, list[str]]) -> str:
    parts = []
    for axis in ("rule", "tool"):
        whole, left = len(counts[axis]), len(untouched[axis])
        if whole:
            parts.append(f"{count(whole - left)} of {plural(whole, axis)}")
    missing = [*untouched["rule"], *untouched["tool"]]
    said = f"{listed(parts)} touched"
    if not missing:
        return f"{said}; nothing is left untested"
    named = "; ".join(cut(value, 80).removesuffix(".") for value in missing[:3])
    return f"{said}; untested: {named}{f' and {count(len(missing) - 3)} more' if len(missing) > 3 else ''}"


def _notes(found: Mapping[str, Any], left_out: int, has_policy: bool) -> Iterable[Advice]:
    if not found["per_ask"]:
        yield Advice(
            "There are no asks.", "So nothing is tested.", "wai.simulate(my_agent, tools=TOOLS, system_prompt=POLICY)"
        )
        return
    if found["untested_rules"]:
        what = f"{plural(len(found['untested_rules']), 'rule')} untested."
        them = "it" if len(found["untested_rules"]) == 1 else "them"
        why = f"No ask touches {them}, so no pass rate speaks of {them}."
        yield Advice(what, why, f'wai.simulate(..., dimensions={{"rule": {found["untested_rules"][:2]}}})')
    if found["untested_tools"]:
        what = f"{plural(len(found['untested_tools']), 'tool')} untested: {listed(found['untested_tools'][:3])}."
        yield Advice(
            what, "No ask is for them.", f'wai.simulate(..., dimensions={{"tool": {found["untested_tools"][:3]}}})'
        )
    if found["rules"] and not found["pressure_asks"]:
        why = (
            "Nobody asks for an exception, threatens or contradicts themselves, so the rules are met, never leaned on."
        )
        yield Advice(
            "No ask puts pressure on a rule.", why, f'wai.simulate(..., dimensions={{"stance": {list(PRESSING)}}})'
        )
    if left_out:
        what = f"{plural(left_out, 'clause')} of the policy were not looked at."
        yield Advice(what, "Only its first clauses are.", "wai.coverage_gap(asks, system_prompt=THE_REST)")
    if not has_policy:
        yield Advice(
            "No policy was given, so only tools were looked at.", "", "wai.coverage_gap(asks, system_prompt=POLICY)"
        )
