"""Evaluate: a fixed list of asks, did all run, and how did each score."""

from __future__ import annotations

import asyncio

import pytest

import wai_nb as wai
from wai_nb.errors import ArgumentError, NotYetError, RowError, SettingError

ASKS = ["Where is order 7?", "Cancel order 9", "Is 17 paid?"]
POLICY = "Help customers with orders."


def agent(message):
    careless = "9" in message and wai.current_rollout.rollout_index % 2
    return {"steps": [], "final_text": "done" if careless else "It has shipped."}


def judge(row):
    return "shipped" in row["final_text"]


def row(prompt, **fields):
    return {"prompt": prompt, "steps": [], "final_text": "It has shipped.", **fields}


def run(judge=judge, **options):
    return wai.evaluate(agent, judge, eval_set=ASKS, system_prompt=POLICY, **options)


def test_an_agent_answers_every_ask_as_often_as_asked():
    result = run(repeats=4)
    assert [row["prompt"] for row in result.rows] == [ask for ask in ASKS for _ in range(4)]
    lines = [(line["ask"], line["n"], line["passes"], line["unjudged"], line["rate"]) for line in result.per_ask]
    assert lines == [(ASKS[0], 4, 4, 0, 1.0), (ASKS[1], 4, 2, 0, 0.5), (ASKS[2], 4, 4, 0, 1.0)]
    assert result.eval_coverage == {"eval_set": 3, "covered": 3, "missing": [], "unscored": []}
    assert result.pass_at.n_groups == 3
    low, high = result.per_ask[1]["interval"]
    assert 0 < low < 0.5 < high < 1


def test_every_row_is_stamped_as_a_held_out_score():
    result = run(run_id="eval-1", name="exact")
    assert {row["lineage"]["source"] for row in result.rows} == {"eval"}
    assert {row["lineage"]["scoring_run_id"] for row in result.rows} == {"eval-1"}
    assert result.judge_name == "exact"


def test_rows_are_matched_by_prompt_whatever_the_case_and_the_spaces():
    rows = [row("  where IS order 7?"), row("Where is  order 7?"), row("Cancel order 9", final_text="no")]
    result = wai.evaluate(rows, judge, eval_set=[*ASKS, "where is order 7? ", "  "])
    assert [(line["ask"], line["n"], line["rate"]) for line in result.per_ask] == [
        (ASKS[0], 2, 1.0),
        (ASKS[1], 1, 0.0),
        (ASKS[2], 0, None),
    ]
    assert result.missing == [ASKS[2]]
    assert any("1 of 3 asks were not played: 'Is 17 paid?'" in warning for warning in result.warnings)
    assert any("1 blank ask" in warning for warning in result.warnings)


def test_an_ask_whose_judge_crashed_is_not_covered():
    def crashing(row):
        if "17" in row["prompt"]:
            raise ValueError("no key")
        return 1

    result = run(crashing, repeats=2)
    assert result.unscored == [ASKS[2]] and result.missing == []
    assert result.eval_coverage["covered"] == 2
    assert result.per_ask[2] == {
        "ask": ASKS[2],
        "n": 2,
        "passes": 0,
        "fails": 0,
        "partials": 0,
        "unjudged": 2,
        "rate": None,
        "interval": None,
        "mean_reward": None,
    }


def test_rows_outside_the_eval_set_are_left_out_and_told():
    result = wai.evaluate([row(ASKS[0]), row("something else")], judge, eval_set=ASKS[:1])
    assert len(result.rows) == 1
    assert any("1 row of 2 answer no ask" in warning for warning in result.warnings)


def test_without_an_eval_set_every_ask_counts():
    result = wai.evaluate([row("b"), row("a"), row("B ")], judge)
    assert [(line["ask"], line["n"]) for line in result.per_ask] == [("b", 2), ("a", 1)]
    generated = wai.evaluate(agent, judge, system_prompt=POLICY, simulator=False, budget=6)
    assert len(generated.per_ask) == 6


def test_a_run_a_file_and_an_iterable_are_eval_sets_too(tmp_path):
    base = wai.simulate(agent, system_prompt=POLICY, simulator=False, mode="rl", situations=3, repeats=2)
    base.save(tmp_path / "base.jsonl")
    for eval_set in (base, base.rows, tmp_path / "base.jsonl", str(tmp_path / "base.jsonl")):
        result = wai.evaluate(agent, judge, eval_set=eval_set, system_prompt=POLICY)
        keys = ("prompt", "ask_id", "scenario_id", "rollout_index")
        assert [[row[key] for key in keys] for row in result.rows] == [[row[key] for key in keys] for row in base.rows]
    assert len(wai.evaluate(agent, judge, eval_set=(ask for ask in ASKS), system_prompt=POLICY).rows) == 3
    assert len(wai.evaluate(str(tmp_path / "base.jsonl"), judge).rows) == 6


def test_partial_rewards_are_counted_apart():
    [line] = wai.evaluate([row("a"), row("a"), row("a")], lambda row: 0.5).per_ask
    assert (line["partials"], line["rate"], line["mean_reward"]) == (3, None, 0.5)


