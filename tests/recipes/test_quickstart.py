"""The quickstart is the front page: rerun over a grid, killed half way, started again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wai_nb.recipes import rerun

ROOT = Path(__file__).parents[2]
QUICKSTART = ROOT / "notebooks" / "01-quickstart.ipynb"
GRID = {"seed": [1, 2], "situations": [12, 16, 20]}

pytestmark = [pytest.mark.notebook, pytest.mark.timeout(240)]

SCRIPT = """
import sys
from wai_nb.recipes import rerun
rerun(sys.argv[1], {grid!r}, out=sys.argv[2])
"""


def finished(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.ipynb")}


def test_a_killed_rerun_runs_only_what_is_missing(tmp_path):
    out = tmp_path / "out"
    runner = subprocess.Popen([sys.executable, "-c", SCRIPT.format(grid=GRID), str(QUICKSTART), str(out)])
    try:
        deadline = time.monotonic() + 120
        while len(finished(out)) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        os.kill(runner.pid, signal.SIGKILL)
        runner.wait()
    before = {name: (out / name).stat().st_mtime_ns for name in finished(out)}
    assert 2 <= len(before) < 6

    report = rerun(QUICKSTART, GRID, out=out)

    assert (report["kept"], report["ran"], report["failed"]) == (len(before), 6 - len(before), 0)
    assert {name: (out / name).stat().st_mtime_ns for name in before} == before
    assert [row["records"]["rows"] for row in report["rows"]] == [48, 64, 80] * 2
    for name in finished(out):
        json.loads((out / name).read_text(encoding="utf-8"), parse_constant=lambda word: pytest.fail(word))
