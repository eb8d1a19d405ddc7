"""What kind of row a row is: by a field, an axis of the grid, a marker, or a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from wai_nb.errors import SettingError, nearest, shown
from wai_nb.records.rows import Row

By: TypeAlias = "str | Callable[[Row], object]"
NONE = "(none)"  # the kind of rows that say nothing
PARTS = ("scenario_dimensions", "markers", "lineage")  # dicts of a row whose keys can be named without their own name
USUAL = ("tool", "rule", "stance")  # axes taken unasked, the first that has several values
MOST = 20  # values from which an axis is no longer taken unasked; convention


def kind_of(row: Row, by: By) -> str:
    """Return the kind of a row, ``(none)`` where it says nothing.

    Examples
    --------
    >>> kind_of({"scenario_dimensions": {"tool": "get_order"}}, "tool"), kind_of({}, "tool"), kind_of({"n": 3}, len)
    ('get_order', '(none)', '1')
    """
    value = by(row) if callable(by) else value_at(row, by)
    return NONE if value is None else str(value)


def name_of(by: By) -> str:
    """Return what `by` is called.

    Examples
    --------
    >>> name_of("tool"), name_of(len)
    ('tool', 'len')
    """
    return str(getattr(by, "__name__", "function")) if callable(by) else by


def value_at(row: Row, name: str) -> object:
    """Return what a row has under a field, an axis, a marker or a dotted path; None where there is nothing.

    Examples
    --------
    >>> value_at({"lineage": {"judge": "rules"}}, "lineage.judge"), value_at({"markers": {"polite": 1}}, "polite")
    ('rules', 1)
    """
    for part in (row, *_parts(row)):
        if name in part:
            return part[name]
    head, _, rest = name.partition(".")
    inner = row.get(head)
    return value_at(inner, rest) if rest and isinstance(inner, dict) else None


def check_by(rows: Sequence[Row], by: object) -> By:
    """Return `by` when rows can be told apart by it.

    Raises
    ------
    SettingError
        When it is neither a name nor a function, or no row has it.
    """
    if callable(by):
        return by
    if not isinstance(by, str) or not by:
        raise SettingError(f"by={shown(by)} is neither the name of a field nor a function of a row.")
    if rows and all(value_at(row, by) is None for row in rows):
        known = sorted({key for row in rows for part in (row, *_parts(row)) for key in part})
        raise SettingError(f"by={shown(by)}: no row has it.{nearest(by, known)} Fields and axes: {', '.join(known)}.")
    return by


def usual_by(rows: Iterable[Row]) -> str | None:
    """Return the axis that is taken unasked: the first of tool, rule and stance that has several values.

    Examples
    --------
    >>> usual_by([{"scenario_dimensions": {"tool": tool}} for tool in ("get_order", "refund")])
    'tool'
    """
    kept = list(rows)
    return next((name for name in USUAL if 1 < len({kind_of(row, name) for row in kept}) <= MOST), None)


def _parts(row: Row) -> list[Row]:
    return [part for key in PARTS if isinstance(part := row.get(key), dict)]
