import pytest

from wai_nb.errors import SettingError
from wai_nb.measure.passk import pass_at


def row(situation, passed, tool="get_order", **more):
    return {
        "prompt": situation,
        "scenario_id": situation,
        "reward": passed,
        "scenario_dimensions": {"tool": tool},
        "markers": {"polite": 1},
        "lineage": {"judge": "rules"},
        **more,
    }


ROWS = [row(f"s{i}", int(j < i), tool="get_order" if i % 2 else "refund") for i in range(6) for j in range(4)]


@pytest.mark.parametrize("by", ["tool", "scenario_dimensions.tool", lambda r: r["scenario_dimensions"]["tool"]])
def test_each_branch_is_the_pass_rate_of_its_rows(by):
    found = pass_at(ROWS, by=by)
    assert set(found.branches) == {"get_order", "refund"}
    for name, branch in found.branches.items():
        alone = pass_at([r for r in ROWS if r["scenario_dimensions"]["tool"] == name])
        assert (branch.pass_at_1, branch.ci95, branch.pass_pow_k) == (alone.pass_at_1, alone.ci95, alone.pass_pow_k)
    assert dict(found.all) == dict(pass_at(ROWS))


def test_lowest_first_with_a_line_for_all():
    found = pass_at(ROWS, by="tool")
    assert list(found.branches) == ["refund", "get_order"]  # rates 0, .5, 1 and .25, .75, 1
    lines = [line.split()[0] for line in str(found).splitlines() if line.startswith(("refund", "get_order", "all"))]
    assert lines == ["refund", "get_order", "all"]
    assert list(found.to_frame()["tool"]) == ["refund", "get_order"]
    assert found.plot().get_title() is not None


@pytest.mark.parametrize(("by", "names"), [("polite", {"1"}), ("judge", {"rules"}), ("lineage.judge", {"rules"})])
def test_markers_and_lineage_have_branches_too(by, names):
    assert set(pass_at(ROWS, by=by).branches) == names


def test_a_branch_is_found_by_its_value_alone():
    found = pass_at(ROWS, by="tool")
    assert found["refund"] is found.branches["refund"]
    with pytest.raises(KeyError, match="elsewhere"):
        found["elsewhere"]


def test_rows_that_say_nothing_form_a_branch():
    found = pass_at([*ROWS, {"prompt": "bare", "reward": 1}], by="tool")
    assert found.branches["(none)"].n_rows == 1


def test_one_k_for_all_branches():
    rows = [*ROWS, *[row("long", 1, tool="other") for _ in range(9)]]
    assert {branch.k for branch in pass_at(rows, by="tool").branches.values()} == {4}


@pytest.mark.parametrize(
    ("by", "words"), [("tols", "Did you mean 'tool'"), (5, "neither the name"), ("", "neither the name")]
)
def test_a_wrong_name_is_answered_with_the_right_ones(by, words):
    with pytest.raises(SettingError, match=words):
        pass_at(ROWS, by=by)


def test_thin_branches_are_pointed_at():
    assert "under 5 situations" in str(pass_at(ROWS, by="tool"))


def test_no_rows():
    assert "No rows" in str(pass_at([], by="tool"))
