"""The blocks of a card as matplotlib pictures, without pyplot: nothing global is opened, closed or left behind."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from wai_nb.errors import SettingError, one_of
from wai_nb.records.view.blocks import Bar, Bars, Block, Column, Heat, Interval, Strip, Table
from wai_nb.records.view.drawing import greatest_of, level
from wai_nb.records.view.groups import heights, spans_said, strip_caption
from wai_nb.records.view.plain import line, words
from wai_nb.records.view.wording import ci_text, count, cut

# The palette of the cards (theme.css), light: a picture has its own white paper in every theme.
INK, MUTE, EDGE, HAIR = "#212121", "#666666", "#8a8a8a", "#ebebeb"
PASS, FAIL, FAIL_CELL = "#0072B2", "#B34700", "#D87B45"
SHADES = ("#ffffff", "#E6F0F7", "#BFDAEC", "#7FB5DA", "#0072B2")
WIDE = 6.4  # inches; matplotlib's own width
ALT = 400  # characters of an alternative text; convention
SHARP = 2  # pixels a point of the screen


class Picture(Axes):
    """Axes that a notebook shows as the last expression of a cell, with an alternative text.

    It is a matplotlib Axes in every respect; ``ax.figure`` saves it.
    """

    alt = "a picture"

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
        figure: Any = self.figure
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=SHARP * figure.dpi, metadata={"Software": None})
        wide, tall = (round(inches * figure.dpi) for inches in figure.get_size_inches())
        shown = {"alt": self.alt, "width": wide, "height": tall}
        return {"image/png": base64.b64encode(file.getvalue()).decode(), "text/plain": self.alt}, {"image/png": shown}


def picture(blocks: Mapping[str, Block], kind: str | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw one of the blocks and return its Axes.

    Parameters
    ----------
    blocks
        What can be drawn, by name.
    kind
        Which; without it the first.
    ax
        Axes to draw into; else a figure of its own.

    Raises
    ------
    SettingError
        When there is nothing to draw, or nothing of that name.

    Examples
    --------
    >>> ax = picture({"tiers": Bars("Tiers", [("ordinary", 0.6, "126"), ("hard", 0.4, "74")])})
    >>> ax.get_title(loc="left"), ax.alt
    ('Tiers', 'Tiers: ordinary 126; hard 74')
    """
    if not blocks:
        raise SettingError("there is nothing to draw here: no rows, or no grid that they stand in.")
    if kind is not None and kind not in blocks:
        raise one_of("kind", kind, tuple(blocks))
    block = blocks[kind or next(iter(blocks))]
    draw, tall, alt = _drawing(block)
    if ax is None:
        figure = Figure(figsize=(WIDE, tall), layout="constrained", facecolor="white")
        ax = figure.add_subplot(axes_class=Picture)
        vars(ax)["alt"] = cut(alt, ALT)
    draw(ax)
    for text in ax.findobj(Text):
        text.set_parse_math(False)  # names of tools and rules may hold a dollar sign
    return ax


def _drawing(block: Block) -> tuple[Callable[[Axes], None], float, str]:
    """Return what draws a block, how tall it stands in inches, and its alternative text."""
    if isinstance(block, Bars):
        upright = _upright(block)
        said = "; ".join(f"{line(row[0])} {line(row[2])}" for row in block.rows)
        tall = 2.8 if upright else 0.9 + 0.3 * max(1, len(block.rows))
        return lambda ax: (_columns if upright else _bars)(ax, block), tall, f"{line(block.caption)}: {said or 'none'}"
    if isinstance(block, Heat):
        said = "; ".join(f"{line(name)} {sum(n or 0 for n in row)}" for name, row in _heat_rows(block))
        return lambda ax: _heat(ax, block), 1.4 + 0.3 * len(block.row_labels), f"{line(block.caption)}: {said}"
    if isinstance(block, Strip):
        return lambda ax: _strip(ax, block), 2.4, f"{line(strip_caption(block))}. {line(spans_said(block))}"
    if isinstance(block, Table):
        marks, signed = _marks(block), _axis(block)[0] < 0
        said = "; ".join(f"{name} {ci_text(mark.point, (mark.low, mark.high), signed=signed)}" for name, mark in marks)
        tall = 0.9 + 0.35 * max(1, len(marks))
        return lambda ax: _forest(ax, block, marks), tall, f"{line(block.caption)}: {said or 'none'}"
    raise TypeError(f"no picture is made of {type(block).__name__}")


