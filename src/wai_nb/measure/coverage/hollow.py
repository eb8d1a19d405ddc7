"""Whether a run really tried anything: what its rows called, how the tools answered, whether anybody judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wai_nb.grade.calls import calls_of
from wai_nb.measure.coverage.evidence import labels_of
from wai_nb.records.rows import Row, label_of
from wai_nb.records.view.wording import count, listed, plural
from wai_nb.stats.intervals import wilson

DEAD_BELOW = 0.3  # the documents' package: a tool is dead where even the high end of its success rate lies below


@dataclass(frozen=True)
class Activity:
    """What the rows called.

    Parameters
    ----------
    calls
        Calls of each tool.
    tried, fine
        Of those, the calls that were not planned to fail, and those of them that were answered.
    idle
        Places of the rows that called nothing.
    first
        Place of the first row that called a tool.
    """

    calls: Counter[str]
    tried: Counter[str]
    fine: Counter[str]
    idle: Sequence[int]
    first: dict[str, int]

    @property
    def dead(self) -> list[str]:
        """The tools that fail so often that the high end of their success rate (95%, Wilson) is below 0.3."""
        return [tool for tool, n in self.tried.items() if wilson(self.fine[tool] / n, n)[1] < DEAD_BELOW]


def activity_of(rows: Sequence[Row]) -> Activity:
    """Return what the rows called; a call that the world was told to break is no sign of a dead tool.

    Examples
    --------
    >>> steps = [{"tool": "get_order", "arguments": {"order_id": "7"}, "result": {"error": "no database"}}]
    >>> activity_of([{"prompt": "Where is order 7?", "steps": steps}] * 9).dead
    ['get_order']
    """
    calls, tried, fine = Counter[str](), Counter[str](), Counter[str]()
    idle: list[int] = []
    first: dict[str, int] = {}
    for place, row in enumerate(rows):
        made = calls_of(row)
        if not made:
            idle.append(place)
        absent = labels_of(row).get("world_state") == "missing"
        for call in made:
            calls[call.tool] += 1
            first.setdefault(call.tool, place)
            if not row.get("faults") and not (absent and call.outcome == "not_found"):
                tried[call.tool] += 1
                fine[call.tool] += call.outcome in ("fine", "unknown")
    return Activity(calls, tried, fine, idle, first)


def hollow(
    rows: Sequence[Row], tools: Iterable[str] = (), *, judged: bool = True, activity: Activity | None = None
) -> str:
    """Return why nothing was really tried in these rows, or an empty text.

    A run is hollow when it has no rows; when no row has a reply or a call; when tools were declared and none was
    ever called; when every tool that was called is dead; and, where `judged`, when no verdict is 0 or 1.

    Parameters
    ----------
    rows
        The rows of the run.
    tools
        Names of the tools that were declared.
    judged
        Whether the rows should carry verdicts by now.
    activity
        What the rows called, where that is known already.

    Examples
    --------
    >>> hollow([{"prompt": "Hi", "steps": [], "final_text": "Done!", "reward": 1}], ["get_order"])
    'no row called a tool, though get_order was declared'
    >>> hollow([{"prompt": "Hi", "steps": [], "final_text": "Hello!", "reward": 1}])
    ''
    """
    if not rows:
        return "there are no rows"
    if not any(str(row.get("final_text") or "").strip() or row.get("steps") for row in rows):
        return f"none of the {plural(len(rows), 'row')} has a reply or a tool call"
    declared, activity = list(tools), activity or activity_of(rows)
    if declared and not activity.calls:
        named = f"{listed(declared[:3])}{f' and {count(len(declared) - 3)} more' if len(declared) > 3 else ''}"
        return f"no row called a tool, though {named} {'was' if len(declared) == 1 else 'were'} declared"
    if activity.dead and len(activity.dead) == len(activity.calls):
        tried = sum(activity.tried.values())
        failed = tried - sum(activity.fine.values())
        return f"every tool that was called is dead: {count(failed)} of {plural(tried, 'call')} failed"
    if judged and not any(label_of(row) is not None for row in rows):
        return "no verdict is 0 or 1"
    return ""
