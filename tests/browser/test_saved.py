"""What stands in a saved file: shown again trusted or not, light and dark, and hostile text stays text everywhere."""

from __future__ import annotations

import nbformat
import pytest
from tests.browser.lab import WAIT

RUN = """
import wai_nb as wai

@wai.tool
def get_order(order_id: str) -> dict:
    "Look up an order. Orders on file: 4401, 4402."

data = wai.simulate(lambda message: "ok", tools=[get_order], system_prompt="Help.", simulator=False, mode="rl",
                    repeat_policy="fixed", situations=12, repeats=4, seed=7)
"""
SCORED = "scored = data.grade(lambda row: int(row['rollout_index'] > 1))\nscored"
HEADLINE = "48 rows from 12 asks"
HOSTILE = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from IPython.display import display
import wai_nb as wai
from tests.show.corpus import HOSTILE, every_slot
from tests.show.hostile import rows_of, things

for name in ("script", "image", "svg", "attribute", "breaks out", "comment", "template", "url", "maths", "markdown"):
    for thing in things(HOSTILE[name]):
        display(thing)
print("SHOWN")
"""
WALK = """
grid = wai.ScoredData(rows_of(HOSTILE)).groups(interactive=True)
display(grid)
"""


def colours(page, selector):
    script = "node => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]"
    return page.locator(selector).first.evaluate(script)


def from_elsewhere(path):
    """Return a copy that this server has not signed, as a file that somebody sent."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_markdown_cell("Sent by mail."))
    copy = path.with_name(f"{path.stem}-sent.ipynb")
    nbformat.write(notebook, copy)
    return copy


def brightness(colour):
    return sum(map(float, colour[colour.index("(") + 1 : -1].split(",")[:3]))


@pytest.fixture(scope="module")
def saved(desk):
    """Return a notebook that was run and saved, and the colours that it had in both themes."""
    with desk.open(RUN, SCORED, "scored.pass_at", "scored.groups()", "scored.pass_at.plot()") as book:
        book.run()
        book.wait("12 of 12 asks are mixed")
        book.page.locator(".jp-OutputArea-output img").wait_for()
        seen = {}
        for dark in (False, True):
            book.theme(dark)
            seen[dark] = colours(book.page, ".wai-root")
        book.theme(False)
        book.saved()
    return book.path, seen


def test_light_and_dark_follow_the_theme(saved):
    _, seen = saved
    for dark, (ink, paper) in seen.items():
        assert (brightness(ink) > brightness(paper)) is dark


def test_the_static_state_is_there_after_reopening_untrusted_and_trusted(desk, saved):
    path, _ = saved
    with desk.again(from_elsewhere(path)) as book:
        outputs = book.page.locator(".jp-OutputArea-output")
        for trusted in (False, True):
            if trusted:
                book.trust()
                outputs.locator("style").first.wait_for(state="attached")
            book.page.get_by_text("12 of 12 asks are mixed").first.wait_for()
            words = " ".join(outputs.all_inner_texts())
            for said in ("pass@1", "rollouts", "20–80 band", "Requested and delivered"):
                assert said in words, said
            assert "Error displaying widget" not in words
            assert outputs.locator("img").count() == 1
            assert (outputs.locator("style").count() > 0) is trusted


def test_the_file_holds_no_widget_and_pictures_say_what_they_show(saved):
    path, _ = saved
    notebook = nbformat.read(path, as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]
    assert {mime for output in outputs for mime in output["data"]} == {"text/html", "text/plain", "image/png"}
    assert outputs[-1]["metadata"]["image/png"]["alt"].startswith("Pass rate, ask by ask")


def test_hostile_text_runs_nothing_in_the_notebook_or_in_the_page(desk, tmp_path):
    from pathlib import Path

    from wai_nb.recipes.page import page_text

    tests = str(Path(__file__).parents[2])
    with desk.open(HOSTILE.format(tests=tests), WALK) as book:
        book.run()
        book.wait("SHOWN")
        canvas = book.page.locator(".wai-walk canvas")
        canvas.wait_for()
        canvas.focus()
        for _ in range(12):
            book.page.keyboard.press("ArrowDown")
        book.page.locator(".wai-walk .wai-turns").wait_for(timeout=WAIT)
        assert book.page.evaluate("() => window.__xss") is None
        notebook = book.saved()
    page = tmp_path / "page.html"
    page.write_text(page_text(notebook), encoding="utf-8")
    tab = desk.context.new_page()
    tab.goto(page.as_uri())
    assert tab.locator(".wai-root").count() > 50
    assert tab.evaluate("() => window.__xss") is None
    tab.close()


def test_no_request_left_this_machine(desk):
    assert len(desk.requests) > 50
    here = (f"http://127.0.0.1:{desk.lab.port}/", "data:", f"blob:http://127.0.0.1:{desk.lab.port}/")
    assert [url for url in desk.requests if not url.startswith(here)] == []
