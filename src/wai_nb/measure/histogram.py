"""Never, sometimes, always: the spread over asks that a mean hides."""

from __future__ import annotations

from collections.abc import Sequence

from wai_nb.measure.groups import strip_of
from wai_nb.measure.passcard import rate_bars
from wai_nb.records.report import Block, Card, Drawn, Facts, Note, Report
from wai_nb.records.view.wording import count, plural


class Histogram(Drawn, Report):
    """How many asks ``never``, ``sometimes`` and ``always`` pass, of ``n_asks``.

    ``rates`` lists (tries, passes) of each ask, lowest pass rate first. Shown as a strip and as bars.
    """

    @classmethod
    def of(cls, groups: Sequence[tuple[int, int]], k: int) -> Histogram:
        """Return the histogram of asks given as (scored tries, passes); `k` is the steps of the bars.

        Examples
        --------
        >>> Histogram.of([(8, 8), (8, 3), (2, 0)], k=8)
        <Histogram 1 of 3 asks passes sometimes: 1 never, 1 always>
        """
        never, always = (sum(passed == end * n for n, passed in groups) for end in (0, 1))
        rates = sorted(groups, key=lambda group: group[1] / group[0])
        sometimes = len(groups) - never - always
        return cls(never=never, sometimes=sometimes, always=always, n_asks=len(groups), k=k, rates=rates)

    def card(self) -> Card:
        """Return what a cell shows: the three counts, the strip, the bars."""
        if not self["n_asks"]:
            hint = Note("warning", "No pass rates.", "Nothing is graded.", "data.grade(judge)")
            return Card(kind=("Histogram",), headline="No asks", blocks=[hint])
        facts = Facts([(word, count(self[word])) for word in ("never", "sometimes", "always")])
        strip = strip_of([(passed, n - passed) for n, passed in self["rates"]], max(n for n, _ in self["rates"]))
        return Card(
            kind=("Histogram", f"k = {self['k']}"),
            headline=f"{count(self['sometimes'])} of {plural(self['n_asks'], 'ask')} "
            f"{'passes' if self['sometimes'] == 1 else 'pass'} sometimes: "
            f"{count(self['never'])} never, {count(self['always'])} always",
            sub="Only an ask that passes sometimes teaches a grouped update anything.",
            blocks=[facts, strip, self._bars()],
        )

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: the bars."""
        return {"rates": self._bars()}

    def _bars(self) -> Block:
        return rate_bars([passed / n for n, passed in self["rates"]], self["k"])
