"""Write chosen rows as a file that a trainer reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from wai_nb.errors import SettingError, one_of
from wai_nb.records.jsonl import PathLike, write_jsonl
from wai_nb.records.messages import chat_messages
from wai_nb.records.report import Bars, Card, Facts, Note, Report
from wai_nb.records.rows import Row, checked_rows, grouped, is_eval_sourced, label_of, row_problems
from wai_nb.records.tools import to_tools
from wai_nb.records.view.wording import count, plural
from wai_nb.select.choose import eval_advice

FORMATS = {"rl": "prompts", "sft": "chat"}  # mode of a selection -> what its trainer reads


class Exported(Report):
    """What :func:`export` returns.

    ``path``, ``format``, ``n_read``, ``n_written``, ``skipped`` by reason, ``eval_sourced`` (rows written whose score
    is held out) and ``warnings``.
    """

    def card(self) -> Card:
        """Return what a cell shows."""
        written, read = self["n_written"], self["n_read"]
        skipped = [(f"skipped: {reason}", n / read, count(n)) for reason, n in self["skipped"].items()]
        notes = [Note("warning", advice.what, advice.why, advice.fix) for advice in self["warnings"]]
        notes += [Note("next", "The file is JSON lines", "One training example a line, strict UTF-8.")]
        return Card(
            kind=("export", self["format"]),
            headline=f"{plural(written, 'example')} written",
            sub=f"to {self['path']}",
            blocks=[
                Facts([("examples", count(written)), ("rows read", count(read))]),
                *([Bars("Every row read, and what became of it", skipped)] if skipped else []),
                *notes,
            ],
        )


def export(
    rows: Any, path: PathLike, *, format: str = "chat", tools: Any = None, system_prompt: str | None = None
) -> Exported:
    """Write rows for a trainer as JSON lines, atomically.

    Parameters
    ----------
    rows
        Row dicts, a run, or a selection's rows.
    path
        The file; ``.gz`` is compressed.
    format
        ``"chat"``: OpenAI chat fine-tuning, ``{"messages", "tools"}`` a row; every call has an id and an
        answer, arguments and results are JSON text. ``"prompts"``: one line an ask for grouped RL,
        ``{"prompt", "example_id", "info"}``, no replies.
    tools, system_prompt
        What the agent had; taken from the run when `rows` is one.

    Returns
    -------
    Exported
        Rows written and skipped; nothing is left out without a count.

    Raises
    ------
    SettingError
        For an unknown format, or when nothing is left to write: no empty file is made.
    """
    if format not in FORMATS.values():
        raise one_of("format", format, FORMATS.values())
    kept = checked_rows(rows)
    declared = to_tools(tools if tools is not None else getattr(rows, "tools", None))
    policy = system_prompt if system_prompt is not None else getattr(rows, "system_prompt", "")
    skipped: Counter[str] = Counter()
    usable = list(_usable(kept, skipped, only_passes=format == "chat"))
    schemas = [tool.to_openai() for tool in declared]
    lines = [_chat(row, schemas, policy) for row in usable] if format == "chat" else _prompts(usable)
    if not lines:
        why = ", ".join(f"{n} {reason}" for reason, n in skipped.items()) or "there are no rows"
        raise SettingError(f"nothing to export ({why}), so {path} was not written.")
    write_jsonl(path, lines)
    held_out = sum(map(is_eval_sourced, usable))
    return Exported(
        path=str(path),
        format=format,
        n_read=len(kept),
        n_written=len(lines),
        skipped=dict(skipped),
        eval_sourced=held_out,
        warnings=[eval_advice(held_out, len(usable), kept=True)] if held_out else [],
    )


def _usable(rows: Iterable[Row], skipped: Counter[str], only_passes: bool) -> Iterator[Row]:
    for row in rows:
        problems = row_problems(row)
        if problems:
            skipped[problems[0]] += 1
        elif only_passes and label_of(row) == 0:
            skipped["failed: a chat file is learnt word for word"] += 1
        elif not row["prompt"].strip() or not row["final_text"].strip():
            skipped["empty reply" if row["prompt"].strip() else "empty prompt"] += 1
        else:
            yield row


def _chat(row: Row, schemas: list[dict[str, Any]], policy: str) -> dict[str, Any]:
    example: dict[str, Any] = {"messages": chat_messages(row["prompt"], row["steps"], row["final_text"], policy)}
    if schemas:
        example["tools"] = schemas
    return example


def _prompts(rows: list[Row]) -> list[dict[str, Any]]:
    """Return one line an ask, with the pass rate that made it worth training on."""
    lines = []
    for ask, group in grouped(rows).items():
        first = group[0]
        labels = [label for row in group if (label := label_of(row)) is not None]
        info = {
            "scenario_id": first.get("scenario_id"),
            "axes": first.get("scenario_dimensions", {}),
            "faults": first.get("faults", {}),
            "seed": first.get("seed"),
            "n": len(labels),
            "pass_rate": sum(labels) / len(labels) if labels else None,
        }
        lines.append({"prompt": first["prompt"], "example_id": ask, "info": info})
    return lines
