"""What stands in a cell, a caption or a sentence, cut and in pieces: both renderers draw from these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from numbers import Integral, Real
from typing import NamedTuple

from wai_nb.records.view.blocks import Bar, Block, Code, Column, Facts, Heat, Interval, Note, Styled, Table
from wai_nb.records.view.limits import Limits
from wai_nb.records.view.plain import flat, line, words
from wai_nb.records.view.wording import NONE, ci_text, count, cut, listed, plural, share

SIGNS = {"✓": "ok", "✗": "bad", "!": "warn", "·": "mute", "–": "mute"}  # coloured alone
MARKS = {"▲": "ok", "▼": "bad", "≈": "mute", "◆": "fault"}  # coloured with the words after them
_SIGN_OF = {"ok": "✓", "bad": "✗", "warn": "!", "fault": "◆"}
NOTE_SIGNS = {"warning": "!", "error": "✗", "ok": "✓", "next": "·", "info": "·"}
_CODE = re.compile(r"`([^`]+)`")
# A call, an index, a setting, a dotted name, a definition or a command; all else is words.
_CALL = re.compile(r"[\w.]+[(\[]|[\w.]+ ?= ?\S|\w+(\.\w+)+$|(def|pip install) ")


class Piece(NamedTuple):
    """Words and how they look: strong, mute, code, call, ok, bad, warn, fault, or a ``sign-`` of these."""

    text: str
    look: str = ""


def prose(text: object, limit: int) -> list[Piece]:
    """Return a sentence in pieces; words in backticks are code, with a bracket a call.

    Examples
    --------
    >>> prose("not graded: `data.grade(judge)`", 160)
    [Piece(text='not graded: ', look=''), Piece(text='data.grade(judge)', look='call')]
    """
    parts = _CODE.split(flat(cut(words(text), limit)))
    return [
        Piece(part, ("call" if "(" in part or "[" in part else "code") if place % 2 else "")
        for place, part in enumerate(parts)
        if part
    ]


def figure(value: object, limit: int = 160) -> str:
    """Return a value as it stands in a table: counts with commas, shares with two decimals.

    Examples
    --------
    >>> figure(1084), figure(0.634), figure(None), figure(True), figure("2 to 8")
    ('1,084', '0.63', 'none', 'yes', '2 to 8')
    """
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Integral):
        return count(int(value)) if abs(int(value)) < 10**15 else cut(_long(int(value)), limit)
    if isinstance(value, Real):
        return count(float(value)) if abs(float(value)) >= 1000 else share(float(value))
    if isinstance(value, Styled):
        return figure(value.text, limit)
    if isinstance(value, Interval):
        return ci_text(value.point, (value.low, value.high))
    if isinstance(value, Bar):
        return share(value.share)
    return flat(cut(words(value), limit))


def _long(value: int) -> str:
    try:
        return str(value)
    except ValueError:  # Python writes no more than 4,300 digits
        return f"a number of {value.bit_length():,} bits"


def parts(value: object, kind: str, limits: Limits) -> list[Piece]:
    """Return a table cell in pieces.

    Examples
    --------
    >>> parts("✓ exact", "glyph", Limits())
    [Piece(text='✓', look='sign-ok'), Piece(text=' exact', look='')]
    >>> parts(("pass@1", Styled("one try", "mute")), "text", Limits())
    [Piece(text='pass@1', look=''), Piece(text=' ', look=''), Piece(text='one try', look='mute')]
    """
    if isinstance(value, tuple):
        return _side_by_side(value[: limits.columns], kind, limits)
    if isinstance(value, Styled):
        return _styled(figure(value.text, limits.chars), value.look)
    text = figure(value, limits.chars)
    if kind in ("glyph", "number"):
        return _signed(text)
    if kind == "code":
        return [Piece(text, "code")] if text else []
    return prose(text, 2 * limits.chars) if kind == "text" else [Piece(text)]


def _side_by_side(values: tuple[object, ...], kind: str, limits: Limits) -> list[Piece]:
    found: list[Piece] = []
    for value in values:
        found += [Piece(" "), *parts(value, kind, limits)] if found else parts(value, kind, limits)
    return found


def _styled(text: str, look: str) -> list[Piece]:
    # Colour never stands alone: what has no sign of its own is given one.
    if look in _SIGN_OF and text[:1] not in SIGNS and text[:1] not in MARKS:
        text = f"{_SIGN_OF[look]} {text}"
    return [Piece(text, look)]


def _signed(text: str) -> list[Piece]:
    first, rest = text[:1], text[1:]
    if first in MARKS:
        return [Piece(text, MARKS[first])]
    if first in SIGNS and (not rest or rest.startswith(" ")):
        return [Piece(first, f"sign-{SIGNS[first]}"), Piece(rest)] if rest else [Piece(first, f"sign-{SIGNS[first]}")]
    return [Piece(text)]


def caption(text: object, limit: int, extra: str = "") -> tuple[str, str]:
    """Return the title of a caption, up to its first comma, and the rest of it.

    Examples
    --------
    >>> caption("First rows", 160, "5 of 1,084")
    ('First rows', ', 5 of 1,084')
    """
    whole = flat(cut(words(text), limit))
    if extra and extra not in whole:
        whole = f"{whole}, {extra}" if whole else extra
    title, comma, rest = whole.partition(", ")
    return title, f"{comma}{rest}"


def table_rows(table: Table, limits: Limits) -> tuple[list[Sequence[object]], str]:
    """Return the rows that are drawn, and the words for how many they are of how many."""
    rows = list(table.rows[: limits.rows])
    whole = len(table.rows)
    last = table.total and whole > len(rows)
    if last:
        rows.append(table.rows[-1])
    there = max(whole, table.of or 0) - (1 if table.total else 0)
    here = len(rows) - (1 if table.total and rows else 0)
    return rows, f"{count(here)} of {count(there)}" if here < there else ""


def heads(table: Table, limits: Limits) -> list[Column]:
    """Return the columns that are drawn; a plain word is a text column."""
    found = [head if isinstance(head, Column) else Column(words(head)) for head in table.columns]
    return found[: limits.columns]


def table_note(table: Table, limits: Limits, missing: Sequence[str] = ()) -> str:
    """Return the note under a table, with the columns that are not drawn."""
    left_out = [words(head.title if isinstance(head, Column) else head) for head in table.columns[limits.columns :]]
    names = [*missing, *left_out[:8]]
    more = [plural(len(left_out) - 8, "other")] if len(left_out) > 8 else []
    said = f"Not shown: {listed([flat(cut(name, 40)) for name in names] + more)}." if names else ""
    return " ".join(part for part in (words(table.note), said) if part)


def heat_note(heat: Heat, limits: Limits) -> str:
    """Return the key under a heat map, with what is not drawn and what its marks mean."""
    values = [value for row in heat.counts for value in row]
    said = ["Stronger colour = more."] if any(values) and not heat.note else [words(heat.note)]
    if 0 in values and "0 !" not in words(heat.note):
        said.append("0 ! = in the plan, none there.")
    if None in values:
        said.append("– = not in the plan.")
    rows, columns = len(heat.row_labels), len(heat.col_labels)
    if rows > limits.rows or columns > limits.columns:
        shown = f"{min(rows, limits.rows)} of {plural(rows, 'row')}, {min(columns, limits.columns)} of "
        said.append(f"Shown: {shown}{plural(columns, 'column')}; the sums are over all.")
    return " ".join(part for part in said if part)


def heat_value(value: int | None) -> str:
    """Return a count of a heat map: 0 is marked, None is not in the plan."""
    if value is None:
        return "–"
    return count(value) if value else "0 !"


def fact_rows(facts: Facts, limits: Limits) -> list[tuple[str, str, str]]:
    """Return (label, figure, small words) of each fact, and how many are not shown.

    Examples
    --------
    >>> fact_rows(Facts([("rows", 1084), ("lost", 3, "of 1,118")]), Limits(facts=1))
    [('rows', '1,084', ''), ('not shown', '1', 'more')]
    """
    found = []
    for row in facts.rows[: limits.facts]:
        figures = [figure(part, limits.chars) for part in row[1:4]]
        found.append((line(row[0], limits.chars), "".join(figures[:1]), " ".join(figures[1:])))
    more = len(facts.rows) - limits.facts
    return [*found, ("not shown", count(more), "more")] if more > 0 else found


def runs(blocks: Sequence[Block]) -> Iterator[Block | list[Note]]:
    """Yield the blocks, neighbouring notes of one group together."""
    for group, found in groupby(blocks, key=lambda block: block.group if isinstance(block, Note) else None):
        if group is None:
            yield from found
        else:
            yield [block for block in found if isinstance(block, Note)]


def notes_caption(notes: Sequence[Note]) -> str:
    """Return the caption of a list of notes.

    Examples
    --------
    >>> notes_caption([Note("warning", "a"), Note("warning", "b")]), notes_caption([Note("next", "c")])
    ('Warnings, 2', 'What to do next')
    """
    levels = [note.level for note in notes]
    serious = sum(level in ("warning", "error") for level in levels)
    if notes[0].group:
        return notes[0].group
    if serious == len(levels):
        return f"Warnings, {serious}"
    if "next" in levels or serious:
        return "What to do next"
    return "Good to know" if "info" in levels else "Checks"


def fix_word(note: Note) -> str:
    """Return what stands before the call: a repair is a fix, advice is next."""
    return "Fix" if note.level in ("warning", "error") else "Next"


def fix_pieces(note: Note, limits: Limits) -> list[Piece]:
    """Return the fix in pieces: one call as code, words as words."""
    text = words(note.fix)
    if "`" not in text and _CALL.match(text):
        return [Piece(flat(cut(text, limits.prose)), "call")]
    return prose(text, limits.prose)


def what_words(note: Note) -> str:
    """Return what a note says, with the full stop it needs before a sentence that says why.

    Examples
    --------
    >>> what_words(Note("error", "No rows", "Every call failed.")), what_words(Note("error", "3 lost", "after 8 tries"))
    ('No rows.', '3 lost')
    """
    what, why = words(note.what), words(note.why)
    ends = not why or why[0].islower() or what[-1:] in ".,:;!?…"
    return what if ends else f"{what}."


def code_text(code: Code, limits: Limits) -> str:
    """Return the text of a code block, cut, with one kind of line end and no tabs."""
    return cut(words(code.text), limits.code).replace("\r\n", "\n").expandtabs(4)


def heavy(note: Note) -> bool:
    """Return whether what a note says is set in bold: when there is more beside it."""
    return bool(note.why or note.fix) or note.level in ("warning", "error")
