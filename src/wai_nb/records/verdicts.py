"""The file of verdicts beside a checkpoint: rows land first, what a grader says of them comes later.

A checkpoint takes each row the moment it lands, so a verdict cannot be on it. ``<checkpoint>.verdicts.jsonl`` takes
each verdict the moment it is there; :func:`wai_nb.load` and a resumed run put both together.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from wai_nb.records.files import PathLike
from wai_nb.records.jsonl import iter_jsonl, json_line
from wai_nb.records.rows import Row, ask_of
from wai_nb.stats.draw import digest

Key = tuple[int, str, int]  # run of an evaluation, ask, repeat
LAID_ON = ("reward", "reason", "judge_status", "judge_name", "label_source", "judge_meta", "markers", "failure_class")


def verdicts_path(path: PathLike) -> Path:
    """Return where the verdicts of a checkpoint are.

    Examples
    --------
    >>> verdicts_path("rows.jsonl").name
    'rows.jsonl.verdicts.jsonl'
    """
    return Path(f"{Path(path).expanduser()}.verdicts.jsonl")


class VerdictFile:
    """An open file of verdicts to add to; what it held before is in `known`.

    A torn last line, as a kill leaves it, gets a line end, so that the next verdict has a line of its own.
    """

    def __init__(self, path: PathLike) -> None:
        self.known = read_verdicts(path)
        target = Path(path)
        self._file = target.open("ab", buffering=0)
        if target.stat().st_size:
            with target.open("rb") as file:
                file.seek(-1, os.SEEK_END)
                torn = file.read(1) != b"\n"
            if torn:
                self._file.write(b"\n")

    def add(self, row: Row) -> None:
        """Write the verdict of a graded row; it is in the file when this returns."""
        run, ask, index = key_of(row)
        fields = {name: row[name] for name in LAID_ON if name in row}
        line = {"eval_run": run, "ask_id": ask, "rollout_index": index, "of": content_of(row), **fields}
        self._file.write(f"{json_line({**line, 'lineage': scoring_of(row)})}\n".encode())

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


def key_of(row: Mapping[str, Any]) -> Key:
    """Return what tells a row from every other of its run."""
    lineage = row.get("lineage") or {}
    return lineage.get("eval_run") or 0, ask_of(row), int(row.get("rollout_index") or 0)


def content_of(row: Mapping[str, Any]) -> str:
    """Return a hash of what was judged, so that a verdict never lands on another rollout of the same place."""
    judged = {name: row.get(name) for name in ("prompt", "steps", "final_text")}
    return digest("judged", json_line(judged), length=16)


def scoring_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a row's lineage says of its scoring."""
    names = ("scoring_run_id", "source", "judge", "model", "judge_version", "parent")
    lineage = row.get("lineage") or {}
    return {name: lineage[name] for name in names if name in lineage}


def read_verdicts(path: PathLike) -> dict[Key, dict[str, Any]]:
    """Return the verdicts of a file by :func:`key_of`; of two the later counts, lines that are none are passed over."""
    target = Path(path)
    if not target.exists():
        return {}
    found: dict[Key, dict[str, Any]] = {}
    for line in iter_jsonl(target, on_error=lambda number, error: None):
        if "of" in line and isinstance(line.get("rollout_index"), int):
            found[line.get("eval_run") or 0, str(line.get("ask_id")), line["rollout_index"]] = line
    return found


def joined(rows: Iterable[Row], verdicts: Mapping[Key, Mapping[str, Any]]) -> list[Row]:
    """Return the rows with their verdicts; a row that is graded, or is another rollout than was judged, stays."""
    return [_joined(row, verdicts.get(key_of(row))) for row in rows]


def _joined(row: Row, verdict: Mapping[str, Any] | None) -> Row:
    if verdict is None or row.get("judge_status") or verdict.get("of") != content_of(row):
        return row
    fields = {name: verdict[name] for name in LAID_ON if name in verdict}
    if isinstance(row.get("markers"), dict):
        fields["markers"] = {**row["markers"], **(verdict.get("markers") or {})}
    return {**row, **fields, "lineage": {**(row.get("lineage") or {}), **(verdict.get("lineage") or {})}}
