"""Two runs against each other: which one is better, by a test and an interval that agree."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any

from wai_nb.measure.compare.rates import (
    check_level,
    common_k,
    markers_on,
    metric_of,
    metric_words,
    rows_from,
    task_rates,
)
from wai_nb.measure.tallies import check_k
from wai_nb.records.report import Block, Card, Column, Drawn, Facts, Interval, Note, Report, Table
from wai_nb.records.view.wording import ci_text, count, p_value, plural, share
from wai_nb.stats.intervals import Interval as Ends
from wai_nb.stats.paired import sign_flip, tasks_needed
from wai_nb.stats.unpaired import welch

FEWEST_SHARED = 5  # shared tasks from which those of one side only are left out; convention
FEWEST_A_SIDE = 3  # tasks a side from which an unpaired verdict is given; convention
SAME = 1e-9  # rates nearer than this are equal

BETTER, WORSE, NONE, TOO_FEW = "b_better", "a_better", "no_difference_detected", "insufficient_data"
_WORDS = {BETTER: "▲ b is better", WORSE: "▼ a is better", NONE: "≈ No clear change", TOO_FEW: "Cannot tell"}


class Comparison(Drawn, Report):
    """What :func:`compare_runs` returns."""

    def card(self) -> Card:
        """Return what a cell shows: the finding, how many situations moved, the change with its interval."""
        name = metric_words(self["metric"], self["k"])
        kind = ("compare_runs", name, "paired" if self["paired"] else "unpaired")
        blocks = _notes(self)
        if self["delta"] is not None:
            blocks += [_facts(self), _table(self)]
        return Card(kind, _headline(self, name), _sub(self), blocks, _foot(self), _WORDS[self["verdict"]])

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: the change with its interval."""
        return {"change": _table(self)} if self["delta"] is not None else {}


def compare_runs(a: Any, b: Any, *, metric: str = "pass_at_1", k: int | None = None, level: float = 0.95) -> Comparison:
    """Return whether run b is better than run a, judged on the tasks that both have.

    Parameters
    ----------
    a, b
        A run, rows, or a file of rows, each.
    metric
        ``pass_at_1``, ``pass_pow_k``, ``pass_at_k``, or ``marker:<name>`` for a marker on the rows (1 is good).
    k
        Tries that the k-way metrics speak of; by default as many as the asks of both runs have.
    level
        Confidence level of the interval; a verdict needs ``p_value <= 1 - level``.

    Returns
    -------
    Comparison
        ``verdict`` (``b_better``, ``a_better``, ``no_difference_detected``, ``insufficient_data``), ``delta`` (b minus
        a), ``ci95`` (its interval at `level`; leaves out 0 exactly when there is a verdict), ``p_value``, ``mean_a``,
        ``mean_b``, ``paired``, ``n_paired``, ``n_only_a``, ``n_only_b``, ``paired_share`` (of all tasks), ``n_used``,
        ``n_better``, ``n_worse``, ``n_equal`` (paired tasks whose rate is higher, lower, the same in b), ``metric``,
        ``k``, ``level``, ``note``.

    Raises
    ------
    SettingError
        For a metric that is not on the rows, a level or a k out of range.
    RowError
        When there are no rows to be had.

    Notes
    -----
    The task (``scenario_id``, else the prompt) is the unit; several asks of it are averaged. Paired tasks:
    :func:`wai_nb.stats.paired.sign_flip`. With fewer than 5 shared tasks and others beside them the two sides are
    compared as they are: :func:`wai_nb.stats.unpaired.welch`.

    Examples
    --------
    >>> a = [{"prompt": f"ask {i}", "reward": 0} for i in range(6)]
    >>> b = [{"prompt": f"ask {i}", "reward": 1} for i in range(6)]
    >>> found = compare_runs(a, b)
    >>> found["verdict"], found["p_value"], found["n_better"]
    ('b_better', 0.03125, 6)
    """
    tries, sure = check_k(k), check_level(level)
    sides = rows_from(a, "a"), rows_from(b, "b")
    name = metric_of(metric, markers_on([*sides[0], *sides[1]]))
    usual = tries or common_k(*sides)
    rates_a, rates_b = (task_rates(side, name, usual) for side in sides)
    return Comparison({"metric": name, "k": usual, **compared(rates_a, rates_b, sure)})


