"""The two dials of a plan, over their whole range: how many situations are hard, how many meet a fault."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.asks.makers import A1, A3, BANK, CODING, NO_TOOLS

from wai_nb.plan.axes import build_axes, faults_of, is_hard
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situations import draw_situations, tier_mix

COUNT = 200
AGENTS = {"A1": A1, "A3": A3, "coding": CODING, "bank": BANK}


def planned(agent, seed=0, count=COUNT, dimensions=None, **dials):
    axes = build_axes(*agent, dimensions)
    return list(islice(draw_situations(axes, covering_grid(axes), seed=seed, **dials), count))


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
@pytest.mark.parametrize("fault_rate", [0, 0.1, 0.3, 0.5, 1])
@pytest.mark.parametrize("hard_share", [0, 0.2, 0.4, 1])
def test_both_dials_hit_together(agent, fault_rate, hard_share):
    items = planned(agent, fault_rate=fault_rate, hard_share=hard_share)
    assert abs(sum(bool(item.faults) for item in items) - fault_rate * COUNT) <= 2  # 1 point at 200
    assert abs(sum(is_hard(item.cell.stance) for item in items) - hard_share * COUNT) <= 1
    assert abs(tier_mix(items, hard_share)["hard_share_realized"] - hard_share) <= 1 / COUNT


@pytest.mark.parametrize("fault_rate", [0.1, 0.3, 0.5])
def test_faults_fall_on_hard_and_easy_situations_alike(fault_rate):
    items = planned(A3, fault_rate=fault_rate, hard_share=0.4)
    for hard in (True, False):
        some = [item for item in items if is_hard(item.cell.stance) == hard]
        assert abs(sum(bool(item.faults) for item in some) - fault_rate * len(some)) <= 1


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 13, 40])
@pytest.mark.parametrize("seed", range(3))
def test_dials_hold_at_every_length(count, seed):
    items = planned(A1, seed, count, fault_rate=0.3, hard_share=0.4)
    assert abs(sum(is_hard(item.cell.stance) for item in items) - 0.4 * count) <= 0.5 + 1e-9
    assert abs(sum(bool(item.faults) for item in items) - 0.3 * count) <= 1


@pytest.mark.parametrize("fault_rate", [0, 0.3, 1])
def test_condition_labels_equal_the_faults(fault_rate):
    for item in planned(A3, fault_rate=fault_rate):
        assert dict(item.faults) == faults_of(item.cell.tool_condition)
        assert bool(item.faults) == (item.cell.tool_condition != "success")


def test_a_pinned_condition_wins_and_keeps_the_other_axes():
    items = planned(A3, fault_rate=0.5, dimensions={"tool_condition": ["rate_limited", "success"]})
    assert sum(bool(item.faults) for item in items) == COUNT // 2
    assert {item.cell.tool_condition for item in items} == {"rate_limited", "success"}
    assert len({item.cell.stance for item in items}) == 10
    only = planned(A3, fault_rate=0.1, dimensions={"tool_condition": ["timeout"]})
    assert all(item.faults for item in only)


def test_without_tools_nothing_can_fault():
    assert not any(item.faults for item in planned(NO_TOOLS, fault_rate=1))


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_unrelated_asks_keep_their_small_share(agent):
    items = planned(agent)
    assert 0 < sum(item.cell.tool == "unrelated" for item in items) <= 0.1 * COUNT + 4  # 4 pools, each rounded
