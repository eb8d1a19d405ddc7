"""compare_runs: golden cases, what pairs, and that nothing contradicts itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wai_nb as wai
from wai_nb.errors import RowError, SettingError
from wai_nb.measure.compare.runs import compare_runs


def side(rates, start=0, **more):
    """Rows of one task a list of rewards."""
    return [
        {"prompt": f"ask {i}", "scenario_id": f"s{i}", "reward": reward, **more}
        for i, rewards in enumerate(rates, start)
        for reward in rewards
    ]


def single(bits, start=0):
    return side([[bit] for bit in bits], start)


@pytest.mark.parametrize(
    ("after", "delta", "p", "verdict"),
    [
        ([1] * 6, 1.0, 0.03125, "b_better"),
        ([1] * 5, 1.0, 0.0625, "insufficient_data"),
        ([1] * 4 + [0] * 6, 0.4, 0.125, "no_difference_detected"),
        ([1] * 5 + [0] * 5, 0.5, 0.0625, "no_difference_detected"),
        ([1] * 4, 1.0, 0.125, "insufficient_data"),
    ],
)
def test_golden(after, delta, p, verdict):
    """contract-measure 4.1; the p-values are counted: all signs alike in 2 of 2^m patterns."""
    found = compare_runs(single([0] * len(after)), single(after))
    assert (found["delta"], found["p_value"], found["verdict"], found["paired"]) == (delta, p, verdict, True)
    low, high = found["ci95"]
    assert low < high
    assert (low > 0) == (verdict == "b_better")
    assert (found["n_better"], found["n_worse"], found["n_equal"]) == (sum(after), 0, len(after) - sum(after))


def test_identical_runs():
    rows = side([[1, 0], [1, 1], [0, 0]] * 4)
    found = compare_runs(rows, [dict(row) for row in rows])
    assert (found["delta"], found["p_value"], found["verdict"]) == (0, 1, "no_difference_detected")
    assert found["ci95"][0] < 0 < found["ci95"][1]
    assert found["n_equal"] == 12


def test_few_tasks_say_how_many_are_needed():
    note = compare_runs(single([0] * 4), single([1] * 4))["note"]
    assert "4 situations can never reach p <= 0.05" in note
    assert "6 are needed" in note
    assert "8 are needed" in compare_runs(single([0] * 6), single([1] * 6), level=0.99)["note"]


def test_unshared_tasks_are_left_out_of_a_pairing_and_counted():
    found = compare_runs(single([0, 1] * 5), single([0, 1] * 6, start=2))
    assert (found["n_paired"], found["n_only_a"], found["n_only_b"], found["n_used"]) == (8, 2, 4, 8)
    assert found["paired_share"] == pytest.approx(8 / 14)
    assert "6 situations of one side only left out" in found["note"]


def test_nothing_shared_is_compared_unpaired_and_says_so():
    found = compare_runs(single([0] * 9 + [1]), single([1] * 9 + [0], start=100))
    assert (found["paired"], found["verdict"], found["n_used"]) == (False, "b_better", 20)
    assert found["p_value"] <= 0.05
    assert "unpaired (Welch's t test)" in found["note"]
    assert "tasks=a" in str(found)


def test_two_unpaired_tasks_a_side_are_too_few():
    assert compare_runs(single([0, 0]), single([1, 1], start=10))["verdict"] == "insufficient_data"


def test_several_asks_of_a_task_are_one_rate():
    """Ask x passes 1 of 1, ask y 0 of 3: the task's rate is the mean over asks, 0.5."""
    base = {"scenario_id": "s", "prompt": "p"}
    rows = [{**base, "ask_id": "x", "reward": 1}] + [{**base, "ask_id": "y", "reward": 0}] * 3
    assert compare_runs(rows, rows)["mean_a"] == 0.5


def test_k_way_metrics():
    """pass^2 of 3 of 4 is C(3,2)/C(4,2) = 1/2, of 2 of 4 is 1/6; pass@2 is 1 and 5/6."""
    a, b = side([[1, 1, 0, 0]] * 7), side([[1, 1, 1, 0]] * 7)
    found = compare_runs(a, b, metric="pass_pow_k", k=2)
    assert (found["mean_a"], found["mean_b"], found["k"]) == (pytest.approx(1 / 6), pytest.approx(1 / 2), 2)
    assert compare_runs(a, b, metric="pass_at_k", k=2)["mean_a"] == pytest.approx(5 / 6)
    assert compare_runs(a, b, metric="pass_pow_k")["k"] == 4
    assert compare_runs(a, b, metric="pass_at_k", k=9)["delta"] is None


