"""The bug case of reward cells: truthy texts, NaN, 85, and nothing at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import wai_nb as wai
from wai_nb.errors import RowError
from wai_nb.grade.verdict import read_verdict
from wai_nb.records.rows import label_of, verdict_of

CASE = Path(__file__).parents[1] / "cases" / "given" / "b07_reward_cells.jsonl"


@pytest.fixture(name="rows")
def _rows():
    return [json.loads(line) for line in CASE.read_text(encoding="utf-8").splitlines()]


def test_only_exact_0_and_1_are_labels(rows):
    assert [label_of(row) for row in rows] == [1, 0, 1, 0, 1] + [None] * 14


def test_what_is_there_and_cannot_be_read_is_told_apart_from_what_nobody_graded(rows):
    kinds = [verdict_of(row) for row in rows]
    assert kinds[:5] == ["pass", "fail", "pass", "fail", "pass"]
    assert kinds[5:9] == ["unread"] * 4  # "1", "0", "False", "PASS"
    assert kinds[9] == "partial"
    assert kinds[10:14] == ["unread"] * 4  # NaN, -1, 85, "85%"
    assert kinds[14:16] == ["ungraded"] * 2  # null, absent
    assert kinds[16:] == ["unread"] * 3  # "", [1], {"score": 1}


def test_every_count_says_so(rows):
    result = wai.pass_at(rows)
    counts = {name: result[name] for name in ("n_rows", "n_partial", "n_unread", "n_ungraded")}
    assert counts == {"n_rows": 5, "n_partial": 1, "n_unread": 13, "n_ungraded": 2}
    assert result.pass_at_1 == 3 / 5
    scored = wai.ScoredData(rows)
    parts = [scored.passes(), scored.failures(), scored.partials(), scored.unjudged()]
    assert list(map(len, parts)) == [3, 2, 1, 13]
    assert len(scored.failed_traces()) == 2
    assert "never graded" in str(result) and "n_unread" in result


def test_views_of_them_never_break(rows):
    assert "<ScoredData" in repr(wai.ScoredData(rows))
    assert "! unread" in str(wai.ScoredData(rows).rows[5:9])


def test_the_same_cells_from_a_judge_are_read_alike(rows):
    for row in rows:
        if "reward" in row:
            verdict = read_verdict({"reward": row["reward"]})
            label = label_of(row)
            assert verdict.reward == (row["reward"] if label is not None or verdict_of(row) == "partial" else None)
            assert (verdict.status == "ok") == (verdict.reward is not None)


def test_grading_anew_leaves_no_cell_as_it_was(rows):
    assert {row["reward"] for row in wai.grade(rows, lambda row: 1)} == {1}


def test_a_file_with_a_bare_nan_is_refused_with_its_line():
    with pytest.raises(RowError, match=r"line 11.*NaN"):
        wai.load(CASE)
