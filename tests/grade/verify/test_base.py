import math

import pytest

import wai_nb as wai
from wai_nb.errors import ArgumentError
from wai_nb.grade.verify.gold import find_gold, hide_gold

ROW = {"prompt": "2+2?", "steps": [], "final_text": "4"}


def test_the_front_door_has_the_module():
    assert wai.verify.ExactMatch is not None
    assert set(wai.verify.__all__) <= set(dir(wai.verify))


@pytest.mark.parametrize(
    ("row", "gold"),
    [
        ({"privileged": {"reference": "a"}, "reference": "b", "answer": "c"}, "a"),
        ({"reference": "b", "answer": "c"}, "b"),
        ({"answer": "c", "target": "d"}, "c"),
        ({"target": "d", "solution": "e"}, "d"),
        ({"label": 0}, 0),
        ({"expected": False}, False),
        ({"info": {"answer": "f"}, "privileged": {"answer": "g"}}, "f"),
        ({"metadata": {"solution": "h"}}, "h"),
        ({"privileged": {"answer": "g"}}, "g"),
        ({"answer": "  ", "target": "d"}, "d"),
        ({"answer": None}, None),
        ({}, None),
    ],
)
def test_where_the_answer_key_is(row, gold):
    assert find_gold(row) == gold


def test_an_explicit_field_is_the_only_place():
    row = {"answer": "x", "privileged": {"keys": [{"v": "y"}]}}
    assert find_gold(row, "privileged.keys[0].v") == "y"
    assert find_gold(row, "nowhere") is None


def test_no_key_is_no_reward_and_says_so():
    verdict = wai.verify.ExactMatch()(ROW)
    assert verdict["reward"] is None and "no reference" in verdict["reason"]
    assert "'privileged.key'" in wai.verify.ExactMatch(field="privileged.key")(ROW)["reason"]


def test_no_reply_at_all_is_no_reward_but_an_empty_one_fails():
    assert wai.verify.ExactMatch()({"answer": "4"})["reward"] is None
    assert wai.verify.ExactMatch()({"answer": "4", "final_text": ""})["reward"] == 0


@pytest.mark.parametrize("bad", [math.nan, math.inf, 7, -1, "1", [1], 1 + 1j])
def test_what_is_no_reward_never_becomes_a_number(bad):
    made = wai.verify.verifier(lambda candidate: bad)
    assert made(ROW)["reward"] is None
    assert wai.grade([ROW], made)[0]["reward"] is None


@pytest.mark.parametrize(
    ("good", "reward"), [(True, 1), (0, 0), (0.25, 0.25), ((1, "why"), 1), ({"reward": 0.5, "reason": "half"}, 0.5)]
)
def test_what_a_check_may_return(good, reward):
    assert wai.verify.verifier(lambda candidate: good)(ROW)["reward"] == reward


def test_the_decorator_takes_one_two_or_three_arguments():
    @wai.verify.verifier
    def same(candidate, reference):
        """Compare."""
        return candidate == reference, f"wanted {reference}"

    assert same.name == "same" and same.__doc__ == "Compare."
    assert same(ROW)["reward"] is None
    verdict = same({**ROW, "final_text": "5", "privileged": {"reference": "4"}})
    assert verdict == {"reward": 0, "reason": "wanted <reference>"}
    assert (
        wai.verify.verifier(lambda candidate, reference, row: row["steps"] == [])({**ROW, "answer": 1})["reward"] == 1
    )


@pytest.mark.parametrize("bad", [5, lambda: 1, lambda a, b, c, d: 1])
def test_the_decorator_refuses_what_it_cannot_call(bad):
    with pytest.raises(ArgumentError, match="@verifier"):
        wai.verify.verifier(bad)


def test_an_async_function_is_refused():
    async def check(candidate):
        return 1

    with pytest.raises(ArgumentError, match="is async"):
        wai.verify.verifier(check)


def test_rows_that_are_none_and_fields_that_are_none():
    with pytest.raises(ArgumentError, match="reads a row dict"):
        wai.verify.ExactMatch()("4")
    with pytest.raises(ArgumentError, match="dotted path"):
        wai.verify.ExactMatch(field=" ")


@pytest.mark.parametrize(
    ("reason", "gold", "shown"),
    [
        ("got 42 of 420", 42, "got <reference> of 420"),
        ("Paris or ROME", ["paris", "Rome"], "<reference> or <reference>"),
        ("key is s3cret", {"a": {"b": "s3cret"}}, "key is <reference>"),
        ("true enough", True, "true enough"),
    ],
)
def test_reasons_hide_the_key(reason, gold, shown):
    assert hide_gold(reason, gold) == shown


def test_the_key_reaches_the_verifier_and_nothing_else(tmp_path):
    rows = [
        {"prompt": f"q{i}", "steps": [], "final_text": str(i % 2), "privileged": {"reference": "1"}} for i in range(4)
    ]
    scored = wai.SimulationData(rows).grade(wai.verify.ExactMatch(name="exact"))
    assert [row["reward"] for row in scored.rows] == [0, 1, 0, 1]
    assert scored.judge_name == "exact"
    scored.save(tmp_path / "rows.jsonl")
    assert "privileged" not in (tmp_path / "rows.jsonl").read_text()


def test_an_anthropic_message_is_read():
    row = {"messages": [{"role": "assistant", "content": [{"type": "text", "text": "4"}, {"type": "tool_use"}]}]}
    assert wai.verify.ExactMatch()({**row, "answer": "4"})["reward"] == 1


def test_long_reasons_are_cut():
    made = wai.verify.verifier(lambda candidate: (0, "x" * 1000))
    assert len(made(ROW)["reason"]) == 300
