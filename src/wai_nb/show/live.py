"""The display of a run under way: a panel with buttons where somebody sits before it, else one updated output.

Either is replaced by the card of the run at the end, so that a saved notebook holds nothing else.
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Mapping
from typing import Any, Protocol

from wai_nb.engine.progress import duration, progress_line
from wai_nb.records.dataset import SimulationData
from wai_nb.records.report import Card, Facts, Shown
from wai_nb.records.view.groups import WIDEST, heights
from wai_nb.records.view.plain import line
from wai_nb.records.view.wording import count, plural

logger = logging.getLogger("wai_nb")

# Seconds between two updates: ten a second are taken well by a front end, four by a file that is written.
LIVE_EVERY, STATIC_EVERY = 0.1, 0.25
LAST_NOTES = 4  # warnings in the panel; convention

# Panels whose last state is a card: shown again in the same cell, the card moves to where it is asked for.
_finished: weakref.WeakKeyDictionary[SimulationData, Panel] = weakref.WeakKeyDictionary()


class Controls(Protocol):
    """What the buttons of a panel reach: a run."""

    def stop(self) -> None:
        """End the run; what is in flight lands."""

    def pause(self) -> None:
        """Start nothing for now."""

    def resume(self) -> None:
        """Go on."""


class Panel:
    """One output of the running cell.

    Parameters
    ----------
    kind
        What runs, as the first line of a card says it.
    run
        What Pause and Stop act on.
    """

    def __init__(self, kind: tuple[str, ...], run: Controls) -> None:
        from IPython import get_ipython
        from IPython.display import display

        self._kind = kind
        self._shell = get_ipython()
        self._cell = self._shell.execution_count
        self._heard = threading.Event()
        self._widget = self._open(run) if somebody_answers(self._shell) else None
        self.every = STATIC_EVERY if self._widget is None else LIVE_EVERY
        shown = _Running(kind, None) if self._widget is None else self._widget
        self._handle: Any = display(shown, display_id=True)  # type: ignore[no-untyped-call]

    def _open(self, run: Controls) -> Any:
        acts = {"hello": self._heard.set, "pause": run.pause, "resume": run.resume, "stop": run.stop}
        try:
            from wai_nb.show.panel import RunPanel

            return RunPanel(state_of(self._kind, None), acts)
        except Exception as error:  # anywidget is not there, or not well: the static display does
            logger.debug("no panel", exc_info=error)
            return None

    def update(self, counts: dict[str, Any]) -> None:
        """Show the counts of this moment; whatever happens, the run goes on."""
        try:
            if self._widget is None:
                self._handle.update(_Running(self._kind, counts))
            else:
                self._widget.state = {**state_of(self._kind, counts), "live": self._heard.is_set()}
        except Exception as error:
            logger.debug("the display of the run was not updated", exc_info=error)

    def finish(self, data: SimulationData) -> None:
        """Show the card of the run, in place of the counts; whatever happens, the run ends."""
        try:
            self._handle.update(data)
            _finished[data] = self
            if self._widget is not None:
                self._widget.close()
        except Exception as error:
            logger.debug("the card of the run was not shown", exc_info=error)

    def give_way(self, data: SimulationData) -> None:
        """Keep one line when the same cell shows the card again, so that it stands there once."""
        if self._shell.execution_count == self._cell:
            self._handle.update(_Done(data))


def make_way(data: Any) -> None:
    """Tell the panel of a run that its card is being shown."""
    panel = _finished.pop(data, None) if isinstance(data, SimulationData) else None
    if panel is not None:
        panel.give_way(data)


def somebody_answers(shell: Any) -> bool:
    """Say whether a person sits before this cell: front ends allow questions, papermill and nbclient do not."""
    try:
        parent = shell.kernel.get_parent("shell")
        return bool(parent["content"].get("allow_stdin", False))
    except Exception:  # no kernel, or one that tells nothing
        return False


def state_of(kind: tuple[str, ...], counts: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what the panel shows, in words.

    Examples
    --------
    >>> state_of(("simulate", "rl"), None)["headline"]
    'Starting'
    """
    if counts is None:
        empty: dict[str, Any] = {"facts": [], "notes": [], "strip": None, "rate": "", "left": "", "live": False}
        return {**empty, "kind": list(kind), "state": "running", "headline": "Starting", "done": 0, "of": 0}
    strip = _strip(counts.get("columns"), counts.get("tall", 0), counts.get("asks", 0))
    return {
        "kind": list(kind),
        "state": counts.get("state", "running"),
        "headline": _headline(counts),
        "done": counts["rows"],
        "of": counts["cap"],
        "left": _left(counts),
        "facts": _facts(counts),
        "rate": counts.get("rate", ""),
        "strip": strip,
        "notes": _notes(counts),
        "live": False,
    }


def _headline(counts: Mapping[str, Any]) -> str:
    columns = counts.get("columns")
    if not columns:
        return f"{counts['rows'] / max(1, counts['cap']):.0%} played"
    tall = counts["tall"]
    full = sum(sum(column[:3]) + column[4] >= tall for column in columns)
    filling = len(columns) - full
    words = f"{count(full)} of {plural(max(counts['asks'], len(columns)), 'ask')} finished"
    return f"{words}, {count(filling)} filling" if filling else words


def _left(counts: Mapping[str, Any]) -> str:
    if counts.get("state") == "paused":
        open_calls = counts["inflight"]
        return f"paused, {plural(open_calls, 'call')} still open" if open_calls else "paused, no call open"
    left = counts["cap"] - counts["rows"]
    if not counts["landed"] or left <= 0:
        return ""
    return f"about {duration(counts['elapsed_s'] / counts['landed'] * left)} left"


def _facts(counts: Mapping[str, Any]) -> list[list[str]]:
    lost = ", ".join(f"{n} {reason.replace('_', ' ')}" for reason, n in counts["lost_by"].items())
    return [
        ["in flight", count(counts["inflight"]), ""],
        ["re-rolled", count(counts["rerolled"]), ""],
        ["lost", count(counts["lost"]), lost],
        ["situations", count(counts["situations"]), ""],
        ["elapsed", duration(counts["elapsed_s"]), ""],
    ]


def _notes(counts: Mapping[str, Any]) -> list[list[str]]:
    """Return the last warnings with how often: losses first, then what was played again."""
    found = []
    for word, key in (("lost", "lost_by"), ("re-rolled", "rerolled_by")):
        for reason, n in counts.get(key, {}).items():
            first = counts.get("first_failures", {}).get(reason, "")
            found.append([f"{reason} {word}" + (f": {line(first)}" if first else ""), f"×{n:,}"])
    return found[:LAST_NOTES]


def _strip(columns: list[tuple[int, int, int, int, int]] | None, tall: int, asks: int) -> dict[str, Any] | None:
    """Return the groups as columns of shares: passed, played without verdict, in flight, failed."""
    if not columns or tall < 2:
        return None
    padded = [*columns, *[(0, 0, 0, 0, 0)] * (max(asks, len(columns)) - len(columns))]
    verdicts, each = heights([column[:2] for column in padded], tall, WIDEST)
    others, _ = heights([column[2:4] for column in padded], tall, WIDEST)
    there = [kind for kind, at in (("p", 0), ("f", 1), ("l", 2)) if any(column[at] for column in columns)]
    one = "one column an ask" if each == 1 else f"{each} asks a column"
    return {
        "tall": tall,
        "columns": [[p, u, y, f] for (p, f), (u, y) in zip(verdicts, others, strict=True)],
        "words": f"{one}, {plural(tall, 'rollout')} tall, in plan order",
        "legend": [*there, "y"],
    }


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
