"""Which tools an ask is for: an act that it wants, or a thing that it wants to know of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from wai_nb.asks.domain import Domain, ToolView, content_words
from wai_nb.asks.policy import Clause
from wai_nb.asks.verbs import VERBS, gerund, singular
from wai_nb.measure.coverage.heard import Heard, hear, stems_of
from wai_nb.measure.coverage.wishes import GENERIC, Wish, wishes

Score = tuple[int, int, int]  # how surely, how plainly, how many details
READING = ("read", "search")  # kinds of tools that change nothing
_PART = re.compile(r"(?<=[.?!;])\s|[\n+&]|\b(?:and then|then|after that|and also|also|and|next)\b|\d[).]\s| - ")
_LOOKS = re.compile(
    r"\?|\b(?:check|look(?:ing)? (?:up|at|into|for)|pull up|bring up|tell me|show|find out|let me know|status|track|"
    r"trace|where|what|when|which|who|whose|how|whether|know|see|find|search|list|read|learn|hear|details|update on|"
    r"any news|waiting for)\b|(?:^|[.!,:;] )(?:is|are|has|have|does|do|did|was|were|any)\b"
)
_TELLS = re.compile(r"(?:my|the|it|i|we|they|this|that)\b.*\b(?:is|was|are|were|has|have|did|does|do)\b")
_ASKS = re.compile(
    r"\b(?:check|look (?:up|into|at)|pull up|tell me|find out|let me know|show me|"
    r"(?:see|know|hear|say|learn) (?:what|where|which|whether|how|who|when|if))\b"
)
_FREE = re.compile(r"\b(?:free|available|availability|openings?|vacan\w+)\b")
_SEEKING = re.compile(
    r"\b(?:find|search\w*|look(?:ing)? for|hunt\w*|list|which|what \w+ (?:do|are|have)|do you (?:have|sell|carry)|any|"
    r"choice|selection|range|suggest\w*|recommend\w*|browse|show|go through)\b"
)
_BARE = r"\b(?:(?:need|want|like|get|have) an? (?:new )?{0}\b|^an? (?:new )?{0}\b.*\bplease\b)"  # no verb is needed
_GRAMMAR = re.compile(r"\{\w+\}|<|>")
_ABOUT_MONEY = frozenset("money cash sum amount".split())
_SAME_THING = tuple(
    frozenset(group.split())
    for group in (
        "order parcel package delivery purchase shipment",
        "email mail message",
        "appointment visit booking slot",
        "reservation booking",
        "ticket case issue",
        "flight ticket",
    )
)
_TOO_PLAIN = stems_of(
    (
        "order number current latest recent last first open main list item date time day state status point details "
        "name names price total new change changes person record file what where when who how why the and for"
    ).split()
)
_PLAIN_NOUNS = frozenset("detail status info data record list name number".split())


def tools_asked(text: str, domain: Domain, rules: Sequence[Clause] = ()) -> tuple[str, ...]:
    """Return the names of the tools that an ask is for, in the order of the domain.

    An act counts only when it is wanted, in the words of its tool and of what it works on; a tool that looks things up
    only when something is to be known. So "Cancel order 9911" is not for ``get_order``, and "Where is order 4473?" not
    for ``cancel_order``. Rules that are only spoken of ("the ban on editing files under vendor") are no wishes.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from wai_nb.asks.domain import read_domain
    >>> schema = {"properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}
    >>> tools = [SimpleNamespace(name=n, description="", parameters=schema) for n in ("get_order", "cancel_order")]
    >>> domain = read_domain(tools, "")
    >>> tools_asked("Where is order 4473?", domain), tools_asked("Cancel order 9911.", domain)
    (('get_order',), ('cancel_order',))
    """
    heard = hear(text)
    if rules:
        heard = Heard(" ".join(recital(tuple(clause.phrase for clause in rules)).sub(" ", heard.text).split()))
    acting = {view.name: found for view in domain.tools if (found := list(_acts_on(heard, view, domain.known)))}
    acting = _nearest(acting, heard, domain)
    reading = _read(heard, domain, acting)
    return tuple(view.name for view in domain.tools if view.name in acting or view.name in reading)


@lru_cache(maxsize=256)
def recital(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of rules that are spoken of: "cancelling shipped orders", "transfers to such accounts"."""
    spoken = [re.sub(r"\b(?:only|first|always)\s+", "", phrase.lower()) for phrase in phrases]
    told = [text for phrase in spoken for text in (gerund(phrase), phrase.partition(" ")[2])]
    parts = [r"\s+".join(map(re.escape, words[:4])) for text in told if len(words := text.split()) > 2]
    return re.compile(rf"\b(?:{'|'.join(parts)})\b" if parts else r"(?!)")


def wanted(
    heard: Heard, verb: str, objects: frozenset[str] = frozenset(), things: frozenset[str] = frozenset()
) -> bool:
    """Say whether a text wants the act of a verb; one that says little alone needs one of its objects, or a number."""
    numbered = bool(heard.amounts) or heard.has_id or heard.has_path
    return any(numbered or not wish.generic or objects & heard.stems for wish in wishes(heard, verb, things))


def _acts_on(heard: Heard, view: ToolView, things: frozenset[str]) -> Iterator[Wish]:
    """Yield the acts of a tool that the text wants, of what the tool works on."""
    if view.kind in READING:
        return
    if view.kind == "other":
        if stems_of(re.findall(r"[a-z]+", view.name.lower().replace("_", " "))) - _TOO_PLAIN <= heard.stems:
            yield Wish(view.name, 0, generic=False)
        return
    if view.kind == "create" and (bare := re.search(_BARE.format(re.escape(view.noun)), heard.text)):
        yield Wish(bare.group(), bare.start(), generic=False)
    named, thing = _named(heard, view), _thing_named(heard, view)
    said = [view.verb, *([view.noun] if view.kind == "send" and view.noun in VERBS else [])]  # "email Anna" sends one
    for wish in (wish for verb in said for wish in wishes(heard, verb, things)):
        alone = not wish.generic and (thing or (view.noun == view.thing and not _other_thing(heard, view)))
        if named or wish.phrase or alone or (thing and view.noun == view.thing):
            yield wish


def _named(heard: Heard, view: ToolView) -> bool:
    """Say whether the text names what the tool's name says it works on."""
    if view.kind == "pay" and (heard.amounts or heard.nouns & _ABOUT_MONEY):
        return True
    if "email" in view.noun and (heard.has_address or {"email", "mail"} & heard.nouns):
        return True
    if view.key is not None and view.key.kind == "path" and heard.has_path:
        return True
    nouns = nouns_of(view.noun)
    return bool(((nouns - nouns_of(view.thing)) or nouns) & heard.nouns)


def _thing_named(heard: Heard, view: ToolView) -> bool:
    """Say whether the text names the thing, by its noun, by another word for it, or by a number."""
    things = nouns_of(view.thing) | (_synonyms(view) if view.noun == view.thing else frozenset())
    if things & heard.nouns:
        return True
    return view.key is not None and (heard.has_path if view.key.kind == "path" else _fits_id(heard, view))


def _fits_id(heard: Heard, view: ToolView) -> bool:
    """Say whether a number in the text may be one of the tool's: CUS-4017 is a customer's, 4017 may be anyone's."""
    nouns = [*view.noun.split(), *view.thing.split()]
    return any(not letters or any(noun.startswith(letters) for noun in nouns) for letters in heard.id_letters)


def nouns_of(text: str) -> frozenset[str]:
    """Return the words of a noun phrase, in the singular."""
    return frozenset(map(singular, text.split()))


@lru_cache(maxsize=1024)
def _synonyms(view: ToolView) -> frozenset[str]:
    """Return other nouns for a tool's thing: a parcel is an order."""
    return next((group for group in _SAME_THING if view.thing in group), frozenset())


def _other_thing(heard: Heard, view: ToolView) -> bool:
    return (
        not heard.has_id
        and bool(re.search(r"\b(?:my|the|your|a|an)\b", heard.text))
        and not re.search(r"\b(?:it|this|that|them|these)\b", heard.text)
    )


def _nearest(acting: dict[str, list[Wish]], heard: Heard, domain: Domain) -> dict[str, list[Wish]]:
    """Leave each wish to the tools whose own noun it names, where some do: one "change" is not three acts."""
    near = {name for name in acting if (view := domain.view(name)) is not None and _named(heard, view)}
    spots = {wish.start for name in near for wish in acting[name]}
    kept = {
        name: found if name in near else [w for w in found if w.start not in spots] for name, found in acting.items()
    }
    return {name: found for name, found in kept.items() if found}


def _read(heard: Heard, domain: Domain, acting: dict[str, list[Wish]]) -> frozenset[str]:
    """Return the tools that look up what the text wants to know."""
    views = [view for view in domain.tools if view.kind in READING]
    spots = [wish.start for found in acting.values() for wish in found]
    acts = bool(spots) or _acts_anyhow(heard, domain.known)
    best: dict[str, Score] = {}
    for part in _parts(heard, spots, domain.known) if acts else [heard]:
        scores = {view.name: score for view in views if (score := _score(part, heard, view, acts)) is not None}
        most = max((score[0] for score in scores.values()), default=0)
        for name, score in scores.items():
            if score[0] == most:
                best[name] = max(best.get(name, score), score)
    told = {name for name, score in best.items() if score[0] > 0}
    return frozenset(told or _likeliest(best, domain))


def _likeliest(best: dict[str, Score], domain: Domain) -> list[str]:
    """Return, of tools for which only a number or a detail speaks, the one for which most does, if there is one."""
    most = max((score[1:] for score in best.values()), default=None)
    tied = [name for name, score in best.items() if score[1:] == most]
    if len(tied) < 2:
        return tied
    things = Counter(view.thing for view in domain.tools)
    often = max(things[view.thing] for view in domain.views(tied))
    usual = [view.name for view in domain.views(tied) if things[view.thing] == often]
    return usual if len(usual) == 1 else []


def _parts(heard: Heard, spots: list[int], things: frozenset[str]) -> list[Heard]:
    """Return the parts of a text that want no act and may want to know something."""
    ends = [*((match.start(), match.end()) for match in _PART.finditer(heard.text)), *((spot, spot) for spot in spots)]
    cuts = [0, *(at for pair in sorted(ends) for at in pair), len(heard.text)]
    parts = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        part = Heard(heard.text[start:end].strip())
        if part.text and not any(start <= spot < end for spot in spots) and not _acts_anyhow(part, things):
            parts.append(part)
    return [part for part in parts if not _is_story(part)]


def _is_story(part: Heard) -> bool:
    """Say whether a part tells something and asks nothing: "my order 7 came broken, it was a gift"."""
    return _TELLS.match(part.text) is not None and _ASKS.search(part.text) is None


def _score(part: Heard, heard: Heard, view: ToolView, acts: bool) -> Score | None:
    """Return how much a part of an ask is about a tool's thing: its own noun, the thing, what can be known of it."""
    nouns, things = nouns_of(view.noun), nouns_of(view.thing)
    own = bool((nouns - things - _PLAIN_NOUNS) & part.nouns)
    thing = bool((things | nouns | _synonyms(view)) & part.nouns)
    path = view.key is not None and view.key.kind == "path" and part.has_path
    looks = _LOOKS.search(part.text) is not None
    aspects = len(_aspect_stems(view, looks) & part.stems)
    if view.kind == "search":
        sought = (own or thing) and _SEEKING.search(part.text)
        return (2, 1, aspects) if sought or (looks and _FREE.search(part.text)) else None
    if not looks and not aspects and (acts or not path):
        return None
    if own or path or (thing and (nouns <= things or aspects)):
        return (2 if own or path or nouns <= things else 1, 2 * own + thing, aspects)
    numbered = view.key is not None and _fits_id(part if acts else heard, view)
    return (0, int(numbered), aspects) if (numbered and (looks or aspects)) else None


@lru_cache(maxsize=1024)
def _aspect_stems(view: ToolView, asking: bool) -> frozenset[str]:
    """Return the stems of what can be known of a tool's thing; those of the verbs too where something is asked."""
    texts = [text if asking else text.split(";")[0] for text in view.topic.aspects]
    words = [word for text in texts for word in content_words(_GRAMMAR.sub(" ", text))]
    return stems_of(words) - _TOO_PLAIN


def _acts_anyhow(heard: Heard, things: frozenset[str]) -> bool:
    """Say whether a text wants some act whose verb says enough, whatever the tools."""
    return any(wanted(heard, verb, things=things) for verb in _PLAIN_ACTS if verb[:4] in heard.text)


_ALSO_NOUNS = frozenset(  # verbs that are as often a noun, or say too little alone
    (
        "stop order file tip text confirm complete play resolve close commit rate tag record issue ship charge new "
        "start use apply turn push checkout register generate lock pause resume enable disable activate restore"
    ).split()
)
_PLAIN_ACTS = tuple(
    verb
    for verb, (kind, _) in VERBS.items()
    if kind in ("act", "delete", "pay", "update", "create") and verb not in GENERIC | _ALSO_NOUNS
)
