"""Tables, bars and heat maps as HTML tables, each drawing with its twin in characters."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real

from wai_nb.records.view import cells
from wai_nb.records.view.blocks import Bar, Bars, Column, Heat, Interval, Table
from wai_nb.records.view.drawing import SHADES, axis_ends, bar_twin, fraction, greatest_of, interval_twin, level
from wai_nb.records.view.limits import Limits
from wai_nb.records.view.plain import line, words
from wai_nb.records.view.wording import ci_text, plural, share
from wai_nb.show.element import Safe, element, joined
from wai_nb.show.phrases import caption, sentence, spans

SHORT = 26  # characters of a cell that is not broken over lines; convention
MANY = 9  # columns from which on a table scrolls inside itself; convention


def draw_table(table: Table, limits: Limits) -> Safe:
    """Return a table; its first column heads the rows."""
    rows, how_many = cells.table_rows(table, limits)
    columns = cells.heads(table, limits)
    title = caption(table.caption, limits, how_many)
    if not rows:
        body = element("tbody", element("tr", element("td", "none", class_="wai-mute wai-nw")))
        return element("table", title, body, _foot(table.note, 1, limits))
    classes = [_classes(column, place, rows) for place, column in enumerate(columns)]
    head = [_head(column, names, limits) for column, names in zip(columns, classes, strict=True)]
    top = element("thead", element("tr", *head)) if any(c.title or c.kind == "interval" for c in columns) else None
    last = len(rows) - 1 if table.total else None
    lines = [
        element("tr", *_row(row, columns, classes, limits), class_="wai-total" if place == last else None)
        for place, row in enumerate(rows)
    ]
    foot = _foot(cells.table_note(table, limits), len(columns), limits)
    drawn = element("table", title, top, element("tbody", *lines), foot)
    return element("div", drawn, class_="wai-scroll") if len(columns) >= MANY else drawn


def _classes(column: Column, place: int, rows: Sequence[Sequence[object]]) -> str:
    names = {"number": "wai-n", "interval": "wai-ivc", "bar": "wai-barc"}.get(column.kind, "")
    if column.kind == "number" and place == 0:
        names = "wai-n wai-fit"
    if column.kind in ("text", "glyph", "code") and all(_short(row, place) for row in rows):
        names = "wai-nw"
    return f"{names} wai-drop".strip() if column.drop else names


def _short(row: Sequence[object], place: int) -> bool:
    value = row[place] if place < len(row) else ""
    return len("".join(piece.text for piece in cells.parts(value, "text", Limits()))) <= SHORT


def _head(column: Column, names: str, limits: Limits) -> Safe:
    title = line(column.title, limits.chars)
    if column.kind != "interval":
        return element("th", title, scope="col", class_=names)
    first, middle, last = (element("span", figure) for figure in axis_ends(column.axis))
    axis = element("span", first, " ", middle, " ", last, class_="wai-axis")
    return element("th", f"{title} " if title else None, axis, scope="col", class_=names)


def _row(row: Sequence[object], columns: Sequence[Column], classes: Sequence[str], limits: Limits) -> list[Safe]:
    found = []
    for place, (column, names) in enumerate(zip(columns, classes, strict=True)):
        value = row[place] if place < len(row) else ""
        tag, scope = ("th", "row") if place == 0 else ("td", None)
        ask = column.kind == "ask"
        found.append(
            element(
                tag,
                _cell(value, column, limits),
                scope=scope,
                class_=f"{names} wai-ask".strip() if ask else names,
                dir="auto" if ask else None,
                title=_figures(value) if column.kind == "interval" else None,
            )
        )
    return found


def _figures(value: object) -> str | None:
    if not isinstance(value, Interval):
        return None
    plain = f", plain {share(value.naive)}" if value.naive is not None else ""
    return ci_text(value.point, (value.low, value.high)) + plain


def _cell(value: object, column: Column, limits: Limits) -> Safe:
    if column.kind == "interval" and isinstance(value, Interval):
        return draw_interval(value, column.axis)
    if column.kind == "bar" and isinstance(value, (Bar, Real)):
        return draw_bar(value if isinstance(value, Bar) else Bar(float(value)))
    return spans(cells.parts(value, column.kind, limits))


def _foot(note: object, wide: int, limits: Limits) -> Safe | None:
    if not words(note):
        return None
    return element("tfoot", element("tr", element("td", sentence(note, limits.prose), colspan=wide)))


def draw_interval(mark: Interval, axis: tuple[float, float] = (0.0, 1.0)) -> Safe:
    """Return an interval: a band, a tick for the estimate, a ring for the plain average."""
    zero = 0.0 if axis[0] < 0 < axis[1] else None
    low, high = fraction(mark.low, axis), fraction(mark.high, axis)
    band = None
    if low is not None and high is not None:
        band = element("i", class_="wai-iv-b", style=f"left:{_pc(low)};width:{_pc(max(0.0, high - low))}")
    ticks = [_tick(value, name, axis) for value, name in ((mark.point, "wai-iv-m"), (mark.naive, "wai-iv-p"))]
    look = {"bad": " wai-bad", "mute": " wai-even"}.get(mark.look, "")
    drawn = element("span", _tick(zero, "wai-iv-0", axis), band, *ticks, class_=f"wai-iv{look}")
    return joined(element("code", interval_twin(mark, axis), class_="wai-t"), drawn)


def _tick(value: float | None, name: str, axis: tuple[float, float]) -> Safe | None:
    at = fraction(value, axis)
    return None if at is None else element("i", class_=name, style=f"left:{_pc(at)}")


def draw_bar(bar: Bar) -> Safe:
    """Return a bar, with a tick for a second share."""
    fill = element("i", class_="wai-p" if bar.strong else None, style=f"width:{_pc(fraction(bar.share) or 0.0)}")
    tick = fraction(bar.tick)
    mark = element("b", style=f"left:{_pc(tick)}") if tick is not None else None
    return joined(element("code", bar_twin(bar), class_="wai-t"), element("span", fill, mark, class_="wai-bar"))


def _pc(at: float) -> str:
    return f"{100 * at:.4g}%"


def draw_bars(bars: Bars, limits: Limits) -> Safe:
    """Return bars as a table of label, figure and bar."""
    rows, how_many = cells.table_rows(Table(bars.caption, [], bars.rows), limits)
    bands = any(_banded(row) for row in rows)
    body = [_bar_row(row, bands, limits) for row in rows] or [element("tr", element("td", "none", class_="wai-mute"))]
    label, figure = (line(head, limits.chars) for head in bars.heads)
    top = [
        element("th", label, scope="col"),
        element("th", figure, scope="col", class_="wai-n"),
        element("th", scope="col"),
    ]
    head = element("thead", element("tr", *top)) if label or figure else None
    title = caption(bars.caption, limits, how_many)
    return element("table", title, head, element("tbody", *body), _foot(bars.note, 3, limits), class_="wai-bars")


def _banded(row: Sequence[object]) -> bool:
    return len(row) > 3 and bool(row[3])


def _bar_row(row: Sequence[object], bands: bool, limits: Limits) -> Safe:
    banded = _banded(row)
    label = joined(line(row[0], limits.chars))
    if bands:
        label = element("span", label, class_="wai-band" if banded else "wai-noband")
    twin = element("span", " ▌", class_="wai-t") if banded else None
    length = float(row[1]) if isinstance(row[1], Real) else 0.0
    bar = row[1] if isinstance(row[1], Bar) else Bar(length, strong=banded)
    return element(
        "tr",
        element("th", label, twin, scope="row", class_="wai-nw" if len(words(row[0])) <= SHORT else None),
        element("td", spans(cells.parts(row[2], "number", limits)), class_="wai-n"),
        element("td", draw_bar(bar), class_="wai-barcol"),
    )


def draw_heat(heat: Heat, limits: Limits) -> Safe:
    """Return a heat map as a table of counts with the sums of its rows and columns."""
    top = greatest_of(heat.counts)
    places = range(min(len(heat.col_labels), limits.columns))
    corner = f"{words(heat.row_axis)} × {words(heat.col_axis)}"
    names = [line(heat.col_labels[place], limits.chars) for place in places]
    heads = [element("th", name.replace("_", " "), scope="col") for name in names]
    first = element("th", element("span", line(corner, limits.chars), class_="wai-t"), scope="col")
    rows = [
        _heat_row(line(label, limits.chars), names, heat.counts[row], top, heat.unit)
        for row, label in enumerate(heat.row_labels[: limits.rows])
    ]
    sums = [element("td", f"{sum(row[place] or 0 for row in heat.counts):,}") for place in places]
    whole = element("td", f"{sum(value or 0 for row in heat.counts for value in row):,}", class_="wai-sum")
    all_of = element("th", "all", scope="col", class_="wai-sum")
    table = element(
        "table",
        caption(heat.caption, limits),
        element("thead", element("tr", first, *heads, all_of)),
        element("tbody", *rows),
        element("tfoot", element("tr", element("th", "all", scope="row"), *sums, whole)),
        class_="wai-heat",
    )
    key = cells.heat_note(heat, limits)
    drawn = element("div", table, class_="wai-scroll") if len(names) >= MANY else table
    return joined(drawn, element("p", sentence(key, limits.prose), class_="wai-key") if key else None)


def _heat_row(label: str, names: Sequence[str], counts: Sequence[int | None], top: int, unit: str) -> Safe:
    found = [_heat_cell(value, f"{label} × {name}", top, unit) for name, value in zip(names, counts, strict=False)]
    total = element("td", f"{sum(value or 0 for value in counts):,}", class_="wai-sum")
    return element("tr", element("th", label, scope="row"), *found, total)


def _heat_cell(value: int | None, place: str, top: int, unit: str) -> Safe:
    if value is None:
        return element("td", cells.heat_value(value), class_="wai-hn", title=f"{place}: not in the plan")
    shade = level(value, top)
    twin = element("code", f" {SHADES[shade]}", class_="wai-t") if shade else None
    said = plural(value, line(unit, 40)) if unit else f"{value:,}"
    return element("td", cells.heat_value(value), twin, class_=f"wai-h{shade}", title=f"{place}: {said}")
