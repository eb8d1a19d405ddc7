"""A grader beside the loop: rows are judged as they land, never in front of the rollouts."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from math import fsum
from typing import Any

from wai_nb.engine.settings import Settings
from wai_nb.errors import SettingError
from wai_nb.grade.bench import INTERRUPTED, Bench, Judge
from wai_nb.grade.contract import fields_of, find_judge, judge_name, stamp_of, with_verdict
from wai_nb.grade.options import Grading
from wai_nb.grade.verdict import Verdict
from wai_nb.records.rows import Row, ask_of, label_of, task_of
from wai_nb.records.tools import Tool
from wai_nb.records.verdicts import Key, VerdictFile, joined, key_of, verdicts_path
from wai_nb.records.view.wording import ci_text, plural
from wai_nb.stats.intervals import clustered

ASK_AGAIN = ("error", "timeout")  # statuses of an earlier call that are no word on the row


class Beside:
    """Judges the rows of a run while it goes on; the plan does not see the verdicts.

    Parameters
    ----------
    judge
        Called on hands of its own, as many at once as there are rollouts at once.
    settings
        Of the run: concurrency, time limit of a call, checkpoint.

    Attributes
    ----------
    name
        Of the judge.
    ended
        Whether every row has its verdict, or nobody waits for it any more.
    """

    def __init__(self, judge: Judge, settings: Settings) -> None:
        self.name = judge_name(judge)
        self._stamp = stamp_of(judge, Grading.read({}))
        self._bench = Bench(judge, concurrency=settings.concurrency, timeout=settings.timeout)
        self._file = None if settings.checkpoint is None else VerdictFile(verdicts_path(settings.checkpoint))
        self._rows: dict[Key, Row] = {}  # asked about in this call
        self._graded: dict[Key, Row] = {}
        self._scored: dict[str, tuple[str, int, int]] = {}  # ask -> its situation, tries and passes
        self._failure: BaseException | None = None
        self.ended = False
        self._thread = threading.Thread(target=self._work, name="wai-grading", daemon=True)
        self._thread.start()

    def take(self, row: Row) -> None:
        """Have a row judged that has just landed; returns at once."""
        key = key_of(row)
        self._rows[key] = dict(row)  # the run may still mark its own
        self._bench.put([(key, self._rows[key])])

    def finish(self, rows: Iterable[Row]) -> None:
        """Have the rows judged that an earlier call left without a verdict, and wait for the last one."""
        for row in joined(rows, self._known()):
            if key_of(row) not in self._rows and not row.get("judge_status"):
                self.take(row)
        self._bench.close()
        self._thread.join()
        self.ended = True
        if self._file is not None:
            self._file.close()
        if self._failure is not None:
            raise self._failure

    def interrupt(self) -> None:
        """Wait for no verdict any more."""
        self._bench.interrupt()

    def graded(self, rows: list[Row], *, ended: bool) -> list[Row]:
        """Return the rows with the verdicts so far; when it has ended, a row without one says why."""
        known = joined(rows, self._known())
        return [self._with_own(row, ended) for row in known]

    def rate(self) -> str:
        """Return the pass rate of the verdicts so far, with its interval over situations; empty before the first."""
        groups: dict[str, list[float]] = {}
        scored = dict(self._scored)  # the run may still add to its own
        for task, tries, passed in scored.values():
            groups.setdefault(task, []).append(passed / tries)
        if not groups:
            return ""
        rates = [rate for cluster in groups.values() for rate in cluster]
        bounds = clustered(groups, sum(tries for _, tries, _ in scored.values()))
        return f"pass rate so far {ci_text(fsum(rates) / len(rates), bounds)} over {plural(len(scored), 'ask')} judged"

    def _with_own(self, row: Row, ended: bool) -> Row:
        own = self._graded.get(key_of(row))
        if own is not None:  # the row may have been marked since (group_cut)
            return {**own, **{name: value for name, value in row.items() if name not in own}}
        if row.get("judge_status") or not ended:
            return row
        return with_verdict(row, fields_of(INTERRUPTED, self._stamp))

    def _known(self) -> Mapping[Key, Mapping[str, Any]]:
        """Return the verdicts of earlier calls by this judge; a call that failed then is asked again."""
        known = {} if self._file is None else self._file.known
        return {
            key: line
            for key, line in known.items()
            if line.get("judge_name") == self.name and line.get("judge_status") not in ASK_AGAIN
        }

    def _work(self) -> None:
        try:
            for key, verdict in self._bench.verdicts():
                self._enter(key, verdict)
        except BaseException as error:  # a full disk: told at the end, as for the checkpoint
            self._failure = error

    def _enter(self, key: Key, verdict: Verdict) -> None:
        row = with_verdict(self._rows[key], fields_of(verdict, self._stamp))
        self._graded[key] = row
        label = label_of(row)
        if label is not None:
            task, tries, passed = self._scored.get(ask_of(row), (task_of(row), 0, 0))
            self._scored[ask_of(row)] = (task, tries + 1, passed + label)
        if self._file is not None and verdict.status != "interrupted":
            self._file.add(row)


def verdict_counts(rows: Iterable[Row]) -> dict[str, int]:
    """Return how many verdicts there are of each status."""
    return dict(Counter(str(row["judge_status"]) for row in rows if row.get("judge_status")))


def grader_of(settings: Settings, tools: tuple[Tool, ...]) -> Judge | None:
    """Return the judge that a run asks, or None.

    Raises
    ------
    SettingError, ArgumentError
        Before anything is spent: ``grade=True`` without a model, a name that is no judge, two graders.
    """
    wanted, grader = settings.grade, settings.grader
    if wanted is False:
        return None if grader is None else find_judge(grader, tools, settings.system_prompt, name="grader")
    if wanted is True:
        raise SettingError(
            "grade=True asks a model to judge by a rubric, and no model is configured. Nothing was spent. "
            "Fix: grader=my_judge (a function row -> 0 or 1), grade='conduct', or data.grade(my_judge) afterwards."
        )
    if grader is not None:
        raise SettingError(f"grade={wanted!r} and grader= both grade the rows: give one of them.")
    return find_judge(wanted, tools, settings.system_prompt, name="grade")
