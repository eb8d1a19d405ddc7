"""Verifiers that compare texts: the same, contained, matched by a pattern, one of the lettered choices."""

from __future__ import annotations

import re
from typing import Any

from wai_nb.errors import ArgumentError, SettingError, shown
from wai_nb.grade.verify.base import Checked, Verifier
from wai_nb.records.rows import Row


def accepted(reference: Any) -> list[str]:
    """Return the answers that a reference allows: itself, or each item of a list."""
    many = reference if isinstance(reference, (list, tuple)) else [reference]
    return [str(one) for one in many if one is not None and str(one).strip()]


class ExactMatch(Verifier):
    r"""Pass when the last line of the reply is the reference, spaces aside.

    Parameters
    ----------
    ignore_case
        Also ignore capitals.
    name, field
        See :class:`Verifier`. A reference of several lines is compared with as many last lines; a list of
        references allows any of them.

    Examples
    --------
    >>> ExactMatch()({"final_text": "Let me see.\nParis", "answer": "Paris"})["reward"]
    1
    """

    def __init__(self, *, ignore_case: bool = False, name: str | None = None, field: str | None = None) -> None:
        super().__init__(name=name, field=field)
        self.ignore_case = ignore_case

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether the last lines are the reference."""
        lines = self._lines(candidate)
        for answer in accepted(reference):
            wanted = self._lines(answer)
            if lines[-len(wanted) :] == wanted:
                return 1, "the last line is the reference"
        return 0, f"the last line is not the reference: {shown(lines[-1] if lines else '')}"

    def _lines(self, text: str) -> list[str]:
        lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
        return [line.casefold() for line in lines] if self.ignore_case else lines


_CLAUSE = re.compile(r"[.;:!?,\n]+(?=\s|$)|\s+(?:but|however|although)\s+", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:no|not(?! only)|never|neither|nor|none|nothing|without|cannot|unable|failed|denied|refused|impossible)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)


class Includes(Verifier):
    """Pass when the reply holds the reference as whole words, said and not denied.

    Parameters
    ----------
    text
        What to look for; by default the reference of the row.
    negation
        Whether a clause that denies ("no refund was made", "the refund did not go through") does not count. The
        rule knows English words and clauses only: a double negation is misread. Use False for ids and other
        languages.
    ignore_case
        Ignore capitals, as is the default.
    name, field
        See :class:`Verifier`. A list of references allows any of them.

    Examples
    --------
    >>> issued = Includes("refund")
    >>> [issued({"final_text": t})["reward"] for t in ("Your refund is on its way.", "No refund was made.", "Refunds?")]
    [1, 0, 0]
    """

    def __init__(
        self,
        text: str | None = None,
        *,
        negation: bool = True,
        ignore_case: bool = True,
        name: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(name=name, field=field)
        if text is not None and (not isinstance(text, str) or not text.strip()):
            raise ArgumentError(f"text={shown(text)} is nothing to look for.")
        self.text, self.negation, self.ignore_case = text, negation, ignore_case
        self.needs_reference = text is None

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether one of the texts is said."""
        denied = False
        for wanted in [self.text] if self.text is not None else accepted(reference):
            pattern = re.compile(_whole_words(wanted), re.IGNORECASE if self.ignore_case else 0)
            found = list(pattern.finditer(candidate))
            if any(not (self.negation and _denied(candidate, match)) for match in found):
                return 1, "found, as whole words"
            denied = denied or bool(found)
        return 0, "found only where it is denied" if denied else "not found as whole words"


def _whole_words(text: str) -> str:
    words = r"\s+".join(re.escape(word) for word in text.split())
    return rf"(?<!\w){words}(?!\w)"


def _denied(text: str, match: re.Match[str]) -> bool:
    """Return whether a negation stands in the clause around the match (not within it)."""
    start = max((cut.end() for cut in _CLAUSE.finditer(text, 0, match.start())), default=0)
    cut = _CLAUSE.search(text, match.end())
    around = f"{text[start : match.start()]} … {text[match.end() : cut.start() if cut else len(text)]}"
    return _NEGATION.search(around) is not None


