"""What the card of a pass rate shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wai_nb.measure.groups import strip_of
from wai_nb.records.report import Bars, Block, Card, Column, Facts, Interval, Note, Table
from wai_nb.records.view.wording import ci_text, count, interval, percent, plural, share

Result = Mapping[str, Any]
FOOT = "95% intervals: Wilson on an effective sample size, with situations as the clusters."
EST_FOOT = f"{FOOT} By likelihood: a beta-binomial fit with profile-likelihood intervals."
ROOM = 0.1  # headroom from which a card speaks of it; convention


def pass_line(result: Result) -> str:
    """Return the numbers in one line."""
    parts = [_numbers(result, "")]
    if result["n_groups_imputed"]:
        stopped = plural(result["n_groups_imputed"], "ask")
        parts.append(f"{stopped} stopped early counted as unanimous")
    if result["pass_at_1_est"] is not None:
        parts.append(f"corrected, by the likelihood of all tries: {_numbers(result, '_est')}")
    said = "; ".join(parts)
    return f"{said} ({result['note']})" if result["note"] else said


def _numbers(result: Result, suffix: str) -> str:
    return " | ".join(
        f"{name} {ci_text(result[f'{key}{suffix}'], result[_ci_key(key, suffix)])}"
        for name, _, key in _measures(result["k"])
    )


def _measures(k: int) -> list[tuple[str, str, str]]:
    """Return the measures as (name, what it means, key)."""
    one = [("pass@1", "one try", "pass_at_1")]
    if not k or k == 1:
        return one
    return [
        *one,
        (f"pass^{k}", f"all of {k} tries", "pass_pow_k"),
        (f"pass@{k}", f"at least one of {k}", "pass_at_k"),
    ]


def _ci_key(key: str, suffix: str) -> str:
    return "ci95" if key == "pass_at_1" and not suffix else f"{key}{suffix}_ci95"


def pass_card(result: Result, columns: Sequence[tuple[int, int]]) -> Card:
    """Return the card; `columns` are the passes and fails of each ask."""
    if not result["n_groups"]:
        return Card(kind=("PassAt",), headline="Nothing to measure", sub=result["note"], blocks=_hints(result))
    blocks: list[Block] = [_facts(result), *_hints(result), estimates_table(result)]
    if result["k"] > 1:
        blocks.append(strip_of(columns, result["k"]))
    return Card(
        kind=("PassAt", f"k = {result['k']}", *([f"judge {result['judge']}"] if result["judge"] else [])),
        headline=_headline(result),
        sub=f"{'Stopped asks as unanimous: ' if result['n_groups_imputed'] else ''}"
        f"pass@1 {ci_text(result['pass_at_1'], result['ci95'])} over {plural(result['n_groups'], 'ask')}, "
        f"{count(result['n_rows'])} rollouts graded, {plural(result['n_unread'], 'verdict')} unread.",
        blocks=blocks,
        foot=FOOT if result["pass_at_1_est"] is None else EST_FOOT,
    )


def _headline(result: Result) -> str:
    est = "" if result["pass_at_1_est"] is None else "_est"
    one, power = result[f"pass_at_1{est}"], result[f"pass_pow_k{est}"]
    if result["k"] > 1 and power is not None:
        corrected = ", corrected for early stopping" if est and result["n_groups_imputed"] else ""
        both = f"{percent(one)} of single tries and all {result['k']} tries on {percent(power)} of asks"
        return f"The agent passes {both}{corrected}"
    return f"The agent passes {percent(one)} of {plural(result['n_groups'], 'ask')}"


def _facts(result: Result) -> Facts:
    facts: list[tuple[object, ...]] = [
        ("asks", count(result["n_groups"])),
        ("situations", count(result["n_tasks"])),
        ("rollouts graded", count(result["n_rows"])),
        ("partial rewards", count(result["n_partial"])),
        ("verdicts unread", count(result["n_unread"])),
    ]
    more = (("never graded", "n_ungraded"), ("stopped early", "n_groups_imputed"))
    return Facts(facts + [(name, count(result[key])) for name, key in more if result[key]])


def estimates_table(result: Result) -> Table:
    """Return the estimates with their intervals, a line each."""
    how = ", stopped asks as unanimous" if result["n_groups_imputed"] else ""
    lines = [_estimate(result, name, f"{words}{how}", key) for name, words, key in _measures(result["k"])]
    if result["pass_at_1_est"] is not None:
        lines += [
            _estimate(result, name, f"{words}, by likelihood", key, "_est")
            for name, words, key in _measures(result["k"])
        ]
    columns = [Column("measure"), Column("", drop=True), Column("estimate", "number")]
    columns += [Column("interval", "number"), Column("", "interval")]
    return Table(f"Estimates, 95% intervals over {plural(result['n_tasks'], 'situation')}", columns, lines)


def _estimate(result: Result, name: str, words: str, key: str, suffix: str = "") -> list[object]:
    value, ci = result[f"{key}{suffix}"], result[_ci_key(key, suffix)]
    if value is None:
        return [name, words, "none", "no ask has enough tries", ""]
    if ci is None:
        return [name, words, share(value), "none: one situation", ""]
    return [name, words, share(value), interval(ci), Interval(value, *ci)]


def rate_bars(rates: Iterable[float], k: int) -> Bars:
    """Return how many asks have which pass rate, in steps of one try of `k`."""
    k = max(1, k)
    found = Counter(round(rate * k) for rate in rates)
    most = max(found.values(), default=0)
    heads = (f"share of {plural(k, 'try', 'tries')} that pass", "asks")
    rows = [(share(n / k), found[n] / max(1, most), count(found[n])) for n in range(k + 1)]
    return Bars("Pass rate, ask by ask", rows, heads=heads)


def _hints(result: Result) -> list[Note]:
    if not result["n_groups"]:
        fix = "data.grade(judge)" if "not graded" in result["note"] else ""
        return [Note("warning", "No pass rate", result["note"], fix)]
    notes = [Note("warning", "Read with care", result["note"])] if result["note"] else []
    if result["n_groups_imputed"]:
        notes.append(_stopped(result))
    headroom = result["headroom"]
    if headroom is not None and result["n_tasks"] > 1 and result["k"] > 1 and headroom >= ROOM:
        why = f"pass@{result['k']} lies {headroom:.2f} above pass@1: some asks pass only sometimes."
        notes.append(Note("next", "There is something to learn", why, 'scored.select(mode="rl")'))
    return notes


def _stopped(result: Result) -> Note:
    k, fix = result["k"], 'wai.simulate(..., repeat_policy="fixed")'
    why = f"The first numbers count them as if the rest of their {k} tries agreed, which flatters pass^{k}"
    what = f"{plural(result['n_groups_imputed'], 'ask')} stopped early."
    if result["pass_at_1_est"] is None:
        return Note("warning", what, f"{why}.", fix)
    return Note("info", what, f"{why}; those by likelihood do not.")
