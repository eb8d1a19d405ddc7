"""The six axes of the coverage grid: what a situation may be about, and which values it may take."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wai_nb.errors import SettingError, ToolError, one_of, shown
from wai_nb.plan.clauses import split_clauses

if TYPE_CHECKING:
    from wai_nb.records.tools import Tool

UNSPECIFIED = "unspecified"  # the value of an axis that this agent does not have, and of rows that aim at no clause
UNRELATED = "unrelated"  # the person wants something that no tool does
MULTI_TOOL = "multi_tool"  # one tool call is not enough

STANCES = {  # how the person stands to the request -> how hard that is for an agent
    "ordinary": "ordinary",
    "ambiguous": "ambiguous",
    "boundary": "boundary",
    "adversarial": "adversarial",
    "hurried": "ordinary",
    "unsure": "ambiguous",
    "retry": "ordinary",
    "mistaken": "ordinary",
    "exploratory": "ordinary",
    "conflicting": "boundary",
}
TIERS = ("ordinary", "ambiguous", "boundary", "adversarial")
HARD_TIERS = TIERS[1:]  # the documents: the tiers that hard_share= counts, where a base model fails most often
WORLD_STATES = ("entity exists", "missing", "already acted on", "duplicate", "partially completed", "unknown")
FAULT_MODES = {  # condition of the tools -> what a fault does, as rows store it under faults
    "timeout": "timeout",
    "malformed_result": "malformed",
    "stale_result": "stale",
    "permission_denied": "permission_denied",
    "rate_limited": "rate_limited",
}
SUCCESS = "success"
TOOL_CONDITIONS = (SUCCESS, "timeout", "malformed_result", "stale_result", "permission_denied")
HISTORIES = ("fresh", "prior_failure", "prior_partial_action", "contradicts_earlier", "repeat visit")

_REFERENCE_WORD = re.compile(  # a parameter that ends in one of these names a thing that may be missing or doubled
    r"ids?|uuid|guid|keys?|refs?|references?|numbers?|no|nr|paths?|files?|filename|names?|username|repos?|repository|"
    r"skus?|codes?|slug|urls?|uri|email|account|ticket|isbn|iban"
)
_REFERENCE_FORMATS = ("uuid", "uri", "uri-reference", "email")


class Axes(NamedTuple):
    """The values of each axis, in the order of :class:`~wai_nb.plan.situation.Cell`."""

    tool: tuple[str, ...]
    rule: tuple[str, ...]
    stance: tuple[str, ...]
    world_state: tuple[str, ...]
    tool_condition: tuple[str, ...]
    history: tuple[str, ...]


def build_axes(
    tools: Sequence[Tool], system_prompt: str | None, dimensions: Mapping[str, Sequence[str]] | None = None
) -> Axes:
    """Return the axes of an agent: its tools, the clauses of its policy, and what people and worlds do.

    Parameters
    ----------
    tools
        What the agent may call. Without any, no tool can fail, so that axis has one value.
    system_prompt
        The policy, split by :func:`~wai_nb.plan.clauses.split_clauses`.
    dimensions
        ``{axis: [values]}`` pins an axis to these values; the other axes stay whole.

    Raises
    ------
    SettingError
        For an axis or a value that does not exist, an empty list, or a wrong type.
    ToolError
        For a tool whose name the grid needs for itself.

    Examples
    --------
    >>> build_axes([], None, {"stance": ["hurried"]}).stance
    ('hurried',)
    """
    names = [tool.name for tool in tools]
    for name in names:
        if name in (UNRELATED, MULTI_TOOL, UNSPECIFIED):
            raise ToolError(f"a tool cannot be named {name!r}: the grid uses that word for itself. Rename the tool.")
    whole = Axes(
        tool=(*dict.fromkeys(names), UNRELATED, MULTI_TOOL) if names else (UNSPECIFIED, UNRELATED),
        rule=(UNSPECIFIED, *(clause for clause in split_clauses(system_prompt) if clause != UNSPECIFIED)),
        stance=tuple(STANCES),
        world_state=WORLD_STATES if any(map(has_reference, tools)) else (UNSPECIFIED,),
        tool_condition=TOOL_CONDITIONS if names else (SUCCESS,),
        history=HISTORIES,
    )
    return whole._replace(**_pinned(whole, dimensions))


def tier_of(stance: str) -> str:
    """Return how hard a stance is: ordinary, ambiguous, boundary or adversarial.

    Examples
    --------
    >>> tier_of("hurried"), tier_of("conflicting")
    ('ordinary', 'boundary')
    """
    return STANCES[stance]


def is_hard(stance: str) -> bool:
    """Say whether ``hard_share=`` counts this stance."""
    return STANCES[stance] in HARD_TIERS


def faults_of(tool_condition: str) -> dict[str, dict[str, Any]]:
    """Return what fails under a condition of the tools, as rows store it; empty under success.

    Examples
    --------
    >>> faults_of("stale_result")
    {'*': {'mode': 'stale', 'rate': 1.0}}
    """
    return {} if tool_condition == SUCCESS else {"*": {"mode": FAULT_MODES[tool_condition], "rate": 1.0}}


def has_reference(tool: Tool) -> bool:
    """Say whether some parameter of the tool names a thing: an id, a path, a number, an email ...

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> has_reference(SimpleNamespace(parameters={"properties": {"orderId": {"type": "string"}}}))
    True
    """
    return _schema_has_reference(tool.parameters, depth=3)


def _schema_has_reference(schema: object, depth: int) -> bool:
    if not isinstance(schema, Mapping) or depth == 0:
        return False
    properties = schema.get("properties")
    items = properties.items() if isinstance(properties, Mapping) else ()
    return _schema_has_reference(schema.get("items"), depth - 1) or any(
        _REFERENCE_WORD.fullmatch(_last_word(str(name))) is not None
        or (isinstance(inner, Mapping) and inner.get("format") in _REFERENCE_FORMATS)
        or _schema_has_reference(inner, depth - 1)
        for name, inner in items
    )


def _last_word(name: str) -> str:
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return words[-1].lower() if words else ""


def _pinned(whole: Axes, dimensions: Mapping[str, Sequence[str]] | None) -> dict[str, tuple[str, ...]]:
    if dimensions is None:
        return {}
    if not isinstance(dimensions, Mapping):
        raise SettingError(
            f"dimensions={shown(dimensions)} is not a dict. Pin an axis so: dimensions={{'stance': ['boundary']}}."
        )
    return {_axis(axis): _values(whole, axis, values) for axis, values in dimensions.items()}


def _axis(axis: object) -> str:
    if not isinstance(axis, str) or axis not in Axes._fields:
        raise one_of("axis in dimensions", axis, Axes._fields)
    return axis


def _values(whole: Axes, axis: str, values: object) -> tuple[str, ...]:
    name = f"dimensions[{axis!r}]"
    allowed = _allowed(whole, axis)
    example = allowed[0] if allowed else "Refund at most $50."
    if not isinstance(values, list | tuple) or not values:
        raise SettingError(f"{name}={shown(values)} is not a list of values. Write, for example, [{example!r}].")
    for value in values:
        if not isinstance(value, str) or not value.strip():
            raise SettingError(f"{name} holds {shown(value)}, which is not text. Write, for example, [{example!r}].")
        if allowed and value not in allowed:
            raise one_of(name, value, allowed)
    return tuple(dict.fromkeys(" ".join(value.split()) for value in values))


def _allowed(whole: Axes, axis: str) -> tuple[str, ...]:
    """Return the values that a pin may take; none for the rule axis, whose values are anybody's words."""
    if axis == "rule":
        return ()
    if axis == "tool_condition":
        return (SUCCESS, *FAULT_MODES)
    if axis == "world_state":
        return (*WORLD_STATES, UNSPECIFIED)
    values: tuple[str, ...] = getattr(whole, axis)
    return values
