"""The answer key of a row: where it is, and how it is kept out of reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

KEYS = ("reference", "answer", "target", "solution", "label", "expected")
PLACES = ("info", "metadata", "privileged")
HIDDEN = "<reference>"


def find_gold(row: Mapping[str, Any], field: str | None = None) -> Any:
    """Return the answer key of a row, or None when there is none; an empty text is none.

    Parameters
    ----------
    row
        A row dict.
    field
        A dotted path; then nothing else is looked at.

    Examples
    --------
    >>> find_gold({"answer": "5", "privileged": {"reference": "4"}})
    '4'
    >>> find_gold({"info": {"answers": ["x", "y"]}}, "info.answers.1")
    'y'
    """
    if field is not None:
        return _filled(at_path(row, field))
    paths = ["privileged.reference", *KEYS, *(f"{place}.{key}" for place in PLACES for key in KEYS)]
    return next((gold for path in paths if (gold := _filled(at_path(row, path))) is not None), None)


def at_path(value: Any, path: str, missing: Any = None) -> Any:
    """Return what lies at a dotted path (``a.b.0`` or ``a.b[0]``), or `missing`.

    Examples
    --------
    >>> at_path({"a": {"b": [10, 20]}}, "a.b[1]"), at_path({"a": 1}, "a.b")
    (20, None)
    """
    for part in path_parts(path):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.lstrip("-").isdecimal() and -len(value) <= int(part) < len(value):
            value = value[int(part)]
        else:
            return missing
    return value


def path_parts(path: str) -> list[str]:
    """Return the parts of a dotted path.

    Examples
    --------
    >>> path_parts("items[0].id")
    ['items', '0', 'id']
    """
    return [part for part in re.sub(r"\[(-?\d+)\]", r".\1", path).split(".") if part]


def hide_gold(reason: str, gold: Any) -> str:
    """Return the reason with every whole occurrence of the answer key replaced.

    Examples
    --------
    >>> hide_gold("read 'Paris' in Paris, Parisian", "paris")
    "read '<reference>' in <reference>, Parisian"
    """
    texts = sorted({text for text in _texts(gold) if text}, key=lambda text: (-len(text), text))
    if not texts:
        return reason
    words = "|".join(re.escape(text) for text in texts)
    return re.sub(rf"(?<!\w)(?:{words})(?!\w)", HIDDEN, reason, flags=re.IGNORECASE)


def _filled(value: Any) -> Any:
    return None if isinstance(value, str) and not value.strip() else value


def _texts(gold: Any) -> Iterator[str]:
    if isinstance(gold, Mapping):
        for value in gold.values():
            yield from _texts(value)
    elif isinstance(gold, (list, tuple, set)):
        for value in gold:
            yield from _texts(value)
    elif gold is not None and not isinstance(gold, bool):
        yield str(gold).strip()
