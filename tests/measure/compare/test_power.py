"""Sizes and bands: the formulas at known points, against scipy, against simulation, and at their edges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wai_nb.errors import SettingError
from wai_nb.measure.compare.power import detectable_effect, holdout_size, noise_band
from wai_nb.stats.paired import sign_flip


@pytest.mark.parametrize(
    ("dials", "band"),
    [
        ({}, 0.055437),
        ({"n_a": 3, "n_b": 3}, 0.032007),
        ({"df": 2}, 0.121707),
        ({"n_a": 3, "n_b": 3, "df": 4}, 0.045332),
    ],
)
def test_noise_band_golden(dials, band):
    """contract-measure 4.3, whose figures were made with 1.96 and a table of t: equal to 1e-5."""
    assert noise_band(0.02, **dials) == pytest.approx(band, abs=1e-5)


@given(st.floats(0, 1), st.integers(1, 9), st.integers(1, 9), st.integers(1, 30), st.sampled_from([0.8, 0.95, 0.99]))
def test_noise_band_is_students_quantile(std, n_a, n_b, df, level):
    expected = stats.t.ppf((1 + level) / 2, df) * std * np.sqrt(1 / n_a + 1 / n_b)
    assert noise_band(std, n_a, n_b, df, level) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("effect", "dials", "n"),
    [
        (0.05, {}, 367),
        (0.10, {}, 89),
        (0.16, {}, 33),
        (0.10, {"base": 0.5, "k": 1}, 385),
        (0.10, {"k": 8}, 45),
        (0.05, {"task_std": 0.38}, 454),
    ],
)
def test_holdout_size_golden(effect, dials, n):
    """contract-measure 4.3: (1.960 + 0.842)^2 sd^2 / effect^2, rounded up."""
    assert holdout_size(effect, **dials) == n


@pytest.mark.parametrize(("n", "effect"), [(10, 0.2647), (30, 0.1656), (60, 0.1202), (100, 0.0942), (500, 0.0429)])
def test_detectable_effect_golden(n, effect):
    assert detectable_effect(n) == pytest.approx(effect, abs=5e-5)


@given(st.integers(6, 2000), st.floats(0.05, 0.7), st.integers(1, 16))
def test_size_and_effect_are_one_formula(n, base, k):
    effect = detectable_effect(n, base, k)
    if effect is None:
        assert holdout_size(1 - base, base, k) > n
    else:
        assert base + effect <= 1
        assert holdout_size(effect, base, k) in (n, n + 1)


def test_no_gain_that_fits_is_detectable():
    """base .9 leaves .1; from 2 tasks the formula alone would answer .297."""
    assert detectable_effect(2, base=0.9) is None
    assert detectable_effect(8, base=0.9) is None
    assert detectable_effect(200, base=0.9) <= 0.1
    assert detectable_effect(1) is None
    assert detectable_effect(100, base=1) is None
    assert detectable_effect(5, base=0.3, k=100) is None  # 5 tasks never reach p <= .05


def test_at_least_the_tasks_that_the_test_needs():
    assert holdout_size(0.4, k=100) == 6
    assert holdout_size(0.4, k=100, alpha=0.01) == 8


def test_the_power_is_what_it_says():
    """Tasks of one chance, as the formula assumes: 89 tasks find +.10 in 80 of 100 evaluations, give or take."""
    draw = np.random.default_rng(0)
    n, trials = holdout_size(0.10), 1000
    found = 0
    for _ in range(trials):
        change = sign_flip((draw.binomial(4, 0.7, n) - draw.binomial(4, 0.6, n)) / 4)
        found += change.p_value <= 0.05
    assert abs(found / trials - 0.8) < 3 * (0.8 * 0.2 / trials) ** 0.5 + 0.02


@pytest.mark.parametrize(("effect", "base"), [(0.9, 0.6), (0.2, 0.9), (0.1, 1.0)])
def test_an_impossible_gain_is_refused(effect, base):
    with pytest.raises(SettingError, match="can gain at most"):
        holdout_size(effect, base)


@pytest.mark.parametrize(
    "dials",
    [
        {"effect": 0},
        {"effect": -0.1},
        {"effect": "a"},
        {"base": 1.5},
        {"k": 0},
        {"k": 2.5},
        {"power": 1},
        {"power": 0.1},
        {"alpha": 0},
        {"alpha": 1},
        {"task_std": -1},
        {"effect": float("nan")},
        {"effect": True},
    ],
)
def test_dials_out_of_range(dials):
    with pytest.raises(SettingError, match=next(iter(dials))):
        holdout_size(**{"effect": 0.1, **dials})
    if "effect" not in dials:
        with pytest.raises(SettingError, match=next(iter(dials))):
            detectable_effect(30, **dials)


@pytest.mark.parametrize(
    "dials", [{"run_std": -0.1}, {"n_a": 0}, {"n_b": 1.5}, {"df": 0}, {"level": 1}, {"run_std": None}]
)
def test_band_dials_out_of_range(dials):
    with pytest.raises(SettingError, match=next(iter(dials))):
        noise_band(**{"run_std": 0.1, **dials})
