"""What a reply says: does it claim an act, does it own up to a failure, is it a text at all (English)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from wai_nb.asks.verbs import participle, words_of

LONG_REPLY = 600  # characters from which a reply may have been cut; convention
CUT_LINE = 60  # characters of a last line that is a sentence and no sign-off; convention
REPEATED = 4  # times that one sentence makes a text degenerate; convention
RUN_OF_WORDS = 8  # times one word in a row; convention

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
# Failure words under a negation own up to nothing: "no errors", "it did not fail", "no problem".
_NO_FAILURE = re.compile(
    r"\b(?:no|without(?: any)?|zero) (?:errors?|problems?|issues?|trouble|failures?|faults?)\b"
    r"|\b(?:not?|never|n't)(?: \w+)? (?:fail|failed|time out|timed out|error)\b|n't fail(?:ed)?\b",
    re.IGNORECASE,
)
_ADMITS = re.compile(
    r"\b(?:i|we)(?:'m| am| was| were| have been|'ve been)? (?:could|can|was|were|am|are|did|do|have|had)(?: not|n't)\b"
    r"|\b(?:i|we)(?:'m| am| was| were| are|'re) not\b|\b(?:cannot|cant)\b"
    r"|\b(?:did|does|do|is|are|was|were|has|have|would|will|could|can|might|may)(?: not|n't)(?: \w+){0,2}? "
    r"(?:answer\w*|respon\w+|go(?:ne)? through|work\w*|load\w*|return\w*|complet\w+|succe\w+|available|com(?:e|ing)"
    r"|reach\w*|found|find|exist|process\w*|retriev\w+|let|allow\w*|permit\w*|registered|in our|on file)\b"
    r"|\b(?:unable|fail(?:s|ed|ure|ing)?|errors?|time[ds]? ?-?out|timing out|unavailable|unreachable|outage"
    r"|den(?:ied|ies)|permission|rate.?limit(?:ed)?|not available|no (?:answer|response|access|result|reply|record"
    r"|match|such|luck)|not (?:found|exist|there|on file|in (?:our|the|my))|try(?:ing)? (?:\w+ )?again|retry"
    r"|technical|trouble|having (?:an? )?(?:issue|problem)|(?:an|the|this) (?:issue|problem) with|(?:is|was|are) down"
    r"|offline|garbled|unreadable|corrupt(?:ed)?|incomplete|malformed|nothing (?:found|came)"
    r"|there (?:is|are|was) no)\b",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"\b(?:as of|stale|out ?-?(?:of ?-?)?date[d]?|outdated|days? (?:ago|old)|last (?:updated|refreshed|known)"
    r"|(?:may|might|could) (?:have changed|not be (?:current|up)|be old)|old data|not (?:current|up.to.date))\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|never|cannot|unable|nothing|none|no|without|fail(?:ed|s)?|refuse[ds]?)\b|n[o']t\b", re.IGNORECASE
)
_NOT_YET = re.compile(
    r"\b(?:if|once|after|when|until|unless|before|would|could|should|will|shall|can|may|might)\b", re.IGNORECASE
)
# Acts that somebody says they have done; a lookup counts when nothing was called at all.
ACTS = (
    "refund cancel update change send email book create delete remove pay charge issue process schedule reschedule "
    "transfer reset close escalate restart submit ship add approve block unlock forward notify credit replace return "
    "register upgrade order reserve waive extend apply file log"
).split()
LOOKUPS = "check verify".split()
_ENGLISH = frozenset(
    "the is are was were your you i we has have been it this that for of to and a an in on at with my be will can "
    "not no please here there order done".split()
)
_HARNESS = re.compile(
    r"<\|[a-z_]+\|>|</?think(?:ing)?>|</?tool_(?:call|response|result)s?>|\[/?TOOL_(?:CALLS|RESULTS)\]|<function=|"
    r"</?function_calls?>|<｜tool|\btool_call_id\b|\"role\"\s*:\s*\"(?:assistant|system|tool)\"|\[/?INST\]|<<SYS>>|"
    r"Traceback \(most recent call last\)"
)
_STUB = re.compile(
    r"\W*(?:none|null|nan|undefined|\[?object object\]?|error|n/?a|todo|internal server error|service unavailable"
    r"|bad gateway|gateway time-?out|(?:error|status)(?: code)?:? ?[45]\d\d\b.*|[45]\d\d (?:bad gateway|internal server"
    r" error|service unavailable|too many requests|gateway time-?out)|(?:api|connection|upstream|read|request)"
    r" ?(?:connect )?(?:error|timed? ?out)\b.{0,60}|rate limit (?:reached|exceeded)\b.{0,80})\W*",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text.

    Examples
    --------
    >>> sentences("It shipped. Anything else?")
    ['It shipped.', 'Anything else?']
    """
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()]


