"""The interactive view of each thing that has one."""

from __future__ import annotations

from typing import Any

from wai_nb.errors import MissingExtra


def open_view(thing: Any) -> Any:
    """Return the interactive view of a report; the static one is what a cell shows anyway.

    Raises
    ------
    MissingExtra
        When anywidget is not installed.
    """
    try:
        from wai_nb.show.walk import GroupGrid
    except ImportError:
        raise MissingExtra("an interactive view needs anywidget: pip install anywidget") from None
    return GroupGrid(thing)
