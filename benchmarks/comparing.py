"""Comparing runs: speed and power: ``python benchmarks/comparing.py``; ``honesty.py`` prints the rest."""

from __future__ import annotations

from math import sqrt

import numpy as np
from _figures import cpu, figure
from scipy import stats

import wai_nb as wai
from wai_nb.measure.compare.runs import compared
from wai_nb.stats.paired import sign_flip

SIZES = (5, 8, 12, 20, 30, 200)
TRIALS = 4000


def rates(chances: np.ndarray, k: int, draw: np.random.Generator, name: str = "t") -> dict[str, float]:
    """Return a rate a task, from k rollouts of each."""
    return {f"{name}{place}": float(rate) for place, rate in enumerate(draw.binomial(k, chances) / k)}


def false_alarms(n: int, k: int, trials: int, seed: int = 0) -> float:
    """Return how often `compare_runs` calls one of two equal agents better; task chances are uniform on .2 to .7."""
    draw, alarms = np.random.default_rng(seed), 0
    for _ in range(trials):
        chances = draw.uniform(0.2, 0.7, n)
        found = compared(rates(chances, k, draw), rates(chances, k, draw))
        alarms += found["verdict"] in ("a_better", "b_better")
    return alarms / trials


def unpaired_false_alarms(n: int, k: int, trials: int, seed: int = 0) -> float:
    """Return the same for two sets of tasks that share nothing."""
    draw, alarms = np.random.default_rng(seed), 0
    for _ in range(trials):
        one, other = draw.uniform(0.2, 0.7, n), draw.uniform(0.2, 0.7, n)
        found = compared(rates(one, k, draw, "a"), rates(other, k, draw, "b"))
        alarms += found["verdict"] in ("a_better", "b_better")
    return alarms / trials


def delta_false_alarms(n: int, k: int, runs: int, trials: int, seed: int = 0) -> tuple[float, float]:
    """Return how often `delta_report` says PASS or FAIL of two equal agents, and how often it says a category fell."""
    draw, alarms, fell = np.random.default_rng(seed), 0, 0
    for _ in range(trials):
        chances = draw.uniform(0.2, 0.7, n)
        report = wai.delta_report(*(played(chances, k, runs, draw) for _ in range(2)))
        alarms += report["headline_verdict"] in ("PASS", "FAIL")
        fell += bool(report["groups_down"])
    return alarms / trials, fell / trials


def played(chances: np.ndarray, k: int, runs: int, draw: np.random.Generator) -> list[dict]:
    """Return rows of every task, with its own chance to pass, in four categories."""
    return [
        {
            "scenario_id": f"s{i}",
            "prompt": f"ask {i}",
            "reward": int(reward),
            "scenario_dimensions": {"tool": f"tool {i % 4}"},
            "lineage": {"eval_run": run},
        }
        for run in range(runs)
        for i, chance in enumerate(chances)
        for reward in draw.random(k) < chance
    ]


def power(n: int, k: int, gain: float, trials: int, seed: int = 0) -> tuple[float, float]:
    """Return how often a real gain is found: by `compare_runs`, and by the paired t test."""
    draw, found, by_t = np.random.default_rng(seed), 0, 0
    for _ in range(trials):
        chances = draw.uniform(0.2, 0.7, n)
        a, b = rates(chances, k, draw), rates(chances + gain, k, draw)
        found += compared(a, b)["verdict"] == "b_better"
        moves = np.array([b[task] - a[task] for task in a])
        by_t += bool(moves.std()) and stats.ttest_1samp(moves, 0).pvalue <= 0.05 and moves.mean() > 0
    return found / trials, by_t / trials


def coverage(n: int, k: int, trials: int, seed: int = 0) -> float:
    """Return how often the interval holds the true gain: a from Beta(1, 3), b from Beta(6, 1)."""
    draw, held = np.random.default_rng(seed), 0
    for _ in range(trials):
        a, b = draw.binomial(k, draw.beta(1, 3, n)), draw.binomial(k, draw.beta(6, 1, n))
        low, high = sign_flip((b - a) / k).interval
        held += low <= 6 / 7 - 1 / 4 <= high
    return held / trials


