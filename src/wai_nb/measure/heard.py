"""What a text says: its words by their stems, its amounts and spans of time, and which acts it wants."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from wai_nb.asks.verbs import VERBS, gerund, participle, singular

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
    + r")[ -]+(?:\w+ )?(minute|hour|day|week|month|year|night|item|time|people|person|guest|passenger|ticket|order|request|"
    r"transfer|room|result|seat|line|file|percent|copie|copy)s?\b"
)
_ORDINALS = "second third fourth fifth sixth seventh eighth ninth tenth".split()
_NTH = re.compile(rf"\b({'|'.join(_ORDINALS)}|\d+(?:st|nd|rd|th)) (\w+)")
_NAMED_DAYS = {"today": 0.0, "right now": 0.0, "tonight": 0.0, "tomorrow": 1.0, "yesterday": 1.0, "last week": 7.0}
_NAMED_DAYS |= {"last month": 30.0, "last year": 365.0, "months ago": 60.0, "years ago": 700.0, "ages ago": 365.0}
_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "night": 1.0, "week": 7.0, "month": 30.0, "year": 365.0}
_NOT_WANTED = re.compile(
    r"(?:\b(?:do not|not to|don['’]?t|never|without|instead of|rather than|no need to|ban on|rule against|rule on|"
    r"(?:did|does|have|has|had)(?: not|n['’]?t)|refus\w+ to|afraid of|in case you|if i)\b(?:\W+[a-z']+){0,2}|"
    r"\b(?:did|have|has|had) (?:i|we|you|they|he|she|it)|"
    r"\b(?:before|after|since|until)(?: you| i| we| they)?)\W*$"
)
_WHY_NOT = re.compile(r"\bwhy (?:don['’]?t|do not|did(?: not|n['’]?t)) (?:you|we)\W*$")
_WISHED = re.compile(
    r"\b(?:want(?:ed)?|needs?|needed|like|get|have|see|getting|having|to be|should be|must be|can be|could be|please)\b"
    r"(?P<gap>(?:\W+(?!(?:whether|if|that|when|why|how|to|what|which|who|since|because)\b)[\w#@./$€£:-]+){0,9})\W*$"
)
_DONE_BEFORE = re.compile(
    r"\b(?:was|were|been|being|is|are|has|have|had|already|just|i|we|you|they|he|she|who|got|ve|d|s|not|never|be|when|"
    r"since|after|once)\W+(?:\w+ly\W+|already\W+|just\W+)?$"
)
_DETERMINED = re.compile(
    r"\b(?:last|latest|recent|next|quick|my|the|a|an|your|our|this|that|any|another|full|partial|no|of|his|her|their|for)\s+$"
)
_IN_SOMETHING = re.compile(r" (?:in|since|on) (?:the|my|its)\b")  # "change in the balance"
_OF_STATUS = re.compile(
    r"^(?:is|are|was|were)\b|\b(?:where|status|ready|yet|when|how long|track\w*|arriv\w*|come through|gone through|go through|still waiting|happened|"
    r"did|has|have not|rules?|policy|policies|limit|form|how many|which|what)\b"
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
    "refund": r"(?:my |the |our )?money back|[$€£]\s?[\d.,]+ back|(?:give|pay|send) (?:\w+ ){0,3}back (?:the|my) money|make me whole",
    "cancel": r"no longer (?:want|need) (?!to\b)\w+|(?:do not|don't) (?:want|need) (?:it|them|this|that|(?:my|the|this) \w+)\b"
    r"(?: any ?more)?",
    "escalate": r"(?:speak|talk) (?:to|with) (?:a|an|your|the|some|someone|another)\s?(?:\w+ )?"
    r"(?:human|person|manager|supervisor|boss|agent|colleague|else)|real (?:person|human)|(?:get|give) me (?:a|your) "
    r"(?:manager|supervisor|human)|hand (?:\w+ ){0,3}over to a \w+",
    "block": r"(?:lost|stole|stolen|can't find|cannot find|misplaced) (?:my|the|his|her|our|your|a) (?:\w+ ){0,2}cards?|"
    r"cards? (?:\w+ ){0,3}(?:stolen|lost|missing)",
    "return": r"(?:send|give|bring|take) (?:it|them|this|these|(?:my|the) \w+) back",
    "transfer": r"(?:send|wire|move|put|push|shift) (?:\S+ ){0,2}?(?:[$€£¥]?\d[\d.,]*|money|cash|funds)",
}
GENERIC = frozenset(  # verbs that say little without their noun
    (
        "get put give make set move change send use add write start open check look hold push shift turn pull bring "
        "stop keep place take try order test build hand see show find note log begin read run list do have go plan change "
        "correct edit create update modify adjust switch draft save pass post drop clear load raise"
    ).split()
)


@dataclass(frozen=True)
class Heard:
    """A text as it is compared: in lower case, without what stands in quotes."""

    text: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words, in order."""
        return tuple(_WORD.findall(_PATH.sub(" ", _ADDRESS.sub(" ", self.text))))

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


