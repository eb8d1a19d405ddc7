"""One line a branch: the rows split by a field, an axis of the grid or a function, each with its pass rates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from wai_nb.measure.by import By, check_by, kind_of, name_of
from wai_nb.records.report import Block, Card, Column, Drawn, Interval, Note, Report, Styled, Table
from wai_nb.records.rows import Row, Rows
from wai_nb.records.view.wording import ci_text, count, interval, plural, share

if TYPE_CHECKING:
    import pandas as pd

FEW = 5  # situations below which a branch's interval is wide enough to be pointed at; convention


class Branches(Drawn, Report):
    """What :func:`wai_nb.pass_at` returns with ``by=``: ``branches``, ``all``, ``by`` and ``k``.

    ``branches`` maps each value to its :class:`~wai_nb.PassAt`, lowest pass@1 first.
    """

    def __init__(self, *, by: By, k: int, all: Mapping[str, Any], branches: Mapping[str, Any]) -> None:
        ordered = sorted(branches.items(), key=lambda item: (item[1]["pass_at_1"] is None, item[1]["pass_at_1"] or 0.0))
        super().__init__(by=name_of(by), k=k, all=all, branches=dict(ordered))

    def __missing__(self, name: str) -> Any:
        """Return a branch by its value alone: ``found["get_order"]``."""
        return dict(self)["branches"][name]

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas DataFrame, one line a branch."""
        import pandas as pd

        lines = [{self["by"]: name, **found.to_frame().iloc[0].to_dict()} for name, found in self["branches"].items()]
        frame: pd.DataFrame = pd.DataFrame(lines)
        return frame

    def card(self) -> Card:
        """Return what a cell shows: a line a branch with its intervals."""
        branches = self["branches"]
        if not branches:
            return Card(kind=("PassAt", f"by {self['by']}"), headline="No rows, so no branches", blocks=[])
        rated = [(name, found) for name, found in branches.items() if found["pass_at_1"] is not None]
        headline = "Nothing is graded"
        if rated:
            name, lowest = rated[0]
            headline = f"Lowest pass@1: {name}, {ci_text(lowest['pass_at_1'], lowest['ci95'])}"
        whole = self["all"]
        return Card(
            kind=("PassAt", f"by {self['by']}", f"k = {self['k']}"),
            headline=headline,
            sub=f"{plural(len(branches), 'branch', 'branches')} of {plural(whole['n_tasks'], 'situation')}; over all "
            f"of them pass@1 {ci_text(whole['pass_at_1'], whole['ci95'])}.",
            blocks=[self._table(), *_notes(branches)],
            foot="Each interval speaks of its branch alone; of many branches some lie far out by chance.",
        )

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: the branches with their intervals."""
        return {"intervals": self._table()}

    def _table(self) -> Table:
        k = self["k"]
        columns = [Column(self["by"], "code"), Column("situations", "number", drop=True), Column("asks", "number")]
        columns += [Column("pass@1", "number"), Column("interval", "number"), Column("", "interval")]
        corrected = self["all"]["n_groups_imputed"] > 0
        power = "pass_pow_k_est" if corrected else "pass_pow_k"
        columns += [Column(f"pass^{k}{', by likelihood' if corrected else ''}", "number")] if k > 1 else []
        lines = [_line(name, found, k, power) for name, found in self["branches"].items()]
        whole = _line("all", self["all"], k, power)
        return Table("Pass rates by branch, lowest first", columns, [*lines, whole], total=True)


def _line(name: str, found: Mapping[str, Any], k: int, power: str) -> list[object]:
    bar: object = "" if found["pass_at_1"] is None else Interval(found["pass_at_1"], *(found["ci95"] or ()))
    line: list[object] = [name, count(found["n_tasks"]), count(found["n_groups"]), share(found["pass_at_1"])]
    line += [interval(found["ci95"]), bar]
    return line + ([Styled(share(found[power]), "strong")] if k > 1 else [])


def _notes(branches: Mapping[str, Any]) -> list[Note]:
    thin = [name for name, found in branches.items() if 0 < found["n_tasks"] < FEW]
    if not thin:
        return []
    shown_names = ", ".join(thin[:4]) + (f" and {len(thin) - 4} more" if len(thin) > 4 else "")
    why = f"{shown_names}: under {FEW} situations, so the interval says little."
    return [Note("next", "Thin branches.", why, "wai.simulate(..., dimensions={...}) aims at one")]


def branched(rows: Iterable[Row], by: By) -> dict[str, Rows]:
    """Return the rows of each branch, in order of first appearance; those that say nothing form ``(none)``.

    Raises
    ------
    SettingError
        When no row has what `by` names.

    Examples
    --------
    >>> rows = [{"prompt": "a", "scenario_dimensions": {"tool": "get_order"}}, {"prompt": "b"}]
    >>> {name: len(part) for name, part in branched(rows, "tool").items()}
    {'get_order': 1, '(none)': 1}
    """
    kept = list(rows)
    checked = check_by(kept, by)
    parts: dict[str, Rows] = {}
    for row in kept:
        parts.setdefault(kind_of(row, checked), Rows()).append(row)
    return parts
