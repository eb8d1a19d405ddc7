"""Print a figure beside what is promised."""

from __future__ import annotations

import time
from collections.abc import Callable


def figure(what: str, value: float, unit: str, promised: str, holds: bool) -> None:
    """Print one line: what was measured, the figure, the promise, and whether it holds."""
    print(f"{'holds ' if holds else 'MISSED'}  {what:<58} {value:>10,.3g} {unit:<12} promised {promised}")


def cpu(function: Callable[[], object], repeat: int = 3) -> float:
    """Return the least CPU seconds of several calls."""
    best = float("inf")
    for _ in range(repeat):
        began = time.process_time()
        function()
        best = min(best, time.process_time() - began)
    return best
