from collections import Counter
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import betabinom
from scipy.stats import t as student

from wai_nb.stats.betabinomial import all_pass, estimates

shapes = st.floats(0.2, 20)
asks = st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


def apart(groups):
    """Return each ask as a situation of its own."""
    return {str(i): [group] for i, group in enumerate(groups)}


@given(a=shapes, b=shapes, k=st.integers(1, 10))
def test_all_pass_is_the_betabinomial_chance_of_k_of_k(a, b, k):
    assert all_pass(a / (a + b), 1 / (a + b + 1), k) == pytest.approx(betabinom.pmf(k, k, a, b), rel=1e-9)


BRUTE_FORCE = [
    [(2, 2)] * 12 + [(2, 0)] * 4 + [(8, 5)] * 3 + [(8, 2)] * 2,  # stopped early
    [(8, 7)] * 6 + [(8, 4)] * 5 + [(8, 1)] * 3 + [(5, 5)],
    [(4, 3), (4, 2), (4, 4), (1, 0), (6, 3)],  # few asks, no more spread than chance
    [(3, 3)] * 4 + [(3, 0)] * 5 + [(3, 1)],  # nearly all or nothing
]


@pytest.mark.parametrize("groups", BRUTE_FORCE)
def test_values_and_intervals_are_those_of_a_fine_grid_with_scipy(groups):
    k, steps = 6, 300
    m, r = np.meshgrid(np.linspace(0, 1, steps + 2)[1:-1], np.linspace(1e-6, 1 - 1e-6, steps), indexing="ij")
    a, b = m * (1 / r - 1), (1 - m) * (1 / r - 1)
    counts = Counter(groups)
    fit = sum(times * betabinom.logpmf(passed, n, a, b) for (n, passed), times in counts.items())
    best = np.unravel_index((fit + np.log(1 - r)).argmax(), fit.shape)
    kept = fit >= fit.max() - student.ppf(0.975, len(groups) - 1) ** 2 / 2
    found = estimates(apart(groups), k)
    power = np.prod([(a + i) / (a + b + i) for i in range(k)], axis=0)
    for ours, values in ((found.pass_at_1, m), (found.pass_pow_k, power)):
        assert ours.value == pytest.approx(values[best], abs=0.01)
        assert ours.ci == pytest.approx((values[kept].min(), values[kept].max()), abs=0.02)


def stopped_early(rng, rate, k=8, probe=2):
    """Return (tries, passes) of an ask that is filled to k only when its probe splits."""
    tries = rng.random(k) < rate
    first = int(tries[:probe].sum())
    return (probe, first) if first in (0, probe) else (k, int(tries.sum()))


def constant(p, rng, n):
    return np.full(n, p)


def beta(a, b, rng, n):
    return rng.beta(a, b, n)


@pytest.mark.parametrize(
    ("rates", "truth"),
    [
        (partial(constant, 0.9), (0.9, 0.9**8)),
        (partial(constant, 0.75), (0.75, 0.75**8)),
        (partial(beta, 6, 1), (6 / 7, 6 / 14)),  # E[p^8] of Beta(6, 1): 6 / (6 + 8)
        (partial(beta, 2, 1), (2 / 3, 2 / 10)),
        (partial(beta, 1, 1), (1 / 2, 1 / 9)),
    ],
)
def test_early_stopping_does_not_bias_the_estimates(rates, truth):
    """Over 300 runs of 60 asks pass^8 is off by at most .05 (design 6), and nine intervals of ten hold it."""
    rng, runs = np.random.default_rng(0), 300
    found = [estimates(apart(stopped_early(rng, p) for p in rates(rng, 60)), k=8) for _ in range(runs)]
    ones, powers = [f.pass_at_1 for f in found], [f.pass_pow_k for f in found]
    assert np.mean([one.value for one in ones]) == pytest.approx(truth[0], abs=0.02)
    spread = np.std([power.value for power in powers]) / np.sqrt(runs)
    assert abs(np.mean([power.value for power in powers]) - truth[1]) <= 0.05 + 2 * spread
    for estimate, true in ((ones, truth[0]), (powers, truth[1])):
        assert np.mean([e.ci[0] <= true <= e.ci[1] for e in estimate]) >= 0.90


@given(groups=st.lists(asks, min_size=2, max_size=12), k=st.integers(2, 10))
def test_values_lie_inside_intervals_that_have_width(groups, k):
    found = estimates(apart(groups), k)
    if found is None:
        return
    for estimate in (found.pass_at_1, found.pass_pow_k, found.pass_at_k):
        low, high = estimate.ci
        assert 0 <= low <= estimate.value <= high <= 1
        assert high > low


def test_several_wordings_of_a_situation_say_less_than_as_many_situations():
    groups = [(2, 2), (2, 0)] * 15
    alone = estimates(apart(groups), k=8).pass_at_1.ci
    together = estimates({str(i): [group] * 3 for i, group in enumerate(groups[:10])}, k=8).pass_at_1.ci
    assert together[1] - together[0] > alone[1] - alone[0]


@pytest.mark.parametrize("clusters", [{}, {"a": [(8, 3)]}, {"a": [(1, 1)], "b": [(1, 0)]}])
def test_nothing_to_learn_the_spread_from(clusters):
    assert estimates(clusters, k=8) is None
