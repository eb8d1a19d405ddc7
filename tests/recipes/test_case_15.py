"""Recipe parameters as they arrive from a command line or a scheduler."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from wai_nb.errors import RecipeError
from wai_nb.recipes import rerun

GIVEN = Path(__file__).parents[1] / "cases" / "given"
NOTEBOOK = GIVEN / "b15_recipe_parameters.ipynb.json"
SETS = {
    item["name"]: item["parameters"] for item in json.loads((GIVEN / "b15_parameter_sets.json").read_text())["sets"]
}
RUNS = {
    "text number": {"budget": 12},
    "float number": {"budget": 12},
    "null k": {"k": None},
    "empty path": {"traces": ""},
}
REFUSED = {
    "nan bar": "'threshold' is nan, which JSON cannot hold",
    "infinite bar": "'threshold' is inf, which JSON cannot hold",
    "misspelled": "no parameter 'bugdet'.*budget = 8, k = None, threshold = 0.5, traces = '', seed = 0.*mean 'budget'",
}


def values(name):
    tagged = {"nan": math.nan, "inf": math.inf}
    return {key: tagged[v["$float"]] if isinstance(v, dict) else v for key, v in SETS[name].items()}


def test_every_set_of_the_case_is_tested():
    assert set(SETS) == set(RUNS) | set(REFUSED)


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_run_is_said_before_the_run(name, tmp_path):
    with pytest.raises(RecipeError, match=REFUSED[name]):
        rerun(NOTEBOOK, [values(name)], out=tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.notebook
@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", RUNS)
def test_what_runs_runs_as_declared_and_is_strict_json(name, tmp_path, read_strict):
    report = rerun(NOTEBOOK, [values(name)], out=tmp_path)
    (row,) = report["rows"]
    assert row["error"] is None
    assert row["parameters"] == RUNS[name] and type(next(iter(row["parameters"].values()))) is not float
    saved = read_strict(tmp_path / row["path"])
    assert saved["metadata"]["wai"]["parameters"] == RUNS[name]
    (result,) = (
        output
        for cell in saved["cells"][-1:]
        for output in cell["outputs"]
        if output["output_type"] == "execute_result"
    )
    assert result["data"]["text/plain"] == [str(RUNS[name].get("budget", 8))]
