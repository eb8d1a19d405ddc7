"""A grader beside the loop: rows carry verdicts, the plan does not see them, a kill loses neither."""

from __future__ import annotations

import json
import threading
import time

import pytest
from tests.engine.agents import POLICY, get_order, instant, jittery

import wai_nb as wai
from wai_nb.errors import ArgumentError, SettingError
from wai_nb.records.verdicts import verdicts_path


def run(agent=instant, **options):
    defaults = {"tools": [get_order], "system_prompt": POLICY, "simulator": False, "budget": 24}
    return wai.simulate(agent, **{**defaults, **options})


def by_length(row):
    return {"reward": len(row["prompt"]) % 2, "reason": "the length"}


def unscored(rows):
    scoring = ("scoring_run_id", "source", "judge", "parent")
    verdict = ("reward", "reason", "judge_status", "judge_name", "label_source", "judge_meta", "markers")
    return [
        {
            **{name: value for name, value in row.items() if name not in verdict},
            "lineage": {name: value for name, value in row["lineage"].items() if name not in scoring},
        }
        for row in rows
    ]


def counting(judge=by_length):
    def counted(row):
        counted.asked.append(row["prompt"])
        return judge(row)

    counted.asked = []
    return counted


@pytest.mark.parametrize("concurrency", [1, 8])
def test_the_plan_is_that_of_the_run_without_a_grader(concurrency):
    def slow(row):
        time.sleep(0.002 * (len(row["prompt"]) % 3))
        return by_length(row)

    plain, graded = run(jittery), run(jittery, grader=slow, concurrency=concurrency)
    assert unscored(graded.rows) == plain.rows
    assert [row["reward"] for row in graded.rows] == [len(row["prompt"]) % 2 for row in plain.rows]
    assert graded.search["verdicts"] == {"ok": 24}
    assert isinstance(graded, wai.ScoredData) and not isinstance(plain, wai.ScoredData)


async def later(row):
    return by_length(row)


@pytest.mark.parametrize("judge", [by_length, later, lambda row: later(row)])
def test_graders_of_every_kind(judge):
    assert {row["judge_status"] for row in run(grader=judge).rows} == {"ok"}


def test_a_grader_works_beside_the_rollouts_and_not_after_them():
    both = threading.Barrier(2, timeout=10)
    seen = []

    def agent(message):
        if not seen:
            seen.append(message)
        elif len(seen) == 1:
            seen.append("meets the judge of the first row")
            both.wait()
        return "ok"

    def judge(row):
        if row["prompt"] == seen[0]:
            both.wait()
        return 1

    assert len(run(agent, grader=judge, concurrency=1, budget=4).passes()) == 4


def test_a_grader_that_crashes_or_hangs_costs_verdicts_only():
    release = threading.Event()

    def judge(row):
        if row["prompt"] == prompts[3]:
            raise ValueError("no key")
        if row["prompt"] == prompts[5]:
            release.wait(20)
        return 1

    prompts = [row["prompt"] for row in run().rows]
    data = run(grader=judge, timeout=0.3)
    release.set()
    assert len(data.rows) == 24 and data.search["verdicts"] == {"ok": 22, "error": 1, "timeout": 1}
    assert any("no verdict on 2 of 24 rows" in warning for warning in data.warnings)


def test_the_agents_own_reward_is_not_the_graders():
    def boasting(message):
        return {"steps": [], "final_text": "ok", "reward": 1, "judge_status": "ok"}

    assert {row["reward"] for row in run(boasting, grader=lambda row: 0).rows} == {0}


def test_verdicts_lie_beside_the_checkpoint_and_every_reader_joins_them(tmp_path):
    path, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    data = run(grader=by_length, checkpoint=path, output=out, mode="rl", situations=4, repeats=3)
    assert not any("reward" in json.loads(line) for line in path.read_text().splitlines())
    lines = [json.loads(line) for line in verdicts_path(path).read_text().splitlines()]
    assert {(line["eval_run"], line["ask_id"], line["rollout_index"]) for line in lines} == {
        (0, row["ask_id"], row["rollout_index"]) for row in data.rows
    }
    assert wai.load(out).rows == data.rows
    loaded = wai.load(path)
    assert isinstance(loaded, wai.ScoredData)
    key = ("ask_id", "rollout_index")
    assert sorted(loaded.rows, key=lambda row: [row[name] for name in key]) == sorted(
        data.rows, key=lambda row: [row[name] for name in key]
    )
    loaded.save(tmp_path / "again.jsonl")
    assert wai.load(tmp_path / "again.jsonl").rows == loaded.rows


