"""One of every view there is, made of one hostile text; a view that is new is added here and is then in every test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import wai_nb as wai
from wai_nb.records.rows import Rows


def row_of(text: str, reward: float | None = 1, index: int = 0, ask: str = "a") -> dict[str, Any]:
    """Return a row that holds the text wherever a row holds text from outside."""
    step = {"tool": text or "tool", "arguments": {text: text}, "result": {"status": text}}
    return {
        "prompt": text,
        "final_text": text,
        "steps": [step, {"user": text}, {"text": text}],
        "ask_id": ask,
        "scenario_id": text,
        "scenario_dimensions": {"stance": text, "tool_condition": text, "tool": text, "world_state": text},
        "tier": "ordinary",
        "faults": {text: {"mode": text}},
        "tools_used": [text],
        "rollout_index": index,
        "model_version": text,
        "policy_version": text,
        "judge_name": text,
        "judge_status": "ok",
        "reason": text,
        "reward": reward,
        "lineage": {"k": 2, "answered_by": text},
    }


def rows_of(texts: Mapping[str, str]) -> Rows:
    """Return two rows of each text."""
    return Rows(
        row_of(text[:20_000], reward, index, name)
        for name, text in texts.items()
        for index, reward in enumerate((1, 0))
    )


def things(text: str) -> Iterator[Any]:
    """Yield one of every thing that shows itself."""
    rows = rows_of({"a": text, "b": text})
    data = wai.SimulationData(rows, system_prompt=text, stopped_because="budget", search={"first_agent_error": text})
    scored = wai.ScoredData(rows)
    yield from (rows, data, scored, data.report(), scored.pass_at, scored.groups(), wai.trajectory(rows[0]))
    yield scored.select("rl")
    yield scored.select("sft")
