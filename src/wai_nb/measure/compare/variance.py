"""How much a score moves when nothing has changed: the same evaluation run several times."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, sqrt
from typing import Any

from wai_nb.errors import SettingError, one_of
from wai_nb.measure.compare.power import noise_band
from wai_nb.measure.compare.rates import (
    common_k,
    markers_on,
    metric_of,
    metric_words,
    rows_from,
    split_by,
    task_rates,
)
from wai_nb.measure.tallies import check_k
from wai_nb.records.report import Block, Card, Column, Drawn, Facts, Interval, Note, Report, Table
from wai_nb.records.rows import Row
from wai_nb.records.view.wording import ci_text, count, interval, plural, share
from wai_nb.stats.intervals import Interval as Ends
from wai_nb.stats.intervals import clustered

SPLITS = ("eval_run", "scoring_run_id")  # keys of a row's lineage that tell runs apart, the first one present
ENOUGH = 3  # runs that give a standard deviation; the documents
STEADY, SHAKY = 0.0035, 0.007  # standard deviations that part stable, moderate and high variance; convention

_FOOT = "Runs are compared on the situations that all of them have. The band is for one run against one, at 95%."


class Variance(Drawn, Report):
    """What :func:`eval_variance` returns."""

    def card(self) -> Card:
        """Return what a cell shows: the band, then each run."""
        name = metric_words(self["metric"], self["k"])
        kind = ("eval_variance", name, plural(self["n_runs"], "run"))
        blocks: list[Block] = [*_notes(self)]
        if self["n_runs"] and self["mean"] is not None:
            blocks += [_facts(self), _table(self)]
        foot = "" if self["mean"] is None else _FOOT
        return Card(kind, _headline(self, name), _sub(self), blocks, foot)

    def to_frame(self) -> Any:
        """Return a pandas DataFrame, one line a run."""
        import pandas as pd

        ends = [pair or (None, None) for pair in self["cis95"]]
        lows, highs = [pair[0] for pair in ends], [pair[1] for pair in ends]
        return pd.DataFrame({"run": self["runs"][: len(ends)], "mean": self["means"], "low": lows, "high": highs})

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: the score of each run."""
        return {"runs": _table(self)} if self["mean"] is not None else {}


def eval_variance(*runs: Any, metric: str = "pass_at_1", by: str | None = None, k: int | None = None) -> Variance:
    """Return how much the score of an evaluation moves from run to run, and the band of changes that mean nothing.

    Parameters
    ----------
    *runs
        The runs of one evaluation: several runs, lists of rows or files; or one that holds them all, as
        ``wai.simulate(agent, tasks=base, runs=3)`` gives it.
    metric
        ``pass_at_1``, ``pass_pow_k``, ``pass_at_k`` or ``marker:<name>``.
    by : {"eval_run", "scoring_run_id"}
        What in a row's lineage tells the runs of one list apart; by default the first of the two that does.
    k
        Tries that the k-way metrics speak of.

    Returns
    -------
    Variance
        ``metric``, ``k``, ``n_runs``, ``runs`` (their names), ``means`` (score of each run, over the tasks that all
        have), ``cis95`` (their intervals over those tasks), ``mean``, ``run_std`` (sample standard deviation of the
        means), ``run_std_ci95`` (by chi-square; None under three runs), ``noise_band`` (how far two single runs lie
        apart by chance, 95%: Student's t x sqrt 2 x run_std; None where two runs, or a band wider than the scale
        from 0 to 1, leave no usable one), ``noise_band_df``, ``stability`` (``identical``, ``stable``, ``moderate``,
        ``high_variance``, ``unknown``), ``tasks_in_every_run``, ``n_tasks``, ``split_by``, ``notes``.

    Raises
    ------
    SettingError
        For no runs, or a metric that is not on the rows.
    RowError
        When there are no rows to be had.

    Notes
    -----
    Identical runs, as a deterministic agent gives them, have a standard deviation and a band of 0.

    Examples
    --------
    >>> rows = [{"prompt": f"ask {i}", "reward": int(i < passed), "lineage": {"eval_run": run}}
    ...     for run, passed in enumerate((16, 13, 16)) for i in range(20)]
    >>> found = eval_variance(rows)
    >>> found["means"], round(found["run_std"], 4), round(found["noise_band"], 3), found["noise_band_df"]
    ([0.8, 0.65, 0.8], 0.0866, 0.527, 2)
    """
    if not runs:
        raise SettingError(
            "eval_variance() got no runs. Pass one that holds several, or several: eval_variance(a, b, c)."
        )
    tries = check_k(k)
    sides = [list(rows_from(run, "runs" if len(runs) == 1 else f"runs[{place}]")) for place, run in enumerate(runs)]
    parts, key = _parts(sides, by)
    name = metric_of(metric, markers_on(row for side in sides for row in side))
    usual = tries or common_k(*parts.values())
    return Variance({"metric": name, "k": usual, "split_by": key, **_measured(parts, name, usual)})


