from __future__ import annotations

import math

import numpy as np
import pytest

from wai_nb.errors import RecipeError
from wai_nb.recipes import read_records, record
from wai_nb.recipes.results import RECORD_MIME


def kept(*pairs):
    outputs = [{"output_type": "display_data", "data": {RECORD_MIME: {"name": n, "value": v}}} for n, v in pairs]
    return {"cells": [{"cell_type": "markdown"}, {"cell_type": "code", "outputs": outputs}]}


def test_outside_a_notebook_it_is_quiet_and_returns_the_very_value(capsys):
    value = {"value": np.float64(0.5)}
    assert record("rate", value) is value
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("value", [math.nan, math.inf, {"a": [1, -math.inf]}, np.float64("nan"), np.array([1, np.nan])])
def test_numbers_that_json_lacks_are_refused(value):
    with pytest.raises(RecipeError, match=r"record\('rate'\).*JSON cannot hold"):
        record("rate", value)


@pytest.mark.parametrize("value", [{1, 2}, object(), {1: "a"}, b"bytes", [lambda: 1]])
def test_what_is_not_json_is_refused(value):
    with pytest.raises(RecipeError, match="record"):
        record("rate", value)


def test_a_value_inside_itself_is_refused():
    loop = []
    loop.append(loop)
    with pytest.raises(RecipeError, match="contains itself"):
        record("loop", loop)


@pytest.mark.parametrize("name", ["", " ", 3, None])
def test_the_name_is_a_text(name):
    with pytest.raises(RecipeError, match="name"):
        record(name, 1)


def test_records_are_read_in_order_without_running():
    assert list(read_records(kept(("b", 1), ("a", [1, "x", None])))) == ["b", "a"]


def test_the_same_value_twice_is_one_record_another_value_is_an_error():
    assert read_records(kept(("a", 1), ("a", 1))) == {"a": 1}
    with pytest.raises(RecipeError, match="'a' twice, as 1 and as 2"):
        read_records(kept(("a", 1), ("a", 2)))
    with pytest.raises(RecipeError, match="twice"):
        read_records(kept(("a", 1), ("a", True)))


def test_a_file_that_is_no_notebook_is_an_error(tmp_path):
    (tmp_path / "torn.ipynb").write_text('{"cells": [')
    with pytest.raises(RecipeError, match=r"torn\.ipynb.*is not a notebook"):
        read_records(tmp_path / "torn.ipynb")
    with pytest.raises(RecipeError, match=r"no notebook at .*Did you mean 'torn\.ipynb'"):
        read_records(tmp_path / "tron.ipynb")
