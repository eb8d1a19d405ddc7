"""The hands that call somebody else's code: threads for ordinary functions, tasks on an event loop for async ones.

Both play jobs and put ``(job, outcome)`` into ``finished``. A call that takes too long is given up: its
thread is a daemon that never blocks the run or the exit, and another takes its place. Agents and judges are
called alike, so the hands lie in this room, where the code of others is first called, and grading and the
engine both reach them.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from typing import Any, Protocol

from wai_nb.play.loops import borrow, give_back

Finished = SimpleQueue[tuple[Any, Any]]


class Workers(Protocol):
    """What the schedule needs of either kind."""

    finished: Finished

    def start(self, job: Any) -> None:
        """Play a job as soon as a hand is free."""

    def give_up(self, job: Any) -> None:
        """Stop waiting for a job that has run out of time."""

    def close(self) -> None:
        """Let the hands go; what is still being played is left alone."""


class ThreadWorkers:
    """Daemon threads, started as they are needed, `size` at most at work; `name` begins theirs."""

    def __init__(self, play: Callable[[Any], Any], size: int, name: str = "wai-agent") -> None:
        self.finished: Finished = SimpleQueue()
        self._name = name
        self._play = play
        self._size = size
        self._todo: SimpleQueue[Any] = SimpleQueue()
        self._started = 0
        self._given_up: set[Any] = set()

    def start(self, job: Any) -> None:
        """Play a job as soon as a thread is free."""
        self._todo.put((job,))
        if self._started < self._size:
            self._hire()

    def give_up(self, job: Any) -> None:
        """Let a new thread do the work of the one that is stuck; that one ends when its call does."""
        self._given_up.add(job.key)
        self._hire()

    def close(self) -> None:
        """End the idle threads; stuck ones end with their call."""
        for _ in range(self._started):
            self._todo.put(None)

    def _hire(self) -> None:
        self._started += 1
        threading.Thread(target=self._work, name=f"{self._name}-{self._started}", daemon=True).start()

    def _work(self) -> None:
        while (item := self._todo.get()) is not None:
            self.finished.put((item[0], self._play(item[0])))
            if item[0].key in self._given_up:  # another has taken this thread's place
                return


class LoopWorkers:
    """Tasks on the event loop of this name; every job is one."""

    def __init__(self, play: Callable[[Any], Awaitable[Any]], name: str = "wai-agents") -> None:
        self.finished: Finished = SimpleQueue()
        self._play = play
        self._tasks: dict[Any, asyncio.Task[None]] = {}
        self._borrowed = borrow(name)
        self._loop = self._borrowed.loop

    def start(self, job: Any) -> None:
        """Play a job as a task."""
        self._loop.call_soon_threadsafe(self._begin, job)

    def give_up(self, job: Any) -> None:
        """Cancel the task of a job."""
        self._loop.call_soon_threadsafe(self._cancel, job)

    def close(self) -> None:
        """Cancel what is left; a task that refuses to be cancelled is left behind."""
        self._loop.call_soon_threadsafe(self._cancel_all)
        give_back(self._borrowed)

    def _begin(self, job: Any) -> None:
        task = self._loop.create_task(self._work(job))
        self._tasks[job.key] = task
        task.add_done_callback(lambda _: self._tasks.pop(job.key, None))

    async def _work(self, job: Any) -> None:
        self.finished.put((job, await self._play(job)))

    def _cancel(self, job: Any) -> None:
        if job.key in self._tasks:
            self._tasks[job.key].cancel()

    def _cancel_all(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
