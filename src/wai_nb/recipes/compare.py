"""Whether a notebook's outputs are the committed ones, and whether they may be committed at all."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Any

from wai_nb.errors import RecipeError
from wai_nb.recipes.normalise import machine_paths, normalise
from wai_nb.recipes.results import ESTIMATE, RECORD_MIME, is_estimate, read_records, shown_line

LINES_SHOWN = 40  # of one diff; convention
RELATIVE = 1e-9  # two floats of one seed on two machines differ by rounding only; convention

STYLE = re.compile(r"<style\b.*?</style>", re.DOTALL | re.IGNORECASE)
DATA_URI = re.compile(r"data:image/[^\"')\s]+")
# Hosts that are this machine, reserved for examples (RFC 2606), or names of XML dialects that nobody fetches.
URL = re.compile(
    r"https?://(?!127\.0\.0\.1|localhost|www\.w3\.org/|(?:[\w-]+\.)*example\.(?:com|org|net)\b"
    r"|(?:[\w-]+\.)+(?:example|test|invalid)\b)[^\s\"'<>)]*"
)
SOME_HOME = re.compile(r"(?<![\w/.])(?:/home/|/root/|/Users/|/private/var/|/var/folders/|[A-Z]:\\+Users\\+)[\w.-]+")
PLAIN = ("text/plain", RECORD_MIME)  # shown as text by every viewer: markup in them does nothing


def compare(executed: Any, committed: Any) -> list[str]:
    """Return how the outputs of a run differ from the committed ones, in words and diffs.

    Both are normalised first. Sources must be equal. Records are compared as values: counts and texts
    exactly, floats up to rounding, estimates ``{"value", "low", "high"}`` by whether their intervals
    overlap. Of pictures only the alternative text is compared, of HTML everything but its styles.

    Returns
    -------
    list of str
        Empty when nothing differs.

    Examples
    --------
    >>> def of(text):
    ...     output = {"output_type": "stream", "name": "stdout", "text": text}
    ...     cell = {"cell_type": "code", "source": "x", "metadata": {}, "execution_count": 1, "outputs": [output]}
    ...     return {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    >>> print(compare(of("64 rows"), of("63 rows"))[0])
    cell 1, output 1 (stdout) differs:
      --- committed
      +++ now
      @@ -1 +1 @@
      -63 rows
      +64 rows
    """
    now, before = normalise(executed), normalise(committed)
    if [cell["source"] for cell in now["cells"]] != [cell["source"] for cell in before["cells"]]:
        return [_difference("the sources of the cells differ", _sources(before), _sources(now))]
    found: list[str] = []
    for number, (new, old) in enumerate(zip(now["cells"], before["cells"], strict=True), 1):
        found += _outputs_differ(number, _views(new), _views(old))
    return [*found, *_records_differ(read_records(now), read_records(before))]


def check_outputs(notebook: Any) -> list[str]:
    """Return what in the outputs must not be committed.

    That is: an error (unless the cell is tagged ``raises-exception``), anything on stderr (unless tagged
    ``warns``), a script, an address outside this machine, a folder of this machine, two records of one name.

    Examples
    --------
    >>> output = {"output_type": "display_data", "metadata": {}, "data": {"text/html": "<script>1</script>"}}
    >>> check_outputs({"cells": [{"cell_type": "code", "metadata": {}, "source": "", "outputs": [output]}]})
    ['cell 1: a script in text/html']
    """
    problems: list[str] = []
    for number, cell in enumerate(notebook["cells"], 1):
        tags = cell["metadata"].get("tags", ())
        for output in cell.get("outputs", ()):
            problems += [f"cell {number}: {problem}" for problem in _output_problems(output, tags)]
    try:
        read_records(notebook)
    except RecipeError as error:
        problems.append(str(error))
    return problems


def _output_problems(output: Mapping[str, Any], tags: Any) -> Iterator[str]:
    if output["output_type"] == "error" and "raises-exception" not in tags:
        yield shown_line(f"the error {output['ename']}: {output['evalue']}")
    if output["output_type"] == "stream" and output["name"] == "stderr" and "warns" not in tags:
        yield shown_line(f"a warning: {output['text']}")
    for kind, text in _texts(output):
        if kind not in PLAIN and re.search(r"<script\b|javascript", kind + text, re.IGNORECASE):
            yield f"a script in {kind}"
        for url in dict.fromkeys(URL.findall(text)):
            yield shown_line(f"the outside address {url} in {kind}", 200)
        for path in dict.fromkeys(_paths_in(text)):
            yield f"a folder of this machine, {path}, in {kind}"


def _paths_in(text: str) -> Iterator[str]:
    yield from (match.group() for match in SOME_HOME.finditer(text))
    for path, _ in machine_paths():
        if re.search(rf"(?<![\w/.]){re.escape(path)}(?![\w.-])", text):
            yield path


def _texts(output: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "text" in output:
        yield str(output.get("name")), output["text"]
    for field in ("evalue", "traceback"):
        if field in output:
            yield "text/plain", "".join(output[field])
    for kind, value in output.get("data", {}).items():
        if not kind.startswith("image/") or kind == "image/svg+xml":
            yield kind, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _views(cell: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return what a reader sees of each output, without the records: kind to comparable text."""
    outputs = [output for output in cell.get("outputs", ()) if RECORD_MIME not in output.get("data", {})]
    return [_view(output) for output in outputs]


def _view(output: Mapping[str, Any]) -> dict[str, str]:
    view = {kind: _comparable(kind, text) for kind, text in _texts(output)}
    for kind in output.get("data", {}):
        if kind.startswith("image/"):
            view[kind] = str(output.get("metadata", {}).get(kind, {}).get("alt", ""))
    if output["output_type"] == "error":
        view = {"error": f"{output['ename']}: {output['evalue']}"}
    return view


def _comparable(kind: str, text: str) -> str:
    if kind == "text/html":
        text = DATA_URI.sub("data:image", STYLE.sub("", text))
        return re.sub(r">\s*<", ">\n<", text).strip()
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines())


