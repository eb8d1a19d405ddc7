"""Pass rates: one try, all of k tries, at least one of k tries - each with its interval over tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import fsum
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.measure.groups import strip_of
from wai_nb.records.report import Bars, Block, Card, Column, Drawn, Facts, Interval, Note, Report, Table
from wai_nb.records.rows import Rows, ask_of, checked_rows, is_graded, label_of, task_of, verdict_of
from wai_nb.records.view.wording import ci_text, count, plural, share
from wai_nb.stats.groups import pass_at_k, pass_pow_k
from wai_nb.stats.intervals import clustered

Group = tuple[str, str, int, int]  # ask, task, scored tries, passes
LEVEL = 0.95


class PassAt(Drawn, Report):
    """What :func:`pass_at` returns; its keys are attributes too."""

    _columns: Sequence[tuple[int, int]] = ()  # passes and fails of each ask

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"PassAt has no {name!r}; it has {', '.join(self)}") from None

    def line(self) -> str:
        """Return the three numbers in one line."""
        k = self["k"]
        parts = [f"pass@1 {ci_text(self['pass_at_1'], self['ci95'])}"]
        if k and k > 1:
            parts.append(f"pass^{k} {ci_text(self['pass_pow_k'], self['pass_pow_k_ci95'])}")
            parts.append(f"pass@{k} {ci_text(self['pass_at_k'], self['pass_at_k_ci95'])}")
        return " | ".join(parts) + (f" ({self['note']})" if self["note"] else "")

    def __repr__(self) -> str:
        return f"<PassAt {self.line()[:90]}>"

    def card(self) -> Card:
        """Return what a cell shows: the finding, the three estimates, the spread over asks."""
        if not self["n_groups"]:
            return Card(kind=("PassAt",), headline="Nothing to measure", sub=self["note"], blocks=_hints(self))
        blocks: list[Any] = [_facts(self), *_hints(self), _estimates(self)]
        if self["k"] > 1:
            blocks.append(strip_of(self._columns, self["k"]))
        return Card(
            kind=("PassAt", f"k = {self['k']}", *([f"judge {self['judge']}"] if self["judge"] else [])),
            headline=_headline(self),
            sub=f"pass@1 {ci_text(self['pass_at_1'], self['ci95'])} over {plural(self['n_groups'], 'ask')}, "
            f"{count(self['n_rows'])} rollouts graded, {plural(self['n_unread'], 'verdict')} unread.",
            blocks=blocks,
            foot="95% intervals: Wilson on an effective sample size, with situations as the clusters.",
        )

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: ``rates`` (asks by pass rate) and ``intervals`` (the estimates)."""
        return {"rates": _rates(self), "intervals": _estimates(self)}


def pass_at(rows: Any, *, k: int | None = None) -> PassAt:
    """Return how often the agent passes: pass@1, pass^k and pass@k, with 95% intervals over tasks.

    Parameters
    ----------
    rows
        Graded rows, or a graded run. Only rewards of exactly 0 or 1 count; partial rewards and
        verdicts that could not be read are counted apart.
    k
        Tries that the k-way numbers speak of. By default the repeats of the run that made the rows,
        else the smallest group with two tries or more.

    Returns
    -------
    PassAt
        ``pass_at_1`` (mean over asks of passes / tries), ``pass_pow_k`` and ``pass_at_k`` (unbiased, over
        the asks with at least k tries), ``ci95``, ``pass_pow_k_ci95``, ``pass_at_k_ci95`` (None where there
        is no interval; ``note`` says why), ``headroom`` (pass@k - pass@1 on the same asks), ``k``,
        ``n_groups`` (asks), ``n_tasks`` (situations), ``n_rows``, ``n_groups_at_k``, ``n_partial``,
        ``n_unread`` (rows without a verdict), ``n_ungraded`` (those of them that nobody judged),
        ``per_task``, ``judge``, ``note``.

    Raises
    ------
    SettingError
        When `k` is not a whole number of 1 or more.

    Notes
    -----
    Estimators: Chen et al. (2021) and Yao et al. (2024), see :mod:`wai_nb.stats.groups`. Intervals:
    :func:`wai_nb.stats.intervals.clustered`.

    Examples
    --------
    >>> rows = [{"prompt": p, "reward": r} for p, rs in {"a": "1111", "b": "1000"}.items() for r in map(int, rs)]
    >>> result = pass_at(rows)
    >>> result.pass_at_1, result.pass_pow_k, result.pass_at_k
    (0.625, 0.5, 1.0)
    """
    if k is not None and (isinstance(k, bool) or not isinstance(k, int) or k < 1):
        raise SettingError(f"k={shown(k)} is not a whole number of tries, 1 or more.")
    kept = checked_rows(rows)
    groups = _groups(kept)
    tries = k or _usual_k(kept, groups)
    kinds = Counter(map(verdict_of, kept))
    full = [group for group in groups if tries and group[2] >= tries]
    n_rows = sum(group[2] for group in groups)
    one = _mean(groups, lambda g: g[3] / g[2])
    same_asks = _mean(full, lambda g: g[3] / g[2])
    at_k = _mean(full, lambda g: pass_at_k(g[2], g[3], tries))
    result = PassAt(
        k=tries,
        pass_at_1=one,
        ci95=_interval(groups, lambda g: g[3] / g[2]),
        pass_pow_k=_mean(full, lambda g: pass_pow_k(g[2], g[3], tries)),
        pass_pow_k_ci95=_interval(full, lambda g: pass_pow_k(g[2], g[3], tries)),
        pass_at_k=at_k,
        pass_at_k_ci95=_interval(full, lambda g: pass_at_k(g[2], g[3], tries)),
        headroom=None if at_k is None or same_asks is None else at_k - same_asks,
        n_groups=len(groups),
        n_tasks=len({group[1] for group in groups}),
        n_groups_at_k=len(full),
        n_rows=n_rows,
        n_partial=kinds["partial"],
        n_unread=kinds["unread"] + kinds["ungraded"],
        n_ungraded=kinds["ungraded"],
        per_task={group[0]: group[3] / group[2] for group in groups},
        judge=next((str(row["judge_name"]) for row in kept if row.get("judge_name")), ""),
        note=_note(kept, groups),
    )
    result._columns = [(group[3], group[2] - group[3]) for group in groups]
    return result


