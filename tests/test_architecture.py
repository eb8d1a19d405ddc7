"""The shape of the source tree: who imports whom, and how long things may get."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "wai_nb"
ORDER = (
    "errors options stats records plan traces asks world play grade engine measure select show workspace recipes"
).split()
FRONT = {"__init__", "__main__"}  # the front door and the command line stand outside the order
DOORS = {"records/dataset.py", "records/report.py", "engine/progress.py"}
HEAVY = {"pandas", "scipy", "matplotlib", "nbformat", "papermill", "ipywidgets", "IPython", "anywidget", "nbconvert"}
HEAVY_ROOMS = {"show", "recipes"}
MODULES = sorted(SOURCE.rglob("*.py"))


def room_of(path: Path) -> str:
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports(path: Path, *, inside_functions: bool) -> Iterator[str]:
    """Yield imported names at module level, or those inside function bodies."""

    def walk(node: ast.AST, inside: bool) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if is_type_checking(child):
                continue
            deeper = inside or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            if inside == inside_functions:
                yield from imported(child)
            yield from walk(child, deeper)

    yield from walk(tree_of(path), False)


def own_rooms(names: Iterator[str]) -> set[str]:
    return {name.split(".")[1] for name in names if name.startswith("wai_nb.")}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef, source: list[str]) -> int:
    """Count lines of a function that are neither blank nor docstring."""
    first, *_ = node.body
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = set(range(first.lineno, (first.end_lineno or 0) + 1)) if has_docstring else set()
    lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return sum(1 for n in lines if n not in docstring and source[n - 1].strip())


def public_definitions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    for node in tree_of(path).body:
        if isinstance(node, kinds) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from (m for m in node.body if isinstance(m, kinds) and not m.name.startswith("_"))


def each_module(function):
    ids = [str(path.relative_to(SOURCE)) for path in MODULES]
    return pytest.mark.parametrize("path", MODULES, ids=ids)(function)


@each_module
def test_imports_point_to_the_left(path):
    if room_of(path) in FRONT:
        return
    allowed = set(ORDER[: ORDER.index(room_of(path)) + 1])
    assert own_rooms(imports(path, inside_functions=False)) <= allowed


@each_module
def test_only_three_doors_lead_up(path):
    if room_of(path) in FRONT or str(path.relative_to(SOURCE).as_posix()) in DOORS:
        return
    allowed = set(ORDER[: ORDER.index(room_of(path)) + 1])
    assert own_rooms(imports(path, inside_functions=True)) <= allowed


@each_module
def test_heavy_packages_stay_inside_functions(path):
    if room_of(path) in HEAVY_ROOMS:
        return
    packages = {name.split(".")[0] for name in imports(path, inside_functions=False)}
    assert not packages & HEAVY


@each_module
def test_files_and_functions_stay_small(path):
    source = path.read_text(encoding="utf-8").splitlines()
    assert len(source) <= 400
    long = {node.name: code_lines(node, source) for node in functions(path)}
    assert {name: n for name, n in long.items() if n > 60} == {}


@each_module
def test_public_names_have_docstrings(path):
    assert ast.get_docstring(tree_of(path)), "the module has no docstring"
    bare = [node.name for node in public_definitions(path) if not ast.get_docstring(node) and not is_overload(node)]
    assert bare == []


def is_overload(node: ast.AST) -> bool:
    decorators = getattr(node, "decorator_list", [])
    return any(isinstance(d, ast.Name) and d.id == "overload" for d in decorators)


def test_modules_form_no_cycle():
    graph = {module_name(path): module_edges(path) for path in MODULES}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, f"cycle: {' -> '.join((*trail, name))}"
        if name in done:
            return
        for target in sorted(graph.get(name, ())):
            visit(target, (*trail, name))
        done.add(name)

    for name in sorted(graph):
        visit(name, ())


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def module_edges(path: Path) -> set[str]:
    known = {module_name(p) for p in MODULES}
    edges = set()
    for name in imports(path, inside_functions=False):
        while name and name not in known:
            name = name.rpartition(".")[0]
        if name and name != "wai_nb":
            edges.add(name)
    return edges - {module_name(path)}


def test_rooms_are_the_ones_of_the_plan():
    rooms = {room_of(path) for path in MODULES} - FRONT
    assert rooms <= set(ORDER)
