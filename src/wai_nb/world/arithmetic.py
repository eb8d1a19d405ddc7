"""Arithmetic for tools that compute: numbers and operators, nothing else."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

_OPERATORS: dict[type, Callable[[int | float, int | float], int | float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def evaluated(expression: str) -> int | float:
    """Return the value of an arithmetic expression: numbers, ``+ - * / // %`` and brackets.

    Raises
    ------
    ValueError
        For anything else.

    Examples
    --------
    >>> evaluated("2 * (3 + 4)")
    14
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError(f"{expression!r} is no arithmetic.") from None
    return _value(tree, expression)


def _value(node: ast.AST, expression: str) -> int | float:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _value(node.operand, expression)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.left, expression), _value(node.right, expression))
    raise ValueError(f"{expression!r} is no arithmetic that this tool can do.")
