"""Choose the rows worth training on, and say of every other row why it is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from wai_nb.errors import SettingError, one_of, shown
from wai_nb.measure.groups import BAND
from wai_nb.records.report import Bar, Bars, Block, Card, Code, Drawn, Facts, Note, Report
from wai_nb.records.rows import Row, Rows, checked_rows, grouped, is_eval_sourced, is_graded, label_of
from wai_nb.records.tools import Tool, to_tools
from wai_nb.records.view.wording import count, plural
from wai_nb.records.warnings import Advice

MODES = ("rl", "sft")


class Selection(Drawn, Report):
    """What :func:`select` returns; its keys are attributes too.

    ``rows`` are the rows kept, ``dropped`` counts the others by reason.
    """

    def __init__(self, found: Mapping[str, Any], tools: Iterable[Tool] = (), system_prompt: str = "") -> None:
        super().__init__(found)
        self._tools = tuple(tools)
        self._system_prompt = system_prompt

    def export(self, path: Any, *, format: str | None = None) -> Report:
        """Write the rows for a trainer; see :func:`wai_nb.export`."""
        from wai_nb.select.export import FORMATS, export

        return export(
            self["rows"],
            path,
            format=format or FORMATS[self["mode"]],
            tools=self._tools,
            system_prompt=self._system_prompt,
        )

    def to_frame(self) -> Any:
        """Return the chosen rows as a pandas DataFrame."""
        return self["rows"].to_frame()

    def card(self) -> Card:
        """Return what a cell shows: what was kept, and why the rest was not."""
        kept, read = len(self["rows"]), self["n_read"]
        bars = self._reasons()
        facts = Facts([("rows kept", count(kept)), ("asks kept", count(self["n_groups"])), ("rows read", count(read))])
        notes = [Note("warning", advice.what, advice.why, advice.fix) for advice in self["warnings"]]
        notes += [Note("warning", "Nothing to train on", self["note"])] if not kept else []
        call = Code('selection.export("train.jsonl")', "Next, write the file for the trainer")
        return Card(
            kind=("Selection", f"mode {self['mode']}"),
            headline=f"{plural(kept, 'row')} of {count(read)} worth training on",
            sub=self["rule"],
            blocks=[facts, *notes, bars, *([call] if kept else [])],
        )

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: ``reasons``, what became of every row."""
        return {"reasons": self._reasons()}

    def _reasons(self) -> Bars:
        kept, read = len(self["rows"]), self["n_read"]
        rows = [(f"dropped: {reason}", n / read, count(n)) for reason, n in self["dropped"].items()]
        whole = [("kept", Bar(kept / read, strong=True), count(kept)), *rows] if read else []
        return Bars("Every row read, and what became of it", whole)


def select(data: Any, mode: str = "rl", *, target: int | None = None, include_eval: bool = False) -> Selection:
    """Return the rows worth training on.

    Parameters
    ----------
    data
        A graded run, or graded rows.
    mode
        ``"rl"``: whole asks whose rollouts disagree, with a pass rate between 0.2 and 0.8; the groups in
        which a grouped update finds a gradient. ``"sft"``: rows that passed, one an ask.
    target
        Stop once so many rows are chosen; ``rl`` never splits an ask.
    include_eval
        Rows that :func:`wai_nb.evaluate` scored are left out, with a warning: a score that is held out to measure
        an agent must not become its reward. True takes them in, with a warning too.

    Returns
    -------
    Selection
        ``mode``, ``rows``, ``n_read``, ``n_groups``, ``dropped`` (rows by reason; with the kept ones they add
        up to the rows read), ``eval_sourced`` (rows scored by an evaluation), ``rule``, ``note``, ``warnings``.

    Raises
    ------
    SettingError
        For an unknown mode, a target below 1, or rows without a verdict.

    Examples
    --------
    >>> rows = [{"prompt": "a", "final_text": str(i), "steps": [], "reward": i % 2} for i in range(4)]
    >>> selection = select(rows, "rl")
    >>> len(selection.rows), selection.dropped
    (4, {})
    """
    if mode not in MODES:
        raise one_of("mode", mode, MODES)
    if target is not None and (isinstance(target, bool) or not isinstance(target, int) or target < 1):
        raise SettingError(f"target={shown(target)} is not a whole number of rows, 1 or more.")
    rows = checked_rows(data, "data")
    if rows and not any(map(is_graded, rows)):
        raise SettingError("nothing here is graded, so nothing can be selected. Fix: data.grade(judge).select(...)")
    held_out = sum(map(is_eval_sourced, rows))
    usable = rows if include_eval else Rows(row for row in rows if not is_eval_sourced(row))
    kept, dropped = (_rl if mode == "rl" else _sft)(usable, target)
    dropped[HELD_OUT] += len(rows) - len(usable)
    found = {
        "mode": mode,
        "rows": kept,
        "n_read": len(rows),
        "n_groups": len(grouped(kept)),
        "dropped": {reason: n for reason, n in dropped.items() if n},
        "eval_sourced": held_out,
        "rule": RULES[mode],
        "note": "" if kept else NOTHING["eval" if held_out and not usable else mode],
        "warnings": [eval_advice(held_out, len(rows), kept=include_eval)] if held_out else [],
    }
    return Selection(found, to_tools(getattr(data, "tools", ())), getattr(data, "system_prompt", ""))


