"""The keywords of :func:`wai_nb.simulate`, so that editors complete and check them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict


class SimulateOptions(TypedDict, total=False):
    """All keywords; :class:`wai_nb.engine.settings.Settings` explains each and gives its default."""

    tools: Any
    system_prompt: str
    policy: str
    execute: Callable[..., Any] | None
    result_shapes: Mapping[str, Any] | None
    sampling: Mapping[str, Any] | None
    mode: Literal["explore", "sft", "rl", "adaptive"]
    budget: int
    situations: int | None
    phrasings: int | None
    requests_per_situation: int | None
    repeats: int | None
    rollouts_per_request: int | None
    repeat_policy: Literal["fixed", "successive"] | None
    unique_situations: bool
    unique: bool
    until: Literal["compute", "saturation"]
    seed: int
    hard_share: float
    fault_rate: float
    dimensions: Mapping[str, Sequence[str]] | None
    simulator: Any
    concurrency: int
    timeout: float
    reproducible: bool | None
    on_progress: Callable[[dict[str, Any]], Any] | None
    output: str | None
    # of later releases
    advanced: Mapping[str, Any] | None
    avg_turns: float | None
    backend: Any
    checkpoint: str | None
    grade: bool | str
    grader: Callable[..., Any] | None
    llm_grade: bool
    logprobs: bool | str | None
    max_turns: int | None
    patience: str | None
    rubric: str | None
    runs: int
    scaffold: str | None
    seeds: Sequence[str] | None
    spec: Any
    strategy: str | None
    tasks: Any
    temperature: float | None
    time_budget: float | None
    traces: Any
    user_model: Any
