import asyncio

import pytest

from wai_nb.errors import ArgumentError, RowError
from wai_nb.grade.contract import grade

ROWS = [{"prompt": f"ask {i}", "steps": [], "final_text": "ok" if i % 2 else "no"} for i in range(6)]


def test_rows_are_copies_with_verdicts():
    graded = grade(ROWS, lambda row: row["final_text"] == "ok", name="ok_judge", run_id="r1")
    assert [row["reward"] for row in graded] == [0, 1, 0, 1, 0, 1]
    assert graded[0]["judge_name"] == "ok_judge"
    assert graded[0]["lineage"] == {"judge": "ok_judge", "scoring_run_id": "r1", "source": "grade"}
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


@pytest.mark.parametrize("judge", [5, "judge", None, dict])
def test_what_cannot_judge(judge):
    with pytest.raises(ArgumentError, match="A judge is a function"):
        grade(ROWS, judge)


@pytest.mark.parametrize("rows", [5, "rows", {"prompt": "a"}, [1], None])
def test_what_are_no_rows(rows):
    with pytest.raises(RowError):
        grade(rows, lambda row: 1)
