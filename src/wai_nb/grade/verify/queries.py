"""SQL as text: the query of a reply, whether it is one SELECT, whether it orders, whether two results are the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from itertools import permutations
from typing import Any

MOST_SWAPPED = 5  # columns that may come in any order: 120 ways to look
_FENCE = re.compile(r"```[ \t]*(\w*)[^\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
_PIECES = re.compile(
    r"(?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))|(?P<dollar>\$(\w*)\$.*?(?:\$\3\$|\Z))"
    r"|(?P<quoted>'(?:[^']|'')*(?:'|\Z)|\"(?:[^\"]|\"\")*(?:\"|\Z)|`[^`]*(?:`|\Z))|(?P<end>;)",
    re.DOTALL,
)
_CENT = Decimal("0.01")

Table = Sequence[Sequence[Any]]


def query_in(text: str) -> str:
    r"""Return the query of a reply: its last fenced block, else all of it.

    Examples
    --------
    >>> query_in("First:\n```sql\nSELECT 1\n```\nBetter:\n```sql\nSELECT 2\n```")
    'SELECT 2'
    """
    blocks = [
        body for tag, body in _FENCE.findall(text) if tag.lower() in ("", "sql", "sqlite", "postgres", "postgresql")
    ]
    return (blocks[-1] if blocks else text).strip()


def query_problem(sql: str) -> str:
    """Return why a text is not one SELECT (or WITH ... SELECT), or an empty text.

    Examples
    --------
    >>> query_problem("SELECT ';' -- fine"), query_problem("SELECT 1; DROP TABLE t")
    ('', 'there are 2 statements, not one')
    """
    found = statements(sql)
    if len(found) != 1:
        return f"there are {len(found)} statements, not one" if found else "there is no query"
    first = re.match(r"[\s(]*(\w+)", found[0])
    if not first or first[1].upper() not in ("SELECT", "WITH"):
        return "only SELECT and WITH are run"
    return ""


def statements(sql: str) -> list[str]:
    """Return the statements of a text without comments, split at semicolons outside quotes."""
    parts, place = [""], 0
    for piece in _PIECES.finditer(sql):
        parts[-1] += sql[place : piece.start()]
        place = piece.end()
        if piece["end"]:
            parts.append("")
        else:
            parts[-1] += " " if piece["comment"] else piece[0]
    parts[-1] += sql[place:]
    return [part.strip() for part in parts if part.strip()]


def is_ordered(sql: str) -> bool:
    """Return whether a query orders its result (an ORDER BY outside brackets and quotes).

    Examples
    --------
    >>> is_ordered("SELECT a FROM t ORDER BY a"), is_ordered("SELECT * FROM (SELECT a FROM t ORDER BY a) x")
    (True, False)
    """
    plain = _PIECES.sub(" ", sql)
    depth, outside = 0, []
    for letter in plain:
        depth += (letter == "(") - (letter == ")")
        outside.append(letter if depth == 0 else " ")
    return re.search(r"\border\s+by\b", "".join(outside), re.IGNORECASE) is not None


def same_results(gold: Sequence[Table], got: Sequence[Table], ordered: bool) -> bool:
    """Return whether two queries gave the same, on every database, for one and the same order of columns.

    Parameters
    ----------
    gold, got
        The rows of both queries, one table a database.
    ordered
        Whether the order of rows counts.

    Examples
    --------
    >>> same_results([[(1, "A")], [(2, "B")]], [[("a", 1.001)], [("b", 2)]], ordered=False)
    True
    >>> same_results([[(1, 2)], [(3, 4)]], [[(1, 2)], [(4, 3)]], ordered=False)
    False
    """
    wanted = [[_plain_row(row) for row in table] for table in gold]
    have = [[_plain_row(row) for row in table] for table in got]
    if [len(table) for table in wanted] != [len(table) for table in have]:
        return False
    widths = {len(row) for table in (*wanted, *have) for row in table}
    if len(widths) > 1:
        return False
    return any(_same(wanted, have, order, ordered) for order in _orders(widths.pop() if widths else 0))


def _orders(width: int) -> Iterator[tuple[int, ...]]:
    return permutations(range(width)) if width <= MOST_SWAPPED else iter([tuple(range(width))])


def _same(wanted: list[list[Any]], have: list[list[Any]], order: tuple[int, ...], ordered: bool) -> bool:
    for left, right in zip(wanted, have, strict=True):
        turned = [tuple(row[place] for place in order) for row in right]
        if turned != left if ordered else Counter(turned) != Counter(left):
            return False
    return True


def _plain_row(row: Sequence[Any]) -> tuple[Hashable, ...]:
    return tuple(_plain(value) for value in row)


def _plain(value: Any) -> Hashable:
    """Return a value as both backends would give it: numbers to 2 places, text without capitals."""
    if value is None:
        return None
    if isinstance(value, (bool, int)):
        return Decimal(int(value))
    if isinstance(value, (float, Decimal)):
        return _to_cents(value)
    if isinstance(value, (bytes, memoryview)):
        return bytes(value).hex()
    return str(value).casefold()


def _to_cents(value: float | Decimal) -> Hashable:
    if value != value:
        return "nan"
    try:
        # six places first: 0.125 computed as 0.12499999999 rounds like 0.125
        return Decimal(str(value)).quantize(Decimal("0.000001")).quantize(_CENT, ROUND_HALF_UP)
    except InvalidOperation:  # infinity, or too large to have cents
        return str(float(value))
