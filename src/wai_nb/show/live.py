"""The display of a run under way: one output, kept up to date, and replaced by the card at the end."""

from __future__ import annotations

import weakref
from typing import Any

from wai_nb.engine.progress import duration, progress_line
from wai_nb.records.dataset import SimulationData
from wai_nb.records.report import Card, Facts, Shown
from wai_nb.records.view.wording import count, plural

# Panels whose last state is a card: shown again in the same cell, the card moves to where it is asked for.
_finished: weakref.WeakKeyDictionary[SimulationData, Panel] = weakref.WeakKeyDictionary()


class Panel:
    """One output of the running cell.

    Parameters
    ----------
    kind
        What runs, as the first line of a card says it.
    """

    def __init__(self, kind: tuple[str, ...]) -> None:
        from IPython import get_ipython
        from IPython.display import display

        self._kind = kind
        self._shell = get_ipython()
        self._cell = self._shell.execution_count
        self._handle: Any = display(_Running(kind, None), display_id=True)  # type: ignore[no-untyped-call]

    def update(self, counts: dict[str, Any]) -> None:
        """Show the counts of this moment."""
        self._handle.update(_Running(self._kind, counts))

    def finish(self, data: SimulationData) -> None:
        """Show the card of the run, in place of the counts."""
        self._handle.update(data)
        _finished[data] = self

    def give_way(self, data: SimulationData) -> None:
        """Keep one line when the same cell shows the card again, so that it stands there once."""
        if self._shell.execution_count == self._cell:
            self._handle.update(_Done(data))


def make_way(data: Any) -> None:
    """Tell the panel of a run that its card is being shown."""
    panel = _finished.pop(data, None) if isinstance(data, SimulationData) else None
    if panel is not None:
        panel.give_way(data)


class _Running(Shown):
    def __init__(self, kind: tuple[str, ...], counts: dict[str, Any] | None) -> None:
        self._counts = counts
        self._kind = kind

    def __str__(self) -> str:
        return progress_line(self._counts) if self._counts else "starting"

    def card(self) -> Card:
        counts = self._counts
        if counts is None:
            return Card(kind=self._kind, headline="Starting", sub="The first rows are on their way.")
        facts = [
            ("rows", count(counts["rows"]), f"of {counts['cap']:,}"),
            ("in flight", count(counts["inflight"])),
            ("situations", count(counts["situations"])),
            ("re-rolled", count(counts["rerolled"])),
            ("lost", count(counts["lost"])),
            ("elapsed", duration(counts["elapsed_s"])),
        ]
        done = counts["rows"] / counts["cap"]
        return Card(kind=self._kind, headline=f"{done:.0%} played", sub=progress_line(counts), blocks=[Facts(facts)])


class _Done(Shown):
    def __init__(self, data: SimulationData) -> None:
        self._data = data

    def __str__(self) -> str:
        return f"{plural(len(self._data.rows), 'row')}, stopped because: {self._data.stopped_because}"

    def card(self) -> Card:
        return Card(kind=("simulate", "done"), headline=str(self))
