"""Pass rates: one try, all of k tries, at least one of k tries - each with its interval over tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import fsum
from typing import Any, overload

from wai_nb.measure.branches import Branches, branched
from wai_nb.measure.by import By
from wai_nb.measure.histogram import Histogram
from wai_nb.measure.passcard import pass_card, pass_line, rate_bars
from wai_nb.measure.tallies import Tally, by_task, check_k, tallied, usual_k
from wai_nb.records.report import Block, Card, Drawn, Report
from wai_nb.records.rows import Rows, checked_rows, is_graded, verdict_of
from wai_nb.stats.intervals import Interval, clustered

LEVEL = 0.95


class PassAt(Drawn, Report):
    """What :func:`pass_at` returns."""

    _tallies: Sequence[Tally] = ()

    def line(self) -> str:
        """Return the numbers in one line; where asks were stopped early it says which number counts them how."""
        return pass_line(self)

    def histogram(self) -> Histogram:
        """Return how many asks never, sometimes and always pass, and how many have which pass rate."""
        return Histogram.of([(tally.tries, tally.passed) for tally in self._tallies], self["k"])

    def one_line(self) -> str:
        """Return the numbers, for the ``repr``."""
        return self.line()

    def card(self) -> Card:
        """Return what a cell shows: the finding, the estimates, the spread over asks."""
        return pass_card(self, [(tally.passed, tally.tries - tally.passed) for tally in self._tallies])

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: ``rates`` (asks by pass rate) and ``intervals`` (the estimates)."""
        from wai_nb.measure.passcard import estimates_table

        return {"rates": rate_bars(self["per_task"].values(), self["k"]), "intervals": estimates_table(self)}


@overload
def pass_at(rows: Any, *, k: int | None = ..., by: None = ..., unanimous_short: bool | None = ...) -> PassAt: ...
@overload
def pass_at(rows: Any, *, k: int | None = ..., by: By, unanimous_short: bool | None = ...) -> Branches: ...
def pass_at(
    rows: Any, *, k: int | None = None, by: By | None = None, unanimous_short: bool | None = None
) -> PassAt | Branches:
    """Return how often the agent passes: pass@1, pass^k and pass@k, with 95% intervals over tasks.

    Parameters
    ----------
    rows
        Graded rows, or a graded run. Only rewards of exactly 0 or 1 count; partial rewards and
        verdicts that could not be read are counted apart.
    k
        Tries that the k-way numbers speak of. By default the repeats of the run that made the rows,
        else the smallest group with two tries or more.
    by
        A field of the rows, an axis of the grid (``"tool"``, ``"stance"``, ``"rule"``), ``"lineage.judge"`` or the
        like, or a function of a row: one line a branch instead of one for all.
    unanimous_short
        Whether an ask with fewer than k tries that all agree counts as if the rest agreed. By default as the rows
        say: those that a run stopped early on purpose do, those that its end cut short do not.

    Returns
    -------
    PassAt
        ``pass_at_1`` (mean over asks of passes / tries), ``pass_pow_k`` and ``pass_at_k`` (unbiased where no ask
        was stopped early, over the asks with at least k tries and those stopped), ``ci95``, ``pass_pow_k_ci95``,
        ``pass_at_k_ci95`` (None where there is no interval; ``note`` says why), ``headroom`` (pass@k - pass@1 on
        the same asks), ``k``, ``n_groups`` (asks), ``n_tasks`` (situations), ``n_rows``, ``n_groups_at_k``,
        ``n_groups_imputed`` (asks stopped early), ``n_partial``, ``n_unread`` (rows without a verdict),
        ``n_ungraded`` (those of them that nobody judged), ``per_task``, ``judge``, ``note``. Where asks have fewer
        than k tries also what the likelihood of all tries says, which no stopping rule biases: ``pass_at_1_est``,
        ``pass_pow_k_est``, ``pass_at_k_est`` and the interval of each, ``..._est_ci95``; None elsewhere.
    Branches
        With `by`: ``branches``, a :class:`PassAt` for each value, and ``all``.

    Raises
    ------
    SettingError
        When `k` is not a whole number of 1 or more, or no row has what `by` names.

    Notes
    -----
    Estimators: Chen et al. (2021) and Yao et al. (2024), see :mod:`wai_nb.stats.groups`. Intervals:
    :func:`wai_nb.stats.intervals.clustered`. After early stopping: :mod:`wai_nb.stats.betabinomial`.

    Examples
    --------
    >>> rows = [{"prompt": p, "reward": r} for p, rs in {"a": "1111", "b": "1000"}.items() for r in map(int, rs)]
    >>> result = pass_at(rows)
    >>> result.pass_at_1, result.pass_pow_k, result.pass_at_k
    (0.625, 0.5, 1.0)
    >>> {name: branch.pass_at_1 for name, branch in pass_at(rows, by="prompt").branches.items()}
    {'b': 0.25, 'a': 1.0}
    """
    given, kept = check_k(k), checked_rows(rows)
    tallies = tallied(kept, unanimous_short)
    tries = given or usual_k(kept, tallies)
    whole = _measured(kept, tallies, tries)
    if by is None:
        return whole
    parts = branched(kept, by)
    branches = {name: _measured(part, tallied(part, unanimous_short), tries) for name, part in parts.items()}
    return Branches(by=by, k=tries, all=whole, branches=branches)


