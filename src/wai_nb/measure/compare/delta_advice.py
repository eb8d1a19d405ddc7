"""What to mend before a before-and-after report is believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wai_nb.measure.by import USUAL
from wai_nb.measure.compare.comparable import policies_of
from wai_nb.measure.compare.delta_asked import Asked
from wai_nb.measure.compare.rates import MARKER, markers_on, metric_words
from wai_nb.records.rows import Rows
from wai_nb.records.view.wording import count, listed, p_value, plural, share, signed_share
from wai_nb.records.warnings import Advice

RERUN = "wai.simulate(agent, tasks=before, runs=3, ...)"
MANY = 4  # metrics from which it is said that they are many; convention

_FIXES = {
    "situations": "after = wai.simulate(agent, tasks=before, ...)",
    "answered": 'data.search["first_agent_error"]',
    "judge": "before, after = before.grade(judge), after.grade(judge)",
    "policy": "wai.delta_report(before, [row for row in after if row['policy_version'] == ...])",
}


def advice_on(found: Mapping[str, Any], sides: tuple[Rows, Rows], asked: Asked) -> list[Advice]:
    """Return the warnings of a report, the weightiest first."""
    return [
        *(Advice(f"Not comparable ({cause}).", why, _FIXES[cause]) for cause, why in found["not_comparable"].items()),
        *_on_evidence(found),
        *_on_losses(found, asked),
        *_on_proxy(found, asked),
        *_on_room(found, asked),
        *_on_the_rest(found, sides, asked),
    ]


def _on_evidence(found: Mapping[str, Any]) -> Iterator[Advice]:
    runs, verdict = found["eval_runs"], found["target_verdict"]
    entry = found["metrics"][found["target"]]
    if verdict == "target_not_measured":
        bare = [side for side, mean in (("before", entry["mean_a"]), ("after", entry["mean_b"])) if mean is None]
        why = f"No row of {listed(bare)} has a value of it."
        yield Advice("The target is not measured on both sides.", why, f"{bare[0]}.grade(judge)")
    if verdict == "insufficient_data" and not found["not_comparable"]:
        why = f"{entry['note'][:1].upper()}{entry['note'][1:]}."
        yield Advice("Too few situations.", why, "wai.simulate(agent, situations=40, ...)")
    falls = [name for name, entry in found["metrics"].items() if entry["gain_verdict"] == "moved_the_wrong_way"]
    if not found["replicated"] and (verdict == "moved_unreplicated" or falls):
        many = f"{runs['before']} before and {runs['after']} after"
        why = "One evaluation is a draw; a change counts as real when three a side agree."
        yield Advice(f"Not re-run: eval runs {many}.", why, RERUN)
    if verdict == "within_eval_noise":
        band = found["noise_band"]
        yield Advice(f"Re-running alone moves the score by up to {band:.3f}.", "The change is no larger.", "")


def _on_losses(found: Mapping[str, Any], asked: Asked) -> Iterator[Advice]:
    for name in [*found["regressions"], *found["slipped"]]:
        entry = found["metrics"][name]
        ends = f"from {share(entry['mean_a'])} to {share(entry['mean_b'])}, {p_value(entry['p_adjusted'])}"
        guard = "" if name in asked.guards else f"wai.delta_report(before, after, must_not_regress={[name]!r})"
        why = "It must not." if name in asked.guards else "Is that trade wanted? A guard fails the report."
        yield Advice(f"{metric_words(name, asked.k)} got worse, {ends}.", why, guard)
    if found["groups_down"]:
        down, by = found["groups_down"], found["by"]
        fix = f"wai.simulate(agent, dimensions={{{by!r}: {down[:3]!r}}}, runs=3, ...)" if by in USUAL else ""
        why = "The mean over all situations hides it; play more of these."
        yield Advice(f"{listed(down[:6])} got worse ({by}).", why, fix)


def _on_proxy(found: Mapping[str, Any], asked: Asked) -> Iterator[Advice]:
    if found["over_optimized"]:
        gap = f"{signed_share(found['proxy_gap'])}, {p_value(found['proxy_gap_p'])}"
        what = f"{metric_words(found['proxy'])} gained more than {metric_words(found['target'], asked.k)} ({gap})."
        yield Advice(what, "Training follows the proxy away from what is wanted.", "")


def _on_room(found: Mapping[str, Any], asked: Asked) -> Iterator[Advice]:
    if not found["ceiling"] or found["target_verdict"] not in ("no_change_detected", "within_eval_noise"):
        return
    start = found["metrics"][found["target"]]["mean_a"]
    room = plural(found["tasks_with_room"], "situation")
    what = f"Little room to see a gain: {metric_words(found['target'], asked.k)} was {share(start)} before."
    yield Advice(what, f"{room} could still get better.", "wai.simulate(agent, hard_share=0.6, ...)")


def _on_the_rest(found: Mapping[str, Any], sides: tuple[Rows, Rows], asked: Asked) -> Iterator[Advice]:
    if found["n_unpaired_tasks"] and "situations" not in found["not_comparable"]:
        left = plural(found["n_unpaired_tasks"], "situation")
        yield Advice(f"{left} of one side only left out.", "", _FIXES["situations"])
    if found["n_metrics"] >= MANY:
        chance = f"{found['family_error']:.0%}"
        what = f"{count(found['n_metrics'])} measures tested at once."
        why = f"Unadjusted, one of them would look changed by luck in {chance} of comparisons; p is adjusted (Holm)."
        yield Advice(what, why, "")
    policies = [policies_of(side) for side in sides]
    models = [{row.get("model_version") for row in side} for side in sides]
    if len(policies[0]) == 1 and policies[0] == policies[1] and models[0] == models[1]:
        what = f"Both sides are {policies[0][0]}."
        yield Advice(what, "If nothing else differs, this measures noise.", "")


def markers_left_out(sides: tuple[Rows, Rows], metrics: Mapping[str, Any]) -> list[str]:
    """Return the markers on the rows that a report does not compare."""
    there = markers_on([*sides[0], *sides[1]])
    return [name for name in there if MARKER + name not in metrics]
