"""The clauses of a policy as rules that asks are held against: the acts they govern, and the words that are theirs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from wai_nb.asks.domain import Domain, content_words
from wai_nb.asks.edges import theme_of
from wai_nb.asks.policy import Clause, read_clause
from wai_nb.asks.verbs import VERBS, gerund, participle, words_of
from wai_nb.measure.asked import READING
from wai_nb.measure.heard import stem, stems_of
from wai_nb.measure.wishes import NOMINALS, NOUNS

_ACTING = ("act", "delete", "pay", "update", "create", "run")
_SUB = re.compile(r"\b(?:before|prior to|when|whenever|if|while|for)\b(?P<sub>.+)", re.IGNORECASE)
_MAIN = re.compile(r"\b(?:before|prior to|when|whenever|if|unless|until|after|without|while)\b", re.IGNORECASE)
_GUARDS = re.compile(
    r"\b(?:before|prior to)\b.*?\b(?:read|tell|disclos|shar|giv|show|look|access|reveal|send|discuss)\w*(?P<what>.+)",
    re.IGNORECASE,
)
_STATES = frozenset(stems_of("final open new late delivered shipped paid broken sold gone dead valid active".split()))
PLAIN = stems_of(  # words that many rules and asks have
    (
        "customer user client person people guest visitor caller data detail info information limit rule policy order "
        "time day date daily first line list chat question answer give make tell state change accept take need allow "
        "via ask help only one two three second third item thing case team staff agent reply message request way "
        "anything something everything money amount number full own new use keep let day week month year hour minute per each "
        "more most least less than price work please again late early total today required another other write written "
        "look order check show see find get set put run call send speak handle within without under report desk "
        "security both"
    ).split()
)


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
    >>> rule.verbs, rule.theme
    (('cancel',), 'forbid')
    """
    clauses = [read_clause(text) for text in texts]
    shared = Counter(word for clause in clauses for word in stems_of(clause.words))
    return tuple(_rule(clause, domain, shared) for clause in clauses)


def _rule(clause: Clause, domain: Domain, shared: Counter[str]) -> Rule:
    theme = theme_of(clause, has_amount=True)
    verbs, governed = _governed(clause, domain)
    nouns = {stem(word) for view in domain.tools for word in (*view.noun.split(), *view.thing.split())}
    acting = {stem(verb) for verb in VERBS} | {stem(word) for text in NOMINALS.values() for word in text.split("|")}
    telling = [word for word in _telling(clause) if stem(word) not in acting | nouns]
    topical = stems_of(word for view in domain.tools for word in view.topic.words)
    own = stems_of(word for word in telling if shared[stem(word)] == 1) - PLAIN - topical
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
    return frozenset(view.name for view in readers if told & stems_of(view.noun.split()))


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
            if how in ("ing", "noun") or (word in NOUNS and before not in _LEADS):
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