def test_a_resumed_run_asks_only_about_rows_without_a_verdict(tmp_path):
    path = tmp_path / "rows.jsonl"
    options = {"checkpoint": path, "mode": "rl", "situations": 4, "repeats": 3}
    first = run(grader=by_length, **options)
    beside = verdicts_path(path)
    kept = beside.read_text().splitlines(keepends=True)
    beside.write_text("".join(kept[:7]) + kept[7][:20])  # as a kill leaves it
    judge = counting()
    judge.__name__ = "by_length"
    again = run(grader=judge, **options)
    assert len(judge.asked) == 5
    assert [row["reward"] for row in again.rows] == [row["reward"] for row in first.rows]
    assert len({row["lineage"]["scoring_run_id"] for row in again.rows}) == 2
    third = counting()
    third.__name__ = "by_length"
    run(grader=third, **options)
    assert third.asked == []


def test_another_grader_asks_anew_and_so_does_one_that_failed(tmp_path):
    path = tmp_path / "rows.jsonl"

    def broken(row):
        raise ValueError("no key")

    run(grader=broken, checkpoint=path)
    judge = counting()
    judge.__name__ = "broken"
    assert {row["judge_status"] for row in run(grader=judge, checkpoint=path).rows} == {"ok"}
    assert len(judge.asked) == 24
    other = counting()
    run(grader=other, checkpoint=path)
    assert len(other.asked) == 24


def test_a_verdict_never_lands_on_another_rollout_of_its_place(tmp_path):
    path = tmp_path / "rows.jsonl"
    run(grader=by_length, checkpoint=path)
    path.unlink()  # the verdicts stay behind, and the agent now says something else
    run(lambda message: "something else", checkpoint=path)
    assert not isinstance(wai.load(path), wai.ScoredData)


def test_rows_of_a_run_that_was_interrupted_say_why_they_have_no_verdict():
    release = threading.Event()

    def judge(row):
        release.wait(20)
        return 1

    handle = wai.start(
        instant, tools=[get_order], system_prompt=POLICY, simulator=False, budget=6, grader=judge, concurrency=2
    )
    deadline = time.monotonic() + 5
    while len(handle.data.rows) < 6 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any("reward" in row for row in handle.data.rows)
    handle._interrupt()
    data = handle.result()
    release.set()
    assert len(data.rows) == 6 and data.search["verdicts"] == {"interrupted": 6}


def test_several_runs_are_graded_each_by_itself():
    data = run(runs=2, budget=5, grader=by_length)
    assert [row["lineage"]["eval_run"] for row in data.rows] == [0] * 5 + [1] * 5
    assert data.search["verdicts"] == {"ok": 10}


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"grade": True}, SettingError, "Nothing was spent"),
        ({"grade": "conduit"}, SettingError, "conduct"),
        ({"grade": "conduct", "grader": by_length}, SettingError, "one of them"),
        ({"grader": 5}, ArgumentError, "grader=5 cannot grade"),
        ({"grader": "conduit"}, SettingError, "conduct"),
        ({"grader": lambda: 1}, ArgumentError, "takes one row"),
    ],
)
def test_what_is_refused_before_anything_is_spent(options, error, words, tmp_path):
    calls = []
    with pytest.raises(error, match=words):
        run(calls.append, checkpoint=tmp_path / "rows.jsonl", **options)
    assert calls == [] and list(tmp_path.iterdir()) == []


def test_no_grading_asked_for_is_no_grading():
    for options in ({}, {"grade": False}, {"grade": None}, {"grader": None}):
        data = run(**options)
        assert not any("judge_status" in row for row in data.rows)
        assert "verdicts" not in data.search


def test_the_pass_rate_so_far_comes_with_its_interval():
    from wai_nb.engine.grading import Beside
    from wai_nb.engine.settings import read_settings

    beside = Beside(lambda row: row["final_text"] == "ok", read_settings({}))
    assert beside.rate() == ""
    rows = [
        {
            "prompt": f"ask {i}",
            "scenario_id": f"s{i}",
            "rollout_index": j,
            "steps": [],
            "final_text": "ok" if i % 2 else "no",
        }
        for i in range(4)
        for j in range(2)
    ]
    beside.finish(rows)
    assert beside.rate() == "pass rate so far 0.50 [0.15..0.85] over 4 asks judged"  # Wilson 2 of 4
