"""How small a change an evaluation can see, and how many tasks it takes to see one."""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.measure.compare.rates import check_level
from wai_nb.stats.paired import tasks_needed


def noise_band(run_std: float, n_a: int = 1, n_b: int = 1, df: int | None = None, level: float = 0.95) -> float:
    """Return how far two scores of the same agent may lie apart by chance alone.

    Parameters
    ----------
    run_std
        Standard deviation of the score from run to run of one evaluation, see :func:`eval_variance`.
    n_a, n_b
        Runs that are averaged on each side.
    df
        Degrees of freedom of `run_std`: the runs it was taken from minus the sides they came from. Without it
        `run_std` counts as known.
    level
        Share of such pairs that lie inside the band.

    Returns
    -------
    float
        Half the band: a change no larger than this is what re-running does.

    Raises
    ------
    SettingError
        For a value out of its range.

    Notes
    -----
    q s sqrt(1 / n_a + 1 / n_b), with q from the normal distribution, or Student's with `df`.

    Examples
    --------
    >>> round(noise_band(0.02), 4), round(noise_band(0.02, 3, 3, df=4), 4)
    (0.0554, 0.0453)
    """
    spread = check_number("run_std", run_std, 0, 1, "a standard deviation of scores")
    runs = check_whole("n_a", n_a), check_whole("n_b", n_b)
    quantile = _quantile(check_level(level), None if df is None else check_whole("df", df))
    return quantile * spread * sqrt(1 / runs[0] + 1 / runs[1])


def holdout_size(
    effect: float,
    base: float = 0.6,
    k: int = 4,
    power: float = 0.8,
    alpha: float = 0.05,
    *,
    task_std: float | None = None,
) -> int:
    """Return how many tasks a comparison needs to find a gain of this size.

    Parameters
    ----------
    effect
        The gain that must not be missed, above 0; with `base` it cannot exceed 1.
    base
        Pass rate before.
    k
        Rollouts of each task on each side.
    power
        Chance to find the gain when it is there.
    alpha
        Chance to find one when there is none.
    task_std
        Standard deviation of the tasks' differences where it is known from data. Without it two independent sides
        whose tasks all have the same chance stand in, which knows nothing of how tasks differ.

    Returns
    -------
    int
        Tasks, at least as many as a sign-flip test needs to reach `alpha` at all.

    Raises
    ------
    SettingError
        For a gain that does not fit between `base` and 1, and for values out of their range.

    Notes
    -----
    n = (z(1 - alpha / 2) + z(power))^2 sd^2 / effect^2, with sd^2 = (p(1 - p) + p'(1 - p')) / k. With Student's
    quantiles it would be one or two tasks more; the normal ones are kept because their figures are the usual ones.

    Examples
    --------
    >>> holdout_size(0.05), holdout_size(0.10), holdout_size(0.16)
    (367, 89, 33)
    """
    gain = check_number("effect", effect, 0, 1, "a gain", above=True)
    start = check_number("base", base, 0, 1, "a pass rate")
    sure = check_alpha(alpha)
    if start + gain > 1 + 1e-12:
        raise SettingError(
            f"effect={shown(effect)} does not fit: from base={shown(base)} a pass rate can gain at most "
            f"{max(0.0, 1 - start):.3g}. Ask for a smaller effect, or measure on harder tasks."
        )
    tries = check_whole("k", k)
    variance = _variance(start, gain, tries) if task_std is None else _spread(task_std) ** 2
    return size_for(gain, variance, check_power(power), sure)


def size_for(effect: float, variance: float, power: float = 0.8, alpha: float = 0.05) -> int:
    """Return the tasks that find `effect` when the tasks' differences have this variance.

    Examples
    --------
    >>> size_for(0.05, 0.38**2)
    454
    """
    return max(tasks_needed(alpha), ceil(_reach(power, alpha) ** 2 * variance / effect**2 - 1e-9))


def detectable_effect(
    n: int, base: float = 0.6, k: int = 4, power: float = 0.8, alpha: float = 0.05, *, task_std: float | None = None
) -> float | None:
    """Return the smallest gain that a comparison over `n` tasks finds, or None where none that fits is found.

    Parameters
    ----------
    n
        Paired tasks.
    base, k, power, alpha, task_std
        As for :func:`holdout_size`.

    Returns
    -------
    float, or None
        None where the smallest gain would lie beyond 1 - `base`: all that is left to gain could happen and would be
        missed. None too with fewer tasks than a sign-flip test needs to reach `alpha`.

    Raises
    ------
    SettingError
        For values out of their range.

    Notes
    -----
    The formula of :func:`holdout_size`, solved for the effect (a quadratic equation).

    Examples
    --------
    >>> round(detectable_effect(30), 4), round(detectable_effect(100), 4), detectable_effect(8, base=0.9)
    (0.1656, 0.0942, None)
    """
    tasks, start = check_whole("n", n), check_number("base", base, 0, 1, "a pass rate")
    tries, reach = check_whole("k", k), _reach(check_power(power), check_alpha(alpha))
    if task_std is None:
        # effect^2 n k / reach^2 = p(1 - p) + (p + effect)(1 - p - effect)
        square, linear, constant = tasks * tries / reach**2 + 1, 2 * start - 1, -2 * start * (1 - start)
        found = (-linear + sqrt(linear**2 - 4 * square * constant)) / (2 * square)
    else:
        found = reach * _spread(task_std) / sqrt(tasks)
    return found if tasks >= tasks_needed(alpha) and start + found <= 1 and found > 0 else None


def _variance(base: float, effect: float, k: int) -> float:
    after = min(1.0, base + effect)
    return (base * (1 - base) + after * (1 - after)) / k


def _reach(power: float, alpha: float) -> float:
    """Return how many standard errors a change must be worth to be found with this power."""
    return NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)


def _quantile(level: float, df: int | None) -> float:
    if df is None:
        return NormalDist().inv_cdf((1 + level) / 2)
    from scipy.special import stdtrit

    return float(stdtrit(df, (1 + level) / 2))


def check_number(name: str, value: Any, low: float, high: float, what: str, above: bool = False) -> float:
    """Return a number, or raise.

    Raises
    ------
    SettingError
        When it is not from `low` (or `above` it) to `high`.
    """
    fine = isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high
    if not fine or (above and value <= low):
        first = f"above {low}" if above else f"from {low}"
        raise SettingError(f"{name}={shown(value)} is not {what}. Use a number {first} to {high}.")
    return float(value)


def check_whole(name: str, value: Any) -> int:
    """Return a whole number, or raise.

    Raises
    ------
    SettingError
        When it is not a whole number of 1 or more.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise SettingError(f"{name}={shown(value)} is not a whole number of 1 or more.")
    return value


def check_power(power: Any) -> float:
    """Return a power, or raise.

    Raises
    ------
    SettingError
        When it is not from 0.5 to below 1.
    """
    found = check_number("power", power, 0.5, 1, "a chance to find a change")
    if found >= 1:
        raise SettingError("power=1 would need tasks without end. Use a number from 0.5 to below 1, as 0.8.")
    return found


def check_alpha(alpha: Any) -> float:
    """Return the chance of a false alarm, or raise.

    Raises
    ------
    SettingError
        When it is not above 0 and up to 0.5.
    """
    return check_number("alpha", alpha, 0, 0.5, "a chance of a false alarm", above=True)


def _spread(task_std: Any) -> float:
    return check_number("task_std", task_std, 0, 2, "a standard deviation of differences")
