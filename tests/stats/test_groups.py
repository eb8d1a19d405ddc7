from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.errors import SettingError
from wai_nb.stats.groups import pass_at_k, pass_pow_k


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_estimators_are_the_average_over_all_choices_of_k_tries(case):
    n, passed, k = case
    tries = [1] * passed + [0] * (n - passed)
    choices = list(combinations(tries, k))
    assert pass_at_k(n, passed, k) == pytest.approx(sum(any(c) for c in choices) / len(choices))
    assert pass_pow_k(n, passed, k) == pytest.approx(sum(all(c) for c in choices) / len(choices))


@pytest.mark.parametrize(
    ("n", "passed", "k", "at", "power"),
    [(8, 4, 4, 0.985714, 0.0142857), (8, 1, 4, 0.5, 0), (10, 3, 5, 0.916667, 0), (6, 5, 4, 1.0, 0.333333)],
)
def test_golden_values(n, passed, k, at, power):
    """contract-measure 3.1; the estimators are mathematics."""
    assert pass_at_k(n, passed, k) == pytest.approx(at, abs=1e-6)
    assert pass_pow_k(n, passed, k) == pytest.approx(power, abs=1e-6)


@pytest.mark.parametrize(("n", "passed", "k"), [(3, 1, 4), (3, 1, 0), (0, 0, 1), (3, 4, 1), (3, -1, 1)])
def test_too_few_tries_say_nothing(n, passed, k):
    with pytest.raises(SettingError):
        pass_at_k(n, passed, k)
