"""A policy, split into the clauses that the rule axis of the grid lists."""

from __future__ import annotations

import re
import unicodedata

from wai_nb.errors import SettingError, shown

MAX_CLAUSES = 16  # convention: beyond it the grid grows by ten cells a clause and nobody reads the table
MAX_CHARACTERS = 120  # convention: a clause is a label in tables and charts as well as a rule
MIN_CHARACTERS = 8  # convention: "No tips." is a rule, "Thanks." is not

_ITEM = re.compile(r"\s*(?:[-*+•‣–—·]\s+(?:\[[ xX]\]\s+)?|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s+)(?=\S)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s|\s*(\*\*|__)[^*_]+\1:?\s*$")
_RULER = re.compile(r"[-=*_:|\s]{3,}|</?[\w:-]+>|")
_FENCED = re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1[^\n]*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\s]{0,500}\)")
_MARKUP = re.compile(r"\*\*|__|`+|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_STOP = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[」』”’]*|;\s+|；")
_NEVER_ENDS = re.compile(
    r"e\.?g|i\.?e|u\.[sk]|u\.s\.a|mrs?|ms|dr|prof|st|vs|cf|approx|ca|fig|sec|art|incl|excl|resp", re.IGNORECASE
)
_SELDOM_ENDS = re.compile(r"etc|[ap]\.m|inc|ltd|co|corp|jr|sr|max|min|no|nr|tel|dept|est", re.IGNORECASE)
_RULE_WORD = re.compile(
    r"\b(?:must|never|not|no|do|don['’]t|can|can['’]t|cannot|always|only|should|may|shall|required|allowed|permitted|"
    r"forbidden|prohibited|expected|obliged|supposed|authori[sz]ed|responsible|if|when|unless|before|after)\b",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"(?:you(?:['’]re|\s+are|\s+act\s+as)|act\s+as|your\s+(?:role|name)\s+is|i\s+am|this\s+is)\b", re.IGNORECASE
)


def split_clauses(policy: str | None, limit: int = MAX_CLAUSES) -> list[str]:
    """Return the clauses of a policy in its own order, each once, at most `limit` of them.

    Paragraphs, list items and headings part it first, then sentences and semicolons. Who the agent
    is ("You are a ..."), headings, code and fragments are no rules and are left out. How many
    clauses lie beyond the limit, :func:`clauses_left_out` says.

    Examples
    --------
    >>> split_clauses("You are a shop agent. Refund at most $50.00; ask before you cancel.")
    ['Refund at most $50.00', 'ask before you cancel.']
    """
    return _all_clauses(policy)[:limit]


def clauses_left_out(policy: str | None, limit: int = MAX_CLAUSES) -> int:
    """Return how many clauses of the policy lie beyond the limit of :func:`split_clauses`.

    Examples
    --------
    >>> clauses_left_out("Help customers with orders.")
    0
    """
    return max(0, len(_all_clauses(policy)) - limit)


def _all_clauses(policy: str | None) -> list[str]:
    if policy is None:
        return []
    if not isinstance(policy, str):
        raise SettingError(f"system_prompt={shown(policy)} is not text. Pass the policy as one string.")
    clauses: dict[str, str] = {}
    for block in _blocks(policy):
        for sentence in _sentences(block):
            if _is_rule(sentence):
                clause = _cut(sentence)
                clauses.setdefault(_folded(clause), clause)
    return list(clauses.values())


def _blocks(policy: str) -> list[str]:
    """Return paragraphs and list items as one line each; a list keeps what its lead-in forbids or asks."""
    blocks: list[str] = []
    lead = ""
    open_block = False
    for line in _FENCED.sub("\n", policy.replace("\r\n", "\n").replace("\r", "\n")).split("\n"):
        if _RULER.fullmatch(line.strip()) or _HEADING.match(line):
            lead = "" if line.strip() else lead
            open_block = False
        elif item := _ITEM.match(line):
            if blocks and blocks[-1].endswith(":"):
                lead = _lead_in(blocks.pop())
            blocks.append(lead + _plain(line[item.end() :]))
            open_block = True
        elif open_block and not line.lstrip().startswith("|"):  # rows of a table stand alone
            blocks[-1] += " " + _plain(line)
        else:
            lead = ""
            blocks.append(_plain(line))
            open_block = True
    return blocks


def _lead_in(text: str) -> str:
    """Return what to put before each item: "Never share: " matters, "Our rules: " does not."""
    last = _sentences(text)[-1]
    return f"{last} " if _RULE_WORD.search(last) and len(last) <= MAX_CHARACTERS // 2 else ""


def _plain(line: str) -> str:
    text = _MARKUP.sub("", _LINK.sub(r"\1", line))
    text = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") or c == "|" else c for c in text)
    return " ".join(text.split())


def _sentences(text: str) -> list[str]:
    parts, start = [], 0
    for stop in _STOP.finditer(text):
        quoted = stop.group().rstrip()[-1] in "\"'”’»)]"
        if not _ends_sentence(text[start : stop.start() + 1], text[stop.end() : stop.end() + 1], quoted):
            continue
        parts.append(text[start : stop.end()].strip().rstrip(";；").rstrip())
        start = stop.end()
    parts.append(text[start:].strip().rstrip(";；").rstrip())
    return [part for part in parts if part]


def _ends_sentence(before: str, following: str, quoted: bool) -> bool:
    """Say whether the stop at the end of `before` ends a sentence, and not an abbreviation or a quotation."""
    if quoted and following.islower():
        return False
    if not before.endswith("."):
        return True
    words = before.rstrip(".").split()
    word = words[-1].lstrip("([\"'“‘") if words else ""
    if _NEVER_ENDS.fullmatch(word) or (len(word) == 1 and word.isupper() and word != "I"):
        return False
    return following.isupper() if _SELDOM_ENDS.fullmatch(word) else True


def _is_rule(sentence: str) -> bool:
    if sentence.endswith(":") or (_ROLE.match(sentence) and not _RULE_WORD.search(sentence)):
        return False
    letters = sum(c.isalpha() for c in sentence)
    if not sentence.isascii() and letters and " " not in sentence:  # scripts that are written without spaces
        return letters >= MIN_CHARACTERS // 2
    words = [word for word in re.findall(r"[^\W\d_]+", sentence) if len(word) > 1]
    return len(sentence) >= MIN_CHARACTERS and len(words) >= 2


def _cut(text: str) -> str:
    if len(text) <= MAX_CHARACTERS:
        return text
    head, _, _ = text[: MAX_CHARACTERS + 1].rpartition(" ")
    return head.rstrip(" ,;:–—-") if len(head) > MAX_CHARACTERS // 2 else text[:MAX_CHARACTERS]


def _folded(clause: str) -> str:
    return " ".join(re.findall(r"\w+|[^\w\s.,;:!?]", clause.casefold()))
