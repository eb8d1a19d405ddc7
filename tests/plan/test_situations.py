from __future__ import annotations

from collections import Counter
from itertools import islice
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wai_nb.errors import SettingError
from wai_nb.plan.axes import build_axes, is_hard, tier_of
from wai_nb.plan.grid import covering_grid, pairs_covered, pairs_planned
from wai_nb.plan.situations import UNRELATED_SHARE, draw_situations, tier_mix

ORDER = SimpleNamespace(name="get_order", parameters={"properties": {"order_id": {"type": "string"}}})
POLICY = "Help customers with orders."


def drawn(n, *, dimensions=None, tools=(ORDER,), seed=0, **dials):
    axes = build_axes(list(tools), POLICY, dimensions)
    return list(islice(draw_situations(axes, covering_grid(axes), seed=seed, **dials), n))


shares = st.floats(0, 1) | st.sampled_from([0.0, 0.1, 0.3, 0.4, 0.5, 1.0])


@settings(max_examples=40, deadline=None)
@given(shares, shares, st.integers(0, 10))
def test_both_dials_hold_in_every_prefix_and_do_not_correlate(hard_share, fault_rate, seed):
    situations = drawn(200, hard_share=hard_share, fault_rate=fault_rate, seed=seed)
    n_hard = Counter[bool]()
    n_fault = Counter[bool]()
    for i, situation in enumerate(situations, 1):
        hard = situation.tier != "ordinary"
        n_hard[hard] += 1
        n_fault[hard] += bool(situation.faults)
        assert abs(n_hard[True] - hard_share * i) <= 0.5 + 1e-6
        assert abs(n_fault[hard] - fault_rate * n_hard[hard]) <= 0.5 + 1e-6
    assert abs(n_fault.total() / 200 - fault_rate) < 0.02


def test_labels_are_what_happens():
    for situation in drawn(500):
        assert (situation.cell.tool_condition == "success") == (situation.faults == {})
        assert situation.tier == tier_of(situation.cell.stance)


def test_defaults_are_the_documents():
    mix = tier_mix(drawn(200), 0.4)
    assert mix["hard_share_realized"] == 0.4
    assert list(mix["counts"]) == ["ordinary", "ambiguous", "boundary", "adversarial"]
    assert sum(mix["counts"].values()) == 200
    assert tier_mix([], 0.4)["hard_share_realized"] is None


def test_every_cell_of_the_grid_is_met():
    axes = build_axes([ORDER], POLICY)
    grid = covering_grid(axes)
    cells = {situation.cell for situation in islice(draw_situations(axes, grid, seed=3), 1000)}
    assert set(grid) <= cells
    assert pairs_covered(cells) == pairs_planned(axes)


def test_situations_never_repeat():
    situations = drawn(5000)
    assert len({situation.scenario_id for situation in situations}) == 5000
    assert len({situation.world_seed for situation in situations}) == 5000
    assert all(len(s.scenario_id) == 15 and s.scenario_id.startswith("sc-") for s in situations)


def test_the_same_seed_draws_the_same_plan_and_another_does_not():
    assert drawn(50, seed=1) == drawn(50, seed=1) == drawn(80, seed=1)[:50]
    assert not {s.scenario_id for s in drawn(50, seed=1)} & {s.scenario_id for s in drawn(50, seed=2)}


def test_a_golden_plan():
    assert [s.scenario_id for s in drawn(3, seed=7)] == ["sc-0e749f3773b4", "sc-e2b090ab1324", "sc-065e62d2e797"]


def test_unrelated_asks_stay_few_and_are_met():
    situations = drawn(1000)
    unrelated = sum(s.cell.tool == "unrelated" for s in situations) / 1000
    assert 0 < unrelated <= UNRELATED_SHARE + 0.01
    assert all(s.cell.tool == "unrelated" for s in drawn(20, dimensions={"tool": ["unrelated"]}))
    many = [SimpleNamespace(name=f"t{i}", parameters={}) for i in range(30)]
    assert sum(s.cell.tool == "unrelated" for s in drawn(1000, tools=many)) / 1000 < 0.06  # as few as in the grid


def test_situations_without_a_fault_are_as_various_as_those_with_one():
    plain = [s.cell for s in drawn(500) if not s.faults]
    assert len({cell.world_state for cell in plain if is_hard(cell.stance)}) == 6
    assert Counter(plain).most_common(1)[0][1] <= 25


@pytest.mark.parametrize(
    ("dimensions", "hard", "faults"),
    [
        ({"stance": ["ordinary", "hurried"]}, {False}, {True, False}),
        ({"stance": ["adversarial"]}, {True}, {True, False}),
        ({"tool_condition": ["success"]}, {True, False}, {False}),
        ({"tool_condition": ["timeout", "rate_limited"]}, {True, False}, {True}),
        ({"stance": ["retry"], "tool_condition": ["stale_result"]}, {False}, {True}),
    ],
)
def test_pinned_axes_win_over_the_dials(dimensions, hard, faults):
    situations = drawn(60, dimensions=dimensions)
    assert {s.tier != "ordinary" for s in situations} == hard
    assert {bool(s.faults) for s in situations} == faults
    for axis, values in dimensions.items():
        assert {getattr(s.cell, axis) for s in situations} == set(values)
    assert len({s.scenario_id for s in situations}) == 60


def test_an_aimed_grid_without_hard_or_faulty_cells_still_honours_the_dials():
    axes = build_axes([ORDER], POLICY)
    plain = [c for c in covering_grid(axes) if c.stance == "ordinary" and c.tool_condition == "success"]
    situations = list(islice(draw_situations(axes, plain, seed=0, hard_share=0.5, fault_rate=0.5), 100))
    assert sum(s.tier != "ordinary" for s in situations) == 50
    assert sum(bool(s.faults) for s in situations) == 50


@pytest.mark.parametrize("dial", ["hard_share", "fault_rate"])
@pytest.mark.parametrize("value", [-0.1, 1.5, float("nan"), "a", None, True])
def test_a_share_outside_0_to_1_is_refused_at_once(dial, value):
    axes = build_axes([ORDER], POLICY)
    with pytest.raises(SettingError, match=dial):
        draw_situations(axes, covering_grid(axes), seed=0, **{dial: value})
