"""Typed values for parameters: real ones where the agent's own descriptions name some, else invented in kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from wai_nb.asks.grammar import Dice, expand
from wai_nb.asks.params import Param
from wai_nb.asks.phrases.common import SHARED
from wai_nb.asks.phrases.topics import Topic
from wai_nb.stats import draw

Limits = tuple[float, float]
Maker = Callable[[Dice, "Limits | None"], Any]

YEAR = 2026  # convention: dates carry a fixed year, because no run may read the clock
_CENTS = (0, 0, 20, 49, 50, 75, 90, 95, 99)
_WORDS: dict[str, tuple[str, ...]] = {
    "city": tuple(("Lisbon Leeds Oslo Denver Porto Ghent Kraków Austin Cork Turin Nantes Bergen").split()),
    "country": ("Portugal", "Norway", "Canada", "Kenya", "Japan", "Ireland", "Peru", "Poland"),
    "language": ("French", "Spanish", "German", "Polish", "Japanese", "Turkish", "Portuguese"),
    "currency": ("EUR", "USD", "GBP", "CHF", "JPY", "SEK"),
    "color": ("blue", "green", "black", "red", "grey", "white"),
    "size": ("small", "medium", "large", "38", "42", "XL"),
    "priority": ("low", "normal", "high", "urgent"),
    "department": ("sales", "billing", "support", "logistics", "legal"),
    "repo": ("web-shop", "billing-api", "data-tools", "mobile-app", "docs-site", "parser-kit"),
    "branch": ("main", "release-2", "fix-login", "new-parser", "cleanup", "beta"),
    "reason": (
        "nobody can be there",
        "I changed my mind",
        "there were two of them",
        "we no longer need it",
        "the plan changed",
        "it was a mistake",
        "the date no longer suits us",
    ),
    "zip": ("10115", "28013", "04109", "75011", "2100", "1017"),
    "region": ("Bavaria", "Oregon", "Galicia", "Tuscany", "Ontario", "Kent"),
    "business": ("Harbour House", "Blue Door", "Casa Verde", "North Star", "Mill House", "Golden Fern"),
    "ticker": ("ACME", "NOVA", "ORBT", "ZENI", "HALO", "KITE"),
    "vehicle": ("Corsa", "Golf", "Civic", "Clio", "Yaris", "Octavia"),
    "semester": ("spring 2026", "autumn 2025", "summer 2026"),
    "table": ("orders", "customers", "visits", "invoices", "shipments", "returns"),
    "column": ("revenue", "region", "visits", "price", "signups", "month", "channel"),
    "cuisine": ("Italian", "Thai", "Lebanese", "Mexican", "Korean", "Indian"),
    "room": ("kitchen", "bedroom", "living room", "office", "hallway"),
    "door": ("front door", "back door", "garage door", "cellar door"),
    "month": ("January", "February", "March", "May", "June", "September", "October", "November"),
    "tag": ("bug", "docs", "help wanted", "urgent", "good first task", "question"),
    "environment": ("staging", "production", "test"),
    "goods": ("desk lamp", "wool blanket", "coffee grinder", "rain jacket", "kettle", "backpack", "yoga mat"),
    "slug": tuple("billing search auth orders mail images reports login payments audit export cart".split()),
    "part": tuple("api worker web cache sync gateway jobs proxy".split()),
    "street": ("Mill Lane", "Park Street", "Station Road", "Elm Grove", "Harbour Way", "Church Hill"),
    "first": ("Anna", "Ravi", "Chloe", "Mateo", "Ingrid", "Kofi", "Yuki", "Nadia", "Owen", "Elif", "Grace", "Tomasz"),
    "last": tuple(("Novak Silva Okafor Berg Tanaka Moreau Walsh Demir Kowalski Reyes Lind Shaw").split()),
    "host": ("example.com", "example.org", "mail.example.net"),
    "sql": ("SELECT count(*) FROM orders", "SELECT name FROM customers LIMIT 5", "SELECT max(total) FROM invoices"),
    "folder": ("src", "lib", "tests", "app", "tools", "scripts", "core", "api"),
    "stem": tuple(
        (
            "parser config session cart login export models routes cache search utils report billing upload "
            "index worker schema client mailer tokens orders payments auth webhooks queue pricing audit migrate dates "
            "profile upload_form settings charts filters archive importer locale backup roles invites"
        ).split()
    ),
    "suite": ("unit", "api", "integration", "ui", "smoke", "db", "browser", "nightly"),
    "case": tuple(
        "empty unicode twice sorted rounds big_file leap_day no_header quotes totals order reload merge limit".split()
    ),
}


def value_for(param: Param, dice: Dice, topic: Topic, limits: Limits | None = None) -> Any:
    """Return a value of the parameter's type, as an argument has it.

    Parameters
    ----------
    param
        The parameter; values that its schema names are taken first.
    dice
        The draws.
    topic
        Lends titles and texts.
    limits
        Range for an amount, when something outside (a policy) sets one.

    Examples
    --------
    >>> from wai_nb.asks.params import read_params
    >>> from wai_nb.asks.phrases.topics import topic_of
    >>> (param,) = read_params({"properties": {"order_id": {"type": "string"}}}, "order")
    >>> value = value_for(param, Dice(1), topic_of(["order"]))
    >>> isinstance(value, str), len(value) >= 4
    (True, True)
    """
    return maker_of(param, topic)(dice, limits)


def _maker(param: Param, topic: Topic) -> Maker:
    """Return what draws the values of a parameter: those on file, else invented ones."""
    invent = _inventor(param, topic)
    if not param.on_file:
        return invent
    if param.kind == "amount":
        return lambda dice, limits: invent(dice, limits) if limits else dice.pick(param.on_file)
    return lambda dice, limits: dice.pick(param.on_file)


maker_of = lru_cache(maxsize=4096)(_maker)


def _inventor(param: Param, topic: Topic) -> Maker:
    declared = param.declared
    if declared == "array":
        return lambda dice, limits: _distinct([_item(param, dice, topic) for _ in range(1 + dice.below(2))])
    if declared == "object" or param.kind == "object":
        return lambda dice, limits: _object(param.schema, dice, topic)
    if param.kind == "flag":
        return lambda dice, limits: dice.chance(0.5)
    if declared in ("number", "integer"):
        return lambda dice, limits: _number(param, declared, dice, limits)
    write, pattern, longest = _writer(param, topic), param.schema.get("pattern"), param.schema.get("maxLength")
    if isinstance(pattern, str):
        return lambda dice, limits: _cut(from_pattern(pattern, dice) or write(dice, limits), longest)
    if isinstance(longest, int):
        return lambda dice, limits: _cut(write(dice, limits), longest)
    return write


def _writer(param: Param, topic: Topic) -> Callable[[Dice, Limits | None], str]:
    kind = param.kind
    if kind in _MAKERS:
        make = _MAKERS[kind]
        return lambda dice, limits: make(dice)
    if kind == "id":
        return lambda dice, limits: invented_id(param.noun, dice)
    if kind == "path":
        return lambda dice, limits: _path(param, dice)
    if kind == "amount":
        return lambda dice, limits: f"{_amount(dice, limits):.2f}"
    if kind == "text":
        return lambda dice, limits: expand(dice.pick(topic.texts), dice, SHARED).replace("\\n", "\n")
    if kind in ("title", "query", "word"):
        return lambda dice, limits: expand(dice.pick(topic.titles), dice, SHARED)
    words = _WORDS.get(kind, _WORDS["first"])
    return lambda dice, limits: dice.pick(words)


def _cut(text: str, longest: object) -> str:
    return text[:longest] if isinstance(longest, int) else text


def invented_id(noun: str, dice: Dice) -> str:
    """Return an id in the style that this noun has everywhere: digits, letters and digits, or prefix and digits."""
    letters, prefix, least, many = _id_style(noun)
    letter = letters[dice.below(len(letters))] if letters else ""
    return f"{letter}{prefix}{least + dice.below(many)}"


@lru_cache(maxsize=4096)
def _id_style(noun: str) -> tuple[str, str, int, int]:
    """Return the letters to draw the first from, the prefix, the least number and how many there are."""
    style = _STYLES.get(noun) or draw.pick(("digits", "prefixed", "lettered"), noun, "id style")
    if style == "pair":
        return "ABCDEFGHJKLMNPQRSTUVWXYZ", "", 1000, 9000
    if style == "long":
        return "", "", 10_000_000, 90_000_000
    letters = "".join(word[0] for word in noun.split())[:3] if " " in noun else noun[:3]
    letters = letters.upper() or "REF"
    prefix = {"digits": "", "prefixed": f"{letters}-", "lettered": letters[0]}[style]
    return "", prefix, 1000, 9000


def like(sample: Any, dice: Dice) -> Any:
    """Return another value in the style of a sample: its digits drawn anew.

    Examples
    --------
    >>> like("P-101", Dice(1))[:2], len(like("P-101", Dice(1)))
    ('P-', 5)
    """
    if isinstance(sample, int) and not isinstance(sample, bool):
        return int(f"{1 + dice.below(9)}" + "".join(str(dice.below(10)) for _ in str(abs(sample))[1:]))
    if not isinstance(sample, str):
        return sample
    if not any(char.isdigit() for char in sample):
        head, dot, tail = sample.rpartition(".")
        return f"{head}_{dice.below(90) + 10}{dot}{tail}" if dot else f"{sample}{dice.below(90) + 10}"
    return "".join(str(dice.below(10)) if char.isdigit() else char for char in sample)


_STYLES = {
    "order": "digits",
    "account": "long",
    "booking": "pair",
    "invoice": "prefixed",
    "ticket": "prefixed",
    "parcel": "prefixed",
}


def from_pattern(pattern: str, dice: Dice) -> str | None:
    r"""Return a text that a simple pattern allows (letters, \d, [A-Z], counts), or None for a pattern beyond that.

    Examples
    --------
    >>> from_pattern(r"^ORD-\d{4}$", Dice(3))[:4]
    'ORD-'
    >>> from_pattern(r"^(a|b)+$", Dice(3)) is None
    True
    """
    body = pattern.removeprefix("^").removesuffix("$")
    out: list[str] = []
    at = 0
    while at < len(body):
        match = _PIECE.match(body, at)
        if match is None:
            return None
        alphabet = _alphabet(match.group(1))
        count = int(match.group(2)) if match.group(2) else 4 if match.group(4) else 1
        out.extend(dice.pick(alphabet) for _ in range(count))
        at = match.end()
    drawn = "".join(out)
    return drawn if re.search(pattern, drawn) else None


_PIECE = re.compile(r"(\\d|\[[A-Za-z0-9-]+\]|[A-Za-z0-9_ -]|\\[-.])(?:\{(\d+)(,\d*)?\}|(\+))?")


def _alphabet(piece: str) -> str:
    if piece == "\\d":
        return "0123456789"
    if not piece.startswith("["):
        return piece[-1]
    out = ""
    for match in re.finditer(r"([A-Za-z0-9])-([A-Za-z0-9])|(.)", piece[1:-1]):
        first, last, single = match.groups()
        out += single or "".join(map(chr, range(ord(first), ord(last) + 1)))
    return out


def _path(param: Param, dice: Dice) -> str:
    if param.noun in ("folder", "directory", "module"):
        return f"{dice.pick(_WORDS['folder'])}/{dice.pick(_WORDS['stem'])}"
    if param.noun == "target":
        folder, stem = dice.pick(_WORDS["suite"]), dice.pick(_WORDS["stem"])
        case = f"test_{dice.pick(_WORDS['case'])}"
        file = dice.pick((f"tests/test_{stem}.py", f"tests/{folder}/test_{stem}.py"))
        return dice.pick((file, file, f"{file}::{case}", f"{file}::{case}", f"tests/{folder}"))
    folder = dice.pick(_WORDS["folder"])
    prefix = f"{folder}/" if dice.chance(0.75) else f"{folder}/{dice.pick(_WORDS['stem'])}/"
    stem = dice.pick(_WORDS["stem"])
    return f"{prefix}test_{stem}.py" if folder == "tests" else f"{prefix}{stem}.py"


def _amount(dice: Dice, limits: Limits | None) -> float:
    if limits is None:
        return (8 + dice.below(240)) + dice.pick(_CENTS) / 100
    low, high = limits
    return round(low + (high - low) * dice.below(997) / 997, 2)


def _number(param: Param, declared: str, dice: Dice, limits: Limits | None) -> int | float:
    low, high = param.schema.get("minimum"), param.schema.get("maximum")
    if param.kind == "amount":
        amount = _amount(dice, limits)
        value: float = amount if declared == "number" else round(amount)
    elif param.kind == "id":
        value = 1000 + dice.below(9000)
    elif param.name.lower() == "year":
        value = YEAR - dice.below(18)
    elif "temperature" in param.name.lower():
        value = 16 + dice.below(10)
    elif param.kind == "quantity":
        value = 2 + dice.below(4) if param.name.lower() in ("stars", "rating", "score") else 2 + dice.below(6)
    else:
        value = 1 + dice.below(90) + (0 if declared == "integer" else dice.below(10) / 10)
    if isinstance(low, (int, float)) and value < low:
        value = low + dice.below(10) if not isinstance(high, (int, float)) else low
    if isinstance(high, (int, float)) and value > high:
        value = high
    return int(value) if declared == "integer" else float(value)


def _distinct(items: list[Any]) -> list[Any]:
    return [item for at, item in enumerate(items) if item not in items[:at]]


def _item(param: Param, dice: Dice, topic: Topic) -> Any:
    items = param.schema.get("items")
    schema = items if isinstance(items, Mapping) else {"type": "string"}
    return _nested(param.name, schema, dice, topic)


def _object(schema: Mapping[str, Any], dice: Dice, topic: Topic) -> dict[str, Any]:
    properties = schema.get("properties")
    required = schema.get("required") or ()
    if not isinstance(properties, Mapping):
        return {}
    return {name: _nested(name, properties[name], dice, topic) for name in required if name in properties}


def _nested(name: str, schema: Mapping[str, Any], dice: Dice, topic: Topic) -> Any:
    from wai_nb.asks.params import read_params

    (param,) = read_params({"properties": {name: schema}}, "")
    return _maker(param, topic)(dice, None)


def _date(dice: Dice) -> str:
    return f"{YEAR}-{1 + dice.below(12):02}-{1 + dice.below(28):02}"


def _time(dice: Dice) -> str:
    return f"{8 + dice.below(12):02}:{dice.pick(('00', '15', '30', '45'))}"


def _person(dice: Dice) -> str:
    return f"{dice.pick(_WORDS['first'])} {dice.pick(_WORDS['last'])}"


def _email(dice: Dice) -> str:
    first, last, host = (dice.pick(_WORDS[part]) for part in ("first", "last", "host"))
    return f"{first}.{last}@{host}".lower()


def _expression(dice: Dice) -> str:
    return f"{2 + dice.below(98)} {dice.pick('+-*')} {2 + dice.below(98)}"


_MAKERS: dict[str, Callable[[Dice], str]] = {
    "date": _date,
    "time": _time,
    "datetime": lambda dice: f"{_date(dice)}T{_time(dice)}:00",
    "person": _person,
    "name": _person,
    "email": _email,
    "expression": _expression,
    "phone": lambda dice: f"+44 20 7946 0{100 + dice.below(900)}",  # a range kept free for invented numbers (Ofcom)
    "street": lambda dice: f"{2 + dice.below(190)} {dice.pick(_WORDS['street'])}",
    "address": lambda dice: f"{2 + dice.below(190)} {dice.pick(_WORDS['street'])}, {dice.pick(_WORDS['city'])}",
    "url": lambda dice: f"https://www.example.com/{dice.pick(_WORDS['stem'])}",
    "code": lambda dice: f"{dice.pick(_WORDS['stem'])}()",
    "slug": lambda dice: f"{dice.pick(_WORDS['slug'])}-{dice.pick(_WORDS['part'])}",
}
