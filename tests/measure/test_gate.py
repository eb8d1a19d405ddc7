"""The gate: what it decides, what it refuses, and its exit codes as real processes."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from math import comb

import pytest
from scipy.stats import binomtest
from tests.asks.makers import GET_ORDER

import wai_nb as wai
from wai_nb.errors import RowError, SettingError
from wai_nb.measure.gate import gate


def rows_of(*groups, calls=True, **more):
    """Return rows of asks given as (tries, passes)."""
    steps = [{"tool": "get_order", "arguments": {"order_id": "7"}, "result": {"status": "ok"}}] if calls else []
    return [
        {
            "prompt": f"ask {i}",
            "scenario_id": f"s{i}",
            "steps": steps,
            "final_text": "ok",
            "reward": int(j < passed),
            **more,
        }
        for i, (n, passed) in enumerate(groups)
        for j in range(n)
    ]


TEN_PASS = rows_of(*[(1, 1)] * 10)


@pytest.mark.parametrize(
    ("passed", "floor", "code"), [(9, 0.9, 0), (8, 0.9, 1), (10, 1, 0), (9, 1, 1), (9, 0.9000001, 1), (0, 0.01, 1)]
)
def test_the_estimate_is_held_against_the_floor(passed, floor, code):
    found = gate(rows_of(*[(1, 1)] * passed, *[(1, 0)] * (10 - passed)), floor)
    assert (found.exit_code, found.ok, found.value) == (code, code == 0, passed / 10)
    assert ("reaches" if code == 0 else "is under") in found.reason


def test_a_rounding_of_the_mean_does_not_fail_a_floor_that_is_met():
    found = gate(rows_of(*[(3, 3)] * 9, (3, 0), (3, 3), (3, 3)), 11 / 12)
    assert found.ok
    assert gate(rows_of(*[(10, 9)] * 7), 0.9).ok  # the mean of seven times 0.9 in floats


def test_by_lower_the_low_end_of_the_interval_must_reach_the_floor():
    low = binomtest(10, 10).proportion_ci(method="wilson").low  # one try each, all pass: n is 10
    found = gate(TEN_PASS, 0.9, by="lower")
    assert found.exit_code == 1 and found.ci95[0] == pytest.approx(low, abs=1e-9)
    assert f"the low end of pass@1, {low:.4f}" in found.reason
    assert gate(TEN_PASS, 0.72, by="lower").ok  # the low end is 0.7225
    assert gate(TEN_PASS, 0.9).ok


def test_a_passing_estimate_that_proves_nothing_says_so():
    [advice] = [a for a in gate(TEN_PASS, 0.9).warnings if "reaches below the floor" in a.what]
    assert "0.72" in advice.what and 'by="lower"' in advice.fix
    assert not any("reaches below" in a.what for a in gate(TEN_PASS, 0.5).warnings)


def test_the_k_way_metrics():
    rows = rows_of((4, 4), (4, 3), (4, 0))
    power, at_least = gate(rows, 0.4, metric="pass_pow_k", k=2), gate(rows, 0.4, metric="pass_at_k", k=2)
    assert power.value == pytest.approx((1 + comb(3, 2) / comb(4, 2) + 0) / 3)
    assert at_least.value == pytest.approx((1 + 1 + 0) / 3)
    assert power.reason.startswith("pass^2 0.50") and at_least.reason.startswith("pass@2 0.6667")


def test_what_cannot_be_told_is_refused_and_not_passed():
    few = gate(rows_of((2, 2), (2, 2)), 0.5, metric="pass_pow_k", k=8)
    assert few.exit_code == 2 and few.hollow == "" and "no ask has 8 tries" in few.reason
    alone = gate(rows_of((8, 8)), 0.5, by="lower")
    assert alone.exit_code == 2 and "only one situation" in alone.reason
    assert gate(rows_of((8, 8)), 0.5).ok


@pytest.mark.parametrize(
    ("rows", "tools", "because"),
    [
        ([], None, "there are no rows"),
        (rows_of((3, 3), calls=False), [GET_ORDER], "no row called a tool, though get_order was declared"),
        (rows_of((3, 3), final_text="", steps=[]), None, "none of the 3 rows has a reply"),
        ([{**row, "reward": None} for row in TEN_PASS], None, "no verdict is 0 or 1"),
        ([{**row, "reward": 0.7} for row in TEN_PASS], None, "no verdict is 0 or 1"),
        ([{**row, "reward": None} for row in TEN_PASS[:3]] + TEN_PASS[3:], None, "only 7 of 10 rows have a verdict"),
    ],
)
def test_a_hollow_run_is_refused_whatever_its_rate(rows, tools, because):
    found = gate(rows, 0.5, tools=tools)
    assert (found.exit_code, found.ok) == (2, False)
    assert because in found.hollow and because in found.reason
    assert found.warnings and all(advice.fix for advice in found.warnings)
    assert "! Refused" in str(found)


def test_rows_without_a_verdict_are_counted_and_what_they_could_hide_is_said():
    rows = [dict(row) for row in TEN_PASS]
    rows[0].update(reward=None)
    rows[1].update(reward=None, judge_status="error")
    found = gate(rows, 0.9)
    assert found.ok
    assert (found.n_rows, found.n_graded, found.n_unread, found.n_ungraded, found.n_partial) == (10, 8, 1, 1, 0)
    assert found.if_all_failed == 0.8
    assert "2 of 10 rows have no verdict of 0 or 1. Were they all fails, pass@1 would be 0.80." in found.warnings[0]
    assert "(1 unread, 1 never judged)" in found.lines()[1]
    assert gate(rows, 0.9, min_graded=0.9).exit_code == 2 and gate(rows, 0.9, min_graded=0.8).exit_code == 0


def test_the_lines_of_a_build_log():
    first, second, *rest = gate(rows_of(*[(2, 2)] * 9, (2, 1)), 0.9).lines()
    assert first == "gate: passes (exit code 0): pass@1 0.95 reaches the floor of 0.9"
    assert second.startswith("pass@1 0.95 [0.")
    assert second.endswith("over 10 situations, 10 asks; 20 of 20 rows with a verdict of 0 or 1")
    assert all(line.startswith("! ") for line in rest)


def test_the_card_frame_and_picture():
    for found in (gate(TEN_PASS, 0.9), gate(TEN_PASS, 0.9, by="lower"), gate([], 0.9), gate(rows_of((4, 2)), 0.9)):
        bundle = found._repr_mimebundle_()
        assert "not shown" not in bundle["text/plain"] and "<script" not in bundle["text/html"]
        assert len(found.to_frame()) == 1 and "\n" not in repr(found)
    assert "low end of its interval" in str(gate(TEN_PASS, 0.9, by="lower"))
    assert gate(TEN_PASS, 0.9).plot() is not None
    with pytest.raises(AttributeError, match="it has floor"):
        gate(TEN_PASS, 0.9).score  # noqa: B018


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"floor": 90}, r"floor=90 is not a share above 0 and up to 1\. Did you mean 0\.9\?"),
        ({"floor": 0}, "floor=0 is not a share"),
        ({"floor": -0.1}, "floor=-0.1"),
        ({"floor": float("nan")}, "floor=nan"),
        ({"floor": True}, "floor=True"),
        ({"floor": "0.9"}, "floor='0.9'"),
        ({"min_graded": 80}, r"min_graded=80 .* Did you mean 0\.8\?"),
        ({"metric": "pass_at_2"}, "metric='pass_at_2' is not allowed.*Did you mean 'pass_at_"),
        ({"by": "upper"}, "by='upper'.*'point', 'lower'"),
        ({"k": 0}, "k=0"),
    ],
)
def test_wrong_requests_say_what_is_allowed(options, words):
    with pytest.raises(SettingError, match=words):
        gate(TEN_PASS, **options)


def test_what_is_no_list_of_rows_is_refused():
    with pytest.raises(RowError, match="scored must be a list"):
        gate("rows.jsonl")


# -- as a process ----------------------------------------------------------------------------------------


def command(*arguments, cwd):
    done = subprocess.run(
        [sys.executable, "-m", "wai_nb", "gate", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path):
    def save(name, rows):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))

    save("good.jsonl", TEN_PASS)
    save("bad.jsonl", rows_of(*[(1, 1)] * 5, *[(1, 0)] * 5))
    save("idle.jsonl", rows_of(*[(1, 1)] * 10, calls=False))
    save("tries.jsonl", rows_of(*[(4, 4)] * 9, (4, 3)))
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "torn.jsonl").write_text('{"prompt": "a"\n')
    (tmp_path / "tools.json").write_text(json.dumps([GET_ORDER.to_openai()]))
    (tmp_path / "nonsense.json").write_text("not json")
    (tmp_path / "wrong.json").write_text('[{"parameters": {}}]')
    (tmp_path / "number.json").write_text("5")
    return tmp_path


def test_exit_codes_0_1_and_2(folder):
    code, out, err = command("good.jsonl", "--floor", ".9", cwd=folder)
    assert (code, err) == (0, "") and out.startswith(
        "gate: passes (exit code 0): pass@1 1.00 reaches the floor of 0.9\n"
    )
    assert "pass@1 1.00 [0.72..1.00] over 10 situations" in out
    code, out, err = command("bad.jsonl", cwd=folder)
    assert (code, err) == (1, "") and "pass@1 0.50 is under the floor of 0.9" in out
    code, out, err = command("idle.jsonl", "--tools", "tools.json", cwd=folder)
    assert (code, err) == (2, "") and "no row called a tool, though get_order was declared" in out


def test_the_options_of_the_command(folder):
    assert command("good.jsonl", "--by", "lower", cwd=folder)[0] == 1
    code, out, _ = command("tries.jsonl", "--metric", "pass_pow_k", "--k", 4, "--floor", ".95", cwd=folder)
    assert code == 1 and "pass^4 0.90 is under the floor of 0.95" in out  # nine of ten asks pass all four tries
    assert command("tries.jsonl", "--metric", "pass_at_k", "--k", 4, "--floor", "1", cwd=folder)[0] == 0
    assert command("empty.jsonl", cwd=folder)[0] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("none.jsonl",), "none.jsonl"),
        ((".",), "is a folder"),
        (("torn.jsonl",), "torn.jsonl"),
        (("good.jsonl", "--floor", "90"), "Did you mean 0.9?"),
        (("good.jsonl", "--floor", "high"), "invalid float value"),
        (("good.jsonl", "--k", "0"), "k=0"),
        (("good.jsonl", "--metric", "best"), "invalid choice"),
        (("good.jsonl", "--min-graded", "2"), "min_graded=2.0"),
        (("good.jsonl", "--tools", "none.json"), "--tools none.json cannot be read"),
        (("good.jsonl", "--tools", "nonsense.json"), "--tools nonsense.json is not JSON"),
        (("good.jsonl", "--tools", "wrong.json"), "without 'name'"),
        (("good.jsonl", "--tools", "number.json"), "--tools number.json"),
        ((), "required: rows"),
    ],
)
def test_a_wrong_request_ends_with_2_and_says_why_on_stderr(folder, arguments, words):
    code, out, err = command(*arguments, cwd=folder)
    assert code == 2 and out == ""
    assert words in err and "Traceback" not in err


def test_a_run_saved_whole_brings_its_tools(tmp_path):
    def talker(message):
        return "Of course, done!"

    run = wai.simulate(talker, tools=[GET_ORDER], system_prompt="Be kind.", simulator=False, budget=5)
    run.grade(lambda row: 1).save(tmp_path / "rows.jsonl")
    code, out, _ = command("rows.jsonl", cwd=tmp_path)
    assert code == 2 and "no row called a tool" in out


def test_the_help_names_the_exit_codes(folder):
    code, out, _ = command("--help", cwd=folder)
    assert code == 0 and "exit codes: 0" in out and "--min-graded" in out


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda found: pickle.loads(pickle.dumps(found))])
def test_reports_can_be_copied_and_sent(twin):
    reports = [gate(TEN_PASS, 0.9), wai.coverage_warnings(TEN_PASS), wai.coverage_gap(["Hi"], [GET_ORDER])]
    for found in reports:
        again = twin(found)
        assert type(again) is type(found) and again == found and str(again) == str(found)
