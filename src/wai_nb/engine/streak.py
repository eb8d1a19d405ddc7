"""Whether an agent that once worked has died: slots of the plan, one after the other, that give nothing."""

from __future__ import annotations

from collections import Counter

# Slots in a row, of so many different asks, that must be lost. Convention: an ask that never works costs
# its own slots only, and an agent that works for half of the asks is stopped by bad luck once in 65,536.
SLOTS = 16
ASKS = 4


class Streak:
    """Counts lost slots in plan order, whatever the order in which they are settled.

    Attributes
    ----------
    dead
        Whether enough slots in a row were lost.
    upto
        Place of the last slot of that row.
    reason
        The most frequent reason in it.

    Examples
    --------
    >>> streak = Streak()
    >>> for place in reversed(range(16)):
    ...     streak.lost(place, group=place, reason="agent_error")
    >>> streak.dead, streak.upto
    (True, 15)
    """

    def __init__(self) -> None:
        self.dead = False
        self.upto = -1
        self._waiting: dict[int, tuple[object, str] | None] = {}
        self._groups: set[object] = set()
        self._reasons: Counter[str] = Counter()

    @property
    def reason(self) -> str:
        """The most frequent reason of the streak."""
        return self._reasons.most_common(1)[0][0]

    def landed(self, place: int) -> None:
        """Enter a slot that gave a row."""
        self._waiting[place] = None
        self._advance()

    def lost(self, place: int, group: object, reason: str) -> None:
        """Enter a slot that gave nothing."""
        self._waiting[place] = (group, reason)
        self._advance()

    def _advance(self) -> None:
        while not self.dead and self.upto + 1 in self._waiting:
            self.upto += 1
            entry = self._waiting.pop(self.upto)
            if entry is None:
                self._groups.clear()
                self._reasons.clear()
                continue
            self._groups.add(entry[0])
            self._reasons[entry[1]] += 1
            self.dead = self._reasons.total() >= SLOTS and len(self._groups) >= ASKS