def _heat_rows(heat: Heat) -> Iterable[tuple[str, Sequence[int | None]]]:
    return zip(heat.row_labels, heat.counts, strict=True)


def _marks(table: Table) -> list[tuple[str, Interval]]:
    found = []
    for row in table.rows:
        found += [(_short(row[0], 40), value) for value in row if isinstance(value, Interval)]
    return found


def _axis(table: Table) -> tuple[float, float]:
    kinds = [column for column in table.columns if isinstance(column, Column)]
    return next((column.axis for column in kinds if column.kind == "interval"), (0.0, 1.0))


def _upright(bars: Bars) -> bool:
    """Say whether the labels are numbers, so that the bars stand on an axis."""
    try:
        return bool([float(str(row[0])) for row in bars.rows])
    except ValueError:
        return False


def _short(value: object, most: int) -> str:
    text = line(words(value)[: 2 * most], 2 * most)
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _title(ax: Axes, caption: str) -> None:
    ax.set_title(_short(caption, 90), loc="left", fontsize=10, fontweight="bold", color=INK)


def _bare(ax: Axes, *sides: str) -> None:
    """Leave only these sides of the frame, quiet."""
    for name, spine in ax.spines.items():
        spine.set_visible(name in sides)
        spine.set_color(EDGE)
    ax.tick_params(length=0, labelsize=9, colors=MUTE, labelcolor=INK)


def _sizes(bars: Bars) -> tuple[list[float], list[str]]:
    marks = [row[1] if isinstance(row[1], Bar) else Bar(float(str(row[1]))) for row in bars.rows]
    return [mark.share for mark in marks], [PASS if mark.strong else EDGE for mark in marks]


def _bars(ax: Axes, bars: Bars) -> None:
    shares, colours = _sizes(bars)
    places = range(len(shares))
    ax.barh(places, shares, color=colours, height=0.62)
    for place, row in zip(places, bars.rows, strict=True):
        ax.annotate(
            _short(row[2], 24), (shares[place], place), (4, 0), textcoords="offset points", va="center", fontsize=9
        )
    ax.set_yticks(places, [_short(row[0], 40) for row in bars.rows])
    ax.set_xticks([])
    ax.set_xlim(0, 1.12 * max(shares, default=1) or 1)
    ax.invert_yaxis()
    _bare(ax, "left")
    _title(ax, bars.caption)


def _columns(ax: Axes, bars: Bars) -> None:
    shares, colours = _sizes(bars)
    if EDGE in colours and PASS not in colours:
        colours = [PASS] * len(colours)
    places = range(len(shares))
    ax.bar(places, shares, color=colours, width=0.86)
    for place, row in zip(places, bars.rows, strict=True):
        ax.annotate(
            _short(row[2], 24), (place, shares[place]), (0, 2), textcoords="offset points", ha="center", fontsize=9
        )
    ax.set_xticks(places, [_short(row[0], 12) for row in bars.rows])
    ax.set_yticks([])
    ax.set_ylim(0, 1.15 * max(shares, default=1) or 1)
    ax.set_xlabel(_short(bars.heads[0], 80), color=MUTE, fontsize=9)
    ax.set_ylabel(_short(bars.heads[1], 24), color=MUTE, fontsize=9)
    _bare(ax, "bottom")
    _title(ax, bars.caption)


