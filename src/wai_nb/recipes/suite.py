"""What is done with the committed notebooks: refresh their outputs, check them, show one as a demo."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wai_nb.recipes.compare import check_outputs, compare
from wai_nb.recipes.execute import execute
from wai_nb.recipes.files import notebook_text, read_notebook, stem, write_notebook
from wai_nb.recipes.normalise import drop_clocks, normalise
from wai_nb.recipes.page import html_page
from wai_nb.recipes.results import read_records, value_text

HEADLINE = "headline"  # the record that a demo shows first


def refresh(path: Path, *, timeout: int | None = None) -> tuple[str, list[str]]:
    """Run a notebook and write it back with its outputs, normalised; a failed run changes nothing.

    Where only the bytes of pictures would change, the file stays as it is: they differ from one
    release of matplotlib to the next.

    Returns
    -------
    (str, list of str)
        ``"refreshed"``, ``"unchanged"`` or ``"failed"``, and the problems.
    """
    committed = read_notebook(path)
    executed, problems = _run(committed, timeout)
    if problems:
        return "failed", problems
    text = notebook_text(normalise(committed))
    if path.read_text(encoding="utf-8") == text and not compare(executed, committed):
        return "unchanged", []
    write_notebook(normalise(executed), path)
    return "refreshed", []


def check(path: Path, *, timeout: int | None = None, cwd: str | Path | None = None) -> list[str]:
    """Run a notebook in a fresh kernel and an empty folder and return how it differs from the committed one.

    Returns
    -------
    list of str
        Failures, what may not be in outputs, and differences; empty when all is well.
    """
    committed = read_notebook(path)
    executed, problems = _run(committed, timeout, cwd)
    return problems or compare(executed, committed)


def demo(path: Path, out: Path) -> tuple[list[str], bool]:
    """Run a notebook into `out`, also as a page, and return what to print and whether it failed.

    The first line is the record ``headline``, else all records.
    """
    out.mkdir(parents=True, exist_ok=True)
    executed, error = execute(read_notebook(path), cwd=out)
    target = out / f"{stem(path)}.ipynb"
    write_notebook(drop_clocks(executed), target)
    page = html_page(target, out)
    if error:
        return [f"The notebook failed: {error}", f"Look at {page.as_posix()}"], True
    places = [f"page:     {page.as_posix()}", f"notebook: {target.as_posix()}"]
    return [*_figures(read_records(executed)), "", *places], False


def _run(committed: Any, timeout: int | None, cwd: str | Path | None = None) -> tuple[Any, list[str]]:
    with tempfile.TemporaryDirectory(prefix="wai-cwd-") as scratch:
        executed, error = execute(committed, cwd=cwd or scratch, timeout=timeout)
    return executed, [error] if error else check_outputs(normalise(executed))


def _figures(records: Mapping[str, Any]) -> list[str]:
    if HEADLINE in records:
        return [value_text(records[HEADLINE])]
    return [f"{name}: {value_text(value)}" for name, value in records.items()] or ["It ran; it records nothing."]
