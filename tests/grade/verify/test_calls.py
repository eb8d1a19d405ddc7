import pytest

from wai_nb.errors import ArgumentError
from wai_nb.grade.verify import ToolCall, ToolCalls, tool_calls

GET = {"tool": "get", "arguments": {"id": "7"}, "result": {}}
PAY = {"name": "pay", "arguments": '{"id": "7", "amount": 5}', "id": "c1"}
ROW = {"steps": [GET, {"text": "one moment"}, PAY], "final_text": "done"}


def test_both_spellings_of_steps():
    assert tool_calls(ROW) == [ToolCall("get", {"id": "7"}, None), ToolCall("pay", {"id": "7", "amount": 5}, "c1")]


def test_messages_of_two_vendors():
    openai = {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "get", "arguments": '{"id": "7"}'}}]}
    block = {"type": "tool_use", "id": "a", "name": "get", "input": {"id": "7"}}
    anthropic = {"role": "assistant", "content": [{"type": "text", "text": "x"}, block]}
    for message in (openai, anthropic):
        assert tool_calls({"messages": [message]}) == [ToolCall("get", {"id": "7"}, "a")]


@pytest.mark.parametrize("row", [{}, {"steps": None}, {"steps": ["x", 5, {}]}, {"messages": [None, {"role": "tool"}]}])
def test_odd_rows_have_no_calls(row):
    assert tool_calls(row) == []


def test_arguments_that_are_no_json_stay_text():
    assert tool_calls({"steps": [{"tool": "t", "arguments": "{oops"}]}) == [ToolCall("t", "{oops", None)]


@pytest.mark.parametrize(
    ("expected", "options", "wanted"),
    [
        (["get"], {}, 1),
        (["get", "pay"], {"ordered": True}, 1),
        (["pay", "get"], {"ordered": True}, 0),
        (["pay", "get"], {}, 1),
        (["get", "get"], {}, 0),
        (["get"], {"extra": False}, 0),
        (["get", "pay"], {"extra": False}, 1),
        ([{"tool": "pay", "arguments": {"amount": 5}}], {}, 1),
        ([{"name": "pay", "arguments": {"amount": 6}}], {}, 0),
        ([{"tool": "pay", "arguments": {"other": None}}], {}, 0),
        ([], {"extra": False}, 0),
        ([], {}, 1),
    ],
)
def test_expected_calls(expected, options, wanted):
    assert ToolCalls(expected, **options)(ROW)["reward"] == wanted


def test_each_expected_call_needs_its_own_even_when_one_fits_both():
    steps = [{"tool": "t", "arguments": {"a": 1, "b": 2}}, {"tool": "t", "arguments": {"a": 1}}]
    wanted = [{"tool": "t", "arguments": {"a": 1}}, {"tool": "t", "arguments": {"b": 2}}]
    assert ToolCalls(wanted)({"steps": steps})["reward"] == 1


def test_the_reference_may_hold_the_calls():
    assert ToolCalls()({**ROW, "privileged": {"reference": ["get"]}})["reward"] == 1
    assert ToolCalls()({**ROW, "privileged": {"reference": 5}})["reward"] is None
    assert ToolCalls()(ROW)["reward"] is None
    with pytest.raises(ArgumentError):
        ToolCalls([5])
