"""Words in HTML: sentences, captions and the pieces of a table cell, each with its look."""

from __future__ import annotations

from collections.abc import Sequence

from wai_nb.records.view import cells
from wai_nb.records.view.cells import Piece
from wai_nb.records.view.limits import Limits
from wai_nb.show.element import Safe, element, joined

_CLASS = {"ok": "wai-ok", "bad": "wai-bad", "warn": "wai-warnc", "fault": "wai-tag wai-fault", "mute": "wai-mute"}


def sign(mark: str, look: str) -> Safe:
    """Return a sign in its colour, as ✓ or !."""
    return element("span", mark, class_=f"wai-g {_CLASS[look]}")


def spans(pieces: Sequence[Piece]) -> Safe:
    """Return pieces as HTML."""
    return joined(*(_span(piece) for piece in pieces))


def _span(piece: Piece) -> Safe:
    words, look = piece
    if look.startswith("sign-"):
        return sign(words, look.removeprefix("sign-"))
    if look == "strong":
        return element("b", words, class_="wai-b")
    if look in ("code", "call"):
        return element("code", words, class_="wai-call" if look == "call" else None)
    if look == "fault":
        words = words.replace("◆ ", "◆\u00a0", 1)  # the sign stays with its word
    return element("span", words, class_=_CLASS[look]) if look else joined(words)


def sentence(words: object, limit: int) -> Safe:
    """Return a sentence; what stands in backticks is code."""
    return spans(cells.prose(words, limit))


def caption(words: object, limits: Limits, extra: str = "") -> Safe | None:
    """Return the caption of a table, its title in bold, or None when it has no words."""
    title, rest = cells.caption(words, limits.prose, extra)
    if not title:
        return None
    return element("caption", element("b", sentence(title, limits.prose)), sentence_end(rest, limits))


def sentence_end(rest: str, limits: Limits) -> Safe:
    """Return what follows a title, its leading blank kept."""
    return joined(", ", sentence(rest[2:], limits.prose)) if rest.startswith(", ") else sentence(rest, limits.prose)
