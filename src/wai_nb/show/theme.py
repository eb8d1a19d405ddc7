"""The stylesheet of every card, small enough to travel inside each."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from wai_nb.show.element import Safe

ROOT = "wai-root tex2jax_ignore mathjax_ignore"  # the last two: no mathematics is set in row texts


@lru_cache(maxsize=1)
def style() -> Safe:
    """Return the ``<style>`` element, without comments and needless blanks."""
    css = files("wai_nb.show").joinpath("theme.css").read_text(encoding="utf-8")
    return Safe(f"<style>{minified(css)}</style>")


def minified(css: str) -> str:
    """Return the stylesheet without comments and needless blanks; blanks inside values stay.

    Examples
    --------
    >>> minified("/* ink */ .a > b { color: red;  margin: 0 2px; }")
    '.a > b{color:red;margin:0 2px}'
    """
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"\s+", " ", css)
    css = re.sub(r" ?([{};,]) ?", r"\1", css)
    css = re.sub(r"(?<=[a-z0-9-]): (?=[^{}]*[;}])", ":", css)
    return css.replace(";}", "}").strip()
