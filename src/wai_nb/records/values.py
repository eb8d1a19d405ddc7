"""Any Python value as strict JSON data: readable, the same on every machine, never an exception."""

from __future__ import annotations

import base64
import json
import math
import re
from collections import UserString
from collections.abc import Mapping, Sequence, Set, ValuesView
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import PurePath
from types import SimpleNamespace
from typing import Any
from uuid import UUID

CYCLE = "<cycle>"
TOO_DEEP = "<too deep>"

_MAX_DEPTH = 100  # convention: far beyond any real row, far below Python's own recursion limit
_MAX_REPR = 2_000  # convention: enough to recognise an object, small enough for a row
_BIG = 1 << 14_000  # ints beyond 4,300 digits: CPython refuses their decimal text (sys.set_int_max_str_digits)
_SURROGATES = re.compile(r"[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
_NOT = object()  # "this function does not know the value"


def jsonable(value: object) -> Any:
    """Return the value as strict JSON data, built afresh, so that later changes of the value do not reach it.

    Parameters
    ----------
    value
        Anything. Text, numbers, bools, None, dicts with text keys, lists and tuples are kept as JSON has them.

    Returns
    -------
    object
        Only dict (text keys), list, str, int, finite float, bool and None.

        - NaN and infinities become the texts ``"NaN"``, ``"Infinity"``, ``"-Infinity"``;
        - half characters (lone surrogates) become U+FFFD, see `clean_text`;
        - dates, Decimal, UUID and paths become text; an Enum its value (its name when JSON cannot hold the value);
        - bytes become text when they are UTF-8, else ``"base64:..."``;
        - a set becomes a list sorted by JSON text; dataclasses, named tuples, pydantic models and table rows become
          dicts; numpy values, arrays and data frames become numbers, lists and lists of dicts;
        - keys that are not text become text; two keys that would become the same are numbered: ``"1"``, ``"1 (2)"``;
        - a value inside itself becomes ``"<cycle>"``, one more than 100 levels deep ``"<too deep>"``;
        - anything else becomes its ``repr`` without the memory address.

    Examples
    --------
    >>> jsonable({"when": date(2025, 3, 30), "tags": {"b", "a"}, "cost": Decimal("9.90"), "score": float("nan")})
    {'when': '2025-03-30', 'tags': ['a', 'b'], 'cost': '9.90', 'score': 'NaN'}
    """
    return _convert(value, set())


def clean_text(text: str) -> str:
    """Return the text with half characters (lone surrogates) replaced by U+FFFD, so that UTF-8 can hold it.

    Two halves that belong together, as a cut stream leaves them, are joined into the character they spell.

    Examples
    --------
    >>> clean_text("half an emoji " + chr(0xD83D) + " here")
    'half an emoji � here'
    """
    if text.isascii():
        return text
    return _SURROGATES.sub(_joined, text)


def _joined(match: re.Match[str]) -> str:
    found = match.group()
    if len(found) == 1:
        return "\ufffd"
    return found.encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _convert(value: Any, path: set[int]) -> Any:
    """Convert one value; `path` holds the ids of the containers that it lies in."""
    kind = type(value)
    if kind is str:
        return value if value.isascii() else clean_text(value)
    if value is None or kind is bool:
        return value
    if kind is int:
        return value if -_BIG < value < _BIG else hex(value)
    if kind is float:
        return value if math.isfinite(value) else _float_word(value)
    if kind is not dict and kind is not list:
        scalar = _scalar(value)
        if scalar is not _NOT:
            return scalar
    return _container(value, kind, path)


def _container(value: Any, kind: type, path: set[int]) -> Any:
    mark = id(value)
    if mark in path:
        return CYCLE
    if len(path) >= _MAX_DEPTH:
        return TOO_DEEP
    path.add(mark)
    try:
        if kind is dict:
            return _mapping(value, path)
        if kind is list or kind is tuple:
            return [_convert(item, path) for item in value]
        return _object(value, path)
    finally:
        path.discard(mark)


def _mapping(value: Mapping[Any, Any], path: set[int]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, item in list(value.items()):  # a copy: the agent's thread may still write to its dict
        name = key if type(key) is str and key.isascii() else _free_name(key, value, out)
        out[name] = _convert(item, path)
    return out


def _free_name(key: Any, value: Mapping[Any, Any], out: Mapping[str, Any]) -> str:
    """Return the text of an odd key, numbered until neither an original key nor an earlier one has it."""
    text = _key_text(key)
    if type(key) is str and text == key:
        return text
    name, number = text, 1
    while name in out or name in value:
        number += 1
        name = f"{text} ({number})"
    return name


def _key_text(key: Any) -> str:
    plain = jsonable(key)
    return plain if isinstance(plain, str) else _json_text(plain)


def _json_text(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, sort_keys=True)


def _float_word(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def _scalar(value: Any) -> Any:
    """Return text or a number for a value that is one thing, else `_NOT`."""
    try:
        found = _scalar_or_not(value)
    except Exception:
        return _repr(value)
    return clean_text(found) if type(found) is str else found


def _scalar_or_not(value: Any) -> Any:
    if isinstance(value, Enum):
        inner = value.value
        return jsonable(inner) if inner is None or isinstance(inner, (str, int, float)) else value.name
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return jsonable(int.__int__(value))
    if isinstance(value, float):
        return jsonable(float.__float__(value))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _bytes_text(bytes(value))
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, PurePath):
        return value.as_posix()
    if isinstance(value, (Decimal, UUID, timedelta, Fraction, complex, UserString)):
        return str(value)
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {value}"
    return _NOT


def _bytes_text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "base64:" + base64.b64encode(data).decode("ascii")


def _object(value: Any, path: set[int]) -> Any:
    """Convert what is neither plain JSON nor a scalar: through a simpler form of itself, else its repr."""
    try:
        if isinstance(value, Set):
            return sorted((_convert(item, path) for item in list(value)), key=_json_text)
        if isinstance(value, Mapping):
            return _mapping(value, path)
        simpler = _simpler(value)
    except Exception:
        simpler = _NOT
    return _repr(value) if simpler is _NOT else _convert(simpler, path)


def _simpler(value: Any) -> Any:
    """Return the value as a dict, a list or a plain scalar, one level only, else `_NOT`.

    Other packages' types are known by their methods, so none of them has to be imported here. The methods are looked
    up on the class: a mock object seems to have every method, its class does not.
    """
    kind = type(value)
    if isinstance(value, type):
        return _NOT
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if hasattr(kind, "model_dump"):  # pydantic
        return value.model_dump()
    if isinstance(value, SimpleNamespace):
        return vars(value)
    if hasattr(kind, "_asdict"):  # named tuple
        return value._asdict()
    if hasattr(kind, "columns") and hasattr(kind, "to_dict"):  # pandas.DataFrame
        return value.to_dict(orient="records")
    if hasattr(kind, "tolist"):  # numpy, pandas.Series, torch, array.array
        return _from_array(value)
    if hasattr(kind, "keys") and hasattr(kind, "__getitem__"):  # sqlite3.Row
        return {key: value[key] for key in value.keys()}  # noqa: SIM118 - iterating a sqlite3.Row gives its values
    if isinstance(value, (Sequence, ValuesView)):
        return list(value)
    return _NOT


def _from_array(value: Any) -> Any:
    if getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M"):  # times: tolist() would give bare numbers
        return value.astype(str).tolist()
    plain = value.tolist()
    return float(plain) if type(plain) is type(value) else plain  # numpy.longdouble gives itself


def _repr(value: object) -> str:
    """Return the repr without memory addresses, cut at 2,000 characters."""
    try:
        text = _ADDRESS.sub("", repr(value))
    except Exception:
        text = f"<{type(value).__name__}>"
    text = clean_text(text)
    return text if len(text) <= _MAX_REPR else text[: _MAX_REPR - 1] + "…"
