"""The command ``python -m wai_nb gate``: rows from a file, a decision as an exit code."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from wai_nb.errors import ArgumentError, ToolError
from wai_nb.measure.gate import COMPARED, FLOOR, METRICS, MIN_GRADED, gate
from wai_nb.records.dataset import load
from wai_nb.records.tools import to_tools

HELP = "refuse a run that misses its floor"
ABOUT = """Decide from a file of graded rows whether an agent may pass.

exit codes: 0  it reaches the floor
            1  it is under the floor
            2  refused: the run is hollow (no rows, no tool called, nothing judged ...), or the request is wrong
"""


def describe(parser: ArgumentParser) -> None:
    """Give a parser the options of the gate."""
    parser.description, parser.formatter_class = ABOUT, RawDescriptionHelpFormatter
    parser.add_argument("rows", help="graded rows as JSON lines, as data.save(path) writes them")
    parser.add_argument("--floor", type=float, default=FLOOR, help=f"what the metric must reach (default {FLOOR})")
    parser.add_argument("--metric", choices=METRICS, default="pass_at_1", help="default pass_at_1")
    parser.add_argument("--k", type=int, help="tries of the k-way metrics (default: the repeats of the run)")
    parser.add_argument(
        "--by", choices=COMPARED, default="point", help="compare the estimate (default) or the low end of its interval"
    )
    parser.add_argument(
        "--tools",
        help="JSON list of the agent's tools (default: those in ROWS.meta.json, where the run was saved whole)",
    )
    parser.add_argument(
        "--min-graded", type=float, default=MIN_GRADED, help=f"share of rows that need a verdict (default {MIN_GRADED})"
    )


def decide(given: Namespace) -> tuple[list[str], int]:
    """Return what to print, and the exit code.

    Raises
    ------
    WaiError
        For a file that cannot be read, or an option that cannot be.
    """
    tools = None if given.tools is None else _tools(given.tools)
    scored = load(given.rows)
    options = {name: getattr(given, name) for name in ("metric", "k", "by", "min_graded")}
    found = gate(scored, given.floor, tools=tools, **options)
    return found.lines(), int(found["exit_code"])


def _tools(path: str) -> Any:
    try:
        return to_tools(json.loads(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise ToolError(f"--tools {path} cannot be read: {error.strerror or error}.") from None
    except ValueError as error:
        if isinstance(error, ToolError):
            raise ToolError(f"--tools {path}: {error}") from None
        raise ToolError(f"--tools {path} is not JSON: {error}. Write a list of tools in the form of OpenAI.") from None
    except ArgumentError as error:
        raise ArgumentError(f"--tools {path}: {error}") from None
