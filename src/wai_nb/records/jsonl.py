"""Files of rows: one strict JSON object a line, written whole or not at all, read with the bad line named."""

from __future__ import annotations

import gc
import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from io import BufferedWriter
from typing import IO, Any, NoReturn, cast

from wai_nb.errors import ArgumentError, RowError, shown
from wai_nb.records.files import PathLike as PathLike
from wai_nb.records.files import opened, replacing
from wai_nb.records.values import clean_text, jsonable

_BOM = b"\xef\xbb\xbf"
_GZIP_LEVEL = 6  # convention of the gzip command line
_BEGINNING = 60  # characters of a bad line that an error shows
_BREAKS = re.compile("[\x85\u2028\u2029]")  # legal inside JSON text, but careless readers split lines there
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN')
_KINDS = {list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}
_RULE = "Each line must be one JSON object; mend or remove the line."

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode


class _Constant(ValueError):
    """NaN or an infinity, which JSON does not have."""


def _refuse(name: str) -> NoReturn:
    raise _Constant(name)


def _number(text: str) -> Any:
    return jsonable(float(text))  # 1e999 is legal JSON and an infinity in Python


_decode = json.JSONDecoder(parse_constant=_refuse, parse_float=_number).decode


def json_line(row: Mapping[str, Any]) -> str:
    """Return one row as a line of a file, without the line break: strict JSON that strict UTF-8 can hold.

    Examples
    --------
    >>> json_line({"prompt": "naïve", "score": float("nan")})
    '{"prompt": "naïve", "score": "NaN"}'
    """
    return _text_of(jsonable(row))


def _text_of(plain: Any) -> str:
    line = _encode(plain)
    return line if line.isascii() else _BREAKS.sub(lambda mark: f"\\u{ord(mark[0]):04x}", line)


def write_jsonl(path: PathLike, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write the rows, one strict JSON object a line; the file appears whole or stays as it was.

    Parameters
    ----------
    path
        Where to. A name that ends in ``.gz`` is compressed (the same rows give the same bytes). Missing folders are
        made. An existing file is replaced and keeps its permissions.
    rows
        Dicts. What JSON cannot hold is written as `jsonable` says.

    Returns
    -------
    int
        Number of rows written.

    Raises
    ------
    RowError
        When a row is no dict, or the path is a folder. Nothing is written then.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_jsonl(f"{folder}/run.jsonl.gz", [{"prompt": "Where is P-101?"}])
    ...     read_jsonl(f"{folder}/run.jsonl.gz")
    1
    [{'prompt': 'Where is P-101?'}]
    """
    if isinstance(rows, (str, bytes, Mapping)) or not isinstance(rows, Iterable):
        raise ArgumentError(f"rows={shown(rows)} ({type(rows).__name__}) is no list of rows. Give rows=[row].")
    packed = str(path).lower().endswith(".gz")
    count = 0
    with replacing(path) as raw, _packer(raw) if packed else nullcontext(raw) as out:
        for count, row in enumerate(rows, 1):
            out.write(_line_of(row, count - 1))
    return count


def read_jsonl(path: PathLike) -> list[dict[str, Any]]:
    """Return the rows of a file; see `iter_jsonl`, which reads them one by one.

    Raises
    ------
    RowError
        When there is no such file, or for the first bad line: file, line, column, reason and how the line begins.
    """
    with _collector_paused():
        return list(iter_jsonl(path))


def iter_jsonl(path: PathLike, on_error: Callable[[int, RowError], object] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file one by one, in the memory of one line.

    Lines end at LF alone. Byte order marks, CRLF, blank lines and gzip (known by its content) are read. Lone
    surrogates are replaced as everywhere.

    Parameters
    ----------
    path
        The file.
    on_error
        Called with the line number and the error for each bad line, which is then skipped. Without it the first bad
        line raises.

    Yields
    ------
    dict
        One row.

    Raises
    ------
    RowError
        When there is no such file, or for a bad line without `on_error`.
    """
    number = 0
    with opened(path) as file:
        lines = iter(file)
        while True:
            try:
                line = next(lines, None)
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:  # a cut download: what came before is good
                bad = RowError(f"{path}, line {number + 1}: the gzip data is damaged or ends early ({error}).")
                _report(number + 1, bad, on_error)
                return
            if line is None:
                return
            number += 1
            try:
                row = parse_line(line, f"{path}, line {number}")
            except RowError as error:
                _report(number, error, on_error)
                continue
            if row is not None:
                yield row


def parse_line(line: bytes, place: str) -> dict[str, Any] | None:
    """Return the row that one line of a file holds, or None for a blank line.

    Parameters
    ----------
    line
        The bytes of the line.
    place
        What an error begins with: ``"run.jsonl, line 3"``.

    Raises
    ------
    RowError
        When the line is not UTF-8, not strict JSON, or not an object.
    """
    line = line.removeprefix(_BOM).strip()
    if not line:
        return None
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"byte 0x{line[error.start]:02x} is not UTF-8"
        raise _bad(place, error.start + 1, reason, line.decode("utf-8", "replace")) from None
    try:
        row = _decode(text)
    except json.JSONDecodeError as error:
        raise _bad(place, error.colno, error.msg, text) from None
    except _Constant as error:
        raise _bad(place, _column(text), f"{error} is not JSON, write null", text) from None
    except (ValueError, RecursionError) as error:  # a number of over 4,300 digits; brackets nested without end
        raise _bad(place, 1, str(error), text) from None
    if type(row) is not dict:
        raise _bad(place, 1, f"the line is {_KINDS.get(type(row), 'null')}, not an object", text)
    half = b"\\ud" in line or b"\\uD" in line  # may be a lone surrogate
    return cast("dict[str, Any]", jsonable(row)) if half else row


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep the garbage collector from walking the growing list: rows have no cycles (100,000 rows: 2 s, not 4)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _packer(raw: IO[bytes]) -> IO[bytes]:
    packed = gzip.GzipFile(filename="", mode="wb", compresslevel=_GZIP_LEVEL, fileobj=raw, mtime=0)
    return BufferedWriter(cast("Any", packed), 1 << 16)


def _line_of(row: object, index: int) -> bytes:
    plain = jsonable(row)
    if not isinstance(plain, dict):
        raise RowError(f"rows[{index}] is {shown(row)} ({type(row).__name__}). A row is a dict.")
    return _text_of(plain).encode("utf-8") + b"\n"


def _report(number: int, error: RowError, on_error: Callable[[int, RowError], object] | None) -> None:
    if on_error is None:
        raise error
    on_error(number, error)


def _bad(place: str, column: int, reason: str, text: str) -> RowError:
    beginning = clean_text(shown(text[:_BEGINNING] + ("…" if len(text) > _BEGINNING else ""), 4 * _BEGINNING))
    return RowError(f"{place}, column {column}: {reason}. The line begins {beginning}. {_RULE}")


def _column(text: str) -> int:
    """Return where the first bare NaN or Infinity stands; the pattern steps over texts."""
    places = (found.start() for found in _CONSTANT.finditer(text) if not found.group().startswith('"'))
    return next(places, 0) + 1
