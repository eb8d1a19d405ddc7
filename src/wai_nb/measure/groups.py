"""Asks x rollouts: which asks pass always, sometimes or never, and which were cut or lost on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.records.report import Block, Card, Drawn, Grid, Note, Report, Section, Strip, Tries, Walked
from wai_nb.records.rows import Row, Rows, checked_rows, grouped, label_of, task_of
from wai_nb.records.trajectory import Trajectory, trajectory
from wai_nb.records.view.wording import count, plural

BAND = (0.2, 0.8)  # pass rates that carry gradient; difficulty filtering as in DAPO (Yu et al. 2025)
PARTS = ("below", "band", "above", "ungraded")


class Groups(Drawn, Walked, Report):
    """What :func:`groups` returns: a dict with counts and one entry an ask, shown as a grid.

    ``rollout(ask, n)`` opens one rollout, :meth:`explore` the grid to walk through with the keyboard.
    """

    def __init__(self, values: Mapping[str, Any], rows: list[list[Row]]) -> None:
        super().__init__(values)
        self._rows = rows

    def rollout(self, ask: int, n: int = 0) -> Trajectory:
        """Return rollout `n` of the ask that stands at this place of the grid, from 0, to read.

        Raises
        ------
        SettingError
            When there is no such ask or rollout.
        """
        if not 0 <= ask < len(self._rows):
            raise SettingError(f"ask={shown(ask)}: the grid holds {plural(len(self._rows), 'ask')}, counted from 0.")
        signs = self["asks"][ask]["signs"]
        there = signs[n : n + 1] in ("p", "f", "u") and n >= 0
        if not there:
            raise SettingError(f"n={shown(n)}: rollout {n} of ask {ask} is not there ({signs}).")
        return trajectory(self._rows[ask][_nth(signs, n)])

    def of_ask(self, ask: int) -> Rows:
        """Return the rows of the ask that stands at this place of the grid."""
        return Rows(self._rows[ask])

    def to_frame(self) -> Any:
        """Return a pandas DataFrame, one line an ask."""
        import pandas as pd

        return pd.DataFrame(self["asks"])

    def card(self) -> Card:
        """Return what a cell shows: the finding, the strip, the grid."""
        blocks: list[Block] = [*_notes(self)]
        if self["n_groups"]:
            if self["n_groups"] > self["n_ungraded"]:
                blocks.append(_strip(self))
            blocks.append(_grid(self))
        kind = ("groups", f"k = {self['k']}", *([f"judge {self['judge']}"] if self["judge"] else []))
        return Card(kind=kind, headline=_headline(self), sub=_sub(self), blocks=blocks, foot=_foot(self), large=True)

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: the strip."""
        return {"strip": _strip(self)}


def groups(data: Any) -> Groups:
    """Return the asks with their rollouts, lowest pass rate first.

    Parameters
    ----------
    data
        A run, or rows; graded or not.

    Returns
    -------
    Groups
        ``k`` (rollouts of a full ask), ``n_groups``, ``n_rows``, ``n_never``, ``n_always``, ``n_mixed`` (asks whose
        verdicts differ), ``n_band`` (pass rate 0.2 to 0.8), ``n_cut`` (asks that the end of the run left short),
        ``n_lost`` (asks that miss a rollout because every try failed), ``n_ungraded`` (asks without a verdict),
        ``judge``, and ``asks``: a dict an ask with ``prompt``, ``ask_id``, ``scenario_id``, ``stance``, ``fault``,
        ``signs`` (a letter a rollout: p pass, f fail, u no verdict, c cut, l lost, n not needed), ``passed``,
        ``scored``, ``rate`` and ``part`` (below, band, above, ungraded).

    Raises
    ------
    RowError
        When there are no rows to be had from it.

    Examples
    --------
    >>> rows = [{"prompt": p, "reward": int(r)} for p, rs in {"a": "11", "b": "10", "c": "00"}.items() for r in rs]
    >>> found = groups(rows)
    >>> found.n_mixed, [(ask["prompt"], ask["signs"]) for ask in found.asks]
    (1, [('c', 'ff'), ('b', 'pf'), ('a', 'pp')])
    """
    rows = checked_rows(data, "data")
    by_ask = list(grouped(rows).values())
    k = _full_size(by_ask)
    asks = [(_entry(tries, k), tries) for tries in by_ask]
    asks.sort(key=lambda pair: (PARTS.index(pair[0]["part"]), pair[0]["rate"] or 0.0))  # stable: else plan order
    entries = [entry for entry, _ in asks]
    parts = Counter(entry["part"] for entry in entries)
    rates = Counter(entry["rate"] for entry in entries)
    values = {
        "k": max([k, *(len(entry["signs"]) for entry in entries)]),
        "n_groups": len(entries),
        "n_rows": len(rows),
        "n_never": rates[0.0],
        "n_always": rates[1.0],
        "n_mixed": len(entries) - rates[0.0] - rates[1.0] - rates[None],
        "n_band": parts["band"],
        "n_cut": sum("c" in entry["signs"] for entry in entries),
        "n_lost": sum("l" in entry["signs"] for entry in entries),
        "n_ungraded": parts["ungraded"],
        "judge": next((str(row["judge_name"]) for row in rows if row.get("judge_name")), ""),
        "asks": entries,
    }
    return Groups(values, [_in_order(tries) for _, tries in asks])


