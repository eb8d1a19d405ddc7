"""Several comparisons at once: each with Holm's adjusted p-value, and an interval and a verdict that agree with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wai_nb.measure.compare.runs import TOO_FEW, compared
from wai_nb.stats.paired import holm, holm_levels

Rates = Mapping[str, float]
Entry = dict[str, Any]


def tested_together(sides: Mapping[str, tuple[Rates, Rates]], alpha: float = 0.05) -> dict[str, Entry]:
    """Return the comparison of each pair of task rates, adjusted for being one of several.

    Parameters
    ----------
    sides
        For each name the rates of the tasks before and after.
    alpha
        Chance that at least one of all comparisons finds a change where there is none.

    Returns
    -------
    dict
        For each name the keys of :func:`wai_nb.compare_runs`, and ``p_adjusted``, ``ci_adjusted`` and
        ``level_adjusted`` (the interval that leaves out 0 exactly when ``p_adjusted <= alpha``, and its level).
        ``verdict`` is that of the adjusted p-value. Comparisons of too few tasks for any verdict do not count.

    Examples
    --------
    >>> up, down = {str(i): 0.0 for i in range(6)}, {str(i): 1.0 for i in range(6)}
    >>> found = tested_together({"one": (up, down), "two": (up, up)})
    >>> found["one"]["p_value"], found["one"]["p_adjusted"], found["one"]["verdict"]
    (0.03125, 0.0625, 'no_difference_detected')
    """
    alone = {name: compared(before, after, 1 - alpha) for name, (before, after) in sides.items()}
    names = [name for name, entry in alone.items() if entry["verdict"] != TOO_FEW]
    p_values = [alone[name]["p_value"] for name in names]
    adjusted = dict(zip(names, zip(holm(p_values), holm_levels(p_values, alpha), strict=True), strict=True))
    found = {}
    for name, entry in alone.items():
        p, level = adjusted.get(name, (entry["p_value"], 1 - alpha))
        again = entry if level == entry["level"] else compared(*sides[name], level)
        unclear = "no_difference_detected" if again["verdict"] == TOO_FEW and name in adjusted else again["verdict"]
        extra = {"p_adjusted": p, "ci_adjusted": again["ci95"], "level_adjusted": level, "verdict": unclear}
        found[name] = {**entry, **extra}
    return found
