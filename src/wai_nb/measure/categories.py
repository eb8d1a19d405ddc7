"""What kind of task a row is of: by a dimension of the grid, a field of the row, or a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from wai_nb.errors import SettingError, nearest, shown
from wai_nb.records.rows import Row

USUAL = ("tool", "rule", "stance")  # dimensions taken unasked, the first that has several values
MOST = 20  # values from which a dimension is no longer taken unasked; convention

By: TypeAlias = "str | Callable[[Row], object] | bool | None"


def chosen_key(sides: Iterable[Iterable[Row]], by: By) -> str | None:
    """Return what rows are sorted by: the key that was given, or the first usual dimension with several values.

    Parameters
    ----------
    sides
        All rows.
    by
        A key, a function of a row (whose name is returned), None for the usual one, False for none.

    Raises
    ------
    SettingError
        When no row has the key.

    Examples
    --------
    >>> chosen_key([[{"scenario_dimensions": {"tool": tool}} for tool in "ab"]], None)
    'tool'
    """
    if callable(by):
        return str(getattr(by, "__name__", "by"))
    if by is False:
        return None
    rows = [row for side in sides for row in side]
    if by is None:
        return next((key for key in USUAL if 1 < len({category_of(row, key) for row in rows}) <= MOST), None)
    if not isinstance(by, str):
        raise SettingError(f"by={shown(by)} is no category. Give a key of the rows, a function of a row, or False.")
    if rows and all(_value(row, by) is None for row in rows):
        first = rows[0]
        keys = [*(_dimensions(first)), *first]
        raise SettingError(
            f"by={by!r} is on no row. The dimensions are: {', '.join(_dimensions(first)) or 'none'}. A key of the row "
            f"or a function of a row does too.{nearest(by, keys)}"
        )
    return by


def category_of(row: Row, by: By) -> str:
    """Return the category of a row.

    Examples
    --------
    >>> category_of({"scenario_dimensions": {"tool": "get_order"}}, "tool"), category_of({}, "tool")
    ('get_order', 'none')
    """
    found = by(row) if callable(by) else _value(row, str(by))
    return "none" if found is None else str(found)


def _value(row: Row, key: str) -> Any:
    dimensions = _dimensions(row)
    return dimensions[key] if key in dimensions else row.get(key)


def _dimensions(row: Row) -> Mapping[str, Any]:
    found = row.get("scenario_dimensions")
    return found if isinstance(found, Mapping) else {}
