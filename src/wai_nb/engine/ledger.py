"""What has been played, what comes next, and when it is enough: pure bookkeeping in plan order.

The ledger knows nothing of threads, clocks or agents. It is asked for the next job and told how each
job ended. Every decision is a function of how jobs ended and of their place in the plan, never of when
they ended, so a run comes out the same at any concurrency.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

from wai_nb.engine.streak import Streak
from wai_nb.play.rollout import Failure

S = TypeVar("S")
R = TypeVar("R")

# Attempts of the plan that must all fail before the agent is called dead. Convention; an agent that
# works every other time is stopped by bad luck once in 65,536 runs.
PROBES = 16

STOPPED_BY = {"agent_error": "agent_failed", "empty_reply": "empty_replies", "tool_markup": "tool_markup"}


@dataclass(frozen=True)
class Job(Generic[S]):
    """One call of the agent: a place in the plan, and which try it is (0 is the first)."""

    place: int
    attempt: int
    slot: S

    @property
    def key(self) -> tuple[int, int]:
        """What tells this call from every other of the run."""
        return self.place, self.attempt


class Ledger(Generic[S, R]):
    """The books of one run.

    Until one of the first attempts of the plan has landed, the agent is on probation: attempts are made
    in waves, at most :data:`PROBES` in all, and when all of them fail the run stops. Re-rolls wait until
    the agent has shown life.

    Parameters
    ----------
    plan
        The slots to play, in plan order; it may be endless.
    wanted
        Rows to land.
    rerolls
        How often a slot is played again after a failure before it is lost.
    concurrency
        Calls that may be under way at once; bounds the calls made on probation.
    known
        Returns the row of a slot that was played before (a checkpoint's), or None.
    group_of
        Returns the group (ask) of a slot.

    Attributes
    ----------
    rows
        What landed, by place in the plan.
    rerolled_by, lost_by
        Calls by reason that were played again, or cost their slot.
    lost_places, late_places
        Slots that gave no row, and slots of which a call ran out of time.
    resumed
        Rows that were known before.
    stopped
        Why the run stopped early, or None.
    """

    def __init__(
        self,
        plan: Iterator[S],
        *,
        wanted: int,
        rerolls: int,
        concurrency: int,
        known: Callable[[S], R | None] = lambda slot: None,
        group_of: Callable[[S], object] = lambda slot: slot,
    ) -> None:
        self._plan = plan
        self._known = known
        self._group_of = group_of
        self.wanted = wanted
        self.rerolls = rerolls
        self._call_limit = max(PROBES, 2 * concurrency)
        self.rows: dict[int, R] = {}
        self.slots: list[S] = []
        self.rerolled_by: Counter[str] = Counter()
        self.lost_by: Counter[str] = Counter()
        self.lost_places: set[int] = set()
        self.late_places: set[int] = set()
        self.timed_out = self.calls = self.in_flight = self.discarded = self.resumed = 0
        self.stopped: str | None = None
        self.exhausted = self.closing = False
        self._streak = Streak()
        self._first: dict[str, tuple[int, int, str]] = {}
        self._retries: list[tuple[int, int, S, Failure]] = []
        self._ahead: S | None = None
        self._alive = self._dead = False
        self._wave: deque[Job[S]] = deque()  # probes that wait for their start
        self._probing: set[int] = set()  # places of probes under way
        self._probed = 0
        self._probe_reasons: Counter[str] = Counter()
        self._parked: list[tuple[Job[S], Failure]] = []  # failures on probation

    # -- what the schedule asks ------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Whether nothing is left to play or to wait for."""
        return self.in_flight == 0 and (self.stopped is not None or not self._has_next())

    def next_job(self) -> Job[S] | None:
        """Return the next call to make, or None when nothing may start now."""
        if self.stopped is not None:
            return None
        job = self._next() if self._alive else self._next_on_probation()
        if job is not None:
            self.in_flight += 1
            self.calls += 1
        return job

    def landed(self, job: Job[S], row: R) -> None:
        """Enter a row."""
        self.in_flight -= 1
        if self._dead:
            self.discarded += 1
            return
        self.rows[job.place] = row
        self._streak.landed(job.place)
        if not self._alive and job.place in self._probing:
            self._show_life()

    def failed(self, job: Job[S], failure: Failure) -> None:
        """Enter a call that gave no row: it is played again, or its slot is lost."""
        self.in_flight -= 1
        if failure.timed_out:
            self.timed_out += 1
            self.late_places.add(job.place)
        self._remember(job, failure)
        if self._alive or self._dead:
            self._again_or_lost(job, failure)
            return
        self._parked.append((job, failure))
        if job.place in self._probing:
            self._probing.remove(job.place)
            self._probe_reasons[failure.reason] += 1
            if not self._probing and not self._wave:
                self._next_wave()

    def stop(self, reason: str) -> None:
        """Start nothing more; what is in flight may still land."""
        self.stopped = self.stopped or reason
        for place, _, _, failure in self._retries:
            self._lose(place, failure)
        self._retries.clear()
        for job, failure in self._parked:
            self._lose(job.place, failure)
        self._parked.clear()

    def close_groups(self) -> None:
        """Open no new group; those that are open may be filled."""
        self.closing = True

    @property
    def opened(self) -> int:
        """Slots of the plan that were taken up."""
        return len(self.slots)

    @property
    def lost(self) -> int:
        """Slots that will never give a row."""
        return self.lost_by.total()

    def first_failure(self, reason: str) -> str | None:
        """Return the words of the failure that stands first in the plan, whenever it came in."""
        return self._first[reason][2] if reason in self._first else None

    # -- the usual course ------------------------------------------------------------------------------

    def _has_next(self) -> bool:
        return bool(self._retries or self._wave or self._probing or self._look_ahead())

    def _look_ahead(self) -> bool:
        """Say whether the plan has another slot, which is then kept for the next call."""
        while self._ahead is None and self._may_open():
            self._ahead = next(self._plan, None)
            self.exhausted = self._ahead is None
            if self._ahead is not None and (row := self._known(self._ahead)) is not None:
                self._take_known(self._ahead, row)
        return self._ahead is not None and not (self.closing and self._begins_group(self._ahead))

    def _take_known(self, slot: S, row: R) -> None:
        """Enter a row that was played before; an agent that gave rows then is alive."""
        self._ahead = None
        place = len(self.slots)
        self.slots.append(slot)
        self.rows[place] = row
        self.resumed += 1
        self._streak.landed(place)
        if not self._alive:
            self._show_life()

    def _begins_group(self, slot: S) -> bool:
        return not self.slots or self._group_of(self.slots[-1]) != self._group_of(slot)

    def _next(self) -> Job[S] | None:
        if self._alive and self._wave:
            return self._wave.popleft()
        if not self._retries:
            return self._open()
        place, attempt, slot, failure = heappop(self._retries)
        self.rerolled_by[failure.reason] += 1
        return Job(place, attempt, slot)

    def _may_open(self) -> bool:
        """Say whether the plan may go on: a lost slot is made good, until as many are lost as were wanted."""
        limit = self.wanted + max(PROBES, self.wanted)
        return not self.exhausted and self.opened < min(self.wanted + self.lost, limit)

    def _open(self) -> Job[S] | None:
        if not self._look_ahead() or self._ahead is None:
            return None
        slot, self._ahead = self._ahead, None
        self.slots.append(slot)
        return Job(len(self.slots) - 1, 0, slot)

    def _again_or_lost(self, job: Job[S], failure: Failure) -> None:
        if job.attempt < self.rerolls and self.stopped is None:
            heappush(self._retries, (job.place, job.attempt + 1, job.slot, failure))
        else:
            self._lose(job.place, failure)

    def _lose(self, place: int, failure: Failure) -> None:
        self.lost_by[failure.reason] += 1
        self.lost_places.add(place)
        self._streak.lost(place, self._group_of(self.slots[place]), failure.reason)
        if self._streak.dead and self.stopped is None:
            self._die_at(self._streak.upto)

    def _die_at(self, place: int) -> None:
        """Stop where the plan's slots have given nothing for so long; what lies beyond is not of this run."""
        self._dead = True
        for beyond in [p for p in self.rows if p > place]:
            del self.rows[beyond]
            self.discarded += 1
        self.stop(STOPPED_BY[self._streak.reason])

    def _remember(self, job: Job[S], failure: Failure) -> None:
        entry = (job.place, job.attempt, failure.text)
        self._first[failure.reason] = min(entry, self._first.get(failure.reason, entry))

    # -- probation -------------------------------------------------------------------------------------

    def _next_on_probation(self) -> Job[S] | None:
        if self._probed == 0:
            self._next_wave()
        if self._alive:
            return self._next()
        if self._wave:
            job = self._wave.popleft()
            self._probing.add(job.place)
            return job
        may_go_beyond = self._probed == PROBES and self.calls < self._call_limit
        return self._open() if may_go_beyond else None

    def _next_wave(self) -> None:
        """Line up the next probes: re-rolls of what failed, then fresh slots; with none left, stop."""
        self._settle_parked()
        room = PROBES - self._probed
        while not self._alive and len(self._wave) < room:  # a row known from before ends the probation
            job = self._next()
            if job is None:
                break
            self._wave.append(job)
        self._probed += len(self._wave)
        if not self._wave and not self._alive:
            self._die()

    def _show_life(self) -> None:
        self._alive = True
        self._probing.clear()
        self._settle_parked()

    def _settle_parked(self) -> None:
        for job, failure in self._parked:
            self._again_or_lost(job, failure)
        self._parked.clear()

    def _die(self) -> None:
        self._dead = True
        self.discarded = len(self.rows)
        self.rows.clear()
        worst = max(STOPPED_BY, key=lambda reason: self._probe_reasons[reason])
        self.stop(STOPPED_BY[worst] if self._probe_reasons else "situations_exhausted")
