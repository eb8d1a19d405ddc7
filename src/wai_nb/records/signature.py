"""What a rollout did, as a short hash: tools, how they answered, and the kind of reply."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from wai_nb.stats.draw import digest

WORDS_A_BUCKET = 12  # replies of about one length are one kind; convention
LONGEST = 12  # buckets; convention


def behavior_signature(steps: Iterable[Mapping[str, Any]], final_text: str) -> str:
    """Return 12 hexadecimal characters that two rollouts share when they did the same.

    Examples
    --------
    >>> one = behavior_signature([{"tool": "get", "result": {"status": "ok"}}], "Found it.")
    >>> one == behavior_signature([{"tool": "get", "result": {"status": "ok"}}], "It is here.")
    True
    >>> one == behavior_signature([], "Found it.")
    False
    """
    calls = [f"{step['tool']}:{result_status(step.get('result'))}" for step in steps if "tool" in step]
    length = min(len(final_text.split()) // WORDS_A_BUCKET, LONGEST)
    return digest(*calls, "asks" if final_text.rstrip().endswith("?") else "says", length, length=12)


def result_status(result: object) -> str:
    """Return how a tool answered: its ``status``, ``error`` when it carries one, else ``ok``.

    A result that is JSON in a text is read; an error that is null, false, empty or zero is none.

    Examples
    --------
    >>> result_status({"error": "timeout"}), result_status({"error": None}), result_status('{"status": "not_found"}')
    ('error', 'ok', 'not_found')
    """
    if isinstance(result, str) and result[:1] == "{":
        try:
            result = json.loads(result)
        except ValueError:
            return "ok"
    if not isinstance(result, Mapping):
        return "ok"
    status = result.get("status")
    if isinstance(status, str) and status:
        return status
    return "error" if result.get("error") else "ok"
