"""The sign-flip test against scipy and brute force, and its interval against itself."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from wai_nb.stats.paired import ENUMERATED, holm, holm_levels, sign_flip, tasks_needed
from wai_nb.stats.unpaired import welch

rates = st.integers(1, 8).flatmap(lambda k: st.lists(st.integers(-k, k).map(lambda x: x / k), min_size=1, max_size=40))
odd = st.lists(st.floats(-1, 1, allow_nan=False).map(lambda x: round(x, 4)), min_size=1, max_size=30)


def brute_force(differences):
    """Share of all sign patterns at least as far out, in whole numbers."""
    scale = 840
    whole = [round(x * scale) for x in differences]
    sums = Counter({0: 1})
    for size in whole:
        after = Counter()
        for total, ways in sums.items():
            after[total + size] += ways
            after[total - size] += ways
        sums = after
    seen = abs(sum(whole))
    return float(Fraction(sum(ways for total, ways in sums.items() if abs(total) >= seen), 2 ** len(whole)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n", [3, 8, 14, 17])
def test_it_agrees_with_scipy_by_full_enumeration(n, seed):
    draw = np.random.default_rng(seed)
    for values in (draw.normal(0.3, 1, min(n, ENUMERATED)), draw.integers(-4, 6, n) / 4):
        reference = stats.permutation_test(
            (values,), lambda x, axis: x.mean(axis), permutation_type="samples", vectorized=True, n_resamples=2**18
        )
        assert sign_flip(values).p_value == pytest.approx(reference.pvalue, abs=1e-9)


@pytest.mark.parametrize("k", [1, 2, 3, 5, 7, 8])
@pytest.mark.parametrize("n", [17, 40, 150])
def test_beyond_enumeration_it_agrees_with_counting_in_whole_numbers(n, k):
    draw = np.random.default_rng(n + k)
    values = (draw.binomial(k, 0.55, n) - draw.binomial(k, 0.45, n)) / k
    assert sign_flip(values).p_value == pytest.approx(brute_force(values), abs=1e-12)


def test_patterns_listed_one_by_one():
    values = [0.5, -0.25, 1.0, 0.75, 0.0]
    sums = [abs(sum(s * v for s, v in zip(signs, values, strict=True))) for signs in product((1, -1), repeat=5)]
    assert sign_flip(values).p_value == sum(total >= 2.0 for total in sums) / 32


@pytest.mark.parametrize("n", [20, 300])
def test_differences_that_are_no_fractions_are_rounded_to_a_fine_grid(n):
    """At these sizes Student's test is a good reference; the rounding must not show beside the gap between the two."""
    draw = np.random.default_rng(n)
    for _ in range(8):
        values = draw.normal(0.1, 1, n)
        assert sign_flip(values).p_value == pytest.approx(stats.ttest_1samp(values, 0).pvalue, abs=0.03)
        fine = sign_flip(np.round(values, 2))  # fractions of 100: no rounding of ours
        assert sign_flip(values).p_value == pytest.approx(fine.p_value, abs=0.01)


@pytest.mark.parametrize(
    ("differences", "p"),
    [([1] * 6, 1 / 32), ([1] * 5, 1 / 16), ([1] * 4 + [0] * 6, 1 / 8), ([1] * 5 + [0] * 5, 1 / 16), ([0] * 9, 1.0)],
)
def test_golden_cases(differences, p):
    """contract-measure 4.1: all signs alike in 2 of 2^m patterns, where m tasks moved."""
    assert sign_flip(differences).p_value == p


@settings(max_examples=300, deadline=None)
@given(st.one_of(rates, odd), st.sampled_from([0.9, 0.95, 0.99]))
def test_interval_and_test_never_disagree(differences, level):
    found = sign_flip(differences, level)
    low, high = found.interval
    assert low < high
    assert low <= found.delta <= high
    assert (low <= 0 <= high) == (found.p_value > 1 - level)


@settings(max_examples=200, deadline=None)
@given(st.one_of(rates, odd), st.randoms())
def test_the_other_sign_mirrors_and_the_order_is_nothing(differences, random):
    found = sign_flip(differences)
    low, high = found.interval
    mirrored = sign_flip([-x for x in differences])
    assert mirrored[:2] == pytest.approx((-found.delta, found.p_value))
    assert mirrored.interval == pytest.approx((-high, -low))
    assert sign_flip(random.sample(differences, len(differences))) == found