def _groups(rows: Rows) -> list[Group]:
    """Return the asks with their scored tries and passes, in order of first appearance."""
    tally: dict[str, list[Any]] = {}
    for row in rows:
        label = label_of(row)
        if label is not None:
            entry = tally.setdefault(ask_of(row), [task_of(row), 0, 0])
            entry[1] += 1
            entry[2] += label
    return [(ask, task, n, passed) for ask, (task, n, passed) in tally.items()]


def _usual_k(rows: Rows, groups: list[Group]) -> int:
    planned = [row["lineage"]["k"] for row in rows[:1] if isinstance(row.get("lineage", {}).get("k"), int)]
    if planned and any(group[2] >= planned[0] for group in groups):
        return int(planned[0])
    repeated = [group[2] for group in groups if group[2] >= 2]
    return min(repeated, default=1 if groups else 0)


def _mean(groups: list[Group], value: Callable[[Group], float]) -> float | None:
    return fsum(map(value, groups)) / len(groups) if groups else None


def _interval(groups: list[Group], value: Callable[[Group], float]) -> tuple[float, float] | None:
    clusters: dict[str, list[float]] = {}
    for group in groups:
        clusters.setdefault(group[1], []).append(value(group))
    return clustered(clusters, n_rows=sum(group[2] for group in groups), level=LEVEL)


def _note(rows: Rows, groups: list[Group]) -> str:
    if not rows:
        return "there are no rows"
    if not groups:
        graded = any(map(is_graded, rows))
        return "no verdict is 0 or 1: check the judge" if graded else "not graded: data.grade(judge) first"
    if len({group[1] for group in groups}) < 2:
        return "no interval: one task says nothing about others; run at least two situations"
    rates = {group[3] / group[2] for group in groups}
    if rates in ({0.0}, {1.0}):
        return "every reward is the same: check the judge"
    return ""


def _headline(result: Mapping[str, Any]) -> str:
    if result["k"] > 1 and result["pass_pow_k"] is not None:
        return (
            f"The agent passes {result['pass_at_1']:.0%} of single tries "
            f"and all {result['k']} tries on {result['pass_pow_k']:.0%} of asks"
        )
    return f"The agent passes {result['pass_at_1']:.0%} of {plural(result['n_groups'], 'ask')}"


def _facts(result: Mapping[str, Any]) -> Facts:
    facts: list[tuple[object, ...]] = [
        ("asks", count(result["n_groups"])),
        ("situations", count(result["n_tasks"])),
        ("rollouts graded", count(result["n_rows"])),
        ("partial rewards", count(result["n_partial"])),
        ("verdicts unread", count(result["n_unread"])),
    ]
    return Facts(facts + ([("never graded", count(result["n_ungraded"]))] if result["n_ungraded"] else []))


def _estimates(result: Mapping[str, Any]) -> Table:
    k = result["k"]
    names = [("pass@1", "one try", "pass_at_1", "ci95")]
    if k > 1:
        names.append((f"pass^{k}", f"all of {k} tries", "pass_pow_k", "pass_pow_k_ci95"))
        names.append((f"pass@{k}", f"at least one of {k}", "pass_at_k", "pass_at_k_ci95"))
    lines = [_estimate(result, *name) for name in names]
    columns = [Column("measure"), Column("", drop=True), Column("estimate", "number")]
    columns += [Column("interval", "number"), Column("", "interval")]
    return Table(f"Estimates, 95% intervals over {plural(result['n_tasks'], 'situation')}", columns, lines)


def _estimate(result: Mapping[str, Any], name: str, words: str, key: str, ci_key: str) -> list[object]:
    value, ci = result[key], result[ci_key]
    if value is None:
        return [name, words, "none", "no ask has enough tries", ""]
    if ci is None:
        return [name, words, share(value), "none: one situation", ""]
    return [name, words, share(value), f"[{ci[0]:.2f}..{ci[1]:.2f}]", Interval(value, *ci)]


def _rates(result: Mapping[str, Any]) -> Bars:
    """Return how many asks have which pass rate, in steps of one try."""
    k = max(1, result["k"])
    found = Counter(round(rate * k) for rate in result["per_task"].values())
    most = max(found.values(), default=0)
    heads = (f"share of {plural(k, 'try', 'tries')} that pass", "asks")
    rows = [(share(n / k), found[n] / max(1, most), count(found[n])) for n in range(k + 1)]
    return Bars("Pass rate, ask by ask", rows, heads=heads)


def _hints(result: Mapping[str, Any]) -> list[Note]:
    if not result["n_groups"]:
        fix = "data.grade(judge)" if "not graded" in result["note"] else ""
        return [Note("warning", "No pass rate", result["note"], fix)]
    notes = [Note("warning", "Read with care", result["note"])] if result["note"] else []
    headroom = result["headroom"]
    if headroom is not None and result["n_tasks"] > 1 and result["k"] > 1 and headroom >= 0.1:
        why = f"pass@{result['k']} lies {headroom:.2f} above pass@1: some asks pass only sometimes."
        notes.append(Note("next", "There is something to learn", why, 'scored.select(mode="rl")'))
    return notes
