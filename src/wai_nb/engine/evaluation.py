"""What an evaluation gives: a graded run with one line an ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import fsum
from typing import Any

from wai_nb.options import get_option
from wai_nb.records.dataset import ScoredData
from wai_nb.records.report import Card, Column, Interval, Shown, Table
from wai_nb.records.rows import Row, verdict_of
from wai_nb.records.view.wording import plural, share
from wai_nb.records.warnings import Advice
from wai_nb.stats.intervals import wilson

LISTED = 20  # asks that `eval_coverage` names; the documents' package


class PerAsk(Shown, list[dict[str, Any]]):
    """One dict an ask, in the order of the eval set.

    ``ask``, ``n``, ``passes``, ``fails``, ``partials``, ``unjudged`` (they add up to ``n``), ``rate`` (of the
    verdicts that are 0 or 1), ``interval`` (95%, Wilson, over the rollouts of the ask) and ``mean_reward``; the last
    three are None where there is nothing to count.
    """

    def to_frame(self) -> Any:
        """Return a pandas DataFrame, one line an ask."""
        import pandas as pd

        return pd.DataFrame(list(self))

    def card(self) -> Card:
        """Return what a cell shows."""
        scored = sum(line["n"] > line["unjudged"] for line in self)
        headline = f"{scored:,} of {plural(len(self), 'ask')} with a verdict"
        return Card(kind=("PerAsk",), headline=headline, blocks=[asks_table(self)] if self else [])


class Evaluation(ScoredData):
    """A graded run that knows how each ask scored: what :func:`wai_nb.evaluate` returns.

    Attributes
    ----------
    per_ask : PerAsk
        One dict an ask.
    missing : list of str
        Asks of the eval set that no row answers.
    unscored : list of str
        Asks that were played, and on none of whose rollouts the judge gave a verdict; they are not covered.
    eval_coverage : dict
        ``eval_set`` (asks), ``covered`` (asks with a verdict), ``missing`` and ``unscored`` (at most 20 of each).
    """

    def __init__(self, trajectories: Iterable[Row], *, eval_set: Iterable[str] | None = None, **about: Any) -> None:
        super().__init__(trajectories, **about)
        asked = list(eval_set) if eval_set is not None else [str(row.get("prompt") or "") for row in self.rows]
        self.per_ask = _per_ask(distinct(asked), self.rows)
        self.missing = [line["ask"] for line in self.per_ask if not line["n"]]
        self.unscored = [line["ask"] for line in self.per_ask if line["n"] and line["n"] == line["unjudged"]]
        self.eval_coverage = {
            "eval_set": len(self.per_ask),
            "covered": len(self.per_ask) - len(self.missing) - len(self.unscored),
            "missing": self.missing[:LISTED],
            "unscored": self.unscored[:LISTED],
        }
        self.warnings += _advice(self)

    def card(self) -> Card:
        """Return what a cell shows: the card of the run, with the asks, worst first."""
        card = super().card()
        if not self.per_ask:
            return card
        blocks = list(card.blocks)
        return replace(card, blocks=[*blocks[:-1], asks_table(self.per_ask), *blocks[-1:]])


def folded(prompt: str) -> str:
    """Return what two spellings of one ask share.

    Examples
    --------
    >>> folded(" Where is  order 7?") == folded("where is order 7?")
    True
    """
    return " ".join(prompt.split()).casefold()


def distinct(asks: Iterable[str]) -> list[str]:
    """Return the asks without repeats, each in its first spelling."""
    first: dict[str, str] = {}
    for ask in asks:
        first.setdefault(folded(ask), ask)
    return list(first.values())


def asks_table(lines: PerAsk) -> Table:
    """Return the table of asks that cards show, worst first."""
    worst = sorted(lines, key=lambda line: (line["n"] > 0, line["rate"] is not None, line["rate"] or 0))
    shown = worst[: int(str(get_option("max_rows")))]
    columns = [Column("ask", "ask"), Column("rollouts", "number"), Column("passes", "number")]
    columns += [Column("no verdict", "number"), Column("rate", "number"), Column("interval", "number")]
    columns += [Column("", "interval")]
    caption = "Asks, worst first, 95% intervals over the rollouts of one ask"
    return Table(caption, columns, [_cells(line) for line in shown], of=len(lines))


def _cells(line: Mapping[str, Any]) -> list[object]:
    counts: list[object] = [line["ask"], line["n"], line["passes"], line["unjudged"]]
    if line["rate"] is None:
        return [*counts, "none", "not played" if not line["n"] else "no verdict of 0 or 1", ""]
    low, high = line["interval"]
    return [*counts, share(line["rate"]), f"[{low:.2f}..{high:.2f}]", Interval(line["rate"], low, high)]


def _per_ask(asks: list[str], rows: Iterable[Row]) -> PerAsk:
    found: dict[str, list[Row]] = {folded(ask): [] for ask in asks}
    for row in rows:
        found.setdefault(folded(str(row.get("prompt") or "")), []).append(row)
    return PerAsk(_line(ask, found[folded(ask)]) for ask in asks)


def _line(ask: str, rows: list[Row]) -> dict[str, Any]:
    verdicts = Counter(verdict_of(row) for row in rows)
    passes, fails, partials = verdicts["pass"], verdicts["fail"], verdicts["partial"]
    rewards = [row["reward"] for row in rows if verdict_of(row) in ("pass", "fail", "partial")]
    decided = passes + fails
    return {
        "ask": ask,
        "n": len(rows),
        "passes": passes,
        "fails": fails,
        "partials": partials,
        "unjudged": len(rows) - decided - partials,
        "rate": passes / decided if decided else None,
        "interval": wilson(passes / decided, decided) if decided else None,
        "mean_reward": fsum(rewards) / len(rewards) if rewards else None,
    }


def _advice(evaluation: Evaluation) -> list[Advice]:
    n = plural(len(evaluation.per_ask), "ask")
    advice = []
    if evaluation.missing:
        what = f"{len(evaluation.missing):,} of {n} were not played: {_some(evaluation.missing)}."
        advice.append(
            Advice(what, "No row has this prompt, so the pass rate says nothing of it.", "evaluation.missing")
        )
    if evaluation.unscored:
        what = f"{len(evaluation.unscored):,} of {n} have no verdict at all: {_some(evaluation.unscored)}."
        advice.append(Advice(what, "They were played, but the judge gave none that can be read.", "scored.unjudged()"))
    return advice


def _some(asks: list[str], most: int = 3) -> str:
    shown = ", ".join(repr(ask if len(ask) <= 60 else f"{ask[:59]}…") for ask in asks[:most])
    return shown if len(asks) <= most else f"{shown} and {len(asks) - most:,} more"