@pytest.mark.parametrize("n", [1, 2, 6, 30, 500])
@pytest.mark.parametrize("size", [0.0, 0.125, 1.0])
def test_equal_differences_never_give_zero_width(n, size):
    low, high = sign_flip([size] * n).interval
    assert high - low > 1e-3


def test_interval_is_students_where_there_is_nothing_to_mend():
    values = np.random.default_rng(3).normal(0, 1, 400)
    low, high = stats.t.interval(0.95, 399, values.mean(), stats.sem(values))
    assert sign_flip(values).interval == pytest.approx((low, high), abs=1e-9)


@pytest.mark.parametrize(("n", "k", "low"), [(6, 1, 0.2), (8, 4, 0.2), (12, 1, 0.1), (20, 8, 0.4)])
def test_interval_covers_a_true_change(n, k, low):
    """Task chances differ, b adds .15; 95% promised, and 3 standard errors of 1,000 trials left for chance."""
    draw = np.random.default_rng(0)
    held = 0
    for _ in range(1000):
        chances = draw.uniform(low, 0.8, n)
        values = (draw.binomial(k, chances + 0.15) - draw.binomial(k, chances)) / k
        ends = sign_flip(values).interval
        held += ends[0] <= 0.15 <= ends[1]
    assert held / 1000 >= 0.92 - 3 * (0.05 * 0.95 / 1000) ** 0.5


@pytest.mark.parametrize(("alpha", "n"), [(0.05, 6), (0.0625, 5), (0.01, 8), (0.5, 2)])
def test_tasks_needed(alpha, n):
    assert tasks_needed(alpha) == n
    assert sign_flip([1] * n).p_value <= alpha < sign_flip([1] * (n - 1)).p_value


@given(st.lists(st.floats(0.0001, 1), min_size=1, max_size=8), st.sampled_from([0.05, 0.01]))
def test_holm_rejects_what_its_steps_reject(p_values, alpha):
    """Against the procedure as it is written: from the smallest on, stop at the first above alpha / (left to test)."""
    rejected = set()
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[place] > alpha / (len(p_values) - rank):
            break
        rejected.add(place)
    assert {i for i, p in enumerate(holm(p_values)) if p <= alpha * (1 + 1e-12)} >= rejected
    assert {i for i, p in enumerate(holm(p_values)) if p < alpha * (1 - 1e-12)} <= rejected
    levels = holm_levels(p_values, alpha)
    assert {i for i, p in enumerate(p_values) if p <= (1 - levels[i]) * (1 + 1e-9)} >= rejected
    assert {i for i, p in enumerate(p_values) if p < (1 - levels[i]) * (1 - 1e-9)} <= rejected


@pytest.mark.parametrize("seed", range(5))
def test_welch_agrees_with_scipy_on_the_padded_sets(seed):
    draw = np.random.default_rng(seed)
    a, b = draw.binomial(4, 0.4, 12) / 4, draw.binomial(4, 0.6, 20) / 4
    reference = stats.ttest_ind([*b, 0, 1], [*a, 0, 1], equal_var=False)
    found = welch(list(a), list(b))
    assert found.p_value == pytest.approx(reference.pvalue, abs=1e-9)
    assert found.interval == pytest.approx(tuple(reference.confidence_interval()), abs=1e-9)
    assert found.delta == pytest.approx(b.mean() - a.mean())


share = st.integers(0, 4).map(lambda c: c / 4)


@settings(max_examples=200, deadline=None)
@given(st.lists(share, min_size=1, max_size=12), st.lists(share, min_size=1, max_size=12))
def test_welch_interval_and_test_never_disagree(a, b):
    found, mirrored = welch(a, b), welch(b, a)
    low, high = found.interval
    assert low < high
    assert (low <= 0 <= high) == (found.p_value > 0.05)
    assert mirrored[:2] == pytest.approx((-found.delta, found.p_value))
    assert mirrored.interval == pytest.approx((-high, -low))
