"""What a group of repeated tries says: the chance to pass at least once, and every time."""

from __future__ import annotations

from math import comb

from wai_nb.errors import SettingError


def pass_at_k(n: int, passed: int, k: int) -> float:
    """Return the unbiased estimate of the chance that at least one of `k` tries passes.

    Parameters
    ----------
    n, passed
        Tries of one ask that were scored, and how many of them passed.
    k
        Tries that the estimate speaks of, 1 to `n`.

    Raises
    ------
    SettingError
        When `k` is outside 1..`n`: fewer tries than `k` say nothing about `k`.

    Notes
    -----
    1 - C(n - passed, k) / C(n, k); Chen et al. (2021), "Evaluating Large Language Models Trained on
    Code", equation 1.

    Examples
    --------
    >>> round(pass_at_k(8, 4, 4), 6)
    0.985714
    """
    _check(n, passed, k)
    return 1 - comb(n - passed, k) / comb(n, k)


def pass_pow_k(n: int, passed: int, k: int) -> float:
    """Return the unbiased estimate of the chance that all of `k` tries pass.

    Parameters and errors as for :func:`pass_at_k`.

    Notes
    -----
    C(passed, k) / C(n, k); Yao et al. (2024), "tau-bench", section 4.

    Examples
    --------
    >>> round(pass_pow_k(8, 4, 4), 7)
    0.0142857
    """
    _check(n, passed, k)
    return comb(passed, k) / comb(n, k)


def _check(n: int, passed: int, k: int) -> None:
    if not 1 <= k <= n:
        raise SettingError(f"k={k} needs at least {max(k, 1)} scored tries and k >= 1; this ask has {n}.")
    if not 0 <= passed <= n:
        raise SettingError(f"{passed} passes of {n} tries is not possible.")
