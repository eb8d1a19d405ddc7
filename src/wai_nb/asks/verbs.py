"""Verbs of tool names: what kind of act they are, and what a person says instead."""

from __future__ import annotations

import re

from wai_nb.asks.phrases.acts import ACTS

VERBS: dict[str, tuple[str, tuple[str, ...]]] = {
    verb: (kind, tuple(said.split("|"))) for kind, verbs in ACTS.items() for verb, said in verbs.items()
}

_IRREGULAR = {
    "send": "sent",
    "find": "found",
    "set": "set",
    "put": "put",
    "write": "written",
    "make": "made",
    "buy": "bought",
    "pay": "paid",
    "read": "read",
    "hold": "held",
    "build": "built",
    "take": "taken",
    "give": "given",
    "get": "got",
    "run": "run",
    "shut": "shut",
    "bring": "brought",
    "show": "shown",
    "freeze": "frozen",
    "draw": "drawn",
    "withdraw": "withdrawn",
    "tell": "told",
    "see": "seen",
    "undo": "undone",
    "let": "let",
    "keep": "kept",
    "go": "gone",
    "begin": "begun",
    "ring": "rung",
    "think": "thought",
    "teach": "taught",
    "sell": "sold",
    "lend": "lent",
    "cut": "cut",
    "hide": "hidden",
    "speak": "spoken",
    "feed": "fed",
    "redo": "redone",
}
_DOUBLED = {
    "cancel": "cancell",
    "stop": "stopp",
    "tag": "tagg",
    "drop": "dropp",
    "run": "runn",
    "get": "gett",
    "set": "sett",
    "put": "putt",
    "shut": "shutt",
    "ship": "shipp",
    "swap": "swapp",
    "label": "labell",
    "plan": "plann",
    "let": "lett",
    "cut": "cutt",
    "begin": "beginn",
    "commit": "committ",
    "submit": "submitt",
    "log": "logg",
    "format": "formatt",
    "debug": "debugg",
    "grep": "grepp",
    "dig": "digg",
    "scan": "scann",
    "tip": "tipp",
    "wrap": "wrapp",
    "sum": "summ",
    "chat": "chatt",
    "refer": "referr",
    "transfer": "transferr",
}


def words_of(name: str) -> list[str]:
    """Return the words of a name written with underscores, hyphens, dots or humps, in lower case.

    Examples
    --------
    >>> words_of("getOrderStatus"), words_of("orders.look_up")
    (['get', 'order', 'status'], ['orders', 'look', 'up'])
    """
    split = re.sub(r"([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])", r"\1\3 \2\4", name)
    return [word.lower() for word in re.split(r"[^A-Za-z0-9]+", split) if word]


def gerund(phrase: str) -> str:
    """Return a verb phrase with its first word in -ing.

    Examples
    --------
    >>> gerund("cancel order 7"), gerund("move it"), gerund("run tests"), gerund("pay the bill")
    ('cancelling order 7', 'moving it', 'running tests', 'paying the bill')
    """
    verb, _, rest = phrase.partition(" ")
    if verb in _DOUBLED:
        stem = _DOUBLED[verb]
    elif verb.endswith("ie"):
        stem = verb[:-2] + "y"
    else:
        stem = verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) and verb != "be" else verb
    return f"{stem}ing {rest}".rstrip()


def participle(verb: str) -> str:
    """Return the past participle of a verb; what follows its first word stays.

    Examples
    --------
    >>> participle("refund"), participle("cancel"), participle("send"), participle("pay back"), participle("verify")
    ('refunded', 'cancelled', 'sent', 'paid back', 'verified')
    """
    first, _, rest = verb.partition(" ")
    if first in _IRREGULAR:
        done = _IRREGULAR[first]
    elif first in _DOUBLED:
        done = _DOUBLED[first] + "ed"
    elif first.endswith("e"):
        done = first + "d"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        done = first[:-1] + "ied"
    else:
        done = first + "ed"
    return f"{done} {rest}".rstrip()


def singular(noun: str) -> str:
    """Return a noun in the singular, by the common endings.

    Examples
    --------
    >>> [singular(word) for word in ("orders", "tests", "status", "branches", "cities", "address", "invoices")]
    ['order', 'test', 'status', 'branch', 'city', 'address', 'invoice']
    """
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "xes", "sses")):
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is", "news")):
        return noun[:-1]
    return noun


def plural(noun: str) -> str:
    """Return a noun in the plural, by the common endings.

    Examples
    --------
    >>> [plural(word) for word in ("order", "city", "branch", "tests", "weather")]
    ['orders', 'cities', 'branches', 'tests', 'weather']
    """
    if noun in _UNCOUNTED or singular(noun) != noun:
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def article(noun: str) -> str:
    """Return ``a`` or ``an`` with the noun, or the noun alone when it is a plural or has no plural.

    Examples
    --------
    >>> article("order"), article("tests"), article("user")
    ('an order', 'tests', 'a user')
    """
    head = noun.split(" ")[-1]
    if head in _UNCOUNTED or singular(head) != head:
        return noun
    vowel = noun[:1] in "aeiou" and not noun.startswith(("uni", "use", "one", "eu"))
    return ("an " if vowel else "a ") + noun


_UNCOUNTED = set(
    (
        "weather money data information info inventory stock code news content feedback availability "
        "traffic help music history support access time mail"
    ).split()
)
