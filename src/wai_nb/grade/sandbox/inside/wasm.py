"""The program of a WASI instance: ``python -c <it> solution|tests``, its pipe is standard input and output."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import Any

from wai_nb.grade.sandbox.inside.solution import Solution
from wai_nb.grade.sandbox.inside.tests import Link, run_tests
from wai_nb.grade.sandbox.inside.wire import Pipe


class Nowhere(io.TextIOBase):
    """Where printed text goes: there is no ``/dev/null`` inside."""

    def writable(self) -> bool:
        """Return yes."""
        return True

    def write(self, text: Any) -> int:
        """Forget the text."""
        if not isinstance(text, str):
            raise TypeError("write() argument must be str")
        return len(text)


def main() -> None:
    """Take the role that the command line names; the tests' job is the first line they read, their verdict on 2."""
    role = sys.argv[1]
    sys.path[:] = [path for path in sys.path if path]
    pipe = Pipe(0, 1)
    sys.stdin = io.StringIO()
    sys.stdout = sys.stderr = Nowhere()
    if role == "solution":
        try:
            Solution(pipe).serve()
        finally:
            os._exit(0)
    job = json.loads(pipe.reader.readline())
    os.write(2, json.dumps(run_tests(Link(pipe), job)).encode())
    os._exit(0)
