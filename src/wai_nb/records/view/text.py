"""A card as plain text, for a terminal, a log, and every viewer that shows nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real

from wai_nb.records.view import cells
from wai_nb.records.view.blocks import (
    Bar,
    Bars,
    Block,
    Card,
    Code,
    Column,
    Columns,
    Facts,
    Fold,
    Grid,
    Heat,
    Interval,
    Note,
    Strip,
    Table,
)
from wai_nb.records.view.cells import Piece
from wai_nb.records.view.drawing import SHADES, axis_ends, bar_twin, greatest_of, interval_twin, level
from wai_nb.records.view.groups import (
    grid_caption,
    grid_key,
    section_rest,
    shown_sections,
    spaced,
    spans_said,
    strip_caption,
    strip_twin,
)
from wai_nb.records.view.layout import Lane, grid, width, wrap
from wai_nb.records.view.limits import Limits, fit
from wai_nb.records.view.plain import line, visible, words

WIDE = 100  # columns of a terminal that a card is made for; convention
ASK, SIGNS_WIDE = 60, 48  # characters of an ask beside its rollouts, and of these; convention
_SQUEEZE = ("text", "code", "ask", "glyph")


def render_text(card: Card, most: int | None = None) -> str:
    """Return the card as text, at most 100 columns wide and `most` bytes long.

    Examples
    --------
    >>> print(render_text(Card(("plan",), "Run 12 asks", blocks=[Facts([("asks", 12), ("cells", 47, "of 50")])])))
    plan
    Run 12 asks
    <BLANKLINE>
    asks  cells
    12    47 of 50
    """
    return fit(_card, card, most)


def _card(card: Card, limits: Limits) -> str:
    kind = " · ".join(line(part, limits.chars) for part in card.kind[:12])
    verdict = f"[{line(card.verdict, 40)}] " if card.verdict else ""
    sections = [
        [
            *wrap(kind, WIDE),
            *wrap(verdict + _said(cells.prose(card.headline, limits.prose)), WIDE),
            *_prose(card.sub, limits, WIDE),
        ],
        *_sections(card.blocks, limits, WIDE),
        _prose(card.foot, limits, WIDE),
    ]
    return "\n\n".join("\n".join(section) for section in sections if section)


def _said(pieces: Sequence[Piece]) -> str:
    return visible("".join(piece.text for piece in pieces))


def _prose(text: str, limits: Limits, wide: int) -> list[str]:
    return wrap(_said(cells.prose(text, limits.prose)), wide) if text else []


def _sections(blocks: Sequence[Block], limits: Limits, wide: int) -> list[list[str]]:
    found: list[list[str]] = []
    for run in cells.runs(blocks):
        if isinstance(run, list):
            found.append(_notes(run, limits, wide))
        elif isinstance(run, Columns):
            found += [section for part in run.lists for section in _sections(part, limits, wide)]
        else:
            found.append(_block(run, limits, wide))
    return found


def _block(block: Block, limits: Limits, wide: int) -> list[str]:
    if isinstance(block, Facts):
        return _facts(block, limits, wide)
    if isinstance(block, Table):
        return _table(block, limits, wide)
    if isinstance(block, Bars):
        return _bars(block, limits, wide)
    if isinstance(block, Heat):
        return _heat(block, limits, wide)
    if isinstance(block, Strip):
        return _strip(block, limits, wide)
    if isinstance(block, Grid):
        return _grid(block, limits, wide)
    if isinstance(block, Fold):
        return _fold(block, limits, wide)
    if isinstance(block, Code):
        return _code(block, limits, wide)
    raise TypeError(f"a card holds blocks, not {type(block).__name__}")


def _facts(facts: Facts, limits: Limits, wide: int) -> list[str]:
    lines: list[str] = []
    row: list[Lane] = []
    for label, figure, small in cells.fact_rows(facts, limits):
        lane = Lane(label, [visible(f"{figure} {small}".strip())], squeeze=len(row) == 0)
        if row and _too_wide([*row, lane], wide):
            lines += _two_lines(row, wide)
            row = []
        row.append(lane)
    return lines + (_two_lines(row, wide) if row else [])


def _too_wide(lanes: Sequence[Lane], wide: int) -> bool:
    lines, dropped = grid([Lane("", [lane.head, *lane.cells], squeeze=lane.squeeze) for lane in lanes], 10**6)
    return bool(dropped) or max(len(text) for text in lines) > wide


def _two_lines(lanes: Sequence[Lane], wide: int) -> list[str]:
    return grid([Lane("", [lane.head, *lane.cells], squeeze=lane.squeeze) for lane in lanes], wide)[0]


def _caption(text: object, limits: Limits, wide: int, extra: str = "") -> list[str]:
    whole = _said(cells.prose("".join(cells.caption(text, limits.prose, extra)), 2 * limits.prose))
    return wrap(whole, wide) if whole else []


def _table(table: Table, limits: Limits, wide: int) -> list[str]:
    rows, how_many = cells.table_rows(table, limits)
    title = _caption(table.caption, limits, wide, how_many)
    if not rows:
        return [*title, "none", *_prose(table.note, limits, wide)]
    lanes = [_lane(column, place, rows, limits) for place, column in enumerate(cells.heads(table, limits))]
    lines, dropped = grid(lanes, wide)
    return title + lines + _prose(cells.table_note(table, limits, dropped), limits, wide)


def _lane(column: Column, place: int, rows: Sequence[Sequence[object]], limits: Limits) -> Lane:
    head = line(column.title, limits.chars)
    if column.kind == "interval":
        left, middle, right = axis_ends(column.axis)
        # Blanks that do not wrap, so that the figures stay above their places.
        head = head or f"{left:<8}{middle:^8}{right:>8}".replace(" ", "\u00a0")
    values = [row[place] if place < len(row) else "" for row in rows]
    drawn = [_cell(value, column, limits) for value in values]
    return Lane(head, drawn, column.kind == "number", column.kind in _SQUEEZE, column.drop)


def _cell(value: object, column: Column, limits: Limits) -> str:
    if column.kind == "interval" and isinstance(value, Interval):
        return interval_twin(value, column.axis)
    if column.kind == "bar" and isinstance(value, (Bar, Real)):
        return bar_twin(value if isinstance(value, Bar) else Bar(float(value)))
    return _said(cells.parts(value, column.kind, limits))


def _bars(bars: Bars, limits: Limits, wide: int) -> list[str]:
    table = Table(bars.caption, ["", ""], bars.rows, note=bars.note)
    rows, how_many = cells.table_rows(table, limits)
    label, figure = (line(head, limits.chars) for head in bars.heads)
    lanes = [
        Lane(label, [line(row[0], limits.chars) + (" ▌" if len(row) > 3 and row[3] else "") for row in rows]),
        Lane(figure, [_said(cells.parts(row[2], "number", limits)) for row in rows], right=True, squeeze=False),
        Lane("", [_cell(row[1], Column("", "bar"), limits) for row in rows], squeeze=False),
    ]
    body = grid(lanes, wide)[0] if rows else ["none"]
    return _caption(bars.caption, limits, wide, how_many) + body + _prose(bars.note, limits, wide)


def _heat(heat: Heat, limits: Limits, wide: int) -> list[str]:
    top = greatest_of(heat.counts)
    rows = range(min(len(heat.row_labels), limits.rows))
    corner = line(f"{words(heat.row_axis)} × {words(heat.col_axis)}", limits.chars)
    lanes = [Lane(corner, [*(line(heat.row_labels[row], limits.chars) for row in rows), "all"])]
    for place, label in enumerate(heat.col_labels[: limits.columns]):
        counts = [heat.counts[row][place] for row in rows]
        shown = [f"{cells.heat_value(value)} {SHADES[level(value, top)]}" for value in counts]
        total = sum(row[place] or 0 for row in heat.counts)
        head = line(label, limits.chars).replace("_", " ")
        lanes.append(Lane(head, [*shown, f"{total:,}  "], right=True, squeeze=False))
    sums = [f"{sum(value or 0 for value in heat.counts[row]):,}" for row in rows]
    whole = f"{sum(value or 0 for row in heat.counts for value in row):,}"
    lanes.append(Lane("all", [*sums, whole], right=True, squeeze=False))
    lines, dropped = grid(lanes, wide)
    missing = f" Not shown: {', '.join(dropped)}." if dropped else ""
    return _caption(heat.caption, limits, wide) + lines + _prose(cells.heat_note(heat, limits) + missing, limits, wide)


def _strip(strip: Strip, limits: Limits, wide: int) -> list[str]:
    title = _caption(strip_caption(strip), limits, wide)
    if not strip.columns:
        return [*title, "none"]
    key = "█ pass, from below · ░ fail, from above"
    if sum(map(sum, strip.columns)) < strip.tall * len(strip.columns):
        key += f" · blank {line(strip.gap, 40)}"
    said = _prose(spans_said(strip), limits, wide) + _prose(strip.note, limits, wide)
    return [*title, *strip_twin(strip), *said, *wrap(visible(key), wide)]


def _grid(grid_block: Grid, limits: Limits, wide: int) -> list[str]:
    sections = shown_sections(grid_block, limits)
    title = _caption(grid_caption(grid_block, sections), limits, wide)
    if not sections:
        return [*title, "none"]
    rows = [row for section in sections for row in section.rows]
    signs = [spaced(row.signs[: min(grid_block.tall, limits.cells)], SIGNS_WIDE) for row in rows]
    figures = [line(row.figure, 24) for row in rows]
    room = wide - 8 - max(width(signs_of) for signs_of in signs) - max(width(figure) for figure in [*figures, "passed"])
    asks = Lane("ask", [_one_line(row.ask, max(20, min(room, ASK))) for row in rows], squeeze=False)
    lanes = [asks, Lane("rollouts", signs, squeeze=False), Lane("passed", figures, right=True, squeeze=False)]
    head, rule, *drawn = grid(lanes, wide - 2)[0]
    lines = [f"  {head}", f"  {rule}"]
    for section in sections:
        mark = "▌ " if section.band else "  "
        lines += wrap(visible(f"{mark}{line(section.title, limits.chars)} {line(section_rest(section))}"), wide)
        lines += [f"{mark}  {drawn.pop(0)}" for _ in section.rows]
    return title + lines + _prose(grid_key(grid_block, sections), limits, wide)


def _one_line(text: str, most: int) -> str:
    kept = line(text[: 4 * most], 4 * most)
    return kept if width(kept) <= most else f"{wrap(kept, most - 1)[0]}…"


def _notes(notes: Sequence[Note], limits: Limits, wide: int) -> list[str]:
    lines = _caption(cells.notes_caption(notes), limits, wide)
    for note in notes[: limits.rows]:
        why = _said(cells.prose(note.why, limits.prose))
        said = " ".join(part for part in (_said(cells.prose(cells.what_words(note), limits.prose)), why) if part)
        first, *rest = wrap(said, wide - 2)
        lines += [f"{cells.NOTE_SIGNS[note.level]} {first}", *(f"  {more}" for more in rest)]
        if note.fix:
            fix = f"{cells.fix_word(note)}: {_said(cells.fix_pieces(note, limits))}"
            lines += [f"  {more}" for more in wrap(fix, wide - 2)]
    more = len(notes) - limits.rows
    return [*lines, f"· {more:,} more, not shown"] if more > 0 else lines


def _fold(fold: Fold, limits: Limits, wide: int) -> list[str]:
    lines = [f"▸ {line(fold.summary, limits.chars)}"]
    for section in _sections(fold.blocks, limits, max(40, wide - 2)):
        lines += [f"  {text}".rstrip() for text in section]
    return lines


def _code(code: Code, limits: Limits, wide: int) -> list[str]:
    kept = visible(cells.code_text(code, limits))
    return _caption(code.caption, limits, wide) + [f"  {text}".rstrip() for text in kept.split("\n")]
