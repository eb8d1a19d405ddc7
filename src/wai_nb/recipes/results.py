"""Results kept inside the notebook that made them, readable later without running it."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from wai_nb.errors import RecipeError, shown
from wai_nb.records.values import clean_text
from wai_nb.records.view.wording import ci_text, cut

T = TypeVar("T")
RECORD_MIME = "application/vnd.wai.record+json"
ESTIMATE = ("value", "low", "high")  # the keys of a record that is an estimate with its interval
MAX_DEPTH = 50  # of lists in lists; convention


def record(name: str, value: T) -> T:
    """Keep a named result in the outputs of the notebook that is running.

    The result goes in under a MIME type of its own, beside the one line ``name = value`` that a
    viewer shows. Outside a notebook nothing is kept and nothing is shown.

    Parameters
    ----------
    name : str
        What `read_records` will call it. A name stands for one value in a notebook.
    value : object
        A text, number, True, False, None, or lists and dicts of these (numpy numbers too). An estimate is
        best written ``{"value": 0.61, "low": 0.54, "high": 0.68}``: two runs are then compared by
        whether their intervals overlap.

    Returns
    -------
    object
        `value`, as it was given.

    Raises
    ------
    RecipeError
        When the name is empty, or the value cannot be written as strict JSON (NaN and infinity cannot).

    Examples
    --------
    >>> record("rows", 64)
    64
    """
    if not isinstance(name, str) or not name.strip():
        raise RecipeError(f"record(name={shown(name)}): the name must be a text that is not empty.")
    plain = to_json(value, f"record({name!r})")
    if _kernel_is_running():
        from IPython.display import display

        bundle = {RECORD_MIME: {"name": name, "value": plain}, "text/plain": f"{name} = {value_text(plain)}"}
        display(bundle, raw=True)  # type: ignore[no-untyped-call]
    return value


def read_records(notebook: Any) -> dict[str, Any]:
    """Return the results that a saved notebook holds, without running it.

    Parameters
    ----------
    notebook : str, Path or notebook node
        An executed notebook.

    Returns
    -------
    dict
        Name to value, in the order of the notebook.

    Raises
    ------
    RecipeError
        When the file cannot be read, or one name was recorded with two different values: which of
        the two is meant, nobody can know.

    Examples
    --------
    >>> output = {"data": {RECORD_MIME: {"name": "rows", "value": 64}}}
    >>> read_records({"cells": [{"cell_type": "code", "outputs": [output]}]})
    {'rows': 64}
    """
    if not isinstance(notebook, Mapping):
        from wai_nb.recipes.files import read_notebook

        notebook = read_notebook(Path(notebook))
    found: dict[str, Any] = {}
    for name, value in _recorded(notebook):
        if name in found and not _same(found[name], value):
            raise RecipeError(
                f"the notebook records {name!r} twice, as {shown(found[name])} and as {shown(value)}. "
                "Give each result a name of its own."
            )
        found[name] = value
    return found


def is_estimate(value: object) -> bool:
    """Return whether a record is an estimate with its interval.

    Examples
    --------
    >>> is_estimate({"value": 0.6, "low": 0.5, "high": 0.7})
    True
    """
    return isinstance(value, Mapping) and all(isinstance(value.get(key), (int, float)) for key in ESTIMATE)


def to_json(value: Any, where: str, depth: int = 0) -> Any:
    """Return a copy of `value` made of plain JSON types, or say what in it cannot be written.

    Examples
    --------
    >>> to_json({"a": (1, 2.5, None)}, "value")
    {'a': [1, 2.5, None]}
    """
    if depth > MAX_DEPTH:
        raise RecipeError(f"{where} is nested more than {MAX_DEPTH} deep, or contains itself.")
    if value is None or isinstance(value, (bool, int, float, str)):
        return _scalar(value, where)
    if isinstance(value, Mapping):
        return {_key(key, where): to_json(item, f"{where}[{key!r}]", depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(item, f"{where}[{i}]", depth + 1) for i, item in enumerate(value)]
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return to_json(value.tolist(), where, depth + 1)
    raise RecipeError(
        f"{where} is a {type(value).__name__}, which JSON cannot hold. "
        "Use a text, number, True, False, None, or lists and dicts of these."
    )


def _scalar(value: Any, where: str) -> Any:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str):
        return clean_text(str.__str__(value))
    if isinstance(value, int):
        return int(value)
    if not math.isfinite(value):
        raise RecipeError(
            f"{where} is {value}, which JSON cannot hold. Give a finite number, or None where there is none."
        )
    return float(value)


def _key(key: object, where: str) -> str:
    if not isinstance(key, str):
        raise RecipeError(f"{where} has the key {shown(key)}; the keys of a dict must be texts.")
    return str(_scalar(key, where))


def _recorded(notebook: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            kept = output.get("data", {}).get(RECORD_MIME)
            if isinstance(kept, Mapping) and "name" in kept and "value" in kept:
                yield str(kept["name"]), _plain(kept["value"])


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _kernel_is_running() -> bool:
    if "IPython" not in sys.modules:
        return False
    from IPython.core.getipython import get_ipython

    return getattr(get_ipython(), "kernel", None) is not None


def value_text(value: Any, limit: int = 300) -> str:
    """Return a recorded value on one line: an estimate with its interval, a text as it is, else JSON.

    Examples
    --------
    >>> value_text({"value": 0.61, "low": 0.54, "high": 0.68}), value_text([1, None]), value_text("a")
    ('0.61 [0.54..0.68]', '[1, null]', 'a')
    """
    if is_estimate(value) and len(value) == len(ESTIMATE):
        return ci_text(value["value"], (value["low"], value["high"]))
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, allow_nan=False)
    return shown_line(text, limit)


def shown_line(text: str, limit: int = 300) -> str:
    r"""Return `text` on one line, cut at `limit` characters.

    Examples
    --------
    >>> shown_line("two\nlines")
    'two lines'
    """
    return cut(" ".join(text.split()), limit)
