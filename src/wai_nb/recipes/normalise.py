"""A notebook without what changes from run to run: clocks, random ids, this machine's paths."""

from __future__ import annotations

import copy
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wai_nb.stats.draw import digest

# Metadata that tools leave behind and no reader needs.
TOP_NOISE = ("papermill", "wai", "widgets", "vscode", "interpreter", "colab", "accelerator", "toc-autonumbering")
CELL_NOISE = (
    "papermill", "execution", "ExecuteTime", "collapsed", "scrolled", "trusted",
    "vscode", "pycharm", "colab", "id", "outputId", "executionInfo",
)  # fmt: skip
ADDED_CELLS = frozenset({"injected-parameters", "papermill-error-cell-tag"})  # by papermill
WIDGET_MIME = "application/vnd.jupyter.widget-view+json"  # a random id that means nothing without its kernel

ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")
KERNEL_FILE = re.compile(r"[^\s\"'(<>]*ipykernel_\d+[/\\]\d+\.py")
SCRATCH_NAME = re.compile(r"\{tmp\}[/\\][^\s/\\\"'<>(){}]+")  # its first part is random


def normalise(notebook: Any) -> Any:
    """Return a copy of the notebook in which two runs of one seed are equal.

    Gone are the metadata of papermill, of widgets and of editors, every clock, the cells that papermill
    adds, and views of widgets. Code cells that ran are numbered 1, 2, 3 ... as after *Run all*. Cell ids
    come from position and source. In the outputs neighbouring streams are one, memory addresses read
    ``0x…``, and the folders of this machine read ``{wai_nb}``, ``{python}``, ``{tmp}`` and ``{home}``. Pictures stay.

    Examples
    --------
    >>> output = {"output_type": "stream", "name": "stdout", "text": "<Thing at 0x7f12ab34cd56>"}
    >>> cell = {"cell_type": "code", "source": "x", "metadata": {}, "execution_count": 7, "outputs": [output]}
    >>> tidy = normalise({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    >>> tidy["cells"][0]["execution_count"], tidy["cells"][0]["outputs"][0]["text"]
    (1, '<Thing at 0x…>')
    """
    tidy = drop_clocks(notebook)
    tidy["cells"] = [cell for cell in tidy["cells"] if not ADDED_CELLS.intersection(cell["metadata"].get("tags", ()))]
    _keep(tidy["metadata"], TOP_NOISE)
    if "kernelspec" in tidy["metadata"] or "language_info" in tidy["metadata"]:
        tidy["metadata"]["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
        tidy["metadata"]["language_info"] = {"name": "python"}
    ran = 0
    clean = _cleaner()
    for position, cell in enumerate(tidy["cells"], 1):
        cell["id"] = f"{position:02d}-{digest(cell['source'], length=8)}"
        if cell["cell_type"] == "code":
            ran += cell["execution_count"] is not None
            _outputs(cell, ran, clean)
    return tidy


def drop_clocks(notebook: Any) -> Any:
    """Return a copy without papermill's metadata and without the times at which cells ran."""
    tidy = copy.deepcopy(notebook)
    _keep(tidy["metadata"], ("papermill",))
    for cell in tidy["cells"]:
        _keep(cell["metadata"], CELL_NOISE)
        if not cell["metadata"].get("tags", True):  # papermill leaves an empty list
            del cell["metadata"]["tags"]
    return tidy


def _keep(metadata: Any, noise: tuple[str, ...]) -> None:
    for name in noise:
        metadata.pop(name, None)


def _outputs(cell: Any, number: int, clean: Callable[[Any], Any]) -> None:
    if cell["execution_count"] is not None:
        cell["execution_count"] = number
    cell["outputs"] = _merged(cell["outputs"])
    for output in cell["outputs"]:
        if "execution_count" in output:
            output["execution_count"] = cell["execution_count"]
        for field in ("text", "evalue", "traceback"):
            if field in output:
                output[field] = clean(output[field])
        data = output.get("data", {})
        data.pop(WIDGET_MIME, None)
        for mime, value in data.items():
            if not mime.startswith("image/") or mime == "image/svg+xml":
                data[mime] = clean(value)


def _merged(outputs: list[Any]) -> list[Any]:
    merged: list[Any] = []
    for output in outputs:
        before = merged[-1] if merged else {}
        if output["output_type"] == "stream" == before.get("output_type") and output["name"] == before["name"]:
            before["text"] += output["text"]
        else:
            merged.append(output)
    return merged


def machine_paths() -> list[tuple[str, str]]:
    """Return the folders of this machine and the words that stand for them, the longest first."""
    folders = [(Path(__file__).parents[1], "{wai_nb}")]
    folders += [(Path(sys.prefix), "{python}"), (Path(sys.base_prefix), "{python}")]
    folders += [(Path(tempfile.gettempdir()), "{tmp}"), (Path("/tmp"), "{tmp}"), (_home(), "{home}")]
    both = {str(form): word for folder, word in reversed(folders) for form in (folder, folder.resolve())}
    long_enough = [(path, word) for path, word in both.items() if len(path) > 3 and path not in ("/usr", "/usr/local")]
    return sorted(long_enough, key=lambda item: (-len(item[0]), item[0]))


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a container without a user
        return Path("/")


def _cleaner() -> Callable[[Any], Any]:
    paths = [(re.compile(rf"(?<![\w/.}}]){re.escape(path)}(?![\w.-])"), word) for path, word in machine_paths()]

    def text(value: str) -> str:
        value = ADDRESS.sub("0x…", KERNEL_FILE.sub("{cell}", value))
        for pattern, word in paths:
            value = pattern.sub(word, value)
        return SCRATCH_NAME.sub("{tmp}/…", value)

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            return text(value)
        if isinstance(value, list):
            return [clean(item) for item in value]
        return type(value)({key: clean(item) for key, item in value.items()}) if isinstance(value, dict) else value

    return clean
