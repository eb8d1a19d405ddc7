"""The gate of a CI run: does the agent reach its floor, and did the run really try anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import isfinite
from typing import Any

from wai_nb.errors import SettingError, one_of, shown
from wai_nb.measure.coverage.hollow import hollow
from wai_nb.measure.coverage.warnings import coverage_warnings
from wai_nb.measure.passk import pass_at
from wai_nb.records.report import Bars, Block, Card, Column, Drawn, Interval, Note, Report, Table
from wai_nb.records.rows import Rows, checked_rows, verdict_of
from wai_nb.records.tools import to_tools
from wai_nb.records.view.wording import ci_text, count, interval, plural, share
from wai_nb.records.warnings import Advice

FLOOR = 0.9  # convention: nine in ten
MIN_GRADED = 0.8  # convention: where a judge fails on every fifth row, its verdicts on the others prove little
PASSES, UNDER, HOLLOW = 0, 1, 2  # exit codes
SLACK = 1e-9  # a mean of fractions may miss its own value by a rounding
METRICS = {"pass_at_1": "ci95", "pass_pow_k": "pass_pow_k_ci95", "pass_at_k": "pass_at_k_ci95"}
COMPARED = {"point": "the estimate", "lower": "the low end of its interval"}
WORDS = {PASSES: "passes", UNDER: "under the floor", HOLLOW: "refused"}
SIGNS = {PASSES: "✓ Passes", UNDER: "✗ Under the floor", HOLLOW: "! Refused"}


class Gate(Drawn, Report):
    """What :func:`gate` returns: a dict with the decision, shown as a card; its keys are attributes too."""

    def lines(self) -> list[str]:
        """Return what a build log prints: the decision first, then what to know about it."""
        first = f"gate: {WORDS[self['exit_code']]} (exit code {self['exit_code']}): {self['reason']}"
        n = f"{plural(self['n_tasks'], 'situation')}, {plural(self['n_groups'], 'ask')}"
        graded = f"{count(self['n_graded'])} of {plural(self['n_rows'], 'row')} with a verdict of 0 or 1"
        counts = [f"{count(self[key])} {word}" for key, word in _UNGRADED.items() if self[key]]
        rest = f" ({', '.join(counts)})" if counts else ""
        second = f"{self._measure()} over {n}; {graded}{rest}"
        return [first, second, *(f"! {advice}" for advice in self["warnings"])]

    def card(self) -> Card:
        """Return what a cell shows: the decision, its reason, the estimate beside the floor."""
        notes: list[Block] = [Note("warning", advice.what, advice.why, advice.fix) for advice in self["warnings"]]
        table = [self._table()] if self["value"] is not None else []
        return Card(
            kind=("gate", self["metric"], f"floor {share(self['floor'])}"),
            headline=self["reason"],
            sub=self.lines()[1],
            blocks=[*notes, *table],
            foot=f"Exit code {self['exit_code']}: 0 passes, 1 is under the floor, 2 refuses to decide.",
            verdict=SIGNS[self["exit_code"]],
        )

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: ``gate``, the estimate with its interval, the floor beside it."""
        if self["value"] is None:
            return {}
        rows = [(_title(self), self["value"], share(self["value"])), ("floor", self["floor"], share(self["floor"]))]
        return {"gate": Bars("The estimate and its floor", rows)}

    def _measure(self) -> str:
        why = "one situation" if self["value"] is not None else "nothing to measure"
        return f"{_title(self)} {ci_text(self['value'], self['ci95'], why)}"

    def _table(self) -> Table:
        low, high = self["ci95"] or (None, None)
        drawn = Interval(self["value"], low, high, naive=self["floor"])
        ends = interval(self["ci95"]) if self["ci95"] else "none: one situation"
        columns = [Column("measure"), Column("estimate", "number"), Column("95% interval", "number")]
        columns += [Column("floor", "number"), Column("● estimate ○ floor", "interval"), Column("", "glyph")]
        line = [_title(self), share(self["value"]), ends, share(self["floor"]), drawn, SIGNS[self["exit_code"]]]
        return Table(f"The floor, compared with {COMPARED[self['by']]}", columns, [line])


_UNGRADED = {"n_unread": "unread", "n_ungraded": "never judged", "n_partial": "partial"}


