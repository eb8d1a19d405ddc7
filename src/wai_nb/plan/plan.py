"""The report of :func:`~wai_nb.plan.sizing.recommend`: the sized call, and where its numbers come from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import ceil
from typing import Any

from wai_nb.plan.clauses import MAX_CLAUSES
from wai_nb.records.report import Bar, Bars, Block, Card, Code, Column, Columns, Drawn, Note, Report, Styled, Table
from wai_nb.records.view.wording import count, plural, share

DEFAULT_TARGET = 800  # the documents: selected rows, as FireAct, LIMA and AgentTuning train on few, chosen ones
VISITS = 5  # the documents: visits of a cell until the grid is saturated
CHOICE = 3  # the documents: rows to choose one from
ROLLOUTS = 8  # the documents: rollouts of an ask for a grouped update, as in DAPO and Skywork-OR1
MIXED_RATE = 0.5  # the documents: assumed share of asks whose rollouts disagree, until it is measured
ASKS_PER_CELL = 2  # convention: fewer asks would leave the difference within a cell unseen
LOW_RATE = 0.1  # convention: below it nine asks in ten teach a grouped update nothing
OTHER_RATES = (0.2, 0.35, 0.5, 0.65)  # convention: what a first probe of a dozen asks often finds
PROBE = 12  # the documents: asks of a probe


class Plan(Drawn, Report):
    """What ``recommend`` returns: a dict that shows the call to make and how its numbers come about.

    Parameters
    ----------
    values
        The keys of the report.
    n_tools, n_clauses, clauses_left_out
        Size of the agent that the grid was made for.
    """

    def __init__(
        self, values: Mapping[str, Any], *, n_tools: int = 0, n_clauses: int = 0, clauses_left_out: int = 0
    ) -> None:
        super().__init__(values)
        self._n_tools = n_tools
        self._n_clauses = n_clauses
        self._clauses_left_out = clauses_left_out

    def card(self) -> Card:
        """Return the card: the call, how the number comes about, and which number is a guess."""
        about = [
            Table(
                "How the number comes about",
                [Column("step"), Column("number", "number"), Column("source", drop=True)],
                self._steps(),
                total=True,
            )
        ]
        blocks: list[Block] = [Code(self._call(), 'The call, `rec["simulate_kwargs"]` filled in')]
        blocks += [Columns([about, [self._other_rates()]])] if self["mode"] == "rl" else about
        return Card(
            kind=("recommend", f"mode {self['mode']}", f"target {count(self['optimize_target'])}"),
            headline=self._headline(),
            sub="Nothing has been spent: no key and no network were used.",
            blocks=[*blocks, *self._notes()],
        )

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: in mode rl ``rates``, the bill for other shares of mixed asks."""
        return {"rates": self._bill()} if self["mode"] == "rl" else {}

    def _headline(self) -> str:
        budget, target = count(self["budget"]), count(self["optimize_target"])
        return {
            "rl": f"Run {count(self.get('situations'))} asks × {ROLLOUTS} = {budget} rollouts to keep about {target}",
            "sft": f"Run {budget} rollouts to select {target} rows",
            "explore": f"Run {budget} situations, one rollout each, to select {target} rows",
            "adaptive": f"Run until the grid is saturated, at most {budget} rollouts, to select {target} rows",
        }[self["mode"]]

    def _call(self) -> str:
        dials = ", ".join(f"{name}={_literal(value)}" for name, value in self["simulate_kwargs"].items())
        head = "data = wai.simulate("
        return f"{head}my_agent, tools=TOOLS, system_prompt=POLICY,\n{' ' * len(head)}{dials})"

    def _steps(self) -> list[tuple[Any, ...]]:
        cells = self["grid_cells"]
        agent = f"{plural(self._n_tools, 'tool')} and {plural(self._n_clauses, 'policy clause')}"
        steps = [
            (f"covering grid for {agent}, cells", count(cells), "every pair of axis values at least once"),
            ("rows wanted at the end", count(self["optimize_target"]), "`target=`, 800 unless given"),
        ]
        return [*steps, *(self._rl_steps() if self["mode"] == "rl" else self._row_steps())]

    def _rl_steps(self) -> list[tuple[Any, ...]]:
        rate, asks, target = self["mixed_rate"], self["situations"], self["optimize_target"]
        formula = f"{count(target)} ÷ ({ROLLOUTS} × {_rate(rate)})"
        if asks > asks_for(target, rate):
            formula = f"{ASKS_PER_CELL} a cell, more than {formula}"
        guess: Any = Styled("! assumed, not measured", "warn") if self._guessed else "`mixed_rate=`"
        if self._probed:
            guess = f"{self['mixed_counts'][0]} of {plural(self['mixed_counts'][1], 'ask')} of the probe"
        return [
            ("rollouts per ask, k", ROLLOUTS, "convention for grouped updates"),
            ("asks whose rollouts disagree, share", _rate(rate), guess),
            (Styled("asks to write"), Styled(count(asks)), formula),
            (
                Styled("rollouts to run, at most"),
                Styled(count(self["budget"])),
                f"{count(asks)} × {ROLLOUTS}; stopping early spends fewer",
            ),
        ]

    def _row_steps(self) -> list[tuple[Any, ...]]:
        saturated, choice = VISITS * self["grid_cells"], CHOICE * self["optimize_target"]
        last = "rollouts to run, at most" if self["mode"] == "adaptive" else "rollouts to run"
        return [
            (
                f"rows that saturate the grid, {VISITS} visits a cell",
                count(saturated),
                f"{VISITS} × {count(self['grid_cells'])}",
            ),
            (
                f"rows to choose from, {CHOICE} for each kept",
                count(choice),
                f"{CHOICE} × {count(self['optimize_target'])}",
            ),
            (Styled(last), Styled(count(self["budget"])), "the greater of the two, in hundreds"),
        ]

    def _other_rates(self) -> Table:
        rate, target = self["mixed_rate"], self["optimize_target"]
        budgets = {other: self._budget_at(other) for other in self._rates()}
        most = max(budgets.values())
        rows = []
        for other, budget in budgets.items():
            label = Styled(_rate(other)) if other == rate else _rate(other)
            rows.append((label, count(budget // ROLLOUTS), count(budget), Bar(budget / most, strong=other == rate)))
        columns = [
            Column("mixed share", "number"),
            Column("asks", "number"),
            Column("rollouts", "number"),
            Column("", "bar"),
        ]
        about = "What the probe leaves open" if self._probed else "If the assumption is wrong"
        return Table(f"{about}, same {count(target)} rows", columns, rows)

    def _rates(self) -> list[float]:
        """Return the rates to compare: the ends of the probe's interval, or what first probes often find."""
        return sorted({*(self["mixed_rate_ci95"] if self._probed else OTHER_RATES), self["mixed_rate"]})

    def _bill(self) -> Bars:
        rate, most = self["mixed_rate"], max(map(self._budget_at, self._rates()))
        rows = []
        for other in self._rates():
            budget = self._budget_at(other)
            rows.append((_rate(other), Bar(budget / most, strong=other == rate), count(budget)))
        heads = ("share of asks whose rollouts disagree", "rollouts to run")
        why = "at the ends of the probe's interval" if self._probed else "if the assumption is wrong"
        return Bars(f"The bill for {count(self['optimize_target'])} rows, {why}", rows, heads=heads)

    def _budget_at(self, rate: float) -> int:
        floor: int = ASKS_PER_CELL * self["grid_cells"]
        return ROLLOUTS * max(floor, asks_for(self["optimize_target"], rate))

    @property
    def _guessed(self) -> bool:
        return bool(self["mixed_rate"] == MIXED_RATE) and not self._probed

    @property
    def _probed(self) -> bool:
        return "mixed_counts" in self

    def _notes(self) -> list[Note]:
        notes = [*self._rate_notes()] if self["mode"] == "rl" else []
        if self._clauses_left_out:
            every = self._clauses_left_out + MAX_CLAUSES
            notes.append(
                Note(
                    "warning",
                    f"{self._clauses_left_out} of the policy's {every} clauses are not in the grid.",
                    f"It holds the first {MAX_CLAUSES}.",
                    'wai.simulate(..., dimensions={"rule": ["the clauses that matter"]})',
                    group="Before you spend",
                )
            )
        return notes

    def _rate_notes(self) -> list[Note]:
        rate, group = self["mixed_rate"], "Before you spend"
        if self._guessed:
            few, many = (count(self._budget_at(other)) for other in (OTHER_RATES[-1], OTHER_RATES[0]))
            move = f"it moves the bill from {few} to {many} rollouts" if few != many else "here the grid sets the bill"
            return [
                Note(
                    "warning",
                    "The mixed share is a guess.",
                    f"Play {PROBE} asks, grade them and measure it; {move}.",
                    'wai.recommend(..., mode="rl", mixed_rate=<measured share>)',
                    group,
                )
            ]
        notes = [self._open_note(group)] if self._probed else []
        if rate < LOW_RATE:
            return [
                *notes,
                Note(
                    "warning",
                    f"Only {percentage(rate)} of the asks teach a grouped update anything.",
                    "The grid is too easy for this agent: make it harder before buying rollouts.",
                    "wai.simulate(..., hard_share=0.8)",
                    group,
                ),
            ]
        return notes

    def _open_note(self, group: str) -> Note:
        few, many = self["situations_ci95"]
        probed = plural(self["mixed_counts"][1], "ask")
        if few == many:
            return Note("ok", f"The probe of {probed} settles the size: the grid sets it.", group=group)
        what = f"The probe of {probed} leaves it between {count(few)} and {count(many)} asks."
        why = "Four times as many probed asks halve that range; or start here and recompute on the way."
        return Note("next", what, why, 'wai.recommend(..., mode="rl", mixed_rate=wai.group_signal(rows))', group)


def asks_for(target: int, rate: float) -> int:
    """Return how many asks give `target` rollouts from asks whose rollouts disagree, at that rate of them.

    Examples
    --------
    >>> asks_for(800, 0.5)
    200
    """
    return ceil(round(target / (ROLLOUTS * rate), 6))  # rounded, so that binary fractions do not cost an ask


def percentage(value: float) -> str:
    """Return a share as a percentage with up to three digits.

    Examples
    --------
    >>> percentage(0.5), percentage(0.025), percentage(1 / 3)
    ('50%', '2.5%', '33.3%')
    """
    return f"{100 * value:.3g}%"


def _rate(value: float) -> str:
    return share(value) if value >= 0.1 else f"{value:.2g}"


def _literal(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)
