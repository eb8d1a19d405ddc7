"""One test a sentence of the documents that fixes the plan: recommend, the grid, hard_share, dimensions."""

from __future__ import annotations

from itertools import islice

import pytest

from wai_nb.plan.axes import build_axes
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situations import draw_situations, tier_mix
from wai_nb.plan.sizing import recommend
from wai_nb.records.tools import to_tools

POLICY = "Help customers with orders."


def get_order(order_id: str) -> dict:
    """Look up an order by id."""
    return {"order_id": order_id}


SFT = """\
covering grid: 72 cells for this agent
saturation wants 5 visits per cell = 360 rows
selection wants about 3x its target of 800 to choose from
generate 2400, select 800 diverse 1-labeled rows
time_budget off: a sized run stops on rows, not the clock"""

RL = """\
covering grid: 72 cells for this agent
k=8 rollouts per ask; assumed mixed-group rate 50% (measure it with a 12-ask probe and group_signal, then recompute)
200 asks x 8 = 1600 rows to select about 800 mixed-group rows
a low measured rate means the grid is too easy for this agent: use traces=, harder cells, or a stricter judge prompt before buying more rollouts
in post-training terms the mixed rate is the pass@k - pass@1 headroom (group_signal reports both); pass@k near pass@1 means nothing to learn"""  # noqa: E501


def plan(**dials):
    return recommend(tools=[get_order], system_prompt=POLICY, **dials)


def situations(n, dimensions=None, **dials):
    axes = build_axes(to_tools([get_order]), POLICY, dimensions)
    return list(islice(draw_situations(axes, covering_grid(axes), seed=0, **dials), n))


def test_recommend_sizes_the_run_from_the_agents_own_covering_grid():
    assert plan()["grid_cells"] == len(covering_grid(build_axes(to_tools([get_order]), POLICY))) == 72


def test_the_reasoning_lines_for_the_one_tool_agent():
    rec = plan(mode="sft")
    assert "\n".join(rec["reasoning"]) == SFT


def test_the_reasoning_lines_for_rl():
    assert "\n".join(plan(mode="rl")["reasoning"]) == RL


def test_simulate_kwargs_can_be_passed_on_beside_tools_and_system_prompt():
    for mode in ("explore", "sft", "rl", "adaptive"):
        assert not {"agent", "tools", "system_prompt"} & set(plan(mode=mode)["simulate_kwargs"])


def test_time_budget_off():
    assert plan()["simulate_kwargs"]["time_budget"] is None


def test_target_sets_how_many_selected_rows_you_want_default_800():
    assert plan()["optimize_target"] == 800
    assert plan(target=50)["optimize_target"] == 50


def test_rl_assumes_half_the_prompts_produce_a_mixed_group():
    assert plan(mode="rl")["mixed_rate"] == 0.5
    assert plan(mode="rl") == plan(mode="rl", mixed_rate=0.5)


def test_pass_the_measured_number_back_as_mixed_rate():
    assert plan(mode="rl", mixed_rate=0.25)["situations"] == 400


def test_adaptive_is_best_with_until_saturation():
    assert plan(mode="adaptive")["simulate_kwargs"]["until"] == "saturation"


def test_hard_share_is_the_share_from_the_three_hard_tiers_040_by_default():
    mix = tier_mix(situations(1000), hard_share=0.40)
    assert mix["hard_share_realized"] == 0.40
    assert sum(mix["counts"][tier] for tier in ("ambiguous", "boundary", "adversarial")) == 400


@pytest.mark.parametrize("hard_share", [0.0, 0.2, 1.0])
def test_tier_mix_reports_the_share_asked_for_and_the_share_drawn(hard_share):
    mix = tier_mix(situations(100, hard_share=hard_share), hard_share)
    assert mix["hard_share_requested"] == mix["hard_share_realized"] == hard_share


def test_dimensions_pins_one_axis_and_keeps_the_other_axes_of_the_grid():
    whole, pinned = (build_axes(to_tools([get_order]), POLICY, d) for d in (None, {"stance": ["boundary"]}))
    assert pinned == whole._replace(stance=("boundary",))
    drawn = situations(400, {"stance": ["boundary"]})
    for axis, values in pinned._asdict().items():
        assert {getattr(situation.cell, axis) for situation in drawn} == set(values)
