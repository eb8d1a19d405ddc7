"""Warnings of a run that tested less than it seems: idle rows, tools never called or dead, markers that never move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wai_nb.asks.domain import Domain, read_domain
from wai_nb.measure.coverage.asked import tools_asked
from wai_nb.measure.coverage.evidence import labels_of
from wai_nb.measure.coverage.hollow import Activity, activity_of, hollow
from wai_nb.plan.axes import UNRELATED, UNSPECIFIED
from wai_nb.records.report import Card, Note, Shown
from wai_nb.records.rows import Row, Rows, checked_rows
from wai_nb.records.tools import Tool, to_tools
from wai_nb.records.view.wording import count, listed, plural
from wai_nb.records.warnings import Advice
from wai_nb.stats.intervals import wilson

if TYPE_CHECKING:
    import pandas as pd

IDLE_ROWS, IDLE_SHARE = 2, 0.1  # the documents' package: fewer rows without a call may be chance
MARKED_ROWS = 2  # convention: one row says nothing of a marker
MAY_STAY_IDLE = ("ambiguous", "adversarial", "conflicting", "exploratory")  # a good agent may ask back or refuse


class CoverageWarnings(Shown, list[Advice]):
    """What :func:`coverage_warnings` returns: a list of warnings, empty when there is nothing to mend.

    Attributes
    ----------
    hollow : str
        Why nothing was really tried, empty when something was.
    n_rows : int
        Rows looked at.
    """

    def __init__(self, warnings: Iterable[Advice], *, hollow: str = "", n_rows: int = 0) -> None:
        super().__init__(warnings)
        self.hollow, self.n_rows = hollow, n_rows

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas DataFrame, one line a warning: ``what``, ``why``, ``fix``."""
        import pandas as pd

        frame: pd.DataFrame = pd.DataFrame([advice.parts() for advice in self], columns=["what", "why", "fix"])
        return frame

    def card(self) -> Card:
        """Return what a cell shows: the warnings, each with the call that mends it."""
        notes = [Note("warning", advice.what, advice.why, advice.fix) for advice in self]
        headline = f"{plural(len(self), 'thing')} to mend" if self else "Nothing to mend in what was tried"
        return Card(
            kind=("coverage_warnings", plural(self.n_rows, "row")),
            headline=f"Hollow: {self.hollow}" if self.hollow else headline,
            blocks=notes,
        )


def coverage_warnings(rows: Any, tools: Any = None) -> CoverageWarnings:
    """Return what a run did not really try, each with the call that mends it.

    Parameters
    ----------
    rows
        Rows, graded or not, or a run.
    tools
        The agent's tools; those of the run where `rows` is one. Without any, only markers are looked at, and
        whether some tool was called.

    Returns
    -------
    CoverageWarnings
        A list of warnings: no row called a tool; some called none although their ask is for one (two rows and a
        tenth of them at least); tools that were declared and never called, or called and never declared; dead tools
        (the high end of the 95% Wilson interval of their success rate is below 0.3, calls that were planned to fail
        left out); markers that are 0 on all rows, or 1 on all. ``hollow`` says why nothing was really tried.

    Raises
    ------
    RowError
        When there are no rows to be had from it.

    Examples
    --------
    >>> rows = [{"prompt": f"Where is order {n}?", "steps": [], "final_text": "On its way!"} for n in (7, 8)]
    >>> for warning in coverage_warnings(rows, tools=[{"name": "get_order"}]): print(warning.what)
    No row called a tool.
    >>> coverage_warnings(rows, tools=[{"name": "get_order"}]).hollow
    'no row called a tool, though get_order was declared'
    """
    kept = checked_rows(rows)
    known = to_tools(tools if tools is not None else getattr(rows, "tools", None))
    activity, policy = activity_of(kept), getattr(rows, "system_prompt", None)
    empty = hollow(kept, [tool.name for tool in known], judged=False, activity=activity)
    warnings = [*_of_calls(kept, activity, known, policy), *_of_markers(kept)] if kept else [_NO_ROWS]
    return CoverageWarnings(warnings, hollow=empty, n_rows=len(kept))


_NO_ROWS = Advice(
    "There are no rows.", "So nothing was tried.", "wai.simulate(my_agent, tools=TOOLS, system_prompt=POLICY)"
)


def _of_calls(rows: Rows, activity: Activity, tools: Sequence[Tool], policy: str | None) -> Iterator[Advice]:
    if not activity.calls:
        yield _no_calls(rows, tools)
        return
    if not tools:
        return
    yield from _idle(rows, activity, read_domain(tools, policy))
    yield from _never_called(activity, [tool.name for tool in tools])
    yield from _dead(activity)


