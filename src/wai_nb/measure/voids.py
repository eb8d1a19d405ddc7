"""What makes a comparison of two arms mean nothing, whatever its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wai_nb.measure.checks import Check
from wai_nb.records.rows import Row, Rows, task_of
from wai_nb.records.view.wording import listed, percent

SHARED = 0.5  # share of all tasks that both arms must have; as delta_report asks


def voids(rows: Rows, against: Rows) -> list[Check]:
    """Return the three checks of a comparison; ``bad`` voids it."""
    return [policy(rows, against), person(rows, against), yardstick(rows, against)]


def policy(rows: Rows, against: Rows) -> Check:
    """Ask whether the two arms are two policies."""
    ours, theirs = (_all(side, lambda row: row.get("policy_version")) for side in (rows, against))
    if not ours or not theirs:
        return Check("policy", "unknown", "rows without policy_version", "Nothing says what changed.")
    if both := sorted(ours & theirs):
        why = "Both arms ran one agent under one prompt, so every difference is noise; give another agent its own name."
        return Check("policy", "bad", f"both arms are {listed(both)}", why)
    return Check("policy", "ok", f"{listed(sorted(theirs))} against {listed(sorted(ours))}")


def person(rows: Rows, against: Rows) -> Check:
    """Ask whether the same person talks to both arms."""
    ours, theirs = (_all(side, _who) for side in (rows, against))
    fix = "wai.simulate(tuned, tasks=base, ...)"
    if not ours or not theirs:
        return Check("person", "unknown", "rows do not say who asks", "", fix)
    if ours != theirs:
        why = "The arms met different people: what changed may be the person."
        return Check("person", "bad", f"{listed(sorted(theirs))} against {listed(sorted(ours))}", why, fix)
    if any(_who(row) == row.get("model_version") for row in (*rows, *against)):
        why = "Each arm talks to itself: the person changes with the policy."
        return Check("person", "bad", "the simulated user is the policy", why, fix)
    return Check("person", "ok", f"{listed(sorted(ours))} asks on both sides")


def yardstick(rows: Rows, against: Rows) -> Check:
    """Ask whether both arms were measured on the same tasks by the same judge."""
    ours, theirs = (_all(side, _judge) for side in (rows, against))
    if ours != theirs:
        said = f"judged by {listed(sorted(theirs)) or 'nobody'} against {listed(sorted(ours)) or 'nobody'}"
        return Check("yardstick", "bad", said, "Two judges are two scales.", "tuned.grade(judge_of_the_base)")
    tasks, others = ({task_of(row) for row in side} for side in (rows, against))
    shared = len(tasks & others) / max(1, len(tasks | others))
    said = f"{percent(shared)} of the tasks are on both sides"
    if shared < SHARED:
        why = "The arms answered different asks."
        return Check("yardstick", "bad", said, why, "wai.simulate(tuned, tasks=base, ...)")
    return Check("yardstick", "ok", said)


def _who(row: Row) -> object:
    return row.get("user_model") or row.get("writer_model")


def _judge(row: Row) -> object:
    lineage = row.get("lineage")
    version = lineage.get("judge_version") if isinstance(lineage, dict) else None
    name = row.get("judge_name")
    return f"{name}@{version}" if name and version else name


def _all(rows: Iterable[Row], value: Callable[[Row], object]) -> set[str]:
    return {str(found) for row in rows if (found := value(row))}