def _outputs_differ(number: int, new: list[dict[str, str]], old: list[dict[str, str]]) -> Iterator[str]:
    if [list(view) for view in new] != [list(view) for view in old]:
        what = f"cell {number} has other kinds of output"
        yield _difference(what, [", ".join(view) for view in old], [", ".join(view) for view in new])
        return
    for place, (view, before) in enumerate(zip(new, old, strict=True), 1):
        for kind, text in view.items():
            if text != before[kind]:
                what = f"cell {number}, output {place} ({kind}) differs"
                yield _difference(what, before[kind].splitlines(), text.splitlines())


def _records_differ(new: Mapping[str, Any], old: Mapping[str, Any]) -> Iterator[str]:
    for name in dict.fromkeys([*old, *new]):
        if name not in new:
            yield f"record {name!r} is gone; committed: {_short(old[name])}"
        elif name not in old:
            yield f"record {name!r} is new: {_short(new[name])}"
        elif not agrees(new[name], old[name]):
            yield f"record {name!r} differs: committed {_short(old[name])}, now {_short(new[name])}"


def agrees(new: Any, old: Any) -> bool:
    """Return whether two recorded values say the same.

    Examples
    --------
    >>> agrees({"value": 0.6, "low": 0.5, "high": 0.7}, {"value": 0.65, "low": 0.55, "high": 0.75})
    True
    >>> agrees(64, 63), agrees(0.1 + 0.2, 0.3), agrees(True, 1)
    (False, True, False)
    """
    if isinstance(new, bool) or isinstance(old, bool):
        return new is old
    if is_estimate(new) and is_estimate(old):
        rest = agrees(_without_estimate(new), _without_estimate(old))
        return rest and bool(new["low"] <= old["high"] and old["low"] <= new["high"])
    if isinstance(new, Mapping) and isinstance(old, Mapping):
        return list(new) == list(old) and all(agrees(new[key], old[key]) for key in new)
    if isinstance(new, list) and isinstance(old, list):
        return len(new) == len(old) and all(map(agrees, new, old))
    if isinstance(new, float) and isinstance(old, float):
        return math.isclose(new, old, rel_tol=RELATIVE, abs_tol=1e-12)
    return type(new) is type(old) and bool(new == old)


def _without_estimate(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key not in ESTIMATE}


def _short(value: Any) -> str:
    return shown_line(json.dumps(value, ensure_ascii=False))


def _sources(notebook: Any) -> list[str]:
    return [line for cell in notebook["cells"] for line in ("--", *cell["source"].splitlines())]


def _difference(what: str, old: list[str], new: list[str]) -> str:
    lines = [shown_line(line, 400) for line in unified_diff(old, new, "committed", "now", n=2, lineterm="")]
    left = len(lines) - LINES_SHOWN
    more = [f"... {left} more lines"] if left > 0 else []
    return "\n  ".join([f"{what}:", *lines[:LINES_SHOWN], *more])
