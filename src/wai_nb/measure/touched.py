"""Which rules of a policy an ask touches: the acts they govern, the limits they set, the words that are theirs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from wai_nb.asks.domain import Domain, content_words
from wai_nb.asks.edges import theme_of
from wai_nb.asks.policy import Clause, read_clause
from wai_nb.asks.verbs import VERBS, gerund, participle, words_of
from wai_nb.grade.calls import calls_of
from wai_nb.measure.asked import READING, recital, wanted
from wai_nb.measure.heard import NOMINALS, NOUNS, Heard, days_of, hear, stem, stems_of
from wai_nb.records.rows import Row

_ACTING = ("act", "delete", "pay", "update", "create", "run")
_SUB = re.compile(r"\b(?:before|prior to|when|whenever|if|while|for)\b(?P<sub>.+)", re.IGNORECASE)
_MAIN = re.compile(r"\b(?:before|prior to|when|whenever|if|unless|until|after|without|while)\b", re.IGNORECASE)
_GUARDS = re.compile(
    r"\b(?:before|prior to)\b.*?\b(?:read|tell|disclos|shar|giv|show|look|access|reveal|send|discuss)\w*(?P<what>.+)",
    re.IGNORECASE,
)
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
_OTHERS = re.compile(
    r"\b(?:another|other|different) (?:customer|person|people|user|client|guest|member|patient|tenant|caller|buyer)s?\b|"
    r"\b(?:(?:some|any)(?:one|body) else(?:'s)?|every(?:one|body)(?:'s| else's))\b(?=.*\b{data})|"
    r"(?<!\bto )(?<!\bto my )(?<!\binto my )(?<!\bfrom my )\b(?!(?:it|that|what|let|who|here|there|he|she|today|yesterday|how|where|this|order|one)'s)[a-zà-ÿ]+'s "
    r"(?:\w+ ){0,2}?{data}|\b{data} of (?:my (?!own|order|account|card|last|new|old)\w+|another|someone|somebody|"
    r"the (?:person|man|woman|neighbour|neighbor|other))\b".replace(
        "{data}",
        r"(?:data|details?|address(?:es)?|balances?|orders?|accounts?|numbers?|passwords?|records?|names?|emails?|phone|"
        r"bookings?|profiles?|history|statements?|cards?|files?|info\w*|secrets?)\b",
    )
)
_IDENTITY = re.compile(
    r"\b(?:identity|passport|who i am|prove it's me|it's really me|verif\w+ (?:me|my)|my id\b|(?:skip|no) (?:the )?id\b|"
    r"security (?:question|code|check)s?|date of birth)"
)
_STATES = frozenset(stems_of("final open new late delivered shipped paid broken sold gone dead valid active".split()))
_PLAIN = stems_of(
    (
        "customer user client person people guest visitor caller data detail info information limit rule policy order time "
        "day date daily first line list chat question answer give make tell state change accept take need allow via ask "
        "help only one two three second third item thing case team staff agent reply message request way anything "
        "something everything money amount number full own new use keep let day week month year hour minute per each "
        "more most least less than price work please again late early total today required another other write written "
        "look order check show see find get set put run call send speak handle within without under report desk security both"
    ).split()
)
_RELATED = {  # by the stem of a clause's word: what people say who do not know that word
    "invest": "stock stocks share shares fund funds portfolio crypto bitcoin etf bonds dividend",
    "fraud": "scam scammed hacked suspicious phishing fraudulent unauthorised unauthorized",
    "abroad": "foreign international overseas iban country france germany spain italy poland kenya mexico japan usa",
    "overseas": "abroad foreign international",
    "international": "abroad foreign overseas",
    "human": "manager supervisor person somebody",
    "legal": "lawyer sue court lawsuit",
    "medic": "diagnosis symptom symptoms medicine medicines pills tablets rash fever headache painkiller",
    "emergency": "ambulance unconscious bleeding breathe breathing overdose stroke collapsed chest",
    "discount": "voucher coupon cheaper reduction",
    "damaged": "broken smashed cracked torn shattered defective",
    "ship": "dispatched posted transit delivered",
    "deliv": "arrived arrives arrive",
    "replac": "replacement swap exchange",
    "password": "login passcode pin",
    "vendor": "vendored third_party",
    "pet": "dog cat pets",
    "minor": "child children kid kids underage teenager",
    "allergi": "allergic allergy nuts gluten",
    "vegan": "vegetarian",
    "group": "party guests",
}


@dataclass(frozen=True)
class Rule:
    """A clause as asks are held against it.

    Parameters
    ----------
    text
        As the policy has it.
    clause
        What it asks or forbids.
    theme
        What it turns on: a limit, a confirmation, private data ...
    verbs
        The acts that it governs.
    objects
        Stems of what these acts are done to, where the verb alone says too little.
    looks
        Tools that look up what it guards: "before you disclose a balance".
    needs
        Stems without which the act alone does not meet it: "transfers abroad" needs a word for abroad.
    signs, pairs
        Stems and neighbouring stems that are its own among the clauses of the policy.
    """

    text: str
    clause: Clause
    theme: str
    verbs: tuple[str, ...]
    objects: frozenset[str]
    looks: frozenset[str]
    needs: frozenset[str]
    signs: frozenset[str]
    pairs: frozenset[tuple[str, str]]


def read_rules(texts: Sequence[str], domain: Domain) -> tuple[Rule, ...]:
    """Return the clauses of a policy as rules to hold asks against.

    Examples
    --------
    >>> from wai_nb.asks.domain import read_domain
    >>> [rule] = read_rules(["Never cancel a shipped order."], read_domain([], ""))
    >>> rule.verbs, touches(rule, "Where is order 4473?"), touches(rule, "Cancel order 9911.")
    (('cancel',), False, True)
    """
    clauses = [read_clause(text) for text in texts]
    shared = Counter(word for clause in clauses for word in stems_of(clause.words))
    return tuple(_rule(clause, domain, shared) for clause in clauses)


def touches(rule: Rule, text: str, tools: Iterable[str] = ()) -> bool:
    """Say whether an ask meets a rule: it wants what the rule governs, goes past its limit, or speaks of it.

    `tools` are those that the ask is for.
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
    if rule.clause.limit is None or not any(wanted(hear(text), verb, rule.objects) for verb in rule.verbs):
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
    acts = [verb for verb in rule.verbs if wanted(heard, verb, rule.objects)]
    if acts and rule.objects and not rule.objects & heard.stems and not heard.has_id:
        acts = []
    if rule.clause.limit is not None:
        near = bool(acts) if rule.verbs else bool((stems_of(rule.clause.words) - _PLAIN) & heard.stems)
        return near and past_limit(rule, heard.amounts, heard.counts)
    if rule.theme in ("private", "help", "answer", "refuse"):
        return False
    return bool(acts) and (not rule.needs or _said(rule.needs, heard))


