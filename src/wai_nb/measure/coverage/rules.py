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
from wai_nb.measure.coverage.asked import READING
from wai_nb.measure.coverage.heard import stem, stems_of
from wai_nb.measure.coverage.wishes import NOMINALS, NOUNS

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
        "accept again agent allow amount another answer anything ask both call caller case change chat check client "
        "customer daily data date day desk detail each early everything find first full get give guest handle help "
        "hour info information it item its keep late least less let limit line list look make message minute money "
        "month more most need new number one only order other own people per person please policy possible price put "
        "question reply report request required rule run second security see send set show something speak staff "
        "state take team tell than them they thing third three time today total two under use user via visitor way "
        "week within without work write written year"
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
    things
        Words that are things to this agent.
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
    things: frozenset[str]
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
    nouns = frozenset(stem(word) for view in domain.tools for word in (*view.noun.split(), *view.thing.split()))
    common = nouns | _ACTS | stems_of(word for view in domain.tools for word in view.topic.words)
    own = frozenset(
        one
        for one in stems_of(clause.words) - common - PLAIN
        if shared[one] == 1 and len(one) > 2 and not _is_state(one, clause)
    )
    inside = stems_of(content_words(governed)) - frozenset(map(stem, verbs))
    return Rule(
        clause.text,
        clause,
        theme,
        verbs,
        objects=inside if any(verb in _WEAK for verb in verbs) else frozenset(),
        looks=_guarded(clause, domain, theme),
        needs=inside & own if clause.limit is None else frozenset(),
        things=domain.known,
        signs=_signs(clause, theme, own, nouns),
        pairs=_pairs(clause, common, shared),
    )


def _signs(clause: Clause, theme: str, own: frozenset[str], nouns: frozenset[str]) -> frozenset[str]:
    if theme == "limit":
        return frozenset()  # "over $100 to a human": who wants a human need not want a refund
    if theme == "private":
        return own | (stems_of(_PRIVATE & set(clause.words)) - nouns)
    if theme == "help":
        return own | stems_of(word for word in clause.words if word.startswith(_PEOPLE))
    return own


def _pairs(clause: Clause, common: frozenset[str], shared: Counter[str]) -> frozenset[tuple[str, str]]:
    """Return neighbouring stems that no other clause has and that are not just words of the trade or of time."""
    found = pairwise(map(stem, content_words(clause.text)))
    return frozenset(
        (one, two)
        for one, two in found
        if not {one, two} <= common and not {one, two} & _TIME and shared[one] + shared[two] <= 3
    )


def _guarded(clause: Clause, domain: Domain, theme: str) -> frozenset[str]:
    """Return the tools that look up what a clause lets be told under a condition, or answers to which it rules."""
    sub = _GUARDS.search(clause.text)
    told = stems_of(content_words(sub["what"])) if sub is not None else frozenset()
    if theme == "answer":
        told = stems_of(clause.words)
    readers = [view for view in domain.tools if view.kind in READING]
    return frozenset(view.name for view in readers if told & stems_of(view.noun.split()))


_ACTS = stems_of(VERBS) | stems_of(word for text in NOMINALS.values() for word in text.split("|"))
_TIME = stems_of("day days daytime week month year hour minute time need take possible allow".split())
_PEOPLE = ("customer", "user", "guest", "client")
_PRIVATE = frozenset("data secret secrets privacy password passwords".split())
_WEAK = frozenset("change update edit set add create send open start run make put move get book modify write".split())


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
            if (VERBS[verb][0] not in _ACTING and verb not in own) or (how == "ing" and word in domain.known):
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