def eval_advice(held_out: int, n_rows: int, *, kept: bool) -> Advice:
    """Return the warning about rows whose verdict is a held-out score."""
    what = f"{held_out:,} of {plural(n_rows, 'row')} were scored by evaluate() and {'kept' if kept else 'left out'}."
    why = "Who trains on the score that measures the agent cannot measure it any more: grade with another."
    return Advice(what, why, "data.grade(judge).select()")


HELD_OUT = "scored by a held-out evaluation"
RULES = {
    "rl": "Whole asks whose rollouts disagree, pass rate 0.20 to 0.80: where a grouped update has a gradient.",
    "sft": "Rows that passed, one an ask, each with a reply of its own.",
}
NOTHING = {
    "rl": "No ask passes sometimes. Run repeats=8 or more, or harder situations with hard_share=.",
    "sft": "No row passed. Look at scored.failures() first.",
    "eval": "Every row was scored by evaluate(), and that score is held out. Grade them with data.grade(judge).",
}


def _rl(rows: Rows, target: int | None) -> tuple[Rows, Counter[str]]:
    kept, dropped = Rows(), Counter[str]()
    for group in grouped(rows).values():
        reason = _no_gradient(group) or ("beyond the target" if target and len(kept) >= target else "")
        if reason:
            dropped[reason] += len(group)
            continue
        scored = [row for row in group if label_of(row) is not None]
        kept.extend(scored)
        dropped["no verdict of 0 or 1"] += len(group) - len(scored)
    return kept, dropped


def _no_gradient(group: list[Row]) -> str:
    """Return why an ask teaches a grouped update nothing, or an empty text."""
    labels = [label for row in group if (label := label_of(row)) is not None]
    if not labels:
        return "no verdict of 0 or 1"
    if len(labels) < 2:
        return "a single rollout"
    rate = sum(labels) / len(labels)
    if rate in (0, 1):
        return "always passes" if rate else "never passes"
    return "" if BAND[0] <= rate <= BAND[1] else ("too easy" if rate > BAND[1] else "too hard")


def _sft(rows: Rows, target: int | None) -> tuple[Rows, Counter[str]]:
    kept, dropped = Rows(), Counter[str]()
    asks: set[str] = set()
    replies: set[tuple[Any, Any]] = set()
    for ask, group in grouped(rows).items():
        for row in group:
            reason = _not_worth_copying(row, ask in asks, (row.get("prompt"), row.get("final_text")) in replies)
            if not reason and target and len(kept) >= target:
                reason = "beyond the target"
            if reason:
                dropped[reason] += 1
                continue
            kept.append(row)
            asks.add(ask)
            replies.add((row.get("prompt"), row.get("final_text")))
    return kept, dropped


def _not_worth_copying(row: Row, ask_taken: bool, reply_taken: bool) -> str:
    label = label_of(row)
    if label is None:
        return "no verdict of 0 or 1"
    if not label:
        return "failed"
    if not str(row.get("final_text") or "").strip():
        return "empty reply"
    return "one of this ask is kept" if ask_taken else "the same ask and reply" if reply_taken else ""
