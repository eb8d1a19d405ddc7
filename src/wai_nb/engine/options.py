"""The keywords of :func:`wai_nb.simulate`, so that editors complete and check them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
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
    runs: int
    time_budget: float | None
    seeds: Sequence[str] | None
    tasks: Any
    seed: int
    hard_share: float
    fault_rate: float
    dimensions: Mapping[str, Sequence[str]] | None
    simulator: Any
    concurrency: int
    timeout: float
    reproducible: bool | None
    on_progress: Callable[[dict[str, Any]], Any] | None
    checkpoint: str | PathLike[str] | None
    output: str | PathLike[str] | None
    grade: bool | Literal["conduct"]
    grader: Any
    # of later releases
    advanced: Mapping[str, Any] | None
    avg_turns: float | None
    backend: Any
    llm_grade: bool
    logprobs: bool | str | None
    max_turns: int | None
    patience: str | None
    rubric: str | None
    scaffold: str | None
    spec: Any
    strategy: str | None
    temperature: float | None
    traces: Any
    user_model: Any
