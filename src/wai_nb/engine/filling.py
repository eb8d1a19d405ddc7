"""How far each ask of a run has come, for the display of a run under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wai_nb.engine.ledger import Ledger
from wai_nb.play.rollout import Slot
from wai_nb.records.rows import Row, label_of

MOST = 20_000  # slots that are counted several times a second; a larger run shows its sums alone


def filling(ledgers: Sequence[Ledger[Slot, Row]]) -> list[tuple[int, int, int, int, int]]:
    """Return (passed, failed, no verdict, in flight, lost) of each ask that was taken up, in plan order.

    Empty where there are too many to count while it runs.
    """
    if sum(books.opened for books in ledgers) > MOST:
        return []
    asks: dict[Any, list[int]] = {}
    for books in ledgers:
        for place, slot in enumerate(list(books.slots)):
            counts = asks.setdefault((slot.eval_run, slot.ask.ask_id), [0, 0, 0, 0, 0])
            row = books.rows.get(place)
            if row is not None:
                counts[{1: 0, 0: 1, None: 2}[label_of(row)]] += 1
            else:
                counts[4 if place in books.lost_places else 3] += 1
    return [(passed, failed, plain, flying, lost) for passed, failed, plain, flying, lost in asks.values()]