class Regex(Verifier):
    r"""Pass when a pattern is found; with `group`, when what the group holds is the reference.

    Parameters
    ----------
    pattern
        A Python regular expression, searched in the whole reply.
    group
        Number or name of a group; the last match counts.
    flags
        Flags of :mod:`re`.
    name, field
        See :class:`Verifier`.

    Examples
    --------
    >>> Regex(r"order (\d+)", group=1)({"final_text": "It is order 4412.", "answer": "4412"})["reward"]
    1
    """

    def __init__(
        self,
        pattern: str,
        group: int | str | None = None,
        *,
        flags: int = 0,
        name: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(name=name, field=field)
        try:
            self.pattern = re.compile(pattern, flags)
        except (re.error, TypeError) as error:
            raise SettingError(f"pattern={shown(pattern)} is no regular expression: {error}.") from None
        known = [*range(self.pattern.groups + 1), *self.pattern.groupindex]
        if group is not None and (isinstance(group, bool) or group not in known):
            raise SettingError(f"group={shown(group)} is not in the pattern; it has {', '.join(map(repr, known))}.")
        self.group = group
        self.needs_reference = group is not None

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether the pattern is found, and its group the reference."""
        matches = list(self.pattern.finditer(candidate))
        if not matches:
            return 0, "the pattern is not found"
        if self.group is None:
            return 1, "the pattern is found"
        got = " ".join((matches[-1].group(self.group) or "").split())
        if got in [" ".join(answer.split()) for answer in accepted(reference)]:
            return 1, f"group {self.group} is the reference"
        return 0, f"group {self.group} is not the reference: {shown(got)}"


_BOXED = r"\\boxed\{\s*(?:\\text\{)?\s*\(?([%s])\)?"
_MARKED = r"(?i:\b(?:answer|choice|option)\b(?:\s+is)?)\s*[:=]?\s*(?i:option\s+)?[*_`]*\(?([%s])\)?[*_`]*(?![\w'’])"
_BRACKETED = r"(?<!\w)\(([%s])\)"
_ALONE = r"(?m)^\s*[*_`]*([%s])[).:]?[*_`]*\s*$"
_BARE = r"(?<![\w'’])([%s])(?![\w'’])"
_PRONOUN = re.compile(
    r"\s+(?!because\b|since\b|as\b|or\b|and\b)\w"
)  # after "answer: I": a sentence goes on, so it is no choice


class MultipleChoice(Verifier):
    r"""Pass when the letter that the reply settles on is the reference.

    Parameters
    ----------
    letters
        The choices.
    name, field
        See :class:`Verifier`. A whole number as reference counts the letters from 0.

    Notes
    -----
    Read in this order, the last of its kind: ``\boxed{C}``; "the answer is C", "choice: C"; "(C)"; a line that is
    only a letter; a bare letter. The pronoun I and the article A are no choices, and a reply that leaves several
    letters standing, with none of them marked as the answer, settles on none.

    Examples
    --------
    >>> choice = MultipleChoice()
    >>> [choice({"final_text": t, "answer": "C"})["reward"] for t in ("I think the answer is (C).", "I am not sure")]
    [1, 0]
    """

    def __init__(self, letters: str = "ABCDEFGHIJ", *, name: str | None = None, field: str | None = None) -> None:
        super().__init__(name=name, field=field)
        if not isinstance(letters, str) or not letters.isalpha() or len(set(letters.upper())) != len(letters):
            raise SettingError(f"letters={shown(letters)} are not different letters, like 'ABCD'.")
        self.letters = letters.upper()

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether the choice read from the reply is the reference."""
        wanted = self._wanted(reference)
        if wanted is None:
            return None, f"the reference is none of the choices {self.letters[0]} to {self.letters[-1]}"
        got = self.read(candidate)
        if got is None:
            return 0, "the reply settles on no choice"
        return (1, "the choice is the reference") if got == wanted else (0, "the reply settles on another choice")

    def read(self, text: str) -> str | None:
        """Return the letter that a text settles on, or None."""
        for form in (_BOXED, _MARKED):
            found = [m[1] for m in re.finditer(form % self.letters, text) if m[1] != "I" or not _goes_on(text, m)]
            if found:
                return str(found[-1])
        for form in (_BRACKETED, _ALONE):
            found = re.findall(form % self.letters, text)
            if found:
                return found[0] if len(set(found)) == 1 else None
        bare_letters = [m for m in re.finditer(_BARE % self.letters, text) if m[1] != "I"]
        bare = {m[1] for m in bare_letters if m[1] != "A" or not _goes_on(text, m)}
        return bare.pop() if len(bare) == 1 else None

    def _wanted(self, reference: Any) -> str | None:
        if isinstance(reference, int) and not isinstance(reference, bool):
            return self.letters[reference] if 0 <= reference < len(self.letters) else None
        text = str(reference).strip().strip("().").upper()
        return text if len(text) == 1 and text in self.letters else None


def _goes_on(text: str, match: re.Match[str]) -> bool:
    return _PRONOUN.match(text, match.end()) is not None