def compared(rates_a: Mapping[str, float], rates_b: Mapping[str, float], level: float = 0.95) -> dict[str, Any]:
    """Return what is known of two sets of task rates; the keys are those of :func:`compare_runs`."""
    shared = sorted(rates_a.keys() & rates_b.keys())
    only_a, only_b = len(rates_a) - len(shared), len(rates_b) - len(shared)
    paired = len(shared) >= FEWEST_SHARED or bool(shared and not only_a and not only_b)
    used_a = [rates_a[task] for task in shared] if paired else sorted(rates_a.values())
    used_b = [rates_b[task] for task in shared] if paired else sorted(rates_b.values())
    moves = [after - before for before, after in zip(used_a, used_b, strict=True)] if paired else []
    found = {
        "paired": paired,
        "n_paired": len(shared),
        "n_only_a": only_a,
        "n_only_b": only_b,
        "paired_share": len(shared) / (len(shared) + only_a + only_b) if rates_a or rates_b else None,
        "n_used": len(shared) if paired else len(used_a) + len(used_b),
        "n_better": sum(move > SAME for move in moves),
        "n_worse": sum(move < -SAME for move in moves),
        "n_equal": sum(abs(move) <= SAME for move in moves),
        "mean_a": fsum(used_a) / len(used_a) if used_a else None,
        "mean_b": fsum(used_b) / len(used_b) if used_b else None,
        "level": level,
        **_tested(used_a, used_b, moves, level),
    }
    return {**found, "note": _note(found)}


def _tested(used_a: list[float], used_b: list[float], moves: list[float], level: float) -> dict[str, Any]:
    """Return the change, its interval, its p-value and the verdict."""
    if not used_a or not used_b:
        return {"delta": None, "ci95": None, "p_value": None, "verdict": TOO_FEW}
    alpha = 1 - level
    change = sign_flip(moves, level) if moves else welch(used_a, used_b, level)
    enough = len(moves) >= tasks_needed(alpha) if moves else min(len(used_a), len(used_b)) >= FEWEST_A_SIDE
    low, high = change.interval
    inside: Ends = (max(-1.0, low), min(1.0, high))
    return {
        "delta": change.delta,
        "ci95": inside,
        "p_value": change.p_value,
        "verdict": _verdict(change.delta, change.p_value, alpha) if enough else TOO_FEW,
    }


def _verdict(delta: float, p: float, alpha: float) -> str:
    if p > alpha:
        return NONE
    return BETTER if delta > 0 else WORSE


def _note(found: Mapping[str, Any]) -> str:
    if found["mean_a"] is None or found["mean_b"] is None:
        bare = [side for side in "ab" if found[f"mean_{side}"] is None]
        return f"no row of {' and '.join(bare)} has a value of this metric"
    alpha = 1 - found["level"]
    if found["paired"] and found["n_paired"] < tasks_needed(alpha):
        return (
            f"{plural(found['n_paired'], 'situation')} can never reach p <= {alpha:.3g}, even when all change the same "
            f"way; {tasks_needed(alpha)} are needed"
        )
    if not found["paired"]:
        lead = f"unpaired (Welch's t test): {found['n_paired']} situations are on both sides"
        return f"{lead}; an unpaired verdict needs {FEWEST_A_SIDE} a side" if found["verdict"] == TOO_FEW else lead
    left_out = found["n_only_a"] + found["n_only_b"]
    return f"{plural(left_out, 'situation')} of one side only left out" if left_out else ""


