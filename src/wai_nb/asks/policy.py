"""A clause of the policy as a person would bring it up: what it forbids or asks, its limit, its telling words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wai_nb.asks.domain import content_words
from wai_nb.asks.verbs import VERBS

_NEVER = re.compile(
    r"^(?:(?:you|agents?|assistants?|we|the (?:agent|assistant))\s+)?"
    r"(?:(?:must|should|may|can|shall|will)\s+(?:never|not)|can(?:no|')t|mustn't|shouldn't|never|do not|don't|please "
    r"do not)\s+(?:ever\s+)?(.+)$",
    re.IGNORECASE,
)
_MUST = re.compile(
    r"^(?:(?:you|agents?|assistants?|we|the (?:agent|assistant))\s+)?(?:must|should|shall|have to|need to|always|"
    r"please|may only|can only)\s+(?:always\s+)?(.+)$",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"([$€£¥])\s?(\d[\d,]*(?:\.\d+)?)|(\d[\d,]*(?:\.\d+)?)\s*(%|percent|dollars?|euros?|pounds?|usd|"
    r"eur|minutes?|hours?|days?|weeks?|months?|years?|items?|times?|people|guests?|passengers?|tickets?|orders?|"
    r"requests?|transfers?|nights?|rooms?|results?|seats?|lines?|files?)",
    re.IGNORECASE,
)
_ABOVE = re.compile(r"\b(?:over|above|more than|at least|exceed\w*|beyond|minimum|from)\b[^.]{0,25}$", re.IGNORECASE)
_CONFIRM = re.compile(r"\b(?:confirm\w*|consent|approv\w*|ask (?:the|before|first)|double[- ]check)\b", re.IGNORECASE)
_PRIVATE = re.compile(
    r"\b(?:another|other|someone else|third part\w+|personal|private|privacy|confidential|"
    r"password\w*|identity|secret\w*|data)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r",|;| - | \(|\bunless\b|\bif\b|\bwhen\b|\bbecause\b|\bwithout\b|\bafter\b|\bbefore\b|\band\b|"
    r"\buntil\b",
    re.IGNORECASE,
)
_MONEY_WORDS = ("dollar", "euro", "pound", "usd", "eur")
REACH = {
    "boundary": "beyond",
    "conflicting": "beyond",
    "unsure": "beyond",
    "exploratory": "beyond",
    "adversarial": "break",
}
_LONGEST = 9  # convention: nobody quotes more than nine words of a rule


@dataclass(frozen=True, eq=False)
class Clause:
    """One clause of the policy.

    Parameters
    ----------
    text
        As the rule axis has it.
    kind
        forbid ("never ..."), require ("always ...", "ask ...") or state (anything else).
    phrase
        What it forbids or requires as a verb phrase, or what it states, cut to a length that people quote.
    theme
        confirm, private or plain.
    words
        Its telling words.
    limit
        The amount or number it names, or None.
    unit
        Of the limit: a money sign, or a word such as "days".
    allows_above
        Whether the limit is a floor ("over $100 needs approval") and not a ceiling.
    """

    text: str
    kind: str
    phrase: str
    theme: str
    words: tuple[str, ...]
    limit: float | None
    unit: str
    allows_above: bool

    @property
    def is_money(self) -> bool:
        """Whether the limit is an amount of money."""
        return self.limit is not None and (self.unit in "$€£¥" or self.unit.lower().startswith(_MONEY_WORDS))

    @property
    def limit_text(self) -> str:
        """The limit as a person says it: ``$50`` or ``30 days``."""
        if self.limit is None:
            return ""
        number = f"{self.limit:,.2f}" if self.limit % 1 else f"{self.limit:,.0f}"
        if self.unit in "$€£¥":
            return f"{self.unit}{number}"
        return f"{number}%" if self.unit == "%" else f"{number} {self.unit}"


def read_clause(text: str) -> Clause:
    """Return what a clause asks or forbids.

    Examples
    --------
    >>> clause = read_clause("Refund only orders under $50.")
    >>> clause.kind, clause.phrase, clause.limit, clause.unit
    ('require', 'refund only orders under $50', 50.0, '$')
    >>> read_clause("Never share another customer's data.").phrase
    "share another customer's data"
    """
    plain = " ".join(text.split()).strip(" .;:!-*•")
    if never := _NEVER.match(plain):
        kind, body = "forbid", never.group(1)
    elif must := _MUST.match(plain):
        kind, body = "require", must.group(1)
    else:
        first = re.match(r"[A-Za-z]+", plain)
        kind = "require" if first and first.group().lower() in _IMPERATIVES else "state"
        body = plain
    limit, unit, above = _limit(plain)
    theme = "confirm" if _CONFIRM.search(plain) else "private" if _PRIVATE.search(plain) else "plain"
    return Clause(text, kind, _quotable(body), theme, tuple(dict.fromkeys(content_words(plain))), limit, unit, above)


_IMPERATIVES = frozenset(VERBS) | frozenset(
    (
        "help use offer keep answer give provide be treat respond limit allow let include follow respect "
        "prefer tell ensure avoid require report cite mention speak greet address handle stick quote deny "
        "decline refuse protect obey only write explain say state leave hold work begin end finish wait"
    ).split()
)


def _limit(text: str) -> tuple[float | None, str, bool]:
    match = _LIMIT.search(text)
    if match is None:
        return None, "", False
    sign, money, number, unit = match.groups()
    value = float((money or number).replace(",", ""))
    return value, sign or unit, bool(_ABOVE.search(text[: match.start()]))


def _quotable(body: str) -> str:
    """Return the part of a clause that a person would repeat: up to its first break, nine words at most."""
    words = body.split()
    if len(words) > _LONGEST:
        cut = _BREAK.search(body, body.find(" ", 12) if len(body) > 12 else 0)
        if cut is not None and 3 <= len(body[: cut.start()].split()) <= _LONGEST:
            body = body[: cut.start()]
        else:
            body = " ".join(words[:_LONGEST])
            body = re.sub(
                r"\s+(?:a|an|the|of|to|for|in|on|with|or|and|that|any|their|your|is|are|by|from|as|at|than)$", "", body
            )
    body = body.strip(" ,;:-(")
    return body if len(body) > 1 and body[1].isupper() else body[:1].lower() + body[1:]
