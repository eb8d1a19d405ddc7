"""One run: the solution in one sandbox, its tests in another, a pipe between them, and an end for certain."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from wai_nb.grade.sandbox.program import program
from wai_nb.grade.sandbox.wasi import converse

if TYPE_CHECKING:
    from wai_nb.grade.sandbox.tiers import Tier

_LONGEST = 64_000  # convention: bytes of a verdict; more is a flood
_GRACE = 0.3  # seconds; convention: ending takes a few milliseconds


def run_tests(
    tier: Tier, solution: str, tests: str, *, setup: str = "", timeout: float, cpu: int, memory: int
) -> dict[str, Any]:
    """Return what came of running a solution's tests.

    Parameters
    ----------
    tier
        The sandbox.
    solution, tests, setup
        Python text. `setup` runs before the solution, in its process; the tests run in another.
    timeout, cpu, memory
        Seconds of the clock, seconds of each process's CPU, bytes of each process's memory.

    Returns
    -------
    dict
        ``passed`` (the tests reached their end and said this run's token), ``asked`` (how often they used the
        solution); else ``failed`` (``load``, ``solution`` or ``test``), ``error`` (the exception's name), ``line`` (of
        the tests), ``ended`` (the solution's process is gone), ``broken`` (the tests are at fault), ``timeout``, or
        ``stderr`` when nothing ran.
    """
    token = token_hex(16)
    job = {"solution": solution, "tests": tests, "setup": setup, "token": token}
    try:
        if tier.compiled:
            limits = {"cpu": cpu, "memory": memory, "longest": _LONGEST}
            said, trouble = converse(tier.compiled, job, timeout=timeout, **limits), ""
        else:
            with _processes(tier, job, cpu, memory) as (judge, stderr):
                said = _read(judge, timeout)
                stderr.seek(0)
                trouble = stderr.read(300).decode("utf-8", "replace").strip()
    except (OSError, subprocess.SubprocessError) as error:
        return {"stderr": f"{type(error).__name__}: {error}"}
    if said is None:
        return {"timeout": True}
    outcome = _parsed(said)
    if outcome.get("done") == token:
        return {"passed": True, "asked": int(outcome.get("asked", 0))}
    if outcome:
        return {key: value for key, value in outcome.items() if key != "done"}
    return {"stderr": trouble} if trouble else {"failed": "test", "error": "ended early"}


def _parsed(said: bytes) -> dict[str, Any]:
    try:
        outcome = json.loads(said)
    except ValueError:
        return {}
    return outcome if isinstance(outcome, dict) else {}


@contextlib.contextmanager
def _processes(tier: Tier, job: dict[str, str], cpu: int, memory: int) -> Iterator[tuple[subprocess.Popen[bytes], Any]]:
    """Start both processes, joined by two pipes; whatever happens, none of them is left behind."""
    code = program()
    limits = (str(cpu), str(memory))
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(2)]
        files[0].write(json.dumps(job).encode())
        files[0].seek(0)
        folder = stack.enter_context(_folder(tier))
        uid = tier.user()
        common: dict[str, Any] = {"cwd": folder, "start_new_session": True, "env": {"PYTHONHASHSEED": "0"}}
        if uid is not None:
            common |= {"user": uid, "group": uid, "extra_groups": []}
        ask_read, ask_write, tell_read, tell_write = ends = [*os.pipe(), *os.pipe()]
        open_ends = stack.enter_context(_closing(ends))
        started = tier.command(code, "solution", *limits, "0", "1")
        player = subprocess.Popen(started, stdin=ask_read, stdout=tell_write, stderr=subprocess.DEVNULL, **common)
        stack.callback(_end, player)
        open_ends(ask_read, tell_write)
        started = tier.command(code, "tests", *limits, str(tell_read), str(ask_write))
        judge = subprocess.Popen(
            started,
            stdin=files[0],
            stdout=subprocess.PIPE,
            stderr=files[1],
            pass_fds=(tell_read, ask_write),
            **common,
        )
        stack.callback(_end, judge)
        open_ends(tell_read, ask_write)
        yield judge, files[1]


@contextlib.contextmanager
def _folder(tier: Tier) -> Iterator[str]:
    """Give a run without walls an empty folder of its own to stand in."""
    if tier.wrap:
        yield "/"
        return
    with tempfile.TemporaryDirectory(prefix="wai-code-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o777)
        yield folder


@contextlib.contextmanager
def _closing(ends: list[int]) -> Iterator[Any]:
    """Close pipe ends when asked, and the rest at the end."""

    def close(*some: int) -> None:
        for end in some:
            if end in ends:
                ends.remove(end)
                os.close(end)

    try:
        yield close
    finally:
        close(*list(ends))


def _read(judge: subprocess.Popen[bytes], timeout: float) -> bytes | None:
    """Return what the tests' process said until it ended, or None when time ran out or it said too much."""
    assert judge.stdout is not None
    said, deadline = b"", time.monotonic() + timeout
    while len(said) <= _LONGEST:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([judge.stdout], [], [], left)[0]:
            return None
        piece = os.read(judge.stdout.fileno(), _LONGEST)
        if not piece:
            return said
        said += piece
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all it started.

    What can end by itself does. Else the child of bubblewrap goes first, the init of its namespace, which takes the
    namespace along and which bubblewrap then reaps: killed the other way round it would stay a zombie wherever the
    machine's own init is slow to reap.
    """
    if not _gone(process, _GRACE):
        for child in _children(process.pid):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)
        _gone(process, _GRACE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _gone(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
