from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from wai_nb.errors import ArgumentError, RecipeError, SettingError
from wai_nb.recipes import read_records, rerun
from wai_nb.recipes.grid import combinations

PARAMETERS = 'seed: int = 0\nbudget: int = 8\nlog: str = ""'
COUNTED = "with open(log, 'a') as file:\n    print(seed, budget, file=file)"
RECORDED = (
    "from wai_nb.recipes import record\n"
    "record('total', seed + budget)\n"
    "record('rate', {'value': 0.5, 'low': 0.4, 'high': 0.6})\n"
    "record('seed', seed);"
)
HOLD = "import os, time\ntime.sleep(60 if seed == 2 and 'HOLD_THE_FOURTH' in os.environ else 0)"
GRID = {"seed": [1, 2], "budget": [8, 16, 32]}

notebook = pytest.mark.notebook
slow = pytest.mark.timeout(120)


def grid(log, **values):
    return {**(values or GRID), "log": str(log)}


def lines(log):
    return log.read_text().splitlines() if log.exists() else []


def test_a_grid_is_every_combination_the_first_name_slowest(build):
    cells = combinations({"seed": [1, 2], "budget": ["8", 16.0]}, build(parameters=PARAMETERS))
    assert cells == [{"seed": s, "budget": b} for s in (1, 2) for b in (8, 16)]
    assert combinations([{}, {"seed": 3}], build(parameters=PARAMETERS)) == [{}, {"seed": 3}]
    assert combinations({"seed": range(2), "log": "x"}, build(parameters=PARAMETERS))[1] == {"seed": 1, "log": "x"}


@pytest.mark.parametrize(
    ("bad", "error", "words"),
    [
        ({"seed": []}, RecipeError, "no value for 'seed'"),
        ([], RecipeError, "empty"),
        ({"seed": [1, "1"]}, RecipeError, "twice"),
        ({"seed": [1, "x"]}, RecipeError, "seed = 'x'"),
        ({"sede": [1]}, RecipeError, "Did you mean 'seed'"),
        (3, ArgumentError, "not a grid"),
        ("seed", ArgumentError, "not a grid"),
        ([1], ArgumentError, "not a grid"),
    ],
)
def test_a_wrong_grid_is_refused_before_anything_runs(write, tmp_path, bad, error, words):
    path = write("a.ipynb", "raise SystemExit(3)", parameters=PARAMETERS)
    with pytest.raises(error, match=words):
        rerun(path, bad, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("timeout", [0, -1, 1.5, True, "10"])
def test_timeout_is_whole_seconds(write, timeout):
    with pytest.raises(SettingError, match="timeout"):
        rerun(write("a.ipynb", "1"), [{}], timeout=timeout)


def test_an_unknown_kernel_lists_the_installed_ones(write):
    with pytest.raises(RecipeError, match=r"no kernel 'pyhton3'. Installed: .*python3.*Did you mean 'python3'"):
        rerun(write("a.ipynb", "1"), [{}], kernel_name="pyhton3")


@notebook
@slow
def test_parameters_x_records(write, tmp_path, capfd, read_strict):
    path = write(
        "deep/er/small.ipynb",
        COUNTED,
        RECORDED,
        "import os\nrecord('cwd', os.path.basename(os.getcwd()));",
        parameters=PARAMETERS,
    )
    before = path.read_bytes()
    report = rerun(path, grid(tmp_path / "log", seed=[1, 2]), out=tmp_path / "out")
    assert capfd.readouterr() == ("", "")  # a library prints nothing
    assert path.read_bytes() == before
    assert (report["ran"], report["kept"], report["failed"], report["stopped_because"]) == (2, 0, 0, None)
    assert [row["records"]["total"] for row in report["rows"]] == [9, 10]
    assert report["rows"][0]["records"]["cwd"] == "er"
    files = sorted((tmp_path / "out").iterdir())
    assert files == sorted(tmp_path / "out" / row["path"] for row in report["rows"])
    for file in files:
        saved = read_strict(file)
        assert saved["metadata"]["wai"]["error"] is None and "papermill" not in saved["metadata"]
        assert read_records(file)["total"] in (9, 10)
    frame = report.to_frame()
    assert list(frame.columns) == [
        "seed", "log", "total", "rate", "rate_low", "rate_high", "seed (record)", "cwd", "status", "error", "path",
    ]  # fmt: skip
    assert "All 2 runs gave results" in str(report)
    assert "0.50 [0.40..0.60]" in str(report) and str(tmp_path) not in repr(report)

    again = rerun(path, grid(tmp_path / "log", seed=[1, "2"]), out=tmp_path / "out")
    assert again["kept"] == 2 and [r["records"] for r in again["rows"]] == [r["records"] for r in report["rows"]]
    assert lines(tmp_path / "log") == ["1 8", "2 8"]
    assert rerun(path, grid(tmp_path / "log", seed=[1]), out=tmp_path / "out", resume=False)["ran"] == 1

    path.write_text(path.read_text().replace("seed + budget", "seed * budget"))  # a changed source runs again
    changed = rerun(path, grid(tmp_path / "log", seed=[1]), out=tmp_path / "out")
    assert changed["ran"] == 1 and changed["rows"][0]["records"]["total"] == 8


@notebook
@slow
def test_a_failed_cell_is_kept_and_does_not_end_the_others(write, tmp_path, read_strict):
    path = write("gate.ipynb", COUNTED, "assert seed != 1, f'seed {seed} is under the floor'", parameters=PARAMETERS)
    report = rerun(path, grid(tmp_path / "log", seed=[1, 2]), out=tmp_path / "out")
    bad, good = report["rows"]
    assert (bad["status"], good["status"]) == ("failed", "ran")
    assert bad["error"].startswith("AssertionError: seed 1 is under the floor (In [4]: assert seed != 1")
    assert bad["path"].endswith(".failed.ipynb") and read_strict(tmp_path / "out" / bad["path"])
    assert "1 failed" in str(report) and "under the floor" in str(report)
    again = rerun(path, grid(tmp_path / "log", seed=[1, 2]), out=tmp_path / "out")
    assert (again["kept"], again["failed"]) == (1, 1)
    assert lines(tmp_path / "log") == ["1 8", "2 8", "1 8"]


@notebook
@slow
def test_a_slow_cell_a_dead_kernel_and_a_name_recorded_twice_fail(write, tmp_path):
    ends = {
        "slow": ("import time; time.sleep(60)", "CellTimeoutError: a cell took longer than 1 s"),
        "dead": ("import os; os._exit(3)", "DeadKernelError"),
        "twice": (f"{RECORDED}\nrecord('total', -1);", "RecipeError: the notebook records 'total' twice"),
    }
    for name, (source, words) in ends.items():
        path = write(f"{name}.ipynb", source, parameters=PARAMETERS)
        (row,) = rerun(path, [{}], out=tmp_path / "out", timeout=1 if name == "slow" else None)["rows"]
        assert row["status"] == "failed" and words in row["error"]


@notebook
@slow
def test_killed_half_way_and_started_again_runs_only_what_is_missing(write, tmp_path):
    path = write("small.ipynb", COUNTED, HOLD, RECORDED, parameters=PARAMETERS)
    log, out = tmp_path / "log", tmp_path / "out"
    code = f"from wai_nb.recipes import rerun; rerun({str(path)!r}, {grid(log)!r}, out={str(out)!r})"
    environment = {**os.environ, "HOLD_THE_FOURTH": "1"}
    process = subprocess.Popen([sys.executable, "-c", code], env=environment)
    try:
        while len(lines(log)) < 4 and process.poll() is None:  # three are finished, the fourth is running
            time.sleep(0.02)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    finished = {file.name: file.stat().st_mtime_ns for file in out.glob("*.ipynb")}
    assert len(finished) == 3
    report = rerun(path, grid(log), out=out)
    assert (report["kept"], report["ran"], report["failed"]) == (3, 3, 0)
    assert [row["records"]["total"] for row in report["rows"]] == [9, 17, 33, 10, 18, 34]
    ran = lines(log)
    assert [ran.count(line) for line in ("1 8", "1 16", "1 32", "2 8", "2 16", "2 32")] == [1, 1, 1, 2, 1, 1]
    assert {name: (out / name).stat().st_mtime_ns for name in finished} == finished
    assert len(list(out.glob("*.ipynb"))) == 6


@notebook
@slow
def test_ctrl_c_returns_what_is_there(write, tmp_path, monkeypatch):
    path = write("small.ipynb", RECORDED, parameters=PARAMETERS)
    import wai_nb.recipes.reruns as module

    real, calls = module.execute, []

    def interrupted(*args, **kwargs):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*args, **kwargs)

    monkeypatch.setattr(module, "execute", interrupted)
    report = rerun(path, {"seed": [1, 2, 3]}, out=tmp_path / "out")
    assert report["stopped_because"] == "interrupted"
    assert [row["status"] for row in report["rows"]] == ["ran", "not run", "not run"]
    assert len(calls) == 2 and "run it again" in str(report)


