"""One notebook over a grid of parameters: checked first, resumed after a kill, read back as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wai_nb.errors import RecipeError, SettingError, shown
from wai_nb.recipes.execute import check_kernel, execute
from wai_nb.recipes.files import read_notebook, stem, write_notebook
from wai_nb.recipes.grid import combinations, parameters_text
from wai_nb.recipes.normalise import drop_clocks
from wai_nb.recipes.results import is_estimate, read_records, value_text
from wai_nb.records.report import Card, Column, Facts, Note, Report, Table
from wai_nb.records.view.wording import plural
from wai_nb.stats.draw import digest

if TYPE_CHECKING:
    import pandas as pd

MARK = "wai"  # the key of the notebook's metadata that says what a finished run was
ROWS_SHOWN = 20  # of the table in the card; the mock-ups' limit


class Reruns(Report):
    """What a notebook recorded for each cell of a grid of parameters.

    Keys: ``notebook``, ``out``, ``ran``, ``kept`` (found finished, not run again), ``failed``,
    ``stopped_because`` and ``rows``. A row has ``parameters``, ``records``, ``status`` (``"ran"``,
    ``"kept"``, ``"failed"`` or ``"not run"``), ``error`` and ``path`` (below ``out``).
    """

    def to_frame(self) -> pd.DataFrame:
        """Return one row a cell of the grid: parameters, records, status, error, path.

        A record ``{"value": ..., "low": ..., "high": ...}`` becomes the columns ``name``, ``name_low`` and
        ``name_high``; a record with the name of a parameter becomes ``name (record)``.
        """
        import pandas as pd

        frame: pd.DataFrame = pd.DataFrame([_flat(row) for row in self["rows"]])
        return frame

    def card(self) -> Card:
        """Return the counts, what failed, and the table of parameters x records."""
        total = len(self["rows"])
        failed = [row for row in self["rows"] if row["status"] == "failed"]
        blocks: list[Any] = [Facts([("runs", total), *((word, self[word]) for word in ("ran", "kept", "failed"))])]
        blocks += [_complaint(row) for row in failed[:ROWS_SHOWN]]
        blocks.append(_table(self["rows"]))
        return Card(
            kind=("Reruns", self["notebook"]),
            headline=_headline(total, len(failed), self["stopped_because"]),
            sub=f"{self['ran']} ran now, {self['kept']} were finished before.",
            blocks=blocks,
            foot=f"Executed notebooks: the column path, below {self['out']}",
        )


def rerun(
    notebook: str | Path,
    grid: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    *,
    out: str | Path = "out",
    resume: bool = True,
    kernel_name: str | None = None,
    timeout: int | None = None,
) -> Reruns:
    """Run a notebook once for each cell of a grid of parameters, each time in a fresh kernel.

    Nothing runs before every value was checked against the notebook's ``parameters`` cell. A cell of
    the grid that fails is kept beside the others as ``*.failed.ipynb`` and does not end them.

    Parameters
    ----------
    notebook : str or Path
        The notebook. Its kernel works in the notebook's own folder, as in Jupyter.
    grid : dict or list of dict
        ``{"seed": [1, 2], "budget": [8, 16]}`` means every combination, the first name slowest. A list
        holds the combinations themselves.
    out : str or Path
        The folder of the executed notebooks: ``<name>-<digest of parameters and sources>.ipynb``.
    resume : bool
        Leave out what a run before this one finished, with the same parameters and the same sources.
    kernel_name : str, optional
        The Jupyter kernel; by default the Python that is running.
    timeout : int, optional
        Seconds that one cell of the notebook may take.

    Returns
    -------
    Reruns
        A report of parameters x records.

    Raises
    ------
    RecipeError
        Before anything runs: no such notebook, an unknown parameter, a value of the wrong type, NaN or
        infinity, a name that looks like a secret, the same combination twice, an empty grid, no such kernel.

    Examples
    --------
    >>> rerun("no-such.ipynb", {"seed": [1, 2]})
    Traceback (most recent call last):
    ...
    wai_nb.errors.RecipeError: there is no notebook at 'no-such.ipynb'.
    """
    if timeout is not None and (not isinstance(timeout, int) or isinstance(timeout, bool) or timeout < 1):
        raise SettingError(f"timeout={shown(timeout)} is not a whole number of seconds, 1 or more.")
    check_kernel(kernel_name)
    path = Path(notebook)
    source = read_notebook(path)
    cells = combinations(grid, source)
    counts = {"ran": 0, "kept": 0, "failed": 0}
    report = Reruns(notebook=path.name, out=Path(out).as_posix(), **counts, stopped_because=None, rows=[])
    run = partial(execute, source, cwd=path.resolve().parent, kernel_name=kernel_name, timeout=timeout)
    for parameters in cells:
        mark = {"notebook": path.name, "parameters": parameters, "source": _source_digest(source)}
        row: dict[str, Any] = {"parameters": parameters, "records": {}, "status": "not run"}
        row.update(error=None, path=_target(mark))
        report["rows"].append(row)
        if report["stopped_because"]:
            continue
        try:
            if not (resume and _kept(row, mark, Path(out))):
                _ran(row, mark, Path(out), run)
            report[row["status"]] += 1
        except KeyboardInterrupt:
            report["stopped_because"] = "interrupted"
    return report


def _source_digest(source: Any) -> str:
    return digest(*(part for cell in source["cells"] for part in (cell["cell_type"], cell["source"])))


def _target(mark: Mapping[str, Any]) -> str:
    key = digest(parameters_text(mark["parameters"]), mark["source"])
    return f"{stem(Path(mark['notebook']))}-{key}.ipynb"


def _kept(row: dict[str, Any], mark: Mapping[str, Any], out: Path) -> bool:
    """Fill the row from a run that finished before; return whether there is one."""
    target = out / row["path"]
    if not target.exists():
        return False
    try:
        before = read_notebook(target)
        records = read_records(before)
    except RecipeError:  # cut or overwritten: run it again
        return False
    found = before["metadata"].get(MARK, {})
    if found.get("error") is not None or any(found.get(key) != value for key, value in mark.items()):
        return False
    row.update(status="kept", records=records)
    return True


def _ran(row: dict[str, Any], mark: Mapping[str, Any], out: Path, run: Callable[..., tuple[Any, str | None]]) -> None:
    """Run one cell of the grid and fill its row; the notebook is kept whether or not it failed."""
    executed, error = run(row["parameters"])
    executed = drop_clocks(executed)
    if error is None:
        row["records"], error = _records(executed)
    executed["metadata"][MARK] = {**mark, "error": error}
    target = out / row["path"]
    failed = target.with_name(f"{target.stem}.failed.ipynb")
    if error is None:
        write_notebook(executed, target)
        failed.unlink(missing_ok=True)
    else:
        write_notebook(executed, failed)
    row.update(status="failed" if error else "ran", error=error, path=failed.name if error else target.name)


def _records(executed: Any) -> tuple[dict[str, Any], str | None]:
    try:
        return read_records(executed), None
    except RecipeError as error:
        return {}, f"RecipeError: {error}"


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    flat = dict(row["parameters"])
    for name, value in row["records"].items():
        column = f"{name} (record)" if name in row["parameters"] else name
        if is_estimate(value):
            flat.update({column: value["value"], f"{column}_low": value["low"], f"{column}_high": value["high"]})
        else:
            flat[column] = value
    return {**flat, "status": row["status"], "error": row["error"], "path": row["path"]}


def _headline(total: int, failed: int, stopped: str | None) -> str:
    if stopped:
        return f"Stopped before the end ({stopped}); run it again and only what is missing runs"
    if failed:
        return f"{total - failed} of {plural(total, 'run')} gave results, {failed} failed"
    return f"{'All ' if total > 1 else ''}{plural(total, 'run')} gave results"


def _complaint(row: Mapping[str, Any]) -> Note:
    values = ", ".join(f"{name} = {shown(value)}" for name, value in row["parameters"].items()) or "defaults"
    return Note(
        "error",
        f"Failed at {values}.",
        why=row["error"],
        fix=f"open {row['path']} and read its last cell",
        group="Failed",
    )


def _table(rows: Sequence[Mapping[str, Any]]) -> Table:
    parameters = list(dict.fromkeys(name for row in rows for name in row["parameters"]))
    records = list(dict.fromkeys(name for row in rows for name in row["records"]))
    columns = [Column(name, kind="code") for name in parameters] + [Column(name) for name in records]
    columns += [Column("status"), Column("path", kind="code", drop=True)]
    lines = [
        [_cell(row["parameters"].get(name, "default")) for name in parameters]
        + [_cell(row["records"].get(name)) for name in records]
        + [row["status"], row["path"]]
        for row in rows[:ROWS_SHOWN]
    ]
    return Table("Results, parameters x records", columns, lines, of=len(rows) if len(rows) > ROWS_SHOWN else None)


def _cell(value: Any) -> str:
    return "none" if value is None else value_text(value, 60)
