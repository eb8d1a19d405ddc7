"""The file that survives: kills, torn lines, foreign lines, other runs, other processes."""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.engine.agents import POLICY, get_order, instant

import wai_nb as wai
from wai_nb.errors import SettingError

ROOT = Path(__file__).parents[2]
GIVEN = ROOT / "tests" / "cases" / "given"


def run(path, agent=instant, **options):
    defaults = {"tools": [get_order], "system_prompt": POLICY, "simulator": False, "budget": 20, "checkpoint": path}
    return wai.simulate(agent, **{**defaults, **options})


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def unmarked(rows):
    return [{**row, "lineage": {k: v for k, v in row["lineage"].items() if k != "resumed"}} for row in rows]


def counting():
    def agent(message):
        agent.calls.append(message)
        return {"steps": [], "final_text": "new answer"}

    agent.calls = []
    return agent


def test_a_file_whose_last_line_was_cut_by_a_kill(tmp_path):
    """The bug case "Resume from a file whose last line was cut by a kill"."""
    path = tmp_path / "rows.jsonl"
    shutil.copy(GIVEN / "b17_checkpoint_torn.jsonl", path)
    told = json.loads((GIVEN / "shared_tools.json").read_text())
    agent = counting()

    def again():
        return wai.simulate(
            agent,
            tools=told["tools"],
            system_prompt=told["policy"],
            tasks=str(GIVEN / "b17_tasks.jsonl"),
            mode="sft",
            repeats=2,
            concurrency=1,
            budget=6,
            simulator=False,
            seed=0,
            checkpoint=str(path),
        )

    first = again()
    assert sorted(agent.calls) == ["Hold P-102 till Monday", "Is P-103 insured?", "Is P-103 insured?"]
    assert (len(first.rows), first.search["rollouts"]["resumed"]) == (6, 3)
    assert sum(bool(row["lineage"].get("resumed")) for row in first.rows) == 3
    assert any("torn" in warning for warning in first.warnings)
    assert len(lines(path)) == 6
    second = again()
    assert (len(agent.calls), second.search["rollouts"]["resumed"], len(second.rows)) == (3, 6, 6)


def test_a_row_is_in_the_file_before_the_next_is_played(tmp_path):
    path = tmp_path / "rows.jsonl"
    seen = []

    def agent(message):
        seen.append(len(path.read_text().splitlines()))
        return "ok"

    run(path, agent, concurrency=1, budget=5)
    assert seen == [0, 1, 2, 3, 4]


def test_resuming_with_a_larger_budget_goes_on_with_new_asks(tmp_path):
    path = tmp_path / "rows.jsonl"
    run(path, budget=10)
    agent = counting()
    agent.__name__ = "instant"
    more = run(path, agent, budget=25)
    assert (len(agent.calls), len(more.rows), len({row["prompt"] for row in more.rows})) == (15, 25, 25)
    assert more.search["rollouts"]["resumed"] == 10


def test_rows_beyond_the_budget_are_not_thrown_away(tmp_path):
    path = tmp_path / "rows.jsonl"
    run(path, budget=20)
    assert len(run(path, budget=5).rows) == 20


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 1}, "seed 0 there, 1 here"),
        ({"system_prompt": "Other."}, "policy"),
        ({"mode": "rl", "repeats": 2}, "mode 'explore' there, 'rl' here"),
        ({"fault_rate": 0.9}, "fault_rate 0.3 there, 0.9 here"),
    ],
)
def test_another_run_refuses_to_mix_and_lists_the_differences(tmp_path, change, named):
    path = tmp_path / "rows.jsonl"
    run(path)
    before = path.read_bytes()
    with pytest.raises(SettingError, match="belongs to another run") as caught:
        run(path, **change)
    assert named in str(caught.value)
    assert path.read_bytes() == before


def test_doubles_and_foreign_lines_are_counted_and_left_alone(tmp_path):
    path = tmp_path / "rows.jsonl"
    run(path, budget=4)
    kept = path.read_text().splitlines()
    path.write_text("\n".join([kept[0], kept[0], "not json", "5", '{"a": 1}', *kept[1:]]) + "\n")
    data = run(path, budget=6)
    assert (len(data.rows), data.search["rollouts"]["resumed"]) == (6, 4)
    assert any("3 lines of rows.jsonl are no rows" in warning for warning in data.warnings)
    assert any("1 lines of rows.jsonl are rows twice" in warning for warning in data.warnings)
    assert "not json" in path.read_text()


