"""One rate a task: of passes, of k tries that all pass, of a marker; what every comparison is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import fsum
from os import PathLike
from typing import Any

from wai_nb.errors import SettingError, nearest, shown
from wai_nb.measure.tallies import Tally, run_k, smallest, tallied
from wai_nb.records.dataset import load
from wai_nb.records.rows import Row, Rows, ask_of, checked_rows, label_of, task_of
from wai_nb.records.view.wording import listed

METRICS = ("pass_at_1", "pass_pow_k", "pass_at_k")
MARKER = "marker:"
_K_WAY = {"pass_pow_k": Tally.all_of, "pass_at_k": Tally.any_of}


def rows_from(source: Any, where: str) -> Rows:
    """Return the rows of a run, a list of rows, or a file.

    Raises
    ------
    RowError
        When there are no rows to be had from it.
    """
    if isinstance(source, (str, PathLike)):
        return load(source).rows
    return checked_rows(source, where)


def markers_on(rows: Iterable[Row]) -> list[str]:
    """Return the names of the markers that have a number on some row, in order of the alphabet.

    Examples
    --------
    >>> markers_on([{"markers": {"polite": 1, "why": "said please"}}, {}])
    ['polite']
    """
    found: set[str] = set()
    for row in rows:
        markers = row.get("markers")
        if isinstance(markers, Mapping):
            found.update(str(name) for name, value in markers.items() if _share(value) is not None)
    return sorted(found)


def metric_of(name: Any, known: Iterable[str], where: str = "metric") -> str:
    """Return the full name of a metric; `known` are the markers on the rows, which may be named alone.

    Raises
    ------
    SettingError
        When there is no such metric.

    Examples
    --------
    >>> metric_of("pass_at_1", []), metric_of("polite", ["polite"]), metric_of("marker:polite", ["polite"])
    ('pass_at_1', 'marker:polite', 'marker:polite')
    """
    markers = list(known)
    if isinstance(name, str):
        if name in METRICS:
            return name
        bare = name.removeprefix(MARKER)
        if bare in markers:
            return MARKER + bare
    there = [*METRICS, *(MARKER + marker for marker in markers)]
    hint = nearest(name, [*there, *markers]) if isinstance(name, str) else ""
    none = (
        ""
        if markers
        else " The rows carry no marker with a number; a judge writes them: {'reward': 1, 'markers': {...}}."
    )
    raise SettingError(f"{where}={shown(name)} is not on these rows. There is: {', '.join(there)}.{hint}{none}")


def metric_words(metric: str, k: int = 0) -> str:
    """Return a metric as cards call it.

    Examples
    --------
    >>> metric_words("pass_pow_k", 8), metric_words("marker:polite")
    ('pass^8', 'polite')
    """
    words = {"pass_at_1": "pass@1", "pass_pow_k": f"pass^{k or 'k'}", "pass_at_k": f"pass@{k or 'k'}"}
    return words.get(metric, metric.removeprefix(MARKER))


def value_of(metric: str) -> Callable[[Row], float | None]:
    """Return what reads the value of one row: 1 or 0 for a pass or a fail, a marker's number, None for neither."""
    if not metric.startswith(MARKER):
        return label_of
    name = metric.removeprefix(MARKER)

    def read(row: Row) -> float | None:
        markers = row.get("markers")
        return _share(markers.get(name)) if isinstance(markers, Mapping) else None

    return read


def _share(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) and 0 <= value <= 1 else None


def task_rates(rows: Iterable[Row], metric: str, k: int = 0) -> dict[str, float]:
    """Return the rate of each task: the mean over its asks, each of which is the mean of its rollouts.

    Parameters
    ----------
    rows
        The rows of one side. Rows without a value do not count.
    metric
        ``pass_at_1``, ``pass_pow_k``, ``pass_at_k`` or ``marker:<name>``.
    k
        Tries that a k-way metric speaks of; asks with fewer do not count, but for those that a run stopped early
        because their tries agreed, which count as unanimous.

    Examples
    --------
    >>> task_rates([{"prompt": "a", "reward": r} for r in (1, 1, 0, 0)], "pass_at_1")
    {'a': 0.5}
    """
    rates: dict[str, list[float]] = {}
    for task, rate in _ask_rates(rows, metric, k):
        rates.setdefault(task, []).append(rate)
    return {task: fsum(found) / len(found) for task, found in rates.items()}


def _ask_rates(rows: Iterable[Row], metric: str, k: int) -> Iterator[tuple[str, float]]:
    """Yield the task and the rate of each ask that has a say in the metric."""
    if metric in _K_WAY:
        for tally in tallied(rows):
            if tally.speaks_of(k):
                yield tally.task, _K_WAY[metric](tally, k)
        return
    value = value_of(metric)
    asks: dict[str, tuple[str, list[float]]] = {}
    for row in rows:
        found = value(row)
        if found is not None:
            asks.setdefault(ask_of(row), (task_of(row), []))[1].append(found)
    for task, tries in asks.values():
        yield task, fsum(tries) / len(tries)


def common_k(*sides: Iterable[Row]) -> int:
    """Return the tries of an ask that k-way numbers of all sides can speak of: the smallest count of two or more."""
    usual = [_usual(side) for side in sides]
    return min((k for k in usual if k), default=1)


def _usual(rows: Iterable[Row]) -> int:
    kept = list(rows)
    if planned := run_k(kept, tallied(kept)):
        return planned
    scored = [row for row in kept if label_of(row) is not None]
    return smallest(Counter((ask_of(row), (row.get("lineage") or {}).get("eval_run")) for row in scored).values())


def eval_runs(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return the rows of each run of an evaluation: by ``lineage.eval_run``; all in one where none says its run.

    Examples
    --------
    >>> sorted(eval_runs([{"lineage": {"eval_run": 0}}, {"lineage": {"eval_run": 1}}]))
    ['0', '1']
    """
    return split_by(rows, "eval_run")


def split_by(rows: Iterable[Row], key: str) -> dict[str, list[Row]]:
    """Return the rows by a key of their lineage; those without it stand under an empty name."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        lineage = row.get("lineage")
        mark = lineage.get(key) if isinstance(lineage, Mapping) else None
        found.setdefault("" if mark is None else str(mark), []).append(row)
    return found


def check_level(level: object, name: str = "level") -> float:
    """Return a confidence level, or raise.

    Raises
    ------
    SettingError
        When it is not a number between 0.5 and 1.
    """
    if isinstance(level, bool) or not isinstance(level, (int, float)) or not 0.5 <= level < 1:
        raise SettingError(
            f"{name}={shown(level)} is not a confidence level. Use a number from 0.5 to below 1, as 0.95."
        )
    return float(level)


def names_of(value: Any, where: str) -> list[Any]:
    """Return one name or several as a list.

    Raises
    ------
    SettingError
        When it is neither.
    """
    if isinstance(value, str):
        return [value]
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        return list(value)
    allowed = listed(["a name", "a list of names"], "or")
    raise SettingError(f"{where}={shown(value)} is not {allowed}, such as 'marker:polite'.")
