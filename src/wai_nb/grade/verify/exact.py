"""Exact maths for answers: rationals, percent, LaTeX fractions and roots, tuples, sets and intervals."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

_BIG = 4_096  # convention: bits of a number; 2^9^9 is an attack, not an answer
_LONGEST = 1_000  # convention: characters of an answer
_DEPTH = 50  # convention: nested brackets


class Interval(NamedTuple):
    """An interval; an end of None is infinite."""

    low: Fraction | None
    high: Fraction | None
    closed: tuple[bool, bool]


class NotExact(Exception):
    """The text is not exact maths that this module knows."""


def read_exact(text: str) -> Any:
    r"""Return the value of an answer: a Fraction, tuple, frozenset, Interval or (name, value).

    Raises
    ------
    NotExact
        For anything else.

    Examples
    --------
    >>> read_exact(r"\frac{3}{4}"), read_exact("0.75"), read_exact("{2, 1}") == read_exact("{1, 2, 2}")
    (Fraction(3, 4), Fraction(3, 4), True)
    >>> read_exact("[0, oo)")
    Interval(low=Fraction(0, 1), high=None, closed=(True, False))
    """
    text = plain_maths(text)
    if not text or len(text) > _LONGEST:
        raise NotExact("empty, or too long")
    return _Reader(text).whole()


_SAME = [  # LaTeX and unicode spellings, in order
    (r"\\left\b|\\right\b|\\!|\\,|\\;|\\ |\\displaystyle|\\quad", ""),
    (r"\\(?:text|mathrm|mbox|textbf|mathbf)\s*\{([^{}]*)\}", r"\1"),
    (r"\\[dt]frac", r"\\frac"),
    (r"\\frac\s*(\d)\s*(\d)", r"(\1)/(\2)"),
    (r"\\(?:times|cdot)|[×·]|\*\*(?=\D|$)(?!\*)", "*"),
    (r"\\div|÷", "/"),
    (r"\\cup|∪", "U"),
    (r"\\infty|∞|\binf(?:inity)?\b", "oo"),
    (r"\\%", "%"),
    (r"\\\{|\\lbrace", "{"),
    (r"\\\}|\\rbrace", "}"),
    (r"\\(?:leq?|geq?)\b|\\\(|\\\)|\\\[|\\\]|\$", ""),
    (r"−", "-"),
    (r"√", r"\\sqrt"),
]  # fmt: skip


def plain_maths(text: str) -> str:
    """Return an answer with LaTeX and unicode spellings made plain, without spaces around it."""
    text = text.strip().rstrip(".")
    for pattern, plain in _SAME:
        text = re.sub(pattern, plain, text)
    for symbol, plain in zip("½⅓⅔¼¾⅕⅛", ("1/2", "1/3", "2/3", "1/4", "3/4", "1/5", "1/8"), strict=True):
        text = text.replace(symbol, f"({plain})")
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))(?![^({\[]*[)}\]])", "", text)  # 1,234 outside brackets is one number
    return text.strip()


class _Reader:
    """Reads by recursive descent: sum, product, power, atom."""

    def __init__(self, text: str) -> None:
        self.tokens = re.findall(r"\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|\\?[A-Za-z]+|\S", text)
        self.at = 0
        self.depth = 0

    def whole(self) -> Any:
        if len(self.tokens) > 1 and self.tokens[1] == "=" and re.fullmatch(r"[A-Za-z]", self.tokens[0]):
            self.at = 2  # x = 5 gives 5
        value = self.top()
        if self.at < len(self.tokens):
            raise NotExact(f"stray {self.tokens[self.at]!r}")
        return value

    def top(self) -> Any:
        first = self.peek()
        if first == "{":
            return frozenset(self.items("}"))
        if first in ("[", "(") and self.closing_has_comma():
            return self.bracketed(first)
        value = self.sum()
        if self.peek() == ",":  # 1, 2: several solutions, in any order
            values = [value]
            while self.take(","):
                values.append(self.sum())
            return frozenset(values)
        return value

    def items(self, closing: str) -> list[Any]:
        self.at += 1
        values = []
        while self.peek() != closing:
            values.append(self.top_item())
            if not self.take(",") and self.peek() != closing:
                raise NotExact("a list that does not end")
        self.at += 1
        return values

    def top_item(self) -> Any:
        return self.bracketed(self.peek()) if self.peek() == "(" and self.closing_has_comma() else self.end()

    def end(self) -> Any:
        sign = -1 if self.peek() == "-" else 1
        after = self.at + (1 if self.peek() in ("-", "+") else 0)
        if after < len(self.tokens) and self.tokens[after] == "oo":
            self.at = after + 1
            return "oo" if sign > 0 else "-oo"
        return self.sum()

    def bracketed(self, opening: str) -> Any:
        self.enter()
        start, closed_low = self.at, opening == "["
        self.at += 1
        values = [self.end()]
        while self.take(","):
            values.append(self.end())
        closing = self.peek()
        if closing not in ("]", ")"):
            raise NotExact("a bracket that does not end")
        self.at += 1
        self.depth -= 1
        infinite = any(isinstance(value, str) for value in values)
        if len(values) == 2 and (closed_low or closing == "]" or infinite):
            return self.interval(values, (closed_low, closing == "]"))
        if infinite or closed_low or closing == "]":
            raise NotExact(f"no tuple at {start}")
        return tuple(values)

    def interval(self, values: list[Any], closed: tuple[bool, bool]) -> Interval:
        low, high = values
        if low == "oo" or high == "-oo":
            raise NotExact("an interval that runs backwards")
        ends = [None if isinstance(end, str) else end for end in (low, high)]
        return Interval(ends[0], ends[1], (closed[0] and ends[0] is not None, closed[1] and ends[1] is not None))

    def closing_has_comma(self) -> bool:
        depth = 0
        for token in self.tokens[self.at :]:
            depth += (token in "([{") - (token in ")]}")
            if depth == 0:
                return False
            if token == "," and depth == 1:
                return True
        return False

    def sum(self) -> Fraction:
        self.enter()
        value = self.product()
        while self.peek() in ("+", "-"):
            sign = 1 if self.tokens[self.at] == "+" else -1
            self.at += 1
            value = _bounded(value + sign * self.product())
        self.depth -= 1
        return value

    def product(self) -> Fraction:
        value = self.signed()
        while True:
            following = self.peek()
            if following == "*":
                self.at += 1
                value = _bounded(value * self.signed())
            elif following == "/":
                self.at += 1
                value = _divided(value, self.signed())
            elif following in ("(", "\\frac", "\\sqrt"):
                mixed = following == "\\frac" and value.denominator == 1  # 2\frac12 is two and a half
                right = self.power()
                value = _bounded(value + right if mixed else value * right)
            else:
                return value

    def signed(self) -> Fraction:
        if self.peek() in ("-", "+"):
            sign = -1 if self.tokens[self.at] == "-" else 1
            self.at += 1
            self.enter()
            value = sign * self.signed()
            self.depth -= 1
            return value
        return self.power()

    def power(self) -> Fraction:
        value = self.atom()
        while self.peek() in ("%", "!"):
            if self.tokens[self.at] == "!":
                raise NotExact("factorials")
            self.at += 1
            value /= 100
        if self.take("^"):
            exponent = self.group() if self.peek() == "{" else self.signed()
            return _raised(value, exponent)
        return value

    def atom(self) -> Fraction:
        token = self.peek()
        if re.fullmatch(r"\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+", token):
            self.at += 1
            return _number(token)
        if token == "(":
            return self.group(")")
        if token == "{":
            return self.group()
        if token == "\\frac":
            self.at += 1
            return _divided(self.group(), self.group())
        if token in ("\\sqrt", "sqrt"):
            self.at += 1
            return _root(self.group(")" if self.peek() == "(" else "}") if self.peek() in "({" else self.atom())
        raise NotExact(f"unknown {token!r}")

    def group(self, closing: str = "}") -> Fraction:
        if self.peek() not in ("(", "{"):
            return self.atom()
        self.at += 1
        value = self.sum()
        if not self.take(closing):
            raise NotExact("a bracket that does not end")
        return value

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token: str) -> bool:
        taken = self.peek() == token
        self.at += taken
        return taken

    def enter(self) -> None:
        self.depth += 1
        if self.depth > _DEPTH:
            raise NotExact("nested too deeply")


def _number(token: str) -> Fraction:
    digits, _, exponent = token.lower().partition("e")
    if exponent and abs(int(exponent)) > 300:
        raise NotExact("too large a power of ten")
    return _bounded(Fraction(digits.rstrip(".")) * Fraction(10) ** int(exponent or 0))


def _divided(above: Fraction, below: Fraction) -> Fraction:
    if not below:
        raise NotExact("division by zero")
    return _bounded(above / below)


def _raised(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator == 2:
        base, exponent = _root(base), exponent * 2
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if exponent.denominator != 1 or abs(exponent) * size > _BIG or (not base and exponent <= 0):
        raise NotExact("a power that is not rational, or too large")
    return base ** int(exponent)


def _root(value: Fraction) -> Fraction:
    above, below = (isqrt(max(part, 0)) for part in (value.numerator, value.denominator))
    if value < 0 or above * above != value.numerator or below * below != value.denominator:
        raise NotExact("a root that is not rational")
    return Fraction(above, below)


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _BIG:
        raise NotExact("too large")
    return value
