import json

import pytest

from wai_nb.errors import RowError, SettingError
from wai_nb.records.dataset import ScoredData, SimulationData, load
from wai_nb.records.rows import Rows
from wai_nb.records.warnings import Advice

ROWS = [{"prompt": f"ask {i}", "steps": [], "final_text": "ok", "scenario_id": f"s{i}"} for i in range(3)]


def test_a_run_comes_back_whole(tmp_path):
    tool = {"name": "get", "parameters": {"properties": {"id": {"type": "string"}}}}
    advice = Advice("3 lost.", "The agent raised.", "data.search")
    data = SimulationData(
        ROWS, tools=[tool], system_prompt="Help.", stopped_because="budget", warnings=[advice], settings={"mode": "rl"}
    )
    assert data.save(tmp_path / "rows.jsonl") == 3
    again = load(tmp_path / "rows.jsonl")
    assert type(again) is SimulationData
    assert (again.rows, again.tools, again.system_prompt) == (data.rows, data.tools, "Help.")
    assert (again.warnings[0].fix, again.settings) == ("data.search", {"mode": "rl"})


def test_rows_alone_can_be_loaded(tmp_path):
    SimulationData(ROWS).save(tmp_path / "rows.jsonl", meta=False)
    assert not (tmp_path / "rows.jsonl.meta.json").exists()
    assert load(tmp_path / "rows.jsonl").rows == ROWS


def test_graded_rows_come_back_graded(tmp_path):
    SimulationData(ROWS).grade(lambda row: 1).save(tmp_path / "rows.jsonl.gz")
    again = load(tmp_path / "rows.jsonl.gz")
    assert type(again) is ScoredData
    assert again.pass_at.pass_at_1 == 1


def test_a_broken_file_names_its_line(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"prompt": "a"}\n{"prompt": ')
    with pytest.raises(RowError, match="line 2"):
        load(tmp_path / "rows.jsonl")


def test_a_broken_account_is_named(tmp_path):
    SimulationData(ROWS).save(tmp_path / "rows.jsonl")
    (tmp_path / "rows.jsonl.meta.json").write_text("{")
    with pytest.raises(SettingError, match=r"rows\.jsonl\.meta\.json"):
        load(tmp_path / "rows.jsonl")


def test_answer_keys_stay_out_of_rows_files_and_judges(tmp_path):
    data = SimulationData([{**ROWS[0], "privileged": {"reference": "42"}}])
    seen = []
    data.grade(lambda row: seen.append(row) or 1)
    data.save(tmp_path / "rows.jsonl")
    assert "privileged" in data.trajectories[0]
    assert "privileged" not in data.rows[0]
    assert "privileged" not in seen[0]
    assert "privileged" not in (tmp_path / "rows.jsonl").read_text()


def test_grading_leaves_the_run_as_it_was():
    data = SimulationData(ROWS)
    scored = data.grade(lambda row: row["prompt"] == "ask 1")
    assert "reward" not in data.rows[0]
    assert [len(rows) for rows in (scored.passes(), scored.failures(), scored.failed_traces())] == [1, 2, 2]
    assert isinstance(scored.failures(), Rows)


def test_partial_and_unread_verdicts_are_told_apart():
    rewards = iter([0.25, None, 1])
    scored = SimulationData(ROWS).grade(lambda row: next(rewards))
    assert [len(rows) for rows in (scored.partials(), scored.unjudged(), scored.failed_traces())] == [1, 1, 1]


def test_repr_is_one_short_line_and_str_is_the_card():
    data = SimulationData(ROWS * 100)
    assert len(repr(data)) < 100 and "\n" not in repr(data)
    assert "300 rows from 3 asks" in str(data)


def test_a_frame_has_one_line_a_row():
    frame = SimulationData(ROWS).to_frame()
    assert list(frame["prompt"]) == ["ask 0", "ask 1", "ask 2"]


def test_the_report_is_a_flat_dict():
    report = SimulationData(ROWS, search={"k": 8}, settings={"mode": "rl"}).report()
    assert (report["k"], report["mode"], report["rows"]) == (8, "rl", 3)
    assert json.dumps(report)
