"""Columns of text for a terminal: display width, wrapping and alignment."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

GAP = 2  # blanks between columns
LEAST = 12  # no column is squeezed below this; convention


def width(text: str) -> int:
    """Return how many places the text takes in a terminal.

    Examples
    --------
    >>> width("abc"), width("注文")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(_places(letter) for letter in text)


def _places(letter: str) -> int:
    if unicodedata.combining(letter) or letter in "\u200c\u200d":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def wrap(text: str, wide: int) -> list[str]:
    """Return the text in lines of at most `wide` places; words longer than that are broken.

    Examples
    --------
    >>> wrap("one two three", 7)
    ['one two', 'three']
    >>> wrap("abcdefgh", 3)
    ['abc', 'def', 'gh']
    """
    lines: list[str] = []
    now = ""
    for word in text.split(" "):
        longer = f"{now} {word}" if now else word
        if width(longer) <= wide:
            now = longer
            continue
        if now:
            lines.append(now)
        *whole, now = _broken(word, wide)
        lines += whole
    return [*lines, now] if now or not lines else lines


def _broken(word: str, wide: int) -> list[str]:
    found, now, places = [], "", 0
    for letter in word:
        more = _places(letter)
        if places + more > wide and now:
            found.append(now)
            now, places = "", 0
        now, places = now + letter, places + more
    return [*found, now]


def pad(text: str, wide: int, right: bool = False) -> str:
    """Return the text filled with blanks to `wide` places."""
    blanks = " " * max(0, wide - width(text))
    return blanks + text if right else text + blanks


@dataclass(frozen=True)
class Lane:
    """One column of a grid: its head, its cells, and what may be done to make it fit."""

    head: str
    cells: Sequence[str]
    right: bool = False
    squeeze: bool = True
    drop: bool = False


def _natural(lane: Lane) -> int:
    cells = max((width(cell) for cell in lane.cells), default=0)
    head = width(lane.head)
    longest = max((width(word) for word in lane.head.split(" ")), default=0)
    return max(cells, 1, head if head <= LEAST + 2 else max(longest, LEAST))


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * max(0, len(widths) - 1)


def _kept(lanes: Sequence[Lane], wide: int) -> tuple[list[Lane], list[int], list[int]]:
    """Return the lanes that find room, with their natural and their least widths."""
    kept = list(lanes)
    natural = [_natural(lane) for lane in kept]
    least = [min(wanted, LEAST) if lane.squeeze else wanted for lane, wanted in zip(kept, natural, strict=True)]
    while len(kept) > 2 and _total(least) > wide:
        spare = [place for place, lane in enumerate(kept) if lane.drop]
        out = spare[-1] if spare else -1
        kept.pop(out)
        natural.pop(out)
        least.pop(out)
    return kept, natural, least


def _squeezed(natural: list[int], least: list[int], wide: int) -> list[int]:
    widths = list(natural)
    while _total(widths) > wide:
        loose = [place for place, wanted in enumerate(widths) if wanted > least[place]]
        if not loose:
            break
        widths[max(loose, key=lambda place: widths[place])] -= 1
    return widths


def grid(lanes: Sequence[Lane], wide: int) -> tuple[list[str], list[str]]:
    """Return a table as lines, and the heads of the columns that found no room.

    Examples
    --------
    >>> lines, dropped = grid([Lane("tier", ["ordinary", "hard"]), Lane("asks", ["126", "7"], right=True)], 40)
    >>> for line in lines: print(line)
    tier      asks
    ──────────────
    ordinary   126
    hard         7
    """
    kept, natural, least = _kept(lanes, wide)
    widths = _squeezed(natural, least, wide)
    rights = [lane.right for lane in kept]
    lines: list[str] = []
    if any(lane.head for lane in kept):
        lines += _row([lane.head for lane in kept], widths, rights, low=True)
        lines.append("─" * _total(widths))
    for cells in zip(*(lane.cells for lane in kept), strict=True):
        lines += _row(cells, widths, rights)
    return lines, [lane.head for lane in lanes if not any(lane is stays for stays in kept)]


def _row(cells: Sequence[str], widths: Sequence[int], rights: Sequence[bool], low: bool = False) -> list[str]:
    wrapped = [wrap(cell, wide) for cell, wide in zip(cells, widths, strict=True)]
    tall = max(len(lines) for lines in wrapped)
    filled = [[""] * (tall - len(lines)) + lines if low else lines + [""] * (tall - len(lines)) for lines in wrapped]
    gap = " " * GAP
    return [
        gap.join(pad(cell, wide, right) for cell, wide, right in zip(row, widths, rights, strict=True))
        .replace("\u00a0", " ")
        .rstrip()
        for row in zip(*filled, strict=True)
    ]
