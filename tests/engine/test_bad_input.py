"""Bad input is refused before anything is spent, in words that can be read one way (contract-simulate 1.4)."""

from __future__ import annotations

import pytest

import wai_nb as wai
from wai_nb.errors import NotYetError, WaiError

CALLS = []


def agent(message):
    CALLS.append(message)
    return {"steps": [], "final_text": "ok"}


TOOL = {"name": "get_order", "parameters": {"type": "object", "properties": {"order_id": {"type": "string"}}}}

BAD = [
    ({"situtaions": 3}, "'situtaions'", "Did you mean 'situations'"),
    ({"mode": "foo"}, "mode='foo'", "'explore', 'sft', 'rl', 'adaptive'"),
    ({"mode": "exlore"}, "mode='exlore'", "Did you mean 'explore'"),
    ({"mode": 5}, "mode=5", "one of the four modes"),
    ({"until": "x"}, "until='x'", "'compute', 'saturation'"),
    ({"repeat_policy": "x"}, "repeat_policy='x'", "'fixed', 'successive'"),
    ({"hard_share": 1.5}, "hard_share=1.5", "between 0 and 1"),
    ({"hard_share": "a"}, "hard_share='a'", "between 0 and 1"),
    ({"hard_share": float("nan")}, "hard_share=nan", "between 0 and 1"),
    ({"fault_rate": 2}, "fault_rate=2", "between 0 and 1"),
    ({"fault_rate": -1}, "fault_rate=-1", "between 0 and 1"),
    ({"budget": -3}, "budget=-3", "whole number of rows, 1 or more"),
    ({"budget": 0}, "budget=0", "1 or more"),
    ({"budget": 3.7}, "budget=3.7", "whole number"),
    ({"budget": "x"}, "budget='x'", "whole number"),
    ({"budget": True}, "budget=True", "whole number"),
    ({"seed": "a"}, "seed='a'", "whole number"),
    ({"concurrency": 0}, "concurrency=0", "1 or more"),
    ({"concurrency": -1}, "concurrency=-1", "1 or more"),
    ({"timeout": -1}, "timeout=-1", "above 0"),
    ({"timeout": 0}, "timeout=0", "above 0"),
    ({"timeout": float("inf")}, "timeout=inf", "seconds"),
    ({"repeats": 0}, "repeats=0", "1 or more"),
    ({"situations": 0}, "situations=0", "1 or more"),
    ({"situations": [3]}, "situations=[3]", "whole number"),
    ({"phrasings": "2"}, "phrasings='2'", "whole number"),
    ({"repeats": 2, "rollouts_per_request": 3}, "rollouts_per_request=3", "one dial"),
    ({"phrasings": 2, "requests_per_situation": 3}, "requests_per_situation=3", "one dial"),
    ({"policy": "Other."}, "policy='Other.'", "one dial"),
    ({"system_prompt": 5, "policy": None}, "system_prompt=5", "a text"),
    ({"dimensions": {"tier": ["ordinary"]}}, "tier", "stance"),
    ({"dimensions": {"stance": ["hurrid"]}}, "hurrid", "Did you mean 'hurried'"),
    ({"dimensions": {"tool_condition": ["slow"]}}, "slow", "timeout"),
    ({"dimensions": [1]}, "dimensions=[1]", "dict"),
    ({"tools": "x"}, "'x'", "function"),
    ({"tools": [1]}, "1", "function"),
    ({"on_progress": 3}, "on_progress=3", "function"),
    ({"execute": 3}, "execute=3", "function"),
    ({"sampling": 3}, "sampling=3", "dict"),
    ({"runs": 0}, "runs=0", "1 or more"),
    ({"time_budget": "soon"}, "time_budget='soon'", "seconds"),
    ({"time_budget": float("nan")}, "time_budget=nan", "seconds"),
    ({"seeds": "where is it"}, "seeds='where is it'", "list of opening asks"),
    ({"seeds": [5]}, "seeds", "each a text"),
    ({"seeds": [" "]}, "seeds=[' ']", "text that somebody asks"),
    ({"seeds": ["a"], "tasks": [{"prompt": "b"}]}, "tasks=", "give one of them"),
    ({"tasks": []}, "tasks=[]", "nothing to replay"),
    ({"tasks": 5}, "tasks must be a list", "row dicts"),
    ({"tasks": "nope.jsonl"}, "nope.jsonl", "no such file"),
    ({"tasks": [{"steps": []}]}, "tasks=", "no row with a prompt"),
    ({"checkpoint": 5}, "checkpoint=5", "path"),
    ({"output": 5}, "output=5", "path"),
    ({"simulator": "template"}, "simulator='template'", "'hosted'"),
    ({"simulator": "hostd"}, "simulator='hostd'", "Did you mean 'hosted'"),
    ({"simulator": "hosted"}, "simulator='hosted'", "none is configured"),
    ({"simulator": 5}, "simulator=5", "offline"),
    ({"advanced": {"zzz": 1}}, "'zzz'", "completions_per_request"),
    ({"advanced": {"prob": 1}}, "'prob'", "Did you mean 'probe'"),
    ({"advanced": [1]}, "advanced=[1]", "dict"),
    ({"traces": "nope.jsonl"}, "nope.jsonl", "no such file"),
    ({"traces": 5}, "traces=5", "JSONL path"),
    ({"traces": ["a"]}, "traces[0] is 'a'", "row dict"),
    ({"traces": []}, "traces=[]", "cold start"),
]


