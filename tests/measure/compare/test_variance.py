"""eval_variance: the band of runs that differ by chance, and when there is none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import wai_nb as wai
from wai_nb.errors import RowError, SettingError
from wai_nb.measure.compare.power import noise_band
from wai_nb.measure.compare.variance import eval_variance, std_interval


def one_run(run, passed, tasks=20, key="eval_run"):
    lineage = {} if run is None else {key: run}
    return [{"prompt": f"ask {i}", "reward": int(i < passed), "lineage": lineage} for i in range(tasks)]


GOLDEN = [*one_run(0, 16), *one_run(1, 13), *one_run(2, 16)]


def test_golden():
    """contract-measure 4.3: means .80 .65 .80; sd = sqrt(.015 / 2), band = t(2) sqrt(2) sd."""
    found = eval_variance(GOLDEN)
    assert found["means"] == pytest.approx([0.80, 0.65, 0.80])
    assert found["run_std"] == pytest.approx(0.0075**0.5)
    assert found["noise_band"] == pytest.approx(0.527, abs=5e-4)
    assert (found["noise_band_df"], found["stability"], found["split_by"]) == (2, "high_variance", "eval_run")
    assert found["tasks_in_every_run"] == found["n_tasks"] == 20


def test_interval_of_the_standard_deviation_is_chi_square():
    low, high = std_interval(0.1, 5)
    assert low == pytest.approx(0.1 * (4 / stats.chi2.ppf(0.975, 4)) ** 0.5, rel=1e-9)
    assert high == pytest.approx(0.1 * (4 / stats.chi2.ppf(0.025, 4)) ** 0.5, rel=1e-9)
    assert std_interval(1, 3) == pytest.approx((0.52, 6.28), abs=0.005)


def test_several_runs_or_one_list_are_the_same():
    apart = eval_variance(one_run(None, 16), one_run(None, 13), wai.SimulationData(one_run(None, 16)))
    assert apart["means"] == eval_variance(GOLDEN)["means"]
    assert apart["split_by"] == ""
    mixed = eval_variance([*one_run(0, 16), *one_run(1, 13)], one_run(0, 16))
    assert mixed["runs"] == ["0: 0", "0: 1", "1: 0"]
    assert mixed["run_std"] == pytest.approx(eval_variance(GOLDEN)["run_std"])


def test_scoring_passes_split_when_no_run_does():
    rows = [
        row for run, passed in (("x", 16), ("y", 13), ("z", 16)) for row in one_run(run, passed, key="scoring_run_id")
    ]
    assert eval_variance(rows)["split_by"] == "scoring_run_id"
    assert eval_variance(rows, by="eval_run")["n_runs"] == 1


def test_a_deterministic_agent_has_a_band_of_0():
    data = wai.simulate(
        lambda message: f"{len(message)} letters",
        seeds=["Where is order 7?", "Cancel order 9", "Hello"],
        system_prompt="Help customers.",
        budget=6,
        runs=3,
    )
    scored = data.grade(lambda row: len(row["prompt"]) % 2)
    found = eval_variance(scored.rows())
    assert (found["n_runs"], found["run_std"], found["noise_band"], found["stability"]) == (3, 0, 0, "identical")


def test_two_runs_give_no_band():
    found = eval_variance([*one_run(0, 16), *one_run(1, 13)])
    assert (found["noise_band"], found["stability"], found["run_std_ci95"]) == (None, "unknown", None)
    assert "two runs give no usable band" in found["notes"][0]
    assert "runs=3" in str(found)


def test_no_band_wider_than_the_scale():
    found = eval_variance([*one_run(0, 20), *one_run(1, 0), *one_run(2, 10)])
    assert found["noise_band"] is None
    assert "wider than the scale" in found["notes"][0]


def test_one_run_and_no_rows():
    one, none = eval_variance(one_run(0, 10)), eval_variance([])
    assert (one["n_runs"], one["mean"], one["run_std"], one["noise_band"]) == (1, 0.5, None, None)
    assert (none["n_runs"], none["mean"]) == (0, None)
    assert "runs=3" in str(one)
    assert "Nothing to measure" in str(none)


def test_only_tasks_that_every_run_has():
    found = eval_variance([*one_run(0, 10), *one_run(1, 10), *one_run(2, 10, tasks=15)])
    assert (found["tasks_in_every_run"], found["n_tasks"]) == (15, 20)
    assert "5 situations" in found["notes"][-1]
    assert eval_variance(one_run(0, 1), [{"prompt": "other", "reward": 1}])["mean"] is None


def test_bad_input():
    with pytest.raises(SettingError, match="no runs"):
        eval_variance()
    with pytest.raises(SettingError, match="by='run'"):
        eval_variance(GOLDEN, by="run")
    with pytest.raises(SettingError, match="metric='polite'"):
        eval_variance(GOLDEN, metric="polite")
    with pytest.raises(RowError, match=r"runs\[1\]"):
        eval_variance(GOLDEN, 3)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 20), min_size=1, max_size=6), st.randoms())
def test_against_numpy_in_any_order(passes, random):
    rows = [row for run, passed in enumerate(passes) for row in one_run(run, passed)]
    found = eval_variance(rows)
    assert found["mean"] == pytest.approx(np.mean(passes) / 20)
    if len(passes) > 1:
        assert found["run_std"] == pytest.approx(np.std(passes, ddof=1) / 20, abs=1e-12)
    assert found["noise_band"] is None or 0 <= found["noise_band"] < 1
    shuffled = eval_variance(random.sample(rows, len(rows)))
    assert shuffled["run_std"] == pytest.approx(found["run_std"])


def test_the_band_holds_19_of_20_pairs():
    """Three runs give the band; two more of the same agent lie inside it 95% of the time."""
    draw, inside, trials = np.random.default_rng(0), 0, 2000
    for _ in range(trials):
        scores = draw.normal(0.6, 0.01, 5)
        inside += abs(scores[3] - scores[4]) <= noise_band(float(scores[:3].std(ddof=1)), df=2)
    assert abs(inside / trials - 0.95) < 3 * (0.95 * 0.05 / trials) ** 0.5


def test_views():
    found = eval_variance(GOLDEN)
    html = found._repr_mimebundle_()["text/html"]
    for words in ("0.527", "high variance", "20 situations"):
        assert words in str(found)
        assert words in html
    assert "0.80" in found.plot().alt
    assert found.to_frame()["mean"].tolist() == found["means"]
    assert len(eval_variance([]).to_frame()) == 0
