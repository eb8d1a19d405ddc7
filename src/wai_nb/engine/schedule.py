"""Keep the hands busy: start jobs as places come free, enter how they end, enforce the time limit."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from queue import Empty
from typing import Any

from wai_nb.engine.ledger import Job, Ledger
from wai_nb.engine.workers import Workers
from wai_nb.play.rollout import Failure, Outcome
from wai_nb.records.rows import Row

LONGEST_WAIT = 0.5  # seconds between two looks at the stop flag; convention


class Schedule:
    """One run under way.

    Parameters
    ----------
    ledger
        Says what comes next and takes what landed.
    workers
        Play the jobs.
    to_row
        Turns a job and its outcome into a row.
    concurrency
        Jobs under way at once.
    timeout
        Seconds that one call may take.
    on_event
        Called after every entry into the ledger.
    """

    def __init__(
        self,
        ledger: Ledger[Any, Row],
        workers: Workers,
        *,
        to_row: Callable[[Job[Any], Outcome], Row],
        concurrency: int,
        timeout: float,
        on_event: Callable[[], None],
    ) -> None:
        self._ledger = ledger
        self._workers = workers
        self._to_row = to_row
        self._concurrency = concurrency
        self._timeout = timeout
        self._on_event = on_event
        self._running: dict[tuple[int, int], Job[Any]] = {}
        self._deadlines: deque[tuple[float, Job[Any]]] = deque()
        self._interrupted = False

    def run(self) -> None:
        """Play until the ledger is done or somebody interrupts."""
        try:
            while not self._ledger.done and not self._interrupted:
                self._start_jobs()
                self._take_one()
                self._on_event()
        finally:
            self._workers.close()
        if self._interrupted:
            self._ledger.stop("interrupted")

    def interrupt(self) -> None:
        """Stop at once; rows that have landed stay. May be called from any thread."""
        self._interrupted = True
        self._workers.finished.put((None, None))

    def _start_jobs(self) -> None:
        while len(self._running) < self._concurrency and (job := self._ledger.next_job()):
            self._running[job.key] = job
            self._deadlines.append((time.monotonic() + self._timeout, job))
            self._workers.start(job)

    def _take_one(self) -> None:
        try:
            job, outcome = self._workers.finished.get(timeout=self._patience())
        except Empty:
            self._give_up_late_jobs()
            return
        if job is not None and self._running.pop(job.key, None) is not None:
            self._enter(job, outcome)

    def _enter(self, job: Job[Any], outcome: Outcome) -> None:
        if outcome.interrupted:
            self._interrupted = True
        elif outcome.failure is not None:
            self._ledger.failed(job, outcome.failure)
        else:
            self._ledger.landed(job, self._to_row(job, outcome))

    def _patience(self) -> float:
        while self._deadlines and self._deadlines[0][1].key not in self._running:
            self._deadlines.popleft()
        if not self._deadlines:
            return LONGEST_WAIT
        return min(LONGEST_WAIT, max(0.0, self._deadlines[0][0] - time.monotonic()))

    def _give_up_late_jobs(self) -> None:
        now = time.monotonic()
        while self._deadlines and self._deadlines[0][0] <= now:
            _, job = self._deadlines.popleft()
            if self._running.pop(job.key, None) is not None:
                self._workers.give_up(job)
                text = f"TimeoutError: the call took longer than timeout={self._timeout:g} seconds"
                self._ledger.failed(job, Failure("agent_error", text, timed_out=True))
