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


def probe(tier: Tier) -> str:
    """Return why a tier does not hold on this machine, or an empty text when it does."""
    outcome = run_tests(tier, _LOOK, _HOLDS, timeout=20, cpu=10, memory=512 << 20)
    if outcome.get("passed"):
        return ""
    if "line" in outcome:
        return f"bubblewrap ran, but its walls do not hold (check {outcome['line']})"
    return f"bubblewrap cannot start here: {outcome.get('stderr') or outcome.get('error') or 'it ended at once'}"