def _in_order(tries: list[Row]) -> list[Row]:
    places = [row.get("rollout_index") for row in tries]
    known = all(isinstance(place, int) for place in places) and len(set(places)) == len(places)
    return sorted(tries, key=lambda row: row["rollout_index"]) if known else tries


def _nth(signs: str, n: int) -> int:
    """Return how many rollouts before the n-th are there."""
    return sum(sign in "pfu" for sign in signs[:n])


def _full_size(by_ask: list[list[Row]]) -> int:
    """Return the rollouts of a full ask: what the run said, else the largest."""
    said = [k for tries in by_ask if isinstance(k := (tries[0].get("lineage") or {}).get("k"), int)]
    return max(said, default=0) or max(map(len, by_ask), default=0)


def _entry(tries: list[Row], k: int) -> dict[str, Any]:
    first, signs = tries[0], _signs(tries, k)
    passed, scored = signs.count("p"), signs.count("p") + signs.count("f")
    rate = passed / scored if scored else None
    dimensions = first.get("scenario_dimensions") or {}
    return {
        "prompt": str(first.get("prompt") or ""),
        "ask_id": first.get("ask_id"),
        "scenario_id": task_of(first),
        "stance": dimensions.get("stance"),
        "fault": dimensions.get("tool_condition") if first.get("faults") else None,
        "signs": signs,
        "passed": passed,
        "scored": scored,
        "rate": rate,
        "part": _part(rate),
    }


def _part(rate: float | None) -> str:
    if rate is None:
        return "ungraded"
    return "below" if rate < BAND[0] else "above" if rate > BAND[1] else "band"


def _signs(tries: list[Row], k: int) -> str:
    """Return a letter a rollout, in their order, with the reason of those that are not there."""
    places = [row.get("rollout_index") for row in tries]
    known = {place: row for place, row in zip(places, tries, strict=True) if isinstance(place, int) and 0 <= place < k}
    if len(known) != len(tries):  # no places, or several runs of one ask: as they come
        known = dict(enumerate(tries))
    cut = any(row.get("group_cut") for row in tries)
    spared = (tries[0].get("lineage") or {}).get("repeat_policy") == "successive"
    last = max(known)
    found = []
    for place in range(max(k, last + 1)):
        if place in known:
            found.append({1: "p", 0: "f", None: "u"}[label_of(known[place])])
        elif place < last:
            found.append("l")  # a later one was played
        else:
            found.append("c" if cut else "n" if spared else "l")
    return "".join(found)


def _headline(found: Mapping[str, Any]) -> str:
    whole = found["n_groups"]
    if not whole:
        return "No rows, so no groups"
    if found["n_ungraded"] == whole:
        return f"{plural(whole, 'ask')} × {plural(found['k'], 'rollout')}, none of them graded"
    mixed, band = found["n_mixed"], found["n_band"]
    mix = f"{count(mixed)} of {plural(whole, 'ask')} {'is' if mixed == 1 else 'are'} mixed"
    return f"{mix}; {count(band)} {'sits' if band == 1 else 'sit'} in the 20–80 band"