@notebook
@slow
def test_it_works_inside_a_notebook(write, tmp_path):
    inner = write("inner.ipynb", RECORDED, parameters=PARAMETERS)
    source = (
        "from wai_nb.recipes import record, rerun\n"
        f"report = rerun({str(inner)!r}, {{'seed': [5]}}, out={str(tmp_path / 'in')!r})\n"
        "record('inner', report['rows'][0]['records']['total'])\nreport"
    )
    outer = rerun(write("outer.ipynb", source), [{}], out=tmp_path / "out")
    assert outer["rows"][0]["error"] is None
    assert outer["rows"][0]["records"] == {"inner": 13}


@notebook
@slow
def test_another_python3_kernel_of_the_user_is_not_used(write, tmp_path, monkeypatch):
    spec = tmp_path / "jupyter" / "kernels" / "python3"
    spec.mkdir(parents=True)
    (spec / "kernel.json").write_text('{"argv": ["/bin/false"], "display_name": "Wrong", "language": "python"}')
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    path = write("which.ipynb", "import sys\nfrom wai_nb.recipes import record\nrecord('python', sys.executable);")
    (row,) = rerun(path, [{}], out=tmp_path / "out")["rows"]
    assert row["error"] is None and row["records"]["python"] == sys.executable


@notebook
@slow
def test_folders_with_braces_and_notebooks_without_ids_run(tmp_path):
    folder = tmp_path / "a {seed} b"
    folder.mkdir()
    cell = '{"cell_type": "code", "source": "1", "metadata": {}, "execution_count": null, "outputs": []}'
    path = folder / "n{0}.ipynb"
    path.write_text(f'{{"cells": [{cell}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}')
    (row,) = rerun(path, [{}], out=folder / "out")["rows"]
    assert row["error"] is None and (folder / "out" / row["path"]).exists()
