from __future__ import annotations

import copy
import pickle
from math import ceil, isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from wai_nb.errors import SettingError
from wai_nb.plan.sizing import recommend

POLICY = "Help customers with orders."
SIMULATE_KEYS = {"mode", "situations", "phrasings", "repeats", "budget", "time_budget", "until"}


def get_order(order_id: str) -> dict:
    """Look up an order by id."""
    return {"order_id": order_id}


def plan(**dials):
    return recommend(tools=[get_order], system_prompt=POLICY, **dials)


@pytest.mark.parametrize(
    ("dials", "situations", "budget"),
    [
        ({}, 200, 1600),
        ({"mixed_rate": 0.2}, 500, 4000),
        ({"mixed_rate": 0.25}, 400, 3200),
        ({"mixed_rate": 0.1}, 1000, 8000),
        ({"mixed_rate": 1}, 144, 1152),
        ({"target": 100}, 144, 1152),
        ({"target": 801}, 201, 1608),
    ],
)
def test_rl_sizes(dials, situations, budget):
    rec = plan(mode="rl", **dials)
    assert (rec["situations"], rec["budget"], rec["rollouts_per_request"]) == (situations, budget, 8)
    assert rec["simulate_kwargs"]["situations"] * rec["simulate_kwargs"]["repeats"] == budget


@pytest.mark.parametrize(("target", "budget"), [(None, 2400), (100, 400), (801, 2500), (1, 400), (1000, 3000)])
def test_sft_sizes(target, budget):
    rec = plan(target=target)
    assert (rec["mode"], rec["budget"], rec["grid_cells"]) == ("sft", budget, 72)
    assert rec["optimize_target"] == (target or 800)


def test_explore_and_adaptive_have_plans_of_their_own():
    explore, adaptive = plan(mode="explore"), plan(mode="adaptive")
    assert explore["simulate_kwargs"] == {"mode": "explore", "situations": 2400, "budget": 2400, "time_budget": None}
    assert adaptive["simulate_kwargs"] == {
        "mode": "adaptive", "until": "saturation", "budget": 2400, "time_budget": None,
    }  # fmt: skip
    assert "a new situation every row" in explore["reasoning"][1]
    assert 'until="saturation"' in adaptive["reasoning"][1]
    for rec in (explore, adaptive):
        assert len(rec["reasoning"]) == 5 and "rollouts_per_request" not in rec


@pytest.mark.parametrize("mode", ["explore", "sft", "rl", "adaptive"])
def test_the_kwargs_are_those_of_simulate_and_the_call_shows_them_all(mode):
    rec = plan(mode=mode)
    assert set(rec["simulate_kwargs"]) <= SIMULATE_KEYS
    assert rec["simulate_kwargs"]["mode"] == mode
    shown = str(rec)
    assert all(name in shown for name in rec["simulate_kwargs"])


@pytest.mark.parametrize(
    ("dials", "words"),
    [
        ({"mode": "weird"}, ["mode='weird'", "'adaptive'"]),
        ({"mode": "exlore"}, ["Did you mean 'explore'?"]),
        ({"mode": None}, ["mode=None"]),
        ({"target": 0}, ["target=0", "1 or more"]),
        ({"target": -5}, ["target=-5"]),
        ({"target": 2.5}, ["target=2.5"]),
        ({"target": "x"}, ["target='x'"]),
        ({"target": True}, ["target=True"]),
        ({"mode": "rl", "mixed_rate": 0}, ["mixed_rate=0", "above 0", "more asks"]),
        ({"mode": "rl", "mixed_rate": 1.5}, ["mixed_rate=1.5"]),
        ({"mode": "rl", "mixed_rate": -0.1}, ["mixed_rate=-0.1"]),
        ({"mode": "rl", "mixed_rate": float("nan")}, ["mixed_rate=nan"]),
        ({"mode": "rl", "mixed_rate": "half"}, ["mixed_rate='half'"]),
        ({"mixed_rate": 2}, ["mixed_rate=2"]),
        ({"policy": "Never refund."}, ["policy=", "system_prompt=", "differ"]),
    ],
)
def test_wrong_dials_say_what_is_allowed(dials, words):
    with pytest.raises(SettingError) as caught:
        plan(**dials)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_nothing_to_plan_from_is_refused():
    for arguments in ({}, {"tools": []}, {"policy": "  "}):
        with pytest.raises(SettingError, match="neither"):
            recommend(**arguments)


def test_policy_and_system_prompt_are_the_same_thing():
    assert recommend([get_order], POLICY) == recommend([get_order], system_prompt=POLICY)
    assert recommend([get_order], POLICY, system_prompt=POLICY)["grid_cells"] == 72


def test_a_small_rate_is_not_clipped_and_says_what_it_means():
    rec = plan(mode="rl", mixed_rate=0.001)
    assert rec["situations"] == 100_000 and rec["mixed_rate"] == 0.001
    assert "0.1%" in rec["reasoning"][1] and "99.9% of these asks" in rec["reasoning"][-1]
    assert "Only 0.1% of the asks" in str(rec)
    assert "given mixed-group rate" in rec["reasoning"][1]


def test_where_the_grid_sets_the_size_it_says_so():
    assert plan(mode="rl", target=100)["reasoning"][-1] == (
        "the grid sets the size: 2 asks per cell = 144; expect about 576 mixed-group rows"
    )
    assert "2 a cell" in str(plan(mode="rl", target=100))


@given(st.integers(1, 5000), st.floats(0.001, 1))
def test_an_rl_plan_reaches_its_target_and_not_much_more(target, rate):
    rec = plan(mode="rl", target=target, mixed_rate=rate)
    expected = rec["situations"] * 8 * rate
    assert expected > target or isclose(expected, target, rel_tol=1e-6)
    assert rec["situations"] == 144 or expected < target + 8 * rate + 1e-3