def _speaks(rule: Rule, heard: Heard) -> bool:
    """Say whether an ask speaks of what only this rule is about."""
    if rule.clause.limit is not None and _names_limit(rule, heard):
        return True
    if rule.theme == "private" and _OTHERS.search(heard.text):
        return True
    if rule.theme == "identity" and _IDENTITY.search(heard.text):
        return True
    neighbours = frozenset(pairwise(map(stem, heard.words)))
    if rule.pairs & neighbours:
        return True
    if recital((rule.clause.phrase,)).search(heard.text):
        return True
    if rule.theme == "confirm":
        own = [said for one, said in _CONFIRM_WORDS.items() if one in rule.text.lower()]
        if any(re.search(rf"\b{said}\b", heard.text) for said in own):
            return True
        if rule.verbs:  # the step before an act, whatever it is called
            return _CONFIRMING.search(heard.text) is not None
    return _said(rule.signs, heard)


def _names_limit(rule: Rule, heard: Heard) -> bool:
    clause = rule.clause
    assert clause.limit is not None
    if clause.is_money:
        return clause.limit in heard.amounts and _SPEAKS_OF_LIMIT.search(heard.text) is not None
    named = days_of(clause.limit, clause.unit) in heard.counts or clause.limit_text.lower() in heard.text
    return named and (_SPEAKS_OF_LIMIT.search(heard.text) is not None)


def _said(stems: frozenset[str], heard: Heard) -> bool:
    """Say whether a text has one of the words, or a word for the same."""
    if stems & heard.stems:
        return True
    others = {word for one in stems for word in _RELATED.get(one, "").split()}
    return bool(others & set(heard.words))


