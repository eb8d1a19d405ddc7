"""One test a sentence of the documents, for what is here; what is not yet here says so by name.

The documents fix names, arguments, keys, printed lines and numbers. This file grows with each release.
"""

from __future__ import annotations

from itertools import islice

import pytest

import wai_nb as wai
from wai_nb.engine.settings import Settings
from wai_nb.errors import NotYetError
from wai_nb.plan.axes import build_axes
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situations import draw_situations, tier_mix
from wai_nb.plan.sizing import recommend
from wai_nb.records.tools import to_tools

POLICY = "Help customers with orders."


def get_order(order_id: str) -> dict:
    """Look up an order by id."""
    return {"order_id": order_id}


SFT = """\
covering grid: 72 cells for this agent
saturation wants 5 visits per cell = 360 rows
selection wants about 3x its target of 800 to choose from
generate 2400, select 800 diverse 1-labeled rows
time_budget off: a sized run stops on rows, not the clock"""

RL = """\
covering grid: 72 cells for this agent
k=8 rollouts per ask; assumed mixed-group rate 50% (measure it with a 12-ask probe and group_signal, then recompute)
200 asks x 8 = 1600 rows to select about 800 mixed-group rows
a low measured rate means the grid is too easy for this agent: use traces=, harder cells, or a stricter judge prompt before buying more rollouts
in post-training terms the mixed rate is the pass@k - pass@1 headroom (group_signal reports both); pass@k near pass@1 means nothing to learn"""  # noqa: E501


def plan(**dials):
    return recommend(tools=[get_order], system_prompt=POLICY, **dials)


def situations(n, dimensions=None, **dials):
    axes = build_axes(to_tools([get_order]), POLICY, dimensions)
    return list(islice(draw_situations(axes, covering_grid(axes), seed=0, **dials), n))


def test_recommend_sizes_the_run_from_the_agents_own_covering_grid():
    assert plan()["grid_cells"] == len(covering_grid(build_axes(to_tools([get_order]), POLICY))) == 72


def test_the_reasoning_lines_for_the_one_tool_agent():
    rec = plan(mode="sft")
    assert "\n".join(rec["reasoning"]) == SFT


def test_the_reasoning_lines_for_rl():
    assert "\n".join(plan(mode="rl")["reasoning"]) == RL


def test_simulate_kwargs_can_be_passed_on_beside_tools_and_system_prompt():
    for mode in ("explore", "sft", "rl", "adaptive"):
        assert not {"agent", "tools", "system_prompt"} & set(plan(mode=mode)["simulate_kwargs"])


def test_time_budget_off():
    assert plan()["simulate_kwargs"]["time_budget"] is None


def test_target_sets_how_many_selected_rows_you_want_default_800():
    assert plan()["optimize_target"] == 800
    assert plan(target=50)["optimize_target"] == 50


def test_rl_assumes_half_the_prompts_produce_a_mixed_group():
    assert plan(mode="rl")["mixed_rate"] == 0.5
    assert plan(mode="rl") == plan(mode="rl", mixed_rate=0.5)


def test_pass_the_measured_number_back_as_mixed_rate():
    assert plan(mode="rl", mixed_rate=0.25)["situations"] == 400


def test_adaptive_is_best_with_until_saturation():
    assert plan(mode="adaptive")["simulate_kwargs"]["until"] == "saturation"


def test_hard_share_is_the_share_from_the_three_hard_tiers_040_by_default():
    mix = tier_mix(situations(1000), hard_share=0.40)
    assert mix["hard_share_realized"] == 0.40
    assert sum(mix["counts"][tier] for tier in ("ambiguous", "boundary", "adversarial")) == 400


@pytest.mark.parametrize("hard_share", [0.0, 0.2, 1.0])
def test_tier_mix_reports_the_share_asked_for_and_the_share_drawn(hard_share):
    mix = tier_mix(situations(100, hard_share=hard_share), hard_share)
    assert mix["hard_share_requested"] == mix["hard_share_realized"] == hard_share


def test_dimensions_pins_one_axis_and_keeps_the_other_axes_of_the_grid():
    whole, pinned = (build_axes(to_tools([get_order]), POLICY, d) for d in (None, {"stance": ["boundary"]}))
    assert pinned == whole._replace(stance=("boundary",))
    drawn = situations(400, {"stance": ["boundary"]})
    for axis, values in pinned._asdict().items():
        assert {getattr(situation.cell, axis) for situation in drawn} == set(values)


# -- simulate: what it takes and what comes back ------------------------------------------------------


