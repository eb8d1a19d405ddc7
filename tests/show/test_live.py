"""The display of a run: one output that is kept up to date, and the card in its place at the end."""

from __future__ import annotations

import nbformat
import pytest

from wai_nb.recipes.execute import execute

pytestmark = [pytest.mark.notebook, pytest.mark.timeout(120)]

AGENT = """
import time
import wai_nb as wai

def agent(message):
    time.sleep(0.03)
    return "ok"

def run(**options):
    return wai.simulate(agent, system_prompt="Help.", simulator=False, budget=30, concurrency=2, **options)
"""


def outputs_of(tmp_path, *sources):
    cells = [nbformat.v4.new_code_cell(source) for source in (AGENT, *sources)]
    executed, error = execute(nbformat.v4.new_notebook(cells=cells), cwd=tmp_path)
    assert error is None
    return [[output for output in cell.outputs if "data" in output] for cell in executed.cells[-len(sources) :]]


def test_one_output_that_ends_as_the_card(tmp_path):
    [[card]] = outputs_of(tmp_path, "data = run()")
    assert set(card["data"]) == {"text/plain", "text/html"}
    assert "30 rows from 30 asks" in card["data"]["text/plain"]
    assert "elapsed" not in card["data"]["text/html"]


def test_the_card_stands_once_when_the_cell_shows_the_run(tmp_path):
    [[line, card], [again]] = outputs_of(tmp_path, "data = run()\ndata", "data")
    assert "First rows" not in line["data"]["text/plain"]
    assert card["data"]["text/html"].count("First rows") == again["data"]["text/html"].count("First rows") == 1


def test_two_runs_of_one_seed_show_the_same(tmp_path):
    [[first], [second]] = outputs_of(tmp_path, "data = run(seed=3)", "data = run(seed=3)")
    assert first["data"] == second["data"]


def test_progress_can_be_turned_off(tmp_path):
    [outputs] = outputs_of(tmp_path, "with wai.set_options(progress='none'):\n    data = run()")
    assert outputs == []


def test_without_widgets_the_one_display_stays(tmp_path):
    block = """
import sys
from wai_nb.show import live
sys.modules["anywidget"] = None
live.somebody_answers = lambda shell: True
"""
    [_, [card]] = outputs_of(tmp_path, block, "data = run()")
    assert "30 rows from 30 asks" in card["data"]["text/plain"]


def test_a_display_that_fails_does_not_end_the_run(tmp_path):
    broken = """
import IPython.display
def update(self, thing, **options):
    raise RuntimeError("no display")
IPython.display.DisplayHandle.update = update
"""
    [_, outputs] = outputs_of(tmp_path, broken, "data = run()\nlen(data.rows)")
    assert outputs[-1]["data"]["text/plain"] == "30"