def _rule(clause: Clause, domain: Domain, shared: Counter[str]) -> Rule:
    theme = theme_of(clause, has_amount=True)
    verbs, governed = _governed(clause, domain)
    nouns = {stem(word) for view in domain.tools for word in (*view.noun.split(), *view.thing.split())}
    acting = {stem(verb) for verb in VERBS} | {stem(word) for text in NOMINALS.values() for word in text.split("|")}
    telling = [word for word in _telling(clause) if stem(word) not in acting | nouns]
    topical = stems_of(word for view in domain.tools for word in view.topic.words)
    own = stems_of(word for word in telling if shared[stem(word)] == 1) - _PLAIN - topical
    words = [stem(word) for word in content_words(clause.text)]
    pairs = {
        pair for pair in pairwise(words) if not set(pair) <= nouns | acting and shared[pair[0]] + shared[pair[1]] <= 3
    }
    inside = stems_of(content_words(governed)) & (own | nouns)
    needs = (
        frozenset(one for one in inside - nouns if not _is_state(one, clause)) if clause.limit is None else frozenset()
    )
    plain = [verb for verb in verbs if verb in _WEAK]
    objects = (
        stems_of(content_words(governed)) - {stem(verb) for verb in verbs} - stems_of(["only"])
        if plain
        else frozenset()
    )
    signs = own | (stems_of(_PRIVATE & set(clause.words)) - nouns if theme == "private" else frozenset())
    if theme == "help":
        signs = signs | stems_of(
            word for word in clause.words if word.startswith(("customer", "user", "guest", "client"))
        )
    if theme == "limit":
        signs = frozenset()  # "over $100 to a human": who wants a human need not want a refund
    looks = _guarded(clause, domain)
    return Rule(clause.text, clause, theme, verbs, frozenset(objects), looks, needs, frozenset(signs), frozenset(pairs))


def _guarded(clause: Clause, domain: Domain) -> frozenset[str]:
    """Return the tools that look up what a clause lets be told only after its duty is done."""
    sub = _GUARDS.search(clause.text)
    told = stems_of(content_words(sub["what"])) if sub is not None else frozenset()
    readers = [view for view in domain.tools if view.kind in READING]
    return frozenset(view.name for view in readers if told & stem_set(view.noun))


def stem_set(text: str) -> frozenset[str]:
    """Return the stems of the words of a text."""
    return stems_of(text.split())


_PRIVATE = frozenset("data secret secrets privacy password passwords".split())
_WEAK = frozenset("change update edit set add create send open start run make put move get book modify write".split())


def _telling(clause: Clause) -> list[str]:
    return [word for word in content_words(clause.text) if word not in ("offer", "mention", "give", "state", "tell")]


def _is_state(one: str, clause: Clause) -> bool:
    """Say whether a word tells in which state a thing is, which its record knows and a person need not say."""
    if one in _STATES:
        return True
    return any(stem(word) == one and re.search(r"(?:ed|en)$", word) for word in content_words(clause.text))


def _governed(clause: Clause, domain: Domain) -> tuple[tuple[str, ...], str]:
    """Return the acts that a clause governs, and the part of it that says so."""
    text = clause.text
    sub = _SUB.search(text)
    if sub is not None and (found := _acts_in(sub["sub"], domain)):
        return found, sub["sub"]
    main = _MAIN.split(text, maxsplit=1)[0] if _MAIN.search(text[12:]) else text
    return _acts_in(main, domain), main


def _acts_in(text: str, domain: Domain) -> tuple[str, ...]:
    """Return the verbs of acts in a part of a clause; where it names an act as a thing ("refunds"), that one alone."""
    own = {view.verb for view in domain.tools}
    named: list[str] = []
    bare: list[str] = []
    words = re.findall(r"[a-z]+", text.lower())
    for before, word in pairwise(["", *words]):
        for verb, how in _VERB_OF.get(word, ()):
            if VERBS[verb][0] not in _ACTING and verb not in own:
                continue
            if how == "ing" or (word in NOUNS and before not in _LEADS):
                named.append(verb)
            elif (how == "done" and before == "be") or (how == "base" and before in _LEADS):
                bare.append(verb)
    return tuple(dict.fromkeys(named or bare))


_LEADS = frozenset(["", *"never not t only always to and or must should can may you please first ever we they".split()])


def _forms() -> dict[str, list[tuple[str, str]]]:
    """Return which verb each form of a word may be of, and how it is said."""
    found: dict[str, list[tuple[str, str]]] = {}
    for verb in VERBS:
        if len(words_of(verb)) == 1:
            found.setdefault(verb, []).append((verb, "base"))
            for form, how in ((gerund(verb), "ing"), (participle(verb), "done")):
                if form != verb:
                    found.setdefault(form, []).append((verb, how))
    for verb, nouns in NOMINALS.items():
        for noun in nouns.split("|"):
            if verb in VERBS:
                found.setdefault(noun + "s", []).append((verb, "noun"))
                if noun != verb:
                    found.setdefault(noun, []).append((verb, "noun"))
    return found


_VERB_OF = _forms()
