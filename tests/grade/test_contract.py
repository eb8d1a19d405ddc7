import asyncio

import pytest

import wai_nb as wai
from wai_nb.errors import ArgumentError, RowError, SettingError
from wai_nb.grade.contract import grade, run_judge
from wai_nb.records.dataset import ScoredData

ROWS = [{"prompt": f"ask {i}", "steps": [], "final_text": "ok" if i % 2 else "no"} for i in range(6)]


def test_rows_are_copies_with_verdicts():
    graded = grade(ROWS, lambda row: row["final_text"] == "ok", name="ok_judge", run_id="r1")
    assert [row["reward"] for row in graded] == [0, 1, 0, 1, 0, 1]
    assert graded[0]["judge_name"] == "ok_judge"
    lineage = graded[0]["lineage"]
    assert lineage.pop("parent").startswith("row-")
    assert lineage == {"judge": "ok_judge", "scoring_run_id": "r1", "source": "grade"}
    assert "reward" not in ROWS[0]


def test_each_pass_has_its_own_id():
    first, second = (grade(ROWS, lambda row: 1)[0]["lineage"]["scoring_run_id"] for _ in range(2))
    assert first != second


def test_a_judge_that_raises_costs_one_row_only():
    def judge(row):
        if row["prompt"] == "ask 2":
            raise KeyError("amount" * 200)
        return 1

    graded = grade(ROWS, judge)
    assert [row["reward"] for row in graded] == [1, 1, None, 1, 1, 1]
    assert graded[2]["judge_status"] == "error"
    assert graded[2]["reason"].startswith("KeyError") and len(graded[2]["reason"]) <= 300


def test_a_judge_cannot_change_the_rows():
    def judge(row):
        row["final_text"] = "rewritten"
        return 1

    assert grade(ROWS, judge)[0]["final_text"] == "no"


async def async_judge(row):
    await asyncio.sleep(0)
    if row["prompt"] == "ask 1":
        raise ValueError("no idea")
    return {"reward": 1, "reason": "fine"}


def test_async_judges_work_in_a_script():
    graded = grade(ROWS, async_judge)
    assert [row["judge_status"] for row in graded] == ["ok", "error", "ok", "ok", "ok", "ok"]


def test_async_judges_work_inside_a_running_loop():
    async def cell():
        return grade(ROWS, async_judge)

    assert asyncio.run(cell())[0]["reward"] == 1


@pytest.mark.parametrize("judge", [5, None, dict])
def test_what_cannot_judge(judge):
    with pytest.raises(ArgumentError, match="A judge is a function"):
        grade(ROWS, judge)


@pytest.mark.parametrize("rows", [5, "no-such-file.jsonl", {"prompt": "a"}, [1], None])
def test_what_are_no_rows(rows):
    with pytest.raises(RowError):
        grade(rows, lambda row: 1)


# -- the contract table: what a judge returns, and what stands on the row -------------------------------

NAN, INF = float("nan"), float("inf")
TABLE = [
    (1, 1, "ok", None),
    (0, 0, "ok", None),
    (0.7, 0.7, "ok", None),
    (True, 1, "ok", None),
    (False, 0, "ok", None),
    ({"score": 0.25}, 0.25, "ok", None),
    (1.2, None, "invalid_result", {"reward_out_of_range": 1.2}),
    (-1, None, "invalid_result", {"reward_out_of_range": -1.0}),
    (7.0, None, "invalid_result", {"reward_out_of_range": 7.0}),
    (NAN, None, "invalid_result", {"reward_out_of_range": "NaN"}),
    (INF, None, "invalid_result", {"reward_out_of_range": "Infinity"}),
    ({"reward": 2}, None, "invalid_result", {"reward_out_of_range": 2.0}),
    (None, None, "invalid_result", {"returned_type": "NoneType"}),
    ("1", None, "invalid_result", {"returned_type": "str"}),
    ((1, "fine"), None, "invalid_result", {"returned_type": "tuple"}),
    ({}, None, "missing_reward", {"returned_keys": []}),
    ({"rating": 4}, None, "missing_reward", {"rating": 4, "returned_keys": ["rating"]}),
    ({"reward": "1"}, None, "invalid_result", {"reward_type": "str"}),
    ({"reward": None}, None, "invalid_result", {"reward_type": "NoneType"}),
    ({"reward": NAN}, None, "invalid_result", {"reward_out_of_range": "NaN"}),
]


