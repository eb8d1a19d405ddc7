"""Turn a rollout into its row."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from wai_nb.engine.settings import Settings
from wai_nb.play.reply import Reply
from wai_nb.play.rollout import Slot
from wai_nb.records.messages import chat_messages
from wai_nb.records.rows import SCHEMA_VERSION, Row
from wai_nb.records.signature import behavior_signature
from wai_nb.records.tools import Tool
from wai_nb.stats.draw import digest

HEAD = 120  # characters of the system prompt that a row's lineage shows; the documents' field


@dataclass(frozen=True)
class Stamp:
    """What every row of a run shares."""

    seed: int
    sampling: dict[str, Any] | None
    model_version: str
    policy_version: str
    lineage: dict[str, Any]


def make_stamp(
    settings: Settings, *, repeats: int, agent: str, tools: tuple[Tool, ...], answered_by: str, tasks: str | None
) -> Stamp:
    """Return the stamp of a run: the settings that fix its rows, and hashes of the policy and the tools.

    Two runs with one ``lineage.settings`` play the same plan; a checkpoint goes on only with its own.
    """
    policy = digest("policy", settings.system_prompt, length=16)
    fixing = {
        "seed": settings.seed,
        "mode": settings.mode,
        "n": settings.shape[0],
        "k": repeats,
        "hard_share": settings.hard_share,
        "fault_rate": settings.fault_rate,
        "dimensions": settings.dimensions,
        "seeds": settings.seeds and digest("seeds", *settings.seeds),
        "tasks": tasks,
        "agent": agent,
        "answered_by": answered_by,
        "tools": digest("tools", *(repr(tool.to_openai()) for tool in tools), length=16),
        "policy": policy,
    }
    lineage = {
        "mode": settings.mode,
        "k": repeats,
        "repeat_policy": repeat_policy(repeats),
        "answered_by": answered_by,
        "settings": {name: value for name, value in fixing.items() if value is not None},
        "system_prompt_sha": policy,
        "system_prompt_head": settings.system_prompt[:HEAD],
        "system_prompt_chars": len(settings.system_prompt),
    }
    return Stamp(settings.seed, settings.sampling, agent, f"{agent}@{policy}", lineage)


def repeat_policy(repeats: int) -> str:
    """Return how the rollouts of an ask were spent, as rows and the account of a run say it."""
    return "fixed" if repeats > 1 else "none"


def make_row(slot: Slot, reply: Reply, attempt: int, stamp: Stamp, reproducible: bool = True) -> Row:
    """Return the row of one rollout; its fields are tabled in :mod:`wai_nb.records.rows`.

    `reproducible` is False for a row that a clock had a hand in; its lineage says so.
    """
    ask, situation = slot.ask, slot.situation
    row: Row = {
        "schema_version": SCHEMA_VERSION,
        "prompt": ask.prompt,
        "final_text": reply.final_text,
        "messages": chat_messages(ask.prompt, reply.steps, reply.final_text),
        "steps": reply.steps,
        "scenario_id": situation.scenario_id,
        "ask_id": ask.ask_id,
        "scenario_dimensions": situation.cell.dimensions,
        "tier": situation.tier,
        **ask.labels,
        "rollout_index": slot.rollout_index,
        "seed": stamp.seed,
        "model_version": stamp.model_version,
        "policy_version": stamp.policy_version,
        "writer_model": slot.writer,
        "selection_reason": slot.reason,
        "behavior_signature": behavior_signature(reply.steps, reply.final_text),
        "tools_used": list(dict.fromkeys(step["tool"] for step in reply.steps if "tool" in step)),
        "finish_reason": "stop",
        "sampling": stamp.sampling,
        "lineage": {
            **stamp.lineage,
            "wording": ask.wording,
            "attempt": attempt,
            "world_seed": situation.world_seed,
            **slot.marks,
        },
    }
    if slot.eval_run is not None:
        row["lineage"]["eval_run"] = slot.eval_run
    if not reproducible:
        row["lineage"]["reproducible"] = False
    if situation.faults:
        row["faults"] = {tool: dict(fault) for tool, fault in situation.faults.items()}
    for name, value in (*slot.answers.items(), *reply.extras.items()):
        row.setdefault(name, value)
    return row


def mark_cut_groups(rows: list[Row], repeats: int, lost: Counter[str]) -> None:
    """Mark the rows of each ask that the end of the run left short of its repeats.

    An ask that is short because rollouts were lost (`lost` counts them by ask) is not cut.
    """
    landed = Counter(row["ask_id"] for row in rows)
    for row in rows:
        if landed[row["ask_id"]] + lost[row["ask_id"]] < repeats:
            row["group_cut"] = True