def _headline(found: Mapping[str, Any], name: str) -> str:
    if found["delta"] is None:
        return f"Nothing to compare: {found['note']}"
    ends = f"from {share(found['mean_a'])} to {share(found['mean_b'])}"
    if found["verdict"] in (BETTER, WORSE):
        return f"{name} {'rises' if found['delta'] > 0 else 'falls'} {ends} with b"
    if found["verdict"] == TOO_FEW:
        return f"Too few situations to tell whether {name} changes ({ends})"
    return f"No difference detected in {name} ({ends})"


def change_text(found: Mapping[str, Any]) -> str:
    """Return a change with its interval, its p-value and its n, as a sentence without an end."""
    change = ci_text(found["delta"], found["ci95"], signed=True)
    n = plural(found["n_used"], "paired situation" if found["paired"] else "unpaired situation")
    return f"{change}, {p_value(found['p_value'])}, {n}"


def _sub(found: Mapping[str, Any]) -> str:
    if found["delta"] is None:
        return ""
    unclear = " An interval that holds 0 does not say that nothing changed." if found["verdict"] == NONE else ""
    return f"Change {change_text(found)}.{unclear}"


def _notes(found: Mapping[str, Any]) -> list[Block]:
    if not found["note"]:
        return []
    fix = ""
    if found["delta"] is None:
        fix = "data.grade(judge)"
    elif found["n_only_a"] or found["n_only_b"]:
        fix = "b = wai.simulate(agent, tasks=a, ...)"
    elif found["verdict"] == TOO_FEW:
        fix = f"wai.simulate(agent, situations={tasks_needed(1 - found['level'])}, ...)"
    what = found["note"][0].upper() + found["note"][1:]
    return [Note("warning", f"{what}.", "", fix)]


def _facts(found: Mapping[str, Any]) -> Facts:
    if not found["paired"]:
        used = ("situations of a", count(found["n_paired"] + found["n_only_a"]))
        return Facts([used, ("situations of b", count(found["n_paired"] + found["n_only_b"]))])
    names = ("better in b", "worse in b", "the same")
    figures = (count(found[key]) for key in ("n_better", "n_worse", "n_equal"))
    return Facts([("paired situations", count(found["n_paired"])), *zip(names, figures, strict=True)])


def axis_of(*ends: Ends | None) -> tuple[float, float]:
    """Return an axis around 0 that holds all the intervals.

    Examples
    --------
    >>> axis_of((-0.02, 0.14), None), axis_of((0.3, 0.9))
    ((-0.2, 0.2), (-1, 1))
    """
    widest = max((abs(end) for pair in ends if pair for end in pair), default=1.0)
    wide = next((step for step in (0.05, 0.1, 0.2, 0.5) if widest <= step), 1)
    return -wide, wide


def _table(found: Mapping[str, Any]) -> Table:
    sure = f"{found['level']:.0%}" if round(found["level"] * 100, 6).is_integer() else f"{found['level']:.1%}"
    caption = f"Change from a to b, {sure} interval over {plural(found['n_used'], 'situation')}"
    look = {BETTER: "", WORSE: "bad"}.get(found["verdict"], "mute")
    columns = [Column("measure"), Column("a", "number"), Column("b", "number"), Column("change", "number")]
    columns += [Column("", "interval", axis=axis_of(found["ci95"])), Column("p", "number")]
    line = [
        metric_words(found["metric"], found["k"]),
        share(found["mean_a"]),
        share(found["mean_b"]),
        ci_text(found["delta"], found["ci95"], signed=True),
        Interval(found["delta"], found["ci95"][0], found["ci95"][1], look=look),
        p_value(found["p_value"]).removeprefix("p ").removeprefix("= "),
    ]
    return Table(caption, columns, [line])


def _foot(found: Mapping[str, Any]) -> str:
    if found["delta"] is None:
        return ""
    if not found["paired"]:
        return "Welch's t test on the rates of the situations, one pass and one fail added to each side."
    return "Exact sign-flip test over situations; the interval leaves out 0 exactly when the test finds a change."
