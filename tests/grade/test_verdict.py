import math
from decimal import Decimal

import numpy as np
import pytest

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
