"""A probe's counts: how many of its asks had rollouts that disagree, and how sure that share is."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from math import isfinite
from typing import NamedTuple

from wai_nb.errors import SettingError, shown
from wai_nb.plan.plan import MIXED_RATE
from wai_nb.stats.intervals import wilson

SIGNAL_KEYS = ("n_mixed", "n_groups", "n_single")  # what group_signal() counts


class Probe(NamedTuple):
    """Asks whose rollouts disagree, of all asks with two rollouts or more."""

    mixed: int
    asks: int

    @property
    def rate(self) -> float:
        """The share that was measured."""
        return self.mixed / self.asks

    @property
    def ci95(self) -> tuple[float, float]:
        """The ends of its 95% Wilson interval, to three digits, so that what is printed can be recomputed.

        Examples
        --------
        >>> Probe(6, 12).ci95
        (0.254, 0.746)
        """
        low, high = wilson(self.rate, self.asks)
        return float(f"{low:.3g}"), float(f"{high:.3g}")


def read_rate(given: object) -> float | Probe:
    """Return a share of mixed asks as it was given, or the probe that measured it.

    Parameters
    ----------
    given
        A share above 0 and up to 1, counts ``(mixed, asks probed)``, or what ``group_signal`` returns: a mapping
        with ``n_mixed``, ``n_groups`` and ``n_single`` (asks with one rollout cannot show whether they are mixed).

    Raises
    ------
    SettingError
        For anything else, and for counts that cannot be.

    Examples
    --------
    >>> read_rate((6, 12))
    Probe(mixed=6, asks=12)
    >>> read_rate({"n_mixed": 3, "n_groups": 12, "n_single": 2})
    Probe(mixed=3, asks=10)
    """
    if isinstance(given, Mapping):
        return _from_signal(given)
    if isinstance(given, (tuple, list)):
        return _from_counts(given)
    return _share(given)


def _share(rate: object) -> float:
    usable = isinstance(rate, int | float) and not isinstance(rate, bool) and isfinite(rate) and 0 < rate <= 1
    if not usable:
        raise SettingError(
            f"mixed_rate={shown(rate)} is not a share above 0 and up to 1. "
            f"Leave it at {MIXED_RATE}, or pass what a graded probe measured: the share, or the counts "
            "mixed_rate=(6, 12); a probe without one mixed ask needs more asks, or harder ones."
        )
    return float(rate)  # type: ignore[arg-type]


def _from_counts(counts: tuple[object, ...] | list[object]) -> Probe:
    numbers = [_whole(count) for count in counts]
    if len(numbers) != 2 or any(number is None or number < 0 for number in numbers):
        raise SettingError(
            f"mixed_rate={shown(counts)} is not two counts. "
            "Pass (mixed asks, asks probed) as whole numbers: mixed_rate=(6, 12)."
        )
    return _checked(numbers[0] or 0, numbers[1] or 0, shown(counts))


def _from_signal(signal: Mapping[object, object]) -> Probe:
    numbers = [_whole(signal.get(name)) for name in SIGNAL_KEYS]
    if any(number is None or number < 0 for number in numbers):
        held = {name: signal[name] for name in SIGNAL_KEYS if name in signal}
        raise SettingError(
            f"mixed_rate is a mapping with {shown(held)}, and needs whole numbers under {', '.join(SIGNAL_KEYS)}. "
            "Pass what wai.group_signal(rows) returns, or the counts: mixed_rate=(6, 12)."
        )
    mixed, groups, single = (number or 0 for number in numbers)
    return _checked(mixed, groups - single, f"{mixed} mixed of {groups} groups, {single} of them single")


def _checked(mixed: int, asks: int, given: str) -> Probe:
    if asks < 1:
        raise SettingError(
            f"mixed_rate: {given}: no ask has two rollouts, so none can be mixed. "
            'Probe with wai.simulate(..., mode="rl", situations=12).'
        )
    if mixed > asks:
        raise SettingError(
            f"mixed_rate: {given}: {mixed} mixed of {asks} asks cannot be. Pass (mixed, asks probed) in this order."
        )
    if mixed == 0:
        most = wilson(0.0, asks)[1]
        raise SettingError(
            f"mixed_rate: {given}: not one of {asks} asks was mixed, so no number of asks can be worked out; the share "
            f"may be anything up to {most:.0%}. Probe more asks, or harder ones: wai.simulate(..., hard_share=0.8)."
        )
    return Probe(mixed, asks)


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