@pytest.mark.parametrize(("options", "named", "allowed"), BAD, ids=[str(next(iter(o.items()))) for o, *_ in BAD])
def test_refused_before_anything_is_spent(options, named, allowed):
    CALLS.clear()
    with pytest.raises(WaiError) as caught:
        wai.simulate(agent, **{"tools": [TOOL], "system_prompt": "Help.", "budget": 4, **options})
    assert named in str(caught.value)
    assert allowed in str(caught.value)
    assert not isinstance(caught.value, NotYetError)
    assert not CALLS


@pytest.mark.parametrize("name", ["situtaions", "bugdet", "xyz"])
def test_a_misspelt_keyword_is_a_type_error(name):
    with pytest.raises(TypeError, match=name):
        wai.simulate(agent, tools=[TOOL], **{name: 3})


@pytest.mark.parametrize("agent", [5, "hello", object(), dict, [1]])
def test_what_is_no_agent(agent):
    with pytest.raises(TypeError, match="An agent is a function"):
        wai.simulate(agent, tools=[TOOL], budget=1)


def test_nothing_to_play():
    with pytest.raises(ValueError, match="needs something to play"):
        wai.simulate(budget=1)


@pytest.mark.parametrize(
    ("text", "place"), [('{"prompt": "a"}\n{"prompt": \n', "line 2"), ("5\n", "line 1"), ("", "holds no rows")]
)
def test_bad_trace_files_name_file_and_line(tmp_path, text, place):
    path = tmp_path / "traces.jsonl"
    path.write_text(text)
    with pytest.raises(WaiError) as caught:
        wai.simulate(agent, tools=[TOOL], traces=str(path))
    assert "traces.jsonl" in str(caught.value)
    assert place in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"max_turns": 3},
        {"patience": "short"},
        {"advanced": {"probe": 3}},
        {"traces": [{"prompt": "a", "steps": []}]},
    ],
)
def test_later_options_say_what_to_use_instead(options):
    with pytest.raises(NotYetError, match="Until then"):
        wai.simulate(agent, tools=[TOOL], **options)


def test_options_that_ask_for_nothing_are_fine():
    data = wai.simulate(
        agent,
        tools=[TOOL],
        budget=2,
        simulator=False,
        time_budget=None,
        runs=1,
        grade=False,
        reproducible=None,
        advanced=None,
    )
    assert len(data.rows) == 2


def test_a_model_as_agent_comes_later():
    with pytest.raises(NotYetError, match="openai:gpt"):
        wai.simulate("openai:gpt-4.1-mini", tools=[TOOL])
