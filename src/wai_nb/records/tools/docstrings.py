"""What a docstring says: the first paragraph, and a text for each parameter (numpy, Google and Sphinx style)."""

from __future__ import annotations

import inspect
import re

_RULE = re.compile(r"-{3,}$")
_NUMPY_HEADERS = ("Parameters", "Other Parameters", "Attributes")
_GOOGLE_HEADER = re.compile(r"(Args|Arguments|Parameters|Params|Attributes|Keyword Args|Keyword Arguments):$")
_GOOGLE_ENTRY = re.compile(r"\*{0,2}(\w+)\s*(?:\(.*?\))?\s*:\s*(.*)$")
_SPHINX_ENTRY = re.compile(r":(?:param|parameter|arg|argument)\s+(?:[^:]*\s)?\*{0,2}(\w+)\s*:\s*(.*)$")


def read_docstring(text: str | None) -> tuple[str, dict[str, str]]:
    """Return the first paragraph and the description of each parameter, each as one line.

    Examples
    --------
    >>> read_docstring('''Look up an order.
    ...
    ...     Args:
    ...         order_id (str): The number on the receipt,
    ...             without dashes.
    ...     ''')
    ('Look up an order.', {'order_id': 'The number on the receipt, without dashes.'})
    """
    lines = inspect.cleandoc(text or "").splitlines()
    found: dict[str, str] = {}
    for index, line in enumerate(lines):
        if line in _NUMPY_HEADERS and _is_rule(lines, index + 1):
            found |= _numpy_entries(lines, index + 2)
        elif _GOOGLE_HEADER.match(line.strip()):
            found |= _google_entries(lines, index)
        elif entry := _SPHINX_ENTRY.match(line.strip()):
            found[entry[1]] = _joined([entry[2], *_deeper(lines, index + 1, _indent(line))])
    return _joined(_first_paragraph(lines)), {name: said for name, said in found.items() if said}


def _first_paragraph(lines: list[str]) -> list[str]:
    kept: list[str] = []
    for index, line in enumerate(lines):
        starts_section = _is_rule(lines, index + 1) or _GOOGLE_HEADER.match(line.strip()) or _SPHINX_ENTRY.match(line)
        if starts_section or not line.strip():
            break
        kept.append(line)
    return kept


def _numpy_entries(lines: list[str], start: int) -> dict[str, str]:
    found: dict[str, str] = {}
    for index in range(start, len(lines)):
        line = lines[index]
        if _is_rule(lines, index + 1):  # the next section
            break
        if line and not line[0].isspace():
            names = line.split(":")[0].replace("*", "").split(",")
            said = _joined(_deeper(lines, index + 1, 0))
            found |= {name.strip(): said for name in names}
    return found


def _google_entries(lines: list[str], header: int) -> dict[str, str]:
    body = _deeper(lines, header + 1, _indent(lines[header]))
    base = min((_indent(line) for line in body if line.strip()), default=0)
    found: dict[str, str] = {}
    for index, line in enumerate(body):
        entry = _GOOGLE_ENTRY.match(line.strip())
        if entry and _indent(line) == base:
            found[entry[1]] = _joined([entry[2], *_deeper(body, index + 1, base)])
    return found


def _deeper(lines: list[str], start: int, indent: int) -> list[str]:
    """Return the lines from `start` on that are blank or indented more than `indent`."""
    kept: list[str] = []
    for line in lines[start:]:
        if line.strip() and _indent(line) <= indent:
            break
        kept.append(line)
    return kept


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_rule(lines: list[str], index: int) -> bool:
    return index < len(lines) and _RULE.match(lines[index]) is not None


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())
