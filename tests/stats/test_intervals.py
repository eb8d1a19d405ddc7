import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from scipy.stats import t as student

from wai_nb.stats.intervals import clustered, design_effect, t_quantile, wilson


@given(n=st.integers(1, 500), share=st.floats(0, 1), level=st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_wilson_agrees_with_scipy(n, share, level):
    passed = round(share * n)
    reference = binomtest(passed, n).proportion_ci(level, method="wilson")
    assert wilson(passed / n, n, level) == pytest.approx((reference.low, reference.high), abs=1e-9)


def test_golden_wilson():
    assert wilson(1, 14)[0] == pytest.approx(0.78468, abs=1e-5)  # contract-measure 4.3, agrees with statsmodels
    assert wilson(0.5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)


def test_one_cluster_has_no_interval():
    assert clustered({"a": [1.0, 0.0]}, n_rows=8) is None


def test_all_equal_is_not_certain():
    low, high = clustered({str(i): [1.0] for i in range(25)}, n_rows=100)
    assert (low, high) == pytest.approx((0.866808, 1.0), abs=1e-6)  # Wilson 25 of 25


@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_interval_holds_the_mean_and_has_width(values):
    low, high = clustered({str(i): [value] for i, value in enumerate(values)}, n_rows=4 * len(values))
    assert 0 <= low < high <= 1
    assert low - 1e-9 <= sum(values) / len(values) <= high + 1e-9


def test_clusters_widen_the_interval():
    """Ten situations in three equal wordings say no more than ten asks."""
    apart = clustered({str(i): [float(i % 2)] for i in range(30)}, n_rows=120)
    together = clustered({str(i): [float(i % 2)] * 3 for i in range(10)}, n_rows=120)
    assert together[1] - together[0] > apart[1] - apart[0]


@pytest.mark.parametrize("k", [4, 8])
def test_coverage_at_few_tasks(k):
    """At least 90 % of intervals hold the true mean at 3 tasks, 92 % from 5 (design 6); rates drawn from Beta(2, 1)."""
    generator = np.random.default_rng(0)
    for tasks, least in ((3, 0.90), (5, 0.92), (20, 0.92)):
        means = generator.binomial(k, generator.beta(2, 1, size=(1500, tasks))) / k
        held = 0
        for row in means:
            low, high = clustered({str(i): [float(v)] for i, v in enumerate(row)}, n_rows=k * tasks)
            held += low <= 2 / 3 <= high
        assert held / 1500 >= least - 0.015  # two standard errors of 1,500 trials


@given(level=st.floats(0.5, 0.999), df=st.integers(1, 500))
def test_t_agrees_with_scipy(level, df):
    assert t_quantile(level, df) == pytest.approx(student.ppf((1 + level) / 2, df), abs=1e-9, rel=1e-9)


def test_the_design_effect_is_the_variance_of_the_mean_over_that_of_as_many_independent_values():
    """Clusters of four equal values: the mean varies as if there were a fourth as many."""
    generator = np.random.default_rng(0)
    effects = [design_effect({str(i): [value] * 4 for i, value in enumerate(generator.random(50))}) for _ in range(200)]
    assert np.mean(effects) == pytest.approx(4 * 50 / 49 * 199 / 200, rel=0.01)
    spread = [design_effect({str(i): list(generator.random(4)) for i in range(50)}) for _ in range(200)]
    assert 1 <= np.mean(spread) < 1.2  # nothing shared: 1, cut off from below


def test_no_spread_has_no_design_effect():
    assert design_effect({"a": [1.0, 1.0], "b": [1.0]}) == 1.0
