"""Evaluate an agent, or rows it has made, on a fixed list of asks: did all run, and how did each score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from wai_nb.engine.evaluation import Evaluation, folded
from wai_nb.engine.simulate import simulate
from wai_nb.errors import ArgumentError, SettingError, nearest, shown
from wai_nb.grade.bench import Judge
from wai_nb.grade.contract import as_run, find_judge, score
from wai_nb.grade.options import Grading
from wai_nb.play.agents import check_agent
from wai_nb.records.dataset import SimulationData
from wai_nb.records.rows import Row
from wai_nb.records.view.wording import plural
from wai_nb.records.warnings import Advice

ONLY_GRADING = ("name", "run_id", "scale")
BOTH = ("concurrency", "timeout", "tools")  # of the agent's calls and of the judge's


def evaluate(
    subject: Any,
    judge: Judge | str | None = None,
    *,
    grader: Judge | str | None = None,
    eval_set: Any = None,
    **options: Any,
) -> Evaluation:
    """Return how each ask scored; the verdicts are marked as a held-out score.

    Parameters
    ----------
    subject
        Rows that were played before (a run, a list, a file), or an agent that plays the eval set now.
    judge, grader
        As for :func:`wai_nb.grade`; two names of one thing, give one.
    eval_set
        The asks: texts, rows, a run or a file of rows. They are matched with the rows by prompt, whatever the
        case and the spaces. Without it every ask counts that there is.
    **options
        ``name``, ``run_id``, ``scale`` as for :func:`wai_nb.grade`; ``concurrency`` and ``timeout`` hold for the
        agent's calls and for the judge's. With an agent also those of :func:`wai_nb.simulate`: ``tools``,
        ``system_prompt``, ``repeats``, ``execute``, ``seed`` ...

    Returns
    -------
    Evaluation
        A graded run with ``per_ask``, ``missing``, ``unscored`` and ``eval_coverage``; ``failed_traces()`` are the
        rows graded below one half. ``lineage.source`` is ``"eval"`` on every row, and :func:`wai_nb.select`
        leaves such rows out: what an agent is measured by is not what it is trained on.

    Raises
    ------
    SettingError
        For no judge or two, and for an eval set without asks.
    ArgumentError
        For an option that does not fit the subject.

    Examples
    --------
    >>> import wai_nb as wai
    >>> result = wai.evaluate(lambda message: "It has shipped.", lambda row: "shipped" in row["final_text"],
    ...     eval_set=["Where is order 7?", "Cancel order 9"], system_prompt="Help customers.", repeats=2)
    >>> [(line["ask"], line["n"], line["rate"]) for line in result.per_ask]
    [('Where is order 7?', 2, 1.0), ('Cancel order 9', 2, 1.0)]
    """
    asked = _the_judge(judge, grader)
    asks, notes = (None, []) if eval_set is None else read_asks(eval_set)
    playing = _is_agent(subject)
    grading = _grading(options, playing)
    find_judge(asked)  # before anything is played
    data = _played(check_agent(subject), asks, options) if playing else as_run(subject)
    if asks is not None:
        data, left_out = _within(data, asks)
        notes += left_out
    scored = score(data, asked, grading, source="eval")
    about = {**scored.circumstances(), "warnings": [*scored.warnings, *notes]}
    prompts = None if asks is None else [str(row["prompt"]) for row in asks]
    return Evaluation(scored.trajectories, eval_set=prompts, **about)


def read_asks(source: Any) -> tuple[list[Row], list[Advice]]:
    """Return the asks of an eval set as rows, one a prompt, and what was odd about it.

    ``n`` of a row says how often its prompt came: the repeats of a run that is evaluated again.

    Raises
    ------
    SettingError
        When there is no ask.
    """
    if isinstance(source, (list, tuple)) and all(isinstance(item, str) for item in source):
        rows = [{"prompt": text, "steps": [], "final_text": ""} for text in source]
    elif isinstance(source, Iterable) and not isinstance(source, (str, Mapping)) and not hasattr(source, "rows"):
        mixed = list(source)
        rows = [{"prompt": item, "steps": [], "final_text": ""} if isinstance(item, str) else item for item in mixed]
        rows = list(as_run(rows).trajectories)
    else:
        rows = list(as_run(source).trajectories)
    usable = [row for row in rows if isinstance(row.get("prompt"), str) and row["prompt"].strip()]
    if not usable:
        raise SettingError(f"eval_set={shown(source, limit=200)} holds no ask. It is a list of texts, or rows.")
    blank = len(rows) - len(usable)
    notes = [Advice(f"{plural(blank, 'blank ask')} of the eval set passed over.", "", "")] if blank else []
    counts = Counter(folded(row["prompt"]) for row in usable)
    first: dict[str, Row] = {}
    for row in usable:
        first.setdefault(folded(row["prompt"]), {**row, "n": counts[folded(row["prompt"])]})
    return list(first.values()), notes


def _the_judge(judge: Any, grader: Any) -> Judge | str:
    if (judge is None) == (grader is None):
        got = "neither" if judge is None else "both"
        raise SettingError(f"evaluate() got {got} of judge= and grader=, two names of one thing. Give one.")
    chosen: Judge | str = grader if judge is None else judge
    return chosen


def _is_agent(subject: object) -> bool:
    if isinstance(subject, str) and ":" in subject and not Path(subject).exists():
        return True  # the name of a model
    rows = isinstance(subject, (list, tuple, str, PathLike)) or hasattr(subject, "rows")
    return not rows and (callable(subject) or not isinstance(subject, Iterable))


def _grading(options: dict[str, Any], playing: bool) -> Grading:
    """Take the dials of the judge out of the options, and refuse those that fit neither."""
    if "grade" in options:
        raise ArgumentError("evaluate() grades with its judge; leave grade= out.")
    if not playing:
        known = [*ONLY_GRADING, *BOTH]
        for name in options:
            if name not in known:
                raise ArgumentError(
                    f"evaluate(rows) has no argument {name!r}.{nearest(name, known)} Rows that were played before "
                    f"take: {', '.join(known)}. With an agent in their place all of simulate()'s dials are here."
                )
    dials = {name: options.pop(name) for name in ONLY_GRADING if name in options}
    return Grading.read({**dials, **{name: options[name] for name in BOTH if name in options}})


def _played(agent: Any, asks: list[Row] | None, options: dict[str, Any]) -> SimulationData:
    """Let the agent answer every ask of the eval set, or what the options generate."""
    if asks is None:
        return simulate(agent, **options)
    if options.get("tasks") is not None:
        raise SettingError("eval_set= and tasks= both say what is played: give one of them.")
    again = any("rollout_index" in row for row in asks)  # a run that is evaluated again keeps its repeats
    repeats = options.get("repeats") or (max(row["n"] for row in asks) if again else 1)
    tasks = [{name: value for name, value in row.items() if name != "n"} for row in asks]
    budget = options.get("budget") or len(tasks) * repeats
    return simulate(agent, **{**options, "tasks": tasks, "repeats": repeats, "budget": budget})


def _within(data: SimulationData, asks: list[Row]) -> tuple[SimulationData, list[Advice]]:
    wanted = {folded(row["prompt"]) for row in asks}
    kept = [row for row in data.trajectories if folded(str(row.get("prompt") or "")) in wanted]
    left_out = len(data.trajectories) - len(kept)
    if not left_out:
        return data, []
    what = f"{plural(left_out, 'row')} of {len(data.trajectories):,} answer no ask of the eval set and were left out."
    return SimulationData(kept, **data.circumstances()), [Advice(what, "", "wai.evaluate(rows, judge)")]
