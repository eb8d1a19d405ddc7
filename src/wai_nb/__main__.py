"""The command line: ``python -m wai_nb recipes ...`` and ``python -m wai_nb gate``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from wai_nb.errors import RecipeError, WaiError
from wai_nb.measure.gate_command import decide, describe

FOLDERS = ("notebooks", "recipes")  # where `run` and `check` look when no path is given
QUICKSTART = "notebooks/01-quickstart.ipynb"
CELL_TIMEOUT = 120  # seconds for one cell of a committed notebook; convention


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 when all is well, 1 when a notebook or the gate fails, 2 for a wrong request."""
    given = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = given.command
    try:
        return command(given)
    except WaiError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wai_nb", description=main.__doc__)
    rooms = parser.add_subparsers(required=True, metavar="recipes | gate")
    gate = rooms.add_parser("gate", help="refuse a run that misses its floor")
    describe(gate)
    gate.set_defaults(command=_gate)
    commands = rooms.add_parser("recipes", help="run, compare and show notebooks").add_subparsers(required=True)
    _with_paths(commands, "run", _run, "run notebooks and write their outputs, normalised, into them")
    _with_paths(commands, "check", _check, "run notebooks and compare with their committed outputs")
    readme = commands.add_parser("readme", help="write recipes/README.md from the notebooks' first cells")
    readme.add_argument("--folder", default="recipes")
    readme.add_argument("--check", action="store_true", help="only say whether it is current")
    readme.set_defaults(command=_readme)
    page = commands.add_parser("html", help="write an executed notebook as one self-contained page")
    page.add_argument("notebook")
    page.add_argument("--out", default="out")
    page.set_defaults(command=_html)
    demo = commands.add_parser("demo", help="run the quickstart and say what it found")
    demo.add_argument("notebook", nargs="?", default=QUICKSTART)
    demo.add_argument("--out", default="out")
    demo.set_defaults(command=_demo)
    return parser


def _with_paths(commands: Any, name: str, command: Callable[[argparse.Namespace], int], help_text: str) -> None:
    parser = commands.add_parser(name, help=help_text)
    parser.add_argument("paths", nargs="*", help=f"notebooks or folders (default: {' and '.join(FOLDERS)})")
    parser.set_defaults(command=command)


def _gate(given: argparse.Namespace) -> int:
    lines, code = decide(given)
    print(*lines, sep="\n")
    return code


def _run(given: argparse.Namespace) -> int:
    return _each(given.paths, _refresh)


def _check(given: argparse.Namespace) -> int:
    return _each(given.paths, _compare)


def _each(paths: list[str], act: Callable[[Path], tuple[str, list[str]]]) -> int:
    from wai_nb.recipes.files import find_notebooks

    notebooks = find_notebooks(paths or [folder for folder in FOLDERS if Path(folder).is_dir()])
    if not notebooks:
        print("no notebooks")
    failed = 0
    for path in notebooks:
        start = time.perf_counter()
        word, problems = act(path)
        print(f"{path.as_posix()}: {word} ({time.perf_counter() - start:.1f} s)")
        for line in "\n".join(problems).splitlines():
            print(f"  {line}")
        failed += bool(problems)
    return 1 if failed else 0


def _refresh(path: Path) -> tuple[str, list[str]]:
    from wai_nb.recipes.suite import refresh

    return refresh(path, timeout=CELL_TIMEOUT)


def _compare(path: Path) -> tuple[str, list[str]]:
    from wai_nb.recipes.suite import check

    problems = check(path, timeout=CELL_TIMEOUT)
    return "differs" if problems else "as committed", problems


def _readme(given: argparse.Namespace) -> int:
    from wai_nb.recipes.files import write_text
    from wai_nb.recipes.index import index_of

    path = Path(given.folder) / "README.md"
    text = index_of(given.folder)
    current = path.exists() and path.read_text(encoding="utf-8") == text
    if not current and given.check:
        print(f"{path.as_posix()} is not current. Fix: python -m wai_nb recipes readme")
        return 1
    if not current:
        write_text(text, path)
    print(f"{path.as_posix()} {'is current' if current else 'written'}")
    return 0


def _html(given: argparse.Namespace) -> int:
    from wai_nb.recipes.page import html_page

    print(html_page(given.notebook, given.out).as_posix())
    return 0


def _demo(given: argparse.Namespace) -> int:
    from wai_nb.recipes.suite import demo

    try:
        lines, failed = demo(Path(given.notebook), Path(given.out))
    except RecipeError as error:
        raise RecipeError(f"{error} Run the demo from the folder that holds {QUICKSTART}.") from None
    print(*lines, sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
