"""The grid of asks x rollouts to walk through with mouse and keyboard, the chosen rollout beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import anywidget
import traitlets

from wai_nb.measure.groups import Groups
from wai_nb.records.report import Block, Card, Fold, Grid, Shown
from wai_nb.records.rows import label_of
from wai_nb.records.trajectory import Trajectory, turns_of
from wai_nb.records.view.plain import line, visible
from wai_nb.records.view.wording import cut, plural
from wai_nb.show.widgets import script, styles

ASK, TURN = 200, 2_000  # characters of an ask in the list, and of a turn in the pane; convention


class GroupGrid(anywidget.AnyWidget):
    """What ``groups(interactive=True)`` and ``groups().explore()`` return.

    ``selected`` is the chosen row, ``selection`` its place: (ask, rollout), both from 0. In a notebook the static
    twin stands above it, so that a saved file shows the groups without a kernel too.
    """

    _esm = script("groups.js")
    _css = styles()
    k = traitlets.Int().tag(sync=True)
    asks: Any = traitlets.List().tag(sync=True)
    parts: Any = traitlets.List().tag(sync=True)
    signs = traitlets.Bytes().tag(sync=True)
    chosen: Any = traitlets.List(default_value=[-1, 0]).tag(sync=True)
    pane = traitlets.Dict().tag(sync=True)

    def __init__(self, groups: Groups) -> None:
        self._groups = groups
        tall = groups["k"]
        super().__init__(
            k=tall,
            asks=[[line(ask["prompt"], ASK), _about(ask), _figure(ask), ask["part"]] for ask in groups["asks"]],
            parts=[[_part(section.title), section.title, section.rest] for section in _sections(groups)],
            signs="".join(ask["signs"].ljust(tall, "n") for ask in groups["asks"]).encode("ascii"),
        )
        self.observe(self._open, names="chosen")

    def __repr__(self) -> str:
        return f"<GroupGrid of {plural(self._groups['n_groups'], 'ask')}>"

    @property
    def selection(self) -> tuple[int, int] | None:
        """Place of the chosen rollout: which ask, which of its rollouts; None before a choice."""
        ask, n = self.chosen
        return (int(ask), int(n)) if 0 <= int(ask) < self._groups["n_groups"] else None

    @property
    def selected(self) -> Trajectory | None:
        """The chosen row, to read; None before a choice and for a rollout that was not played."""
        if self.selection is None:
            return None
        ask, n = self.selection
        return self._groups.rollout(ask, n) if self._groups["asks"][ask]["signs"][n : n + 1] in tuple("pfu") else None

    def _open(self, _change: object) -> None:
        row = self.selected
        self.pane = {} if row is None or self.selection is None else pane_of(row, self.selection[1], self.k)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        from IPython.display import display

        display(_Twin(self._groups))  # type: ignore[no-untyped-call]
        return super()._repr_mimebundle_(**options)


class _Twin(Shown):
    """The groups without a kernel: the strip, and the asks folded away."""

    def __init__(self, groups: Groups) -> None:
        self._groups = groups

    def card(self) -> Card:
        card = self._groups.card()
        blocks: list[Block] = [
            Fold("All asks as a table, for readers without a kernel", [block]) if isinstance(block, Grid) else block
            for block in card.blocks
        ]
        return replace(card, blocks=blocks, foot="")


def pane_of(row: Trajectory, n: int, k: int) -> dict[str, Any]:
    """Return one rollout as the pane shows it: title, verdict and turns, as text that may be looked at.

    Examples
    --------
    >>> row = Trajectory({"prompt": "Where is it?", "steps": [], "final_text": "On its way.", "reward": 1})
    >>> pane_of(row, 0, 8)["verdict"], pane_of(row, 0, 8)["turns"][0]
    ('✓ pass', ['person', 'Where is it?', False])
    """
    label = label_of(row)
    look, verdict = {1: ("ok", "✓ pass"), 0: ("bad", "✗ fail"), None: ("mute", "– no verdict")}[label]
    dimensions = row.get("scenario_dimensions") or {}
    where = [str(dimensions.get("stance", "")), str(row.get("scenario_id") or "")]
    faults = [str(fault.get("mode")) for fault in (row.get("faults") or {}).values() if isinstance(fault, Mapping)]
    return {
        "title": f"Rollout {n + 1} of {k}",
        "where": "".join(f" · {line(word, 60)}" for word in where if word),
        "look": look,
        "verdict": verdict,
        "reason": line(row.get("reason") or ""),
        "faults": [line(fault, 40) for fault in faults],
        "turns": [[role, visible(cut(text, TURN)), code] for role, text, code in turns_of(row)],
    }


def _sections(groups: Groups) -> list[Any]:
    grids = [block for block in groups.card().blocks if isinstance(block, Grid)]
    return list(grids[0].sections) if grids else []


def _part(title: str) -> str:
    from wai_nb.measure.groups import TITLES

    return next(part for part, (words, _) in TITLES.items() if words == title)


def _about(ask: Mapping[str, Any]) -> str:
    return line(" ".join(str(ask[name]) for name in ("stance", "fault", "scenario_id") if ask[name]), ASK)


def _figure(ask: Mapping[str, Any]) -> str:
    return f"{ask['passed']}/{ask['scored']}" if ask["scored"] else "none"
