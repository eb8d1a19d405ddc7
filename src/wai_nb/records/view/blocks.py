"""The parts a card is made of: plain data that says what is shown, never how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

NOTE_LEVELS = ("warning", "next", "info", "error", "ok")
COLUMN_KINDS = ("text", "number", "code", "ask", "interval", "bar", "glyph")
LOOKS = ("strong", "mute", "code", "ok", "bad", "warn", "fault")


def _check(what: str, value: str, allowed: tuple[str, ...]) -> None:
    from wai_nb.errors import one_of

    if value not in allowed:
        raise one_of(what, value, allowed)


@dataclass(frozen=True)
class Styled:
    """A piece of a table cell that stands out: strong, mute, code, ok, bad, warn or fault."""

    text: object
    look: str = "strong"

    def __post_init__(self) -> None:
        _check("look", self.look, LOOKS)


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval, drawn on the axis of its column (0 to 1 unless the column says else).

    `naive` is a plain average to draw beside it; `look` is ``bad`` for a change for the worse, ``mute`` for an
    unclear one.
    """

    point: float | None
    low: float | None = None
    high: float | None = None
    naive: float | None = None
    look: str = ""


@dataclass(frozen=True)
class Bar:
    """A share from 0 to 1 drawn as a bar; `tick` marks a second share on it, `strong` sets it apart."""

    share: float
    tick: float | None = None
    strong: bool = False


# A tuple is several pieces side by side, as ("pass@1", Styled("one try", "mute")).
Value: TypeAlias = "str | int | float | Styled | Interval | Bar | tuple[Value, ...] | None"


@dataclass(frozen=True)
class Column:
    """The head of a table column.

    Parameters
    ----------
    title : str
        The words at its head.
    kind : {"text", "number", "code", "ask", "interval", "bar", "glyph"}
        What its cells hold. ``ask`` is a text from outside, shown as it is, in its own direction. The cells of
        ``glyph`` begin with a sign, as ``✓ exact`` or ``▼ worse``. ``bar`` takes a share from 0 to 1 or a `Bar`.
    drop : bool
        Whether a narrow view may leave it out.
    axis : tuple of float
        Ends of the axis of an ``interval`` column.
    """

    title: str
    kind: str = "text"
    drop: bool = False
    axis: tuple[float, float] = (0.0, 1.0)

    def __post_init__(self) -> None:
        _check("kind", self.kind, COLUMN_KINDS)


@dataclass(frozen=True)
class Facts:
    """A row of figures: ``(label, figure)`` or ``(label, figure, small words)``."""

    rows: Sequence[tuple[object, ...]]


@dataclass(frozen=True)
class Table:
    """A table whose first column names its rows.

    `caption` reads "Title, the rest": what stands before the first comma is its title. `of` is the number of all
    rows where these are only the first. `total` sets the last row apart.
    """

    caption: str
    columns: Sequence[Column | str]
    rows: Sequence[Sequence[object]]
    note: str = ""
    of: int | None = None
    total: bool = False


@dataclass(frozen=True)
class Bars:
    """Shares as bars: ``(label, share from 0 to 1, figure)``, and ``"band"`` as a fourth to mark a row.

    `heads` are the words above the labels and the figures.
    """

    caption: str
    rows: Sequence[tuple[object, ...]]
    note: str = ""
    heads: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Heat:
    """Counts of rows x columns; a stronger colour is a greater count, 0 is marked, None is not in the plan."""

    caption: str
    row_axis: str
    col_axis: str
    row_labels: Sequence[str]
    col_labels: Sequence[str]
    counts: Sequence[Sequence[int | None]]
    note: str = ""
    unit: str = ""


@dataclass(frozen=True)
class Strip:
    """Groups side by side, a column an ask: passes stack from below, fails hang from above, the gap is neither.

    Parameters
    ----------
    caption : str
        "Title, the rest".
    columns : sequence of (int, int)
        Passes and fails of each ask, in the order they are drawn.
    tall : int
        Rollouts of a full column.
    spans : sequence of (str, int, int, bool)
        What is written under the columns from a first to before a last one; True marks the band.
    gap : str
        What the gap means, as ``not needed``.
    """

    caption: str
    columns: Sequence[tuple[int, int]]
    tall: int
    spans: Sequence[tuple[str, int, int, bool]] = ()
    note: str = ""
    gap: str = "not played"


@dataclass(frozen=True)
class Tries:
    """A row of a grid: the ask, its rollouts as a word of signs, and what is written at the end.

    A rollout is ``p`` pass, ``f`` fail, ``u`` no verdict, ``c`` cut, ``l`` lost, ``n`` not needed.
    """

    ask: str
    signs: str
    figure: str = ""


@dataclass(frozen=True)
class Section:
    """Rows of a grid that belong together; `of` counts all of them where these are only the first."""

    title: str
    rest: str
    rows: Sequence[Tries]
    band: bool = False
    of: int | None = None


@dataclass(frozen=True)
class Grid:
    """Asks x rollouts, a cell a rollout."""

    caption: str
    sections: Sequence[Section]
    tall: int
    note: str = ""


@dataclass(frozen=True)
class Note:
    """One thing to know: what is so, why, and the call that mends it; neighbours are drawn as one list.

    `group` is the caption of that list; empty takes one that fits the levels.
    """

    level: str
    what: str
    why: str = ""
    fix: str = ""
    group: str = ""

    def __post_init__(self) -> None:
        _check("level", self.level, NOTE_LEVELS)


@dataclass(frozen=True)
class Fold:
    """Blocks that open under their summary."""

    summary: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Code:
    """Text kept as it is, line by line."""

    text: str
    caption: str = ""


@dataclass(frozen=True)
class Columns:
    """Lists of blocks that stand side by side where there is room."""

    lists: Sequence[Sequence[Block]]


Block: TypeAlias = Facts | Table | Bars | Heat | Strip | Grid | Note | Fold | Code | Columns


@dataclass(frozen=True)
class Card:
    """One view: what it is, the finding as a sentence, the blocks that back it.

    Parameters
    ----------
    kind : sequence of str
        What it is, the object first: ``("SimulationData", "rl", "seed 7")``.
    headline : str
        The finding, as a sentence.
    sub : str
        One line more, with n. Words in backticks are drawn as code, here as in all captions and notes.
    blocks : sequence
        Facts, warnings, evidence, first rows, in this order.
    foot : str
        Where it comes from.
    verdict : str
        A word in a frame before the headline, as ``"▲ Better"``.
    large : bool
        Whether it shows hundreds of rows and so may take 200 kB; other cards stay below 60.
    """

    kind: Sequence[str]
    headline: str
    sub: str = ""
    blocks: Sequence[Block] = field(default_factory=list)
    foot: str = ""
    verdict: str = ""
    large: bool = False
