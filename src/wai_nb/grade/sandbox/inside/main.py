"""The program: ``python -c <it> solution|tests <cpu> <memory> <fd to read> <fd to write>``."""

from __future__ import annotations

import json
import os
import sys

from wai_nb.grade.sandbox.inside.solution import Solution
from wai_nb.grade.sandbox.inside.tests import Link, run_tests
from wai_nb.grade.sandbox.inside.wire import Pipe


def limit(cpu: int, memory: int) -> None:
    """Set the limits that the kernel holds: they cannot be raised again, and children inherit them."""
    import resource

    limits = {
        "RLIMIT_AS": memory,
        "RLIMIT_CPU": cpu,
        "RLIMIT_NPROC": 16,
        "RLIMIT_FSIZE": 8 << 20,
        "RLIMIT_NOFILE": 64,
        "RLIMIT_CORE": 0,
    }
    for name, value in limits.items():
        if hasattr(resource, name):
            try:
                resource.setrlimit(getattr(resource, name), (value, value))
            except (ValueError, OSError):  # macOS refuses some
                continue


def main() -> None:
    """Take the role that the command line names."""
    role, cpu, memory, read, write = sys.argv[1], *map(int, sys.argv[2:6])
    limit(cpu, memory)
    sys.path[:] = [path for path in sys.path if path]
    job = json.loads(sys.stdin.readline()) if role == "tests" else {}
    verdict = os.dup(1)
    pipe = Pipe(os.dup(read), os.dup(write))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    for number in {read, write} - {0, 1, 2}:
        os.close(number)  # only closed: in a busy program it may lie above the limit of open files
    if role == "solution":
        os.close(verdict)
        try:
            Solution(pipe).serve()
        finally:
            os._exit(0)
    os.write(verdict, json.dumps(run_tests(Link(pipe), job)).encode())
    os._exit(0)