def _no_calls(rows: Rows, tools: Sequence[Tool]) -> Advice:
    if not tools:
        why = "That is as it should be only for an agent without tools."
        return Advice("No row called a tool.", why, "wai.coverage_warnings(rows, tools=TOOLS)")
    why = f"{plural(len(tools), 'tool')} declared, {plural(len(rows), 'row')} played: the agent answers from nothing."
    return Advice("No row called a tool.", why, "wai.try_agent(my_agent, rows[0]['prompt'], tools=TOOLS)")


def _idle(rows: Rows, activity: Activity, domain: Domain) -> Iterator[Advice]:
    asked: dict[str, bool] = {}
    expected = [place for place, row in enumerate(rows) if _expects_call(row, domain, asked)]
    wanting = set(expected)
    idle = [place for place in activity.idle if place in wanting]
    if len(idle) >= max(IDLE_ROWS, IDLE_SHARE * len(expected)):
        what = f"{count(len(idle))} of {plural(len(expected), 'row')} whose ask is for a tool called none."
        why = "They may pass on words alone."
        yield Advice(what, why, f"wai.trajectory(rows[{idle[0]}])")


def _expects_call(row: Row, domain: Domain, asked: dict[str, bool]) -> bool:
    """Say whether the ask of a row is for a tool: by its label, else by its words."""
    labels = labels_of(row)
    if labels.get("stance") in MAY_STAY_IDLE:
        return False
    if labels.get("tool", UNSPECIFIED) != UNSPECIFIED:
        return bool(labels["tool"] != UNRELATED)
    prompt = str(row.get("prompt") or "")
    if prompt not in asked:
        asked[prompt] = bool(tools_asked(prompt, domain))
    return asked[prompt]


def _never_called(activity: Activity, names: Sequence[str]) -> Iterator[Advice]:
    never = [name for name in names if name not in activity.calls]
    if never:
        what = f"{plural(len(never), 'declared tool')} never called: {_some(never)}."
        fix = f'wai.simulate(..., dimensions={{"tool": {never[:3]}}})'
        yield Advice(what, "No row shows what the agent does with them.", fix)
    strange = [name for name in activity.calls if name not in names]
    if strange:
        what = f"{plural(len(strange), 'tool')} called that nobody declared: {_some(strange)}."
        why = "A slip in a name, or a list of tools that is not the agent's."
        yield Advice(what, why, "wai.coverage_warnings(rows, tools=ALL_TOOLS)")


def _dead(activity: Activity) -> Iterator[Advice]:
    for tool in activity.dead:
        n, fine = activity.tried[tool], activity.fine[tool]
        high = wilson(fine / n, n)[1]
        what = f"{tool} is dead: {count(fine)} of {plural(n, 'call')} answered."
        why = f"At most {high:.0%} would (95% interval), planned faults left out; rows that need it tested nothing."
        yield Advice(what, why, f"wai.trajectory(rows[{activity.first[tool]}])")


def _of_markers(rows: Rows) -> Iterator[Advice]:
    values: dict[str, list[bool]] = {}
    for row in rows:
        markers = row.get("markers")
        for name, value in markers.items() if isinstance(markers, dict) else ():
            if isinstance(value, (bool, int, float)) and value in (0, 1):
                values.setdefault(str(name), []).append(bool(value))
    told = {name: fired for name, fired in values.items() if len(fired) >= MARKED_ROWS}
    if never := [name for name, fired in told.items() if not any(fired)]:
        why = "Nothing ever meets it, or the judge never sets it."
        yield Advice(_same(never, 0), why, "judge(A_ROW_THAT_MEETS_IT)")
    if always := [name for name, fired in told.items() if all(fired)]:
        why = "The agent never fails there, or the criterion cannot fail: one row that breaks it tells."
        yield Advice(_same(always, 1), why, "judge(A_ROW_THAT_BREAKS_IT)")


def _same(names: Sequence[str], value: int) -> str:
    if len(names) == 1:
        return f"Marker {names[0]} is {value} on all rows that carry it."
    return f"{plural(len(names), 'marker')} are {value} on all rows that carry them: {_some(names)}."


def _some(names: Sequence[str], most: int = 4) -> str:
    return (
        listed(names[:most]) if len(names) <= most else f"{', '.join(names[:most])} and {count(len(names) - most)} more"
    )
