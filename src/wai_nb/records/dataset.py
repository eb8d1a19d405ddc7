"""The containers: a run with its rows, and the same run with verdicts.

The fluent verbs (``grade``, ``pass_at``, ``select``) are one of the three doors that lead to rooms above.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wai_nb.errors import SettingError
from wai_nb.records.files import replacing
from wai_nb.records.jsonl import PathLike, read_jsonl, write_jsonl
from wai_nb.records.overview import coverage_maps, run_card
from wai_nb.records.report import Block, Card, Drawn, Report, Shown
from wai_nb.records.rows import Row, Rows, grouped, is_graded, label_of, verdict_of
from wai_nb.records.tools import Tool, to_tools
from wai_nb.records.values import jsonable
from wai_nb.records.verdicts import joined, read_verdicts, verdicts_path
from wai_nb.records.warnings import Advice

if TYPE_CHECKING:
    import pandas as pd
    from typing_extensions import Unpack

    from wai_nb.grade.contract import Judge
    from wai_nb.grade.options import GradeOptions
    from wai_nb.measure.passk import PassAt
    from wai_nb.select.choose import Selection


FAILED_BELOW = 0.5  # a graded failure, the documents


class SimulationData(Drawn, Shown):
    """The rows of a run, and how they came to be.

    Attributes
    ----------
    rows : Rows
        One dict a rollout, in plan order; ``data.rows`` and ``data.rows()`` are the same.
    trajectories : Rows
        The same with the answer keys (``privileged``) that never reach judges, files and trainers.
    tools : tuple of Tool
        What the agent may call.
    system_prompt : str
        The agent's policy.
    stopped_because : str
        ``budget``, ``situations_exhausted``, ``tasks_done``, ``saturation``, ``writer_exhausted``, ``time_budget``,
        ``stopped``, ``interrupted``, ``agent_failed``, ``empty_replies`` or ``tool_markup``; empty while the run is
        under way.
    warnings : list of Advice
        What is not as it was asked for, each with the call that mends it.
    degraded : list of str
        The same as short flags.
    search : dict
        How the budget was spent: ``rollouts``, ``tier_mix``, ``fault_mix``, ``first_agent_error`` ...
    coverage : dict
        Cells and pairs of the grid, planned and met.
    settings : dict
        The dials of the run.
    """

    def __init__(
        self,
        trajectories: Iterable[Row],
        *,
        tools: Any = (),
        system_prompt: str = "",
        stopped_because: str = "",
        warnings: Iterable[Advice] = (),
        degraded: Iterable[str] = (),
        search: Mapping[str, Any] | None = None,
        coverage: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.trajectories = Rows(trajectories)
        self.rows = _without_keys(self.trajectories)
        self.tools: tuple[Tool, ...] = to_tools(tools)
        self.system_prompt = system_prompt
        self.stopped_because = stopped_because
        self.warnings = list(warnings)
        self.degraded = list(degraded)
        self.search = dict(search or {})
        self.coverage = dict(coverage or {})
        self.settings = dict(settings or {})

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        words = [f"{len(self.rows):,} rows", f"{len(grouped(self.rows)):,} asks", str(self.settings.get("mode", ""))]
        return f"<{type(self).__name__} {', '.join(filter(None, words))}>"

    @property
    def pass_at(self) -> PassAt:
        """How often the agent passes, with intervals; see :func:`wai_nb.pass_at`."""
        from wai_nb.measure.passk import pass_at

        return pass_at(self.rows)

    def grade(self, judge: Judge | str | None = None, **options: Unpack[GradeOptions]) -> ScoredData:
        """Return the run with the judge's verdicts; this one stays as it is. See :func:`wai_nb.grade`."""
        from wai_nb.grade.contract import run_judge

        return run_judge(self, judge, **options)

    def groups(self, *, interactive: bool = False) -> Any:
        """Return the grid of asks x rollouts, lowest pass rate first; see :func:`wai_nb.measure.groups.groups`.

        Parameters
        ----------
        interactive
            Return the grid to walk through with mouse and keyboard instead: ``selected`` is the chosen row.
        """
        from wai_nb.measure.groups import groups

        found = groups(self)
        return found.explore() if interactive else found

    def select(self, mode: str = "rl", *, target: int | None = None, include_eval: bool = False) -> Selection:
        """Return the rows worth training on; see :func:`wai_nb.select`."""
        from wai_nb.select.choose import select

        return select(self, mode, target=target, include_eval=include_eval)

    def report(self) -> Report:
        """Return what was asked for and what was delivered, as one flat dict."""
        return RunReport(self)

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas DataFrame, one line a row."""
        frame: pd.DataFrame = self.rows.to_frame()
        return frame

    def save(self, path: PathLike, *, meta: bool = True) -> int:
        """Write the rows as JSON lines, atomically, and return how many.

        Parameters
        ----------
        path
            The file; ``.gz`` is compressed.
        meta
            Also write ``<path>.meta.json``: tools, policy, settings and warnings, so that :func:`wai_nb.load`
            gives the whole run back.
        """
        written = write_jsonl(path, self.rows)
        if meta:
            with replacing(_meta_path(path)) as file:
                file.write(json.dumps(self._meta(), ensure_ascii=False, indent=1, allow_nan=False).encode())
        return written

    def card(self) -> Card:
        """Return what a cell shows."""
        return run_card(self)

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: ``coverage`` (stance x tool_condition), ``tools`` (tool x world_state)."""
        return {**coverage_maps(self.rows)}

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from wai_nb.show.live import make_way

        make_way(self)
        return super()._repr_mimebundle_(include, exclude)

    def circumstances(self) -> dict[str, Any]:
        """Return everything but the rows: what :class:`SimulationData` takes by name."""
        names = ("tools", "system_prompt", "stopped_because", "warnings", "degraded", "search", "coverage", "settings")
        return {name: getattr(self, name) for name in names}

    def _meta(self) -> dict[str, Any]:
        meta: dict[str, Any] = jsonable(
            {k: v for k, v in self.circumstances().items() if k not in ("tools", "warnings")}
        )
        return {
            **meta,
            "tools": [tool.to_openai() for tool in self.tools],
            "warnings": [advice.parts() for advice in self.warnings],
        }


