"""Look at the asks of a run before any agent is called."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from wai_nb.engine.allocate import Plan
from wai_nb.engine.later import refuse_later
from wai_nb.engine.settings import read_settings
from wai_nb.errors import SettingError, shown
from wai_nb.plan.situations import tier_mix
from wai_nb.records.report import Bars, Card, Column, Note, Report, Table
from wai_nb.records.tools import to_tools
from wai_nb.records.view.wording import count, plural

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wai_nb.engine.options import SimulateOptions


class Preview(Report):
    """What :func:`preview` returns: ``asks`` (dicts with prompt, labels, dimensions), ``tier_mix``, ``grid_cells``."""

    def to_frame(self) -> Any:
        """Return a pandas DataFrame, one line an ask."""
        import pandas as pd

        return pd.DataFrame(
            [{"prompt": ask["prompt"], **ask["scenario_dimensions"], **ask["labels"]} for ask in self["asks"]]
        )

    def card(self) -> Card:
        """Return what a cell shows: the asks with their labels."""
        lines = [_line(ask) for ask in self["asks"]]
        counts = self["tier_mix"]["counts"]
        total = sum(counts.values())
        columns = [
            Column("ask", "ask"),
            Column("stance"),
            Column("world"),
            Column("condition", "glyph"),
            Column("tool", "code"),
        ]
        return Card(
            kind=("preview", self["mode"], f"seed {self['seed']}"),
            headline=f"{plural(len(lines), 'ask')}, from a grid of {count(self['grid_cells'])} cells",
            sub="No agent was called. The person asking does not know which tools will fail.",
            blocks=[
                Table("Asks, in the order of the run", columns, lines),
                Bars("Tier mix", [(tier, n / total, count(n)) for tier, n in counts.items()]),
                Note(
                    "next",
                    "Play them",
                    "The same seed and dials draw the same asks.",
                    "wai.simulate(agent, tools=..., ...)",
                ),
            ],
        )


def preview(n: int = 20, **options: Unpack[SimulateOptions]) -> Preview:
    """Return the first asks of a run, with their labels, without calling an agent.

    Parameters
    ----------
    n
        Asks to show.
    **options
        As for :func:`wai_nb.simulate`; the same options draw the same asks.

    Examples
    --------
    >>> shown = preview(n=3, system_prompt="Help customers with orders.")
    >>> len(shown["asks"])
    3
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise SettingError(f"n={shown(n)} is not a whole number of asks, 1 or more.")
    settings = read_settings(refuse_later(dict(options)))
    tools = to_tools(settings.tools)
    if not tools and not settings.system_prompt:
        raise SettingError("preview() needs tools=[...] or system_prompt='...' to write asks from.")
    plan = Plan(settings, tools)
    pairs = ((situation, ask) for situation, asks, _ in plan.asks() for ask in asks)
    chosen = list(islice(pairs, n))
    asks = [
        {
            "prompt": ask.prompt,
            "ask_id": ask.ask_id,
            "scenario_id": situation.scenario_id,
            "scenario_dimensions": situation.cell.dimensions,
            "tier": situation.tier,
            "labels": dict(ask.labels),
        }
        for situation, ask in chosen
    ]
    mix = tier_mix({situation.scenario_id: situation for situation, _ in chosen}.values(), settings.hard_share)
    return Preview(asks=asks, tier_mix=mix, grid_cells=len(plan.grid), mode=settings.mode, seed=settings.seed)


def _line(ask: dict[str, Any]) -> list[object]:
    cell = ask["scenario_dimensions"]
    condition = cell["tool_condition"]
    return [
        ask["prompt"],
        cell["stance"],
        cell["world_state"],
        condition if condition == "success" else f"◆ {condition}",
        cell["tool"],
    ]