def agent(message):
    return {"steps": [], "final_text": "Let me look into it."}


def run(**options):
    return wai.simulate(agent, tools=[get_order], system_prompt=POLICY, simulator=False, **options)


def default(name):
    return Settings.model_fields[name].default


def test_it_returns_rows_with_prompt_tool_calls_reply_and_lineage():
    [row] = run(budget=1).rows()
    assert {"prompt", "steps", "messages", "final_text", "lineage"} <= set(row)


def test_rows_works_as_an_attribute_and_as_a_call():
    data = run(budget=3)
    assert data.rows() == data.rows == data.trajectories


def test_the_run_has_warnings_report_search_and_save(tmp_path):
    data = run(budget=3)
    assert isinstance(data.warnings, list)
    assert data.report()["stopped_because"] == "budget"
    assert data.search["rollouts"]["rows"] == 3
    assert data.save(tmp_path / "rows.jsonl") == 3


def test_nothing_is_graded_unless_you_ask():
    data = run(budget=3)
    assert not any("reward" in row for row in data.rows)
    assert data.pass_at["pass_at_1"] is None


def test_data_grade_gives_rows_reward_judge_status_and_judge_name():
    def polite(row):
        return 1

    [row] = run(budget=1).grade(polite).rows
    assert (row["reward"], row["judge_status"], row["judge_name"]) == (1, "ok", "polite")


def test_defaults():
    assert default("budget") == 1000
    assert default("mode") == "explore"
    assert default("hard_share") == 0.40
    assert default("concurrency") == 32
    assert default("timeout") == 300
    assert default("sampling") is None


def test_explore_a_new_situation_every_row():
    assert len({row["scenario_id"] for row in run(budget=50).rows}) == 50


def test_sft_multiple_phrasings_of_the_same_situation():
    rows = run(mode="sft", situations=1).rows
    assert len({row["scenario_id"] for row in rows}) == 1
    assert len({row["prompt"] for row in rows}) > 1


def test_rl_the_same_request_several_times():
    rows = run(mode="rl", situations=1).rows
    assert len({row["prompt"] for row in rows}) == 1
    assert len(rows) == 8


def test_adaptive_mixes_situations_phrasings_and_repeats():
    rows = run(mode="adaptive", situations=2).rows
    assert len(rows) > len({row["prompt"] for row in rows}) > len({row["scenario_id"] for row in rows}) > 1


def test_with_situations_the_run_stops_once_all_have_their_rollouts():
    data = run(situations=4, phrasings=2, repeats=3, budget=1000)
    assert (len(data.rows), data.stopped_because) == (24, "situations_exhausted")


def test_unique_situations_picks_new_worlds():
    assert len({row["scenario_id"] for row in run(unique_situations=True, mode="rl", budget=12).rows}) == 12


@pytest.mark.parametrize("name", ["situation", "tempreature", "Budget"])
def test_a_misspelled_keyword_is_a_type_error(name):
    with pytest.raises(TypeError, match=name):
        run(**{name: 1})


def test_dimensions_pins_one_axis_and_keeps_the_others():
    rows = run(budget=60, dimensions={"stance": ["boundary"]}).rows
    assert {row["scenario_dimensions"]["stance"] for row in rows} == {"boundary"}
    assert len({row["scenario_dimensions"]["world_state"] for row in rows}) == 6


def test_search_tier_mix_says_the_same():
    mix = run(budget=50).search["tier_mix"]
    assert (mix["hard_share_requested"], mix["hard_share_realized"]) == (0.4, 0.4)


def test_hosted_without_a_model_stops_before_anything_is_spent():
    with pytest.raises(wai.errors.SettingError, match="Nothing was spent"):
        wai.simulate(agent, tools=[get_order], simulator="hosted")


def test_simulator_false_needs_no_key():
    assert len(run(budget=2).rows) == 2


def test_a_callable_agents_rows_carry_sampling_none_unless_it_is_given():
    assert run(budget=1).rows[0]["sampling"] is None
    assert run(budget=1, sampling={"temperature": 0.7}).rows[0]["sampling"] == {"temperature": 0.7}


def test_every_row_names_writer_and_model_version():
    [row] = run(budget=1).rows
    assert row["writer_model"] and row["model_version"] == "agent"


def test_agent_failed_when_it_raises():
    def broken(message):
        raise KeyError("amount")

    data = wai.simulate(broken, tools=[get_order], simulator=False, budget=20, concurrency=1)
    assert data.stopped_because == "agent_failed"
    assert data.search["rollouts"]["lost_by"] == {"agent_error": 16}