def _sub(found: Mapping[str, Any]) -> str:
    if not found["n_groups"]:
        return "Run the agent first: `wai.simulate(agent, ...)`"
    if found["n_ungraded"] == found["n_groups"]:
        return "Not graded yet: `data.grade(judge)`"
    return (
        f"{count(found['n_never'])} never pass, {count(found['n_always'])} always do; neither teaches a grouped update "
        "anything. Filled ✓ is a pass, hollow ✗ a fail."
    )


def _notes(found: Mapping[str, Any]) -> list[Note]:
    notes = []
    if found["n_cut"]:
        what = f"{plural(found['n_cut'], 'ask')} cut short (…)."
        notes.append(Note("warning", what, "The run ended before all their rollouts were played; they lean on fewer."))
    if found["n_lost"]:
        what = f"{plural(found['n_lost'], 'ask')} with lost rollouts (!)."
        notes.append(Note("warning", what, "Every try of these failed; they are not counted as fails."))
    if 0 < found["n_ungraded"] < found["n_groups"]:
        notes.append(Note("warning", f"{plural(found['n_ungraded'], 'ask')} without a verdict.", "They have no rate."))
    if found["k"] == 1 and found["n_groups"]:
        why = "With one rollout an ask either passes or fails; whether it passes sometimes shows from two on."
        notes.append(Note("next", "One rollout each.", why, "wai.simulate(..., repeats=8)"))
    return notes


def _strip(found: Mapping[str, Any]) -> Strip:
    graded = [ask for ask in found["asks"] if ask["part"] != "ungraded"]
    return strip_of([(ask["passed"], ask["scored"] - ask["passed"]) for ask in graded], found["k"])


def strip_of(columns: Iterable[tuple[int, int]], k: int) -> Strip:
    """Return the strip of asks, given as (passes, fails), sorted by pass rate, with never, the band and always marked.

    Examples
    --------
    >>> strip_of([(4, 0), (0, 4), (2, 2)], 4).spans
    [('never 1', 0, 1, False), ('20–80 band, 1 ask', 1, 2, True), ('always 1', 2, 3, False)]
    """
    kept = sorted((column for column in columns if sum(column)), key=lambda column: (column[0] / sum(column), column))
    rates = [passed / (passed + failed) for passed, failed in kept]
    never, always = rates.count(0.0), rates.count(1.0)
    first, after = (sum(rate < edge for rate in rates) for edge in (BAND[0], BAND[1] + 1e-9))
    whole = len(kept)
    spans = [
        (f"never {count(never)}", 0, never, False),
        (f"20–80 band, {plural(after - first, 'ask')}", first, after, True),
        (f"always {count(always)}", whole - always, whole, False),
    ]
    said = f"{count(never)} never pass, {count(after - first)} in the 20–80 band, {count(always)} always pass"
    return Strip(f"Asks by pass rate, {said}", kept, k, [span for span in spans if span[1] < span[2]])


TITLES = {
    "below": ("below the band", "{n}, {never} of them never pass"),
    "band": ("20–80 band", "{n}, where rollouts disagree"),
    "above": ("above the band", "{n}, {always} of them always pass"),
    "ungraded": ("no verdict", "{n}"),
}


def _grid(found: Mapping[str, Any]) -> Grid:
    sections = []
    for part, (title, rest) in TITLES.items():
        asks = [ask for ask in found["asks"] if ask["part"] == part]
        said = rest.format(n=plural(len(asks), "ask"), never=count(found["n_never"]), always=count(found["n_always"]))
        rows = [Tries(ask["prompt"], ask["signs"], _figure(ask)) for ask in asks]
        if rows:
            sections.append(Section(title, said, rows, band=part == "band"))
    return Grid("Asks × rollouts, lowest pass rate first", sections, found["k"])


def _figure(ask: Mapping[str, Any]) -> str:
    return f"{ask['passed']}/{ask['scored']}" if ask["scored"] else "none"


def _foot(found: Mapping[str, Any]) -> str:
    if not found["n_groups"]:
        return ""
    return "Read one: `groups.rollout(ask, n)`. Walk through all of them: `scored.groups(interactive=True)`"
