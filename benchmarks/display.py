"""What a view costs: seconds of CPU, and bytes in the notebook."""

from __future__ import annotations

from _figures import cpu, figure

import wai_nb as wai


def row(ask: int, n: int) -> dict:
    """Return one graded row."""
    return {
        "prompt": f"Where is order {ask}? It should have come on Monday.",
        "ask_id": f"a{ask}",
        "scenario_id": f"s{ask}",
        "rollout_index": n,
        "reward": int((7 * ask + 3 * n) % 11 < ask % 12),
        "steps": [],
        "final_text": "It is on its way.",
        "scenario_dimensions": {"stance": "hurried", "tool_condition": "timeout"},
        "lineage": {"k": 8},
    }


SCORED = wai.ScoredData(row(ask, n) for ask in range(1000) for n in range(8))


def html(thing: object) -> bytes:
    """Return what a notebook stores of a thing."""
    return thing._repr_mimebundle_()["text/html"].encode()


html(SCORED)  # loads what drawing needs
seconds, size = cpu(lambda: html(SCORED.groups())), len(html(SCORED.groups()))
figure("display 1,000 groups x 8", seconds, "CPU s", "<= 0.5", seconds <= 0.5)
figure("its HTML", size / 1000, "kB", "<= 300", size <= 300_000)
size = len(html(SCORED))
figure("HTML of the card of that run", size / 1000, "kB", "<= 60", size <= 60_000)
grid = SCORED.groups(interactive=True)
sent = len(grid.signs) + len(str(grid.asks)) + len(grid._esm) + len(grid._css)
figure("sent to walk through it", sent / 1000, "kB", "<= 1,000", sent <= 1_000_000)