def test_execute_answers_every_tool_call():
    def caller(message):
        return {"steps": [], "final_text": str(wai.world([get_order]).call("get_order", {"order_id": "7"}))}

    data = wai.simulate(
        caller,
        tools=[get_order],
        simulator=False,
        budget=2,
        fault_rate=0,
        execute=lambda tool, arguments: {"mine": tool},
    )
    assert data.rows[0]["final_text"] == "{'mine': 'get_order'}"


def test_scheduled_faults_still_apply_first():
    def caller(message):
        return {"steps": [], "final_text": str(wai.world([get_order]).call("get_order", {"order_id": "7"}))}

    data = wai.simulate(
        caller,
        tools=[get_order],
        simulator=False,
        budget=5,
        dimensions={"tool_condition": ["timeout"]},
        fault_rate=1,
        execute=lambda tool, arguments: {"mine": tool},
    )
    assert not any("mine" in row["final_text"] for row in data.rows)


def test_current_rollout_says_prompt_rollout_index_and_seed():
    seen = []

    def looking(message):
        now = wai.current_rollout
        seen.append((now.prompt == message, now.rollout_index, now.seed))
        return "ok"

    wai.simulate(looking, system_prompt=POLICY, simulator=False, mode="rl", repeats=3, budget=3, seed=5, concurrency=1)
    assert seen == [(True, 0, 5), (True, 1, 5), (True, 2, 5)]


def test_seeds_every_seed_is_run_and_becomes_a_situation():
    seeds = ["where is my order 4412", "cancel order 9", "is 17 paid"]
    data = run(seeds=seeds, situations=2)
    assert [row["prompt"] for row in data.rows] == seeds
    assert data.stopped_because == "situations_exhausted"


def test_when_the_budget_cannot_pay_warnings_say_which_seeds_were_dropped():
    data = run(seeds=["a b c", "d e f", "g h i"], budget=2)
    assert data.search["seeds_dropped"] == ["g h i"]
    assert any("g h i" in warning for warning in data.warnings)
    assert [row["prompt"] for row in data.rows] == ["a b c", "d e f"]


def test_tasks_every_distinct_prompt_again_on_its_own_id_dimensions_and_faults():
    base = run(mode="rl", situations=4, repeats=2)
    again = wai.simulate(agent, tools=[get_order], system_prompt="Another prompt.", tasks=base, mode="explore", seed=9)
    keys = ("prompt", "scenario_id", "ask_id", "scenario_dimensions", "faults", "rollout_index")
    assert [[row.get(key) for key in keys] for row in again.rows] == [
        [row.get(key) for key in keys] for row in base.rows
    ]
    assert again.stopped_because == "tasks_done"


def test_tasks_k_comes_from_this_call_when_given():
    base = run(mode="rl", situations=4, repeats=2)
    assert len(run(tasks=base, repeats=5).rows) == 20


def test_runs_stamp_eval_run_and_replay_the_same_tasks():
    data = run(runs=3, budget=10)
    assert [row["lineage"]["eval_run"] for row in data.rows] == [0] * 10 + [1] * 10 + [2] * 10
    prompts = [[row["prompt"] for row in data.rows if row["lineage"]["eval_run"] == r] for r in range(3)]
    assert prompts[0] == prompts[1] == prompts[2]
    assert data.report()["budget_per_run"] == 10
    assert data.search["eval_runs"]["per_run"] == [
        {"rows": 10, "stopped_because": "budget"},
        {"rows": 10, "stopped_because": "tasks_done"},
        {"rows": 10, "stopped_because": "tasks_done"},
    ]
    assert data.rows[-1]["lineage"]["replayed_from_run"] == 0


def test_a_deterministic_agent_gives_identical_runs():
    data = run(runs=2, budget=10)
    first, second = ([row["final_text"] for row in data.rows if row["lineage"]["eval_run"] == r] for r in range(2))
    assert first == second


def test_time_budget_is_the_same_cap_in_seconds():
    import time

    def slow(message):
        time.sleep(0.05)
        return "ok"

    began = time.monotonic()
    data = wai.simulate(slow, system_prompt=POLICY, simulator=False, time_budget=0.5, concurrency=2)
    assert data.stopped_because == "time_budget"
    assert 0 < len(data.rows) < 1000
    assert time.monotonic() - began < 15
    assert all(row["lineage"]["reproducible"] is False for row in data.rows)


