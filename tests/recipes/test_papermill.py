"""The plain command line of papermill: records, parameters, another folder, and a gate that fails the process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from wai_nb.recipes import read_records

pytestmark = [pytest.mark.notebook, pytest.mark.timeout(120)]
SOURCE = "from wai_nb.recipes import record\nrecord('total', seed + 1)\nassert seed < 5, 'seed over the floor'"


def papermill(*arguments, cwd):
    command = [sys.executable, "-m", "papermill", "--no-progress-bar", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=100)


def test_runs_from_another_folder_and_a_failed_gate_fails_the_process(write, tmp_path, build):
    path = write("deep/gate.ipynb", SOURCE, parameters="seed: int = 0")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    good = papermill(path, "good.ipynb", "-p", "seed", "3", "-k", "python3", "-l", "python", cwd=elsewhere)
    assert good.returncode == 0, good.stderr
    assert read_records(elsewhere / "good.ipynb") == {"total": 4}
    bad = papermill(path, "bad.ipynb", "-p", "seed", "7", "-k", "python3", "-l", "python", cwd=elsewhere)
    assert bad.returncode != 0
    assert "seed over the floor" in bad.stderr
