"""Gold labels: every key leads to one row, and a label that leads nowhere is told."""

from __future__ import annotations

import pytest

import wai_nb as wai
from wai_nb.errors import ArgumentError, SettingError
from wai_nb.grade.labels import attach_labels

ROWS = [
    {"prompt": ask, "steps": [], "final_text": "ok", "scenario_id": "sc-1", "ask_id": f"sc-1.{n}", "rollout_index": i}
    for n, ask in enumerate(["a", "b"])
    for i in range(2)
]


def gold(rows):
    return [row.get("gold_reward") for row in rows]


def test_labels_by_ask_and_index():
    labelled = attach_labels(ROWS, {"sc-1.0#1": 1, "sc-1.1#0": False})
    assert gold(labelled) == [None, 1, 0, None]
    assert labelled[1]["gold_labels"] == [1] and labelled[1]["gold_kind"] == "human"
    assert "gold_reward" not in ROWS[1]


def test_a_majority_decides_and_a_tie_is_unset():
    labelled = attach_labels(ROWS, {"sc-1.0#0": [1, 1, 0], "sc-1.0#1": [1, 0]}, kind="program")
    assert gold(labelled) == [1, None, None, None]
    assert labelled[1]["gold_labels"] == [1, 0] and labelled[1]["gold_kind"] == "program"


def test_by_rollout_id_by_situation_and_by_rows():
    one = [{"prompt": "a", "rollout_id": "r-7", "scenario_id": "sc-1", "rollout_index": 4}]
    for labels in ({"r-7": 1}, {"sc-1#4": 1}, [{"rollout_id": "r-7", "label": True}]):
        assert gold(attach_labels(one, labels)) == [1]
    assert gold(attach_labels(ROWS, [{**ROWS[3], "label": 0}])) == [None, None, None, 0]


def test_rows_without_ids_are_found_by_their_content():
    rows = [{"prompt": text, "steps": [], "final_text": text} for text in "ab"]
    assert gold(attach_labels(rows, [{**rows[1], "labels": [1, 1]}])) == [None, 1]


def test_a_run_of_several_evaluations():
    rows = [{**ROWS[0], "lineage": {"eval_run": run}} for run in range(2)]
    assert gold(attach_labels(rows, {"sc-1.0#0@1": 1})) == [None, 1]
    with pytest.raises(SettingError, match=r"names 2 rows. Name one: 'sc-1.0#0', 'sc-1.0#0@1'"):
        attach_labels(rows, {"sc-1#0": 1})


def test_a_key_that_names_several_rows_is_refused():
    with pytest.raises(SettingError, match=r"names 2 rows. Name one: 'sc-1.0#0', 'sc-1.1#0'"):
        attach_labels(ROWS, {"sc-1#0": 1})


def test_labels_that_match_nothing():
    with pytest.raises(ValueError, match=r"none of 1 label matches a row.*Did you mean 'sc-1.0#0'"):
        attach_labels(ROWS, {"sc-1.0#00": 1})
    with pytest.raises(ValueError, match="none of 0 labels"):
        attach_labels(ROWS, {})
    with pytest.warns(UserWarning, match="1 of 2 labels match no row: 'x'"):
        attach_labels(ROWS, {"sc-1.0#0": 1, "x": 1})


@pytest.mark.parametrize("value", [0.5, "1", 2, None, float("nan")])
def test_what_is_no_label(value):
    with pytest.raises(SettingError, match="A label is 1"):
        attach_labels(ROWS, {"sc-1.0#0": value})


def test_what_are_no_labels_and_no_kinds():
    with pytest.raises(ValueError, match="kind='humane' is not allowed"):
        attach_labels(ROWS, {"sc-1.0#0": 1}, kind="humane")
    for labels in (5, "1", [5], [{"prompt": "a"}]):
        with pytest.raises(ArgumentError):
            attach_labels(ROWS, labels)


def test_a_run_is_rows_too():
    scored = wai.SimulationData(ROWS).grade(lambda row: 1)
    assert gold(wai.attach_labels(scored, {"sc-1.0#0": 0})) == [0, None, None, None]
