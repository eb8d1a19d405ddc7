"""Is your eval any good: six checks of its rows, and three that void a comparison with another arm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from wai_nb.errors import SettingError, shown
from wai_nb.measure.compare.rates import rows_from
from wai_nb.measure.health import checks
from wai_nb.measure.health.checks import Check
from wai_nb.measure.health.voids import voids
from wai_nb.measure.passk import pass_at
from wai_nb.records.report import Block, Card, Column, Note, Report, Table
from wai_nb.records.view.wording import count, listed, plural

if TYPE_CHECKING:
    import pandas as pd

SIGNS = {"ok": "✓ ok", "warn": "! warn", "bad": "✗ bad", "unknown": "· not checked"}
QUESTIONS = {
    "room": "can the number move?",
    "headroom": "do repeats say something new?",
    "criteria": "can every criterion fail?",
    "noise": "how much does it move by itself?",
    "judge": "did the judge read, and what does it follow?",
    "contamination": "has the agent seen the asks?",
    "policy": "are these two policies?",
    "person": "does the same person ask?",
    "yardstick": "the same tasks, the same judge?",
}


class EvalHealth(Report):
    """What :func:`eval_health` returns."""

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas DataFrame, one line a check."""
        import pandas as pd

        frame: pd.DataFrame = pd.DataFrame([*self["checks"].values(), *self["voids"].values()])
        return frame

    def card(self) -> Card:
        """Return what a cell shows: the verdict, what to mend, every check."""
        blocks: list[Block] = [*_notes(self), _table("The number by itself, six checks", self["checks"])]
        if self["voids"]:
            blocks.append(_table("The comparison, three checks that void it", self["voids"]))
        return Card(
            kind=("eval_health", plural(self["n_rows"], "row")),
            headline=_headline(self),
            sub=_sub(self),
            blocks=blocks,
            foot="ok does not say that the eval measures what matters: read rows for that.",
        )


def eval_health(rows: Any, against: Any = None, *, train: Any = None) -> EvalHealth:
    """Return whether the number that an evaluation gives means anything.

    Parameters
    ----------
    rows
        The graded rows of the evaluation, a run, or a file.
    against
        The other arm of a comparison (the base model, say), likewise; three more checks say whether the two can be
        compared at all.
    train
        What the agent was trained on: rows, a run, a file, or texts.

    Returns
    -------
    EvalHealth
        ``ok`` (no check is bad), ``checks`` and ``voids`` (by name a dict with ``name``, ``status`` - ``ok``,
        ``warn``, ``bad``, ``unknown`` -, ``finding``, ``why``, ``fix``), ``bad``, ``warn`` and ``unknown`` (names),
        ``void`` (a comparison with `against` means nothing; None without one), ``n_rows``.

        The checks: ``room`` (pass@1 above .05 and below .9), ``headroom`` (some asks pass only sometimes),
        ``criteria`` (every marker fails, and passes, in 2% of the rows or more), ``noise`` (three runs that share
        their asks), ``judge`` (98% of rows have a verdict; the reward follows neither length nor calls nor turns
        inside asks), ``contamination`` (no ask stands in the training texts by runs of 8 words). The voids:
        ``policy`` (both arms are one policy), ``person`` (the asks are not put by the same person), ``yardstick``
        (another judge, or under half of the tasks shared).

    Raises
    ------
    RowError
        When there are no rows to be had.
    SettingError
        When `train` holds neither rows nor texts.

    Examples
    --------
    >>> rows = [{"prompt": f"ask {i}", "reward": int(i > 0)} for i in range(12)]
    >>> found = eval_health(rows)
    >>> found["ok"], found["bad"]
    (False, ['room', 'noise'])
    """
    kept = rows_from(rows, "rows")
    rates = pass_at(kept)
    asked = [
        checks.room(rates),
        checks.headroom(rates),
        checks.criteria(kept),
        checks.noise(kept),
        checks.judge(kept),
        checks.contamination(kept, None if train is None else _texts(train)),
    ]
    compared = [] if against is None else voids(kept, rows_from(against, "against"))
    every = [*asked, *compared]
    named = {status: [check.name for check in every if check.status == status] for status in ("bad", "warn", "unknown")}
    return EvalHealth(
        ok=not named["bad"],
        void=any(check.status == "bad" for check in compared) if compared else None,
        **named,
        n_rows=len(kept),
        checks=_by_name(asked),
        voids=_by_name(compared),
    )


def _by_name(found: Iterable[Check]) -> dict[str, dict[str, str]]:
    return {check.name: asdict(check) for check in found}


def _texts(train: Any) -> list[str]:
    if isinstance(train, (list, tuple)) and all(isinstance(text, str) for text in train):
        return list(train)
    if isinstance(train, Mapping):
        raise SettingError(f"train={shown(train)} is one dict. Give rows, a run, a file, or a list of texts.")
    return [text for row in rows_from(train, "train") for text in _said(row)]


def _said(row: Mapping[str, Any]) -> list[str]:
    """Return the prompt and the user's messages of a training row."""
    messages = row.get("messages")
    turns = [m for m in messages if isinstance(m, Mapping)] if isinstance(messages, list) else []
    texts = [row.get("prompt"), *(turn.get("content") for turn in turns if turn.get("role") == "user")]
    return [text for text in texts if isinstance(text, str)]


def _headline(found: Mapping[str, Any]) -> str:
    if not found["n_rows"]:
        return "No rows, so no evaluation"
    if found["void"]:
        return f"The comparison is void: {listed(name for name in found['bad'] if name in found['voids'])}"
    if found["bad"]:
        return f"Do not believe the number yet: {listed(found['bad'])}"
    if found["warn"] or found["unknown"]:
        return f"Nothing is bad; look at {listed([*found['warn'], *found['unknown']])}"
    return "The number can be believed: every check is ok"


def _sub(found: Mapping[str, Any]) -> str:
    every = len(found["checks"]) + len(found["voids"])
    fine = every - sum(len(found[status]) for status in ("bad", "warn", "unknown"))
    words = {"bad": "bad", "warn": "to look at", "unknown": "not checked"}
    parts = [f"{count(fine)} ok", *(f"{len(found[status])} {word}" for status, word in words.items() if found[status])]
    return f"{plural(every, 'check')}: {listed(parts)}."


def _notes(found: Mapping[str, Any]) -> list[Note]:
    every = {**found["checks"], **found["voids"]}
    levels = {"bad": "error", "warn": "warning", "unknown": "next"}
    return [
        Note(levels[status], f"{name}: {every[name]['finding']}.", every[name]["why"], every[name]["fix"])
        for status in levels
        for name in found[status]
    ]


def _table(caption: str, found: Mapping[str, Mapping[str, str]]) -> Table:
    columns = [Column("check"), Column("asks", drop=True), Column("", "glyph"), Column("found")]
    lines = [[name, QUESTIONS[name], SIGNS[check["status"]], check["finding"]] for name, check in found.items()]
    return Table(caption, columns, lines)
