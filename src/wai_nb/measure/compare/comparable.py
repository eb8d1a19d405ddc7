"""Whether two sides can be compared at all: the same situations, the same judge, one policy each, as many answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any

from wai_nb.records.rows import Row, task_of
from wai_nb.records.view.wording import listed, percent

LEAST_SHARED = 0.5  # share of situations that both sides must have; convention
ANSWER_P, ANSWER_GAP = 0.01, 0.1  # a gap in answers this unlikely and this wide voids a comparison; convention


def causes_against(before: Sequence[Row], after: Sequence[Row], band: float | None = None) -> dict[str, str]:
    """Return why two sides are not comparable: a cause and a sentence each; empty when they are.

    Parameters
    ----------
    before, after
        The rows of each side.
    band
        Noise band of the score, where it is known; a wider gap in answers than it counts.

    Returns
    -------
    dict
        ``situations``: under half of all situations are on both sides. ``answered``: the shares of rows with a reply
        differ (two-proportion p < .01, and by more than the band, else 10 points). ``judge``: other judges, or other
        versions of them. ``policy``: one side mixes several policy versions.

    Examples
    --------
    >>> causes_against([{"prompt": "a"}], [{"prompt": "b"}])
    {'situations': 'Only 0 of 2 situations are on both sides.'}
    """
    checks = {
        "situations": _situations(before, after),
        "answered": _answered(before, after, band),
        "judge": _judges(before, after),
        "policy": _policies(before, after),
    }
    return {cause: why for cause, why in checks.items() if why}


def answered_share(rows: Sequence[Row]) -> float | None:
    """Return the share of rows with a reply, None where no row has the field.

    Examples
    --------
    >>> answered_share([{"final_text": "Done."}, {"final_text": " "}])
    0.5
    """
    known = [row for row in rows if "final_text" in row]
    return sum(bool(str(row["final_text"] or "").strip()) for row in known) / len(known) if known else None


def policies_of(rows: Sequence[Row]) -> list[str]:
    """Return the policy versions of the rows, with ``unknown`` for rows that carry none while others do."""
    found = {str(row.get("policy_version") or "unknown") for row in rows}
    return [] if found == {"unknown"} else sorted(found)


def judges_of(rows: Sequence[Row]) -> list[str]:
    """Return who judged the rows, with the version and the model where the rows carry them.

    Examples
    --------
    >>> judges_of([{"judge_name": "rules", "lineage": {"judge_version": "2"}}, {"judge_name": "rules"}, {}])
    ['rules', 'rules@2']
    """
    found = set()
    for row in rows:
        if row.get("judge_name"):
            lineage = row.get("lineage")
            details = [lineage.get(key) for key in ("judge_version", "model")] if isinstance(lineage, Mapping) else []
            found.add("@".join(str(part) for part in [row["judge_name"], *details] if part))
    return sorted(found)


def shared_tasks(before: Sequence[Row], after: Sequence[Row]) -> tuple[int, int]:
    """Return how many situations are on both sides, and how many there are.

    Examples
    --------
    >>> shared_tasks([{"prompt": "a"}, {"prompt": "b"}], [{"prompt": "b"}])
    (1, 2)
    """
    one, other = set(map(task_of, before)), set(map(task_of, after))
    return len(one & other), len(one | other)


def _situations(before: Sequence[Row], after: Sequence[Row]) -> str:
    shared, every = shared_tasks(before, after)
    return f"Only {shared:,} of {every:,} situations are on both sides." if shared < LEAST_SHARED * every else ""


def _answered(before: Sequence[Row], after: Sequence[Row], band: float | None) -> str:
    one, other = answered_share(before), answered_share(after)
    if one is None or other is None:
        return ""
    unlikely = two_proportions(one, len(before), other, len(after)) < ANSWER_P
    if not unlikely or abs(one - other) <= (band or ANSWER_GAP):
        return ""
    return f"{percent(one)} of the rows before have a reply and {percent(other)} of those after."


def two_proportions(share_a: float, n_a: int, share_b: float, n_b: int) -> float:
    """Return the two-sided p-value of the pooled z test of two shares.

    Examples
    --------
    >>> round(two_proportions(0.9, 100, 0.7, 100), 5)
    0.00041
    """
    pooled = (share_a * n_a + share_b * n_b) / (n_a + n_b)
    error = sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b))
    return 2 * NormalDist().cdf(-abs(share_a - share_b) / error) if error else 1.0


def _judges(before: Sequence[Row], after: Sequence[Row]) -> str:
    one, other = judges_of(before), judges_of(after)
    if not one or not other or one == other:
        return ""
    return f"Before was judged by {listed(one[:4])}, after by {listed(other[:4])}."


def _policies(before: Sequence[Row], after: Sequence[Row]) -> str:
    mixed: list[Any] = [
        f"{side} mixes {listed(found[:4])}"
        for side, found in (("before", policies_of(before)), ("after", policies_of(after)))
        if len(found) > 1
    ]
    return f"One side is several agents: {'; '.join(mixed)}." if mixed else ""
