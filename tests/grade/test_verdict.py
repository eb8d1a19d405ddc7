import json
import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.grade.verdict import read_verdict


@pytest.mark.parametrize(
    ("returned", "reward"),
    [
        (1, 1),
        (0, 0),
        (0.7, 0.7),
        (True, 1),
        (False, 0),
        (np.int64(1), 1),
        (np.float64(0.5), 0.5),
        (np.bool_(True), 1),
        ({"reward": 1}, 1),
        ({"score": 0.25}, 0.25),
        ({"reward": True}, 1),
    ],
)
def test_readable(returned, reward):
    verdict = read_verdict(returned)
    assert (verdict.reward, verdict.status) == (reward, "ok")


@pytest.mark.parametrize(
    "returned",
    [
        1.2,
        -1,
        2,
        math.nan,
        math.inf,
        None,
        "1",
        "PASS",
        (1,),
        [1],
        Decimal("1"),
        b"1",
        {"reward": 2},
        {"reward": "1"},
        {"reward": None},
        {"reward": math.nan},
        {"score": [1]},
    ],
)
def test_unreadable_is_never_a_number(returned):
    verdict = read_verdict(returned)
    assert (verdict.reward, verdict.status) == (None, "invalid_result")
    assert verdict.reason


@pytest.mark.parametrize("returned", [{}, {"rating": 4}, {"reason": "fine"}])
def test_missing_reward(returned):
    assert (read_verdict(returned).reward, read_verdict(returned).status) == (None, "missing_reward")


def test_reason_markers_and_the_rest_are_kept():
    verdict = read_verdict({"reward": 1, "reason": "on time", "markers": {"polite": 1}, "model": "m"})
    assert (verdict.reason, verdict.markers, verdict.meta) == ("on time", {"polite": 1}, {"model": "m"})


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["reward", "score", "rating"]), inner),
    max_leaves=8,
)


@given(ANYTHING, st.none() | st.tuples(st.floats(-10, 0), st.floats(1, 10)))
def test_whatever_a_judge_returns_is_a_reward_in_range_or_none_with_a_status(returned, scale):
    verdict = read_verdict(returned, scale)
    if verdict.status == "ok":
        assert verdict.reward is not None and 0 <= verdict.reward <= 1
    else:
        assert verdict.reward is None and verdict.reason
    json.dumps([verdict.reward, verdict.reason, dict(verdict.markers), dict(verdict.meta)], allow_nan=False)
