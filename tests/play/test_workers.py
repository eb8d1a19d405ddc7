"""The hands: threads and the event loop, and what is left behind when a call never ends."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import dataclass

from wai_nb.play.workers import LoopWorkers, ThreadWorkers


@dataclass(frozen=True)
class Job:
    number: int

    @property
    def key(self):
        return self.number


def take(workers, n):
    return dict(workers.finished.get(timeout=30) for _ in range(n))


def ended(prefix):
    deadline = time.monotonic() + 30
    while any(t.name.startswith(prefix) for t in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not any(t.name.startswith(prefix) for t in threading.enumerate())


def test_threads_play_every_job_with_few_hands():
    workers = ThreadWorkers(lambda job: (job.number, threading.get_ident()), size=3)
    for number in range(50):
        workers.start(Job(number))
    done = take(workers, 50)
    assert sorted(value[0] for value in done.values()) == list(range(50))
    assert len({value[1] for value in done.values()}) <= 3
    workers.close()
    assert ended("wai-agent-")


def test_a_stuck_thread_is_replaced_and_ends_with_its_call():
    release = threading.Event()

    def play(job):
        if job.number == 0:
            release.wait(60)
        return job.number

    workers = ThreadWorkers(play, size=1)
    workers.start(Job(0))
    workers.give_up(Job(0))
    for number in range(1, 6):  # the one that took its place stays at work
        workers.start(Job(number))
    assert take(workers, 5) == {Job(number): number for number in range(1, 6)}
    workers.close()
    release.set()
    assert ended("wai-agent-")


def test_every_stuck_thread_is_replaced_for_as_long_as_it_is_stuck():
    release = threading.Event()

    def play(job):
        if job.number < 2:
            release.wait(60)
        return job.number

    workers = ThreadWorkers(play, size=2)
    for number in range(2):
        workers.start(Job(number))
        workers.give_up(Job(number))
    for number in range(2, 10):
        workers.start(Job(number))
        assert take(workers, 1) == {Job(number): number}
    workers.close()
    release.set()
    assert ended("wai-agent-")


def test_tasks_share_one_thread_and_can_be_cancelled():
    async def play(job):
        if job.number == 0:
            await asyncio.sleep(60)
        await asyncio.sleep(0.01)
        return threading.get_ident()

    workers = LoopWorkers(play)
    for number in range(20):
        workers.start(Job(number))
    workers.give_up(Job(0))
    assert len(set(take(workers, 19).values())) == 1
    workers.close()


def test_a_closed_crew_cancels_its_own_tasks_and_no_others():
    begun, cancelled = threading.Event(), threading.Event()

    async def play(job):
        begun.set()
        try:
            await asyncio.sleep(0.2 if job.number else 60)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return job.number

    first, second = LoopWorkers(play), LoopWorkers(play)
    first.start(Job(0))
    assert begun.wait(30)
    second.start(Job(1))
    first.close()
    assert cancelled.wait(30)
    assert take(second, 1) == {Job(1): 1}
