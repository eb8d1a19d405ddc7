"""How many asks split: the share of groups that carry a gradient for grouped updates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.measure.groups import BAND, strip_of
from wai_nb.measure.passk import LEVEL, pass_at
from wai_nb.measure.tallies import Tally, by_task
from wai_nb.records.report import Bars, Block, Card, Drawn, Facts, Note, Report
from wai_nb.records.view.wording import ci_text, count, percent, plural, share
from wai_nb.stats.intervals import clustered

LOW_RATE = 0.25  # mixed rate under which buying more of the same rollouts is a waste; half of recommend()'s default


class GroupSignal(Drawn, Report):
    """What :func:`group_signal` returns."""

    _columns: tuple[tuple[int, int], ...] = ()

    def card(self) -> Card:
        """Return what a cell shows: the mixed rate, the counts, the strip."""
        repeated = self["n_groups"] - self["n_single"]
        if not repeated:
            why = "A group needs two graded rollouts to disagree."
            hint = Note("warning", "No groups.", why, "wai.simulate(..., repeats=8)")
            return Card(kind=("GroupSignal",), headline="No ask was tried twice", blocks=[hint])
        blocks: list[Block] = [self._facts(), *_hints(self), self._parts(), strip_of(self._columns, self["k"])]
        return Card(
            kind=("GroupSignal", f"k = {self['k']}"),
            headline=f"{percent(self['mixed_rate'])} of {plural(repeated, 'ask')} "
            f"{'is' if repeated == 1 else 'are'} mixed; "
            f"{count(self['n_in_band'])} in the {self['lo']:.0%} to {self['hi']:.0%} band",
            sub=f"Mixed rate {ci_text(self['mixed_rate'], self['mixed_rate_ci95'], 'one situation')}. Only a mixed ask "
            "moves a grouped update: where all rollouts agree every advantage is zero.",
            blocks=blocks,
            foot='Size the next run with it: `wai.recommend(..., mode="rl", mixed_rate=wai.group_signal(rows))`',
        )

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw: the asks by kind."""
        return {"parts": self._parts()}

    def _facts(self) -> Facts:
        k = self["k"]
        return Facts(
            [
                ("mixed rate", share(self["mixed_rate"])),
                ("pass@1", share(self["pass_at_1"])),
                (f"pass@{k}", share(self["pass_at_k"])),
                ("headroom", share(self["headroom"]), f"pass@{k} - pass@1"),
            ]
        )

    def _parts(self) -> Bars:
        whole = max(1, self["n_groups"])
        names = {"n_all_zero": "never pass", "n_mixed": "mixed", "n_all_one": "always pass", "n_single": "one try only"}
        rows = [(name, self[key] / whole, count(self[key])) for key, name in names.items()]
        return Bars("Asks by what their rollouts say", rows, heads=("rollouts of the ask", "asks"))


def group_signal(rows: Any, lo: float = BAND[0], hi: float = BAND[1]) -> GroupSignal:
    """Return how many asks have rollouts that disagree, the ones that a grouped update can learn from.

    Parameters
    ----------
    rows
        Graded rows, or a graded run; a probe of 12 asks x 8 rollouts is enough to size a run.
    lo, hi
        Ends of the band of useful pass rates, both included.

    Returns
    -------
    GroupSignal
        ``n_groups`` (asks) = ``n_single`` (one scored rollout) + ``n_mixed`` + ``n_all_zero`` + ``n_all_one``,
        ``n_in_band``, ``mixed_rate`` over the asks with two rollouts or more and ``mixed_rate_ci95`` over
        situations, ``k``, ``pass_at_1``, ``pass_pow_k``, ``pass_at_k`` and ``headroom`` as of :func:`pass_at`,
        ``lo``, ``hi``, ``note``.

    Raises
    ------
    SettingError
        When the band is not 0 <= lo <= hi <= 1.

    Notes
    -----
    Yu et al. (2025), "DAPO", section 3.2: groups whose rewards are all equal carry no gradient. The band follows
    difficulty filtering as practised for reasoning models.

    Examples
    --------
    >>> rows = [{"prompt": p, "reward": int(r)} for p, rs in {"a": "11", "b": "10", "c": "00"}.items() for r in rs]
    >>> found = group_signal(rows)
    >>> found.n_mixed, round(found.mixed_rate, 2)
    (1, 0.33)
    """
    if not (_is_share(lo) and _is_share(hi) and lo <= hi):
        raise SettingError(f"lo={shown(lo)}, hi={shown(hi)} is no band of pass rates: 0 <= lo <= hi <= 1.")
    rates = pass_at(rows)
    tallies = rates._tallies
    repeated = [tally for tally in tallies if tally.tries > 1]
    mixed = [tally for tally in repeated if 0 < tally.passed < tally.tries]
    signal = GroupSignal(
        n_groups=len(tallies),
        n_single=len(tallies) - len(repeated),
        n_mixed=len(mixed),
        n_all_zero=sum(not tally.passed for tally in repeated),
        n_all_one=sum(tally.passed == tally.tries for tally in repeated),
        n_in_band=sum(lo <= tally.rate <= hi for tally in repeated),
        mixed_rate=len(mixed) / len(repeated) if repeated else None,
        mixed_rate_ci95=_mixed_interval(repeated),
        **{name: rates[name] for name in ("k", "pass_at_1", "pass_pow_k", "pass_at_k", "headroom")},
        lo=lo,
        hi=hi,
        note=rates["note"],
    )
    signal._columns = tuple((tally.passed, tally.tries - tally.passed) for tally in repeated)
    return signal


def _mixed_interval(repeated: list[Tally]) -> tuple[float, float] | None:
    mixed = by_task(repeated, lambda tally: float(0 < tally.passed < tally.tries))
    return clustered(mixed, n_rows=len(repeated), level=LEVEL)


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def _hints(signal: Mapping[str, Any]) -> list[Note]:
    notes = [Note("warning", "Read with care.", signal["note"])] if signal["note"] else []
    if signal["mixed_rate"] < LOW_RATE:
        side = "too easy" if signal["n_all_one"] >= signal["n_all_zero"] else "too hard"
        fix = "wai.simulate(..., hard_share=1)" if side == "too easy" else "wai.simulate(..., hard_share=0)"
        why = f"Most asks are {side} for this agent; aim the grid before buying rollouts."
        notes.append(Note("next", "Few asks split.", why, fix))
    return notes
