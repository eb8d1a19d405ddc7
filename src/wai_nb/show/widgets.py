"""What interactive views share: their readable JavaScript and styles, put into the page as one text each."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from wai_nb.show.theme import minified


@lru_cache(maxsize=8)
def script(name: str) -> str:
    """Return the module of a view: what all views share, then its own file; nothing is imported.

    Examples
    --------
    >>> "export default" in script("live.js"), "import " in script("live.js")
    (True, False)
    """
    return f"{_read('common.js')}\n{_read(name)}"


@lru_cache(maxsize=1)
def styles() -> str:
    """Return the stylesheet of cards and of interactive views."""
    return minified(f"{_read('theme.css')}\n{_read('widgets.css')}")


def _read(name: str) -> str:
    return files("wai_nb.show").joinpath(name).read_text(encoding="utf-8")
