"""A card as static HTML: one root, its stylesheet inside, no script, readable with every style stripped."""

from __future__ import annotations

from collections.abc import Sequence

from wai_nb.records.view import cells
from wai_nb.records.view.blocks import Bars, Block, Card, Code, Columns, Facts, Fold, Grid, Heat, Note, Strip, Table
from wai_nb.records.view.limits import Limits, fit
from wai_nb.records.view.plain import line
from wai_nb.show.element import Safe, element, joined
from wai_nb.show.groups import draw_grid, draw_strip
from wai_nb.show.phrases import caption, sentence, sign, spans
from wai_nb.show.tables import draw_bars, draw_heat, draw_table
from wai_nb.show.theme import ROOT, style

_GAP = element("br", class_="wai-t")  # parts tables where styles are stripped


def render_html(card: Card, most: int | None = None) -> str:
    """Return the card as HTML of at most `most` bytes with its stylesheet; what was left out is said at its foot.

    Examples
    --------
    >>> page = render_html(Card(("plan",), "Run <12> asks"))
    >>> "<strong>Run &lt;12&gt; asks</strong>" in page, "<script" in page
    (True, False)
    """
    return str(fit(_card, card, most))


def _card(card: Card, limits: Limits) -> str:
    kinds = [line(part, limits.chars) for part in card.kind[:12]]
    rest = "".join(f" · {part}" for part in kinds[1:])
    head = element("strong", _verdict(card.verdict), sentence(card.headline, limits.prose))
    return element(
        "div",
        style(),
        element("hr", class_="wai-t"),
        element("p", element("b", *kinds[:1]), rest, class_="wai-kind"),
        element("p", head, class_="wai-head"),
        element("p", sentence(card.sub, limits.prose), class_="wai-sub") if card.sub else None,
        *_sections(card.blocks, limits),
        element("p", sentence(card.foot, limits.prose), class_="wai-foot") if card.foot else None,
        class_=ROOT,
    )


def _verdict(words: str) -> Safe | None:
    if not words:
        return None
    look = {"▲": "wai-ok", "✓": "wai-ok", "▼": "wai-bad", "✗": "wai-bad"}.get(words[:1], "wai-mute")
    return joined(element("span", line(words, 40), class_=f"wai-verdict {look}"), " ")


def _sections(blocks: Sequence[Block], limits: Limits) -> list[Safe]:
    return [_section(run, limits) for run in cells.runs(blocks)]


def _section(run: Block | list[Note], limits: Limits) -> Safe:
    if isinstance(run, Facts):
        return joined(_facts(run, limits), _GAP)
    if isinstance(run, Columns):
        stacks = [element("div", *_stack(part, limits), class_="wai-stack") for part in run.lists]
        return element("div", *stacks, class_="wai-cols")
    if isinstance(run, Fold):
        return _fold(run, limits)
    return element("div", _alone(run, limits), class_="wai-sec")


def _stack(blocks: Sequence[Block], limits: Limits) -> list[Safe]:
    return [
        element("div", _section(run, limits) if isinstance(run, (Facts, Columns, Fold)) else _alone(run, limits))
        for run in cells.runs(blocks)
    ]


def _alone(run: Block | list[Note], limits: Limits) -> Safe:
    if isinstance(run, list):
        return joined(_notes(run, limits), _GAP)
    if isinstance(run, Table):
        return joined(draw_table(run, limits), _GAP)
    if isinstance(run, Bars):
        return joined(draw_bars(run, limits), _GAP)
    if isinstance(run, Heat):
        return joined(draw_heat(run, limits), _GAP)
    if isinstance(run, Strip):
        return joined(draw_strip(run, limits), _GAP)
    if isinstance(run, Grid):
        return joined(draw_grid(run, limits), _GAP)
    if isinstance(run, Code):
        return _code(run, limits)
    raise TypeError(f"a card holds blocks, not {type(run).__name__}")


def _facts(facts: Facts, limits: Limits) -> Safe:
    rows = []
    for label, figure, small in cells.fact_rows(facts, limits):
        beside = joined(" ", element("small", small)) if small else None
        rows.append(element("tr", element("th", label, scope="row"), element("td", figure, beside)))
    return element("table", element("caption", "Facts"), element("tbody", *rows), class_="wai-facts")


def _notes(notes: Sequence[Note], limits: Limits) -> Safe:
    rows = [
        element("tr", element("td", _note_sign(note)), element("td", _note(note, limits)))
        for note in notes[: limits.rows]
    ]
    more = len(notes) - limits.rows
    if more > 0:
        rows.append(element("tr", element("td", "·"), element("td", f"{more:,} more, not shown")))
    title = caption(cells.notes_caption(notes), limits)
    return element("table", title, element("tbody", *rows), class_="wai-notes")


def _note_sign(note: Note) -> Safe:
    mark = cells.NOTE_SIGNS[note.level]
    return joined(sign(mark, cells.SIGNS[mark]), " ")


def _note(note: Note, limits: Limits) -> Safe:
    what = sentence(cells.what_words(note), limits.prose)
    why = sentence(note.why, limits.prose) if note.why else None
    fix = None
    if note.fix:
        call = spans(cells.fix_pieces(note, limits))
        fix = element("span", element("span", f"{cells.fix_word(note)}: "), call, class_="wai-fix")
    parts = [part for part in (element("b", what) if cells.heavy(note) else what, why, fix) if part is not None]
    return joined(*(piece for part in parts for piece in (part, " ")))


def _fold(fold: Fold, limits: Limits) -> Safe:
    inside = element("div", *_stack(fold.blocks, limits), class_="wai-stack")
    return element("details", element("summary", line(fold.summary, limits.chars)), inside)


def _code(code: Code, limits: Limits) -> Safe:
    title = element("p", caption_words(code, limits), class_="wai-cap") if code.caption else None
    return joined(title, element("pre", cells.code_text(code, limits)))


def caption_words(code: Code, limits: Limits) -> Safe:
    """Return the caption of a code block, its title in bold."""
    title, rest = cells.caption(code.caption, limits.prose)
    return joined(element("b", sentence(title, limits.prose)), sentence(rest, limits.prose))
