"""Bug cases: draws without a score, and nothing, everything, one task, one row, no rows."""

import json
import math
import warnings
from pathlib import Path

import pytest

import wai_nb as wai

GIVEN = Path(__file__).parents[1] / "cases" / "given"
BOUNDARY = json.loads((GIVEN / "b29_boundary_scores.json").read_text())


@pytest.fixture
def unscored():
    return [json.loads(line) for line in (GIVEN / "b09_groups_with_unscored.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(
    ("k", "at", "power", "tasks"), [(4, 2 / 3, 1 / 3, 3), (2, (0 + 5 / 6 + 1 + 0) / 3, (0 + 1 / 6 + 1 + 0) / 3, 3)]
)
def test_an_ask_with_too_few_scored_tries_stays_out_of_k(unscored, k, at, power, tasks):
    found = wai.pass_at(unscored, k=k)
    assert found.pass_at_1 == pytest.approx(0.375, abs=1e-9)
    assert (found.pass_at_k, found.pass_pow_k) == (pytest.approx(at, abs=1e-9), pytest.approx(power, abs=1e-9))
    assert (found.n_groups_at_k, found.n_unread) == (tasks, 3)
    assert "3 verdicts unread" in str(found)


def test_one_of_the_asks_is_mixed(unscored):
    signal = wai.group_signal(unscored)
    assert (signal.n_mixed, signal.n_single, signal.n_all_zero, signal.n_all_one) == (1, 1, 1, 1)


@pytest.mark.parametrize("name", BOUNDARY)
def test_no_view_and_no_number_is_nan(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for found in (wai.pass_at(BOUNDARY[name]), wai.group_signal(BOUNDARY[name])):
            assert not any(isinstance(value, float) and math.isnan(value) for value in found.values())
            for text in (str(found), repr(found), found._repr_mimebundle_()["text/html"]):
                assert "nan" not in text.lower()
        wai.pass_at(BOUNDARY[name]).histogram()._repr_mimebundle_()


def test_nothing_and_everything_solved_are_not_certain():
    nothing, everything = (wai.pass_at(BOUNDARY[name]) for name in ("all_fail", "all_pass"))
    assert (nothing.pass_at_1, everything.pass_at_1) == (0, 1)
    assert nothing.ci95 == pytest.approx((0, 0.133192), abs=1e-6)  # Wilson, 0 of 25
    assert everything.ci95 == pytest.approx((0.866808, 1), abs=1e-6)


@pytest.mark.parametrize(("name", "rate"), [("one_task", 0.75), ("one_row", 1.0)])
def test_one_task_has_no_interval_and_says_why(name, rate):
    found = wai.pass_at(BOUNDARY[name])
    assert (found.pass_at_1, found.ci95) == (rate, None)
    assert "one task" in found.note


def test_no_rows_is_no_value():
    found = wai.pass_at(BOUNDARY["empty"])
    assert (found.pass_at_1, found.ci95) == (None, None)
    assert "no rows" in found.note
