"""Which rules of a policy an ask touches: the acts they govern, the limits they set, the words that are theirs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from wai_nb.grade.calls import calls_of
from wai_nb.measure.coverage.asked import recital, wanted
from wai_nb.measure.coverage.heard import Heard, days_of, hear, stem, stems_of
from wai_nb.measure.coverage.rules import PLAIN, Rule
from wai_nb.records.rows import Row

_MONEY_NAME = re.compile(r"amount|total|price|cost|sum|value|paid|balance|refund")
_DAYS_NAME = re.compile(r"days|age")
_MINIMUM = re.compile(
    r"\b(?:at least|minimum|no less than|notice|in advance|ahead|(?:hours?|days?|weeks?) (?:before|prior))\b",
    re.IGNORECASE,
)
_SPEAKS_OF_LIMIT = re.compile(
    r"\b(?:within|past|under|below|over|above|limit|rule|deadline|mark|mind|forget|ignore|cap|ceiling|notice|"
    r"more than|less than|at most|up to|no more|exceed\w*|count)\b"
)
_CONFIRM_WORDS = {  # the noun of a clause's confirmation -> how it is spoken of
    "confirm": r"confirmation",
    "consent": r"consent",
    "approv": r"approvals?",
    "double": r"double.?check",
}
_CONFIRMING = re.compile(  # the step itself, whatever it is called
    r"\b(?:(?:no need to|without|don't|do not|never|stop|skip) (?:ask|confirm|check)\w*|go ahead without|just do it|"
    r"ask (?:me|us|him|her|them) (?:first|before)|my (?:ok|okay|permission)|no questions asked)\b"
)
_THEIR_DATA = (
    r"(?:data|details?|address(?:es)?|balances?|orders?|accounts?|numbers?|passwords?|records?|names?|emails?|phone|"
    r"bookings?|profiles?|history|statements?|cards?|files?|info\w*|secrets?)\b"
)
_NOT_A_PERSON = r"(?!(?:it|that|what|let|who|here|there|he|she|today|yesterday|how|where|this|order|one)'s)"
_OTHERS = re.compile(  # the data of somebody else; "pay into my landlord's account" asks for none
    r"\b(?:another|other|different) (?:customer|person|people|user|client|guest|member|patient|caller|buyer)s?\b|"
    rf"\b(?:(?:some|any)(?:one|body) else(?:'s)?|every(?:one|body)(?:'s| else's))\b(?=.*\b{_THEIR_DATA})|"
    rf"(?<!\bto )(?<!\bto my )(?<!\binto my )(?<!\bfrom my )\b{_NOT_A_PERSON}[a-zà-ÿ]+'s (?:\w+ ){{0,2}}?{_THEIR_DATA}|"
    rf"\b{_THEIR_DATA} of (?:my (?!own|order|account|card|last|new|old)\w+|another|someone|somebody|"
    r"the (?:person|man|woman|neighbour|neighbor|other))\b"
)
_IDENTITY = re.compile(
    r"\b(?:identity|passport|who i am|prove it's me|it's really me|verif\w+ (?:me|my)|my id\b|"
    r"(?:skip|no) (?:the )?id\b|security (?:question|code|check)s?|date of birth)"
)
_RELATED = {  # a word of a clause -> what people say who do not know it
    stem(word): stems_of(others.split())
    for word, others in {
        "investment": "stock share fund portfolio crypto bitcoin etf bond dividend",
        "fraud": "scam hacked suspicious phishing fraudulent unauthorised unauthorized",
        "abroad": "foreign international overseas iban france germany spain italy poland kenya mexico japan usa",
        "overseas": "abroad foreign international",
        "international": "abroad foreign overseas",
        "human": "manager supervisor",
        "legal": "lawyer sue court lawsuit",
        "medical": "diagnosis symptom medicine pill tablet rash fever headache painkiller",
        "emergency": "ambulance unconscious bleeding breathe breathing overdose stroke collapsed chest",
        "discount": "voucher coupon cheaper reduction",
        "damaged": "broken smashed cracked torn shattered defective",
        "replacement": "swap exchange",
        "password": "login passcode pin",
        "pet": "dog cat",
        "minor": "child children kid underage teenager",
        "allergy": "allergic nut gluten",
    }.items()
}


def touches(rule: Rule, text: str, tools: Iterable[str] = ()) -> bool:
    """Say whether an ask meets a rule: it wants what the rule governs, goes past its limit, or speaks of it.

    Parameters
    ----------
    rule
        From :func:`~wai_nb.measure.coverage.rules.read_rules`.
    text
        The ask.
    tools
        Those that the ask is for, see :func:`~wai_nb.measure.coverage.asked.tools_asked`.

    Examples
    --------
    >>> from wai_nb.asks.domain import read_domain
    >>> from wai_nb.measure.coverage.rules import read_rules
    >>> [rule] = read_rules(["Never cancel a shipped order."], read_domain([], ""))
    >>> touches(rule, "Where is order 4473?"), touches(rule, "Cancel order 9911.")
    (False, True)
    """
    heard = hear(text)
    return bool(rule.looks & set(tools)) or _speaks(rule, heard) or _meets(rule, heard)


def past_limit(rule: Rule, amounts: Iterable[float], counts: Iterable[tuple[float, str]] = ()) -> bool:
    """Say whether an amount or a number lies on the far side of a rule's limit."""
    clause = rule.clause
    if clause.limit is None:
        return False
    if clause.is_money:
        values = list(amounts)
        limit = clause.limit
    else:
        limit, unit = days_of(clause.limit, clause.unit)
        values = [value for value, of in counts if of == unit]
    if _MINIMUM.search(clause.text) and not clause.is_money:
        return any(value <= limit for value in values)
    return any(value > limit or (value == limit and not clause.allows_above) for value in values)


