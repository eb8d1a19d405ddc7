"""The verifier of code: hidden tests, run where the code can neither read them nor do harm."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wai_nb.errors import ArgumentError, SettingError, shown
from wai_nb.grade.sandbox import run_tests, tier_named
from wai_nb.grade.verify.base import Checked, Verifier, no_verdict
from wai_nb.grade.verify.gold import at_path
from wai_nb.records.rows import Row

_TESTS_AT = ("privileged.tests", "tests", "info.tests", "metadata.tests")
_FENCE = re.compile(r"```[ \t]*([\w+-]*)[^\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
_DEFINES = re.compile(r"^(?:async )?(?:def|class)\s", re.MULTILINE)


class CodeExec(Verifier):
    """Pass when the Python code of the reply passes tests that it cannot see, in a sandbox.

    Parameters
    ----------
    tests
        Python text with assertions, or a list of such lines; by default what the row holds at `field`, else at
        ``privileged.tests``, ``tests``, ``info.tests`` or ``metadata.tests``. Names that the tests do not define are
        the solution's; one that is also a builtin or a standard module must be imported:
        ``from solution import sorted``.
    timeout
        Seconds of the clock for one reply.
    setup
        Python text that runs before the solution, in its process: imports, helpers that call it. Compare in the tests,
        never here.
    cpu
        Seconds of CPU time for each process.
    mem
        Megabytes of memory for each process.
    sandbox
        ``"auto"``: bubblewrap if it holds here, else WASI if the extra is installed and it holds, else an error.
        ``"bubblewrap"``, ``"wasi"``: that one or an error. ``"unsafe-rlimits"``: limits of time and memory only.
    name, field
        See :class:`Verifier`.

    Raises
    ------
    SettingError
        When the machine allows no sandbox, or a limit is none.
    MissingExtra
        When ``sandbox="wasi"`` is not installed: ``pip install "wai-nb[wasi]"``.

    Notes
    -----
    The verdict names the ``sandbox`` that judged it. Tests and solution are two processes that exchange plain data
    (numbers, texts, lists, tuples, dicts, sets, dates, fractions); functions of the tests can be passed as arguments.
    Objects of the solution's own classes stay in its process: attributes, methods, items and iteration work, operators
    only between two of them, and ``==`` says whether it is the same object. Arguments are copies, so a function that
    changes its argument is tested through a helper in `setup` that returns it. Exceptions arrive as the builtin of
    their name.

    With ``"wasi"`` both run as CPython 3.12 compiled to WASM, which needs no rights and no Linux: the same messages and
    limits, no files (not even a temporary one), no network, no threads, no processes. Some honest code fails there and
    passes with bubblewrap: what imports ctypes, ssl, lzma, multiprocessing or anything installed, what starts threads,
    what writes to file descriptors 1 or 2 itself, and recursion through a builtin or ``functools.cache`` that goes
    deeper than about 100 calls. Each instance takes 27 MB of `mem` at once. The first use on a machine compiles
    the interpreter, for some seconds, into the user's cache folder.

    Examples
    --------
    >>> judge = CodeExec("assert add(1, 2) == 3", sandbox="unsafe-rlimits")
    >>> verdict = judge({"final_text": "def add(a, b): return a + b"})
    >>> verdict["reward"], verdict["sandbox"]
    (1, 'unsafe-rlimits')
    """

    needs_reference = False

    def __init__(
        self,
        tests: str | list[str] | None = None,
        *,
        timeout: float = 10,
        setup: str = "",
        cpu: int = 10,
        mem: int = 512,
        sandbox: str = "auto",
        name: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(name=name, field=field)
        for word, value in (("timeout", timeout), ("cpu", cpu), ("mem", mem)):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e6:
                raise SettingError(f"{word}={shown(value)} is not a limit above 0.")
        self.tests = None if tests is None else _text(tests)
        if not isinstance(setup, str) or (tests is not None and not self.tests):
            raise ArgumentError(f"tests={shown(tests)}, setup={shown(setup)}: both are Python text.")
        self.timeout, self.setup, self.cpu, self.mem = float(timeout), setup, max(1, int(cpu)), int(mem)
        self.tier = tier_named(sandbox)

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return the verdict of one run of the tests."""
        tests = self.tests or self._tests_of(row)
        if not tests:
            return no_verdict("the row has no tests", sandbox=self.tier.name)
        code = code_in(candidate)
        if not code.strip():
            return {"reward": 0, "reason": "the reply holds no code", "sandbox": self.tier.name}
        limits: dict[str, Any] = {"timeout": self.timeout, "cpu": self.cpu, "memory": max(self.mem, 1) << 20}
        outcome = run_tests(self.tier, code, tests, setup=self.setup, **limits)
        reward, reason = _read(outcome, self.timeout)
        if self.tier.name == "wasi" and outcome.get("error") == "RecursionError":
            reason += "; in this sandbox, recursion through builtins ends after about 100 calls"
        return {"reward": reward, "reason": reason, "sandbox": self.tier.name}

    def _tests_of(self, row: Row) -> str:
        found = (at_path(row, path) for path in ([self.field] if self.field else _TESTS_AT))
        return next((text for one in found if (text := _text(one))), "")


def code_in(text: str) -> str:
    r"""Return the code of a reply: its last fenced block that defines something, else its last one, else all of it.

    Examples
    --------
    >>> code_in("Here:\n```python\ndef f(): return 1\n```\nUse it:\n```python\nf()\n```")
    'def f(): return 1\n'
    """
    blocks: list[tuple[str, str]] = [(tag.lower(), body) for tag, body in _FENCE.findall(text)]
    python = [body for tag, body in blocks if tag in ("python", "py", "python3", "")]
    if not python:
        return "" if blocks else text
    return next((body for body in reversed(python) if _DEFINES.search(body)), python[-1])


def _text(tests: Any) -> str:
    if isinstance(tests, (list, tuple)) and all(isinstance(line, str) for line in tests):
        return "\n".join(tests).strip()
    return tests.strip() if isinstance(tests, str) else ""


def _read(outcome: Mapping[str, Any], timeout: float) -> tuple[int | None, str]:
    """Return reward and reason; what the machine or the tests are to blame for is no fail."""
    if outcome.get("passed"):
        if outcome["asked"]:
            return 1, "all tests passed"
        return None, "the tests never used the solution; import a name that is also a builtin: from solution import ..."
    if "broken" in outcome:
        return None, str(outcome["broken"])
    if "timeout" in outcome:
        return 0, f"not done within {timeout:g} s"
    if "failed" not in outcome:
        return None, f"the sandbox did not start: {outcome.get('stderr', '')}"
    return 0, _failure(outcome)


def _failure(outcome: Mapping[str, Any]) -> str:
    line = f"line {outcome['line']} of the tests: " if outcome.get("line") else ""
    if outcome.get("ended"):
        return f"{line}the solution ended its process, or met a limit"
    if outcome["failed"] == "load":
        return f"the solution cannot be loaded: {outcome.get('error')}"
    if outcome.get("missing"):
        return f"{line}the solution does not define what is used there"
    hint = "; the solution's objects equal only themselves" if outcome.get("compared") else ""
    who = "the solution raised " if outcome["failed"] == "solution" else ""
    return f"{line}{who}{outcome.get('error')}{hint}"
