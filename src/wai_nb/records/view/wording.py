"""How numbers and lists are worded, the same in every view."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

MINUS = "−"  # the true minus sign
NONE = "none"


def _missing(value: float | None) -> bool:
    return value is None or not math.isfinite(value)


def share(value: float | None, digits: int = 2) -> str:
    """Return a share with two decimals, or ``none``.

    Examples
    --------
    >>> share(0.634), share(-0.01), share(None), share(float("nan"))
    ('0.63', '−0.01', 'none', 'none')
    """
    if value is None or not math.isfinite(value):
        return NONE
    text = f"{abs(value):.{digits}f}"
    return f"{MINUS}{text}" if value < 0 and float(text) else text


def signed_share(value: float | None, digits: int = 2) -> str:
    """Return a change with its sign.

    Examples
    --------
    >>> signed_share(0.09), signed_share(-0.094), signed_share(-0.001)
    ('+0.09', '−0.09', '+0.00')
    """
    text = share(value, digits)
    return text if text == NONE or text.startswith(MINUS) else f"+{text}"


def percent(value: float | None) -> str:
    """Return a share for use in a sentence; only exactly none and all are 0% and 100%.

    Examples
    --------
    >>> percent(0.634), percent(0.001), percent(0.999), percent(1)
    ('63%', 'under 1%', 'over 99%', '100%')
    """
    if value is None or not math.isfinite(value):
        return NONE
    if 0 < value < 0.005:
        return "under 1%"
    if 0.995 <= value < 1:
        return "over 99%"
    return f"{value:.0%}".replace("-", MINUS)


def p_value(value: float | None) -> str:
    """Return a p-value, never as 0.000 and never rounded across .05.

    Examples
    --------
    >>> p_value(0.0002), p_value(0.0461), p_value(0.113), p_value(0.9999)
    ('p < 0.001', 'p = 0.046', 'p = 0.11', 'p > 0.99')
    """
    if value is None or not math.isfinite(value):
        return f"p {NONE}"
    if value < 0.001:
        return "p < 0.001"
    if value > 0.99:
        return "p > 0.99"
    # Rounded down below .1, so that .0496 does not become .050.
    return f"p = {math.floor(value * 1000 + 1e-9) / 1000:.3f}" if value < 0.1 else f"p = {value:.2f}"


def count(value: float | None) -> str:
    """Return a number of things, thousands with a comma.

    Examples
    --------
    >>> count(1084), count(-3), count(4.5), count(None)
    ('1,084', '−3', '4.5', 'none')
    """
    if value is None or not math.isfinite(value):
        return NONE
    whole = float(value).is_integer()
    text = f"{int(value):,}" if whole else f"{value:,.1f}"
    return text.replace("-", MINUS)


def tokens(value: float | None) -> str:
    """Return a number of tokens, in millions from a million on.

    Examples
    --------
    >>> tokens(2_310_000), tokens(48_210)
    ('2.3 M', '48,210')
    """
    if value is None or not math.isfinite(value) or abs(value) < 1e6:
        return count(value)
    return f"{value / 1e6:,.1f} M"


def plural(n: int, noun: str, many: str = "") -> str:
    """Return the count with its noun.

    Examples
    --------
    >>> plural(3, "ask"), plural(1, "ask"), plural(2, "reply", "replies")
    ('3 asks', '1 ask', '2 replies')
    """
    return f"{count(n)} {noun if n == 1 else many or noun + 's'}"


def interval(bounds: Sequence[float | None] | None, signed: bool = False) -> str:
    """Return an interval in brackets, or ``none`` where there is none, also where it has no width.

    Examples
    --------
    >>> interval((0.57, 0.68)), interval((-0.01, 0.11), signed=True), interval(None), interval((1, 1))
    ('[0.57..0.68]', '[−0.01..+0.11]', 'none', 'none')
    >>> interval((0.996, 0.999))
    '[0.996..0.999]'
    """
    if bounds is None or len(bounds) != 2:
        return NONE
    low, high = bounds
    if low is None or high is None or _missing(low) or _missing(high) or low == high:
        return NONE
    write = signed_share if signed else share
    digits = next((d for d in (2, 3, 4) if write(low, d) != write(high, d)), 6)
    return f"[{write(low, digits)}..{write(high, digits)}]"


def ci_text(
    point: float | None, bounds: Sequence[float | None] | None = None, reason: str = "", signed: bool = False
) -> str:
    """Return an estimate with its interval, or why it has none.

    Examples
    --------
    >>> ci_text(0.63, (0.57, 0.68))
    '0.63 [0.57..0.68]'
    >>> ci_text(0.63, None, "1 ask")
    '0.63, no interval: 1 ask'
    >>> ci_text(None, None, "nothing graded")
    'none: nothing graded'
    >>> ci_text(0.09, (0.05, 0.14), signed=True)
    '+0.09 [+0.05..+0.14]'
    """
    because = f": {reason}" if reason else ""
    if _missing(point):
        return NONE + because
    figure = signed_share(point) if signed else share(point)
    drawn = interval(bounds, signed)
    return f"{figure} {drawn}" if drawn != NONE else f"{figure}, no interval{because}"


def listed(items: Iterable[object], word: str = "and") -> str:
    """Return the items as a phrase.

    Examples
    --------
    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or"), listed([])
    ('a, b and c', 'a or b', '')
    """
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def cut(text: str, limit: int = 160) -> str:
    """Return the text, cut at `limit` characters with how many more there are, unless saying so takes as much room.

    Examples
    --------
    >>> cut("x" * 4280)[-26:]
    'xxx… 4,120 more characters'
    >>> cut("short"), len(cut("x" * 170))
    ('short', 170)
    """
    more = len(text) - limit
    note = f"… {plural(more, 'more character')}"
    return f"{text[:limit].rstrip()}{note}" if more > len(note) else text