def past_in_record(rule: Rule, text: str, rows: Iterable[Row]) -> bool:
    """Say whether what came up in the calls of an ask lies past the limit of a rule that governs what it wants.

    "Refund order 12" says no amount; the order that was looked up may cost $180.
    """
    if rule.clause.limit is None or not any(wanted(hear(text), verb, rule.objects, rule.things) for verb in rule.verbs):
        return False
    told = [
        pair
        for row in rows
        for call in calls_of(row)
        for part in (call.arguments, call.result)
        for pair in _figures(part)
    ]
    money = [value for name, value in told if _MONEY_NAME.search(name)]
    return past_limit(rule, money, [(value, "day") for name, value in told if _DAYS_NAME.search(name)])


def _figures(value: Any, name: str = "") -> Iterator[tuple[str, float]]:
    """Yield the numbers of a record with the names that they go by."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _figures(inner, str(key).lower())
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _figures(inner, name)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield name, float(value)


def _meets(rule: Rule, heard: Heard) -> bool:
    """Say whether an ask wants an act that the rule governs, under the circumstances that it governs."""
    acts = [verb for verb in rule.verbs if wanted(heard, verb, rule.objects, rule.things)]
    if acts and rule.objects and not _on_objects(rule, heard):
        acts = []
    if rule.clause.limit is not None:
        near = bool(acts) if rule.verbs else bool((stems_of(rule.clause.words) - PLAIN) & heard.stems)
        return near and past_limit(rule, heard.amounts, heard.counts)
    if rule.theme in ("private", "help", "answer", "refuse"):
        return False
    return bool(acts) and (not rule.needs or _said(rule.needs, heard))


def _on_objects(rule: Rule, heard: Heard) -> bool:
    """Say whether an act that says little alone is on what the rule is about: two of its words where it has three."""
    said = len(rule.objects & heard.stems)
    return said >= min(2, len(rule.objects) - 1) and said > 0


def _speaks(rule: Rule, heard: Heard) -> bool:
    """Say whether an ask speaks of what only this rule is about."""
    if rule.clause.limit is not None and _names_limit(rule, heard):
        return True
    if rule.theme == "private" and _OTHERS.search(heard.text):
        return True
    if rule.theme == "identity" and _IDENTITY.search(heard.text):
        return True
    if rule.pairs & frozenset(pairwise(map(stem, heard.words))) or recital((rule.clause.phrase,)).search(heard.text):
        return True
    return _speaks_of_confirming(rule, heard) or _said(rule.signs, heard)


def _speaks_of_confirming(rule: Rule, heard: Heard) -> bool:
    if rule.theme != "confirm":
        return False
    own = [said for one, said in _CONFIRM_WORDS.items() if one in rule.text.lower()]
    named = any(re.search(rf"\b{said}\b", heard.text) for said in own)
    return named or (bool(rule.verbs) and _CONFIRMING.search(heard.text) is not None)


def _names_limit(rule: Rule, heard: Heard) -> bool:
    clause = rule.clause
    assert clause.limit is not None
    if clause.is_money:
        return clause.limit in heard.amounts and _SPEAKS_OF_LIMIT.search(heard.text) is not None
    named = days_of(clause.limit, clause.unit) in heard.counts or clause.limit_text.lower() in heard.text
    return named and (_SPEAKS_OF_LIMIT.search(heard.text) is not None)


def _said(stems: frozenset[str], heard: Heard) -> bool:
    """Say whether a text has one of the words, or a word for the same."""
    others = (one for known in stems for one in _RELATED.get(known, ()))
    return bool(stems & heard.stems) or any(one in heard.stems for one in others)
