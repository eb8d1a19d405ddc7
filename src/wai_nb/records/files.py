"""Opening files: replaced whole or not at all, read compressed or not, and errors that name the nearest file."""

from __future__ import annotations

import gzip
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import IO, cast

from wai_nb.errors import ArgumentError, RowError, nearest, shown

PathLike = str | os.PathLike[str]

_GZIP = b"\x1f\x8b"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_MAX_NAMES = 1_000  # file names looked at for a "did you mean"


@contextmanager
def replacing(path: PathLike) -> Iterator[IO[bytes]]:
    """Open a file to write bytes that take the place of `path` at the end, all at once; on an error it is untouched.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/notes.txt") as file:
    ...         _ = file.write(b"whole")
    ...     Path(folder, "notes.txt").read_text()
    'whole'
    """
    target = Path(os.path.realpath(_as_path(path)))  # through a link: the link stays one
    if target.is_dir():
        raise RowError(f"{path} is a folder. Give a file name, for example {str(Path(path, 'run.jsonl'))!r}.")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".wai-{uuid.uuid4().hex}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            part.chmod(stat.S_IMODE(target.stat().st_mode))
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # Windows cannot open a folder; the file itself is safe
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def opened(path: PathLike) -> Iterator[IO[bytes]]:
    """Open a file to read bytes; gzip is known by its content and unpacked.

    Raises
    ------
    RowError
        When there is no such file (the nearest name is in the message), or it is a folder or UTF-16 text.
    """
    with _raw(path) as raw:
        start = raw.peek(2)[:2]
        if start in _UTF16:
            raise RowError(f"{path} is UTF-16 text. Save it as UTF-8.")
        if start == _GZIP:
            with gzip.GzipFile(fileobj=raw, mode="rb") as packed:
                yield cast("IO[bytes]", packed)
        else:
            yield raw


def _raw(path: PathLike) -> BufferedReader:
    file = _as_path(path)
    if file.is_dir():
        raise RowError(f"{path} is a folder. Give a file name.{_listed(file)}")
    try:
        return file.open("rb")
    except FileNotFoundError:
        raise RowError(_missing(path, file)) from None
    except (OSError, ValueError) as error:
        raise RowError(f"{path} cannot be opened: {error}.") from None


def _as_path(path: object) -> Path:
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise ArgumentError(f"path={shown(path)} ({type(path).__name__}) is no file name. Give text or a pathlib.Path.")
    if not str(path).strip():
        raise RowError(f"path={shown(path)} is blank. Give a file name, for example 'run.jsonl'.")
    return Path(path).expanduser()


def _missing(path: PathLike, file: Path) -> str:
    if not file.parent.is_dir():
        return f"{path}: no such file, and no such folder ({str(file.parent)!r})."
    return f"{path}: no such file.{nearest(file.name, _names(file.parent)) or _listed(file.parent)}"


def _listed(folder: Path) -> str:
    files = [name for name in _names(folder) if name.lower().endswith((".jsonl", ".jsonl.gz"))]
    return f" It holds {', '.join(map(repr, files[:3]))}." if files else ""


def _names(folder: Path) -> list[str]:
    with suppress(OSError):
        return sorted(os.listdir(folder))[:_MAX_NAMES]
    return []
