"""What a run tells while it is under way: counts, the log line, and one display that is kept up to date.

Choosing the display is one of the three doors that lead to rooms above.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wai_nb.engine.tally import Tally
from wai_nb.options import get_option

if TYPE_CHECKING:
    from wai_nb.show.live import Controls, Panel

logger = logging.getLogger("wai_nb")

EVERY_CALLS = 10  # the documents: every 10 finished rollouts ...
EVERY_SECONDS = 10.0  # ... or 10 s


class Progress:
    """Count events and speak every ten of them, or every ten seconds.

    Parameters
    ----------
    books
        Returns the sums of the books of the run.
    situations
        Returns how many situations have been written.
    on_progress
        The user's callback; one that raises is reported once and does not end the run.
    """

    def __init__(
        self,
        books: Callable[[], Tally],
        situations: Callable[[], int],
        on_progress: Callable[[dict[str, Any]], Any] | None,
    ) -> None:
        self._books = books
        self._situations = situations
        self._on_progress = on_progress
        self._began = time.monotonic()
        self._spoke_at = self._began
        self._spoke_of = 0
        self._finished = 0
        self.callback_error: str | None = None

    def counts(self) -> dict[str, Any]:
        """Return the counts as ``on_progress`` receives them."""
        books = self._books()
        elapsed = round(time.monotonic() - self._began, 3)
        return {**books.counts(), "inflight": books.in_flight, "situations": self._situations(), "elapsed_s": elapsed}

    def note(self, finished: int) -> None:
        """Take note of calls that have ended, and speak when it is time."""
        self._finished += finished
        now = time.monotonic()
        if self._finished - self._spoke_of >= EVERY_CALLS or now - self._spoke_at >= EVERY_SECONDS:
            self._spoke_of, self._spoke_at = self._finished, now
            self._speak()

    def close(self) -> None:
        """Speak a last time, unless the last event was already told."""
        if self._spoke_of != self._finished or not self._spoke_of:
            self._speak()

    def _speak(self) -> None:
        counts = self.counts()
        say(progress_line(counts))
        if self._on_progress is None:
            return
        try:
            self._on_progress(counts)
        except Exception as error:
            self.callback_error = self.callback_error or f"{type(error).__name__}: {error}"
            self._on_progress = None


def progress_line(counts: dict[str, Any]) -> str:
    """Return the documents' line.

    Examples
    --------
    >>> progress_line({"rows": 120, "cap": 2404, "situations": 601, "elapsed_s": 3720.0, "landed": 120,
    ...                "rerolled": 96, "lost": 3, "lost_by": {"agent_error": 3}})
    '120/2404 rollouts, 601 situations written, 1h2m elapsed, ~19h left, 96 re-rolled, 3 lost (3 agent error)'
    """
    parts = [
        f"{counts['rows']}/{counts['cap']} rollouts",
        f"{counts['situations']} situations written",
        f"{duration(counts['elapsed_s'])} elapsed",
    ]
    left = counts["cap"] - counts["rows"]
    if counts["landed"] and left:
        parts.append(f"~{duration(counts['elapsed_s'] / counts['landed'] * left, coarse=True)} left")
    if counts["rerolled"]:
        parts.append(f"{counts['rerolled']} re-rolled")
    if counts["lost"]:
        reasons = ", ".join(f"{n} {reason.replace('_', ' ')}" for reason, n in counts["lost_by"].items())
        parts.append(f"{counts['lost']} lost ({reasons})")
    return ", ".join(parts)


def duration(seconds: float, *, coarse: bool = False) -> str:
    """Return seconds as people write them; `coarse` keeps one unit.

    Examples
    --------
    >>> duration(3720), duration(71_000, coarse=True), duration(42)
    ('1h2m', '19h', '42s')
    """
    whole = int(seconds)
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        minutes, rest = divmod(whole, 60)
        return f"{minutes}m" if coarse or not rest else f"{minutes}m{rest}s"
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}h" if coarse or not minutes else f"{hours}h{minutes}m"


def say(line: str) -> None:
    """Log a line at INFO; where nobody listens and no notebook runs, write it to stderr."""
    if logger.hasHandlers():
        logger.info(line)
    elif not in_kernel():
        sys.stderr.write(f"{line}\n")


def in_kernel() -> bool:
    """Say whether this process is a notebook kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


def open_panel(kind: tuple[str, ...], run: Controls) -> Panel | None:
    """Return the display of a run that starts now, or None where there is no notebook to show it."""
    if get_option("progress") == "none" or not in_kernel():
        return None
    from wai_nb.show.live import Panel

    return Panel(kind, run)
