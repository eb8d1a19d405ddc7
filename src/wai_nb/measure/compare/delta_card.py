"""What a before-and-after report shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from wai_nb.measure.compare.comparable import judges_of, policies_of
from wai_nb.measure.compare.delta_advice import markers_left_out
from wai_nb.measure.compare.rates import metric_words
from wai_nb.measure.compare.runs import axis_of, change_text
from wai_nb.records.report import Block, Card, Column, Drawn, Facts, Interval, Note, Report, Table
from wai_nb.records.rows import Rows, task_of
from wai_nb.records.view.text import render_text
from wai_nb.records.view.wording import ci_text, count, listed, p_value, plural, share, signed_share

Rates = Mapping[str, float]

FRAMES = {"PASS": "▲ PASS", "FAIL": "▼ FAIL", "NO DIFFERENCE": "≈ NO DIFFERENCE"}
VERDICTS = {
    "moved": "▲ better",
    "moved_unreplicated": "▲ better, not re-run",
    "moved_the_wrong_way": "▼ worse",
    "within_eval_noise": "≈ within noise",
    "no_change_detected": "≈ no clear change",
    "insufficient_data": "· too few",
    "not_measured": "· not measured",
}
CAUSES = {
    "situations": "they share too few situations",
    "answered": "one side left more unanswered",
    "judge": "their judges differ",
    "policy": "one side mixes agents",
}
BROKEN = 3  # situations that are shown as the most broken; mock-ups


class DeltaReport(Drawn, Report):
    """What :func:`wai_nb.delta_report` returns."""

    def __init__(self, values: Mapping[str, Any], sides: tuple[Rows, Rows], rates: tuple[Rates, Rates]) -> None:
        super().__init__(values)
        self._sides, self._rates = sides, rates

    def first_line(self) -> str:
        """Return the verdict with its reason, as the first printed line has it."""
        return f"{self['headline_verdict']} ({self['reason']})"

    def __str__(self) -> str:
        try:
            return f"{self.first_line()}\n{render_text(replace(self.card(), verdict=''))}"
        except Exception:  # a view never raises
            return super().__str__()

    def card(self) -> Card:
        """Return what a cell shows: the finding, what to mend, every metric, the categories, who moved."""
        notes: list[Block] = [Note("warning", advice.what, advice.why, advice.fix) for advice in self["warnings"]]
        evidence: list[Block] = []
        if self["target_delta"] is not None:
            evidence = [_facts(self), _metrics(self), *_next(self, self._sides)]
            evidence += [table for table in (_groups(self), _halves(self, self._rates), self._broken()) if table]
        kind = ("delta_report", *_names(self._sides))
        word, blocks = self["headline_verdict"], [*notes, *evidence, *_fair(self, self._sides)]
        return Card(kind, _headline(self), _sub(self), blocks, verdict=FRAMES.get(word, word))

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: ``metrics`` and, where there are any, ``groups``."""
        if self["target_delta"] is None:
            return {}
        table = _groups(self)
        return {"metrics": _metrics(self), **({"groups": table} if table else {})}

    def to_frame(self) -> Any:
        """Return a pandas DataFrame, one line a metric."""
        import pandas as pd

        return pd.DataFrame(list(self["metrics"].values()), index=pd.Index(self["metrics"], name="metric"))

    def _broken(self) -> Table | None:
        """Return the situations whose rate fell most."""
        sign = -1 if self["metrics"][self["target"]]["lower_is_better"] else 1
        before, after = self._rates
        falls = sorted((sign * (after[task] - before[task]), task) for task in before.keys() & after.keys())
        worst = [task for move, task in falls if move < -1e-9][:BROKEN]
        if not worst:
            return None
        asks = {task_of(row): str(row.get("prompt") or "") for row in reversed(self._sides[0])}
        columns = [Column("ask", "ask"), Column("before", "number"), Column("after", "number")]
        lines = [[asks[task], share(before[task]), f"▼ {share(after[task])}"] for task in worst]
        return Table("Worst changes, read these first", columns, lines)


