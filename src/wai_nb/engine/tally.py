"""The sums of the books of a run, whether it has one part or several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wai_nb.engine.ledger import Ledger
from wai_nb.play.reply import REASONS


@dataclass(frozen=True)
class Tally:
    """What was called, what landed, what was lost."""

    cap: int
    calls: int
    in_flight: int
    rows: int
    resumed: int
    rerolled_by: Counter[str]
    lost_by: Counter[str]
    timed_out: int
    discarded: int
    first_failures: dict[str, str]

    @property
    def rerolled(self) -> int:
        """Calls that were played again."""
        return self.rerolled_by.total()

    @property
    def lost(self) -> int:
        """Slots that gave no row."""
        return self.lost_by.total()

    @property
    def landed(self) -> int:
        """Rows of this call, without the resumed ones."""
        return self.rows - self.resumed

    def counts(self) -> dict[str, Any]:
        """Return the numbers that progress and ``search["rollouts"]`` share."""
        return {
            "rows": self.rows,
            "cap": self.cap,
            "landed": self.landed,
            "resumed": self.resumed,
            "rerolled": self.rerolled,
            "rerolled_by": dict(self.rerolled_by),
            "timed_out": self.timed_out,
            "lost": self.lost,
            "lost_by": dict(self.lost_by),
        }


def tally(ledgers: Sequence[Ledger[Any, Any]], cap: int, already: int = 0) -> Tally:
    """Return the sums; `cap` is what the whole run may land, `already` rows count beside those of the ledgers."""
    failures = [(reason, text) for books in ledgers for reason in REASONS if (text := books.first_failure(reason))]
    return Tally(
        cap=cap,
        calls=sum(books.calls for books in ledgers),
        in_flight=sum(books.in_flight for books in ledgers),
        rows=already + sum(len(books.rows) for books in ledgers),
        resumed=already + sum(books.resumed for books in ledgers),
        rerolled_by=sum((Counter(books.rerolled_by) for books in ledgers), Counter()),
        lost_by=sum((Counter(books.lost_by) for books in ledgers), Counter()),
        timed_out=sum(books.timed_out for books in ledgers),
        discarded=sum(books.discarded for books in ledgers),
        first_failures=dict(reversed(failures)),
    )
