"""Grade rows: any judge, one path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from wai_nb.errors import one_of
from wai_nb.grade.bench import Judge as Judge
from wai_nb.grade.bench import verdicts_on
from wai_nb.grade.conduct import Conduct
from wai_nb.grade.options import Grading, check_judge
from wai_nb.grade.verdict import Verdict
from wai_nb.records.dataset import ScoredData, SimulationData, load
from wai_nb.records.rows import Row, Rows, checked_rows, rollout_of
from wai_nb.records.tools import to_tools
from wai_nb.records.view.wording import plural
from wai_nb.records.warnings import Advice

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wai_nb.grade.options import GradeOptions

BUILT_IN = ("conduct",)
_UNREAD = "The judge gave no verdict on"  # how the warning of a pass begins; a second pass replaces it


def grade(rows: Any, judge: Judge | str | None = None, **options: Unpack[GradeOptions]) -> Rows:
    """Return copies of the rows with the judge's verdicts on them.

    Parameters
    ----------
    rows
        Row dicts, a run, or the path of a file of rows.
    judge
        Called with one row (a copy, so it may do as it likes; without the answer key ``privileged``, unless it
        has an attribute ``use_privileged`` that is true), sync or async. It returns a number or
        bool in [0, 1], or ``{"reward": ..., "reason": ..., "markers": {...}}``. ``"conduct"`` is the built-in
        check of what the agent did, see :class:`wai_nb.grade.conduct.Conduct`.
    **options
        ``name``: name of the judge on the rows; its own by default.
        ``run_id``: id of this scoring pass (``lineage.scoring_run_id``); a fresh one by default.
        ``scale``: (lowest, highest) rating of a judge that rates; its number (or ``rating``) is mapped to [0, 1].
        ``concurrency``: calls at once. By default 8 for async judges and models; an ordinary function is called
        in your own thread, one row after another.
        ``timeout``: seconds that one call may take; a judge that is stuck is left behind. None is no limit.
        ``tools``: what the agent had, for ``"conduct"``; those of the run by default.

    Returns
    -------
    Rows
        In the order given, with ``reward`` (None when there is no verdict), ``judge_status`` (ok, error, timeout,
        interrupted, missing_reward, invalid_result), ``reason``, ``judge_name``, ``label_source``, ``judge_meta``,
        ``markers`` (the judge's win), ``failure_class``, and in ``lineage``: ``scoring_run_id``, ``source``,
        ``judge``, ``parent`` (the rollout), ``prior_scoring_run_id``. A judge that raises costs its one row the
        verdict, never the others; a verdict of an earlier pass is never left in place.

    Raises
    ------
    ArgumentError
        When the judge cannot be called.
    SettingError
        For a dial outside its range.

    Examples
    --------
    >>> [row] = grade([{"prompt": "Hi", "steps": [], "final_text": "Hello"}], lambda row: row["final_text"] == "Hello")
    >>> row["reward"], row["judge_status"]
    (1, 'ok')
    """
    return score(rows, judge, Grading.read(options)).trajectories


def run_judge(rows: Any, judge: Judge | str | None = None, **options: Unpack[GradeOptions]) -> ScoredData:
    """Do what :func:`grade` does and return it as a graded run.

    Returns
    -------
    ScoredData
        ``pass_at``, ``passes()``, ``failures()``, ``unjudged()``, ``select()``; a run's tools, policy and
        warnings stay with it.

    Examples
    --------
    >>> scored = run_judge([{"prompt": "Hi", "steps": [], "final_text": "Hello"}], lambda row: 1, run_id="first")
    >>> scored.rows[0]["lineage"]["scoring_run_id"], len(scored.passes())
    ('first', 1)
    """
    return score(rows, judge, Grading.read(options))


def score(rows: Any, judge: Judge | str | None, grading: Grading, source: str = "grade") -> ScoredData:
    """Return the rows as a graded run; `source` is what their lineage says, ``grade`` or ``eval``."""
    data = as_run(rows)
    asked = find_judge(judge, data.tools if grading.tools is None else grading.tools, data.system_prompt)
    stamp = stamp_of(asked, grading, source)
    verdicts = verdicts_on(
        data.trajectories, asked, concurrency=grading.concurrency, timeout=grading.timeout, scale=grading.scale
    )
    graded = [with_verdict(row, fields_of(v, stamp)) for row, v in zip(data.trajectories, verdicts, strict=True)]
    return as_scored(data, graded)


def as_run(rows: Any) -> SimulationData:
    """Return a run for whatever holds rows: a run, a list of rows, a file."""
    if isinstance(rows, (str, PathLike)):
        return load(rows)
    if isinstance(rows, SimulationData):
        return rows
    policy = getattr(rows, "system_prompt", "")
    return SimulationData(checked_rows(rows), tools=getattr(rows, "tools", ()), system_prompt=policy)


def as_scored(data: SimulationData, graded: list[Row]) -> ScoredData:
    """Return a run with graded rows in place of its own, and a warning where verdicts are missing."""
    kept = data.circumstances()
    kept["warnings"] = [advice for advice in data.warnings if not advice.startswith(_UNREAD)] + unread_advice(graded)
    return ScoredData(graded, **kept)


def find_judge(judge: Judge | str | None, tools: Any = (), policy: str = "", name: str = "judge") -> Judge:
    """Return the judge, or the built-in one of that name.

    Raises
    ------
    ArgumentError, SettingError
        When there is no such judge, or it cannot be called with a row.
    """
    if isinstance(judge, str):
        if judge not in BUILT_IN:
            raise one_of(name, judge, BUILT_IN)
        return Conduct(to_tools(tools), policy)
    check_judge(judge, name)
    assert judge is not None  # check_judge has looked
    return judge


def judge_name(judge: Judge) -> str:
    """Return the name that rows carry as ``judge_name``."""
    name = getattr(judge, "name", None) or getattr(judge, "__name__", None) or type(judge).__name__
    return "lambda_judge" if name == "<lambda>" else str(name)


def stamp_of(judge: Judge, grading: Grading, source: str = "grade") -> dict[str, Any]:
    """Return what every verdict of a pass says of the judge."""
    kind = getattr(judge, "kind", None)
    about = {"scorer_kind": kind, "model": getattr(judge, "model", None), "version": getattr(judge, "version", None)}
    known = {key: value for key, value in about.items() if isinstance(value, str) and value}
    lineage = {"judge": grading.name or judge_name(judge), "scoring_run_id": grading.run_id, "source": source}
    if "model" in known:
        lineage["model"] = known["model"]
    if "version" in known:
        lineage["judge_version"] = known.pop("version")
    label_source = getattr(judge, "label_source", None) or known.get("scorer_kind") or "judge"
    return {"label_source": label_source, "meta": known, "lineage": lineage}


def fields_of(verdict: Verdict, stamp: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a verdict writes on its row."""
    fields: dict[str, Any] = {
        "reward": verdict.reward,
        "reason": verdict.reason,
        "judge_status": verdict.status,
        "judge_name": stamp["lineage"]["judge"],
        "label_source": stamp["label_source"],
        "lineage": dict(stamp["lineage"]),
    }
    meta = {**stamp["meta"], **verdict.meta}
    optional = {"judge_meta": meta, "markers": dict(verdict.markers), "failure_class": verdict.failure_class}
    return {**fields, **{name: value for name, value in optional.items() if value}}


def with_verdict(row: Row, fields: Mapping[str, Any]) -> Row:
    """Return a copy of a row with a verdict on it; nothing of an earlier verdict is left but markers and its id."""
    kept = {name: value for name, value in row.items() if name not in ("judge_meta", "failure_class")}
    lineage = row["lineage"] if isinstance(row.get("lineage"), dict) else {}
    earlier = lineage.get("scoring_run_id")
    pass_of = {"scoring_run_id", "prior_scoring_run_id", "source", "judge", "model", "judge_version", "parent"}
    history = {"prior_scoring_run_id": earlier} if earlier and earlier != fields["lineage"]["scoring_run_id"] else {}
    whence = {name: value for name, value in lineage.items() if name not in pass_of}
    graded = {**kept, **fields, "lineage": {**whence, **fields["lineage"], "parent": rollout_of(row), **history}}
    if isinstance(row.get("markers"), dict):
        graded["markers"] = {**row["markers"], **fields.get("markers", {})}
    return graded


def unread_advice(rows: list[Row]) -> list[Advice]:
    """Return the warning of a pass in which rows got no verdict, or nothing."""
    statuses = Counter(str(row.get("judge_status")) for row in rows if row.get("reward") is None)
    if not statuses:
        return []
    missing = sum(statuses.values())
    parts = ", ".join(f"{n} {status.replace('_', ' ')}" for status, n in statuses.items())
    what = f"{_UNREAD} {missing:,} of {plural(len(rows), 'row')} ({parts})."
    first = next(row for row in rows if row.get("reward") is None)
    return [Advice(what, f"The first: {first.get('reason') or 'no reason given'}.", "scored.unjudged()")]
