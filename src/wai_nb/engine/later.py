"""Documented options of later releases: checked as they will be, then refused by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any

from wai_nb.errors import ArgumentError, NotYetError, SettingError, nearest, shown
from wai_nb.records.jsonl import read_jsonl

# option -> (value that means "not asked for", what does the job until then)
LATER: dict[str, tuple[Any, str]] = {
    "advanced": (None, "use the named options"),
    "avg_turns": (None, "callable agents play one turn"),
    "backend": (None, "call the model inside your agent function"),
    "llm_grade": (False, "grade afterwards with data.grade(judge)"),
    "logprobs": (None, "return them from your agent under a key of its own; it rides along on the row"),
    "max_turns": (None, "callable agents play one turn"),
    "patience": (None, "callable agents play one turn"),
    "rubric": (None, "grade afterwards with data.grade(judge)"),
    "scaffold": (None, "put the guidance into your agent"),
    "spec": (None, "give agent, tools= and system_prompt="),
    "strategy": (None, "dimensions={...} aims the grid by hand"),
    "temperature": (None, "set it in your agent, and record it with sampling={...}"),
    "traces": (None, "dimensions={...} aims the grid by hand"),
    "user_model": (None, "callable agents play one turn"),
}
NO_STEERING = {"mutate_graded_failures": False}  # what this release does anyway
ADVANCED = ("completions_per_request", "mutate_graded_failures", "probe", "seed_prompts")  # the documents' keys


def refuse_later(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options without those of later releases that ask for nothing.

    Raises
    ------
    NotYetError
        When one of them asks for something; its value is checked first.
    """
    for name in LATER.keys() & options.keys():
        value = options[name]
        if value is None or value == LATER[name][0] or (name == "advanced" and value == NO_STEERING):
            continue
        if name == "advanced":
            _check_advanced(value)
        if name == "traces":
            _check_traces(value)
        raise NotYetError(f"{name}= is documented but not in this release. Until then: {LATER[name][1]}.")
    return {name: value for name, value in options.items() if name not in LATER or value == NO_STEERING}


def _check_advanced(value: object) -> None:
    if not isinstance(value, Mapping):
        raise ArgumentError(f"advanced={shown(value)} is not a dict. Its keys: {', '.join(ADVANCED)}.")
    for key in value:
        if key not in ADVANCED:
            raise ArgumentError(
                f"advanced has no key {key!r}.{nearest(str(key), ADVANCED)} Its keys: {', '.join(ADVANCED)}."
            )


def _check_traces(value: object) -> None:
    if isinstance(value, (str, PathLike)):
        rows: list[Any] = list(read_jsonl(value))
    elif isinstance(value, Iterable) and not isinstance(value, Mapping):
        rows = list(value)
    else:
        raise ArgumentError(f"traces={shown(value)} is not allowed. traces is a list of row dicts or a JSONL path.")
    if not rows:
        raise SettingError(f"traces={shown(value, limit=500)} holds no rows. Leave traces= out for a cold start.")
    for number, row in enumerate(rows):
        if not isinstance(row, dict):
            raise SettingError(f"traces[{number}] is {shown(row)}, not a row dict with 'prompt' and 'steps'.")
