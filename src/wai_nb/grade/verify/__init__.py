"""Verifiers: judges that decide by rule.

Each is called with one row and returns ``{"reward", "reason"}``: pass it to ``data.grade(...)``, or put several into
:class:`All`, :class:`Any` or :class:`Weighted`. A row without an answer key gets no reward, and no reason shows a key.
"""

from wai_nb.grade.verify.base import Verifier, candidate_text, verifier
from wai_nb.grade.verify.calls import ToolCall, ToolCalls, tool_calls
from wai_nb.grade.verify.code import CodeExec, code_in
from wai_nb.grade.verify.combine import All, Any, Weighted
from wai_nb.grade.verify.jsons import JSONField, JSONSchema, JSONValid, extract_json
from wai_nb.grade.verify.maths import MathEqual
from wai_nb.grade.verify.numbers import Numeric
from wai_nb.grade.verify.queries import query_in
from wai_nb.grade.verify.sql import SQLExec
from wai_nb.grade.verify.texts import ExactMatch, Includes, MultipleChoice, Regex

__all__ = [
    "All",
    "Any",
    "CodeExec",
    "ExactMatch",
    "Includes",
    "JSONField",
    "JSONSchema",
    "JSONValid",
    "MathEqual",
    "MultipleChoice",
    "Numeric",
    "Regex",
    "SQLExec",
    "ToolCall",
    "ToolCalls",
    "Verifier",
    "Weighted",
    "candidate_text",
    "code_in",
    "extract_json",
    "query_in",
    "tool_calls",
    "verifier",
]
