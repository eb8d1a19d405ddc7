"""The grid to walk through in JupyterLab: mouse, keys, search, and the choice read back in Python."""

from __future__ import annotations

import re

ROWS = """
import wai_nb as wai

def row(ask, n, text):
    step = {"tool": "get_order", "arguments": {"id": str(ask)}, "result": {"status": "ok"}}
    return {"prompt": text, "ask_id": f"a{ask}", "scenario_id": f"s{ask}", "rollout_index": n, "steps": [step],
            "final_text": f"reply {n} of {ask}", "reward": int(n < ask % 9), "judge_status": "ok", "lineage": {"k": 8},
            "scenario_dimensions": {"stance": "hurried"}}

scored = wai.ScoredData(row(ask, n, f"Where is order {ask}?") for ask in range(625) for n in range(8))
grid = scored.groups(interactive=True)
grid
"""
READ = "print('CHOSEN', grid.selection, grid.selected and grid.selected['final_text'])"


def choice(book):
    """Run the cell that prints the choice, and return its words."""
    book.run_cell(1)
    return book.page.locator(".jp-OutputArea-output", has_text="CHOSEN").last.inner_text().strip()


def test_a_rollout_is_chosen_by_key_and_by_mouse_and_read_back(desk):
    with desk.open(ROWS, READ) as book:
        page = book.page
        book.run_cell(0)
        canvas = page.locator(".wai-walk canvas")
        canvas.wait_for()
        assert page.locator(".wai-walk .wai-count").inner_text() == "625 of 625 asks"
        canvas.focus()
        for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
        page.locator(".wai-walk .wai-pane", has_text="reply 1 of 9").wait_for()
        assert choice(book) == "CHOSEN (1, 1) reply 1 of 9"
        box = canvas.bounding_box()
        canvas.click(position={"x": box["width"] - 54, "y": 22 * 3 + 11})
        page.locator(".wai-walk .wai-pane", has_text="reply 7 of 18").wait_for()
        assert choice(book) == "CHOSEN (2, 7) reply 7 of 18"
        canvas.focus()
        page.keyboard.press("b")
        assert re.match(r"\d+ of 625 asks", page.locator(".wai-walk .wai-count").inner_text())
        assert page.locator(".wai-walk input[type=checkbox]").is_checked()
        page.keyboard.press("/")
        page.keyboard.type("order 31")
        page.keyboard.press("Enter")
        assert page.locator(".wai-walk .wai-count").inner_text() == "7 of 625 asks"
        page.keyboard.press("Escape")
        assert page.locator(".wai-walk .wai-count").inner_text() == "625 of 625 asks"
        nodes = page.evaluate("() => document.querySelectorAll('.wai-walk *').length")
        assert nodes < 120
        saved = book.saved()
    static = saved.cells[0].outputs[0]["data"]  # the twin, for readers without a kernel
    assert set(static) == {"text/html", "text/plain"}
    assert "347 sit in the 20–80 band" in static["text/html"]
    assert len(str(saved)) < 300_000
