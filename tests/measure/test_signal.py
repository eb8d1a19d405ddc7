import pytest

import wai_nb as wai
from wai_nb.errors import SettingError


def rows_of(groups, **more):
    return [
        {"prompt": f"ask {i}", "scenario_id": f"s{i}", "reward": int(j < passed), **more}
        for i, (n, passed) in enumerate(groups)
        for j in range(n)
    ]


def test_golden_groups_and_one_single_pass():
    """contract-measure 3.1."""
    found = wai.group_signal(rows_of([(8, 8), (8, 4), (8, 1), (8, 0), (1, 1)]))
    assert (found.n_groups, found.n_single, found.n_mixed, found.n_in_band) == (5, 1, 2, 1)
    assert (found.mixed_rate, found.k) == (0.5, 8)
    assert found.n_single + found.n_mixed + found.n_all_zero + found.n_all_one == found.n_groups


def test_its_pass_rates_are_those_of_pass_at():
    rows = rows_of([(8, 8), (8, 4), (8, 1), (8, 0)])
    signal, rates = wai.group_signal(rows), wai.pass_at(rows)
    assert {name: signal[name] for name in ("pass_at_1", "pass_pow_k", "pass_at_k", "headroom")} == {
        name: rates[name] for name in ("pass_at_1", "pass_pow_k", "pass_at_k", "headroom")
    }


def test_the_mixed_rate_has_the_interval_of_its_asks():
    found = wai.group_signal(rows_of([(8, 4)] * 6 + [(8, 8)] * 6))
    assert found.mixed_rate_ci95 == pytest.approx((0.254, 0.746), abs=0.001)  # Wilson, 6 of 12


@pytest.mark.parametrize(
    ("band", "inside"), [((0.2, 0.8), 3), ((0.25, 0.75), 3), ((0.3, 0.7), 1), ((0, 1), 5), ((0.5, 0.5), 1)]
)
def test_the_ends_of_the_band_belong_to_it(band, inside):
    assert wai.group_signal(rows_of([(4, n) for n in range(5)]), *band).n_in_band == inside


@pytest.mark.parametrize("band", [(0.8, 0.2), (-0.1, 0.5), (0.1, 1.5), ("a", 1), (True, 1)])
def test_a_band_that_is_none(band):
    with pytest.raises(SettingError, match="no band"):
        wai.group_signal([], *band)


def test_too_easy_and_too_hard_are_told_apart():
    assert "too easy" in str(wai.group_signal(rows_of([(4, 4)] * 9 + [(4, 2)])))
    assert "too hard" in str(wai.group_signal(rows_of([(4, 0)] * 9 + [(4, 2)])))


def test_one_rollout_each_has_no_groups():
    found = wai.group_signal(rows_of([(1, 1), (1, 0)]))
    assert found.mixed_rate is None
    assert "repeats=8" in str(found)


def test_histogram_counts_what_the_mean_hides():
    rates = wai.pass_at(rows_of([(8, 8), (8, 4), (8, 1), (8, 0), (8, 0)]))
    found = rates.histogram()
    assert (found["never"], found["sometimes"], found["always"], found["n_asks"]) == (2, 2, 1, 5)
    assert "2 of 5 asks pass sometimes" in str(found)
    assert found.plot() is not None
