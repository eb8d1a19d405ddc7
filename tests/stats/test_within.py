import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr

from wai_nb.stats.within import within

pairs = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=4, max_size=30)


@given(pairs)
def test_one_group_is_pearsons_correlation(group):
    x, y = np.array(group, dtype=float).T
    found = within([group])
    if x.std() == 0 or y.std() == 0:
        assert found is None
        return
    reference = pearsonr(x, y)
    assert found.r == pytest.approx(reference.statistic, abs=1e-9)
    assert found.p_value == pytest.approx(reference.pvalue, abs=1e-9)


@given(pairs, st.integers(-1000, 1000))
def test_what_differs_between_groups_does_not_count(group, shift):
    alone = within([group, group])
    moved = within([group, [(x + shift, y) for x, y in group]])
    if alone is None:
        assert moved is None
    else:
        assert moved == pytest.approx(alone, abs=1e-9)


def _noise(rng):
    return list(zip(rng.normal(size=8), rng.integers(0, 2, 8), strict=True))


def test_noise_is_found_as_often_as_the_p_value_says():
    rng = np.random.default_rng(0)
    runs = ([_noise(rng) for _ in range(10)] for _ in range(1000))
    p = np.array([within(groups).p_value for groups in runs])
    assert 0.03 < np.mean(p <= 0.05) < 0.07  # three standard errors of 1,000 trials


@pytest.mark.parametrize("groups", [[], [[(1, 1)]], [[(1, 1), (1, 0)]], [[(1, 1), (2, 0)]]])
def test_too_little_to_say(groups):
    assert within(groups) is None
