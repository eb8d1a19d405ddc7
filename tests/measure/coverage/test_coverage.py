"""What a run did not really try."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest
from tests.asks.makers import GET_ORDER, REFUND, STRING, tool

import wai_nb as wai
from wai_nb.errors import RowError
from wai_nb.measure.coverage.hollow import activity_of, hollow
from wai_nb.measure.coverage.warnings import coverage_warnings

OK = {"status": "ok"}
BROKEN = {"error": "no database"}
TOOLS = [GET_ORDER, REFUND]


def row(n=0, *calls, **more):
    steps = [{"tool": name, "arguments": {"order_id": str(n)}, "result": result} for name, result in calls]
    return {"prompt": f"Where is order {n + 100}?", "steps": steps, "final_text": "On its way.", **more}


def whats(rows, tools=None):
    return [advice.what for advice in coverage_warnings(rows, tools)]


def test_a_run_that_tried_everything_has_nothing_to_mend():
    rows = [row(n, ("get_order", OK), ("refund_order", OK), markers={"polite": n % 2}) for n in range(10)]
    found = coverage_warnings(rows, TOOLS)
    assert found == [] and not found and found.hollow == ""
    assert "Nothing to mend" in str(found)


def test_no_row_called_a_tool():
    found = coverage_warnings([row(n) for n in range(3)], TOOLS)
    assert [advice.what for advice in found] == ["No row called a tool."]
    assert "try_agent" in found[0].fix
    assert found.hollow == "no row called a tool, though get_order and refund_order were declared"
    assert str(found).split("\n")[1].startswith("Hollow: no row called a tool")


def test_without_tools_only_calls_and_markers_are_looked_at():
    assert whats([row(), row(1)]) == ["No row called a tool."]
    assert coverage_warnings([row(), row(1)]).hollow == ""  # an agent without tools is not hollow
    assert whats([row(0, ("get_order", OK)), row(1)]) == []


@pytest.mark.parametrize(("idle", "called", "warned"), [(1, 3, False), (2, 6, True), (2, 18, True), (2, 30, False)])
def test_idle_rows_are_named_from_two_rows_and_a_tenth_on(idle, called, warned):
    rows = [row(n) for n in range(idle)] + [row(n, ("get_order", OK), ("refund_order", OK)) for n in range(called)]
    found = [what for what in whats(rows, TOOLS) if "called none" in what]
    assert bool(found) == warned
    if warned:
        assert found == [f"{idle} of {idle + called} rows whose ask is for a tool called none."]


def test_who_may_well_call_nothing_is_not_idle():
    called = [row(n, ("get_order", OK), ("refund_order", OK)) for n in range(4)]
    thanks = [{"prompt": "thanks, that was all", "steps": [], "final_text": "Bye"}] * 4
    unrelated = [row(n, scenario_dimensions={"tool": "unrelated", "stance": "ordinary"}) for n in range(4)]
    vague = [row(n, scenario_dimensions={"tool": "get_order", "stance": "ambiguous"}) for n in range(4)]
    assert whats(called + thanks + unrelated + vague, TOOLS) == []
    told = [row(n, scenario_dimensions={"tool": "get_order", "stance": "ordinary"}) for n in range(4)]
    assert whats(called + told, TOOLS) == ["4 of 8 rows whose ask is for a tool called none."]


def test_declared_tools_that_are_never_called_and_called_tools_that_nobody_declared():
    found = coverage_warnings([row(n, ("get_order", OK), ("getOrder", OK)) for n in range(3)], TOOLS)
    assert [advice.what for advice in found] == [
        "1 declared tool never called: refund_order.",
        "1 tool called that nobody declared: getOrder.",
    ]
    assert found[0].fix == "wai.simulate(..., dimensions={\"tool\": ['refund_order']})"


@pytest.mark.parametrize(("fine", "broken"), [(0, 8), (0, 9), (1, 13), (1, 14), (2, 18), (3, 22), (3, 30)])
def test_a_tool_is_dead_where_the_high_end_of_its_success_is_below_030(fine, broken):
    rows = [row(n, ("get_order", OK if n < fine else BROKEN), ("refund_order", OK)) for n in range(fine + broken)]
    dead = binomtest(fine, fine + broken).proportion_ci(method="wilson").high < 0.3
    assert activity_of(rows).dead == (["get_order"] if dead else [])
    assert any("get_order is dead" in what for what in whats(rows, TOOLS)) == dead


def test_calls_that_were_planned_to_fail_are_no_sign_of_a_dead_tool():
    fault = {"*": {"mode": "timeout", "rate": 1.0}}
    planned = [row(n, ("get_order", BROKEN), ("refund_order", BROKEN), faults=fault) for n in range(20)]
    missing = {"scenario_dimensions": {"world_state": "missing", "tool": "get_order", "stance": "ordinary"}}
    absent = [row(n, ("get_order", {"status": "not_found"}), **missing) for n in range(20)]
    assert whats(planned + absent, TOOLS) == []
    unplanned = [row(n, ("get_order", {"status": "not_found"})) for n in range(20)]
    assert coverage_warnings(unplanned, [GET_ORDER]).hollow.startswith("every tool that was called is dead: 20 of 20")


def test_markers_that_never_move():
    rows = [
        row(n, ("get_order", OK), markers={"a": 1, "b": 0, "c": n % 2, "d": 1, "e": True, "f": 0.5}) for n in range(4)
    ]
    rows.append(row(9, ("get_order", OK), markers={"once": 0}))
    found = whats(rows, [GET_ORDER])
    assert found == [
        "Marker b is 0 on all rows that carry it.",
        "3 markers are 1 on all rows that carry them: a, d and e.",
    ]


def test_rows_lost_empty_or_none_are_hollow():
    assert hollow([]) == "there are no rows"
    assert (
        hollow([{"prompt": "a", "steps": [], "final_text": " "}] * 2) == "none of the 2 rows has a reply or a tool call"
    )
    assert hollow([row()]) == "no verdict is 0 or 1"
    assert hollow([row()], judged=False) == ""
    assert hollow([row(reward=0.5)]) == "no verdict is 0 or 1"
    assert hollow([row(reward=1)]) == ""
    assert coverage_warnings([]).hollow == "there are no rows"
    assert "wai.simulate" in coverage_warnings([])[0].fix


def test_a_run_brings_its_tools():
    run = wai.simulate(lambda _: "On its way!", tools=TOOLS, system_prompt="Be kind.", simulator=False, budget=5)
    assert coverage_warnings(run).hollow
    assert coverage_warnings(run, tools=[]).hollow == ""


def test_every_fix_on_rows_is_a_call_that_runs():
    rows = [row(n) for n in range(3)] + [row(n, ("get_order", BROKEN)) for n in range(20)]
    fixes = [advice.fix for advice in coverage_warnings(rows, TOOLS) if "trajectory" in advice.fix]
    assert len(fixes) == 2
    for fix in fixes:
        assert eval(fix, {"wai": wai, "rows": rows})["steps"] is not None
    no_calls = coverage_warnings([row()], TOOLS)[0].fix
    assert eval(no_calls, {"wai": wai, "rows": rows, "TOOLS": TOOLS, "my_agent": lambda _: "ok"})


@pytest.mark.parametrize("rows", [5, "rows", {"prompt": "a"}, [5], [None]])
def test_what_is_no_list_of_rows_is_refused(rows):
    with pytest.raises(RowError):
        coverage_warnings(rows)


def test_odd_rows_are_read():
    odd = [
        {"prompt": None, "steps": None, "final_text": None},
        {"prompt": 5, "steps": "x", "markers": "y", "scenario_dimensions": []},
        {"steps": [None, {"tool": None}, {"tool": "get_order", "arguments": None}]},
    ]
    assert coverage_warnings(odd, [GET_ORDER, tool("x", "", a=STRING)]) is not None
    found = coverage_warnings(odd)
    assert "not shown" not in str(found) and list(found.to_frame().columns) == ["what", "why", "fix"]