def test_rows_that_do_not_say_whose_they_are_count_toward_the_budget(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"prompt": "old", "steps": [], "final_text": "answer"}) + "\n")
    agent = counting()
    data = run(path, agent, budget=5)
    assert (len(agent.calls), len(data.rows), data.search["rollouts"]["resumed"]) == (4, 5, 1)
    assert any("do not say of which run" in warning for warning in data.warnings)
    assert str(data)


def test_a_last_line_without_its_end_is_whole(tmp_path):
    path = tmp_path / "rows.jsonl"
    run(path, budget=3)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    data = run(path, budget=4)
    assert data.search["rollouts"]["resumed"] == 3
    assert len(lines(path)) == 4


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_packed_files_survive_too(tmp_path, cut):
    path = tmp_path / "rows.jsonl.gz"
    whole = run(path, budget=6).rows
    path.write_bytes(path.read_bytes()[:-cut])
    data = run(path, budget=6)
    assert data.search["rollouts"]["resumed"] == 5
    assert unmarked(data.rows) == whole
    assert len(gzip.decompress(path.read_bytes()).splitlines()) == 6


def test_two_runs_cannot_write_one_file(tmp_path):
    path = tmp_path / "rows.jsonl"

    def agent(message):
        with pytest.raises(SettingError, match="being written by another run"):
            run(path, budget=1)
        return "ok"

    assert len(run(path, agent, budget=1).rows) == 1


def test_several_runs_share_a_file(tmp_path):
    path = tmp_path / "rows.jsonl"
    whole = run(path, runs=3, budget=5).rows
    kept = path.read_text().splitlines()
    path.write_text("\n".join(kept[:8]) + "\n")
    data = run(path, runs=3, budget=5)
    assert data.search["rollouts"]["resumed"] == 8
    assert unmarked(data.rows) == whole


SCRIPT = """
import random, sys, time
import wai_nb as wai
from tests.engine.agents import POLICY, get_order
def agent(message):
    time.sleep(random.expovariate(1 / 0.02))
    if len(message) % 7 == 0 and wai.current_rollout.attempt == 0:
        raise RuntimeError("now and then")
    return {{"steps": [], "final_text": message.upper()}}
data = wai.simulate(agent, tools=[get_order], system_prompt=POLICY, simulator=False, mode="rl", repeats=4,
                    repeat_policy="fixed", budget=200, concurrency=8, checkpoint={path!r})
data.save({out!r}, meta=False)
"""


def begin(path, out):
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    code = SCRIPT.format(path=str(path), out=str(out))
    return subprocess.Popen([sys.executable, "-c", code], env=surroundings, stderr=subprocess.DEVNULL)


@pytest.mark.timeout(300)
def test_forty_kills_lose_nothing_and_change_nothing(tmp_path):
    assert begin(tmp_path / "calm.jsonl", tmp_path / "calm-out.jsonl").wait() == 0
    calm = lines(tmp_path / "calm-out.jsonl")
    assert len(calm) == 200
    path, chance, kills, landed = tmp_path / "rows.jsonl", random.Random(0), 0, set()
    while kills < 40:
        process = begin(path, tmp_path / "out.jsonl")
        before = path.stat().st_size if path.exists() else 0
        while process.poll() is None and (path.stat().st_size if path.exists() else 0) <= before:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.03))
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.wait()
        whole = [line for line in path.read_bytes().split(b"\n")[:-1] if line]
        keys = {(row["ask_id"], row["rollout_index"]) for row in map(json.loads, whole)}
        assert len(keys) == len(whole), "a row stands there twice"
        assert landed <= keys, "a landed row is gone"
        landed = keys
        if len(landed) > 190:
            path.unlink()
            landed = set()
    assert begin(path, tmp_path / "out.jsonl").wait() == 0
    assert unmarked(lines(tmp_path / "out.jsonl")) == unmarked(calm)
