"""Which acts a text wants, in any of the words that people have for them; an act only spoken of is not wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from wai_nb.asks.verbs import VERBS, gerund, participle
from wai_nb.measure.coverage.heard import Heard

# what stands before or after the words of an act and tells that it is not wanted, or that it is
_NOT_WANTED = re.compile(
    r"(?:\b(?:do not|not to|don't|never|without|instead of|rather than|no need to|ban on|rule against|rule on|"
    r"(?:did|does|have|has|had)(?: not|n't)|refus\w+ to|afraid of|in case you|if i)\b(?:\W+[a-z']+){0,2}|"
    r"\b(?:did|have|has|had) (?:i|we|you|they|he|she|it)|"
    r"(?<=[\w,] )(?:before|after|since|until)(?: you| i| we| they)?)\W*$"
)
_WHY_NOT = re.compile(r"\bwhy (?:don't|do not|did(?: not|n't)) (?:you|we)\W*$")
_GOING_ON = re.compile(r"\b(?:was|were|been|i'm|i am|you are|you're|stop|about the)\W+$")  # before a word in -ing
_WISHED = re.compile(  # "I want order 7 cancelled"
    r"\b(?:want(?:ed)?|needs?|needed|like|get|have|see|getting|having|to be|should be|must be|can be|could be|please)\b"
    r"(?P<gap>(?:\W+(?!(?:whether|if|that|when|why|how|to|what|which|who|since|because)\b)[\w#@./$€£:·-]+){0,9})\W*$"
)
_DONE_BEFORE = re.compile(  # "it was cancelled", "I cancelled"
    r"\b(?:was|were|been|being|is|are|has|have|had|already|just|i|we|you|they|he|she|who|got|ve|d|s|not|never|be|when|"
    r"since|after|once)\W+(?:\w+ly\W+|already\W+|just\W+)?$"
)
_DETERMINED = re.compile(  # the word is a noun: "my refund"
    r"\b(?:last|latest|recent|next|quick|my|the|a|an|your|our|this|that|any|another|full|partial|no|of|his|her|their|"
    r"for)\s+$"
)
_IN_SOMETHING = re.compile(r" (?:in|since|on) (?:the|my|its)\b")  # "change in the balance"
_COMPOUND = re.compile(r" (?:window|label|polic|status|slip|date|form|rules?|deadline|number|method|history)\w*\b")
_ASKED_FOR = re.compile(r"\b(?:want|need|request|like|ask\w*|make|issue|process|arrange|give|get|do|start|insist)\b")
_PLEASE = re.compile(r"[^.!?]*\bplease\b")
_OF_STATUS = re.compile(  # "where is my refund", "the rules for refunds"
    r"^(?:is|are|was|were)\b|\b(?:where|status|ready|yet|when|how long|track\w*|arriv\w*|come through|gone through|"
    r"go through|still waiting|happened|did|has|have not|rules?|policy|policies|limit|form|how many|which|what)\b"
)
NOMINALS = {  # the act as a noun, where it is not the verb itself
    "cancel": "cancellation|cancelation",
    "delete": "deletion",
    "remove": "removal",
    "reserve": "reservation",
    "escalate": "escalation",
    "reimburse": "reimbursement",
    "pay": "payment",
    "withdraw": "withdrawal",
    "exchange": "exchange",
    "replace": "replacement",
    "renew": "renewal",
    "refund": "refund",
    "return": "return",
    "transfer": "transfer",
    "deposit": "deposit",
    "dispute": "dispute",
    "waive": "waiver",
}
COLLOQUIAL = {  # what people say who do not name the act; whole phrases, by verb
    "refund": r"(?:my |the |our )?money back|[$€£]\s?[\d.,]+ back|"
    r"(?:give|pay|send) (?:\w+ ){0,3}back (?:the|my) money|make me whole",
    "cancel": r"no longer (?:want|need) (?!to\b)\w+|(?:do not|don't) (?:want|need) "
    r"(?:it|them|this|that|(?:my|the|this) \w+)\b(?: any ?more)?",
    "escalate": r"(?:speak|talk) (?:to|with) (?:a|an|your|the|some|someone|another)\s?(?:\w+ )?"
    r"(?:human|person|manager|supervisor|boss|agent|colleague|else)|real (?:person|human)|(?:get|give) me (?:a|your) "
    r"(?:manager|supervisor|human)|hand (?:\w+ ){0,3}over to a \w+",
    "block": r"(?:lost|stole|stolen|can't find|cannot find|misplaced) (?:my|the|his|her|our|your|a) "
    r"(?:\w+ ){0,2}cards?|"
    r"cards? (?:\w+ ){0,3}(?:stolen|lost|missing)",
    "return": r"(?:send|give|bring|take) (?:it|them|this|these|(?:my|the) \w+) back",
    "transfer": r"(?:send|wire|move|put|push|shift) (?:\S+ ){0,2}?(?:[$€£¥]?\d[\d.,]*|money|cash|funds)",
}
GENERIC = frozenset(  # verbs that say little without their noun
    (
        "get put give make set move change send use add write start open check look hold push shift turn pull bring "
        "stop keep place take try order test build hand see show find note log begin read run list do have go plan "
        "change correct edit create update modify adjust switch draft save pass post drop clear load raise"
    ).split()
)


@dataclass(frozen=True)
class Wish:
    """An act that a text wants: the words for it and where they stand.

    A `generic` verb says little without its noun, a whole `phrase` ("get me a human") says enough.
    """

    said: str
    start: int
    generic: bool
    phrase: bool = False


def wishes(heard: Heard, verb: str, things: frozenset[str] = frozenset()) -> Iterator[Wish]:
    """Yield where a text wants the act of a verb, in any of the words that people have for it.

    An act that is only spoken of is not wanted: "I cancelled it", "where is my refund?", "don't cancel". `things` are
    words that are things to this agent: a "booking" is one, and no wish to book.

    Examples
    --------
    >>> from wai_nb.measure.coverage.heard import hear
    >>> [wish.said for wish in wishes(hear("Please call off order 7, don't refund it"), "cancel")]
    ['call off']
    >>> list(wishes(hear("Where is my refund?"), "refund"))
    []
    """
    text = heard.prose
    for match in _forms(verb).finditer(text):
        form = match.lastgroup or ""
        said = match.group()
        before = text[max(0, match.start() - 60) : match.start()]
        if form == "phrase" or ((said not in things or form == "base") and _is_wanted(form, text, before, match)):
            plain = form != "phrase" and said.split()[0] in _generic_forms()
            yield Wish(said, match.start(), plain, form == "phrase")


def _is_wanted(form: str, text: str, before: str, match: re.Match[str]) -> bool:
    clause = re.split(r"[.!?;]\s", before)[-1]
    if (_NOT_WANTED.search(clause) and not _WHY_NOT.search(clause)) or _COMPOUND.match(text, match.end()):
        return False
    if form == "done":
        return _is_to_be_done(clause, text[match.end() : match.end() + 12])
    if form == "ing":
        return not _GOING_ON.search(clause)
    if form == "noun" or _DETERMINED.search(clause) or _IN_SOMETHING.match(text, match.end()):
        return match.group() in NOUNS and _is_asked_for(form, clause, text, match)
    return True


def _is_to_be_done(clause: str, after: str) -> bool:
    """Say whether a participle is wished for: "I want it cancelled", "order 7 cancelled, please"."""
    wished = _WISHED.search(clause)
    if wished and (wished["gap"].strip() or "be" in wished.group()):
        return True
    return not _DONE_BEFORE.search(clause) and after.strip(" ,.!") in ("", "please")


def _is_asked_for(form: str, clause: str, text: str, match: re.Match[str]) -> bool:
    """Say whether an act that is named as a thing is wanted, and not its state: "a refund, please"."""
    if form == "noun" and not _ASKED_FOR.search(clause) and not _PLEASE.match(text, match.end()):
        return False
    around = re.split(r"(?<=[.!?])\s", text[max(0, match.start() - 80) : match.end() + 40])
    here = next((part for part in around if match.group() in part), clause)
    return not _OF_STATUS.search(here)


NOUNS = frozenset(word for text in NOMINALS.values() for word in text.split("|")) | frozenset(
    word + "s" for text in NOMINALS.values() for word in text.split("|")
)


@lru_cache(maxsize=512)
def _forms(verb: str) -> re.Pattern[str]:
    """Return the pattern of all that people say for a verb, in its forms."""
    said = dict.fromkeys((verb, *(VERBS[verb][1] if verb in VERBS else ())))
    base = "|".join(_spaced(phrase) for phrase in said)
    ing = "|".join(_spaced(gerund(phrase)) for phrase in said)
    done = "|".join(_spaced(participle(phrase)) for phrase in said if participle(phrase) not in said) or "(?!)"
    nouns = "|".join(f"(?:{NOMINALS[phrase]})s?" for phrase in said if phrase in NOMINALS)
    parts = [rf"(?P<phrase>{COLLOQUIAL[verb]})"] if verb in COLLOQUIAL else []
    parts += [rf"(?P<ing>{ing})", rf"(?P<done>{done})"]
    parts += [rf"(?P<noun>{nouns}(?!\w))"] if nouns and verb not in NOUNS else []
    parts += [rf"(?P<base>{base})"]
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)")


def _spaced(phrase: str) -> str:
    """Return the pattern of a phrase; something may stand before its last particle: "call it off"."""
    first, *rest = phrase.split()
    if not rest:
        return re.escape(first)
    last = " ".join(map(re.escape, rest))
    return rf"{re.escape(first)}(?:\W+(?!and\b|then\b|to\b)[\w#-]+){{0,3}}?\W+{last}"


@lru_cache(maxsize=1)
def _generic_forms() -> frozenset[str]:
    return frozenset(form for verb in GENERIC for form in (verb, gerund(verb), participle(verb)))
