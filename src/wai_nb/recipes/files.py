"""Reading and writing notebooks: any path, strict JSON, never half a file."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from wai_nb.errors import RecipeError, nearest
from wai_nb.records.files import replacing
from wai_nb.records.values import jsonable


def read_notebook(path: Path) -> Any:
    """Return the notebook at `path`, in the present format; errors name the file and the reason."""
    import nbformat
    from nbformat.warnings import DuplicateCellId, MissingIDFieldWarning

    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise RecipeError(f"there is no notebook at {path.as_posix()!r}.{_near(path)}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RecipeError(f"{path.as_posix()!r} cannot be read: {error}") from None
    try:
        with warnings.catch_warnings():  # reading mends both: hand-made files lack ids, copied cells repeat them
            warnings.simplefilter("ignore", MissingIDFieldWarning)
            warnings.simplefilter("ignore", DuplicateCellId)
            notebook = nbformat.v4.upgrade(nbformat.reads(text, as_version=4))  # type: ignore[no-untyped-call]
    except Exception as error:  # nbformat raises many types; each means "this is no notebook"
        raise RecipeError(f"{path.as_posix()!r} is not a notebook: {type(error).__name__}: {error}") from None
    return notebook


def write_notebook(notebook: Any, path: Path) -> None:
    """Write the notebook as strict JSON, in one step: the file is whole or not there."""
    write_text(notebook_text(notebook), path)


def write_text(text: str, path: Path) -> None:
    """Write a text file in one step, with the same line ends everywhere."""
    with replacing(path) as file:
        file.write(text.encode("utf-8"))


def notebook_text(notebook: Any) -> str:
    """Return the file's text: texts split into lines as Jupyter does, NaN and infinity as words."""
    import nbformat

    lined = json.loads(nbformat.writes(notebook, version=4))  # type: ignore[no-untyped-call]
    return json.dumps(jsonable(lined), indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def stem(path: Path) -> str:
    """Return the notebook's name without its endings.

    Examples
    --------
    >>> stem(Path("recipes/02-measure/pass-at-k.ipynb"))
    'pass-at-k'
    """
    name = path.name
    for ending in (".json", ".ipynb"):
        name = name[: -len(ending)] if name.endswith(ending) else name
    return name or "notebook"


def find_notebooks(paths: Sequence[str | Path]) -> list[Path]:
    """Return the notebooks at or below the paths, sorted, without hidden folders.

    Raises
    ------
    RecipeError
        When a path does not exist.
    """
    found: dict[Path, None] = {}
    for given in map(Path, paths):
        if not given.exists():
            raise RecipeError(f"there is no notebook or folder at {given.as_posix()!r}.{_near(given)}")
        found.update(dict.fromkeys(sorted(_below(given)) if given.is_dir() else [given]))
    return list(found)


def _below(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*.ipynb"):
        if not any(part.startswith(".") for part in path.relative_to(folder).parts):
            yield path


def _near(path: Path) -> str:
    try:
        return nearest(path.name, [entry.name for entry in path.parent.iterdir()])
    except OSError:
        return f" There is no folder {path.parent.as_posix()!r}."
