"""Every committed notebook runs in a fresh kernel, in an empty folder, and gives its committed outputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from wai_nb.__main__ import CELL_TIMEOUT, FOLDERS
from wai_nb.recipes.compare import check_outputs
from wai_nb.recipes.files import find_notebooks, notebook_text, read_notebook
from wai_nb.recipes.normalise import normalise
from wai_nb.recipes.parameters import declared
from wai_nb.recipes.suite import check

ROOT = Path(__file__).parents[2]
NOTEBOOKS = find_notebooks([ROOT / folder for folder in FOLDERS if (ROOT / folder).is_dir()])
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.relative_to(ROOT).as_posix() for path in NOTEBOOKS])


@pytest.mark.notebook
@pytest.mark.timeout(240)
@each
def test_outputs_are_the_committed_ones(path, tmp_path):
    problems = check(path, timeout=CELL_TIMEOUT, cwd=tmp_path)
    assert not problems, "\n".join([*problems, "If this is meant: make notebooks"])


@each
def test_committed_files_are_normalised_and_fit_to_show(path, read_strict):
    read_strict(path)
    committed = read_notebook(path)
    assert path.read_text(encoding="utf-8") == notebook_text(normalise(committed)), "run: make notebooks"
    assert check_outputs(committed) == []


@each
def test_parameters_are_annotated_and_have_a_seed(path):
    names = declared(read_notebook(path))
    assert "seed" in names
    assert [name for name, item in names.items() if not item.kinds] == []
