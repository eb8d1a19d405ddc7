"""The trial run that a sandbox must pass before it is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wai_nb.grade.sandbox.run import run_tests

if TYPE_CHECKING:
    from wai_nb.grade.sandbox.tiers import Tier

_LOOK = """
import os, socket

def look():
    seen = {"root": sorted(os.listdir("/")), "uid": os.getuid(), "links": len(socket.if_nameindex()), "wrote": []}
    for path in ("/usr/x", "/x", "/dev/x", "/etc/x"):
        try:
            open(path, "w").close()
            seen["wrote"].append(path)
        except OSError:
            pass
    return seen
"""
_HOLDS = """
seen = look()
assert seen["uid"] != 0
assert seen["links"] <= 1
assert seen["wrote"] == []
assert not {"etc", "home", "root", "proc", "var"} & set(seen["root"])
"""
_LOOK_WASI = """
import os, socket, sys

def look():
    seen = {"platform": sys.platform, "forks": hasattr(os, "fork"), "files": [], "wrote": [], "net": [], "held": False}
    for path in ("/", ".", "..", "/etc/passwd", "/proc/self/environ", "/dev/null", "C:/Windows"):
        try:
            os.stat(path)
            seen["files"].append(path)
        except OSError:
            pass
    for path in ("/x", "x", "/tmp/x"):
        try:
            open(path, "w").close()
            seen["wrote"].append(path)
        except OSError:
            pass
    try:
        seen["net"] = [socket.socket().fileno()]
    except (OSError, AttributeError):
        pass
    seen["names"] = sorted(os.environ)
    try:
        bytearray(400 << 20)
    except MemoryError:
        seen["held"] = True
    return seen
"""
_HOLDS_WASI = """
seen = look()
assert seen["platform"] == "wasi"
assert seen["forks"] is False
assert seen["files"] == []
assert seen["wrote"] == []
assert seen["net"] == []
assert seen["names"] == ["PYTHONHASHSEED"]
assert seen["held"] is True
"""


def probe(tier: Tier) -> str:
    """Return why a tier does not hold on this machine, or an empty text when it does."""
    return _tried(tier, _LOOK, _HOLDS, 512 << 20)


def probe_wasi(tier: Tier) -> str:
    """Return why Python as WASM does not hold on this machine, or an empty text when it does."""
    return _tried(tier, _LOOK_WASI, _HOLDS_WASI, 256 << 20)


def _tried(tier: Tier, look: str, holds: str, memory: int) -> str:
    outcome = run_tests(tier, look, holds, timeout=20, cpu=10, memory=memory)
    if outcome.get("passed"):
        return ""
    if "line" in outcome:
        return f"{tier.name} ran, but its walls do not hold (check {outcome['line']})"
    return f"{tier.name} cannot start here: {outcome.get('stderr') or outcome.get('error') or 'it ended at once'}"
