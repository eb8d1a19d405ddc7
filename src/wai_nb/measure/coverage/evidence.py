"""Asks as texts, rows or a run, each with the rows in which it was played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wai_nb.errors import ArgumentError, shown
from wai_nb.records.rows import Row, checked_rows

_FIX = "Give asks as texts, as rows with a prompt, or a run."


@dataclass(frozen=True)
class Evidence:
    """What is known of a set of asks.

    Parameters
    ----------
    asks
        Each ask once, in order, with the rows in which it was played.
    tools, system_prompt
        Those of the run among the sources, or None.
    """

    asks: Sequence[tuple[str, Sequence[Row]]]
    tools: Any = None
    system_prompt: str | None = None


def speaks_twice(rows: Iterable[Row]) -> bool:
    """Say whether the person speaks more than once in some of the rows.

    Examples
    --------
    >>> speaks_twice([{"steps": [{"tool": "get"}, {"user": "And order 8?"}]}])
    True
    """
    return any(isinstance(step, Mapping) and "user" in step for row in rows for step in row.get("steps") or ())


def evidence_of(asks: Any, rows: Any = None) -> Evidence:
    """Return the asks of a source with their rows; `rows` adds more rows of these asks, and no asks.

    Raises
    ------
    ArgumentError
        When an ask is neither a text nor a row.
    RowError
        When `rows` holds something that is no row.
    """
    found: dict[str, list[Row]] = {}
    for ask in _items(asks):
        if isinstance(ask, Mapping):
            found.setdefault(str(ask.get("prompt") or ""), []).append(dict(ask))
        else:
            found.setdefault(ask, [])
    for row in checked_rows(rows) if rows is not None else ():
        if row.get("prompt") in found:
            found[str(row["prompt"])].append(row)
    sources = [source for source in (asks, rows) if hasattr(source, "tools")]
    tools = next((source.tools for source in sources if source.tools), None)
    policy = next((source.system_prompt for source in sources if source.system_prompt), None)
    return Evidence(list(found.items()), tools, policy)


def _items(asks: Any) -> Iterable[Any]:
    if isinstance(asks, str):
        return [asks]
    source = getattr(asks, "rows", asks)
    if isinstance(source, (bytes, Mapping)) or not isinstance(source, Iterable):
        raise ArgumentError(f"asks={shown(asks)} holds no asks. {_FIX}")
    items = list(source)
    for place, item in enumerate(items):
        if not isinstance(item, str) and not (isinstance(item, Mapping) and isinstance(item.get("prompt"), str)):
            raise ArgumentError(f"asks[{place}]={shown(item)} is neither a text nor a row with a prompt. {_FIX}")
    return items


def labels_of(row: Row) -> Mapping[str, Any]:
    """Return where a row stands in the grid, nothing where it does not say."""
    labels = row.get("scenario_dimensions")
    return labels if isinstance(labels, Mapping) else {}
