"""One rollout to read: turns, tool calls with their results, the fault, the verdict."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from wai_nb.errors import RowError
from wai_nb.records.report import Block, Card, Column, Facts, Fold, Note, Report, Table
from wai_nb.records.rows import Row, label_of, row_problems
from wai_nb.records.signature import result_status
from wai_nb.records.view.wording import cut, plural

LONGEST = 400  # characters of a result that a card shows; convention
VERDICTS: dict[int | None, str] = {1: "✓ Pass", 0: "✗ Fail"}


class Trajectory(Report):
    """What :func:`trajectory` returns: the row, shown turn by turn."""

    def card(self) -> Card:
        """Return what a cell shows."""
        dimensions = self.get("scenario_dimensions") or {}
        columns = [Column("who"), Column("what", "ask"), Column("answer", "code")]
        blocks: list[Block] = [*self._faults(), Table("Turns", columns, list(_turns(self)))]
        if dimensions:
            blocks.append(Fold("Where it stands in the grid", [Facts(list(dimensions.items()))]))
        versions = (self.get("model_version"), self.get("policy_version"))
        return Card(
            kind=tuple(filter(None, ("rollout", self.get("scenario_id"), f"try {self.get('rollout_index', 0)}"))),
            headline=f"“{self['prompt']}”",
            sub=self._sub(),
            blocks=blocks,
            foot=" · ".join(str(version) for version in versions if version),
            verdict=VERDICTS.get(label_of(self), ""),
        )

    def _sub(self) -> str:
        played = f"{plural(len(self['steps']), 'step')}."
        if self.get("judge_status") is None and self.get("reward") is None:
            return played
        reward = "" if label_of(self) is not None else f"Reward {self.get('reward')} "
        reason = f": {self['reason']}" if self.get("reason") else ""
        return f"{reward}by {self.get('judge_name', 'the reward on the row')}{reason}. {played}".capitalize()

    def _faults(self) -> list[Note]:
        faults = self.get("faults") or {}
        what = [f"{fault['mode']} on {'every call' if tool == '*' else tool}" for tool, fault in faults.items()]
        return (
            [Note("info", f"◆ {', '.join(what)}", "Planned: the world did it, not the agent.", group="Fault")]
            if what
            else []
        )


def trajectory(row: Row) -> Trajectory:
    """Return one row to read in a cell.

    Raises
    ------
    RowError
        When it is no row, with what is wrong.

    Examples
    --------
    >>> view = trajectory({"prompt": "Where is order 7?", "steps": [], "final_text": "On its way."})
    >>> view
    <Trajectory “Where is order 7?”>
    """
    problems = row_problems(row)
    if problems:
        raise RowError(f"this is no row: {'; '.join(problems)}.")
    return Trajectory(row)


def _turns(row: Mapping[str, Any]) -> Iterator[list[object]]:
    yield ["person", row["prompt"], ""]
    for step in row["steps"]:
        if "tool" in step:
            arguments = json.dumps(step.get("arguments"), ensure_ascii=False)
            answer = _short(step.get("result"))
            mark = "" if result_status(step.get("result")) in ("ok", "created", "deleted") else "! "
            yield ["tool", f"{step['tool']}({arguments})", f"{mark}{answer}"]
        elif "user" in step:
            yield ["person", step["user"], ""]
        else:
            yield ["agent", step.get("text", ""), ""]
    yield ["agent", row["final_text"], ""]


def turns_of(row: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Yield (role, text, whether it is code) of each turn, calls and their results apart.

    Examples
    --------
    >>> step = {"tool": "get_order", "arguments": {"id": "7"}, "result": {"status": "ok"}}
    >>> for turn in turns_of({"prompt": "Hi", "steps": [step], "final_text": "Sent."}): print(turn)
    ('person', 'Hi', False)
    ('call', 'get_order({"id": "7"})', True)
    ('result', '{"status": "ok"}', True)
    ('agent', 'Sent.', False)
    """
    yield "person", str(row.get("prompt") or ""), False
    for step in row.get("steps") or ():
        if "tool" in step:
            yield "call", f"{step['tool']}({json.dumps(step.get('arguments'), ensure_ascii=False, default=str)})", True
            result = step.get("result")
            text = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, default=str)
            yield "result", text, True
        elif "user" in step:
            yield "person", str(step["user"]), False
        else:
            yield "agent", str(step.get("text", "")), False
    yield "agent", str(row.get("final_text") or ""), False


def _short(result: object) -> str:
    return cut(result if isinstance(result, str) else json.dumps(result, ensure_ascii=False), LONGEST)
