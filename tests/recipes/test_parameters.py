from __future__ import annotations

import math
import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.errors import RecipeError
from wai_nb.recipes.parameters import checked, declared, looks_secret

CELL = """\
seed: int = 0  # of every draw
budget: int = 8
k: int | None = None
depth: Optional[int] = 3
rate: float = 0.5
fast: bool = True
mode: Literal["rl", "sft"] = "rl"
traces: str = ""
tags: list[str] = []
extra: "dict[str, int]" = {}
either: int | str = 1
bare = 4
free = None
made = 2 * 8
odd: SomeType = None
"""


@pytest.fixture
def names(build):
    return declared(build(parameters=CELL))


def test_types_come_from_annotations_then_from_literal_defaults(names):
    assert {name: item.kinds for name, item in names.items()} == {
        "seed": ("int",), "budget": ("int",), "k": ("int",), "depth": ("int",), "rate": ("float",),
        "fast": ("bool",), "mode": ("str",), "traces": ("str",), "tags": ("list",), "extra": ("dict",),
        "either": ("int", "str"), "bare": ("int",), "free": (), "made": (), "odd": (),
    }  # fmt: skip
    assert [name for name, item in names.items() if item.nullable] == ["k", "depth", "free", "made", "odd"]


@pytest.mark.parametrize(
    ("name", "value", "becomes"),
    [
        ("budget", "12", 12),
        ("budget", " +12 ", 12),
        ("budget", 12.0, 12),
        ("budget", "12.0", 12),
        ("budget", "1e3", 1000),
        ("budget", np.int64(12), 12),
        ("rate", 1, 1.0),
        ("rate", "0.25", 0.25),
        ("fast", "False", False),
        ("k", None, None),
        ("k", 8, 8),
        ("depth", None, None),
        ("mode", "sft", "sft"),
        ("traces", "", ""),
        ("tags", ("a", "b"), ["a", "b"]),
        ("extra", {"a": 1}, {"a": 1}),
        ("either", "12", "12"),
        ("bare", "5", 5),
        ("free", {"any": [1]}, {"any": [1]}),
        ("made", "text", "text"),
    ],
)
def test_values_that_fit(names, name, value, becomes):
    found = checked({name: value}, names)[name]
    assert found == becomes and type(found) is type(becomes)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("budget", "abc"), ("budget", "12x"), ("budget", ""), ("budget", 12.5), ("budget", True), ("budget", None),
        ("budget", [12]), ("budget", "nan"), ("budget", "inf"), ("budget", "1e999"), ("budget", "9" * 5000),
        ("bare", None), ("rate", "half"), ("rate", False), ("rate", "nan"), ("rate", None), ("fast", 1),
        ("fast", "maybe"), ("mode", "explore"), ("mode", None), ("traces", 3), ("traces", None), ("tags", "a"),
        ("extra", [1]), ("k", "many"), ("depth", True),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_name_the_parameter_and_its_type(names, name, value):
    with pytest.raises(RecipeError, match=rf"the parameter {name} = .* does not fit: it takes .*\(default"):
        checked({name: value}, names)


@pytest.mark.parametrize("name", ["rate", "free", "odd", "budget"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, [1.0, math.nan], {"a": math.inf}, np.float32("nan")])
def test_nan_and_infinity_are_refused(names, name, value):
    with pytest.raises(RecipeError, match=f"the parameter '{name}'.*JSON cannot hold"):
        checked({name: value}, names)


def test_an_unknown_name_lists_the_declared_ones_and_the_nearest(names):
    with pytest.raises(RecipeError, match=r"no parameter 'bugdet'.*seed = 0, budget = 8.*Did you mean 'budget'\?"):
        checked({"bugdet": 12}, names)


def test_a_notebook_without_the_cell_says_how_to_make_one(build):
    with pytest.raises(RecipeError, match="Tag the cell"):
        checked({"seed": 1}, declared(build("seed = 1")))


def test_half_a_character_cannot_be_written(names):
    with pytest.raises(RecipeError, match="half a character"):
        checked({"traces": "\ud800"}, names)


@pytest.mark.parametrize(
    "name", ["api_key", "apiKey", "token", "HF_TOKEN", "password", "db_password", "client_secret", "credentials", "key"]
)
def test_secrets_are_refused_and_never_shown(build, name):
    names = declared(build(parameters=f"{name}: str = ''"))
    with pytest.raises(RecipeError, match=r"environment variable") as caught:
        checked({name: "hunter2-hunter2"}, names)
    assert "hunter2" not in str(caught.value)


def test_a_value_that_looks_like_a_key_is_refused_under_any_name(names):
    with pytest.raises(RecipeError, match="'traces' looks like a secret") as caught:
        checked({"traces": "sk-proj-abcdefghijklmnop"}, names)
    assert "abcdef" not in str(caught.value)


@pytest.mark.parametrize("name", ["max_tokens", "keyword", "api_key_env", "monkey", "token_limit", "author"])
def test_harmless_names_pass(name):
    assert not looks_secret(name)


def test_a_cell_that_is_not_python_is_named(build):
    with pytest.raises(RecipeError, match="parameters cell is not plain Python: line 2"):
        declared(build(parameters="a = 1\n%matplotlib inline"))


@given(st.integers())
def test_any_whole_number_survives_as_text(number):
    from wai_nb.recipes.annotations import Parameter

    assert checked({"n": str(number)}, {"n": Parameter("n", ("int",), nullable=False)}) == {"n": number}


@given(st.text(string.printable))
def test_any_text_is_read_or_refused(text):
    from wai_nb.recipes.annotations import Parameter

    try:
        found = checked({"n": text}, {"n": Parameter("n", ("int",), nullable=False)})["n"]
    except RecipeError:
        return
    assert float(found) == float(text)
