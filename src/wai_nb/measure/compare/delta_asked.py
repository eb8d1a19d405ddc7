"""What a before-and-after report was asked for, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.measure.compare.power import check_alpha, check_number, check_power, check_whole
from wai_nb.measure.compare.rates import MARKER, common_k, markers_on, metric_of, names_of
from wai_nb.measure.tallies import check_k
from wai_nb.records.rows import Rows


@dataclass(frozen=True)
class Asked:
    """The checked dials of :func:`wai_nb.delta_report`."""

    target: str
    guards: tuple[str, ...]  # must not fall
    lower: frozenset[str]  # less is better
    proxy: str | None
    metrics: tuple[str, ...]  # all that are tested together, the target first
    k: int
    alpha: float
    power: float
    run_std: float | None
    run_std_runs: int

    @classmethod
    def read(
        cls,
        sides: tuple[Rows, Rows],
        *,
        target: Any,
        must_not_regress: Any,
        lower_is_better: Any,
        markers: Any,
        proxy: Any,
        run_std: Any,
        run_std_runs: Any,
        k: Any,
        alpha: Any,
        power: Any,
    ) -> Asked:
        """Return the dials with every metric by its full name.

        Raises
        ------
        SettingError
            For a metric that is not on the rows, and dials out of range.
        """
        there = markers_on([*sides[0], *sides[1]])
        main = metric_of(target, there, "target")
        guards = _named(must_not_regress, there, "must_not_regress")
        lower = _named(lower_is_better, there, "lower_is_better")
        optimised = None if proxy is None else metric_of(proxy, there, "proxy")
        if optimised == main:
            raise SettingError(f"proxy={shown(proxy)} is the target itself. Give the metric that training optimised.")
        more = [MARKER + name for name in there] if markers is True else _named(markers or (), there, "markers")
        metrics = dict.fromkeys([main, *guards, *([optimised] if optimised else []), *lower, *more])
        spread, runs = _rerun(run_std, run_std_runs)
        tries = check_k(k) or common_k(*sides)
        return cls(
            target=main,
            guards=tuple(name for name in dict.fromkeys(guards) if name != main),
            lower=frozenset(lower),
            proxy=optimised,
            metrics=tuple(metrics),
            k=tries,
            alpha=check_alpha(alpha),
            power=check_power(power),
            run_std=spread,
            run_std_runs=runs,
        )

    def sign(self, metric: str) -> int:
        """Return 1 where higher is better, -1 where lower is."""
        return -1 if metric in self.lower else 1


def _named(value: Any, there: Sequence[str], where: str) -> list[str]:
    return [metric_of(name, there, where) for name in names_of(value, where)]


def _rerun(run_std: Any, run_std_runs: Any) -> tuple[float | None, int]:
    if run_std is None and run_std_runs is None:
        return None, 0
    if run_std is None or run_std_runs is None:
        raise SettingError(
            f"run_std={shown(run_std)} and run_std_runs={shown(run_std_runs)} belong together: a standard deviation, "
            'and the runs it comes from. found = wai.eval_variance(data) has both: found["run_std"], found["n_runs"].'
        )
    runs = check_whole("run_std_runs", run_std_runs)
    if runs < 2:
        raise SettingError(f"run_std_runs={runs}: one run has no standard deviation. Three or more give a usable one.")
    return check_number("run_std", run_std, 0, 1, "a standard deviation of scores"), runs