def _names(sides: Iterable[Rows]) -> list[str]:
    found = []
    for side, rows in zip(("before", "after"), sides, strict=True):
        policies = policies_of(rows)
        found.append(f"{side} {policies[0]}" if len(policies) == 1 else side)
    return found


def _headline(found: Mapping[str, Any]) -> str:
    entry, verdict = found["metrics"][found["target"]], found["target_verdict"]
    name = metric_words(found["target"], found["k"])
    if verdict == "target_not_measured":
        return f"Nothing to compare: {name} is not measured on both sides"
    if found["not_comparable"]:
        return f"Before and after cannot be compared: {listed(CAUSES[cause] for cause in found['not_comparable'])}"
    ends = f"from {share(entry['mean_a'])} to {share(entry['mean_b'])}"
    moved = f"{name} {'rose' if entry['delta'] > 0 else 'fell'} {ends}"
    if verdict == "insufficient_data":
        said = f"Too few situations to tell whether {name} changed ({ends})"
    elif verdict == "no_change_detected":
        said = f"No difference detected in {name} ({ends})"
    elif verdict == "within_eval_noise":
        said = f"{moved}, no more than re-running does"
    elif verdict == "moved_unreplicated":
        said = f"{moved}, in too few runs to call it real"
    else:
        said = moved
    return said + _losses(found)


def _losses(found: Mapping[str, Any]) -> str:
    names = [metric_words(name, found["k"]) for name in [*found["regressions"], *found["slipped"]]]
    names += found["groups_down"]
    if found["over_optimized"]:
        return f"; {metric_words(found['proxy'])} gained {signed_share(found['proxy_gap'])} more"
    return f", and {listed(names[:3])} got worse" if names else ""


def _sub(found: Mapping[str, Any]) -> str:
    entry = found["metrics"][found["target"]]
    if entry["delta"] is None:
        return ""
    shown = {**entry, "ci95": entry["ci_adjusted"], "p_value": entry["p_adjusted"]}
    said = [f"Change {change_text(shown)}."]
    if found["not_comparable"]:
        return f"{said[0]} What it says of the agent is open."
    if found["target_verdict"] in ("no_change_detected", "insufficient_data"):
        said.append("Anything inside the interval fits these rows; that nothing changed is not shown.")
    if found["target_verdict"] == "no_change_detected" and found["tasks_needed"]:
        said.append(f"A change of the size seen takes about {plural(found['tasks_needed'], 'situation')} to find.")
    return " ".join(said)


def _facts(found: Mapping[str, Any]) -> Facts:
    effect, band = found["detectable_effect"], found["noise_band"]
    entry, runs = found["metrics"][found["target"]], found["eval_runs"]
    up, down = ("n_worse", "n_better") if entry["lower_is_better"] else ("n_better", "n_worse")
    return Facts(
        [
            ("paired situations", count(found["n_paired_tasks"])),
            ("better after", count(entry[up])),
            ("worse", count(entry[down])),
            ("the same", count(entry["n_equal"])),
            ("eval runs", f"{runs['before']} / {runs['after']}"),
            ("noise of re-runs", "not known" if band is None else f"± {band:.3f}"),
            ("detectable gain", "none that fits" if effect is None else f"{effect:.2f}"),
        ]
    )


def _metrics(found: Mapping[str, Any]) -> Table:
    entries = {_called(name, entry, found["k"]): entry for name, entry in found["metrics"].items()}
    adjusted = ", Holm-adjusted" if len(entries) > 1 else ""
    lower = " ↓ lower is better." if any(entry["lower_is_better"] for entry in entries.values()) else ""
    caption = f"Change, {1 - found['alpha']:.0%} intervals{adjusted}"
    return _changes(caption, "measure", entries, note=lower.strip())


def _called(name: str, entry: Mapping[str, Any], k: int) -> str:
    return metric_words(name, k) + (" ↓" if entry["lower_is_better"] else "")


def _groups(found: Mapping[str, Any]) -> Table | None:
    groups = {name: entry for name, entry in found["groups"].items() if entry["delta"] is not None}
    if not groups:
        return None
    worst_first = dict(sorted(groups.items(), key=lambda item: item[1]["gain"]))
    name = metric_words(found["target"], found["k"])
    caption = f"{name} by {found['by']}, worst change first, Holm-adjusted"
    return _changes(caption, found["by"], worst_first, sizes=True)


