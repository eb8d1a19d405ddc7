"""A saved notebook shows the final count and how the run ended, whether or not widgets can be had."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from wai_nb.recipes.execute import execute

NOTEBOOK = Path(__file__).parents[1] / "cases" / "given" / "b13_saved_notebook_progress.ipynb.json"
BLOCK = "import sys\nsys.modules['ipywidgets'] = None\nsys.modules['anywidget'] = None"


@pytest.mark.notebook
@pytest.mark.timeout(120)
@pytest.mark.parametrize("widgets", [True, False])
def test_the_saved_file_shows_the_end_of_the_run(tmp_path, widgets):
    notebook = nbformat.reads(NOTEBOOK.read_text(encoding="utf-8"), as_version=4)
    if not widgets:
        notebook.cells.insert(0, nbformat.v4.new_code_cell(BLOCK))
    executed, error = execute(notebook, cwd=tmp_path)
    assert error is None
    outputs = [output for cell in executed.cells for output in cell.get("outputs", ())]
    text = json.dumps(outputs)
    for word in ("HBox(", "IntProgress(", "FloatProgress(", "Loading widget", "widget-view"):
        assert word not in text
    assert "30 rows" in text and "the budget is spent" in text
    run = executed.cells[-3].outputs
    assert len(run) == 1 and set(run[0]["data"]) == {"text/html", "text/plain"}
    assert "widgets" not in executed.metadata