@lru_cache(maxsize=8192)
def hear(text: str) -> Heard:
    """Return a text to be compared.

    Examples
    --------
    >>> heard = hear("Refund $45 for order 4412, bought three weeks ago: \\"late\\"")
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


@dataclass(frozen=True)
class Wish:
    """An act that a text wants: the words for it and where they stand.

    A `generic` verb says little without its noun, a whole `phrase` ("get me a human") says enough.
    """

    said: str
    start: int
    generic: bool
    phrase: bool = False


def wishes(heard: Heard, verb: str) -> Iterator[Wish]:
    """Yield where a text wants the act of a verb, in any of the words that people have for it.

    An act that is only spoken of is not wanted: "I cancelled it", "where is my refund?", "don't cancel".

    Examples
    --------
    >>> [wish.said for wish in wishes(hear("Please call off order 7, don't refund it"), "cancel")]
    ['call off']
    >>> list(wishes(hear("Where is my refund?"), "refund"))
    []
    """
    text = heard.text
    for match in _forms(verb).finditer(text):
        form = match.lastgroup or ""
        said = match.group()
        before = text[max(0, match.start() - 60) : match.start()]
        if form == "phrase" or _is_wanted(form, text, before, match):
            plain = form != "phrase" and said.split()[0] in _generic_forms()
            yield Wish(said, match.start(), plain, form == "phrase")


def _is_wanted(form: str, text: str, before: str, match: re.Match[str]) -> bool:
    clause = re.split(r"[.!?;]\s", before)[-1]
    if _NOT_WANTED.search(clause) and not _WHY_NOT.search(clause):
        return False
    if form == "done":
        wished = _WISHED.search(clause)
        after = text[match.end() : match.end() + 12]
        return bool(wished and (wished["gap"].strip() or "be" in wished.group())) or (
            not _DONE_BEFORE.search(clause) and after.strip(" ,.!") in ("", "please")
        )
    noun = form == "noun" or (form == "base" and (_DETERMINED.search(clause) or _IN_SOMETHING.match(text, match.end())))
    if noun and match.group().split()[0] in NOUNS:
        sentence = re.split(r"(?<=[.!?])\s", text[max(0, match.start() - 80) : match.end() + 40])
        here = next((part for part in sentence if match.group() in part), clause)
        return not _OF_STATUS.search(here)
    if noun:
        return False
    return form != "ing" or not re.search(r"\b(?:was|were|been|i'm|i am|you are|you're|stop|about the)\W+$", clause)


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
    nouns = "|".join(
        NOMINALS[phrase] + (f"|{NOMINALS[phrase]}s" if "|" not in NOMINALS[phrase] else "")
        for phrase in said
        if phrase in NOMINALS
    )
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
