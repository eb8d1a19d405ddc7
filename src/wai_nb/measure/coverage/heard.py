"""What a text says: its words by their stems, its amounts, its spans of time, the numbers of its things."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from wai_nb.asks.verbs import singular

_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]", re.DOTALL)
_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?")
_ID = re.compile(
    r"(?<![$€£¥\w.,/@-])(?:#\w+|(?!(?:19|20)\d\d\b)(?:\d[\da-z-]{2,}|[a-z]{1,6}-?\d[\da-z-]*))\b"
    r"(?!\s*(?:%|dollars?|euros?|pounds?|usd|eur))"
)
_PATH = re.compile(r"\b[\w.-]+/[\w./-]+|\b\w+\.(?:py|js|ts|md|json|toml|ya?ml|html|css|txt|sql|csv|ini|cfg)\b")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.\w+")
_MONEY = re.compile(
    r"[$€£¥]\s?(\d[\d,]*(?:\.\d+)?)(\s?k\b)?|(?:usd|eur)\s?(\d[\d,]*(?:\.\d+)?)|"
    r"(\d[\d,]*(?:\.\d+)?)(\s?k)?\s?(?:dollars?|euros?|pounds?|bucks|usd|eur|quid)\b"
)
_NUMBERS = dict(
    zip("one two three four five six seven eight nine ten eleven twelve".split(), range(1, 13), strict=True)
)
_NUMBERS |= {"a": 1, "an": 1, "couple of": 2, "a couple of": 2, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40}
_NUMBERS |= {"sixty": 60, "ninety": 90, "half a dozen": 6, "a dozen": 12}
_COUNTED = re.compile(
    r"(?<![\w$€£.-])(\d+(?:\.\d+)?|a couple of|half a dozen|a dozen|"
    + "|".join(sorted((word for word in _NUMBERS if " " not in word), key=len, reverse=True))
    + r")[ -]+(?:\w+ )?(minute|hour|day|week|month|year|night|item|time|people|person|guest|passenger|ticket|order|"
    r"request|transfer|room|result|seat|line|file|percent|copie|copy)s?\b"
)
_ORDINALS = "second third fourth fifth sixth seventh eighth ninth tenth".split()
_NTH = re.compile(rf"\b({'|'.join(_ORDINALS)}|\d+(?:st|nd|rd|th)) (\w+)")
_NAMED_DAYS = {"today": 0.0, "right now": 0.0, "tonight": 0.0, "tomorrow": 1.0, "yesterday": 1.0, "last week": 7.0}
_NAMED_DAYS |= {"last month": 30.0, "last year": 365.0, "months ago": 60.0, "years ago": 700.0, "ages ago": 365.0}
_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "night": 1.0, "week": 7.0, "month": 30.0, "year": 365.0}


@dataclass(frozen=True)
class Heard:
    """A text as it is compared: in lower case, without what stands in quotes."""

    text: str

    @cached_property
    def prose(self) -> str:
        """The text with a dot for each character of a path or an address, so that places in it stay the same."""
        hidden = _PATH.sub(_dots, self.text) if "/" in self.text or "." in self.text else self.text
        return _ADDRESS.sub(_dots, hidden) if "@" in hidden else hidden

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words, in order."""
        return tuple(_WORD.findall(self.prose))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words."""
        return frozenset(map(stem, self.words))

    @cached_property
    def nouns(self) -> frozenset[str]:
        """Its words in the singular: "ordered" is no order."""
        return frozenset(map(singular, self.words))

    @cached_property
    def amounts(self) -> tuple[float, ...]:
        """The amounts of money that it names."""
        found = []
        for dollars, thousand, coded, counted, thousands in _MONEY.findall(self.text):
            value = float((dollars or coded or counted).replace(",", ""))
            found.append(value * 1000 if (thousand or thousands).strip() else value)
        return tuple(found)

    @cached_property
    def counts(self) -> tuple[tuple[float, str], ...]:
        """The numbers of things that it names, spans of time as days."""
        found = [(value, "day") for name, value in _NAMED_DAYS.items() if re.search(rf"\b{name}\b", self.text)]
        for number, unit in _COUNTED.findall(self.text):
            value = float(number) if number[0].isdigit() else float(_NUMBERS[number])
            found.append((value * _DAYS[unit], "day") if unit in _DAYS else (value, unit))
        for nth, thing in _NTH.findall(self.text):
            found.append((float(_ORDINALS.index(nth) + 2 if nth in _ORDINALS else nth[:-2]), singular(thing)))
        return tuple(found)

    @cached_property
    def has_id(self) -> bool:
        """Whether it names a thing by its number."""
        return _ID.search(_MONEY.sub(" ", self.text)) is not None

    @cached_property
    def id_letters(self) -> tuple[str, ...]:
        """The letters before each number that names a thing, empty where there are none."""
        found = _ID.findall(_MONEY.sub(" ", self.text))
        return tuple(re.match(r"#?([a-z]*)", item).group(1) for item in found)  # type: ignore[union-attr]

    @cached_property
    def has_path(self) -> bool:
        """Whether it names a file by its path."""
        return _PATH.search(self.text) is not None

    @cached_property
    def has_address(self) -> bool:
        """Whether it names an email address."""
        return _ADDRESS.search(self.text) is not None


def _dots(match: re.Match[str]) -> str:
    return "·" * len(match.group())


@lru_cache(maxsize=8192)
def hear(text: str) -> Heard:
    """Return a text to be compared.

    Examples
    --------
    >>> heard = hear('Refund $45 for order 4412, bought three weeks ago: "late"')
    >>> heard.amounts, heard.counts, heard.has_id, "late" in heard.words
    ((45.0,), ((21.0, 'day'),), True, False)
    """
    plain = _QUOTED.sub(" … ", text.lower()).replace("’", "'").replace("no. ", "no ")
    return Heard(" ".join(plain.split()))


def days_of(number: float, unit: str) -> tuple[float, str]:
    """Return a number of things, spans of time as days.

    Examples
    --------
    >>> days_of(2, "weeks"), days_of(3, "transfers")
    ((14.0, 'day'), (3, 'transfer'))
    """
    one = singular(unit.lower())
    return (number * _DAYS[one], "day") if one in _DAYS else (number, one)


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return what the forms of a word share.

    Examples
    --------
    >>> [stem(word) for word in ("shipped", "shipping", "orders", "confirmation", "confirming", "approved", "approval")]
    ['ship', 'ship', 'order', 'confirm', 'confirm', 'approv', 'approv']
    """
    word = singular(word.removesuffix("'s").removesuffix("n't"))
    for ending, left in (("ation", 4), ("ment", 5), ("ing", 3), ("ed", 3), ("al", 5), ("ly", 4), ("er", 5), ("e", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= left:
            word = word[: -len(ending)]
            break
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "se"
    return word[:-1] if doubled else word


def stems_of(words: Iterable[str]) -> frozenset[str]:
    """Return the stems of several words."""
    return frozenset(map(stem, words))
