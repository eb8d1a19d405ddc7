"""How a grading pass is done: its dials, checked before the first call."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import TYPE_CHECKING, Any, TypedDict
from uuid import uuid4

from wai_nb.errors import ArgumentError, SettingError, nearest, shown
from wai_nb.grade.verdict import Scale

if TYPE_CHECKING:
    from typing_extensions import Self


class GradeOptions(TypedDict, total=False):
    """The keywords of :func:`wai_nb.grade`, so that editors complete and check them."""

    name: str | None
    run_id: str | None
    scale: tuple[float, float] | None
    concurrency: int | None
    timeout: float | None
    tools: Any


@dataclass(frozen=True)
class Grading:
    """The dials of one pass; :func:`wai_nb.grade` explains each."""

    name: str | None = None
    run_id: str = ""
    scale: Scale | None = None
    concurrency: int | None = None
    timeout: float | None = None
    tools: Any = None

    @classmethod
    def read(cls, options: Mapping[str, Any]) -> Self:
        """Return the dials, or raise for a name nobody knows or a value that is not allowed."""
        known = [item.name for item in fields(cls)]
        for name in options:
            if name not in known:
                raise ArgumentError(
                    f"grade() has no argument {name!r}.{nearest(name, known)} It takes: {', '.join(sorted(known))}."
                )
        given = dict(options)
        _check_text("name", given.get("name"))
        _check_text("run_id", given.get("run_id"))
        _check_count(given.get("concurrency"))
        _check_seconds(given.get("timeout"))
        given["scale"] = _scale(given.get("scale"))
        given["run_id"] = given.get("run_id") or uuid4().hex[:12]
        return cls(**given)


def check_judge(judge: object, name: str = "judge") -> None:
    """Raise an error that says what a judge is, unless this is one.

    Raises
    ------
    ArgumentError
        When it cannot be called with one row.
    """
    if judge is None:
        raise ArgumentError(
            f"no {name} was given, and no model is configured to be one. Nothing was spent. A judge is a function "
            "row -> 0 or 1; 'conduct' is the built-in check of what the agent did. Fix: data.grade(my_judge)"
        )
    if isinstance(judge, type) or not callable(judge):
        raise ArgumentError(
            f"{name}={shown(judge)} cannot grade. A judge is a function row -> 0 or 1, or row -> {{'reward': 0 or 1, "
            "'reason': ...}; 'conduct' is the built-in check of what the agent did."
        )
    try:
        inspect.signature(judge).bind({})
    except TypeError:
        raise ArgumentError(f"{name}={shown(judge)} cannot be called with one row. A judge takes one row.") from None
    except ValueError:  # a built-in without a signature
        return


def _check_text(name: str, value: object) -> None:
    if value is not None and (not isinstance(value, str) or not value.strip()):
        raise ArgumentError(f"{name}={shown(value)} is not allowed. {name} is a text.")


def _check_count(value: object) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise SettingError(
            f"concurrency={shown(value)} is not allowed. It is a whole number of calls at once, 1 or more."
        )


def _check_seconds(value: object) -> None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value) and value > 0
    if value is not None and not number:
        raise SettingError(f"timeout={shown(value)} is not allowed. It is a number of seconds above 0, or None.")


def _scale(value: Any) -> Scale | None:
    if value is None:
        return None
    ends = list(value) if isinstance(value, (tuple, list)) else []
    numbers = [end for end in ends if isinstance(end, (int, float)) and not isinstance(end, bool) and isfinite(end)]
    if len(ends) != 2 or len(numbers) != 2 or not numbers[0] < numbers[1]:
        raise SettingError(f"scale={shown(value)} is not allowed. It is (lowest, highest) rating, for example (1, 5).")
    return numbers[0], numbers[1]
