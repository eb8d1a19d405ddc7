"""The panel of a run in JupyterLab: it moves, its buttons and the interrupt keep the rows, the card takes its place."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest
from tests.browser.lab import WAIT

AGENT = """
import time
import wai_nb as wai

def agent(message):
    time.sleep(0.1)
    return "ok"

OPTIONS = dict(system_prompt="Help.", simulator=False, seed=7, concurrency=2)
"""
HANDLE = (
    AGENT
    + """
run = wai.start(agent, mode="rl", situations=200, repeats=4, repeat_policy="fixed", **OPTIONS)
"""
)
BLOCKING = (
    AGENT
    + """
data = wai.simulate(agent, budget=2000, **OPTIONS)
print("DONE", data.stopped_because, 0 < len(data.rows) < 2000)
"""
)
MOVED = "() => Number(document.querySelector('.wai-live .wai-prow b').textContent) > 4"
KERNELS = [
    "python3",
    pytest.param(
        "python6", marks=pytest.mark.skipif("WAI_IPYKERNEL6" not in os.environ, reason="WAI_IPYKERNEL6 is not set")
    ),
]


def mimes(notebook):
    return {mime for cell in notebook.cells for output in cell.get("outputs", ()) for mime in output.get("data", {})}


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_panel_moves_and_stop_keeps_the_rows(desk, kernel):
    with desk.open(
        HANDLE, "print('DONE', run.result().stopped_because, len(run.data.rows) > 4)", kernel=kernel
    ) as book:
        page = book.page
        book.run_cell(0)
        page.locator(".wai-live").wait_for()
        page.wait_for_function(MOVED)
        page.locator(".wai-live .wai-btn:enabled", has_text="Pause").click()
        page.locator(".wai-live .wai-btn:enabled", has_text="Resume").click()
        assert page.locator(".wai-live .wai-strip > span").count() == 200
        page.locator(".wai-live .wai-btn:enabled", has_text="Stop").click()
        page.locator(".wai-root:not(.wai-live) .wai-head", has_text="rows from").wait_for()
        book.run_cell(1)
        book.wait("DONE stopped True")
        saved = book.saved()
        assert mimes(saved) == {"text/html", "text/plain"}
        assert "elapsed" not in str(saved)


@pytest.mark.skipif(find_spec("notebook") is None, reason='not installed: notebook (pip install "wai-nb[browser]")')
def test_the_panel_works_in_notebook_7_too(desk):
    with desk.open(
        HANDLE, "print('DONE', run.result().stopped_because, len(run.data.rows) > 4)", app="notebook"
    ) as book:
        book.run_cell(0)
        book.page.locator(".wai-live").wait_for()
        book.page.wait_for_function(MOVED)
        book.page.locator(".wai-live .wai-btn:enabled", has_text="Stop").click()
        book.page.locator(".wai-root:not(.wai-live) .wai-head", has_text="rows from").wait_for()
        book.run_cell(1)
        book.wait("DONE stopped True")
        assert mimes(book.saved()) == {"text/html", "text/plain"}


@pytest.mark.parametrize("kernel", KERNELS)
def test_an_interrupt_of_a_blocking_cell_keeps_the_rows(desk, kernel):
    with desk.open(BLOCKING, "print('NEXT')", kernel=kernel) as book:
        book.run()
        book.page.locator(".wai-live").wait_for()
        book.page.wait_for_function(MOVED)
        book.command("notebook:interrupt-kernel")
        book.wait("DONE interrupted True")
        book.wait("NEXT")
        assert mimes(book.saved()) == {"text/html", "text/plain"}
        assert book.page.locator(".wai-live").count() == 0


def test_stop_reaches_a_blocking_cell_or_the_panel_says_that_it_cannot(desk):
    with desk.open(BLOCKING) as book:
        book.run()
        page = book.page
        stop = page.locator(".wai-live .wai-btn:enabled", has_text="Stop")
        stop.or_(page.get_by_text("cannot deliver clicks")).first.wait_for(timeout=WAIT)
        if stop.count():
            stop.click()
            book.wait("DONE stopped True")
        else:
            book.command("notebook:interrupt-kernel")
            book.wait("DONE interrupted True")