@pytest.mark.parametrize("options", [{}, {"concurrency": 4}, {"timeout": 5}], ids=["alone", "hands", "timed"])
@pytest.mark.parametrize(("returned", "reward", "status", "meta"), TABLE, ids=[str(line[0]) for line in TABLE])
def test_the_contract_table(returned, reward, status, meta, options):
    [row] = grade(ROWS[:1], lambda row: returned, **options)
    assert (row["reward"], row["judge_status"]) == (reward, status)
    assert type(row["reward"]) in (int, float, type(None))
    assert row.get("judge_meta") == meta
    assert row["reason"] or status == "ok"


@pytest.mark.parametrize(
    ("returned", "reward", "status"),
    [
        (3, 0.5, "ok"),
        (5, 1, "ok"),
        (1, 0, "ok"),
        (6, None, "invalid_result"),
        (True, None, "invalid_result"),
        (NAN, None, "invalid_result"),
        ({"rating": 4}, 0.75, "ok"),
        ({"score": 2}, 0.25, "ok"),
        ({"reward": 5, "reason": "all there"}, 1, "ok"),
        ({"reason": "none"}, None, "missing_reward"),
    ],
)
def test_a_scale_maps_a_rating_and_keeps_it(returned, reward, status):
    [row] = grade(ROWS[:1], lambda row: returned, scale=(1, 5))
    assert (row["reward"], row["judge_status"]) == (reward, status)
    if status == "ok":
        rating = next(iter(returned.values())) if isinstance(returned, dict) else returned
        assert (row["judge_meta"]["rating"], row["judge_meta"]["scale"]) == (rating, [1, 5])


def test_a_judge_that_raises_and_one_that_takes_too_long():
    async def stuck(row):
        await asyncio.sleep(30)

    def broken(row):
        raise SystemExit(0)

    [one], [two] = grade(ROWS[:1], broken), grade(ROWS[:1], stuck, timeout=0.05)
    assert (one["reward"], one["judge_status"], one["judge_meta"]["error"]) == (None, "error", "SystemExit: 0")
    assert (two["reward"], two["judge_status"]) == (None, "timeout")


def test_what_else_a_judge_returns_is_its_meta_and_its_own_meta_wins():
    def judge(row):
        return {
            "reward": 1,
            "tokens": 5,
            "model": "a",
            "judge_meta": {"model": "b", "cost": 0.1},
            "failure_class": "slow",
        }

    [row] = grade(ROWS[:1], judge)
    assert row["judge_meta"] == {"tokens": 5, "model": "b", "cost": 0.1}
    assert row["failure_class"] == "slow"


def test_markers_are_merged_and_the_judge_wins():
    rows = [{**ROWS[0], "markers": {"polite": 0, "short": 1}}]
    [row] = grade(rows, lambda row: {"reward": 1, "markers": {"polite": 1}})
    assert row["markers"] == {"polite": 1, "short": 1}
    [row] = grade(rows, lambda row: {"reward": 1, "markers": ["polite"]})
    assert row["markers"] == {"polite": 0, "short": 1} and row["judge_meta"] == {"markers": ["polite"]}


class Verifier:
    name = "exact"
    kind = "rule"
    model = "none"
    version = "exact@1"

    def __call__(self, row):
        return row["final_text"] == "ok"


def test_a_judge_object_says_who_and_what_it_is():
    [row] = grade(ROWS[:1], Verifier(), run_id="r1")
    assert (row["judge_name"], row["label_source"]) == ("exact", "rule")
    assert row["judge_meta"] == {"scorer_kind": "rule", "model": "none"}
    assert row["lineage"]["judge_version"] == "exact@1" and row["lineage"]["model"] == "none"


