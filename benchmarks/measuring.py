"""What measuring costs: ``python benchmarks/measuring.py``."""

from __future__ import annotations

import numpy as np
from _figures import cpu, figure

import wai_nb as wai


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
    seconds = cpu(lambda: wai.group_signal(rows))
    figure("group_signal, 1000 x 8", seconds, "s", "<= 0.02 (that package 1.2)", seconds <= 0.02)
    seconds = cpu(lambda: wai.select(rows, "rl"))
    figure("select rl, 1000 x 8", seconds, "s", "<= 0.2 (2.9)", seconds <= 0.2)


if __name__ == "__main__":
    speed()
