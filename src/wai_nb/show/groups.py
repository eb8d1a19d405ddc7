"""Grids of rollouts and their strip as HTML, each with its twin in characters."""

from __future__ import annotations

from wai_nb.records.view.blocks import Grid, Section, Strip, Tries
from wai_nb.records.view.groups import (
    CELLS,
    FEW,
    Column,
    column_runs,
    grid_caption,
    grid_key,
    heights,
    section_rest,
    shown_sections,
    spans_said,
    strip_caption,
    strip_twin,
)
from wai_nb.records.view.limits import Limits
from wai_nb.records.view.plain import line
from wai_nb.show.element import Safe, element, joined
from wai_nb.show.phrases import caption, sentence

LONG = 48  # characters of an ask beyond which its cell may cut it and a tip shows it; convention
ROOM = 0.11  # share of the strip that the words of a span need; convention


def draw_strip(strip: Strip, limits: Limits) -> Safe:
    """Return the strip: a picture in styled boxes, its words, and its twin."""
    columns, _ = heights(strip.columns, strip.tall)
    few = len(columns) < FEW
    title, comma, rest = strip_caption(strip).partition(", ")
    rest = sentence(rest, limits.prose)
    cap = element("p", element("b", sentence(title, limits.prose)), comma, rest, class_="wai-cap")
    if not columns:
        return joined(cap, element("p", "none", class_="wai-mute"))
    boxes = _columns(strip, limits) if few else _runs(columns)
    names = "wai-strip wai-few" if few else "wai-strip"
    picture = element("div", *boxes, class_=names, style=f"--n:{len(columns)};--k:{max(1, strip.tall)}")
    words = element("p", f"{line(spans_said(strip), limits.prose)} ", class_="wai-t") if strip.spans else None
    twin = element("pre", "\n".join(strip_twin(strip)), class_="wai-t") if not few else None
    under = _spans(strip, len(columns)) if strip.spans and not few else None
    note = element("p", sentence(strip.note, limits.prose), class_="wai-key") if strip.note else None
    return joined(cap, twin, picture, under, words, _legend(strip), note)


def _runs(columns: list[Column]) -> list[Safe]:
    """Return boxes in which neighbours of one height are one."""
    whole = len(columns)
    boxes = []
    for (passed, failed), n in column_runs(columns):
        fail = element("i", class_="wai-sf", style=f"height:{_pc(failed)}") if failed else None
        good = element("i", class_="wai-sp", style=f"height:{_pc(passed)}") if passed else None
        boxes.append(element("span", fail, good, style=f"width:{_pc(n / whole)}"))
    return boxes


def _columns(strip: Strip, limits: Limits) -> list[Safe]:
    """Return a box an ask with a sign for each rollout."""
    most = max(1, min(strip.tall, limits.cells // max(1, len(strip.columns))))
    boxes = []
    for passed, failed in strip.columns:
        gap = max(0, most - passed - failed)
        signs = [_sign("f")] * min(failed, most) + [element("i", "·", class_="wai-sn")] * gap + [_sign("p")] * passed
        boxes.append(element("span", *signs[:most], " "))
    return boxes


def _sign(code: str) -> Safe:
    return element("i", CELLS[code][0], class_=f"wai-s{code}")


def _spans(strip: Strip, drawn: int) -> Safe:
    whole = max(1, len(strip.columns))
    marks = []
    for words, first, after, band in strip.spans:
        width = (after - first) / whole
        if width <= 0:
            continue
        label = line(words, 40) if width >= ROOM else ""
        style = f"left:{_pc(first / whole)};width:{_pc(width)}"
        marks.append(element("span", label, class_="wai-seg wai-inband" if band else "wai-seg", style=style))
    return element("div", *marks, class_="wai-segs")


def _legend(strip: Strip) -> Safe:
    played = sum(passed + failed for passed, failed in strip.columns)
    pairs = [("wai-sw-p", "pass, from below"), ("wai-sw-f", "fail, from above")]
    if played < strip.tall * len(strip.columns):
        pairs.append(("wai-sw-n", line(strip.gap, 40)))
    twins = ("█", "░", "blank")
    found = [
        element("span", element("code", f"{twin} ", class_="wai-t"), element("i", class_=f"wai-sw {name}"), f"{words} ")
        for (name, words), twin in zip(pairs, twins, strict=False)
    ]
    return element("p", *found, class_="wai-legend")


def draw_grid(grid: Grid, limits: Limits) -> Safe:
    """Return a table of asks with a cell a rollout; the band has its rule at the left."""
    sections = shown_sections(grid, limits)
    title = caption(grid_caption(grid, sections), limits)
    if not sections:
        return element("table", title, element("tbody", element("tr", element("td", "none", class_="wai-mute"))))
    heads = (("ask", "wai-w"), (f"rollouts 1 to {grid.tall}" if grid.tall > 1 else "rollout", ""), ("passed", "wai-n"))
    top = element("thead", element("tr", *(element("th", head, scope="col", class_=name) for head, name in heads)))
    bodies = [_section(section, min(grid.tall, limits.cells), limits) for section in sections]
    key = element("p", sentence(grid_key(grid, sections), limits.prose), class_="wai-key")
    return joined(element("table", title, top, *bodies, class_="wai-grid"), key)


def _section(section: Section, tall: int, limits: Limits) -> Safe:
    rest = element("span", line(section_rest(section), limits.chars), class_="wai-mute")
    head = element("th", element("b", line(section.title, limits.chars)), " ", rest, scope="rowgroup", colspan=3)
    rows = [_row(row, tall, limits) for row in section.rows]
    return element("tbody", element("tr", head, class_="wai-sep"), *rows, class_="wai-inb" if section.band else None)


def _row(row: Tries, tall: int, limits: Limits) -> Safe:
    ask = line(row.ask, limits.chars)
    cells = joined(*(_cell(code) for code in row.signs[:tall]))
    return element(
        "tr",
        element("th", ask, scope="row", class_="wai-one", dir="auto", title=ask if len(ask) > LONG else None),
        element("td", cells, class_="wai-cells"),
        element("td", line(row.figure, 24), class_="wai-n"),
    )


_MADE = {code: joined(element("i", sign, class_=f"wai-c{code}"), " ") for code, (sign, _) in CELLS.items()}


def _cell(code: str) -> Safe:
    return _MADE.get(code, _MADE["u"])


def _pc(at: float) -> str:
    return f"{100 * at:.4g}%"
