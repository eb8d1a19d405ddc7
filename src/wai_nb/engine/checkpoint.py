"""The file that survives a kill: every row is on disk the moment it lands, and a second call goes on from there."""

from __future__ import annotations

import gzip
import os
import zlib
from collections import Counter
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from typing import Any

from wai_nb.errors import RowError, SettingError
from wai_nb.records.jsonl import PathLike, json_line, parse_line
from wai_nb.records.rows import Row, row_problems
from wai_nb.records.warnings import Advice

Key = tuple[int, str, str, int]  # run of an evaluation, situation, prompt, repeat


def key_of(row: Mapping[str, Any]) -> Key:
    """Return what tells a row from every other of its run."""
    lineage = row.get("lineage") or {}
    run = lineage.get("eval_run") or 0
    return run, str(row.get("scenario_id") or ""), str(row.get("prompt") or ""), int(row.get("rollout_index") or 0)


class Checkpoint:
    """An open checkpoint file: what it held, and a place to add to.

    Lines that cannot be read stay where they are and are counted; a torn last line (the usual end of a
    kill) is taken off, so that the next row has a line of its own. Only one run may hold a file.

    Parameters
    ----------
    path
        A JSONL file, or ``.gz``; it need not exist.
    fingerprint
        Of this run; a file of another run is refused with the differences.

    Attributes
    ----------
    known
        The rows that were there, by :func:`key_of`.
    notes
        What was odd about the file.

    Raises
    ------
    SettingError
        When another run holds the file, the file belongs to a run with other settings, or it cannot be written.
    """

    def __init__(self, path: PathLike, fingerprint: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self._packed = self.path.suffix == ".gz"
        self._file = _open(self.path)
        self.known: dict[Key, Row] = {}
        self.notes: list[Advice] = []
        try:
            _lock(self._file, self.path)
            self._read(fingerprint)
        except BaseException:
            self._file.close()
            raise

    def add(self, row: Row) -> None:
        """Write a row without its ``privileged`` answer key; it is in the file when this returns."""
        kept = {name: value for name, value in row.items() if name != "privileged"}
        line = f"{json_line(kept)}\n".encode()
        left = gzip.compress(line, mtime=0) if self._packed else line
        while left:  # an unbuffered file may take less than it was given
            left = left[self._file.write(left) :]

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def _read(self, fingerprint: Mapping[str, Any]) -> None:
        raw = self._file.readall()
        text, good = _unpacked(raw) if self._packed else (raw, raw.rfind(b"\n") + 1)
        lines = text.split(b"\n")
        tail = lines.pop()
        if not self._packed and tail.strip() and _row(tail) is not None:  # whole, only its line end is missing
            lines.append(tail)
            good = len(raw)
            self._file.seek(good)
            self._file.write(b"\n")
        else:
            self._take_off(good, len(raw))
        counts = Counter(self._enter(line, fingerprint) for line in lines if line.strip())
        self._say(counts)

    def _take_off(self, good: int, size: int) -> None:
        self._file.truncate(good)
        self._file.seek(good)
        if good < size:
            what = f"The last line of {self.path.name} was torn ({size - good:,} bytes) and was taken off."
            self.notes.append(Advice(what, "The run that wrote it was killed; its rollout is played again."))

    def _enter(self, line: bytes, fingerprint: Mapping[str, Any]) -> str:
        row = _row(line)
        if row is None:
            return "unreadable"
        _refuse_other_runs(row, fingerprint, self.path)
        key = key_of(row)
        if key in self.known:
            return "double"
        row["lineage"] = {**(row.get("lineage") or {}), "resumed": True}
        self.known[key] = row
        return "row" if "settings" in row["lineage"] else "unsigned"

    def _say(self, counts: Counter[str]) -> None:
        words = {
            "unreadable": ("no rows and were left alone", "They are not JSON, or not a row."),
            "double": ("rows twice; the first of each counts", "Two runs may have written at once."),
            "unsigned": ("rows that do not say of which run they are", "They were taken as rows of this run."),
        }
        for kind, (what, why) in words.items():
            if counts[kind]:
                self.notes.append(Advice(f"{counts[kind]:,} lines of {self.path.name} are {what}.", why))


def _row(line: bytes) -> Row | None:
    try:
        row = parse_line(line, "checkpoint")
    except RowError:
        return None
    return row if row is not None and not row_problems(row) else None


def _refuse_other_runs(row: Row, fingerprint: Mapping[str, Any], path: Path) -> None:
    signed = (row.get("lineage") or {}).get("settings")
    if not isinstance(signed, Mapping) or signed == fingerprint:
        return
    names = [name for name in {**fingerprint, **signed} if fingerprint.get(name) != signed.get(name)]
    differences = ", ".join(f"{name} {signed.get(name)!r} there, {fingerprint.get(name)!r} here" for name in names)
    raise SettingError(
        f"checkpoint={str(path)!r} belongs to another run: {differences}. "
        "Give the same settings to go on with it, or another path to start anew."
    )


def _unpacked(raw: bytes) -> tuple[bytes, int]:
    """Return the text of the whole members of a gzip file, and where the last of them ends."""
    parts, good = [], 0
    while good < len(raw):
        member = zlib.decompressobj(wbits=31)
        try:
            part = member.decompress(raw[good:])
        except zlib.error:
            break
        if not member.eof:
            break
        parts.append(part)
        good = len(raw) - len(member.unused_data)
    return b"".join(parts), good


def _open(path: Path) -> FileIO:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileIO(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+")
    except OSError as error:
        raise SettingError(
            f"checkpoint={str(path)!r} cannot be written ({error.strerror}). "
            "Give the path of a file in a folder that you may write to, for example 'run.jsonl'."
        ) from None


def _lock(file: FileIO, path: Path) -> None:
    """Hold the file against other runs, where the system can (not on Windows)."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SettingError(
            f"checkpoint={str(path)!r} is being written by another run. Wait for it, or give another path."
        ) from None
