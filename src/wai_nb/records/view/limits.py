"""How much of a card is drawn, so that no view grows with its data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from wai_nb.options import get_option
from wai_nb.records.view.blocks import Block, Card, Columns, Fold
from wai_nb.records.view.wording import count, plural

CARD_BYTES = 60_000  # a card with its stylesheet; design 7
MOST_BYTES = 200_000  # anything drawn; design 7


class Limits(NamedTuple):
    """The most that is drawn of each thing; all are conventions but `chars` (mock-ups: 160)."""

    rows: int = 20
    chars: int = 160
    prose: int = 600
    code: int = 4_000
    columns: int = 16
    facts: int = 24
    cells: int = 2_000  # of a grid of rollouts, measured to stay below 200 kB


def present() -> Limits:
    """Return the limits that the options ask for."""
    rows = get_option("max_rows")
    return Limits(rows=rows if isinstance(rows, int) else Limits().rows)


# Rows, characters, prose, code and cells of each next try.
_TIGHTER = ((10, 160, 600, 2_000, 1_200), (5, 120, 400, 1_000, 600), (3, 80, 300, 500, 200), (1, 60, 160, 200, 60))


def _tighter(limits: Limits) -> list[Limits]:
    tight = [
        limits._replace(rows=min(rows, limits.rows), chars=chars, prose=prose, code=code, cells=cells)
        for rows, chars, prose, code, cells in _TIGHTER
    ]
    return [limits, *tight, tight[-1]._replace(columns=8, facts=8)]


def fit(draw: Callable[[Card, Limits], str], card: Card, most: int | None = None) -> str:
    """Return the card drawn in at most `most` bytes, saying at its foot what was left out.

    Without `most` it is 60 kB, or 200 kB for a card that says it is large. Rows and texts are cut first, then whole
    blocks from the end.
    """
    most = most or (MOST_BYTES if card.large else CARD_BYTES)
    whole = present()
    limits = whole
    for limits in _tighter(whole):
        text = draw(card if limits == whole else _said(card, _cut_words(limits, most)), limits)
        if _size(text) <= most:
            return text
    blocks = flattened(card.blocks)
    keep = len(blocks)
    while keep and _size(text) > most:
        keep //= 2
        left_out = f"{count(len(blocks) - keep)} of {plural(len(blocks), 'block')} left out to stay below {_kb(most)}."
        text = draw(_said(replace(card, blocks=blocks[:keep]), left_out), limits)
    return text


def flattened(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks without their columns and folds, for a view that must leave some out."""
    flat: list[Block] = []
    for block in blocks:
        if isinstance(block, Fold):
            flat.extend(flattened(block.blocks))
        elif isinstance(block, Columns):
            flat.extend(inner for part in block.lists for inner in flattened(part))
        else:
            flat.append(block)
    return flat


def _said(card: Card, sentence: str) -> Card:
    return replace(card, foot=f"{sentence} {card.foot}".rstrip())


def _cut_words(limits: Limits, most: int) -> str:
    shown = f"tables show at most {plural(limits.rows, 'row')}, texts {limits.chars} characters"
    return f"Cut to stay below {_kb(most)}: {shown}."


def _kb(size: int) -> str:
    return f"{size // 1000} kB"


def _size(text: str) -> int:
    return len(text.encode("utf-8"))
