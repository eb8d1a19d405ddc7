"""The front door: every name it promises is there, and importing it costs nothing."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import wai_nb as wai
from wai_nb.errors import NotYetError

HEAVY = (
    "pandas scipy matplotlib nbformat papermill IPython ipywidgets anywidget numpy pydantic httpx covertable"
).split()


@pytest.mark.parametrize("name", sorted(wai._HOME))
def test_every_name_loads_and_explains_itself(name):
    value = getattr(wai, name)
    assert inspect.getdoc(value if callable(value) or inspect.ismodule(value) else type(value))


def test_the_lazy_table_and_the_typed_names_are_the_same():
    source = Path(wai.__file__).read_text(encoding="utf-8")
    block = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    typed = {alias.asname or alias.name for node in block.body for alias in getattr(node, "names", ())}
    homes = {f"wai_nb.{home}" for name, home in wai._HOME.items() if name not in wai._MODULES} | {"wai_nb.grade"}
    assert typed == set(wai._HOME) - {"errors"}
    assert {node.module for node in block.body} == homes


@pytest.mark.parametrize("name", sorted(wai._LATER))
def test_later_names_say_what_to_use_instead(name):
    with pytest.raises(NotYetError, match=rf"wai\.{name} is documented but not in this release. Until then: ."):
        getattr(wai, name)


def test_a_name_nobody_knows_gets_the_nearest():
    with pytest.raises(AttributeError, match="Did you mean 'simulate'"):
        wai.simulte  # noqa: B018


@pytest.mark.parametrize("name", ["grade", "select", "world"])
def test_a_room_never_takes_the_place_of_a_function(name):
    code = f"import wai_nb as wai, wai_nb.{name}, wai_nb.measure.passk; assert callable(wai.{name}), wai.{name}"
    subprocess.run([sys.executable, "-c", code], check=True)


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(out.stdout.split())


def test_import_loads_nothing_heavy():
    assert not loaded_by("import wai_nb") & set(HEAVY)


def test_import_loads_one_module_of_ours():
    ours = {name for name in loaded_by("import wai_nb") if name.startswith("wai_nb")}
    assert ours == {"wai_nb"}


def test_simulating_loads_no_display_and_no_frames():
    run = "import wai_nb as wai; wai.simulate(system_prompt='Help.', simulator=False, budget=2)"
    assert not loaded_by(run) & {"pandas", "scipy", "matplotlib", "nbformat", "papermill", "IPython", "ipywidgets"}
