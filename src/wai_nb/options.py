"""How results are displayed, for one session or one block.

Examples
--------
>>> from wai_nb.options import get_option, set_options
>>> with set_options(max_rows=5):
...     get_option("max_rows")
5
>>> get_option("max_rows")
20
"""

from __future__ import annotations

from types import TracebackType

from wai_nb.errors import ArgumentError, SettingError, nearest, one_of, shown

_DEFAULTS: dict[str, object] = {
    "display": "html",  # what a cell shows; "text" gives the plain view everywhere
    "progress": "auto",  # "auto" | "none": the one progress display of a run
    "max_rows": 20,  # rows of a static table before it says what it left out (mock-ups: 20)
}
_WORDS = {"display": ("html", "text"), "progress": ("auto", "none")}
_current = dict(_DEFAULTS)


def get_option(name: str) -> object:
    """Return the present value of one option."""
    return _current[name]


class set_options:
    """Set display options for the session, or for a ``with`` block.

    Parameters
    ----------
    display : {"html", "text"}
        What a cell shows.
    progress : {"auto", "none"}
        Whether a run shows its progress.
    max_rows : int
        Rows that a static table shows before it says what it left out.

    Raises
    ------
    ArgumentError
        For an option that does not exist.
    SettingError
        For a value that it cannot take.
    """

    def __init__(self, **options: object) -> None:
        for name, value in options.items():
            _check(name, value)
        self._before = dict(_current)
        _current.update(options)

    def __enter__(self) -> set_options:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _current.clear()
        _current.update(self._before)


def _check(name: str, value: object) -> None:
    if name not in _DEFAULTS:
        raise ArgumentError(f"there is no option {name!r}. Options: {', '.join(_DEFAULTS)}.{nearest(name, _DEFAULTS)}")
    if name in _WORDS and value not in _WORDS[name]:
        raise one_of(name, value, _WORDS[name])
    if name == "max_rows" and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
        raise SettingError(f"max_rows={shown(value)} is not a whole number of rows, 1 or more.")
