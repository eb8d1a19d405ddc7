"""The row: the record of one rollout, a plain dict that files hold and judges receive.

=====================  ==========  =============================================================
field                  type        meaning
=====================  ==========  =============================================================
schema_version         str         ``"1"``
prompt, final_text     str         what was asked, and the last reply
messages               list        the same as chat messages
steps                  list        ``{"tool", "arguments", "result"}``, ``{"user"}`` or ``{"text"}``
scenario_id            str         the situation (unit of intervals, pairs, splits)
ask_id                 str         the situation in one wording (unit of repeats and groups)
scenario_dimensions    dict        the value of each axis of the grid
tier                   str         ordinary, ambiguous, boundary or adversarial
faults                 dict        what the world was told to break; absent when nothing
rollout_index          int         0 to k - 1 within the ask
seed                   int         seed of the run
model_version          str         name of the agent
policy_version         str         name@hash of the system prompt
writer_model           str         who wrote the ask
behavior_signature     str         hash of tools, statuses and the kind of reply
tools_used             list        names of the tools that were called, in order of first use
finish_reason          str         ``"stop"``
sampling               dict, None  as given to the run
lineage                dict        where the row comes from: run settings, system prompt, scoring
reward                 float       in [0, 1]; absent or None when there is no verdict
judge_status           str         ok, error, timeout, interrupted, missing_reward, invalid_result
judge_name             str         who judged
label_source           str         what kind of judge: conduct, rule, llm, human ..., else ``judge``
reason                 str         the judge's reason, or what is wrong with its answer
judge_meta             dict        whatever else the judge returned; absent when nothing
markers                dict        named values that ride along; absent when none
failure_class          str         the judge's name for the kind of failure; absent when none
=====================  ==========  =============================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex, overload

from wai_nb.errors import RowError, shown
from wai_nb.options import get_option
from wai_nb.records.report import Card, Column, Shown, Table
from wai_nb.stats.draw import digest

SCHEMA_VERSION = "1"
Row = dict[str, Any]

_TYPES: dict[str, tuple[type, ...]] = {
    "prompt": (str,),
    "final_text": (str,),
    "steps": (list,),
    "messages": (list,),
    "scenario_id": (str,),
    "ask_id": (str,),
    "scenario_dimensions": (dict,),
    "rollout_index": (int,),
    "lineage": (dict,),
}


def row_problems(row: object) -> list[str]:
    """Return what is wrong with a row, in words; empty when it fits the schema.

    Examples
    --------
    >>> row_problems({"prompt": "Hi", "steps": [], "final_text": "Hello"})
    []
    >>> row_problems({"prompt": 5})
    ['prompt is int, not str', 'steps is missing', 'final_text is missing']
    """
    if not isinstance(row, Mapping):
        return [f"a row is a dict, not {type(row).__name__}"]
    wrong = [
        f"{name} is {type(row[name]).__name__}, not {kinds[0].__name__}"
        for name, kinds in _TYPES.items()
        if name in row and not isinstance(row[name], kinds)
    ]
    missing = [f"{name} is missing" for name in ("prompt", "steps", "final_text") if name not in row]
    version = row.get("schema_version", SCHEMA_VERSION)
    unknown = [] if version == SCHEMA_VERSION else [f"schema_version {shown(version)} is not {SCHEMA_VERSION!r}"]
    return wrong + missing + unknown


def task_of(row: Mapping[str, Any]) -> str:
    """Return the situation that a row belongs to; rows without ids fall back to the prompt."""
    return str(row.get("scenario_id") or row.get("prompt") or "")


def ask_of(row: Mapping[str, Any]) -> str:
    """Return the ask that a row belongs to: its id, else the situation in this wording."""
    if row.get("ask_id"):
        return str(row["ask_id"])
    return f"{task_of(row)}\x1f{row.get('prompt') or ''}"


def label_of(row: Mapping[str, Any]) -> int | None:
    """Return 1 or 0 for a pass or a fail, None for anything else (partial, unread, ungraded).

    Examples
    --------
    >>> [label_of({"reward": r}) for r in (1, 0.0, True, 0.5, "1", None)]
    [1, 0, 1, None, None, None]
    """
    reward = row.get("reward")
    if isinstance(reward, (int, float)) and reward in (0, 1):
        return int(reward)
    return None


def verdict_of(row: Mapping[str, Any]) -> str:
    """Return what is known of a row: ``pass``, ``fail``, ``partial``, ``unread`` or ``ungraded``.

    ``unread``: something is there that is no reward in [0, 1] (a text, NaN, 85), or a judge was asked and gave
    nothing that can be read. ``ungraded``: nobody has judged it.

    Examples
    --------
    >>> [verdict_of({"reward": r}) for r in (1, 0.0, 0.5, "1", 85, float("nan"), None)]
    ['pass', 'fail', 'partial', 'unread', 'unread', 'unread', 'ungraded']
    >>> verdict_of({"reward": None, "judge_status": "error"})
    'unread'
    """
    label = label_of(row)
    if label is not None:
        return "pass" if label else "fail"
    reward = row.get("reward")
    if isinstance(reward, (int, float)) and 0 < reward < 1:
        return "partial"
    return "ungraded" if reward is None and not row.get("judge_status") else "unread"


def is_graded(row: Mapping[str, Any]) -> bool:
    """Say whether somebody has judged a row, readable or not."""
    return verdict_of(row) != "ungraded"


def is_eval_sourced(row: Mapping[str, Any]) -> bool:
    """Say whether a row's verdict comes from :func:`wai_nb.evaluate`, a held-out score that is not to be trained on."""
    lineage = row.get("lineage")
    return isinstance(lineage, Mapping) and lineage.get("source") == "eval"


