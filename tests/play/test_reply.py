import datetime
import json

import pytest

from wai_nb.play.reply import ReplyError, read_reply


@pytest.mark.parametrize(
    ("returned", "reason", "named"),
    [
        (None, "agent_error", "None"),
        (5, "agent_error", "5"),
        ([], "agent_error", r"\[\]"),
        ({}, "agent_error", "keys none"),
        ({"role": "assistant", "content": "hi"}, "agent_error", "'role', 'content'"),
        ({"final_text": 5}, "agent_error", "final_text is 5"),
        ({"final_text": None}, "empty_reply", "final_text"),
        ({"steps": []}, "empty_reply", "final_text"),
        ({"final_text": " \n"}, "empty_reply", "empty"),
        ("", "empty_reply", "empty"),
        ({"final_text": '<tool_call>{"name": "get"}</tool_call>'}, "tool_markup", "markup"),
        ({"final_text": "[TOOL_CALLS] [{}]"}, "tool_markup", "markup"),
        ({"steps": "abc", "final_text": "hi"}, "agent_error", "steps is 'abc'"),
        ({"steps": {"tool": "a"}, "final_text": "hi"}, "agent_error", "steps is"),
        ({"steps": ["a", 3, None], "final_text": "hi"}, "agent_error", r"steps\[0\] is 'a'"),
        ({"steps": [{"tool": "a"}, {"name": "b"}], "final_text": "hi"}, "agent_error", r"steps\[1\]"),
        ({"steps": [{"tool": 7}], "final_text": "hi"}, "agent_error", r"steps\[0\]\['tool'\] is 7"),
    ],
)
def test_what_is_wrong_is_named(returned, reason, named):
    with pytest.raises(ReplyError, match=named) as caught:
        read_reply(returned)
    assert caught.value.reason == reason


def test_a_plain_text_is_a_reply():
    assert read_reply("On its way.").final_text == "On its way."


def test_further_keys_ride_along():
    assert read_reply({"final_text": "hi", "seeded": ["leak"]}).extras == {"seeded": ["leak"]}


def test_what_json_cannot_hold_is_kept_readable():
    steps = [{"tool": "get", "arguments": {"when": datetime.date(2026, 1, 2)}, "result": {"b", "a"}}]
    reply = read_reply({"steps": steps, "final_text": "half \ud83d"})
    text = json.dumps([reply.steps, reply.final_text], allow_nan=False)
    assert text.encode("utf-8")
    assert reply.steps[0]["arguments"] == {"when": "2026-01-02"}
    assert reply.steps[0]["result"] == ["a", "b"]


@pytest.mark.parametrize(
    ("given", "kept"), [(None, {}), ("", {}), ('{"a": 1}', {"a": 1}), ('{"a": ', '{"a": '), ("[1]", "[1]"), ([1], [1])]
)
def test_arguments_in_every_shape(given, kept):
    step = {"tool": "get", "arguments": given, "result": None}
    assert read_reply({"steps": [step], "final_text": "hi"}).steps[0]["arguments"] == kept