def test_checkpoint_every_row_is_appended_and_a_second_call_resumes(tmp_path):
    options = {"mode": "rl", "situations": 4, "repeats": 2, "checkpoint": tmp_path / "rows.jsonl"}
    first = run(**options)
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 8
    second = run(**options)
    assert second.search["rollouts"]["resumed"] == 8
    assert all(row["lineage"]["resumed"] for row in second.rows)
    assert [row["prompt"] for row in second.rows] == [row["prompt"] for row in first.rows]


def judge(row):
    return {"reward": 0.4 if "P" in row["prompt"] else 1, "markers": {"polite": 1}}


def test_grade_true_without_a_key_stops_before_any_budget_is_spent():
    calls = []
    with pytest.raises(wai.errors.SettingError, match=r"Nothing was spent.*grader="):
        wai.simulate(calls.append, tools=[get_order], simulator=False, grade=True)
    assert calls == []


def test_grade_conduct_by_name_rows_carry_label_source_conduct():
    data = run(budget=3, grade="conduct")
    assert {row["label_source"] for row in data.rows} == {"conduct"}
    assert {row["judge_name"] for row in data.rows} == {"conduct"}
    assert data.pass_at["pass_at_1"] is not None


def test_a_callable_grader_scores_inside_the_loop():
    data = run(budget=20, grader=judge)
    assert [row["reward"] for row in data.rows] == [judge(row)["reward"] for row in data.rows]
    assert {row["judge_status"] for row in data.rows} == {"ok"}
    assert len({row["lineage"]["scoring_run_id"] for row in data.rows}) == 1
    assert all(row["markers"] == {"polite": 1} for row in data.rows)


def test_a_graded_failure_is_a_reward_under_one_half():
    data = run(budget=20, grader=judge)
    assert data.failed_traces() == [row for row in data.rows if row["reward"] == 0.4]


def test_grade_beside_the_loop_without_steering():
    asked, silent = run(budget=3, grader=judge), run(budget=3, grader=judge, advanced={"mutate_graded_failures": False})
    assert any("did not steer" in warning for warning in asked.warnings)
    assert not any("did not steer" in warning for warning in silent.warnings)


def test_pass_run_id_to_run_judge_to_pin_it():
    scored = wai.run_judge(run(budget=3), judge, run_id="mine")
    assert {row["lineage"]["scoring_run_id"] for row in scored.rows} == {"mine"}


def test_failed_traces_are_plain_rows_in_the_shape_that_simulate_writes():
    rollouts = run(budget=20)
    failed = wai.evaluate(rollouts, judge).failed_traces()
    assert failed and all(isinstance(row, dict) and {"prompt", "steps", "reward"} <= set(row) for row in failed)


def test_evaluate_checks_that_a_fixed_list_of_asks_all_ran_and_how_each_scored():
    asks = ["Where is my order 4412?", "Cancel order 9", "Is 17 paid? P"]
    result = wai.evaluate(agent, judge, eval_set=asks, tools=[get_order], system_prompt=POLICY, repeats=2)
    assert [(line["ask"], line["n"], line["rate"]) for line in result.per_ask] == [
        (asks[0], 2, 1.0),
        (asks[1], 2, 1.0),
        (asks[2], 2, None),
    ]
    assert result.missing == []


LATER_OPTIONS = {
    "traces": [{"prompt": "where is my order 4412", "steps": []}],
    "patience": "short",
    "scaffold": "Think first.",
    "user_model": "openai:gpt-4.1-mini",
    "max_turns": 4,
    "avg_turns": 1,
    "logprobs": True,
    "advanced": {"probe": 3},
}


@pytest.mark.parametrize("name", LATER_OPTIONS)
def test_documented_options_of_later_releases_say_so(name):
    with pytest.raises(NotYetError, match=f"{name}= is documented but not in this release"):
        run(**{name: LATER_OPTIONS[name]})


DOCUMENTED_CALLS = [
    "simulate",
    "recommend",
    "load_traces",
    "trace_report",
    "mine_traces",
    "dimensions_from_traces",
    "simulate_from_traces",
    "split_pseudo_production",
    "leakage_report",
    "drop_leaky_rows",
    "evaluate",
    "cut",
    "configure",
    "Judge",
    "OpenAI",
    "grade",
    "run_judge",
    "delta_report",
    "compare_runs",
    "eval_variance",
    "group_signal",
    "optimize",
    "build_preference_pairs",
    "train",
    "serve",
    "HackMonitor",
]


@pytest.mark.parametrize("name", DOCUMENTED_CALLS)
def test_every_documented_call_is_here_or_says_that_it_is_not_yet(name):
    try:
        assert callable(getattr(wai, name))
    except NotYetError as error:
        assert "Until then" in str(error)
