"""A small notation for phrases, and the dice that choose in it.

``[this|that]`` chooses one of several, ``[|please]`` may leave a part out, ``{name}`` fills a word in.
Both nest: ``[on {day}|[early|late] next week]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import TypeAlias, TypeVar

from wai_nb.stats import draw

T = TypeVar("T")
_SPENT = 1 << 48  # below this much entropy the next digest is taken, so every pick stays even


class Slot(str):
    """The name of a word to fill in."""

    __slots__ = ()


class Phrase(tuple):  # type: ignore[type-arg]  # a nested tuple cannot be written as a type
    """A compiled phrase: its parts in order."""

    __slots__ = ()


class Choice(tuple):  # type: ignore[type-arg]
    """Parts of which one is taken."""

    __slots__ = ()


Part: TypeAlias = str | Slot | Choice | Phrase


class Dice:
    """Many even draws out of one key: the key's digest is read as a long number, digit by digit.

    Examples
    --------
    >>> Dice("seed", 7).pick("abcdef") == Dice("seed", 7).pick("abcdef")
    True
    """

    __slots__ = ("_bits", "_key", "_round")

    def __init__(self, *key: str | int) -> None:
        self._key = draw.encoded(key)
        self._bits = 1
        self._round = 0

    def below(self, n: int) -> int:
        """Return a whole number in [0, n)."""
        self._bits, drawn = divmod(self._bits if self._bits > _SPENT else self._fresh(), n)
        return drawn

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        self._bits, drawn = divmod(self._bits if self._bits > _SPENT else self._fresh(), len(options))
        return options[drawn]

    def chance(self, share: float) -> bool:
        """Return True in the given share of draws (to a thousandth)."""
        self._bits, drawn = divmod(self._bits if self._bits > _SPENT else self._fresh(), 1000)
        return drawn < share * 1000

    def _fresh(self) -> int:
        text = self._key + b"\x1f%d" % self._round
        self._round += 1
        return int.from_bytes(blake2b(text, digest_size=32).digest(), "big")


@cache
def compiled(text: str) -> Part:
    """Return the phrase that a text in the notation stands for.

    Raises
    ------
    ValueError
        A bracket or brace that is not closed.
    """
    part, end = _sequence(text, 0)
    if end != len(text):
        raise ValueError(f"phrase {text!r} has a stray {text[end]!r} at {end}")
    return part


def expand(text: str, dice: Dice, words: Mapping[str, Part]) -> str:
    """Return one reading of a phrase.

    Parameters
    ----------
    text
        A phrase in the notation.
    dice
        Chooses between the readings.
    words
        What each slot stands for: a text that goes in as it is, or something compiled, which is read in turn.

    Examples
    --------
    >>> expand("[where is|where's] {it}?", Dice(1), {"it": "order 4412"}) in (
    ...     "where is order 4412?", "where's order 4412?")
    True
    """
    out: list[str] = []
    _render((compiled(text),), dice.pick, words, out)
    return "".join(out)


def sentence(text: str) -> str:
    """Return the text with single spaces, a capital at the start and a full stop at the end.

    Examples
    --------
    >>> sentence("the parcel  never came , again")
    'The parcel never came, again.'
    """
    return ended(tidy(text))


def ended(text: str) -> str:
    """Return a tidy text with a capital at the start and a full stop at the end; nothing for nothing."""
    text = text.removesuffix(",")
    if not text:
        return ""
    if text[0].islower() and _WORD.match(text):
        text = text[0].upper() + text[1:]
    return text if text[-1] in ".?!:" or text[-2:] in ('."', '?"', '!"') else text + "."


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def tidy(text: str) -> str:
    """Return the text without doubled spaces and without a space before punctuation."""
    if "  " in text or " ," in text or " ." in text or " ?" in text or ",." in text or ",?" in text or ",," in text:
        text = _GAP.sub(r"\1", _SPACES.sub(" ", text)).replace(",,", ",").replace(",.", ".").replace(",?", "?")
    return text.strip()


# a first word that is surely a word, so that a path or an address at the start keeps its letters
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?(?=[ ,?!:;]|\.?$)")
_SPACES = re.compile(r" {2,}")
_GAP = re.compile(r" ([,.?!])(?=[\s]|$)")


def _render(
    parts: Sequence[Part], pick: Callable[[Sequence[Part]], Part], words: Mapping[str, Part], out: list[str]
) -> None:
    for part in parts:
        while (kind := type(part)) is not str:
            if kind is Slot:
                part = words[part]  # type: ignore[index]  # the type was compared, which mypy does not follow
            elif kind is Choice:
                part = pick(part)
            else:
                _render(part, pick, words, out)
                break
        else:
            out.append(part)  # type: ignore[arg-type]


def _sequence(text: str, at: int) -> tuple[Part, int]:
    parts: list[Part] = []
    while at < len(text) and text[at] not in "|]":
        if text[at] == "[":
            choice, at = _choice(text, at + 1)
            parts.append(choice)
        elif text[at] == "{":
            end = text.index("}", at)
            parts.append(Slot(text[at + 1 : end]))
            at = end + 1
        else:
            match = _PLAIN.match(text, at)
            parts.append(match.group() if match else text[at])
            at += len(match.group()) if match else 1
    if not parts:
        return "", at
    return parts[0] if len(parts) == 1 else Phrase(parts), at


_PLAIN = re.compile(r"[^\[\]{}|]+")


def _choice(text: str, at: int) -> tuple[Choice, int]:
    options: list[Part] = []
    while True:
        option, at = _sequence(text, at)
        options.append(option)
        if at >= len(text):
            raise ValueError(f"phrase {text!r} has an open bracket")
        at += 1
        if text[at - 1] == "]":
            return Choice(options), at
