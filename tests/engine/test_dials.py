"""The two dials of a run, read off the rows that it delivers: how many situations are hard, how many meet a fault."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.engine.agents import POLICY, get_order, looks_up

import wai_nb as wai
from wai_nb.plan.axes import HARD_TIERS, TIERS, faults_of

COUNT = 200
MODES = {
    "explore": {"mode": "explore", "budget": COUNT},
    "rl": {"mode": "rl", "repeat_policy": "fixed", "repeats": 2, "budget": 2 * COUNT},
}


@pytest.fixture(scope="module", params=MODES)
def run(request):
    def of(**dials):
        return wai.simulate(
            looks_up, tools=[get_order], system_prompt=POLICY, simulator=False, **MODES[request.param], **dials
        )

    return of


def situations_of(data):
    """Return one row of each situation, having checked that its other rows say the same of it."""
    first = {}
    for row in data.rows:
        one = first.setdefault(row["scenario_id"], row)
        assert (row["tier"], row.get("faults")) == (one["tier"], one.get("faults"))
    return list(first.values())


@pytest.mark.parametrize("fault_rate", [0, 0.1, 0.3, 0.5, 1])
@pytest.mark.parametrize("hard_share", [0, 0.2, 0.4, 1])
def test_both_dials_hit_in_the_rows_delivered(run, hard_share, fault_rate):
    data = run(hard_share=hard_share, fault_rate=fault_rate)
    rows = situations_of(data)
    assert len(rows) == COUNT
    tiers = Counter(row["tier"] for row in rows)
    hard = sum(tiers[tier] for tier in HARD_TIERS)
    assert hard == round(hard_share * COUNT)
    assert abs(sum(bool(row.get("faults")) for row in rows) - fault_rate * COUNT) <= 0.02 * COUNT
    mix = data.search["tier_mix"]
    assert (mix["hard_share_requested"], mix["hard_share_realized"]) == (hard_share, hard / COUNT)
    assert mix["counts"] == {tier: tiers[tier] for tier in TIERS}


@pytest.mark.parametrize("fault_rate", [0, 0.3, 1])
def test_condition_labels_are_the_faults_and_the_faults_are_met(run, fault_rate):
    for row in run(fault_rate=fault_rate).rows:
        condition = row["scenario_dimensions"]["tool_condition"]
        assert row.get("faults", {}) == faults_of(condition)
        (step,) = row["steps"]
        status = step["result"].get("status") if isinstance(step["result"], dict) else None
        for refusal in ("timeout", "permission_denied"):
            assert (status == refusal) == (condition == refusal)