def test_a_marker_is_a_metric():
    a = side([[1]] * 8, markers={"polite": 0, "why": "curt"})
    b = side([[1]] * 8, markers={"polite": True})
    found = compare_runs(a, b, metric="marker:polite")
    assert (found["metric"], found["mean_a"], found["mean_b"], found["verdict"]) == ("marker:polite", 0, 1, "b_better")
    assert compare_runs(a, b, metric="polite")["metric"] == "marker:polite"


def test_only_rewards_of_0_and_1_count():
    rows = single([0, 1] * 4)
    odd = [{"prompt": "ask 0", "scenario_id": "s0", "reward": r} for r in (0.5, None, "1", float("nan"))]
    assert compare_runs(rows + odd, rows)["delta"] == 0


def test_runs_and_files(tmp_path):
    rows = single([0, 1] * 4)
    path = tmp_path / "b.jsonl"
    wai.SimulationData(rows).save(path)
    assert compare_runs(wai.ScoredData(rows), path)["n_paired"] == 8
    assert compare_runs(str(path), path)["delta"] == 0


def test_nothing_graded():
    found = compare_runs([{"prompt": "a"}], single([1] * 6))
    assert (found["delta"], found["p_value"], found["ci95"], found["verdict"]) == (
        None,
        None,
        None,
        "insufficient_data",
    )
    assert "no row of a" in found["note"]
    assert "nan" not in str(found).lower()
    assert compare_runs([], [])["paired_share"] is None


@pytest.mark.parametrize("metric", ["pass_at_1x", "marker:rude", "rude", 5, None])
def test_unknown_metric(metric):
    with pytest.raises(SettingError, match=r"There is: pass_at_1, pass_pow_k, pass_at_k, marker:polite"):
        compare_runs(side([[1]], markers={"polite": 1}), [], metric=metric)


@pytest.mark.parametrize("dials", [{"level": 95}, {"level": "0.95"}, {"level": True}, {"k": 0}, {"k": 1.5}])
def test_dials_out_of_range(dials):
    with pytest.raises(SettingError, match=r"confidence level|whole number"):
        compare_runs([], [], **dials)


def test_no_rows():
    with pytest.raises(RowError, match="b must be a list of row dicts"):
        compare_runs([], 5)
    with pytest.raises(RowError, match=r"a\[0\]"):
        compare_runs([3], [])


tasks = st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=4), min_size=0, max_size=20)


@settings(max_examples=120, deadline=None)
@given(tasks, tasks, st.integers(0, 25), st.randoms())
def test_swapping_mirrors_and_the_order_of_rows_is_nothing(a, b, start, random):
    left, right = side(a), side(b, start)
    found, mirrored = compare_runs(left, right), compare_runs(right, left)
    shuffled = compare_runs(random.sample(left, len(left)), random.sample(right, len(right)))
    assert dict(shuffled) == dict(found)
    other = {"b_better": "a_better", "a_better": "b_better"}
    assert mirrored["verdict"] == other.get(found["verdict"], found["verdict"])
    assert mirrored["p_value"] == found["p_value"]
    assert (mirrored["n_better"], mirrored["n_only_a"]) == (found["n_worse"], found["n_only_b"])
    if found["delta"] is not None:
        low, high = found["ci95"]
        assert mirrored["delta"] == pytest.approx(-found["delta"])
        assert mirrored["ci95"] == pytest.approx((-high, -low))
        assert -1 <= low < high <= 1
        assert (found["verdict"] in other) <= (found["p_value"] <= 0.05)
        assert (low > 0 or high < 0) == (found["p_value"] <= 0.05)
    assert str(found)
    assert found._repr_mimebundle_()["text/html"]


def test_the_card_says_what_moved():
    found = compare_runs(single([0] * 7 + [1]), single([1] * 7 + [0]))
    html = found._repr_mimebundle_()["text/html"]
    for words in ("better in b", "worse in b", "8 paired situations", "No clear change"):
        assert words in str(found)
        assert words in html
    assert found.to_frame()["n_better"].tolist() == [7]
    assert "pass@1" in found.plot().alt


def test_asks_that_a_run_stopped_early_have_their_say_in_k_way_numbers():
    """Left out, only mixed asks would remain, and pass^k would be 0 whatever the agent does."""

    def stopped(passing):
        return [
            {"prompt": f"ask {i}", "reward": int(i < passing), "lineage": {"k": 8, "repeat_policy": "successive"}}
            for i in range(20)
            for _ in range(2)
        ]

    found = compare_runs(stopped(8), stopped(18), metric="pass_pow_k")
    assert (found["k"], found["mean_a"], found["mean_b"]) == (8, 0.4, 0.9)
    assert found["verdict"] == "b_better"