def _parts(sides: list[list[Row]], by: str | None) -> tuple[dict[str, list[Row]], str]:
    """Return the rows of each run by its name, and the key that told runs of one list apart."""
    if by is not None and by not in SPLITS:
        raise one_of("by", by, SPLITS)
    for key in SPLITS if by is None else (by,):
        split = [split_by(side, key) for side in sides]
        if len(sides) > 1 and all(len(parts) < 2 for parts in split):
            continue
        if max(map(len, split)) > 1 or by is not None:
            named = {
                (name if len(sides) == 1 else f"{place}: {name}"): rows
                for place, parts in enumerate(split)
                for name, rows in parts.items()
            }
            return named, key
    return {str(place): side for place, side in enumerate(sides) if side}, ""


def _measured(parts: Mapping[str, list[Row]], metric: str, k: int) -> dict[str, Any]:
    rates = [task_rates(rows, metric, k) for rows in parts.values()]
    every = sorted(set.intersection(*(set(of_run) for of_run in rates))) if rates else []
    means = [fsum(of_run[task] for task in every) / len(every) for of_run in rates] if every else []
    spread = _std(means)
    found = {
        "n_runs": len(parts),
        "runs": list(parts),
        "means": means,
        "mean": fsum(means) / len(means) if means else None,
        "run_std": spread,
        "run_std_ci95": std_interval(spread, len(means)) if len(means) >= ENOUGH else None,
        "noise_band": usable_band(spread, len(means)),
        "noise_band_df": len(means) - 1 if spread is not None else None,
        "stability": _stability(spread, len(means)),
        "tasks_in_every_run": len(every),
        "n_tasks": len(set().union(*rates)),
        "cis95": [clustered({task: [of_run[task]] for task in every}, len(every)) for of_run in rates],
    }
    return {**found, "notes": _why(found)}


def _std(means: list[float]) -> float | None:
    if len(means) < 2:
        return None
    centre = fsum(means) / len(means)
    found = sqrt(fsum((mean - centre) ** 2 for mean in means) / (len(means) - 1))
    return found if found > 1e-12 else 0.0


def std_interval(spread: float | None, n: int, level: float = 0.95) -> Ends | None:
    """Return the chi-square interval of a standard deviation that `n` values gave, or None where there is none.

    Examples
    --------
    >>> [round(end, 2) for end in std_interval(1.0, 3)]
    [0.52, 6.28]
    """
    if not spread or n < 2:
        return None
    from scipy.special import chdtri

    low, high = (float(chdtri(n - 1, tail)) for tail in ((1 - level) / 2, (1 + level) / 2))
    return spread * sqrt((n - 1) / low), spread * sqrt((n - 1) / high)