def _changes(caption: str, head: str, entries: Mapping[str, Any], note: str = "", sizes: bool = False) -> Table:
    axis = axis_of(*(entry["ci_adjusted"] for entry in entries.values()))
    columns = [Column(head), *([Column("situations", "number", drop=True)] if sizes else [])]
    columns += [Column("before", "number"), Column("after", "number"), Column("change", "number")]
    columns += [Column("", "interval", axis=axis), Column("p", "number", drop=True), Column("verdict", "glyph")]
    lines = []
    for name, entry in entries.items():
        low, high = entry["ci_adjusted"] or (None, None)
        verdict = entry["gain_verdict"]
        look = "bad" if verdict == "moved_the_wrong_way" else "" if verdict.startswith("moved") else "mute"
        lines.append(
            [
                name,
                *([count(entry["n_used"])] if sizes else []),
                share(entry["mean_a"]),
                share(entry["mean_b"]),
                ci_text(entry["delta"], entry["ci_adjusted"], signed=True) if entry["delta"] is not None else "none",
                Interval(entry["delta"], low, high, look=look) if entry["delta"] is not None else "",
                p_value(entry["p_adjusted"]).removeprefix("p ").removeprefix("= "),
                VERDICTS[verdict],
            ]
        )
    return Table(caption, columns, lines, note=note)


def _halves(report: Mapping[str, Any], rates: tuple[Rates, Rates]) -> Table | None:
    """Return how many situations went from one half of the scale to the other, and back."""
    before, after = rates
    up, down = ("▼", "▲") if report["metrics"][report["target"]]["lower_is_better"] else ("▲", "▼")
    passing = report["target"] == "pass_at_1"
    low, high = ("mostly fails", "mostly passes") if passing else ("under 0.5", "0.5 or more")
    shared = before.keys() & after.keys()
    if not shared:
        return None
    found = {(was, now): 0 for was in (False, True) for now in (False, True)}
    for task in shared:
        found[before[task] >= 0.5, after[task] >= 0.5] += 1
    lines = [
        [low, count(found[False, False]), f"{up} {count(found[False, True])}"],
        [high, f"{down} {count(found[True, False])}", count(found[True, True])],
    ]
    columns = [Column("before"), Column(f"after: {low}", "number"), Column(f"after: {high}", "number")]
    return Table(f"Where situations moved, {metric_words(report['target'], report['k'])}", columns, lines)


def _next(found: Mapping[str, Any], sides: tuple[Rows, Rows]) -> list[Note]:
    notes = []
    for name in found["must_not_regress"]:
        entry = found["metrics"][name]
        if entry["gain_verdict"] in ("no_change_detected", "within_eval_noise") and entry["could_fall_by"]:
            what = f"{metric_words(name, found['k'])}: no loss found."
            notes.append(Note("info", what, f"A loss of up to {share(entry['could_fall_by'])} is not excluded."))
    left_out = markers_left_out(sides, found["metrics"])
    if left_out:
        what = f"{plural(len(left_out), 'marker')} on the rows not compared: {listed(left_out[:6])}."
        notes.append(Note("next", what, "", f"wai.delta_report(before, after, markers={left_out[:2]!r})"))
    return notes


def _fair(found: Mapping[str, Any], sides: tuple[Rows, Rows]) -> list[Note]:
    """Return what speaks for a fair comparison; what speaks against it stands among the warnings."""
    if found["not_comparable"] or found["target_delta"] is None:
        return []
    title, whole = "Is it a fair comparison?", found["n_paired_tasks"] + found["n_unpaired_tasks"]
    notes = [Note("ok", f"{count(found['n_paired_tasks'])} of {plural(whole, 'situation')} paired.", group=title)]
    judges = judges_of(sides[0])
    if judges and judges == judges_of(sides[1]):
        notes.append(Note("ok", f"Judge unchanged: {listed(judges[:3])}.", group=title))
    if found["replicated"]:
        what = f"Re-run: ± {found['noise_band']:.3f} is what re-running does."
        notes.append(Note("ok", what, group=title))
    return notes
