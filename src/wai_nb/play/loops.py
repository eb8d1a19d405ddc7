"""Event loops that outlive a run, so that the connections of an async client may, too."""

from __future__ import annotations

import asyncio
import atexit
import os
import threading

PATIENCE = 1.0  # seconds, convention: a loop that takes longer to answer is blocked by somebody's call


class Loop:
    """An event loop in a daemon thread of its own; `users` are at work on it."""

    def __init__(self, name: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.users = 0
        self.replaced = False
        self.thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self.thread.start()

    def answers(self) -> bool:
        """Say whether the loop takes a call within a second; one that is asked from within itself does not."""
        answered = threading.Event()
        self.loop.call_soon_threadsafe(answered.set)
        return answered.wait(PATIENCE)

    def stop(self) -> None:
        """End the loop as soon as it takes a call."""
        self.loop.call_soon_threadsafe(self.loop.stop)

    def _serve(self) -> None:
        try:
            self.loop.run_forever()
            left = asyncio.all_tasks(self.loop)
            for task in left:
                task.cancel()
            if left:
                self.loop.run_until_complete(asyncio.wait(left, timeout=PATIENCE))
        finally:
            self.loop.close()


_current: dict[str, Loop] = {}
_lock = threading.Lock()


def borrow(name: str) -> Loop:
    """Return the loop of this name, which goes on until the process ends; :func:`give_back` when the work is done.

    An HTTP client holds connections that belong to the loop on which they were opened. An agent that keeps its client
    from run to run finds the same loop again. A loop that somebody's call blocks is left to that call, and another
    takes its name.
    """
    with _lock:
        found = _current.get(name)
        if found is None or not found.answers():
            _current[name] = Loop(name)
            if found is not None:
                found.replaced = True
                _end_if_idle(found)
        _current[name].users += 1
        return _current[name]


def give_back(borrowed: Loop) -> None:
    """Say that the work on a loop is done; one that was replaced ends with its last user."""
    with _lock:
        borrowed.users -= 1
        _end_if_idle(borrowed)


def _end_if_idle(loop: Loop) -> None:
    if loop.replaced and not loop.users:
        loop.stop()


def _end_all() -> None:
    with _lock:
        ending = list(_current.values())
        _current.clear()
    for loop in ending:
        loop.stop()
    for loop in ending:
        loop.thread.join(2 * PATIENCE)


def _forget() -> None:
    """Forget the loops of the parent process: their threads were not copied."""
    global _lock
    _lock = threading.Lock()
    _current.clear()


atexit.register(_end_all)
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_forget)
