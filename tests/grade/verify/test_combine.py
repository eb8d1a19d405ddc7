import pytest

from wai_nb.errors import ArgumentError, SettingError
from wai_nb.grade.contract import grade
from wai_nb.grade.verify import All, Any, ExactMatch, Numeric, Regex, Weighted, verifier

ROW = {"prompt": "?", "steps": [], "final_text": "a"}


def fixed(reward):
    return verifier(lambda candidate: reward)


@pytest.mark.parametrize(
    ("parts", "lowest", "highest"),
    [
        ([1, 1], 1, 1),
        ([1, 0], 0, 1),
        ([0.5, 0.75], 0.5, 0.75),
        ([None, 1], None, 1),
        ([None, 0], None, None),
        ([float("nan"), 1], None, 1),
    ],
)
def test_all_is_the_lowest_and_any_the_highest(parts, lowest, highest):
    made = [fixed(part) for part in parts]
    assert All(made)(ROW)["reward"] == lowest
    assert Any(made)(ROW)["reward"] == highest


def test_weighted_keeps_parts_of_one_name_apart():
    both = Weighted([(Regex("a"), 3), (Regex("b"), 1)])
    verdict = both(ROW)
    assert verdict["reward"] == 0.75
    assert {name: part["reward"] for name, part in verdict["parts"].items()} == {"regex": 1, "regex_2": 0}
    assert Weighted({fixed(1): 2, fixed(None): 1})(ROW)["reward"] is None
    assert Weighted([(fixed(1), 0.1)] * 3)(ROW)["reward"] == 1


@pytest.mark.parametrize("weight", [0, -1, float("nan"), "1", True])
def test_weights_are_checked(weight):
    with pytest.raises(SettingError):
        Weighted([(Regex("a"), weight)])


def test_parts_are_checked():
    with pytest.raises(ArgumentError):
        All([])
    with pytest.raises(ArgumentError):
        All([ExactMatch])
    with pytest.raises(ArgumentError):
        Weighted([Regex("a")])

    async def later(row):
        return 1

    with pytest.raises(ArgumentError):
        Any([later])


def test_plain_judges_are_parts_that_see_no_key():
    seen = []

    def judge(row):
        seen.append("privileged" in row)
        return {"score": 1}

    row = {**ROW, "privileged": {"reference": "a"}}
    assert All([judge, ExactMatch()])(row)["reward"] == 1
    assert seen == [False]


def test_a_part_that_raises_costs_the_verdict_and_names_itself():
    def broken(row):
        raise KeyError("x")

    verdict = All([Regex("a"), broken])(ROW)
    assert verdict["reward"] is None and verdict["reason"].startswith("broken: raised KeyError")


def test_in_a_graded_row_the_parts_are_meta():
    [row] = grade([{**ROW, "answer": "5"}], All([Numeric(), Regex("a")]))
    assert row["reward"] == 0 and row["judge_name"] == "all"
    assert row["judge_meta"]["parts"]["regex"]["reward"] == 1