def print_alarms(trials: int = TRIALS) -> None:
    """Print false alarms of the verdict: .05 promised, with two standard errors for the trials."""
    most = 0.05 + 2 * sqrt(0.05 * 0.95 / trials)
    peer = {5: "8.3", 8: "6.8", 12: "6.8", 20: "3.8", 30: "6.0"}
    for k in (1, 4, 8):
        for n in SIZES:
            share = false_alarms(n, k, trials)
            beside = f" (that package {peer[n]}%)" if k == 1 and n in peer else ""
            figure(f"false alarms of compare_runs, {n} tasks, k = {k}", share, "", f"<= 0.05{beside}", share <= most)
    for k in (1, 8):
        for n in (3, 5, 8, 20):
            share = unpaired_false_alarms(n, k, trials)
            figure(f"the same unpaired, {n} tasks a side, k = {k}", share, "", "<= 0.05", share <= most)


def print_reports(trials: int = 1000) -> None:
    """Print how often reports of two equal agents say more than they may, from one and from three runs a side."""
    most = 0.05 + 2 * sqrt(0.05 * 0.95 / trials)
    for n, runs in ((40, 1), (40, 3)):
        alarms, fell = delta_false_alarms(n, 2, runs, trials)
        what = f"delta_report, {n} tasks, {runs} x 2 rollouts"
        figure(f"{what}: PASS or FAIL of equals", alarms, "", "<= 0.05", alarms <= most)
        figure(f"{what}: a category fell", fell, "", "<= 0.05", fell <= most)


def print_power(trials: int = 1000) -> None:
    """Print how often real gains are found, beside the paired t test: what an exact level costs."""
    for n, k, gain in ((12, 1, 0.3), (30, 1, 0.25), (12, 4, 0.2), (30, 4, 0.12), (30, 8, 0.1), (200, 4, 0.05)):
        ours, theirs = power(n, k, gain, trials)
        what = f"power of compare_runs, {n} tasks, k = {k}, +{gain}"
        print(f"        {what:<58} {ours:>10.3f} {'':<12} the t test {theirs:.3f}")


def print_coverage(trials: int = 2000) -> None:
    """Print how often the interval of a large change holds it."""
    for n, k in ((6, 1), (12, 1), (6, 4), (12, 4), (20, 8)):
        share = coverage(n, k, trials)
        figure(f"95% interval of a change of .61, {n} tasks, k = {k}", share, "covered", ">= 0.92", share >= 0.92)


def graded(tasks: int, k: int, chance: float, seed: int, runs: int = 1) -> list[dict]:
    """Return graded rows."""
    draw = np.random.default_rng(seed)
    return [
        {
            "prompt": f"ask {i}",
            "scenario_id": f"s{i}",
            "ask_id": f"s{i}-0",
            "final_text": "Done.",
            "reward": int(draw.random() < chance),
            "scenario_dimensions": {"tool": f"tool {i % 8}"},
            "lineage": {"k": k, **({"eval_run": run} if runs > 1 else {})},
        }
        for run in range(runs)
        for i in range(tasks)
        for _ in range(k)
    ]


def print_speed() -> None:
    """Print CPU seconds of the two reports on rows."""
    before, after = graded(1000, 8, 0.6, 0), graded(1000, 8, 0.65, 1)
    seconds = cpu(lambda: wai.delta_report(before, after))
    figure("delta_report, 1000 x 8 both sides", seconds, "s", "<= 0.25 (that package 5.7)", seconds <= 0.25)
    seconds = cpu(lambda: wai.compare_runs(before, after))
    figure("compare_runs, 1000 x 8 both sides", seconds, "s", "<= 0.25 (1.8)", seconds <= 0.25)
    before, after = graded(1000, 8, 0.6, 0, runs=3), graded(1000, 8, 0.65, 1, runs=3)
    seconds = cpu(lambda: wai.delta_report(before, after))
    figure("delta_report, 1000 x 8 x 3 runs both sides", seconds, "s", "<= 0.75", seconds <= 0.75)


if __name__ == "__main__":
    print_speed()
    print_power()
