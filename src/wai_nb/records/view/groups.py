"""Grids of asks x rollouts and their overview, the strip: what is drawn, and the twins in characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, floor

from wai_nb.records.view.blocks import Grid, Section, Strip
from wai_nb.records.view.limits import Limits
from wai_nb.records.view.wording import count, listed, plural

WIDEST = 300  # columns of a strip: 3 px each in a card of 900 px
FEW = 30  # asks below which every rollout of the strip shows its sign (mock-ups)
LEAST_TALL = 8  # rollouts an ask at which the limit of cells is set: 250 asks at most, however few rollouts they have
TWIN_WIDE = 96  # characters of the twin, within the 100 of a terminal
TWIN_TALL = 8  # lines of the twin; convention

# A rollout: its sign, the word for it, and whether it was played.
CELLS = {
    "p": ("✓", "pass"),
    "f": ("✗", "fail"),
    "u": ("–", "no verdict"),
    "c": ("…", "cut: the run ended first"),
    "l": ("!", "lost: every try failed"),
    "n": ("·", "not needed"),
}

Column = tuple[float, float]


def heights(columns: Sequence[tuple[int, int]], tall: int, most: int = WIDEST) -> tuple[list[Column], int]:
    """Return passes and fails of each drawn column as shares of a full one, and how many asks it stands for.

    More asks than columns: a column is the mean of its neighbours.

    Examples
    --------
    >>> heights([(1, 3), (4, 0)], 4)
    ([(0.25, 0.75), (1.0, 0.0)], 1)
    >>> heights([(0, 4), (4, 0), (4, 0)], 4, most=2)
    ([(0.5, 0.5), (1.0, 0.0)], 2)
    """
    each = max(1, ceil(len(columns) / most))
    full = max(1, tall)
    found = []
    for at in range(0, len(columns), each):
        part = columns[at : at + each]
        passed, failed = (sum(column[kind] for column in part) / (full * len(part)) for kind in (0, 1))
        found.append((min(1.0, round(passed, 4)), min(1.0, round(failed, 4))))
    return found, each


def column_runs(columns: Sequence[Column]) -> Iterator[tuple[Column, int]]:
    """Yield each column with how many equal ones stand side by side."""
    for column, same in groupby(columns):
        yield column, len(list(same))


def strip_caption(strip: Strip) -> str:
    """Return the caption, with what a column is."""
    _, each = heights(strip.columns, strip.tall)
    asks = "one column an ask" if each == 1 else f"{each} asks a column"
    tall = plural(strip.tall, "rollout")
    title, comma, rest = strip.caption.partition(", ")
    return ", ".join(filter(None, (title, f"{asks}, {tall} tall" + (f": {rest}" if comma else ""))))


def strip_twin(strip: Strip) -> list[str]:
    """Return the strip in characters: ``█`` passes from below, ``░`` fails from above.

    Examples
    --------
    >>> for line in strip_twin(Strip("", [(0, 4), (1, 3), (2, 0), (4, 0)], 4)): print(line)
    ░░ █
    ░░ █
    ░░██
    ░███
    """
    columns, _ = heights(strip.columns, strip.tall, TWIN_WIDE)
    tall = max(1, min(strip.tall, TWIN_TALL))
    drawn = []
    for passed, failed in columns:
        up = min(tall, floor(passed * tall + 0.5) or bool(passed))
        down = min(tall - up, floor(failed * tall + 0.5) or bool(failed))
        drawn.append("█" * up + " " * (tall - up - down) + "░" * down)
    return ["".join(column[tall - 1 - at] for column in drawn).rstrip() for at in range(tall)] if drawn else []


def spans_said(strip: Strip) -> str:
    """Return the words under the strip, for a view that has no room for them in place."""
    return " · ".join(words for words, *_ in strip.spans)


def shown_sections(grid: Grid, limits: Limits) -> list[Section]:
    """Return the sections cut to the cells that may be drawn; the band is cut last.

    Examples
    --------
    >>> from wai_nb.records.view.blocks import Tries
    >>> rows = [Tries(f"ask {n}", "pf") for n in range(6)]
    >>> grid = Grid("", [Section("below", "", rows), Section("band", "", rows, band=True)], tall=2)
    >>> [(part.title, len(part.rows), part.of) for part in shown_sections(grid, Limits(cells=64))]
    [('below', 2, 6), ('band', 6, None)]
    """
    room = max(1, limits.cells // max(grid.tall, LEAST_TALL))
    rooms: dict[int, int] = {}
    order = sorted(range(len(grid.sections)), key=lambda place: not grid.sections[place].band)
    for nth, place in enumerate(order):
        section = grid.sections[place]
        rest = sum(bool(grid.sections[other].rows) for other in order[nth:])
        fair = room if section.band else room // max(1, rest)
        rooms[place] = min(len(section.rows), fair)
        room -= rooms[place]
    return [_cut(section, rooms[place]) for place, section in enumerate(grid.sections) if section.rows]


def _cut(section: Section, most: int) -> Section:
    whole = section.of or len(section.rows)
    of = None if whole <= most else whole
    return Section(section.title, section.rest, section.rows[:most], section.band, of)


def section_rest(section: Section) -> str:
    """Return what stands beside the title of a section, with how many of its asks are shown."""
    cut = f"{count(len(section.rows))} of {count(section.of)} shown" if section.of else ""
    return ", ".join(filter(None, (section.rest, cut)))


def grid_caption(grid: Grid, sections: Sequence[Section]) -> str:
    """Return the caption, with how many asks are shown where some are left out."""
    whole = sum(section.of or len(section.rows) for section in sections)
    here = sum(len(section.rows) for section in sections)
    return f"{grid.caption}: {count(here)} of {plural(whole, 'ask')} shown" if here < whole else grid.caption


def grid_key(grid: Grid, sections: Sequence[Section]) -> str:
    """Return the key of the signs that occur, and the note."""
    there = {sign for section in sections for row in section.rows for sign in row.signs[: grid.tall]}
    signs = [f"{sign} {word}" for code, (sign, word) in CELLS.items() if code in there]
    return " ".join(filter(None, (f"{listed(signs, 'and')}." if signs else "", grid.note)))


def spaced(signs: str, wide: int) -> str:
    """Return the rollouts as their signs, a blank between where there is room, at most `wide` characters.

    Examples
    --------
    >>> spaced("pfl", 8), spaced("pfl", 3), spaced("pppp", 3)
    ('✓ ✗ !', '✓✗!', '✓✓…')
    """
    drawn = [CELLS.get(code, CELLS["u"])[0] for code in signs]
    if 2 * len(drawn) - 1 <= wide:
        return " ".join(drawn)
    return "".join(drawn) if len(drawn) <= wide else "".join(drawn[: wide - 1]) + "…"
