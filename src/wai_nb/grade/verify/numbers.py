"""Numbers in texts: reading them exactly, and finding the one that is the answer."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.grade.verify.base import Checked, Verifier
from wai_nb.grade.verify.texts import accepted
from wai_nb.records.rows import Row

_DIGITS = r"(?:\d{1,3}(?:[,\u202f\u00a0']\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+"
NUMBER = rf"[-+−]?\s?[$€£]?\s?(?:{_DIGITS})(?:[eE][-+]?\d{{1,3}})?(?:\s*/\s*\d+(?![\d/.]))?(?:\s*\\?%)?"
_NUMBER = re.compile(rf"(?<![\w.])(?:{NUMBER})(?![\w])")
_PARTS = re.compile(
    rf"(?P<sign>[-+−]?)\s?[$€£]?\s?(?P<digits>{_DIGITS})(?P<exponent>[eE][-+]?\d{{1,3}})?"
    r"(?:\s*/\s*(?P<below>\d+))?(?P<percent>\s*\\?%)?"
)
_BOXED = re.compile(r"\\boxed\s*\{([^{}]*)\}")
_HASHES = re.compile(r"####\s*([^\n]*)")
_WORDS = re.compile(r"\b(?:answer|result|total|sum)\b", re.IGNORECASE)
_SAYS = re.compile(r"\b(?:is|was|are|equals)\b|:|=", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;!?](?=\s|$)|\n")
_CALCULATES_ON = re.compile(r"\s*(?:[-+*×·/^]|\\times|\\cdot)\s*[\d(\\]")


def to_number(text: Any) -> Fraction | None:
    """Return the exact value of a number or of a text that is one number, or None.

    Examples
    --------
    >>> to_number("1,234.50"), to_number("50%"), to_number("-3/4"), to_number("about 3")
    (Fraction(2469, 2), Fraction(1, 2), Fraction(-3, 4), None)
    """
    if isinstance(text, bool):
        return None
    if isinstance(text, (int, float)):
        return Fraction(text) if isinstance(text, int) else _from_float(text)
    match = _PARTS.fullmatch(str(text).strip().strip("$").rstrip("."))
    if not match or len(match[0]) > 400:  # convention: no honest answer has more digits
        return None
    value = Fraction(re.sub(r"[,\u202f\u00a0']", "", match["digits"]) + (match["exponent"] or ""))
    if match["below"]:
        if not int(match["below"]):
            return None
        value /= int(match["below"])
    value = value / 100 if match["percent"] else value
    return -value if match["sign"] in ("-", "−") else value


def _from_float(value: float) -> Fraction | None:
    return Fraction(str(value)) if value == value and abs(value) != float("inf") else None


def answer_in(text: str) -> tuple[Fraction | None, str]:
    """Return the number that a text gives as its answer, and where it was found.

    Examples
    --------
    >>> answer_in("The total is 42, which took 3 steps.")
    (Fraction(42, 1), 'after the word that marks the answer')
    >>> answer_in("I counted 3, then 4.")
    (Fraction(4, 1), 'the last number')
    """
    for form, place in ((_BOXED, "in the box"), (_HASHES, "after ####")):
        inside = form.findall(text)
        if inside:
            return _last_number(inside[-1]), place
    for word in reversed(list(_WORDS.finditer(text))):
        number = _said_in(_sentence(text, word.end()))
        if number is not None:
            return number, "after the word that marks the answer"
    if "=" in text:
        number = _first_number(_sentence(text, text.rindex("=") + 1))
        if number is not None:
            return number, "after the last ="
    return _last_number(text), "the last number"


def _sentence(text: str, start: int) -> str:
    end = _SENTENCE_END.search(text, start)
    return text[start : end.start() if end else len(text)]


def _said_in(clause: str) -> Fraction | None:
    """Return the number that a clause says: after its last =, else after "is", else its first."""
    says = _SAYS.search(clause)
    if "=" in clause:
        return _first_number(clause.rpartition("=")[2])
    return _first_number(clause[says.end() :] if says else clause)


def _first_number(text: str) -> Fraction | None:
    """Return the first number, unless a calculation goes on after it: in "3 + 4" the answer is not 3."""
    found = _NUMBER.search(text)
    return None if found is None or _CALCULATES_ON.match(text, found.end()) else to_number(found[0])


def _last_number(text: str) -> Fraction | None:
    found = _NUMBER.findall(text)
    return to_number(found[-1]) if found else None


class Numeric(Verifier):
    r"""Pass when the number that the reply gives as its answer is the reference.

    Parameters
    ----------
    tol
        Allowed difference.
    rel
        Allowed difference as a share of the reference; the larger of both allowances counts.
    name, field
        See :class:`Verifier`. A list of references allows any of them.

    Notes
    -----
    The answer is the number in ``\boxed{}``, else after ``####``, else in what is said after the word *answer*,
    *result*, *total* or *sum*, else after the last ``=``, else the last number of the reply; the reason says which.
    ``50%`` is 0.5, ``3/4`` is 0.75, ``1,234`` is 1234. Values are compared as exact fractions.

    Examples
    --------
    >>> Numeric()({"final_text": "The answer is 50%, found in 3 steps.", "answer": 0.5})["reward"]
    1
    """

    def __init__(
        self, tol: float = 1e-6, rel: float = 0.0, *, name: str | None = None, field: str | None = None
    ) -> None:
        super().__init__(name=name, field=field)
        for word, value in (("tol", tol), ("rel", rel)):
            number = None if isinstance(value, str) else to_number(value)
            if number is None or number < 0:
                raise SettingError(f"{word}={shown(value)} is not an allowed difference, 0 or more.")
        self.tol, self.rel = tol, rel

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether the answer lies within the allowance."""
        wanted = [to_number(one) for one in (accepted(reference) if not isinstance(reference, float) else [reference])]
        known = [number for number in wanted if number is not None]
        if not known:
            return None, "the reference is not a number"
        got, place = answer_in(candidate)
        if got is None:
            return 0, "the reply gives no number"
        if any(abs(got - one) <= max(Fraction(self.tol), Fraction(self.rel) * abs(one)) for one in known):
            return 1, f"the number ({place}) is the reference"
        return 0, f"the number ({place}) is not the reference"