class ScoredData(SimulationData):
    """A run with verdicts on its rows."""

    @property
    def judge_name(self) -> str:
        """Name of the judge of the first row."""
        return str(self.rows[0].get("judge_name", "")) if self.rows else ""

    def passes(self) -> Rows:
        """Return the rows with reward 1."""
        return Rows(row for row in self.rows if label_of(row) == 1)

    def failures(self) -> Rows:
        """Return the rows with reward 0."""
        return Rows(row for row in self.rows if label_of(row) == 0)

    def failed_traces(self) -> Rows:
        """Return the rows graded below one half, as traces to learn from."""
        return Rows(row for row in self.rows if verdict_of(row) in ("fail", "partial") and row["reward"] < FAILED_BELOW)

    def partials(self) -> Rows:
        """Return the rows with a reward between 0 and 1."""
        return Rows(row for row in self.rows if verdict_of(row) == "partial")

    def unjudged(self) -> Rows:
        """Return the rows without a reward that can be read: their verdict failed, or nobody has judged them."""
        return Rows(row for row in self.rows if verdict_of(row) in ("unread", "ungraded"))

    def card(self) -> Card:
        """Return what a cell shows: the pass rate above the account of the run."""
        return run_card(self, self.pass_at)


class RunReport(Drawn, Report):
    """The account of a run as one flat dict; shows itself as the run does."""

    def __init__(self, data: SimulationData) -> None:
        account = {"rows": len(data.rows), "stopped_because": data.stopped_because, "degraded": data.degraded}
        super().__init__({**data.settings, **data.coverage, **data.search, **account, "warnings": data.warnings})
        self._data = data

    def card(self) -> Card:
        """Return the card of the run."""
        return self._data.card()

    def pictures(self) -> dict[str, Block]:
        """Return what the run can draw."""
        return self._data.pictures()


def load(path: PathLike) -> SimulationData:
    """Return a saved run: :class:`ScoredData` when its rows carry verdicts, else :class:`SimulationData`.

    The verdicts that a run with ``grader=`` wrote beside its checkpoint are read with it.

    Raises
    ------
    RowError
        For a file or a line that cannot be read, with file, line and reason.
    """
    rows = joined(read_jsonl(path), read_verdicts(verdicts_path(path)))
    kind = ScoredData if any(map(is_graded, rows)) else SimulationData
    meta = _read_meta(path)
    warnings = [Advice(**parts) for parts in meta.pop("warnings", ())]
    return kind(rows, warnings=warnings, **meta)


def _read_meta(path: PathLike) -> dict[str, Any]:
    beside = _meta_path(path)
    if not beside.exists():
        return {}
    try:
        meta = json.loads(beside.read_text(encoding="utf-8"))
        return {name: meta[name] for name in SimulationData([]).circumstances() if name in meta}
    except (ValueError, TypeError) as error:
        raise SettingError(
            f"{beside} is not the account of a run ({error}). Delete it to load the rows alone."
        ) from None


def _meta_path(path: PathLike) -> Path:
    return Path(f"{Path(path)}.meta.json")


def _without_keys(rows: Rows) -> Rows:
    """Return the rows without their answer keys; the same list when there are none."""
    if not any("privileged" in row for row in rows):
        return rows
    return Rows({name: value for name, value in row.items() if name != "privileged"} for row in rows)
