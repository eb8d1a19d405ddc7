"""Six questions to an evaluation before its number is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from wai_nb.grade.calls import calls_of
from wai_nb.measure.compare.rates import markers_on, value_of
from wai_nb.measure.compare.variance import ENOUGH, eval_variance
from wai_nb.measure.passk import PassAt
from wai_nb.records.rows import Row, Rows, grouped, label_of, verdict_of
from wai_nb.records.view.wording import ci_text, count, listed, p_value, percent, plural, share
from wai_nb.stats.overlap import grams_of, share_copied
from wai_nb.stats.paired import holm
from wai_nb.stats.within import within

# Where the lines are drawn; conventions, unless a source is named.
CEILING, FLOOR = 0.9, 0.05  # pass@1 from which, and up to which, no change could show
ROOM = 0.05  # headroom under which repeats teach nothing
RARE = 0.02  # a criterion that fails, or passes, in less of the rows tells nothing apart
MANY = 50  # graded rows from which a criterion's silence is more than chance
UNREAD = 0.02  # share of rows without a verdict from which the rest is a choice of its own
TRACKS, SURE = 0.3, 0.01  # correlation with the reward, and p-value (Holm), from which the judge is asked
COPIED = 0.8  # share of an ask's words in runs of 8 that a training text has too, as contamination is usually called


@dataclass(frozen=True)
class Check:
    """What one question found: ``ok``, ``warn``, ``bad``, or ``unknown`` where it could not be put."""

    name: str
    status: str
    finding: str
    why: str = ""
    fix: str = ""


def room(rates: PassAt) -> Check:
    """Ask whether pass@1 leaves room to move in both directions."""
    one = rates["pass_at_1"]
    if one is None:
        return Check("room", "bad", "nothing is graded", "There is no number to believe.", "data.grade(judge)")
    said = f"pass@1 {ci_text(one, rates['ci95'])}"
    if one >= CEILING:
        why = "Near the ceiling an improvement has nowhere to show."
        return Check("room", "bad", said, why, "wai.simulate(..., hard_share=1)")
    if one <= FLOOR:
        why = "Near the floor a change has nothing to work on."
        return Check("room", "bad", said, why, "wai.simulate(..., hard_share=0)")
    return Check("room", "ok", said)


def headroom(rates: PassAt) -> Check:
    """Ask whether some asks pass only sometimes."""
    room_left, k = rates["headroom"], rates["k"]
    if room_left is None or k < 2:
        why = "With one try an ask, what could be learned from repeats is not known."
        return Check("headroom", "unknown", "one try an ask", why, "wai.simulate(..., repeats=8)")
    said = f"pass@{k} - pass@1 = {share(room_left)}"
    if room_left == 0:
        why = "Every ask always passes or always fails: repeats say nothing new."
        return Check("headroom", "bad", said, why, "wai.simulate(..., repeats=1, situations=...)")
    if room_left < ROOM:
        return Check("headroom", "warn", said, "There is next to nothing to learn from the agent's own good tries.")
    return Check("headroom", "ok", said)


def criteria(rows: Rows) -> Check:
    """Ask whether every criterion fails sometimes, and passes sometimes."""
    names = markers_on(rows)
    if not names:
        fix = "def judge(row): return {'reward': ..., 'markers': {'looked_up_first': 1}}"
        return Check("criteria", "unknown", "the rows carry no markers", "One reward hides its criteria.", fix)
    values = {name: _values(rows, name) for name in names}
    stuck = [name for name in names if not RARE <= fmean(values[name]) <= 1 - RARE]
    if stuck:
        why = "A criterion that never fails, or never passes, tells no two agents apart."
        fix = "wai.coverage_gap(data, system_prompt=POLICY) names the rules that no ask tries"
        said = listed(f"{name} is met in {percent(fmean(values[name]))} of rows" for name in stuck)
        enough = any(len(values[name]) >= MANY for name in stuck)
        return Check("criteria", "bad" if enough else "warn", said, why, fix)
    return Check("criteria", "ok", f"{plural(len(names), 'criterion', 'criteria')}, each fails and passes")


def _values(rows: Rows, marker: str) -> list[float]:
    read = value_of(f"marker:{marker}")
    return [value for row in rows if (value := read(row)) is not None]


def noise(rows: Rows) -> Check:
    """Ask whether it is known how much the score moves when nothing has changed."""
    found = eval_variance(rows)
    n, band = found["n_runs"], found["noise_band"]
    fix = f"wai.simulate(agent, tasks=data, runs={ENOUGH}, ...)"
    if n < 2 or found["mean"] is None:
        why = "How much the score moves when nothing has changed is not known."
        return Check("noise", "bad", plural(n, "run"), why, fix)
    if n < ENOUGH:
        return Check("noise", "warn", plural(n, "run"), f"{ENOUGH} give a standard deviation.", fix)
    width = "too wide to use" if band is None else f"± {band:.3f}"
    return Check("noise", "ok", f"{plural(n, 'run')}, two of which differ by chance by {width}")


def judge(rows: Rows) -> Check:
    """Ask whether the judge read every row, and does not simply follow length, calls or turns."""
    missing = sum(verdict_of(row) in ("unread", "ungraded") for row in rows)
    if missing > UNREAD * len(rows):
        said = f"{count(missing)} of {plural(len(rows), 'row')} without a verdict"
        return Check("judge", "bad", said, "What is left is not what was asked.", "scored.unjudged()")
    tracked = _tracked(rows)
    if tracked is None:
        why = "What a reward follows shows only where rollouts of one ask disagree."
        return Check("judge", "unknown", "no ask with different verdicts", why, "wai.simulate(..., repeats=8)")
    if tracked:
        name, r, p = tracked[0]
        said = f"the reward follows {name}: r = {share(r)} inside asks, {p_value(p)}"
        why = f"Read ten passes and ten fails: where {name} alone earns the reward, training will find out."
        return Check("judge", "bad" if name == "length" else "warn", said, why, "scored.failures()")
    left = f", {count(missing)} without a verdict" if missing else ""
    return Check("judge", "ok", f"the reward follows neither length nor calls nor turns{left}")


def _tracked(rows: Rows) -> list[tuple[str, float, float]] | None:
    """Return what the reward follows inside asks, strongest first; None where no ask has different verdicts."""
    asks = [[(row, label) for row in tries if (label := label_of(row)) is not None] for tries in grouped(rows).values()]
    mixed = [tries for tries in asks if len({label for _, label in tries}) > 1]
    if not mixed:
        return None
    found = {
        name: tested
        for name, size in FEATURES.items()
        if (tested := within([[(size(row), label) for row, label in tries] for tries in mixed]))
    }
    adjusted = holm([tested.p_value for tested in found.values()])
    strong = [
        (name, tested.r, p)
        for (name, tested), p in zip(found.items(), adjusted, strict=True)
        if abs(tested.r) >= TRACKS and p <= SURE
    ]
    return sorted(strong, key=lambda entry: -abs(entry[1]))


def _turns(row: Row) -> float:
    return sum("user" in step for step in row.get("steps") or () if isinstance(step, Mapping))


FEATURES: dict[str, Callable[[Row], float]] = {
    "length": lambda row: len(str(row.get("final_text") or "")),
    "calls": lambda row: len(calls_of(row)),
    "turns": _turns,
}


def contamination(rows: Rows, train: Iterable[str] | None) -> Check:
    """Ask whether asks of the evaluation stand in what the agent was trained on."""
    if train is None:
        why = "Whether the agent has seen these asks is not known."
        return Check("contamination", "unknown", "no training texts given", why, "wai.eval_health(rows, train=rows)")
    prompts: Sequence[str] = list(dict.fromkeys(str(row.get("prompt") or "") for row in rows))
    grams = grams_of(train)
    copied = [prompt for prompt in prompts if share_copied(prompt, grams) >= COPIED]
    if copied:
        said = f"{count(len(copied))} of {plural(len(prompts), 'ask')} stand in the training texts"
        why = f"The first: {copied[0][:80]!r}"
        return Check("contamination", "bad", said, why, "leave these asks out of one of the two")
    return Check("contamination", "ok", f"none of {plural(len(prompts), 'ask')} stands in the training texts")