def _measured(rows: Rows, tallies: list[Tally], k: int) -> PassAt:
    kinds = Counter(map(verdict_of, rows))
    full = [tally for tally in tallies if k and tally.speaks_of(k)]
    same_asks, at_k = _mean(full, lambda t: t.rate), _mean(full, lambda t: t.any_of(k))
    result = PassAt(
        k=k,
        pass_at_1=_mean(tallies, lambda t: t.rate),
        ci95=_interval(tallies, lambda t: t.rate),
        pass_pow_k=_mean(full, lambda t: t.all_of(k)),
        pass_pow_k_ci95=_interval(full, lambda t: t.all_of(k)),
        pass_at_k=at_k,
        pass_at_k_ci95=_interval(full, lambda t: t.any_of(k)),
        headroom=None if at_k is None or same_asks is None else at_k - same_asks,
        **_estimated(tallies, k),
        n_groups=len(tallies),
        n_tasks=len({tally.task for tally in tallies}),
        n_groups_at_k=len(full),
        n_groups_imputed=sum(tally.tries < k for tally in full),
        n_rows=sum(tally.tries for tally in tallies),
        n_partial=kinds["partial"],
        n_unread=kinds["unread"] + kinds["ungraded"],
        n_ungraded=kinds["ungraded"],
        per_task={tally.ask: tally.rate for tally in tallies},
        judge=next((str(row["judge_name"]) for row in rows if row.get("judge_name")), ""),
        note=_note(rows, tallies),
    )
    result._tallies = tallies
    return result


def _mean(tallies: list[Tally], value: Callable[[Tally], float]) -> float | None:
    return fsum(map(value, tallies)) / len(tallies) if tallies else None


def _interval(tallies: list[Tally], value: Callable[[Tally], float]) -> Interval | None:
    return clustered(by_task(tallies, value), n_rows=sum(tally.tries for tally in tallies), level=LEVEL)


def _estimated(tallies: list[Tally], k: int) -> dict[str, Any]:
    """Return the estimates by likelihood, where asks have fewer than k tries."""
    names = ("pass_at_1", "pass_pow_k", "pass_at_k")
    found = None
    if any(tally.tries < k for tally in tallies):
        from wai_nb.stats.betabinomial import estimates

        found = estimates(by_task(tallies, lambda t: (t.tries, t.passed)), k, LEVEL)
    values = {f"{name}_est": found and getattr(found, name).value for name in names}
    return values | {f"{name}_est_ci95": found and getattr(found, name).ci for name in names}


def _note(rows: Rows, tallies: list[Tally]) -> str:
    if not rows:
        return "there are no rows"
    if not tallies:
        graded = any(map(is_graded, rows))
        return "no verdict is 0 or 1: check the judge" if graded else "not graded: data.grade(judge) first"
    if len({tally.task for tally in tallies}) < 2:
        return "no interval: one task says nothing about others; run at least two situations"
    if {tally.rate for tally in tallies} in ({0.0}, {1.0}):
        return "every reward is the same: check the judge"
    return ""
