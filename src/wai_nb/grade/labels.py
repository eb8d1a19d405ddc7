"""Put labels that somebody else gave (people, a program, a model) on the rows that they belong to."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from wai_nb.errors import ArgumentError, SettingError, nearest, one_of, shown
from wai_nb.records.rows import Row, Rows, checked_rows, rollout_of
from wai_nb.records.view.wording import plural

KINDS = ("human", "program", "model")


def attach_labels(rows: Any, labels: Any, kind: str = "human") -> Rows:
    """Return copies of the rows with gold labels, to measure a judge by.

    Parameters
    ----------
    rows
        Row dicts, or a run.
    labels
        A dict: key of a rollout -> 1 or 0 (True, False), or a list of them when several people labelled it. The key
        is its ``rollout_id``, ``ask_id#rollout_index``, or ``scenario_id#rollout_index`` where that names one row.
        Or rows that carry the same fields and a ``label``.
    kind
        Who labelled: ``"human"``, ``"program"`` or ``"model"``.

    Returns
    -------
    Rows
        In order; where a label matched with ``gold_labels`` (all of them), ``gold_reward`` (the majority; absent in
        a tie) and ``gold_kind``. Labels that match no row are a ``UserWarning``.

    Raises
    ------
    SettingError
        For a kind or a label nobody knows, a key that names several rows, or when no label matches at all.

    Examples
    --------
    >>> rows = [{"ask_id": "a", "rollout_index": i, "prompt": "Hi", "steps": [], "final_text": "Hello"} for i in (0, 1)]
    >>> [row.get("gold_reward") for row in attach_labels(rows, {"a#1": [1, 1, 0]})]
    [None, 1]
    """
    if kind not in KINDS:
        raise one_of("kind", kind, KINDS)
    kept = Rows(checked_rows(rows))
    given = _by_key(labels)
    places = _places(kept)
    matched = {key: _the_one(key, places[key], kept) for key in given if key in places}
    if not matched:
        key = next(iter(given), "")
        raise SettingError(
            f"none of {plural(len(given), 'label')} matches a row; the first is {key!r}.{nearest(key, places)} "
            f"Keys look like {next(iter(places), 'ask_id#rollout_index')!r}."
        )
    _tell([key for key in given if key not in places], len(given))
    for key, place in matched.items():
        kept[place] = _labelled(kept[place], given[key], kind)
    return kept


def _by_key(labels: Any) -> dict[str, list[int]]:
    if isinstance(labels, Mapping):
        pairs: Iterable[tuple[Any, Any]] = labels.items()
    elif isinstance(labels, Iterable) and not isinstance(labels, (str, bytes)):
        pairs = [_pair(place, item) for place, item in enumerate(labels)]
    else:
        raise ArgumentError(f"labels={shown(labels)} is not allowed. It is a dict key -> 0 or 1, or rows with a label.")
    found: dict[str, list[int]] = {}
    for key, value in pairs:
        values = value if isinstance(value, (list, tuple)) else [value]
        found.setdefault(str(key), []).extend(_label(str(key), item) for item in values)
    return found


def _pair(place: int, item: Any) -> tuple[str, Any]:
    name = next((name for name in ("label", "labels", "gold_reward") if isinstance(item, Mapping) and name in item), "")
    if not name:
        raise ArgumentError(f"labels[{place}] is {shown(item)}, not a row with a 'label'.")
    return rollout_of(item), item[name]


def _label(key: str, value: object) -> int:
    if isinstance(value, (bool, int, float)) and value in (0, 1):
        return int(value)
    raise SettingError(f"labels[{key!r}] is {shown(value)}. A label is 1 (pass) or 0 (fail); leave the others out.")


def _places(rows: Rows) -> dict[str, list[int]]:
    """Return where each key of a rollout leads."""
    found: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        for key in _keys(row):
            found.setdefault(key, []).append(place)
    return found


def _keys(row: Row) -> list[str]:
    index = row.get("rollout_index") or 0
    names = [f"{row[name]}#{index}" for name in ("ask_id", "scenario_id") if row.get(name)]
    without_id = {name: value for name, value in row.items() if name != "rollout_id"}
    return list(dict.fromkeys([rollout_of(row), rollout_of(without_id), *names]))


def _the_one(key: str, places: list[int], rows: Rows) -> int:
    if len(places) > 1:
        better = ", ".join(repr(rollout_of(rows[place])) for place in places[:3])
        raise SettingError(f"labels[{key!r}] names {len(places)} rows. Name one: {better}.")
    return places[0]


def _labelled(row: Row, labels: list[int], kind: str) -> Row:
    labelled = {name: value for name, value in row.items() if name != "gold_reward"}
    labelled |= {"gold_labels": labels, "gold_kind": kind}
    passes = sum(labels)
    if 2 * passes != len(labels):
        labelled["gold_reward"] = int(2 * passes > len(labels))
    return labelled


def _tell(unmatched: list[str], n: int) -> None:
    if unmatched:
        some = ", ".join(map(repr, unmatched[:3])) + (" ..." if len(unmatched) > 3 else "")
        text = f"{len(unmatched)} of {plural(n, 'label')} match no row: {some}. They were left out."
        warnings.warn(text, UserWarning, stacklevel=3)
