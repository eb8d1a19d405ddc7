"""Messages of plain data between the two processes."""

from __future__ import annotations

import json
import os
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 4_000_000  # convention: bytes of one message; a longer one is a flood
BIG = 1 << 62  # whole numbers beyond travel as hexadecimal: Python limits decimal text to 4,300 digits
PLAIN_BY_TEXT = {"Decimal": Decimal, "Fraction": Fraction}
SEQUENCES: dict[str, Callable[[Any], Any]] = {"tuple": tuple, "set": set, "frozenset": frozenset, "deque": deque}


class Ended(BaseException):
    """The other process is gone, or speaks nonsense. Not an Exception, so a test's ``except Exception`` lets it by."""


class Raised(Exception):
    """The solution raised something that tests have no builtin class for."""


class Pipe:
    """Messages as lines of JSON."""

    def __init__(self, read: int, write: int) -> None:
        self.reader: BinaryIO = os.fdopen(read, "rb")
        self.writer: BinaryIO = os.fdopen(write, "wb")

    def send(self, message: Any) -> None:
        """Write one message."""
        try:
            self.writer.write(json.dumps(message).encode() + b"\n")
            self.writer.flush()
        except OSError as error:
            raise Ended("gone") from error

    def receive(self) -> Any:
        """Read one message."""
        line = self.reader.readline(LONGEST)
        if not line.endswith(b"\n"):
            raise Ended("gone" if len(line) < LONGEST else "flood")
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Ended("nonsense") from error


def encode(value: Any, keep: Callable[[Any], Any]) -> Any:
    """Return a value as JSON data, by exact type; `keep` names what is no plain data."""
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if isinstance(value, int) and kind is not bool:
        number = int.__index__(value)
        return number if -BIG < number < BIG else {"k": "int", "v": hex(number)}
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, str):
        return str.__str__(value)
    if kind in (list, tuple, set, frozenset, deque):
        items = [encode(item, keep) for item in value]
        return items if kind is list else {"k": kind.__name__, "v": items}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"k": "tuple", "v": [encode(item, keep) for item in tuple.__iter__(value)]}
    if kind in (dict, defaultdict, OrderedDict, Counter):
        return {"k": "dict", "v": [[encode(key, keep), encode(item, keep)] for key, item in value.items()]}
    return encode_rare(value, kind, keep)


def encode_rare(value: Any, kind: type, keep: Callable[[Any], Any]) -> Any:
    """Return the less common kinds of plain data as JSON data."""
    if kind.__name__ in PLAIN_BY_TEXT and kind is PLAIN_BY_TEXT[kind.__name__]:
        return {"k": kind.__name__, "v": str(value)}
    if kind in (bytes, bytearray):
        return {"k": "bytes", "v": bytes(value).hex()}
    if kind is complex:
        return {"k": "complex", "v": [value.real, value.imag]}
    if kind in (date, datetime):
        return {"k": kind.__name__, "v": value.isoformat()}
    if kind is timedelta:
        return {"k": "timedelta", "v": [value.days, value.seconds, value.microseconds]}
    if kind is range:
        return {"k": "range", "v": [value.start, value.stop, value.step]}
    return keep(value)


def decode(data: Any, find: Callable[[Any], Any]) -> Any:
    """Return the value for JSON data; `find` gives what a name stands for."""
    if isinstance(data, list):
        return [decode(item, find) for item in data]
    if not isinstance(data, dict):
        return data
    kind, inner = data["k"], data["v"]
    if kind in SEQUENCES:
        return SEQUENCES[kind](decode(item, find) for item in inner)
    if kind == "dict":
        return {decode(key, find): decode(item, find) for key, item in inner}
    if kind in PLAIN_BY_TEXT:
        return PLAIN_BY_TEXT[kind](inner)
    plain: dict[str, Callable[[Any], Any]] = {
        "int": lambda text: int(text, 16),
        "bytes": bytes.fromhex,
        "complex": lambda parts: complex(*parts),
        "date": date.fromisoformat,
        "datetime": datetime.fromisoformat,
        "timedelta": lambda parts: timedelta(*parts),
        "range": lambda parts: range(*parts),
    }
    return plain[kind](inner) if kind in plain else find(data)


def as_error(name: str) -> Exception:
    """Return the builtin exception of that name, so that the other side can expect it.

    Not StopIteration: raised where a loop maps a function over cases, it would end the loop as if all were checked.
    """
    import builtins

    kind = getattr(builtins, name, None)
    if (
        isinstance(kind, type)
        and issubclass(kind, Exception)
        and not issubclass(kind, (StopIteration, StopAsyncIteration))
    ):
        try:
            error: Exception = kind("raised on the other side")
        except TypeError:  # UnicodeDecodeError and the like want more
            return Raised(name)
        error.of_the_solution = True  # type: ignore[attr-defined]
        return error
    return Raised(name)
