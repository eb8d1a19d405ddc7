"""Ask a judge about rows: some at once, none longer than its time, verdicts as they come."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from queue import Empty
from typing import Any

from wai_nb.grade.verdict import Scale, Verdict, failed, read_verdict
from wai_nb.play.agents import is_async
from wai_nb.play.workers import LoopWorkers, ThreadWorkers, Workers
from wai_nb.records.rows import Row, Rows

Judge = Callable[[Row], Any]
AT_ONCE = 8  # calls of a judge that waits for something else; the documents' default
LONGEST_WAIT = 0.5  # seconds between two looks at the clock; convention


@dataclass(frozen=True)
class Question:
    """One row that waits for its verdict."""

    key: Any
    row: Row


class Bench:
    """Judges rows that may come at any time, on hands of its own.

    A call that takes longer than `timeout` is given up: its row has no verdict, the status says so, and
    another hand takes over. What the stuck call returns later is not read.

    Parameters
    ----------
    judge
        Sync (called on threads) or async (called on one event loop).
    concurrency
        Calls at once.
    timeout
        Seconds that one call may take; None is no limit.
    scale
        See :func:`wai_nb.grade.verdict.read_verdict`.
    """

    def __init__(self, judge: Judge, *, concurrency: int, timeout: float | None, scale: Scale | None = None) -> None:
        self._judge = judge
        self._scale = scale
        self._concurrency = concurrency
        self._timeout = timeout
        self._waiting: deque[Question] = deque()
        self._running: dict[Any, Question] = {}
        self._deadlines: deque[tuple[float, Question]] = deque()
        self._closed = False
        self._interrupted = False
        self._hands: Workers
        if is_async(judge):
            self._hands = LoopWorkers(self._aplay, name="wai-judges")
        else:
            self._hands = ThreadWorkers(self._play, concurrency, name="wai-judge")

    def put(self, rows: Iterable[tuple[Any, Row]]) -> None:
        """Add rows by key; may be called from any thread. No two rows have one key."""
        self._waiting.extend(Question(key, row) for key, row in rows)
        self._wake()

    def close(self) -> None:
        """Say that no more rows come; :meth:`verdicts` ends with the last verdict."""
        self._closed = True
        self._wake()

    def interrupt(self) -> None:
        """End now; rows without a verdict stay without one."""
        self._interrupted = True
        self._wake()

    def verdicts(self) -> Iterator[tuple[Any, Verdict]]:
        """Yield key and verdict, in the order in which verdicts come, until the bench is closed and empty."""
        try:
            while not self._interrupted and not (self._closed and not self._waiting and not self._running):
                self._start()
                yield from self._take()
        finally:
            self._hands.close()

    def _wake(self) -> None:
        self._hands.finished.put((None, None))

    def _start(self) -> None:
        while self._waiting and len(self._running) < self._concurrency:
            question = self._waiting.popleft()
            self._running[question.key] = question
            if self._timeout is not None:
                self._deadlines.append((time.monotonic() + self._timeout, question))
            self._hands.start(question)

    def _take(self) -> list[tuple[Any, Verdict]]:
        try:
            question, verdict = self._hands.finished.get(timeout=self._patience())
        except Empty:
            return self._give_up()
        if question is not None and self._running.pop(question.key, None) is not None:
            return [(question.key, verdict)]
        return []

    def _patience(self) -> float:
        while self._deadlines and self._deadlines[0][1].key not in self._running:
            self._deadlines.popleft()
        if not self._deadlines:
            return LONGEST_WAIT
        return min(LONGEST_WAIT, max(0.0, self._deadlines[0][0] - time.monotonic()))

    def _give_up(self) -> list[tuple[Any, Verdict]]:
        late = []
        while self._deadlines and self._deadlines[0][0] <= time.monotonic():
            _, question = self._deadlines.popleft()
            if self._running.pop(question.key, None) is not None:
                self._hands.give_up(question)
                late.append((question.key, self._too_late()))
        return late

    def _too_late(self) -> Verdict:
        text = f"the judge took longer than timeout={self._timeout:g} seconds"
        return Verdict(None, "timeout", text, meta={"error": f"TimeoutError: {text}"})

    def _play(self, question: Question) -> Verdict:
        verdict: Verdict = self._safely(lambda: _answered(ask(self._judge, question.row, self._scale), self._scale))
        return verdict

    async def _aplay(self, question: Question) -> Verdict:
        asked = self._safely(lambda: ask(self._judge, question.row, self._scale))
        verdict: Verdict = await finish(asked, self._scale) if inspect.isawaitable(asked) else asked
        return verdict

    def _safely(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except KeyboardInterrupt:  # raised by the judge itself: a hand must not die of it
            self.interrupt()
            return INTERRUPTED


INTERRUPTED = Verdict(None, "interrupted", "the grading was interrupted")


def ask(judge: Judge, row: Row, scale: Scale | None = None) -> Any:
    """Return the verdict on one row, or the awaitable that will give the judge's answer.

    The judge gets a copy, without the answer key unless it asks for it by an attribute ``use_privileged``.
    """
    may_see = getattr(judge, "use_privileged", False)
    try:
        returned = judge({name: value for name, value in row.items() if may_see or name != "privileged"})
        return returned if inspect.isawaitable(returned) else read_verdict(returned, scale)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit: a judge that runs code costs its row the verdict, no more
        return failed(error)


async def finish(answer: Awaitable[object], scale: Scale | None = None) -> Verdict:
    """Return the verdict that an async judge gives; never raises, so that no row waits for ever."""
    try:
        return read_verdict(await answer, scale)
    except BaseException as error:
        return failed(error)


def verdicts_on(
    rows: Rows, judge: Judge, *, concurrency: int | None, timeout: float | None, scale: Scale | None
) -> list[Verdict]:
    """Return one verdict a row, in the order of the rows; an interrupt leaves the rest without one.

    An ordinary function is called in the caller's own thread, one row after another, unless `concurrency` or
    `timeout` asks for hands: a judge may hold a database connection that knows only its own thread.
    """
    found = [INTERRUPTED] * len(rows)
    hands = concurrency not in (None, 1) or timeout is not None
    try:
        begin = 0
        if not (hands or is_async(judge) or getattr(judge, "kind", None) == "llm"):
            begin, judge = _one_by_one(found, rows, judge, scale)
        if begin < len(rows):
            bench = Bench(judge, concurrency=concurrency or AT_ONCE, timeout=timeout, scale=scale)
            bench.put((place, rows[place]) for place in range(begin, len(rows)))
            bench.close()
            for place, verdict in bench.verdicts():
                found[place] = verdict
    except KeyboardInterrupt:
        return found
    return found


def _one_by_one(found: list[Verdict], rows: Rows, judge: Judge, scale: Scale | None) -> tuple[int, Judge]:
    """Enter verdicts until the rows end or an answer has to be awaited; return where, and who goes on from there."""
    for place, row in enumerate(rows):
        answer = ask(judge, row, scale)
        if inspect.isawaitable(answer):
            return place, _going_on(judge, answer)
        found[place] = answer
    return len(rows), judge


def _going_on(judge: Judge, begun: Awaitable[object]) -> Judge:
    """Return an async judge for a plain function that hands out awaitables; the first is already there."""
    pending = [begun]

    async def going_on(row: Row) -> object:
        answer = pending.pop() if pending else judge(row)
        return await answer if inspect.isawaitable(answer) else answer

    going_on.use_privileged = getattr(judge, "use_privileged", False)  # type: ignore[attr-defined]
    return going_on


def _answered(asked: Any, scale: Scale | None) -> Verdict:
    if inspect.isawaitable(asked):
        return asyncio.run(finish(asked, scale))
    verdict: Verdict = asked
    return verdict
