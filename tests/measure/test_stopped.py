"""Asks that a run stopped early: the number that counts them as unanimous, and the one that does not need to."""

import pytest

from wai_nb.measure.passk import pass_at


def rows_of(groups, k=8, **lineage):
    return [
        {"prompt": f"ask {i}", "scenario_id": f"s{i}", "reward": int(j < passed), "lineage": {"k": k, **lineage}}
        for i, (n, passed) in enumerate(groups)
        for j in range(n)
    ]


STOPPED = [(2, 2)] * 6 + [(2, 0)] * 2 + [(8, 4)] * 2


def test_stopped_asks_count_as_unanimous_under_the_documents_names():
    found = pass_at(rows_of(STOPPED))
    assert (found.k, found.n_groups_at_k, found.n_groups_imputed) == (8, 10, 8)
    assert found.pass_pow_k == pytest.approx(0.6)  # 6 asks at 1, the mixed ones at 0
    assert found.pass_at_k == pytest.approx(0.8)  # 6 at 1, 2 mixed at 1, 2 at 0
    assert found.headroom == pytest.approx(0.8 - 0.7)


def test_the_estimates_stand_beside_them_and_the_line_says_which_is_which():
    found = pass_at(rows_of(STOPPED))
    assert found.pass_pow_k_est < found.pass_pow_k - 0.1
    assert found.pass_at_k_est > found.pass_at_k
    for key in ("pass_at_1", "pass_pow_k", "pass_at_k"):
        low, high = found[f"{key}_est_ci95"]
        assert low <= found[f"{key}_est"] <= high
    counted, corrected = found.line().split("; ")[1:]
    assert counted == "8 asks stopped early counted as unanimous"
    assert corrected.startswith("corrected, by the likelihood of all tries: pass@1 0.")
    assert "flatters pass^8" in str(found)
    assert "by likelihood" in found._repr_mimebundle_()["text/html"]


def test_where_all_asks_stopped_k_is_still_that_of_the_run():
    found = pass_at(rows_of([(2, 2), (2, 0), (3, 3)]))
    assert (found.k, found.n_groups_imputed) == (8, 3)


def test_full_asks_have_no_estimates_to_correct():
    found = pass_at(rows_of([(8, 8), (8, 3), (8, 0)]))
    assert found.pass_at_1_est is None
    assert "corrected" not in found.line()


@pytest.mark.parametrize(
    ("rows", "imputed"),
    [
        (rows_of(STOPPED, repeat_policy="fixed"), 0),  # a rollout was lost: nothing says how it would have gone
        (rows_of(STOPPED, repeat_policy="successive"), 8),
        ([{**row, "group_cut": True} for row in rows_of(STOPPED)], 0),  # the end of the run came first
        ([{key: value for key, value in row.items() if key != "lineage"} for row in rows_of(STOPPED)], 0),
        ([*rows_of([(8, 8), (8, 0)]), *[{**row, "reward": None} for row in rows_of([(8, 8)])]], 0),
    ],
)
def test_only_asks_that_were_stopped_on_purpose_are_imputed(rows, imputed):
    found = pass_at(rows, k=8)
    assert found.n_groups_imputed == imputed


def test_the_caller_may_say_what_rows_from_elsewhere_do_not():
    rows = [{key: value for key, value in row.items() if key != "lineage"} for row in rows_of(STOPPED)]
    assert pass_at(rows, k=8, unanimous_short=True).n_groups_imputed == 8
    assert pass_at(rows_of(STOPPED), unanimous_short=False).n_groups_imputed == 0


def test_a_run_and_its_rows_agree():
    import wai_nb as wai

    @wai.tool
    def get_order(order_id: str) -> dict:
        """Look up an order by id."""

    data = wai.simulate(tools=[get_order], system_prompt="Help.", mode="rl", repeats=4, budget=40)
    scored = data.grade(lambda row: len(row["final_text"]) % 2)
    assert dict(scored.pass_at) == dict(pass_at(list(scored.rows)))
    assert scored.pass_at.k == 4
