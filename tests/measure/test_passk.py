import pytest

from wai_nb.errors import SettingError
from wai_nb.measure.passk import pass_at


def rows_of(groups, **more):
    return [
        {"prompt": f"ask {i}", "scenario_id": f"s{i}", "reward": int(j < passed), **more}
        for i, (n, passed) in enumerate(groups)
        for j in range(n)
    ]


def test_golden_four_groups():
    """contract-measure 3.1: groups 8/8, 4/8, 1/8, 0/8."""
    rows = rows_of([(8, 8), (8, 4), (8, 1), (8, 0)])
    eight, four = pass_at(rows), pass_at(rows, k=4)
    assert eight.pass_at_1 == 0.40625
    assert (eight.pass_pow_k, eight.pass_at_k, eight.headroom) == (0.25, 0.75, 0.34375)
    assert four.pass_pow_k == pytest.approx(0.2535714, abs=1e-7)
    assert four.pass_at_k == pytest.approx(0.6214286, abs=1e-7)


def test_unscored_tries_are_counted_and_never_solve_an_ask():
    """The bug case "pass@k when some draws have no score"."""
    scores = {"A": [0, None, None, None], "B": [1, 1, 1, 1], "C": [1, 1, 0, 0], "D": [0, 0, 0, 0]}
    scores["C"] = [0, 1, 0, 1][:4]
    rows = [{"prompt": f"task {t}", "scenario_id": t, "reward": r} for t, rs in scores.items() for r in rs]
    result = pass_at(rows, k=4)
    assert result.pass_at_1 == pytest.approx((0 + 1 + 0.5 + 0) / 4)
    assert result.n_unread == 3
    assert result.n_groups_at_k == 3
    assert result.pass_at_k == pytest.approx(2 / 3)
    assert result.pass_pow_k == pytest.approx(1 / 3)


def test_headroom_is_on_one_set_of_asks_and_never_negative():
    rows = rows_of([(4, 0), (4, 0), (4, 0), (1, 1), (1, 1), (1, 1)])
    assert pass_at(rows).headroom == 0


def test_one_task_has_no_interval_and_says_why():
    result = pass_at(rows_of([(4, 3)]))
    assert result.pass_at_1 == 0.75
    assert result.ci95 is None
    assert "one task" in result.note
    assert "nan" not in str(result).lower()


def test_no_rows_is_no_value():
    result = pass_at([])
    assert result.pass_at_1 is None
    assert "there are no rows" in str(result)


def test_ungraded_rows_say_grade_first():
    result = pass_at([{"prompt": "a", "steps": [], "final_text": "b"}])
    assert result.pass_at_1 is None
    assert "data.grade(judge)" in str(result)


@pytest.mark.parametrize(("passed", "low", "high"), [(0, 0.0, 0.133192), (1, 0.866808, 1.0)])
def test_all_equal_has_width_and_a_warning(passed, low, high):
    result = pass_at([{"prompt": f"case {i}", "reward": passed} for i in range(25)])
    assert result.ci95 == pytest.approx((low, high), abs=1e-6)
    assert "check the judge" in result.note


def test_partial_rewards_count_apart():
    result = pass_at([{"prompt": "a", "reward": 1}, {"prompt": "b", "reward": 0.5}, {"prompt": "c", "reward": 0}])
    assert (result.pass_at_1, result.n_partial, result.n_rows) == (0.5, 1, 2)


def test_groups_are_asks_and_clusters_are_situations():
    rows = [
        {"prompt": f"{s} {w}", "scenario_id": s, "ask_id": f"{s}-{w}", "reward": (i + ord(w)) % 2}
        for s in map(str, range(10))
        for w in "abc"
        for i in range(4)
    ]
    result = pass_at(rows)
    assert (result.n_groups, result.n_tasks, result.k) == (30, 10, 4)


def test_k_of_the_run_is_used_when_a_group_is_short():
    rows = rows_of([(8, 4), (8, 8), (7, 3)], lineage={"k": 8})
    result = pass_at(rows)
    assert (result.k, result.n_groups_at_k, result.n_groups) == (8, 2, 3)


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "8"])
def test_bad_k(k):
    with pytest.raises(SettingError, match="whole number"):
        pass_at([], k=k)


def test_it_reads_in_a_cell_and_in_a_terminal():
    result = pass_at(rows_of([(8, 8), (8, 4), (8, 1), (8, 0)]))
    html = result._repr_mimebundle_()["text/html"]
    for words in ("pass@1", "pass^8", "pass@8", "1 never pass", "1 in the 20–80 band"):
        assert words in html
        assert words in str(result)
    assert len(repr(result)) <= 100
