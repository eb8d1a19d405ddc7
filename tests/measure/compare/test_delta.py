"""delta_report: what may be called real, what may not be compared, and what it cost."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wai_nb as wai
from wai_nb.errors import RowError, SettingError
from wai_nb.measure.compare.delta import delta_report
from wai_nb.measure.compare.power import noise_band

TOOLS = ("get_order", "refund_order")


def side(passed, tasks=40, runs=3, k=1, **more):
    """Rows of which the first `passed` tasks pass every time; the runs are equal, so re-running does nothing."""
    return [
        {
            "prompt": f"ask {i}",
            "scenario_id": f"s{i}",
            "final_text": "Done.",
            "reward": int(i < passed),
            "scenario_dimensions": {"tool": TOOLS[i % 2]},
            "rollout_index": j,
            "lineage": {"eval_run": run, "k": k},
            **more,
        }
        for run in range(runs)
        for i in range(tasks)
        for j in range(k)
    ]


def marked(rows, **markers):
    """The rows with markers: a number is the share of tasks, from the first on, that have 1."""
    tasks = sorted({row["scenario_id"] for row in rows}, key=lambda name: int(name[1:]))
    return [
        {**row, "markers": {m: int(tasks.index(row["scenario_id"]) < n * len(tasks)) for m, n in markers.items()}}
        for row in rows
    ]


def verdict(*args, **more):
    report = delta_report(*args, **more)
    return report["headline_verdict"], report["target_verdict"]


def test_a_replicated_rise_passes():
    report = delta_report(side(20), side(30))
    assert report["headline_verdict"] == "PASS"
    assert report["ok"] is True
    assert (report["target_delta"], report["target_verdict"], report["replicated"]) == (0.25, "moved", True)
    assert (report["run_std"], report["noise_band"], report["within_noise"]) == (0, 0, False)
    assert report["eval_runs"] == {"before": 3, "after": 3}
    assert str(report).startswith("PASS (moved)\n")


@pytest.mark.parametrize(
    ("before", "after", "said"), [(1, 1, "1 eval run a side"), (3, 2, "3 and 2 eval runs"), (2, 2, "2 eval")]
)
def test_fewer_than_three_runs_a_side_are_inconclusive(before, after, said):
    report = delta_report(side(20, runs=before), side(30, runs=after))
    assert (report["headline_verdict"], report["target_verdict"]) == ("INCONCLUSIVE", "moved_unreplicated")
    assert report["ok"] is False
    assert said in report.first_line()
    assert "runs=3" in str(report)


def test_the_four_of_ten_case_is_no_pass():
    """contract-measure 4.1: p = .125, though re-running does nothing."""
    report = delta_report(side(0, tasks=10), side(4, tasks=10))
    assert (report["headline_verdict"], report["metrics"]["pass_at_1"]["p_value"]) == ("NO DIFFERENCE", 0.125)
    assert "that nothing changed is not shown" in str(report)


def test_too_few_tasks():
    report = delta_report(side(0, tasks=5), side(5, tasks=5))
    assert (report["headline_verdict"], report["target_verdict"]) == ("INCONCLUSIVE", "insufficient_data")
    assert "6 are needed" in report["warnings"][0]


def test_a_fall_fails_from_one_run_on():
    report = delta_report(side(30, runs=1), side(20, runs=1))
    assert (report["headline_verdict"], report["target_verdict"]) == ("FAIL", "moved_the_wrong_way")
    assert "runs=3" in str(report)


def test_a_change_inside_the_noise_of_re_runs_is_none():
    """Run means of before .3 .5 .7: sd .2; after the same; the band is wider than the change."""

    def noisy(shift):
        return [row for run, n in enumerate((12, 20, 28)) for row in side(n + shift, runs=1, lineage={"eval_run": run})]

    report = delta_report(noisy(0), noisy(8))
    assert report["target_verdict"] == "within_eval_noise"
    assert report["headline_verdict"] == "NO DIFFERENCE"
    assert report["run_std"] == pytest.approx(0.2)
    assert report["noise_band"] == pytest.approx(noise_band(0.2, 3, 3, df=4))
    assert report["target_delta"] == pytest.approx(0.2)


def test_noise_that_was_measured_before():
    one = {"runs": 1}
    assert verdict(side(20, **one), side(30, **one), run_std=0.02, run_std_runs=3) == ("PASS", "moved")
    assert verdict(side(20, **one), side(30, **one), run_std=0.2, run_std_runs=3)[1] == "within_eval_noise"
    assert verdict(side(20, **one), side(30, **one), run_std=0.02, run_std_runs=2)[0] == "INCONCLUSIVE"
    report = delta_report(side(20, **one), side(30, **one), run_std=0.02, run_std_runs=5)
    assert report["noise_band"] == pytest.approx(noise_band(0.02, df=4))


def test_a_guard_that_falls_fails():
    """contract-traces-recipes B2: the fix that refuses benign asks."""
    before, after = marked(side(20), helpful=1.0), marked(side(36), helpful=0.2)
    report = delta_report(before, after, must_not_regress="helpful")
    assert report["headline_verdict"] == "FAIL"
    assert report["regressions"] == ["marker:helpful"]
    assert "helpful got worse" in str(report)
    seen = delta_report(before, after, markers=["helpful"])
    assert (seen["headline_verdict"], seen["slipped"]) == ("PASS", ["marker:helpful"])
    assert "and helpful got worse" in seen.card().headline


def test_a_guard_nobody_can_judge_is_no_pass():
    before, after = marked(side(20), helpful=1.0), side(36)
    report = delta_report(before, after, must_not_regress="helpful")
    assert report["headline_verdict"] == "INCONCLUSIVE"
    assert "marker:helpful" in report["reason"]


def test_a_guard_without_a_fall_says_what_is_not_excluded():
    report = delta_report(
        marked(side(20), helpful=0.9), marked(side(36), helpful=0.9), must_not_regress=["marker:helpful"]
    )
    assert report["ok"]
    assert 0 < report["metrics"]["marker:helpful"]["could_fall_by"] < 0.1
    assert "is not excluded" in str(report)


def test_lower_is_better():
    before, after = marked(side(20), rude=0.8), marked(side(20), rude=0.2)
    report = delta_report(before, after, target="rude", lower_is_better="rude")
    assert (report["headline_verdict"], report["target"]) == ("PASS", "marker:rude")
    assert report["target_delta"] == pytest.approx(-0.6)
    assert report["metrics"]["marker:rude"]["gain"] == pytest.approx(0.6)
    assert verdict(after, before, target="rude", lower_is_better="rude")[0] == "FAIL"
    assert "▼ 0" in str(report).split("Where situations moved")[1]  # none went from under 0.5 to 0.5 or more
    assert "▲ 24" in str(report).split("Where situations moved")[1]


def test_holm_over_the_metrics():
    """Six of 40 tasks moved one way: p = 1/32 alone; beside three metrics without a change it is 4/32."""
    before, after = side(10), side(16)
    assert delta_report(before, after)["metrics"]["pass_at_1"]["p_adjusted"] == pytest.approx(1 / 32)
    b, a = (marked(rows, x=0.5, y=0.5, z=0.5) for rows in (before, after))
    report = delta_report(b, a, markers=True)
    entry = report["metrics"]["pass_at_1"]
    assert (entry["p_value"], entry["p_adjusted"]) == (1 / 32, 4 / 32)
    assert entry["ci95"][0] > 0 > entry["ci_adjusted"][0]
    assert report["target_verdict"] == "no_change_detected"
    assert report["n_metrics"] == 4
    assert report["family_error"] == pytest.approx(1 - 0.95**4)
    assert "Holm" in str(report)
    assert "markers=['x', 'y']" in str(delta_report(b, a))


def test_categories():
    """refund_order, the odd tasks, falls while the whole rises: 20 of get_order rise, 10 of refund_order fall."""
    before = side(0)
    before = [{**row, "reward": int(int(row["scenario_id"][1:]) % 4 == 1)} for row in before]
    after = [{**row, "reward": int(int(row["scenario_id"][1:]) % 2 == 0)} for row in before]
    report = delta_report(before, after)
    assert report["by"] == "tool"
    assert report["groups"]["get_order"]["delta"] == 1
    assert report["groups"]["refund_order"]["delta"] == -0.5
    assert report["groups_down"] == ["refund_order"]
    assert "refund_order got worse" in report.card().headline
    assert delta_report(before, after, by=False)["groups"] == {}
    halves = delta_report(before, after, by=lambda row: int(row["scenario_id"][1:]) < 20)
    assert sorted(halves["groups"]) == ["False", "True"]
    assert delta_report(before, after, by="final_text")["groups"]["Done."]["n_used"] == 40


def test_the_proxy_gains_more_than_the_target():
    before, after = marked(side(20), rm=0.3), marked(side(21), rm=0.9)
    report = delta_report(before, after, proxy="rm")
    assert report["over_optimized"] is True
    assert (report["headline_verdict"], report["proxy"]) == ("FAIL", "marker:rm")
    assert report["proxy_gap"] == pytest.approx(0.6 - 1 / 40)
    assert report["proxy_gap_p"] < 0.001
    same = delta_report(marked(side(20), rm=0.5), marked(side(32), rm=0.8), proxy="rm")
    assert (same["over_optimized"], same["proxy_gap_p"], same["headline_verdict"]) == (False, 1, "PASS")


def test_a_proxy_equal_to_the_target_up_to_noise_raises_few_alarms():
    """contract-measure 8: rules on two separate intervals raise 15 to 23% there; one paired test at 5% must not."""
    alarms = 0
    for seed in range(60):
        dice = random.Random(seed)
        rows = {}
        for name, gain in (("before", 0), ("after", 0.12)):
            rows[name] = [
                {
                    "prompt": f"a{i}",
                    "reward": int(dice.random() < 0.5 + gain),
                    "markers": {"rm": int(dice.random() < 0.5 + gain)},
                }
                for i in range(32)
                for _ in range(4)
            ]
        alarms += delta_report(rows["before"], rows["after"], proxy="rm")["over_optimized"]
    assert alarms <= 6  # 60 x .05 = 3; more than 6 has a chance under 4%


def test_not_comparable():
    def causes(before, after):
        report = delta_report(before, after)
        assert report["headline_verdict"] == "NOT COMPARABLE"
        assert str(report).startswith(f"NOT COMPARABLE ({', '.join(report['not_comparable'])})")
        assert all(advice.fix for advice in report["warnings"] if advice.what.startswith("Not comparable"))
        return list(report["not_comparable"])

    moved = [{**row, "scenario_id": f"x{row['scenario_id']}"} for row in side(30)]
    assert causes(side(20), moved) == ["situations"]
    silent = [{**row, "final_text": "" if row["scenario_id"] < "s25" else "Done."} for row in side(30)]
    assert causes(side(20), silent) == ["answered"]
    assert causes(side(20, judge_name="a"), side(30, judge_name="b")) == ["judge"]
    versions = ({"judge_name": "a", "lineage": {"model": model}} for model in ("m1", "m2"))
    assert causes(*(side(n, **more) for n, more in zip((20, 30), versions, strict=True))) == ["judge"]
    mixed = [*side(20, policy_version="p@1")[:60], *side(20, policy_version="p@2")[60:]]
    assert causes(mixed, side(30)) == ["policy"]
    unknown = [*side(20)[:60], *side(20, policy_version="p@2")[60:]]
    assert causes(unknown, side(30)) == ["policy"]
    few = [{**row, "final_text": "" if row["scenario_id"] == "s3" else "Done."} for row in side(30)]
    assert delta_report(side(20), few)["not_comparable"] == {}


def test_ceiling_and_sizes():
    high = delta_report(side(38), side(39))
    assert high["ceiling"] is True
    assert high["tasks_with_room"] == 2
    assert "Little room" in str(high)
    assert delta_report(side(20), side(21))["ceiling"] is False
    few = delta_report(side(5, tasks=12), side(6, tasks=12))
    assert (few["ceiling"], few["tasks_with_room"]) == (True, 7)
    report = delta_report(side(20, tasks=80), side(26, tasks=80))
    # Six differences of 1 among 80: variance (6 - 36 / 80) / 79; (1.960 + .842)^2 variance / delta^2, as scipy has z.
    assert report["tasks_needed"] == pytest.approx(7.8489 * (6 - 36 / 80) / 79 / 0.075**2, abs=1)
    assert report["detectable_effect"] == pytest.approx((7.8489 * (6 - 36 / 80) / 79 / 80) ** 0.5, abs=1e-4)


def test_not_measured():
    report = delta_report([{"prompt": "a"}], side(20))
    assert (report["headline_verdict"], report["target_verdict"]) == ("INCONCLUSIVE", "target_not_measured")
    assert "before.grade(judge)" in str(report)
    assert delta_report([], [])["target_delta"] is None
    with pytest.raises(SettingError, match="nothing to draw"):
        report.plot()


def test_rows_runs_and_files(tmp_path):
    wai.SimulationData(side(30)).save(tmp_path / "after.jsonl")
    assert delta_report(wai.ScoredData(side(20)), tmp_path / "after.jsonl")["ok"]


def test_runs_of_simulate_are_re_runs():
    def agent(message):
        return "It has shipped." if len(message) % 2 else "No idea."

    dials = {"system_prompt": "Help customers with orders.", "budget": 20, "runs": 3}
    before = wai.simulate(lambda message: "No idea.", situations=20, repeats=1, **dials)
    after = wai.simulate(agent, tasks=before, **dials)
    graded = [data.grade(lambda row: "shipped" in row["final_text"]) for data in (before, after)]
    report = delta_report(*graded)
    assert (report["eval_runs"], report["n_paired_tasks"]) == ({"before": 3, "after": 3}, 20)
    assert report["headline_verdict"] == "PASS"


@pytest.mark.parametrize(
    ("dials", "words"),
    [
        ({"target": "pass@1"}, r"target='pass@1' is not on these rows.*pass_at_1"),
        ({"must_not_regress": ["polit"]}, r"must_not_regress='polit'.*Did you mean"),
        ({"markers": "rude"}, "markers='rude'"),
        ({"lower_is_better": 5}, "lower_is_better=5"),
        ({"proxy": "nope"}, "proxy='nope'"),
        ({"proxy": "pass_at_1"}, "is the target itself"),
        ({"by": "tol"}, r"by='tol': no row has it.*Did you mean 'tool'"),
        ({"by": 3}, "by=3 is neither the name"),
        ({"run_std": 0.1}, "belong together"),
        ({"run_std_runs": 3}, "belong together"),
        ({"run_std": 2, "run_std_runs": 3}, "run_std=2"),
        ({"run_std": 0.1, "run_std_runs": 1}, "one run has no standard deviation"),
        ({"alpha": 0}, "alpha=0"),
        ({"alpha": 5}, "alpha=5"),
        ({"power": 1}, "power=1"),
        ({"k": 0}, "k=0"),
    ],
)
def test_bad_dials(dials, words):
    rows = marked(side(20), polite=0.5)
    with pytest.raises(SettingError, match=words):
        delta_report(rows, rows, **dials)


def test_bad_rows():
    with pytest.raises(RowError, match="after must be a list of row dicts"):
        delta_report([], None)
    with pytest.raises(TypeError, match="seeed"):
        delta_report([], [], seeed=1)


OTHER = {"moved": "moved_the_wrong_way", "moved_the_wrong_way": "moved"}
tasks = st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=3), min_size=1, max_size=16)


@settings(max_examples=60, deadline=None)
@given(tasks, tasks, st.randoms())
def test_swapping_mirrors_and_nothing_contradicts_itself(a, b, dice):
    def rows(rates):
        return [
            {"prompt": f"p{i}", "reward": x, "markers": {"m": 1 - x}, "lineage": {"eval_run": run}}
            for i, tries in enumerate(rates)
            for x in tries
            for run in range(3)
        ]

    left, right = rows(a), rows(b)
    report = delta_report(left, right, markers="m")
    mirrored = delta_report(right, left, markers="m")
    again = delta_report(dice.sample(left, len(left)), dice.sample(right, len(right)), markers="m")
    assert (again["metrics"], again["headline_verdict"]) == (report["metrics"], report["headline_verdict"])
    assert str(report)
    assert report._repr_mimebundle_()["text/html"]
    for name, entry in report["metrics"].items():
        other = mirrored["metrics"][name]
        assert other["p_adjusted"] == entry["p_adjusted"]
        assert other["delta"] == pytest.approx(-entry["delta"])
        assert other["gain_verdict"] == OTHER.get(entry["gain_verdict"], entry["gain_verdict"])
        low, high = entry["ci_adjusted"]
        assert low < high
        decided = entry["gain_verdict"] in OTHER
        assert decided == (entry["p_adjusted"] <= 0.05 and entry["gain_verdict"] != "insufficient_data")
        if entry["gain_verdict"] != "insufficient_data" and entry["paired"]:
            assert decided == (low > 0 or high < 0)
    assert report["ok"] <= (report["metrics"]["pass_at_1"]["p_adjusted"] <= 0.05)


def test_views():
    report = delta_report(marked(side(20), polite=0.6), marked(side(30), polite=0.5), markers=True)
    html = report._repr_mimebundle_()["text/html"]
    for words in ("PASS", "Where situations moved", "Is it a fair comparison?", "40 of 40 situations paired"):
        assert words in html
        assert words in str(report)
    assert report.to_frame().loc["pass_at_1", "delta"] == 0.25
    assert "+0.25" in report.plot().alt
    assert "get_order" in report.plot("groups").alt
    assert len(repr(report)) <= 100
    assert len(html) < 60_000
