"""Turn a rollout into its row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wai_nb.play.reply import Reply
from wai_nb.play.rollout import Slot
from wai_nb.records.messages import chat_messages
from wai_nb.records.rows import SCHEMA_VERSION, Row
from wai_nb.records.signature import behavior_signature
from wai_nb.records.tools import Tool
from wai_nb.stats.draw import digest

WRITER = "offline"  # name of the offline writer on the rows
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
    *,
    seed: int,
    mode: str,
    shape: tuple[int, int],
    sampling: dict[str, Any] | None,
    agent: str,
    tools: tuple[Tool, ...],
    system_prompt: str,
    answered_by: str,
) -> Stamp:
    """Return the stamp of a run: its settings, and hashes of the policy and the tools."""
    policy = digest("policy", system_prompt, length=16)
    n, k = shape
    lineage = {
        "mode": mode,
        "n": n,
        "k": k,
        "answered_by": answered_by,
        "tools_sha": digest("tools", *(repr(tool.to_openai()) for tool in tools), length=16),
        "system_prompt_sha": policy,
        "system_prompt_head": system_prompt[:HEAD],
        "system_prompt_chars": len(system_prompt),
    }
    return Stamp(seed, sampling, agent, f"{agent}@{policy}", lineage)


def make_row(slot: Slot, reply: Reply, attempt: int, stamp: Stamp) -> Row:
    """Return the row of one rollout; its fields are tabled in :mod:`wai_nb.records.rows`."""
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
        "writer_model": WRITER,
        "behavior_signature": behavior_signature(reply.steps, reply.final_text),
        "tools_used": list(dict.fromkeys(step["tool"] for step in reply.steps if "tool" in step)),
        "finish_reason": "stop",
        "sampling": stamp.sampling,
        "lineage": {**stamp.lineage, "wording": ask.wording, "attempt": attempt},
    }
    if situation.faults:
        row["faults"] = {tool: dict(fault) for tool, fault in situation.faults.items()}
    for name, value in reply.extras.items():
        row.setdefault(name, value)
    return row


def mark_cut_groups(rows: list[Row]) -> None:
    """Mark the rows of the last ask when the run ended before it had all its rollouts."""
    if not rows:
        return
    last = rows[-1]["ask_id"]
    group = [row for row in rows if row["ask_id"] == last]
    if len(group) < group[0]["lineage"]["k"]:
        for row in group:
            row["group_cut"] = True
