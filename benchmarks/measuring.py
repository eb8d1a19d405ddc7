"""Measuring: what the numbers cost, and whether their intervals hold what they promise."""

from __future__ import annotations

import numpy as np
from _figures import cpu, figure

import wai_nb as wai
from wai_nb.stats.intervals import clustered


def graded(tasks: int = 1000, k: int = 8):
    draw = np.random.default_rng(0)
    rates = draw.beta(2, 1, tasks)
    return [
        {
            "prompt": f"ask {i}",
            "scenario_id": f"s{i}",
            "steps": [],
            "final_text": str(j),
            "reward": int(draw.random() < rate),
        }
        for i, rate in enumerate(rates)
        for j in range(k)
    ]


def speed():
    rows = graded()
    seconds = cpu(lambda: wai.pass_at(rows))
    figure("pass_at, 1000 tasks x 8, three intervals", seconds, "s", "<= 0.05 (that package 1.4)", seconds <= 0.05)
    seconds = cpu(lambda: wai.select(rows, "rl"))
    figure("select rl, 1000 x 8", seconds, "s", "<= 0.2 (2.9)", seconds <= 0.2)


def coverage(trials: int = 4000):
    draw = np.random.default_rng(1)
    for a, b in ((1, 1), (2, 1), (6, 1)):
        for tasks, least in ((3, 0.90), (5, 0.92), (10, 0.92), (20, 0.92), (50, 0.92)):
            means = draw.binomial(4, draw.beta(a, b, (trials, tasks))) / 4
            truth = a / (a + b)
            held = 0
            for row in means:
                low, high = clustered({str(i): [float(value)] for i, value in enumerate(row)}, n_rows=4 * tasks)
                held += low <= truth <= high
            share = held / trials
            figure(
                f"95% interval of pass@1, {tasks} tasks, Beta({a},{b}), k = 4",
                share,
                "covered",
                f">= {least}",
                share >= least,
            )


if __name__ == "__main__":
    speed()
    coverage()