def _heat(ax: Axes, heat: Heat) -> None:
    from matplotlib.colors import ListedColormap

    top = greatest_of(heat.counts)
    if not heat.counts:
        return _title(ax, heat.caption)
    steps = [[level(value, top) for value in row] for row in heat.counts]
    ax.pcolormesh(steps, cmap=ListedColormap(SHADES), vmin=0, vmax=4, edgecolors="white", linewidth=2)
    for down, row in enumerate(heat.counts):
        for across, value in enumerate(row):
            colour = "white" if steps[down][across] == 4 else FAIL if value == 0 else INK
            figure = "–" if value is None else count(value) if value else "0 !"
            ax.text(across + 0.5, down + 0.5, figure, ha="center", va="center", fontsize=8, color=colour)
    heads = [_short(name, 24).replace("_", " ").replace(" ", "\n", 1) for name in heat.col_labels]
    ax.set_xticks([place + 0.5 for place in range(len(heads))], heads)
    ax.set_yticks(
        [place + 0.5 for place in range(len(heat.row_labels))], [_short(name, 40) for name in heat.row_labels]
    )
    if len(heads) > 8:
        ax.tick_params(axis="x", labelrotation=90)
    ax.set_xlabel(_short(heat.col_axis, 40), color=MUTE, fontsize=9)
    ax.set_ylabel(_short(heat.row_axis, 16), color=MUTE, fontsize=9)
    ax.invert_yaxis()
    _bare(ax)
    _title(ax, heat.caption)


def _strip(ax: Axes, strip: Strip) -> None:
    columns, each = heights(strip.columns, strip.tall)
    places = [each * (place + 0.5) for place in range(len(columns))]
    passed = [strip.tall * column[0] for column in columns]
    failed = [strip.tall * column[1] for column in columns]
    ax.bar(places, passed, width=0.94 * each, color=PASS, label="pass, from below")
    ax.bar(
        places, [-n for n in failed], bottom=strip.tall, width=0.94 * each, color=FAIL_CELL, label="fail, from above"
    )
    for label, first, after, band in strip.spans:
        if after - first < 0.11 * len(strip.columns):
            continue
        weight, middle = "bold" if band else "normal", ((first + after) / 2, 0)
        note = ax.annotate(_short(label, 40), middle, (0, -12), textcoords="offset points", ha="center", fontsize=9)
        note.set(color=PASS if band else MUTE, fontweight=weight)
    ax.set_xlim(0, max(1, len(strip.columns)))
    ax.set_ylim(0, max(1, strip.tall))
    ax.set_xticks([])
    ax.set_yticks([0, strip.tall])
    ax.set_ylabel("rollouts", color=MUTE, fontsize=9)
    _bare(ax, "bottom")
    _title(ax, strip.caption.partition(",")[0])
    ax.legend(loc="lower left", bbox_to_anchor=(0, -0.36), ncols=2, frameon=False, fontsize=9)


def _forest(ax: Axes, table: Table, marks: Sequence[tuple[str, Interval]]) -> None:
    axis = _axis(table)
    for place, (_, mark) in enumerate(marks):
        if mark.point is None:
            continue
        colour = {"bad": FAIL, "mute": MUTE}.get(mark.look, PASS)
        if mark.low is not None and mark.high is not None:
            ax.plot([mark.low, mark.high], [place, place], color=colour, alpha=0.4, linewidth=6, solid_capstyle="butt")
        ax.plot([mark.point], [place], marker="|", markersize=14, markeredgewidth=3, color=colour)
        if mark.naive is not None:
            ax.plot([mark.naive], [place], marker="o", markerfacecolor="white", markeredgecolor=INK)
        figure = ci_text(mark.point, (mark.low, mark.high), signed=axis[0] < 0)
        ax.annotate(figure, (axis[1], place), (8, 0), textcoords="offset points", va="center", fontsize=9)
    if axis[0] < 0 < axis[1]:
        ax.axvline(0, color=EDGE, linewidth=1)
    ax.set_yticks(range(len(marks)), [name for name, _ in marks])
    ax.set_xlim(*axis)
    ax.set_ylim(len(marks) - 0.4, -0.6)
    ax.grid(axis="x", color=HAIR)
    ax.set_axisbelow(True)
    _bare(ax, "bottom")
    _title(ax, table.caption)
