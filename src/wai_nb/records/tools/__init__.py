"""Tools: whatever a person has - typed functions, schema dicts of any vendor - read into one kind of thing."""

from wai_nb.records.tools.model import Tool
from wai_nb.records.tools.read import call_function, call_tools, to_tools, tool

__all__ = ["Tool", "call_function", "call_tools", "to_tools", "tool"]
