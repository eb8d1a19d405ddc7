"""What makes a comparison of two arms mean nothing, whatever its numbers."""

from __future__ import annotations

from wai_nb.measure.compare.comparable import LEAST_SHARED, judges_of, policies_of, shared_tasks
from wai_nb.measure.health.checks import Check
from wai_nb.records.rows import Row, Rows
from wai_nb.records.view.wording import count, listed


def voids(rows: Rows, against: Rows) -> list[Check]:
    """Return the three checks of a comparison; ``bad`` voids it."""
    return [policy(rows, against), person(rows, against), yardstick(rows, against)]


def policy(rows: Rows, against: Rows) -> Check:
    """Ask whether the two arms are two policies."""
    ours, theirs = policies_of(rows), policies_of(against)
    if not ours or not theirs:
        return Check("policy", "unknown", "rows without policy_version", "Nothing says what changed.")
    if both := sorted(set(ours) & set(theirs)):
        why = "Both arms ran one agent under one prompt, so every difference is noise; give another agent its own name."
        return Check("policy", "bad", f"both arms are {listed(both)}", why)
    return Check("policy", "ok", f"{listed(theirs)} against {listed(ours)}")


def person(rows: Rows, against: Rows) -> Check:
    """Ask whether the same person talks to both arms."""
    ours, theirs = map(_asking, (rows, against))
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
    ours, theirs = judges_of(rows), judges_of(against)
    if ours != theirs:
        said = f"judged by {listed(theirs) or 'nobody'} against {listed(ours) or 'nobody'}"
        return Check("yardstick", "bad", said, "Two judges are two scales.", "tuned.grade(judge_of_the_base)")
    shared, every = shared_tasks(rows, against)
    said = f"{count(shared)} of {count(every)} situations are on both sides"
    if shared < LEAST_SHARED * every:
        why = "The arms answered different asks."
        return Check("yardstick", "bad", said, why, "wai.simulate(tuned, tasks=base, ...)")
    return Check("yardstick", "ok", said)


def _asking(rows: Rows) -> set[str]:
    return {str(who) for row in rows if (who := _who(row))}


def _who(row: Row) -> object:
    return row.get("user_model") or row.get("writer_model")
