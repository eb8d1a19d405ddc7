import pytest

import wai_nb as wai

TOOL = {"name": "get_order", "parameters": {"properties": {"order_id": {"type": "string"}}}}


def test_a_good_reply_is_shown_turn_by_turn():
    def agent(message):
        result = wai.world([TOOL]).call("get_order", {"order_id": "4412"})
        return {
            "steps": [{"tool": "get_order", "arguments": {"order_id": "4412"}, "result": result}],
            "final_text": "Here.",
        }

    tryout = wai.try_agent(agent, "Where is 4412?", tools=[TOOL])
    assert tryout["ok"] and tryout["error"] is None
    assert tryout["row"]["steps"][0]["result"]["status"] in ("ok", "not_found")
    for words in ("Where is 4412?", "get_order", "Here."):
        assert words in str(tryout)


@pytest.mark.parametrize(
    ("returned", "reason", "words"),
    [(None, "agent_error", "returned None"), ({"text": "hi"}, "agent_error", "'text'"), ("", "empty_reply", "empty")],
)
def test_a_bad_reply_is_named_exactly(returned, reason, words):
    tryout = wai.try_agent(lambda message: returned, "Where is 4412?")
    assert (tryout["ok"], tryout["reason"], tryout["row"]) == (False, reason, None)
    assert words in tryout["error"]
    assert words in str(tryout)


async def hello(message):
    return "hello"


def test_async_agents_can_be_tried():
    assert wai.try_agent(hello, "Hi")["row"]["final_text"] == "hello"


@pytest.mark.parametrize("message", ["", " ", None, 5])
def test_a_message_is_a_text(message):
    with pytest.raises(TypeError, match="message="):
        wai.try_agent(hello, message)
