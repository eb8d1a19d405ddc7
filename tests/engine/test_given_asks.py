"""Asks that somebody else wrote: seeds, and a task set that is played again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.engine.agents import POLICY, every_third_fails, get_order, instant, looks_up

import wai_nb as wai
from wai_nb.errors import SettingError
from wai_nb.records.rows import grouped


def run(agent=instant, **options):
    return wai.simulate(agent, **{"tools": [get_order], "system_prompt": POLICY, "simulator": False, **options})


SEEDS = [f"Where is order {number}?" for number in range(4400, 4410)]


@pytest.mark.parametrize("mode", ["sft", "rl", "adaptive", "explore"])
def test_the_budget_pays_for_seeds_times_repeats_before_anything_else(mode):
    data = run(mode=mode, seeds=SEEDS, repeats=4, budget=40)
    assert [len(group) for group in grouped(data.rows).values()] == [4] * 10
    assert list(dict.fromkeys(row["prompt"] for row in data.rows)) == SEEDS
    assert "seeds_dropped" not in data.search


def test_seeds_that_the_budget_does_not_pay_for_are_named_with_the_budget_that_does():
    data = run(mode="sft", seeds=SEEDS, repeats=4, budget=39)
    assert data.search["seeds_dropped"] == SEEDS[9:]
    assert any("budget=40" in warning for warning in data.warnings)


def test_seeds_alone_are_the_whole_run_and_the_account_says_what_they_lack():
    data = run(mode="sft", seeds=SEEDS[:2], situations=2)
    assert (len(data.rows), data.search["rollouts"]["cap"], data.stopped_because) == (8, 8, "situations_exhausted")
    assert any("in its own words only" in warning for warning in data.warnings)
    assert not any("The run ended before" in warning for warning in data.warnings)


def test_seeds_come_first_and_the_writer_fills_up_with_all_its_wordings():
    data = run(mode="sft", seeds=SEEDS[:2], situations=3)
    assert [len(group) for group in grouped(data.rows).values()] == [4] * 5
    assert len(data.rows) == data.search["rollouts"]["cap"]


def test_every_fourth_situation_is_a_seed_put_another_way_with_its_ids():
    data = run(seeds=["Could you refund order ORD-4017? It came twice."], budget=30)
    reasons = [row["selection_reason"] for row in data.rows]
    assert reasons[0] == "seed"
    ways = [row for row in data.rows if row["selection_reason"] == "seed_variant"]
    assert 4 <= len(ways) <= 9
    assert all("ORD-4017" in row["prompt"] for row in ways)
    assert len({row["prompt"] for row in data.rows}) == 30
    assert len({row["lineage"]["world_seed"] for row in [data.rows[0], *ways]}) == 1


def test_dials_that_a_task_set_overrules_are_said():
    base = run(budget=5)
    again = run(tasks=base, situations=3, hard_share=0.9)
    assert len(again.rows) == 5
    assert any("situations=, hard_share= changed nothing" in warning for warning in again.warnings)
    assert not any("changed nothing" in warning for warning in run(tasks=base).warnings)


def test_rows_that_cannot_be_replayed_are_counted():
    data = run(tasks=[{"prompt": "a"}, {"steps": []}, {"prompt": " "}])
    assert len(data.rows) == 1
    assert any("2 rows of tasks= have no prompt" in warning for warning in data.warnings)


def test_another_policy_meets_the_same_world():
    base = run(looks_up, budget=60)
    edited = run(looks_up, tasks=base, system_prompt="Refund at most 50 dollars, and never order 9977.")
    kept = ("scenario_id", "ask_id", "prompt", "scenario_dimensions", "steps")
    assert [[row[name] for name in kept] for row in edited.rows] == [[row[name] for name in kept] for row in base.rows]


@pytest.mark.filterwarnings("ignore:More rollouts were re-rolled")
def test_later_runs_replay_the_asks_that_gave_a_row():
    data = run(every_third_fails(), runs=3, budget=20, concurrency=1)
    runs = [{row["ask_id"] for row in data.rows if row["lineage"]["eval_run"] == number} for number in range(3)]
    assert len(runs[0]) == 20
    assert runs[1] <= runs[0]
    assert runs[2] <= runs[0]


def test_a_dead_agent_is_not_called_for_every_run():
    def agent(message):
        raise RuntimeError("dead")

    data = run(agent, runs=3, budget=20)
    assert data.stopped_because == "agent_failed"
    assert data.search["rollouts"]["calls"] <= 64
    assert len(data.search["eval_runs"]["per_run"]) == 1


def test_numbers_of_numpy_are_numbers():
    assert len(run(budget=np.int64(3), seed=np.int32(1)).rows) == 3


@pytest.mark.parametrize("name", ["output", "checkpoint"])
def test_paths_that_cannot_be_written_are_refused_before_anything_is_spent(name, tmp_path):
    calls = []
    with pytest.raises(SettingError, match=f"{name}=.*cannot be written"):
        run(lambda message: calls.append(message) or "ok", budget=3, **{name: tmp_path})
    assert not calls


def test_the_output_may_not_replace_the_checkpoint(tmp_path):
    with pytest.raises(SettingError, match="is the checkpoint too"):
        run(budget=3, output=tmp_path / "rows.jsonl", checkpoint=str(Path(tmp_path, "rows.jsonl")))


TASKS = [
    {"prompt": "What is 17 + 25?", "answer": "42"},
    {"prompt": "What is 6 x 9?", "privileged": {"reference": "54"}},
    {"prompt": "What is 8 - 5?", "info": {"answer": "3"}, "label": 0, "reward": 0.0},
]


def adds(message):
    return {"What is 17 + 25?": "It is 42.", "What is 6 x 9?": "54", "What is 8 - 5?": "4"}[message]


def test_the_answer_keys_of_tasks_stand_on_their_rows(tmp_path):
    checkpoint = tmp_path / "run.jsonl"
    for _ in range(2):  # the second call takes its rows from the file
        data = run(adds, tools=None, tasks=TASKS, repeats=2, checkpoint=checkpoint)
        graded = data.grade(wai.verify.Numeric())
        assert [row["reward"] for row in graded.rows] == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    assert not any("label" in row for row in data.rows)  # a verdict on another rollout
    assert not any("privileged" in row for row in data.rows)
    assert "privileged" not in checkpoint.read_text()
    replayed = run(adds, tools=None, tasks=data).grade(wai.verify.Numeric())
    assert [row["reward"] for row in replayed.rows] == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]


def test_answer_keys_go_along_into_later_runs():
    data = run(adds, tools=None, tasks=TASKS, runs=2)
    assert {row["lineage"]["eval_run"] for row in data.rows} == {0, 1}
    assert [row.get("answer") for row in data.rows] == ["42", None, None] * 2