def test_names_and_label_sources_of_plain_functions():
    [row] = grade(ROWS[:1], lambda row: 1)
    assert (row["judge_name"], row["label_source"]) == ("lambda_judge", "judge")


def test_a_second_pass_leaves_nothing_of_the_first_but_its_id():
    rows = [{**ROWS[0], "ask_id": "sc-1.0", "rollout_index": 3, "lineage": {"mode": "rl"}}]
    first = grade(rows, lambda row: {"reward": 1, "failure_class": "none", "cost": 2}, run_id="first")

    def broken(row):
        raise ValueError("no key")

    [row] = grade(first, broken, run_id="second")
    assert row["reward"] is None and row["judge_status"] == "error"
    assert "failure_class" not in row and row["judge_meta"] == {"error": "ValueError: no key"}
    assert row["lineage"] == {
        "mode": "rl",
        "judge": "broken",
        "scoring_run_id": "second",
        "source": "grade",
        "parent": "sc-1.0#3",
        "prior_scoring_run_id": "first",
    }


def test_run_judge_pins_the_run_id_and_returns_a_graded_run(tmp_path):
    scored = run_judge(ROWS, Verifier(), run_id="pinned")
    assert isinstance(scored, ScoredData)
    assert {row["lineage"]["scoring_run_id"] for row in scored.rows} == {"pinned"}
    assert [len(scored.passes()), len(scored.failures())] == [3, 3]


def test_a_path_a_run_and_rows_are_graded_alike(tmp_path):
    data = wai.SimulationData(ROWS, system_prompt="Be kind.")
    data.save(tmp_path / "rows.jsonl")
    for source in (ROWS, data, tmp_path / "rows.jsonl", str(tmp_path / "rows.jsonl")):
        assert [row["reward"] for row in wai.grade(source, Verifier())] == [0, 1, 0, 1, 0, 1]
    assert wai.run_judge(tmp_path / "rows.jsonl", Verifier()).system_prompt == "Be kind."
    assert data.grade(Verifier()).rows[1]["reward"] == 1


def test_missing_verdicts_are_a_warning_that_the_next_pass_replaces():
    scored = wai.SimulationData(ROWS).grade(lambda row: 1 if row["final_text"] == "ok" else None)
    assert [str(advice)[:60] for advice in scored.warnings] == [
        "The judge gave no verdict on 3 of 6 rows (3 invalid result)."
    ]
    assert scored.grade(lambda row: 1).warnings == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scale": (5, 1)}, "lowest, highest"),
        ({"scale": 5}, "lowest, highest"),
        ({"scale": (1, NAN)}, "lowest, highest"),
        ({"concurrency": 0}, "1 or more"),
        ({"concurrency": True}, "1 or more"),
        ({"timeout": 0}, "above 0"),
        ({"timeout": NAN}, "above 0"),
    ],
)
def test_dials_out_of_range(options, words):
    with pytest.raises(SettingError, match=words):
        grade(ROWS, lambda row: 1, **options)


def test_names_that_nobody_knows_and_judges_that_take_no_row():
    with pytest.raises(TypeError, match="Did you mean 'run_id'"):
        grade(ROWS, lambda row: 1, runid="x")
    with pytest.raises(ArgumentError, match="takes one row"):
        grade(ROWS, lambda: 1)
    with pytest.raises(SettingError, match=r"judge='conduit' is not allowed.*Did you mean 'conduct'"):
        grade(ROWS, "conduit")


def test_no_judge_at_all_says_what_to_do_before_anything_is_spent():
    for call in (lambda: grade(ROWS), lambda: wai.SimulationData(ROWS).grade(), lambda: run_judge(ROWS)):
        with pytest.raises(ArgumentError, match=r"no judge was given.*Nothing was spent.*data.grade\(my_judge\)"):
            call()


def test_a_failure_is_a_reward_under_one_half():
    scored = run_judge(ROWS, lambda row: 0.4 if row["final_text"] == "ok" else 0.5)
    assert len(scored.failed_traces()) == 3 and len(scored.failures()) == 0 and len(scored.partials()) == 6