def rollout_of(row: Mapping[str, Any]) -> str:
    """Return what names one rollout: its ``rollout_id``, else ``ask#index`` (``@run`` where there are several).

    Rows without ids are named by their content.

    Examples
    --------
    >>> rollout_of({"ask_id": "sc-1.0", "rollout_index": 2, "lineage": {"eval_run": 1}})
    'sc-1.0#2@1'
    """
    if row.get("rollout_id"):
        return str(row["rollout_id"])
    ask = row.get("ask_id") or row.get("scenario_id")
    if not ask:
        return f"row-{digest('row', str(row.get('prompt')), str(row.get('final_text')), length=12)}"
    lineage = row.get("lineage")
    run = lineage.get("eval_run") if isinstance(lineage, Mapping) else None
    return f"{ask}#{row.get('rollout_index') or 0}{f'@{run}' if run else ''}"


def grouped(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return the rows of each ask, in order of first appearance."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(ask_of(row), []).append(row)
    return groups


class Rows(Shown, list[Row]):
    """A list of rows that shows itself well, and returns itself when called.

    So ``data.rows`` and ``data.rows()`` are the same list. Slices and sums stay rows.
    """

    def __call__(self) -> Rows:
        """Return these rows."""
        return self

    @overload
    def __getitem__(self, place: SupportsIndex) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Rows: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Row | Rows:
        found = super().__getitem__(place)
        return Rows(found) if isinstance(place, slice) else found  # type: ignore[return-value,arg-type]

    def __add__(self, other: list[Row]) -> Rows:  # type: ignore[override]
        return Rows([*self, *other])

    def to_frame(self) -> Any:
        """Return a pandas DataFrame, one line a row, with the dimensions as columns of their own."""
        import pandas as pd

        flat = [{**row, **row.get("scenario_dimensions", {})} for row in self]
        return pd.DataFrame(flat)

    def card(self) -> Card:
        """Return what a cell shows: the first rows."""
        return Card(kind=("Rows",), headline=f"{len(self):,} rows", blocks=[rows_table(self)] if self else [])


def rows_table(rows: Rows, of: int | None = None) -> Table:
    """Return the table of rows that cards show; `of` is how many there are where these are only some."""
    shown_rows = rows[: int(str(get_option("max_rows")))]
    graded = any("reward" in row for row in shown_rows)
    columns = [
        Column("ask", "ask"),
        Column("stance"),
        Column("condition", "glyph"),
        Column("calls", "code", drop=True),
        Column("reply", "ask", drop=True),
    ]
    lines = [_line(row) for row in shown_rows]
    if graded:
        columns.append(Column("verdict", "glyph"))
        lines = [[*line, _verdict(row)] for line, row in zip(lines, shown_rows, strict=True)]
    return Table("First rows", columns, lines, of=of or len(rows))


def _line(row: Row) -> list[object]:
    dimensions = row.get("scenario_dimensions") or {}
    condition = str(dimensions.get("tool_condition", ""))
    return [
        row.get("prompt", ""),
        dimensions.get("stance", ""),
        f"◆ {condition}" if row.get("faults") else condition,
        ", ".join(row.get("tools_used", ())) or "none",
        row.get("final_text", ""),
    ]


def _verdict(row: Row) -> str:
    words = {1: "✓ pass", 0: "✗ fail"}
    label = label_of(row)
    if label is not None:
        return words[label]
    if verdict_of(row) == "partial":
        return f"· {row['reward']}"
    return f"! {row.get('judge_status') or verdict_of(row)}"


def checked_rows(rows: Iterable[Any], where: str = "rows") -> Rows:
    """Return the rows as :class:`Rows`, or raise :class:`RowError` for the first that is none.

    Accepts a list of dicts, or anything with ``.rows``.
    """
    source = getattr(rows, "rows", rows)
    if isinstance(source, (str, bytes, Mapping)) or not isinstance(source, Iterable):
        raise RowError(f"{where} must be a list of row dicts or a run; got {shown(rows)}.")
    kept = Rows(source)
    for number, row in enumerate(kept):
        if not isinstance(row, dict):
            raise RowError(f"{where}[{number}] is {shown(row)}, not a row dict.")
    return kept
