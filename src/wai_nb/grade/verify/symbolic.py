"""Symbolic comparison by math-verify, in a process of its own: safe in threads, and a time limit ends it."""

from __future__ import annotations

import atexit
import json
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.util import find_spec

# The package guards itself with SIGALRM, which works in a main thread only; here the process is the guard.
_WORKER = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
except (ImportError, ValueError, OSError):
    pass
from math_verify import parse, verify
def read(text):
    text = text.strip().strip("$")  # bare, it would read the first number of the text
    return parse("$" + text + "$", parsing_timeout=None) or parse(text, parsing_timeout=None)
print("ready", flush=True)
for line in sys.stdin:
    answer, wanted = json.loads(line)
    try:
        got, gold = read(answer), read(wanted)
        said = [bool(verify(gold, got, timeout_seconds=None)) if got and gold else None, bool(gold)]
    except Exception as error:
        said = [None, type(error).__name__]
    print(json.dumps(said), flush=True)
"""
_START = 30.0  # seconds; convention: importing sympy on a busy machine


def symbolic_installed() -> bool:
    """Return whether math-verify is there."""
    return find_spec("math_verify") is not None


class Symbolic:
    """Compares answers in one worker process that starts when first needed.

    Parameters
    ----------
    timeout
        Seconds for one comparison; then the worker is ended, and the next comparison starts another.
    """

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self._lock = threading.Lock()
        self._worker: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def equal(self, answer: str, wanted: str) -> tuple[int | None, str]:
        """Return 1, 0 or None (cannot say), and why."""
        with self._lock:
            said = self._ask(json.dumps([answer, wanted]) + "\n")
        if said is None:
            return None, f"no symbolic verdict within {self.timeout:g} s"
        same, gold = json.loads(said)
        if same is None:
            return (0, "the answer cannot be read as mathematics") if gold is True else (None, "no symbolic verdict")
        return (1, "equal, symbolically") if same else (0, "not equal, symbolically")

    def close(self) -> None:
        """End the worker."""
        worker, self._worker = self._worker, None
        if worker is not None:
            atexit.unregister(self.close)
            worker.kill()
            for pipe in (worker.stdin, worker.stdout):
                with suppress(OSError):
                    if pipe:
                        pipe.close()
            worker.wait()

    def _ask(self, line: str) -> str | None:
        try:
            worker = self._worker or self._start()
            assert worker.stdin is not None
            worker.stdin.write(line)
            worker.stdin.flush()
            return self._lines.get(timeout=self.timeout)
        except (queue.Empty, OSError):
            self.close()
            return None

    def _start(self) -> subprocess.Popen[str]:
        worker = subprocess.Popen(
            [sys.executable, "-c", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._worker, self._lines = worker, queue.SimpleQueue()
        threading.Thread(target=_pump, args=(worker, self._lines), name="wai-math", daemon=True).start()
        atexit.register(self.close)
        self._lines.get(timeout=_START)
        return worker


def _pump(worker: subprocess.Popen[str], lines: queue.SimpleQueue[str]) -> None:
    assert worker.stdout is not None
    with suppress(ValueError, OSError):  # closed under our hands: the worker was ended
        for line in worker.stdout:
            lines.put(line)
