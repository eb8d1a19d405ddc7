"""The verifier of mathematical answers: exact in the core, symbolic with the extra."""

from __future__ import annotations

import re
from typing import Any

from wai_nb.errors import SettingError, shown
from wai_nb.grade.verify.base import Checked, Verifier
from wai_nb.grade.verify.exact import NotExact, plain_maths, read_exact
from wai_nb.grade.verify.symbolic import Symbolic, symbolic_installed
from wai_nb.grade.verify.texts import accepted
from wai_nb.records.rows import Row

_ANSWER = re.compile(r"(?:\banswer\b(?:\s+is)?|\bfinal answer\b|####)\s*:?\s*([^\n]+)", re.IGNORECASE)
_SAYS = re.compile(r"\b(?:is|are|equals|get|gives|makes)\b[\s:]*")
_LEADING = re.compile(r"^(?:(?!(?:sqrt|pi|oo|inf|sin|cos|tan|log|ln)\b)(?:[A-Za-z']{2,}|[IaA])[\s,:]+)+")
_MATHS = re.compile(r"\\[a-z]+|[√π^=]|\d\s*[-+*/]\s*\w|\b(?:sqrt|pi|sin|cos|tan|log|ln)\b|\d[a-z](?!\w)|^[A-Za-z]$")


class MathEqual(Verifier):
    r"""Pass when the answer equals the reference as mathematics: ``0.5``, ``1/2``, ``50%`` and ``\frac12`` are one.

    Parameters
    ----------
    timeout
        Seconds that the symbolic comparison may take (only with the extra).
    name, field
        See :class:`Verifier`. A list of references allows any of them.

    Notes
    -----
    The answer is what the last ``\boxed{}`` holds, else what follows "answer is" or ``####``, else the last line, there
    what follows its last ``=``. Rationals, decimals, percent, powers, rational roots, tuples, sets and intervals are
    compared exactly. Anything else (``2\sqrt{3}``, ``x^2+2x``) goes to math-verify when ``wai-nb[math]`` is installed,
    in a process of its own that a time limit ends. Without it such an answer passes when it is the reference literally,
    and has no verdict otherwise.

    Examples
    --------
    >>> same = MathEqual()
    >>> [same({"final_text": t, "answer": "1/2"})["reward"] for t in (r"\boxed{0.5}", "So x = 50%", "2")]
    [1, 1, 0]
    """

    def __init__(self, *, timeout: float = 5.0, name: str | None = None, field: str | None = None) -> None:
        super().__init__(name=name, field=field)
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < 3600:
            raise SettingError(f"timeout={shown(timeout)} is not a number of seconds above 0.")
        self._symbolic = Symbolic(float(timeout))

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether the answer equals one of the references."""
        answer = final_answer(candidate)
        verdicts = [self._equal(answer, wanted) for wanted in accepted(reference)]
        passed = next((verdict for verdict in verdicts if verdict[0]), None)
        return passed or next((verdict for verdict in verdicts if verdict[0] is None), (verdicts or [(None, "")])[0])

    def _equal(self, answer: str, wanted: str) -> tuple[int | None, str]:
        if _literal(answer) == _literal(wanted):
            return 1, "the answer is the reference"
        answer = _without_words(answer)
        got, gold = _exact(answer), _exact(final_answer(wanted))
        if got is not None and gold is not None:
            return (1, "equal, exactly") if got == gold else (0, f"not equal: {shown(answer)}")
        if got is None and not _MATHS.search(answer):
            return 0, f"no mathematical answer: {shown(answer)}"
        if not symbolic_installed():
            return None, 'beyond exact arithmetic; pip install "wai-nb[math]" compares it symbolically'
        return self._symbolic.equal(answer, wanted)


def final_answer(text: str) -> str:
    r"""Return the part of a reply that is its answer.

    Examples
    --------
    >>> final_answer(r"We get \boxed{\frac{1}{2}}."), final_answer("Some steps.\nx = 3 + 4 = 7")
    ('\\frac{1}{2}', '7')
    """
    boxed = _last_boxed(text)
    if boxed is not None:
        return boxed.strip()
    marked = _ANSWER.findall(text)
    lines = [line for line in text.splitlines() if line.strip()]
    line = (marked or lines or [""])[-1].strip().strip("*_`").rstrip(".")
    return line.rpartition("=")[2].strip() if "=" in line else line.strip()


def _without_words(answer: str) -> str:
    """Return an answer without the words that lead to it: "I get 17/4" gives 17/4."""
    said = _SAYS.split(answer)[-1]
    return _LEADING.sub("", said).strip(" ,:") or answer


def _last_boxed(text: str) -> str | None:
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth, begin = 0, start + len("\\boxed{")
    for place in range(begin - 1, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return text[begin:place]
    return None


def _exact(text: str) -> Any:
    try:
        return read_exact(text)
    except NotExact:
        return None


def _literal(text: str) -> str:
    return "".join(plain_maths(text).split()).casefold()
