"""Everything that can go wrong, as one tree.

::

    WaiError
    ├── SettingError      (ValueError)           a dial has a value that it cannot take
    ├── ArgumentError     (TypeError)            an argument has the wrong type, or a name nobody knows
    ├── ToolError         (ValueError)           a tool that cannot be read
    ├── RowError          (ValueError)           a file or a row that cannot be read: file, line, reason
    ├── RecipeError       (ValueError)           a notebook that cannot run as asked
    ├── MissingExtra      (ImportError)          an optional package is not installed
    └── NotYetError       (NotImplementedError)  a documented name that a later release brings

Every message says what was given, what is allowed, and how to mend it.
"""

from __future__ import annotations

from collections.abc import Iterable


class WaiError(Exception):
    """Base of every error that wai_nb raises on purpose."""


class SettingError(WaiError, ValueError):
    """A dial has a value that it cannot take."""


class ArgumentError(WaiError, TypeError):
    """An argument has the wrong type, or a name that nobody knows."""


class ToolError(WaiError, ValueError):
    """A tool that cannot be read."""


class RowError(WaiError, ValueError):
    """A file or a row that cannot be read."""


class RecipeError(WaiError, ValueError):
    """A notebook that cannot run as asked."""


class MissingExtra(WaiError, ImportError):
    """An optional package is not installed."""


class NotYetError(WaiError, NotImplementedError):
    """A documented name that a later release brings."""


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return `` Did you mean 'x'?`` for the closest choice, or an empty text when none is close.

    Examples
    --------
    >>> nearest("situtaions", ["situations", "seed"])
    " Did you mean 'situations'?"
    >>> nearest("zzz", ["situations"])
    ''
    """
    from difflib import get_close_matches

    close = get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f" Did you mean {close[0]!r}?" if close else ""


def one_of(name: str, value: object, choices: Iterable[str]) -> SettingError:
    """Return the error for a word outside a list: what was given, what is allowed, the nearest.

    Examples
    --------
    >>> print(one_of("mode", "exlore", ["explore", "rl"]))
    mode='exlore' is not allowed. Use one of: 'explore', 'rl'. Did you mean 'explore'?
    """
    allowed = list(choices)
    listed = ", ".join(repr(choice) for choice in allowed)
    hint = nearest(value, allowed) if isinstance(value, str) else ""
    return SettingError(f"{name}={shown(value)} is not allowed. Use one of: {listed}.{hint}")


def shown(value: object, limit: int = 80) -> str:
    """Return a short ``repr`` for an error message, cut at `limit` characters, never raising."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"