def gate(
    scored: Any,
    floor: float = FLOOR,
    *,
    metric: str = "pass_at_1",
    k: int | None = None,
    by: str = "point",
    tools: Any = None,
    min_graded: float = MIN_GRADED,
) -> Gate:
    """Return whether graded rows reach a floor, and whether they prove anything: the decision of a CI run.

    Parameters
    ----------
    scored
        A graded run, or its rows.
    floor
        What `metric` must reach, a share above 0 and up to 1.
    metric : {"pass_at_1", "pass_pow_k", "pass_at_k"}
        What is held against the floor, see :func:`wai_nb.pass_at`.
    k
        Tries that the k-way metrics speak of, as for :func:`wai_nb.pass_at`.
    by : {"point", "lower"}
        Compare the estimate, or the low end of its 95% interval. The low end asks for proof: 12 of 12 situations
        pass a floor of 0.9 by the estimate, and not by a low end of 0.76.
    tools
        The agent's tools; those of the run where it has them. A run that calls none of them is hollow.
    min_graded
        The share of rows that must have a verdict of 0 or 1.

    Returns
    -------
    Gate
        ``ok``, ``exit_code`` (0 passes, 1 under the floor, 2 refused: hollow, or no way to tell), ``reason``,
        ``hollow`` (why nothing was really tried, else empty), ``metric``, ``by``, ``value``, ``ci95``, ``floor``,
        ``k``, ``n_rows``, ``n_graded``, ``n_unread``, ``n_ungraded``, ``n_partial`` (they add up to the rows),
        ``n_groups`` (asks), ``n_tasks`` (situations), ``if_all_failed`` (pass@1 were every row without a verdict of
        0 or 1 a fail) and ``warnings``. ``lines()`` are what a build log prints.

    Raises
    ------
    SettingError
        For a floor or a share outside its range, an unknown metric or comparison, or a k below 1.

    Examples
    --------
    >>> rows = [{"prompt": f"ask {n}", "final_text": "done", "reward": int(n > 0)} for n in range(20)]
    >>> gate(rows, floor=0.9).exit_code, gate(rows, floor=0.9, by="lower").exit_code, gate([]).exit_code
    (0, 1, 2)
    """
    _check(floor, metric, by, min_graded)
    rows = checked_rows(scored, "scored")
    known = to_tools(tools if tools is not None else getattr(scored, "tools", None))
    measured = pass_at(rows, k=k)
    kinds = Counter(map(verdict_of, rows))
    scorable = kinds["pass"] + kinds["fail"]
    found = Gate(
        floor=float(floor),
        metric=metric,
        by=by,
        value=measured[metric],
        ci95=measured[METRICS[metric]],
        k=measured["k"],
        hollow=hollow(rows, [tool.name for tool in known]) or _too_few(kinds, len(rows), min_graded),
        n_rows=len(rows),
        n_graded=scorable,
        n_unread=kinds["unread"],
        n_ungraded=kinds["ungraded"],
        n_partial=kinds["partial"],
        n_groups=measured["n_groups"],
        n_tasks=measured["n_tasks"],
        if_all_failed=measured["pass_at_1"] if scorable == len(rows) else _if_all_failed(rows),
    )
    found["exit_code"], found["reason"] = _decision(found)
    found["ok"] = found["exit_code"] == PASSES
    found["warnings"] = [*_of_gaps(found), *coverage_warnings(rows, known)]
    return found


def _decision(found: Mapping[str, Any]) -> tuple[int, str]:
    if found["hollow"]:
        return HOLLOW, f"the run is hollow: {found['hollow']}"
    title, floor = _title(found), share(found["floor"], 4).rstrip("0") if found["floor"] < 1 else "1"
    if found["value"] is None:
        return HOLLOW, f"{title} cannot be told: no ask has {count(found['k'])} tries with a verdict"
    if found["by"] == "lower" and found["ci95"] is None:
        return HOLLOW, f"{title} has no interval, so no low end: there is only one situation"
    held = found["value"] if found["by"] == "point" else found["ci95"][0]
    what = f"{title} {_exact(held)}" if found["by"] == "point" else f"the low end of {title}, {_exact(held)},"
    if held >= found["floor"] - SLACK:
        return PASSES, f"{what} reaches the floor of {floor}"
    return UNDER, f"{what} is under the floor of {floor}"


def _exact(value: float) -> str:
    """Return a share with as many digits as keep 0.8996 from being printed as 0.90."""
    return share(value, 4).rstrip("0").ljust(4, "0") if 0 < value < 1 else share(value)


def _too_few(kinds: Counter[str], n_rows: int, min_graded: float) -> str:
    graded = kinds["pass"] + kinds["fail"]
    if graded >= min_graded * n_rows - SLACK:
        return ""
    return f"only {count(graded)} of {plural(n_rows, 'row')} have a verdict of 0 or 1, under min_graded={min_graded:g}"


def _if_all_failed(rows: Rows) -> float | None:
    """Return pass@1 were every row without a verdict of 0 or 1 a fail."""
    scored = [row if verdict_of(row) in ("pass", "fail") else {**row, "reward": 0} for row in rows]
    value: float | None = pass_at(scored)["pass_at_1"]
    return value


def _of_gaps(found: Mapping[str, Any]) -> list[Advice]:
    """Return what is to be said of rows without a verdict, and of a decision that the interval does not back."""
    advice = []
    missing = found["n_rows"] - found["n_graded"]
    if missing and not found["n_graded"]:
        advice.append(Advice("Nothing is judged.", "A pass rate needs verdicts of 0 or 1.", "data.grade(judge)"))
    elif missing:
        what = f"{count(missing)} of {plural(found['n_rows'], 'row')} have no verdict of 0 or 1."
        why = f"Were they all fails, pass@1 would be {share(found['if_all_failed'])}."
        advice.append(Advice(what, why, "scored.unjudged()" if not found["n_partial"] else "scored.partials()"))
    if found["exit_code"] == PASSES and found["by"] == "point" and found["ci95"] and found["ci95"][0] < found["floor"]:
        what = f"The interval reaches below the floor, to {share(found['ci95'][0])}."
        why = f"{plural(found['n_tasks'], 'situation')} do not prove {share(found['floor'])}: play more, or ask for it."
        advice.append(Advice(what, why, 'wai.gate(scored, floor, by="lower")'))
    return advice


def _title(found: Mapping[str, Any]) -> str:
    return {"pass_at_1": "pass@1", "pass_pow_k": f"pass^{found['k']}", "pass_at_k": f"pass@{found['k']}"}[
        found["metric"]
    ]


def _check(floor: object, metric: object, by: object, min_graded: object) -> None:
    for name, value in (("floor", floor), ("min_graded", min_graded)):
        number = isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
        if not number or not 0 < value <= 1:  # type: ignore[operator]
            hint = f" Did you mean {value / 100:g}?" if number and 1 < value <= 100 else ""  # type: ignore[operator]
            raise SettingError(f"{name}={shown(value)} is not a share above 0 and up to 1.{hint}")
    if metric not in METRICS:
        raise one_of("metric", metric, METRICS)
    if by not in COMPARED:
        raise one_of("by", by, COMPARED)
