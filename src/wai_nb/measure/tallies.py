"""Rows counted ask by ask: tries, passes, and whether the run stopped an ask because its tries agreed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from wai_nb.errors import SettingError, shown
from wai_nb.records.rows import Row, ask_of, label_of, task_of
from wai_nb.stats.groups import pass_at_k, pass_pow_k

T = TypeVar("T")


class Tally(NamedTuple):
    """The scored tries of one ask.

    `stopped` says that all agreed and the run spent no more on it: its k-way numbers are read as if the rest agreed.
    """

    ask: str
    task: str
    tries: int
    passed: int
    stopped: bool = False

    @property
    def rate(self) -> float:
        """Passes over tries."""
        return self.passed / self.tries

    def speaks_of(self, k: int) -> bool:
        """Say whether the ask has a say in numbers of `k` tries."""
        return self.tries >= k or self.stopped

    def all_of(self, k: int) -> float:
        """Return the chance that all of `k` tries pass."""
        return self.rate if self.tries < k else pass_pow_k(self.tries, self.passed, k)

    def any_of(self, k: int) -> float:
        """Return the chance that at least one of `k` tries passes."""
        return self.rate if self.tries < k else pass_at_k(self.tries, self.passed, k)


def tallied(rows: Iterable[Row], unanimous_short: bool | None = None) -> list[Tally]:
    """Return a tally of each ask with a scored try, in order of first appearance.

    Parameters
    ----------
    rows
        Graded rows.
    unanimous_short
        Whether asks with fewer tries than the run's k that all agree were stopped for that reason. None: as the
        rows say - ``lineage.k`` is more than the ask's rows, ``lineage.repeat_policy`` is not ``"fixed"`` and no
        ``group_cut`` marks that the end of the run left it short.

    Examples
    --------
    >>> rows = [{"prompt": "a", "reward": 1, "lineage": {"k": 8}}] * 2 + [{"prompt": "b", "reward": None}]
    >>> [(tally.task, tally.tries, tally.passed, tally.stopped) for tally in tallied(rows)]
    [('a', 2, 2, True)]
    """
    groups: dict[str, list[Any]] = {}  # first row, rows, scored, passed, cut
    for row in rows:
        entry = groups.setdefault(ask_of(row), [row, 0, 0, 0, False])
        entry[1] += 1
        label = label_of(row)
        if label is not None:
            entry[2] += 1
            entry[3] += label
        if row.get("group_cut"):
            entry[4] = True
    return [
        Tally(ask, task_of(first), scored, passed, passed in (0, scored) and _short(first, n, cut, unanimous_short))
        for ask, (first, n, scored, passed, cut) in groups.items()
        if scored
    ]


def check_k(k: object) -> int | None:
    """Return the number of tries, or raise.

    Raises
    ------
    SettingError
        When it is neither None nor a whole number of 1 or more.
    """
    if k is None:
        return None
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise SettingError(f"k={shown(k)} is not a whole number of tries, 1 or more.")
    return k


def by_task(tallies: Iterable[Tally], value: Callable[[Tally], T]) -> dict[str, list[T]]:
    """Return a value of each ask under its situation, in order of first appearance.

    Examples
    --------
    >>> by_task([Tally("a1", "a", 4, 3), Tally("a2", "a", 2, 1)], lambda tally: tally.rate)
    {'a': [0.75, 0.5]}
    """
    found: dict[str, list[T]] = {}
    for tally in tallies:
        found.setdefault(tally.task, []).append(value(tally))
    return found


def run_k(rows: Sequence[Row], tallies: Iterable[Tally]) -> int | None:
    """Return the repeats that the run planned for each ask, as its rows say, where some ask has a say in them."""
    k = _lineage(rows[0]).get("k") if rows else None
    return k if isinstance(k, int) and k > 0 and any(tally.speaks_of(k) for tally in tallies) else None


def usual_k(rows: Sequence[Row], tallies: Sequence[Tally]) -> int:
    """Return the tries that k-way numbers speak of: the run's repeats, else those of the smallest repeated ask."""
    return run_k(rows, tallies) or smallest(tally.tries for tally in tallies)


def smallest(tries: Iterable[int]) -> int:
    """Return the least number of tries of two or more; 1 where nothing was repeated, 0 where nothing was tried.

    Examples
    --------
    >>> smallest([1, 4, 3]), smallest([1, 1]), smallest([])
    (3, 1, 0)
    """
    every = list(tries)
    return min((n for n in every if n >= 2), default=1 if every else 0)


def _short(first: Row, n: int, cut: bool, said: bool | None) -> bool:
    lineage = _lineage(first)
    k = lineage.get("k")
    short = not isinstance(k, int) or n < k
    if said is not None:
        return said and short
    return isinstance(k, int) and short and not cut and lineage.get("repeat_policy") != "fixed"


def _lineage(row: Row) -> Mapping[str, Any]:
    lineage = row.get("lineage")
    return lineage if isinstance(lineage, Mapping) else {}
