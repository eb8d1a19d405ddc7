import pytest

from wai_nb.errors import RowError
from wai_nb.records.messages import chat_messages
from wai_nb.records.rows import Rows, ask_of, checked_rows, label_of, row_problems, task_of
from wai_nb.records.signature import behavior_signature, result_status
from wai_nb.records.trajectory import trajectory


def test_rows_stay_rows():
    rows = Rows([{"a": 1}, {"a": 2}])
    assert rows() is rows
    assert type(rows[:1]) is type(rows + rows) is Rows
    assert rows[0] == {"a": 1}


def test_rows_without_ids_fall_back_to_the_prompt():
    assert task_of({"prompt": "hi"}) == "hi"
    assert ask_of({"prompt": "hi"}) != ask_of({"prompt": "ho"})
    assert ask_of({"prompt": "hi", "scenario_id": "s"}) != ask_of({"prompt": "ho", "scenario_id": "s"})
    assert ask_of({"ask_id": "a", "prompt": "hi"}) == "a"


@pytest.mark.parametrize(
    ("reward", "label"),
    [
        (1, 1),
        (0, 0),
        (1.0, 1),
        (True, 1),
        (False, 0),
        (0.5, None),
        ("1", None),
        (float("nan"), None),
        (85, None),
        (-1, None),
        (None, None),
        ([1], None),
    ],
)
def test_only_exactly_zero_or_one_is_a_label(reward, label):
    assert label_of({"reward": reward}) == label


def test_problems_are_words():
    assert row_problems(5) == ["a row is a dict, not int"]
    assert "steps is str, not list" in row_problems({"prompt": "a", "steps": "b", "final_text": "c"})
    assert "schema_version '2' is not '1'" in row_problems(
        {"prompt": "a", "steps": [], "final_text": "c", "schema_version": "2"}
    )


@pytest.mark.parametrize("rows", ["rows", 5, None, {"prompt": "a"}, [1], [{"a": 1}, None]])
def test_what_are_no_rows(rows):
    with pytest.raises(RowError):
        checked_rows(rows)


def test_text_and_call_are_one_assistant_turn():
    steps = [{"text": "Let me look."}, {"tool": "get", "arguments": {}, "result": None}, {"text": "Hm."}]
    roles = [message["role"] for message in chat_messages("Hi", steps, "Found.")]
    assert roles == ["user", "assistant", "tool", "assistant"]


@pytest.mark.parametrize(
    ("result", "status"),
    [
        ({"error": "timeout"}, "error"),
        ({"status": "ok", "error": None}, "ok"),
        ({"error": ""}, "ok"),
        ({"error": 0}, "ok"),
        ({"error": False}, "ok"),
        ("no error here", "ok"),
        ('{"error": "timeout"}', "error"),
        ("{broken", "ok"),
        (None, "ok"),
        ({"error_rate": 0.2}, "ok"),
        ({"status": "not_found"}, "not_found"),
        ([{"error": 1}], "ok"),
    ],
)
def test_a_fault_is_read_from_the_result_itself(result, status):
    assert result_status(result) == status


def test_signatures_tell_what_was_done():
    call = {"tool": "get", "arguments": {}, "result": {"status": "ok"}}
    same = behavior_signature([call], "Here you are.")
    assert same == behavior_signature([call], "It is done.")
    assert same != behavior_signature([call, call], "Here you are.")
    assert same != behavior_signature([call], "Which one do you mean?")
    assert same != behavior_signature([{**call, "result": {"error": "x"}}], "Here you are.")


def test_a_trajectory_reads_top_to_bottom():
    row = {
        "prompt": "Refund 7",
        "steps": [{"tool": "refund", "arguments": {"id": "7"}, "result": {"error": "timeout"}}],
        "final_text": "Done.",
        "faults": {"*": {"mode": "timeout", "rate": 1.0}},
        "reward": 0,
        "reason": "claims success",
        "judge_status": "ok",
        "judge_name": "checker",
    }
    text = str(trajectory(row))
    places = [
        text.index(words)
        for words in ("✗ Fail", "Refund 7", "claims success", "timeout on every call", "refund(", "Done.")
    ]
    assert places == sorted(places)


def test_a_trajectory_of_no_row_says_what_is_wrong():
    with pytest.raises(RowError, match="final_text is missing"):
        trajectory({"prompt": "a", "steps": []})
