"""How much of a text stands in another, word for word."""

from __future__ import annotations

import re
from collections.abc import Iterable

Grams = frozenset[tuple[str, ...]]


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation.

    Examples
    --------
    >>> words_of("Where's order #4412?")
    ['where', 's', 'order', '4412']
    """
    return re.findall(r"\w+", text.casefold())


def grams_of(texts: Iterable[str], n: int = 8) -> Grams:
    """Return the runs of `n` words in some texts; a shorter text counts as one run.

    Examples
    --------
    >>> sorted(grams_of(["a b c", "d"], n=2))
    [('a', 'b'), ('b', 'c'), ('d',)]
    """
    return frozenset(gram for text in texts for gram in _grams(words_of(text), n))


def share_copied(text: str, grams: Grams, n: int = 8) -> float:
    """Return the share of a text's words that lie in runs of `n` words found elsewhere.

    Notes
    -----
    Shared n-grams of words as the sign of contamination: Brown et al. (2020), "Language Models are Few-Shot
    Learners", appendix C.

    Examples
    --------
    >>> share_copied("please tell me where my order is", grams_of(["tell me where my order is now"], 3), 3)
    0.8571428571428571
    """
    words = words_of(text)
    copied: set[int] = set()
    for start, gram in enumerate(_grams(words, n)):
        if gram in grams:
            copied.update(range(start, start + len(gram)))
    return len(copied) / len(words) if words else 0.0


def _grams(words: list[str], n: int) -> list[tuple[str, ...]]:
    if not words:
        return []
    return [tuple(words[i : i + n]) for i in range(max(1, len(words) - n + 1))]
