"""Small notebooks, written where a test wants them."""

from __future__ import annotations

import json

import nbformat
import pytest


def refuse(word):
    raise ValueError(f"{word} is not strict JSON")


def strict(path):
    """Read a file that must be strict JSON."""
    return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)


def node(*sources, parameters=None):
    """Return a notebook of code cells; a source that begins with '# ' and a capital is markdown."""
    cells = []
    if parameters is not None:
        cells.append(nbformat.v4.new_code_cell(parameters, metadata={"tags": ["parameters"]}))
    for source in sources:
        make = nbformat.v4.new_markdown_cell if source.startswith("# ") else nbformat.v4.new_code_cell
        cells.append(make(source))
    return nbformat.v4.new_notebook(cells=cells)


@pytest.fixture
def write(tmp_path):
    """Write a notebook below the test's folder and return its path."""

    def writer(name, *sources, parameters=None):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(node(*sources, parameters=parameters), path)
        return path

    return writer


@pytest.fixture
def build():
    """Return the function that makes a notebook node."""
    return node


@pytest.fixture
def read_strict():
    """Return the function that reads strict JSON and nothing else."""
    return strict