def test_the_card_warns_of_the_guess_only_while_it_is_one():
    assumed, given_ = str(plan(mode="rl")), str(plan(mode="rl", mixed_rate=0.35))
    assert "The mixed share is a guess." in assumed and "mixed_rate=<measured share>" in assumed
    assert "from 1,232 to 4,000 rollouts" in " ".join(assumed.split())
    assert "guess" not in given_ and "assumed, not measured" not in given_


def test_the_card_says_that_clauses_were_left_out():
    policy = "\n".join(f"- Rule number {i} holds." for i in range(20))
    assert "4 of the policy's 20 clauses are not in the grid." in str(recommend([get_order], policy))


@pytest.mark.parametrize("mode", ["explore", "sft", "rl", "adaptive"])
def test_a_plan_shows_itself_everywhere(mode):
    rec = plan(mode=mode)
    bundle = rec._repr_mimebundle_()
    assert set(bundle) <= {"text/plain", "text/html"}
    assert "2,400" in bundle["text/plain"] or "1,600" in bundle["text/plain"]
    assert "\n" not in repr(rec)
    assert len(rec.to_frame()) == 1
    for twin in (copy.copy(rec), pickle.loads(pickle.dumps(rec))):
        assert twin == rec and str(twin) == str(rec)


def test_the_counts_of_a_probe_size_the_run_at_both_ends_of_their_interval():
    """contract-measure 1: 6 of 12 has a 95% Wilson interval of .254 to .746, 394 down to 144 asks at 72 cells."""
    rec = plan(mode="rl", mixed_rate=(6, 12))
    scipy_low, scipy_high = binomtest(6, 12).proportion_ci(method="wilson")
    assert rec["mixed_rate_ci95"] == pytest.approx((scipy_low, scipy_high), abs=0.0005) == (0.254, 0.746)
    assert rec["situations_ci95"] == (max(144, ceil(800 / (8 * 0.746))), ceil(800 / (8 * 0.254))) == (144, 394)
    assert (rec["situations"], rec["mixed_rate"], rec["mixed_counts"]) == (200, 0.5, (6, 12))
    assert rec["simulate_kwargs"] == plan(mode="rl")["simulate_kwargs"]


def test_a_probe_explains_itself_in_the_reasoning_and_on_the_card():
    measured, assumed = plan(mode="rl", mixed_rate=(6, 12)), plan(mode="rl")
    lines = measured["reasoning"]
    assert "measured mixed-group rate 50% (6 of 12 asks of the probe, 95% interval 25.4% to 74.6%)" in lines[1]
    assert "25.4%: 394 asks x 8 = 3152 rows" in lines[3] and "74.6%: 144 asks x 8 = 1152 rows" in lines[3]
    others = [line for i, line in enumerate(lines) if i not in (1, 3)]
    assert others == [line for i, line in enumerate(assumed["reasoning"]) if i != 1]
    card = " ".join(str(measured).split())
    assert "The probe of 12 asks leaves it between 144 and 394 asks." in card
    assert "guess" not in card and "assumption" not in card
    picture = measured.pictures()["rates"]
    assert [row[0] for row in picture.rows] == ["0.25", "0.50", "0.75"]


def test_a_large_probe_settles_what_the_grid_sets():
    card = str(plan(mode="rl", target=100, mixed_rate=(60, 100)))
    assert "settles the size" in card


def test_group_signal_is_read_without_the_asks_that_were_played_once():
    signal = {"n_mixed": 3, "n_groups": 14, "n_single": 2, "mixed_rate": 0.25, "headroom": 0.1}
    assert plan(mode="rl", mixed_rate=signal) == plan(mode="rl", mixed_rate=[3, 12])
    assert plan(mode="rl", mixed_rate=np.array([3, 12]).tolist())["situations"] == 400


@given(st.integers(1, 400), st.integers(0, 400))
def test_the_ends_enclose_the_plan(mixed, unanimous):
    rec = plan(mode="rl", mixed_rate=(mixed, mixed + unanimous))
    few, many = rec["situations_ci95"]
    assert few <= rec["situations"] <= many


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((0, 12), ["not one of 12 asks was mixed", "24%", "hard_share=0.8"]),
        ((12, 6), ["12 mixed of 6 asks cannot be", "in this order"]),
        ((0, 0), ["no ask has two rollouts", "situations=12"]),
        ((6,), ["is not two counts", "mixed_rate=(6, 12)"]),
        ((6, 12, 3), ["is not two counts"]),
        ((0.5, 12), ["is not two counts"]),
        ((True, 12), ["is not two counts"]),
        ((-1, 12), ["is not two counts"]),
        (("6", "12"), ["is not two counts"]),
        ({"n_mixed": 3, "n_groups": 12}, ["n_single", "group_signal(rows)"]),
        ({"n_mixed": None, "n_groups": 12, "n_single": 0}, ["whole numbers"]),
        ({"n_mixed": 0, "n_groups": 3, "n_single": 3}, ["no ask has two rollouts", "3 of them single"]),
        ({"n_mixed": 5, "n_groups": 6, "n_single": 3}, ["5 mixed of 3 asks cannot be"]),
        ({}, ["n_mixed, n_groups, n_single"]),
    ],
)
@pytest.mark.parametrize("mode", ["rl", "sft"])
def test_counts_that_cannot_be_say_what_is_allowed(counts, words, mode):
    with pytest.raises(SettingError) as caught:
        plan(mode=mode, mixed_rate=counts)
    assert all(word in str(caught.value) for word in words), str(caught.value)
