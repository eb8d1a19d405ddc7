"""Keep the hands busy: start jobs as places come free, enter how they end, enforce the time limit."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from queue import Empty
from statistics import median
from typing import Any

from wai_nb.engine.ledger import Job, Ledger
from wai_nb.engine.workers import Workers
from wai_nb.play.rollout import Failure, Outcome
from wai_nb.records.rows import Row

LONGEST_WAIT = 0.5  # seconds between two looks at the clock; convention
RECENT = 20  # rollouts whose median time says when a time budget closes; convention
CLOSING = 2  # such times before the end, no new group is opened; convention


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
        Called with the number of calls that have just ended, also with 0 when nothing happens for a while.
    deadline
        On the monotonic clock, after which nothing starts; shortly before it no new group opens.
    """

    def __init__(
        self,
        ledger: Ledger[Any, Row],
        workers: Workers,
        *,
        to_row: Callable[[Job[Any], Outcome], Row],
        concurrency: int,
        timeout: float,
        on_event: Callable[[int], None],
        deadline: float | None = None,
    ) -> None:
        self._ledger = ledger
        self._workers = workers
        self._to_row = to_row
        self._concurrency = concurrency
        self._timeout = timeout
        self._on_event = on_event
        self._deadline = deadline
        self._started: dict[tuple[int, int], float] = {}
        self._recent: deque[float] = deque(maxlen=RECENT)
        self._paused = threading.Event()
        self._running: dict[tuple[int, int], Job[Any]] = {}
        self._deadlines: deque[tuple[float, Job[Any]]] = deque()
        self._interrupted = False
        self._stop_reason = "time_budget"

    def run(self) -> None:
        """Play until the ledger is done or somebody interrupts."""
        try:
            while not self._ledger.done and not self._interrupted:
                self._watch_the_clock()
                self._start_jobs()
                self._on_event(self._take_some())
        finally:
            self._workers.close()
        if self._interrupted:
            self._ledger.stop("interrupted")

    def interrupt(self) -> None:
        """Stop at once; rows that have landed stay. May be called from any thread."""
        self._interrupted = True
        self._wake()

    def stop(self) -> None:
        """Start nothing more and let what is in flight land. May be called from any thread."""
        self._deadline = time.monotonic()
        self._stop_reason = "stopped"
        self._wake()

    def pause(self) -> None:
        """Start nothing until :meth:`resume`; what is in flight lands."""
        self._paused.set()
        self._wake()

    @property
    def paused(self) -> bool:
        """Whether it waits to be resumed."""
        return self._paused.is_set()

    def resume(self) -> None:
        """Go on after :meth:`pause`."""
        self._paused.clear()
        self._wake()

    def _wake(self) -> None:
        self._workers.finished.put((None, None))

    def _watch_the_clock(self) -> None:
        if self._deadline is None:
            return
        left = self._deadline - time.monotonic()
        if left <= 0:
            self._ledger.stop(self._stop_reason)
        elif self._recent and left < CLOSING * median(self._recent):
            self._ledger.close_groups()

    def _start_jobs(self) -> None:
        if self._paused.is_set():
            return
        while len(self._running) < self._concurrency and (job := self._ledger.next_job()):
            now = time.monotonic()
            self._running[job.key] = job
            self._started[job.key] = now
            self._deadlines.append((now + self._timeout, job))
            self._workers.start(job)

    def _take_some(self) -> int:
        """Enter the next call that ends, or those whose time is up; return how many."""
        try:
            job, outcome = self._workers.finished.get(timeout=self._patience())
        except Empty:
            return self._give_up_late_jobs()
        if job is not None and self._running.pop(job.key, None) is not None:
            self._recent.append(time.monotonic() - self._started.pop(job.key))
            self._enter(job, outcome)
            return 1
        return 0

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

    def _give_up_late_jobs(self) -> int:
        now = time.monotonic()
        given_up = 0
        while self._deadlines and self._deadlines[0][0] <= now:
            _, job = self._deadlines.popleft()
            if self._running.pop(job.key, None) is not None:
                self._started.pop(job.key)
                self._workers.give_up(job)
                text = f"TimeoutError: the call took longer than timeout={self._timeout:g} seconds"
                self._ledger.failed(job, Failure("agent_error", text, timed_out=True))
                given_up += 1
        return given_up
