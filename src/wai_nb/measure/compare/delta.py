"""Before and after: whether a change is real, what it cost elsewhere, and whether it may be called either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from typing import Any, Literal

from wai_nb.measure.by import By, check_by, kind_of, name_of, usual_by
from wai_nb.measure.compare.comparable import causes_against
from wai_nb.measure.compare.delta_advice import advice_on
from wai_nb.measure.compare.delta_asked import Asked
from wai_nb.measure.compare.delta_card import DeltaReport
from wai_nb.measure.compare.family import Entry, tested_together
from wai_nb.measure.compare.power import detectable_effect, noise_band, size_for
from wai_nb.measure.compare.rates import eval_runs, rows_from, task_rates
from wai_nb.measure.compare.variance import ENOUGH
from wai_nb.records.rows import Row, Rows, task_of
from wai_nb.records.view.wording import plural
from wai_nb.stats.paired import sign_flip, tasks_needed

CEILING, LEAST_ROOM = 0.9, 20  # a rate from which, and tasks under which, a gain can hardly show; convention
PASS, FAIL, UNSURE = "PASS", "FAIL", "INCONCLUSIVE"
SAME, VOID = "NO DIFFERENCE", "NOT COMPARABLE"

Rates = Mapping[str, float]
Runs = Mapping[str, Sequence[Row]]
RunRates = tuple[list[dict[str, float]], list[dict[str, float]]]  # the rates of each run before, and after
Parts = dict[str, tuple[dict[str, float], dict[str, float]]]  # by category, the rates before and after


def delta_report(
    before: Any,
    after: Any,
    *,
    target: str = "pass_at_1",
    must_not_regress: str | Sequence[str] = (),
    lower_is_better: str | Sequence[str] = (),
    markers: bool | str | Sequence[str] | None = None,
    proxy: str | None = None,
    by: By | Literal[False] | None = None,
    run_std: float | None = None,
    run_std_runs: int | None = None,
    k: int | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
) -> DeltaReport:
    """Return whether an agent got better, judged on the tasks that both sides have, and what it cost elsewhere.

    Parameters
    ----------
    before, after
        A run, rows, or a file of rows, each graded; with the re-runs of ``wai.simulate(agent, tasks=..., runs=3)``.
    target
        The metric that is meant to rise: ``pass_at_1``, ``pass_pow_k``, ``pass_at_k``, or the name of a marker.
    must_not_regress
        Metrics that must not fall; one that does makes the report FAIL.
    lower_is_better
        Metrics of which less is better.
    markers
        Markers to compare too: their names, or True for all on the rows. Every further metric makes each p-value
        larger, so only those that matter.
    proxy
        What training optimised, as ``marker:reward_model``, when it is not the target: the report says when it rose
        more than the target did.
    by
        What makes a category of a task: an axis of the grid, a field of the row, or a function of a row. By
        default the first of ``tool``, ``rule`` and ``stance`` with several values; False for no table.
    run_std, run_std_runs
        Standard deviation of the target from run to run and the runs it comes from, where it was measured before
        (:func:`wai_nb.eval_variance`); else it is taken from the rows' own ``lineage.eval_run``.
    k
        Tries that the k-way metrics speak of.
    alpha
        Chance that any of the metrics is called changed when none is.
    power
        Chance to find a change, for ``detectable_effect`` and ``tasks_needed``.

    Returns
    -------
    DeltaReport
        Read first: ``headline_verdict`` (``PASS``, ``FAIL``, ``INCONCLUSIVE``, ``NO DIFFERENCE``, ``NOT COMPARABLE``),
        ``reason``, ``ok`` (it is PASS), ``metrics`` (for each the keys of :func:`wai_nb.compare_runs` with a as before
        and b as after, ``p_adjusted`` by Holm, ``ci_adjusted``, ``level_adjusted``, ``gain``, ``could_fall_by``,
        ``gain_verdict``, ``lower_is_better``, ``run_std``, ``noise_band``, ``within_noise``), ``warnings``,
        ``not_comparable`` (cause: why), ``n_paired_tasks``, ``n_unpaired_tasks``.

        Of the target: ``target``, ``target_delta``, ``target_ci95``, ``target_verdict`` (``moved``,
        ``moved_unreplicated``, ``within_eval_noise``, ``no_change_detected``, ``moved_the_wrong_way``,
        ``insufficient_data``, ``target_not_measured``), ``within_noise``, ``noise_band``, ``run_std``, ``eval_runs``
        (before, after), ``replicated``, ``ceiling``, ``tasks_with_room``, ``detectable_effect`` (smallest gain these
        tasks find, None if none that fits), ``tasks_needed`` (to find a change of the size seen).

        Of the rest: ``regressions``, ``improved`` and ``slipped`` (other metrics that moved), ``proxy``,
        ``proxy_delta``, ``proxy_ci95``, ``proxy_verdict``, ``proxy_gap`` (mean of proxy gain minus target gain),
        ``proxy_gap_ci95``, ``proxy_gap_p``, ``over_optimized``, ``by``, ``groups`` (category: keys of a metric),
        ``groups_down``, ``family_error`` (what it would be without Holm), ``n_metrics``, ``k``, ``alpha``, ``power``.

    Raises
    ------
    SettingError
        For a metric, a marker or a category that is not on the rows, and dials out of range.
    RowError
        When there are no rows to be had.

    Notes
    -----
    One evaluation is a draw. ``moved`` needs three of them a side (or `run_std` from three), a change beyond what
    re-running does, and an adjusted p-value of at most `alpha`. A fall is reported from one run on: a guard that
    waited for re-runs would let it pass. That a change is not detected is never taken for "did not move".

    Examples
    --------
    >>> def rows(passed, run):
    ...     return [{"prompt": f"ask {i}", "reward": int(i < passed), "lineage": {"eval_run": run}} for i in range(40)]
    >>> before, after = ([row for run in range(3) for row in rows(passed, run)] for passed in (20, 30))
    >>> report = delta_report(before, after)
    >>> report["headline_verdict"], report["target_delta"], report["ok"]
    ('PASS', 0.25, True)
    >>> delta_report(rows(20, 0), rows(30, 0)).first_line()
    'INCONCLUSIVE (1 eval run a side; three give a standard deviation)'
    """
    sides = rows_from(before, "before"), rows_from(after, "after")
    asked = Asked.read(
        sides,
        target=target,
        must_not_regress=must_not_regress,
        lower_is_better=lower_is_better,
        markers=markers,
        proxy=proxy,
        run_std=run_std,
        run_std_runs=run_std_runs,
        k=k,
        alpha=alpha,
        power=power,
    )
    return _report(sides, asked, by)


def _report(sides: tuple[Rows, Rows], asked: Asked, by: By | Literal[False] | None) -> DeltaReport:
    rates = {name: (task_rates(sides[0], name, asked.k), task_rates(sides[1], name, asked.k)) for name in asked.metrics}
    runs = eval_runs(sides[0]), eval_runs(sides[1])
    of_runs = {name: _by_run(runs, name, asked.k) for name in asked.metrics}
    metrics = tested_together(rates, asked.alpha)
    for name, entry in metrics.items():
        entry.update(_noise(entry, name, of_runs[name], rates[name], asked))
        entry.update(_gain(entry, asked.sign(name), asked.alpha))
    main, of_target = metrics[asked.target], rates[asked.target]
    chosen = _chosen([*sides[0], *sides[1]], by)
    parts = _parts(sides, of_target, main["paired"], chosen)
    groups = _groups(parts, of_runs[asked.target], asked)
    found = {
        "metrics": metrics,
        "not_comparable": causes_against(*sides, main["noise_band"]),
        "n_paired_tasks": main["n_paired"],
        "n_unpaired_tasks": main["n_only_a"] + main["n_only_b"],
        **_of_target(main, of_target, asked),
        "eval_runs": {"before": len(runs[0]), "after": len(runs[1])},
        **_of_others(metrics, asked),
        **_of_proxy(metrics, rates, asked),
        "by": chosen and name_of(chosen),
        "groups": groups,
        "groups_down": [name for name, entry in groups.items() if entry["gain_verdict"] == "moved_the_wrong_way"],
        "family_error": 1 - (1 - asked.alpha) ** len(metrics),
        "n_metrics": len(metrics),
        "k": asked.k,
        "alpha": asked.alpha,
        "power": asked.power,
    }
    word, reason = _headline(found, asked)
    first = {"headline_verdict": word, "reason": reason, "ok": word == PASS}
    report = DeltaReport({**first, **found, "warnings": []}, sides, of_target)
    report["warnings"] = advice_on(report, sides, asked)
    return report


def _chosen(rows: list[Row], by: By | Literal[False] | None) -> By | None:
    """Return what makes a category: what was given, or the usual axis."""
    if by is False:
        return None
    return usual_by(rows) if by is None else check_by(rows, by)


def _by_run(runs: tuple[Runs, Runs], metric: str, k: int) -> RunRates:
    """Return the task rates of each run of each side; none where a side was not re-run."""
    before, after = ([task_rates(rows, metric, k) for rows in side.values()] if len(side) > 1 else [] for side in runs)
    return before, after


def _noise(entry: Entry, metric: str, of_runs: RunRates, rates: tuple[Rates, Rates], asked: Asked) -> Entry:
    """Return what re-running alone does to a metric: taken from the re-runs of both sides, or as it was given."""
    spread, df = _rerun_std(of_runs, rates)
    enough = min(map(len, of_runs)) >= ENOUGH
    if asked.run_std is not None and metric == asked.target:
        spread, df = asked.run_std, asked.run_std_runs - 1
        enough = asked.run_std_runs >= ENOUGH
    band = None
    if enough and spread is not None:
        n_a, n_b = (max(1, len(side)) for side in of_runs)
        band = noise_band(spread, n_a, n_b, df, 1 - asked.alpha)
    inside = None if band is None or entry["delta"] is None else abs(entry["delta"]) <= band
    return {"run_std": spread, "noise_band": band, "within_noise": inside}


def _rerun_std(of_runs: RunRates, rates: tuple[Rates, Rates]) -> tuple[float | None, int]:
    """Return the pooled standard deviation of run means within each side, and its degrees of freedom."""
    squares, df = 0.0, 0
    for runs, of_side in zip(of_runs, rates, strict=True):
        every = [task for task in of_side if all(task in of_run for of_run in runs)]
        if runs and every:
            means = [fsum(of_run[task] for task in every) / len(every) for of_run in runs]
            centre = fsum(means) / len(means)
            squares += fsum((mean - centre) ** 2 for mean in means)
            df += len(means) - 1
    spread = sqrt(squares / df) if df else None
    return (0.0 if spread is not None and spread < 1e-12 else spread), df


def _gain(entry: Entry, sign: int, alpha: float) -> Entry:
    """Return a change as a gain, and what may be said of it."""
    if entry["delta"] is None:
        return {"gain": None, "could_fall_by": None, "lower_is_better": sign < 0, "gain_verdict": "not_measured"}
    gain = sign * entry["delta"]
    worst = min(sign * end for end in entry["ci_adjusted"])
    said = {"gain": gain, "could_fall_by": max(0.0, -worst), "lower_is_better": sign < 0}
    return {**said, "gain_verdict": _word(entry, gain, alpha)}


def _word(entry: Entry, gain: float, alpha: float) -> str:
    if entry["verdict"] == "insufficient_data":
        return "insufficient_data"
    if entry["p_adjusted"] > alpha:
        return "no_change_detected"
    if entry.get("within_noise"):
        return "within_eval_noise"
    if gain < 0:
        return "moved_the_wrong_way"
    return "moved" if entry.get("noise_band") is not None else "moved_unreplicated"


def _parts(sides: tuple[Rows, Rows], rates: tuple[Rates, Rates], paired: bool, by: By | None) -> Parts:
    """Return the rates of the target by category."""
    if not by:
        return {}
    category: dict[str, str] = {}
    for row in (*sides[0], *sides[1]):
        task = task_of(row)
        if task not in category:
            category[task] = kind_of(row, by)
    parts: Parts = {}
    for place, of_side in enumerate(rates):
        for task, rate in of_side.items():
            if not paired or task in rates[1 - place]:
                parts.setdefault(category[task], ({}, {}))[place][task] = rate
    return dict(sorted(parts.items()))


def _groups(parts: Parts, of_runs: RunRates, asked: Asked) -> dict[str, Entry]:
    """Return the target within each category, tested together."""
    groups = tested_together(parts, asked.alpha)
    for name, entry in groups.items():
        entry.update(_noise(entry, "", of_runs, parts[name], asked))  # run_std= is of the whole target
        entry.update(_gain(entry, asked.sign(asked.target), asked.alpha))
    return groups


def _of_target(entry: Entry, rates: tuple[Rates, Rates], asked: Asked) -> Entry:
    moves = [rates[1][task] - rate for task, rate in rates[0].items() if task in rates[1]]
    best = 0.0 if asked.sign(asked.target) < 0 else 1.0
    start = entry["mean_a"]
    room = sum(abs(rate - best) > 1e-9 for task, rate in rates[0].items() if task in rates[1])
    missing = entry["gain_verdict"] == "not_measured"
    return {
        "target": asked.target,
        "target_delta": entry["delta"],
        "target_ci95": entry["ci95"],
        "target_verdict": "target_not_measured" if missing else entry["gain_verdict"],
        "run_std": entry["run_std"],
        "noise_band": entry["noise_band"],
        "within_noise": entry["within_noise"],
        "replicated": entry["noise_band"] is not None,
        "ceiling": start is not None and (1 - abs(start - best) >= CEILING or room < LEAST_ROOM),
        "tasks_with_room": room,
        **_sizes(moves, entry, asked),
    }


def _sizes(moves: list[float], entry: Entry, asked: Asked) -> Entry:
    """Return the smallest gain that these tasks can show, and the tasks that would show a change of the size seen."""
    if len(moves) < 2 or entry["delta"] is None:
        return {"detectable_effect": None, "tasks_needed": None}
    alpha, lower = 1 - entry["level_adjusted"], asked.sign(asked.target) < 0
    mean = fsum(moves) / len(moves)
    variance = fsum((move - mean) ** 2 for move in moves) / (len(moves) - 1)
    start = 1 - entry["mean_a"] if lower else entry["mean_a"]
    spread = min(2.0, sqrt(variance)) or None
    effect = detectable_effect(len(moves), start, asked.k, asked.power, alpha, task_std=spread)
    shows = variance > 0 and abs(entry["delta"]) > 1e-9
    needed = size_for(abs(entry["delta"]), variance, asked.power, alpha) if shows else None
    return {"detectable_effect": effect, "tasks_needed": needed}


def _of_others(metrics: Mapping[str, Entry], asked: Asked) -> Entry:
    moved = {name: entry["gain_verdict"] for name, entry in metrics.items() if name != asked.target}
    down = [name for name, verdict in moved.items() if verdict == "moved_the_wrong_way"]
    return {
        "must_not_regress": list(asked.guards),
        "regressions": [name for name in down if name in asked.guards],
        "slipped": [name for name in down if name not in asked.guards],
        "improved": [name for name, verdict in moved.items() if verdict in ("moved", "moved_unreplicated")],
    }


def _of_proxy(metrics: Mapping[str, Entry], rates: Mapping[str, tuple[Rates, Rates]], asked: Asked) -> Entry:
    """Return whether the proxy gained more than the target: one paired test of the difference of their gains."""
    if asked.proxy is None:
        return {"proxy": None, "over_optimized": False}
    entry, (proxy_a, proxy_b), (target_a, target_b) = metrics[asked.proxy], rates[asked.proxy], rates[asked.target]
    tasks = sorted(proxy_a.keys() & proxy_b.keys() & target_a.keys() & target_b.keys())
    up, along = asked.sign(asked.proxy), asked.sign(asked.target)
    gaps = [up * (proxy_b[task] - proxy_a[task]) - along * (target_b[task] - target_a[task]) for task in tasks]
    change = sign_flip(gaps, 1 - asked.alpha) if len(gaps) >= tasks_needed(asked.alpha) else None
    wider = change is not None and change.p_value <= asked.alpha and change.delta > 0
    return {
        "proxy": asked.proxy,
        "proxy_delta": entry["delta"],
        "proxy_ci95": entry["ci95"],
        "proxy_verdict": entry["gain_verdict"],
        "proxy_gap": change and change.delta,
        "proxy_gap_ci95": change and change.interval,
        "proxy_gap_p": change and change.p_value,
        "over_optimized": wider and entry["gain_verdict"] in ("moved", "moved_unreplicated"),
    }


def _headline(found: Mapping[str, Any], asked: Asked) -> tuple[str, str]:
    """Return the verdict in a word or two, and why."""
    verdict, guards = found["target_verdict"], {name: found["metrics"][name]["gain_verdict"] for name in asked.guards}
    unknown = [name for name, said in guards.items() if said in ("insufficient_data", "not_measured")]
    if verdict == "target_not_measured":
        return UNSURE, "the target is not measured on both sides"
    if found["not_comparable"]:
        return VOID, ", ".join(found["not_comparable"])
    if verdict == "moved_the_wrong_way":
        return FAIL, "the target moved the wrong way"
    if found["regressions"]:
        return FAIL, f"{', '.join(found['regressions'])} got worse"
    if found["over_optimized"]:
        return FAIL, "over-optimised: the proxy gained more than the target"
    if verdict == "insufficient_data":
        return UNSURE, f"{plural(found['metrics'][asked.target]['n_used'], 'situation')}: too few for any verdict"
    if verdict == "no_change_detected":
        return SAME, "none detected"
    if verdict == "within_eval_noise":
        return SAME, "within the noise of re-runs"
    if verdict == "moved_unreplicated":
        return UNSURE, f"{_runs_said(found['eval_runs'])}; three give a standard deviation"
    if unknown:
        return UNSURE, f"too little is known of {', '.join(unknown)}"
    return PASS, "moved"


def _runs_said(runs: Mapping[str, int]) -> str:
    before, after = runs["before"], runs["after"]
    return f"{plural(before, 'eval run')} a side" if before == after else f"{before} and {after} eval runs"
