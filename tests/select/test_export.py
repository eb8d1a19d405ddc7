import json
from pathlib import Path

import pytest

from wai_nb.errors import SettingError
from wai_nb.records.jsonl import read_jsonl
from wai_nb.select.choose import select
from wai_nb.select.export import export

CASES = Path(__file__).parents[1] / "cases" / "given"


def chat_case(tmp_path):
    """The bug case "From rows to a chat fine-tuning file"."""
    agent = json.loads((CASES / "shared_tools.json").read_text(encoding="utf-8"))
    rows = read_jsonl(CASES / "b19_rows_to_export.jsonl")
    report = export(rows, tmp_path / "chat.jsonl", tools=agent["tools"], system_prompt=agent["policy"])
    return agent, report, read_jsonl(tmp_path / "chat.jsonl")


def test_chat_is_what_a_trainer_accepts(tmp_path):
    agent, report, records = chat_case(tmp_path)
    assert (report["n_read"], report["n_written"], report["skipped"]) == (3, 2, {"empty reply": 1})
    for record in records:
        assert record["messages"][0] == {"role": "system", "content": agent["policy"]}
        assert [tool["function"]["name"] for tool in record["tools"]] == ["get_parcel", "hold_parcel"]
        assert record["messages"][-1]["role"] == "assistant" and record["messages"][-1]["content"].strip()


def test_every_call_has_an_id_and_an_answer(tmp_path):
    *_, records = chat_case(tmp_path)
    for record in records:
        ids = []
        for before, message in zip(record["messages"], record["messages"][1:], strict=False):
            if message["role"] == "tool":
                assert isinstance(message["content"], str)
                assert [call["id"] for call in before["tool_calls"]] == [message["tool_call_id"]]
                ids.append(message["tool_call_id"])
            assert not (before["role"] == message["role"] == "assistant")
        assert len(ids) == len(set(ids)) > 0


def test_arguments_are_json_text(tmp_path):
    *_, records = chat_case(tmp_path)
    calls = [call["function"] for message in records[0]["messages"] for call in message.get("tool_calls", ())]
    arguments = [json.loads(call["arguments"]) for call in calls]
    assert arguments[1]["meta"] == {"retry": False, "tags": []}
    assert arguments[1]["note"] == "“fragile” 🧊"


def test_failing_rows_are_not_taught(tmp_path):
    rows = [{"prompt": "a", "steps": [], "final_text": str(i), "reward": i} for i in (0, 1)]
    report = export(rows, tmp_path / "chat.jsonl")
    assert report["n_written"] == 1
    assert any("failed" in reason for reason in report["skipped"])


def test_prompts_for_grouped_rl_hold_no_reply(tmp_path):
    rows = [
        {
            "prompt": f"ask {a}",
            "ask_id": f"a{a}",
            "scenario_id": f"s{a}",
            "steps": [],
            "final_text": "secret",
            "reward": i % 2,
        }
        for a in range(3)
        for i in range(4)
    ]
    report = select(rows, "rl").export(tmp_path / "prompts.jsonl")
    lines = read_jsonl(tmp_path / "prompts.jsonl")
    assert report["n_written"] == len(lines) == 3
    assert set(lines[0]) == {"prompt", "example_id", "info"}
    assert lines[0]["info"]["pass_rate"] == 0.5
    assert "secret" not in (tmp_path / "prompts.jsonl").read_text()


def test_nothing_to_write_makes_no_file(tmp_path):
    with pytest.raises(SettingError, match="nothing to export"):
        export([], tmp_path / "empty.jsonl")
    assert not (tmp_path / "empty.jsonl").exists()


def test_unknown_format(tmp_path):
    with pytest.raises(SettingError, match="chat"):
        export([], tmp_path / "x.jsonl", format="chats")