def test_judges_of_every_kind_and_inside_a_running_loop():
    async def later(row):
        await asyncio.sleep(0)
        return judge(row)

    async def cell():
        return run(later, repeats=2, concurrency=4, timeout=5)

    assert asyncio.run(cell()).pass_at.pass_at_1 == run(repeats=2).pass_at.pass_at_1
    assert {row["label_source"] for row in run("conduct").rows} == {"conduct"}
    assert [row["reward"] for row in run(lambda row: 5, scale=(1, 5)).rows] == [1, 1, 1]


def test_failed_traces_go_back_into_simulate_as_rows():
    failed = run(repeats=4).failed_traces()
    assert len(failed) == 2 and {row["prompt"] for row in failed} == {ASKS[1]}


def test_both_or_neither_spelling_of_the_judge():
    with pytest.raises(ValueError, match="neither of judge= and grader="):
        wai.evaluate([row("a")])
    with pytest.raises(ValueError, match="both of judge= and grader="):
        wai.evaluate([row("a")], judge, grader=judge)
    assert wai.evaluate([row("a")], grader=judge).rows[0]["reward"] == 1


def test_what_is_refused_before_anything_is_played():
    calls = []
    for options, error, words in [
        ({"eval_set": []}, SettingError, "holds no ask"),
        ({"eval_set": ["  "]}, SettingError, "holds no ask"),
        ({"eval_set": 5}, RowError, "list of row dicts"),
        ({"eval_set": ASKS, "tasks": [row("a")]}, SettingError, "one of them"),
        ({"eval_set": ASKS, "grade": "conduct"}, ArgumentError, "leave grade= out"),
        ({"eval_set": ASKS, "repeat": 2}, ArgumentError, "Did you mean 'repeats'"),
        ({"eval_set": ASKS, "scale": 5}, SettingError, "scale"),
    ]:
        with pytest.raises(error, match=words):
            wai.evaluate(calls.append, judge, system_prompt=POLICY, **options)
    with pytest.raises(ArgumentError, match="cannot grade"):
        wai.evaluate(calls.append, 5, eval_set=ASKS)
    with pytest.raises(ArgumentError, match=r"evaluate\(rows\) has no argument 'repeats'"):
        wai.evaluate([row("a")], judge, repeats=2)
    with pytest.raises(NotYetError, match="names a model"):
        wai.evaluate("openai:gpt-4.1-mini", judge, eval_set=ASKS)
    with pytest.raises(ArgumentError, match="cannot be played"):
        wai.evaluate(None, judge, eval_set=ASKS)
    assert calls == []


def test_an_agent_that_fails_leaves_its_asks_missing():
    def broken(message):
        raise KeyError("amount")

    with pytest.warns(UserWarning, match="More rollouts were re-rolled"):
        result = wai.evaluate(broken, judge, eval_set=ASKS, system_prompt=POLICY)
    assert result.stopped_because == "agent_failed" and result.missing == ASKS


def test_its_views():
    result = run(repeats=4)
    text = str(result)
    assert "Asks, worst first" in text and text.index(ASKS[1]) < text.index(ASKS[2])
    assert repr(result.per_ask).startswith("<PerAsk 3 of 3 asks with a verdict")
    assert list(result.per_ask.to_frame()["rate"]) == [1.0, 0.5, 1.0]
    many = wai.evaluate([row(f"ask {n}") for n in range(100)], judge)
    assert "of 100" in str(many)
    html = many._repr_mimebundle_()["text/html"]
    assert len(html) < 60_000
    assert "not played" in str(wai.evaluate([], judge, eval_set=ASKS).per_ask)
    assert str(wai.evaluate([], judge, eval_set=ASKS))


def test_selectors_leave_a_held_out_score_out_and_say_so(tmp_path):
    result = run(repeats=4)
    for mode in ("rl", "sft"):
        chosen = result.select(mode)
        assert len(chosen.rows) == 0 and chosen.eval_sourced == 12
        assert chosen.dropped == {"scored by a held-out evaluation": 12}
        assert "held out" in chosen.note and "left out" in chosen.warnings[0]
        assert "left out" in str(chosen)
    kept = result.select("rl", include_eval=True)
    assert len(kept.rows) == 4 and "kept" in kept.warnings[0]
    exported = kept.export(tmp_path / "prompts.jsonl")
    assert exported["eval_sourced"] == 4 and "held" not in exported["skipped"]
    assert "evaluate()" in str(exported)


def test_a_judge_of_its_own_makes_rows_fit_for_training():
    again = run(repeats=4, run_id="eval-1").grade(judge)
    assert {row["lineage"]["source"] for row in again.rows} == {"grade"}
    assert {row["lineage"]["prior_scoring_run_id"] for row in again.rows} == {"eval-1"}
    chosen = again.select("rl")
    assert (len(chosen.rows), chosen.eval_sourced, chosen.warnings) == (4, 0, [])