def usable_band(spread: float | None, n: int) -> float | None:
    """Return the band of two single runs, or None where `n` runs say too little for one.

    Examples
    --------
    >>> usable_band(0.0, 3), usable_band(0.02, 2), round(usable_band(0.02, 3), 4), usable_band(0.3, 3)
    (0.0, None, 0.1217, None)
    """
    if spread is None:
        return None
    if not spread:
        return 0.0
    band = noise_band(spread, df=n - 1) if n >= ENOUGH else 1.0
    return band if band < 1 else None


def _stability(spread: float | None, n: int) -> str:
    if spread is None or (n < ENOUGH and spread):
        return "unknown"
    if not spread:
        return "identical"
    return "stable" if spread < STEADY else "moderate" if spread < SHAKY else "high_variance"


def _why(found: Mapping[str, Any]) -> list[str]:
    notes, n = [], found["n_runs"]
    if n and not found["tasks_in_every_run"]:
        return ["no situation has a value in every run"]
    if n == 2 and found["run_std"]:
        notes.append("two runs give no usable band: it would be 18 standard deviations wide; run three")
    elif n < ENOUGH:
        notes.append(f"{plural(n, 'run')} of the three that give a standard deviation")
    elif found["noise_band"] is None:
        notes.append("the runs lie so far apart that the band would be wider than the scale from 0 to 1")
    if found["run_std"] == 0 and n:
        notes.append("the runs are equal: a deterministic agent, or too few tasks to show its noise")
    left = found["n_tasks"] - found["tasks_in_every_run"]
    if left:
        notes.append(f"{plural(left, 'situation')} without a value in every run left out")
    return notes


def _headline(found: Mapping[str, Any], name: str) -> str:
    if found["mean"] is None:
        return "Nothing to measure"
    if found["run_std"] is None:
        return f"One run of {name}: how much it moves from run to run is not known"
    if found["noise_band"] is None:
        return f"{plural(found['n_runs'], 'run')} of {name} say too little about its noise"
    if found["noise_band"] == 0:
        return f"{plural(found['n_runs'], 'run')} gave the same {name}: no noise seen"
    return f"By chance alone two runs differ by up to {found['noise_band']:.3f} in {name}"


def _sub(found: Mapping[str, Any]) -> str:
    if found["mean"] is None:
        return ""
    over = f"over {plural(found['tasks_in_every_run'], 'situation')}"
    if not found["run_std"]:
        return f"Mean {share(found['mean'])} {over}."
    spread = ci_text(found["run_std"], found["run_std_ci95"])
    return f"Mean {share(found['mean'])} {over}; standard deviation from run to run {spread}."


def _notes(found: Mapping[str, Any]) -> list[Note]:
    notes = []
    for why in found["notes"]:
        fix = "wai.simulate(agent, tasks=data, runs=3, ...)" if "three" in why else ""
        if "no situation" in why:
            fix = "data.grade(judge)"
        level = "warning" if fix or found["noise_band"] is None else "info"
        notes.append(Note(level, f"{why[0].upper()}{why[1:]}.", "", fix))
    return notes


def _facts(found: Mapping[str, Any]) -> Facts:
    band = found["noise_band"]
    return Facts(
        [
            ("runs", count(found["n_runs"]), f"told apart by {found['split_by']}" if found["split_by"] else ""),
            ("mean", share(found["mean"])),
            ("standard deviation", "none" if found["run_std"] is None else f"{found['run_std']:.4f}"),
            ("noise band", "none" if band is None else f"± {band:.3f}"),
            ("stability", found["stability"].replace("_", " ")),
        ]
    )


def _table(found: Mapping[str, Any]) -> Table:
    columns = [Column("run"), Column("score", "number"), Column("interval", "number", drop=True)]
    lines = []
    for name, mean, ends in zip(found["runs"], found["means"], found["cis95"], strict=True):
        low, high = ends or (None, None)
        mark = Interval(mean, low, high, naive=found["mean"])
        lines.append([name or "without a name", share(mean, 3), interval(ends), mark])
    return Table("Runs, 95% intervals over situations, ○ the mean of all", [*columns, Column("", "interval")], lines)
