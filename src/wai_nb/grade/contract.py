"""Grade rows: any judge, one path."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Iterable
from typing import Any
from uuid import uuid4

from wai_nb.errors import ArgumentError, shown
from wai_nb.grade.verdict import Verdict, read_verdict
from wai_nb.records.rows import Row, Rows, checked_rows

Judge = Callable[[Row], Any]


def grade(rows: Any, judge: Judge, *, name: str | None = None, run_id: str | None = None) -> Rows:
    """Return copies of the rows with the judge's verdicts on them.

    Parameters
    ----------
    rows
        Row dicts, or a run.
    judge
        Called with one row (a copy, so it may do as it likes; without the answer key ``privileged``, unless it
        has an attribute ``use_privileged`` that is true), sync or async. It returns a number or
        bool in [0, 1], or ``{"reward": ..., "reason": ..., "markers": {...}}``.
    name
        Name of the judge on the rows; the function's own by default.
    run_id
        Id of this scoring pass on the rows (``lineage.scoring_run_id``); a fresh one by default.

    Returns
    -------
    Rows
        With ``reward`` (None when there is no verdict), ``judge_status``, ``reason``, ``judge_name`` and
        ``markers``. A judge that raises costs its one row the verdict, never the others.

    Raises
    ------
    ArgumentError
        When the judge cannot be called.

    Examples
    --------
    >>> [row] = grade([{"prompt": "Hi", "steps": [], "final_text": "Hello"}], lambda row: row["final_text"] == "Hello")
    >>> row["reward"], row["judge_status"]
    (1, 'ok')
    """
    if isinstance(judge, type) or not callable(judge):
        raise ArgumentError(
            f"judge={shown(judge)} cannot grade. A judge is a function row -> 0 or 1, or row -> {{'reward': 0 or 1, "
            "'reason': ...}."
        )
    kept = checked_rows(rows)
    stamp = {"judge": name or judge_name(judge), "scoring_run_id": run_id or uuid4().hex[:12], "source": "grade"}
    verdicts = _verdicts(kept, judge)
    return Rows(_graded(row, verdict, stamp) for row, verdict in zip(kept, verdicts, strict=True))


def judge_name(judge: Judge) -> str:
    """Return the name that rows carry as ``judge_name``."""
    name = getattr(judge, "name", None) or getattr(judge, "__name__", None) or type(judge).__name__
    return "lambda_judge" if name == "<lambda>" else str(name)


def _graded(row: Row, verdict: Verdict, stamp: dict[str, str]) -> Row:
    graded: Row = {
        **row,
        "reward": verdict.reward,
        "reason": verdict.reason,
        "judge_status": verdict.status,
        "judge_name": stamp["judge"],
        "lineage": {**row.get("lineage", {}), **stamp},
    }
    if verdict.markers:
        graded["markers"] = {**row.get("markers", {}), **verdict.markers}
    if verdict.meta:
        graded["judge_meta"] = dict(verdict.meta)
    return graded


def _verdicts(rows: Rows, judge: Judge) -> list[Verdict]:
    verdicts = [_ask(judge, row) for row in rows]
    waiting = [place for place, verdict in enumerate(verdicts) if inspect.isawaitable(verdict)]
    if waiting:
        for place, verdict in zip(waiting, _awaited([verdicts[place] for place in waiting]), strict=True):
            verdicts[place] = verdict
    return verdicts


def _ask(judge: Judge, row: Row) -> Any:
    """Return the verdict on one row, or the awaitable that will give the judge's answer."""
    may_see = getattr(judge, "use_privileged", False)
    try:
        returned = judge({name: value for name, value in row.items() if may_see or name != "privileged"})
    except Exception as error:
        return _failed(error)
    return returned if inspect.isawaitable(returned) else read_verdict(returned)


def _failed(error: Exception) -> Verdict:
    text = f"{type(error).__name__}: {error}"
    return Verdict(None, "error", text if len(text) <= 300 else text[:299] + "…")


def _awaited(answers: Iterable[Any]) -> list[Verdict]:
    """Wait for async judges on an event loop of our own, so it works inside a running one too."""

    async def one(answer: Any) -> Verdict:
        try:
            return read_verdict(await answer)
        except Exception as error:
            return _failed(error)

    async def everything() -> list[Verdict]:
        return list(await asyncio.gather(*(one(answer) for answer in answers)))

    results: list[Verdict] = []
    thread = threading.Thread(target=lambda: results.extend(asyncio.run(everything())), name="wai-judges", daemon=True)
    thread.start()
    thread.join()
    return results
