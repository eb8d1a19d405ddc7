"""The draws of one record: days near the day of its world, prices, people, addresses, texts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from wai_nb.asks.grammar import Dice, expand
from wai_nb.asks.phrases.common import SHARED
from wai_nb.asks.phrases.topics import Topic
from wai_nb.asks.values import YEAR

Record = dict[str, Any]
_FIRST_DAY = date(YEAR, 2, 1).toordinal()
_DAYS = 300  # so that what was and what is to come lie near one year; convention
CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_CENTS = (0, 0, 50, 90, 95, 99)
_FIRST = ("Anna", "Ravi", "Chloe", "Mateo", "Ingrid", "Kofi", "Yuki", "Nadia", "Owen", "Elif", "Grace", "Tomasz")
_LAST = ("Novak", "Silva", "Okafor", "Berg", "Tanaka", "Moreau", "Walsh", "Demir", "Kowalski", "Reyes", "Lind", "Shaw")
_HOSTS = ("example.com", "example.org", "mail.example.net")  # names kept free for invented addresses (RFC 2606)
CITIES = ("Lisbon", "Leeds", "Oslo", "Denver", "Porto", "Ghent", "Austin", "Cork", "Turin", "Nantes", "Bergen")
STREETS = ("Mill Lane", "Park Street", "Station Road", "Elm Grove", "Harbour Way", "Church Hill")


class Draw:
    """The draws of one record.

    Parameters
    ----------
    dice
        Decides.
    today
        Day of the world, as an ordinal.
    topic
        Lends titles and texts.
    currency
        What amounts are in: "USD".
    given
        Fields that are settled beforehand; what hangs together with them follows.
    status
        Status of the thing, so that its dates agree with it.
    name
        Its id as text: the suffix of a path says what a file holds.
    """

    __slots__ = ("currency", "dice", "given", "name", "status", "today", "topic")

    def __init__(
        self, dice: Dice, today: int, topic: Topic, currency: str, given: Mapping[str, Any], status: str, name: str = ""
    ) -> None:
        self.dice, self.today, self.topic = dice, today, topic
        self.currency, self.given, self.status, self.name = currency, given, status, name

    def about(self, name: str) -> Draw:
        """Return draws that depend on a name alone: where a person lives, whichever record says so."""
        return Draw(Dice("about", name), self.today, self.topic, self.currency, self.given, self.status)

    def day(self, first: int, last: int) -> str:
        """Return a day between two distances from today."""
        return date.fromordinal(self.today + first + self.dice.below(last - first + 1)).isoformat()

    def price(self, low: int, high: int) -> float:
        """Return an amount of money."""
        return low + self.dice.below(high - low) + self.dice.pick(_CENTS) / 100

    def person(self) -> str:
        """Return a full name."""
        return f"{self.dice.pick(_FIRST)} {self.dice.pick(_LAST)}"

    def title(self) -> str:
        """Return a title as this subject has them."""
        return expand(self.dice.pick(self.topic.titles), self.dice, SHARED)

    def text(self) -> str:
        """Return a short text as this subject has them."""
        text = expand(self.dice.pick(self.topic.texts), self.dice, SHARED)
        return text[:1].upper() + text[1:] + "."

    def address(self) -> str:
        """Return a street address."""
        return f"{2 + self.dice.below(190)} {self.dice.pick(STREETS)}, {self.dice.pick(CITIES)}"


def day_of(ordinal: int) -> str:
    """Return a day as records write it.

    Examples
    --------
    >>> day_of(739_000)
    '2024-04-24'
    """
    return date.fromordinal(ordinal).isoformat()


def today_of(world_seed: int) -> int:
    """Return the day on which a world plays, as an ordinal."""
    return _FIRST_DAY + world_seed % _DAYS


def person_of(email: str) -> str:
    """Return the name that an address spells, empty where it spells none.

    Examples
    --------
    >>> person_of("anna.novak@example.org"), person_of("info@example.org")
    ('Anna Novak', '')
    """
    names = email.partition("@")[0].split(".")
    return " ".join(name.capitalize() for name in names) if len(names) == 2 and all(map(str.isalpha, names)) else ""


def email_of(person: str, dice: Dice) -> str:
    """Return the address of a person.

    Examples
    --------
    >>> email_of("Anna Novak", Dice(1)).startswith("anna.novak@")
    True
    """
    return f"{person.lower().replace(' ', '.')}@{dice.pick(_HOSTS)}"