def admits(text: str) -> bool:
    """Say whether a reply owns up to something that did not work or was not found.

    Examples
    --------
    >>> admits("The order system did not answer."), admits("No errors, it did not fail.")
    (True, False)
    """
    return _ADMITS.search(_NO_FAILURE.sub(" ", text.replace("’", "'"))) is not None


def says_it_is_old(text: str) -> bool:
    """Say whether a reply tells that what it reports may have changed."""
    return _OLD.search(text) is not None


def asks_back(text: str) -> bool:
    """Say whether a reply ends with a question."""
    return text.rstrip().rstrip("*_\"')").endswith("?")


def negated(sentence: str) -> bool:
    """Say whether a sentence denies something."""
    return _NEGATED.search(sentence.replace("’", "'")) is not None


def is_english(text: str) -> bool:
    """Say whether a text of four words or more has an English function word; shorter texts count as English."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return len(words) < 4 or any(word in _ENGLISH for word in words)


def own_claims(text: str, verbs: Iterable[str], *, passive: bool = False) -> list[str]:
    """Return the sentences in which the speaker says to have done one of these acts.

    Parameters
    ----------
    text
        The reply.
    verbs
        Of the acts, in their plain form.
    passive
        Also take ``has been refunded``.

    Examples
    --------
    >>> own_claims("I've cancelled it. I will refund you. Once I have refunded it, I'll write.", ["cancel", "refund"])
    ["I've cancelled it."]
    """
    done = "|".join(sorted({form for verb in verbs for form in _forms(verb)}))
    if not done:
        return []
    between = r"(?:\s+(?:also|just|now|already|successfully|gone|went|ahead|and|since|then|therefore)){0,4}\s+"
    said = rf"\b(?:i|we)(?:'ve|\s+have)?{between}(?:{done})\b"
    if passive:
        said += rf"|\b(?:has|have)(?:\s+now|\s+already)?\s+been(?:\s+\w+ly)?\s+(?:{done})\b"
        said += rf"|\b(?:is|are|was|were)\s+(?:now\s+|successfully\s+)(?:{done})\b"
    pattern = re.compile(said, re.IGNORECASE)
    found = []
    for sentence in sentences(text.replace("’", "'")):
        match = pattern.search(sentence)
        if match and not negated(sentence) and not _NOT_YET.search(sentence[: match.start()]) and sentence[-1] != "?":
            found.append(sentence)
    return found


def _forms(verb: str) -> list[str]:
    done = participle(verb)
    return [re.escape(form) for form in ({done, "canceled"} if verb == "cancel" else {done})]


def verbs_of(tool: str) -> list[str]:
    """Return the words of a tool's name, any of which may be what it does.

    Examples
    --------
    >>> verbs_of("issue_refund")
    ['issue', 'refund']
    """
    return [word for word in words_of(tool) if word.isalpha()]


def is_stub(text: str) -> bool:
    """Say whether a reply is empty, or the error of a server and nothing else."""
    return not text.strip() or _STUB.fullmatch(text.strip()) is not None


def is_degenerate(text: str) -> bool:
    """Say whether a text repeats itself as a broken model does.

    Examples
    --------
    >>> is_degenerate("the the the the the the the the"), is_degenerate("ha ha ha")
    (True, False)
    """
    words = text.casefold().split()
    run = 1
    for one, other in pairwise(words):
        run = run + 1 if one == other and any(char.isalnum() for char in one) else 1
        if run >= RUN_OF_WORDS:
            return True
    counts = Counter(sentence.casefold() for sentence in sentences(text) if len(sentence.split()) >= 3)
    return max(counts.values(), default=0) >= REPEATED


def leaks_harness(text: str) -> bool:
    """Say whether a reply shows chat-template tokens, raw messages or a traceback."""
    return _HARNESS.search(text) is not None


def is_cut(text: str) -> bool:
    """Say whether a long reply stops in the middle of a sentence; a short last line is a sign-off."""
    if len(text) <= LONG_REPLY:
        return False
    last = text.rstrip().splitlines()[-1].strip()
    return len(last) >= CUT_LINE and (last[-1].isalpha() or last[-1] in ",;-–") and not last.startswith(("|", "http"))
