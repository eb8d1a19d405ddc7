"""One seed, one list of rows: whatever the concurrency, the latencies, the process and its hash salt."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engine.agents import POLICY, flaky, get_order, heavy_tailed, instant, jittery

import wai_nb as wai

ROOT = Path(__file__).parents[2]
CASE = json.loads((ROOT / "tests/cases/given/b21_seeded_run.json").read_text())


def run(agent, **options):
    return wai.simulate(agent, tools=[get_order], system_prompt=POLICY, simulator=False, **options).rows


def digest(rows):
    return hashlib.sha256(json.dumps(rows, sort_keys=False).encode()).hexdigest()


@pytest.mark.parametrize("agent", [jittery, heavy_tailed, flaky])
@pytest.mark.parametrize(
    "options", [{"budget": 60}, {"mode": "rl", "repeats": 4, "budget": 60}, {"mode": "sft", "situations": 5}]
)
def test_same_rows_at_any_concurrency(agent, options):
    one = run(agent, concurrency=1, seed=3, **options)
    for concurrency in (4, 32, 256):
        assert digest(run(agent, concurrency=concurrency, seed=3, **options)) == digest(one)


def test_another_seed_is_another_draw():
    first, second = ({row["prompt"] for row in run(instant, budget=60, seed=seed)} for seed in (0, 1))
    assert not first & second


SCRIPT = """
import sys, hashlib, json
import wai_nb as wai
from tests.engine.agents import POLICY, flaky, get_order
rows = wai.simulate(flaky, tools=[get_order], system_prompt=POLICY, simulator=False, mode={mode!r}, budget={budget},
                    seed={seed}, concurrency={concurrency}).rows
print(len(rows), hashlib.sha256(json.dumps(rows).encode()).hexdigest())
"""


def in_process(hash_seed, concurrency):
    """The bug case "One seed, three processes, three worker counts"."""
    code = SCRIPT.format(mode=CASE["mode"], budget=CASE["budget"], seed=CASE["seed"], concurrency=concurrency)
    surroundings = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_three_processes_three_hash_salts_three_worker_counts():
    answers = [in_process(each["PYTHONHASHSEED"], each["concurrency"]) for each in CASE["runs"]]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == "40"


def test_a_longer_run_begins_like_a_shorter_one():
    assert run(instant, budget=200)[:50] == run(instant, budget=50)


def test_the_seed_and_the_settings_are_on_the_rows():
    [row] = run(instant, budget=1, seed=9, mode="rl", repeats=5)
    assert row["seed"] == 9
    assert (row["lineage"]["mode"], row["lineage"]["k"]) == ("rl", 5)
    assert row["lineage"]["system_prompt_head"] == POLICY
