"""Take the pictures of the interactive views for docs/img: ``make screenshots``."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.browser.lab import FLAGS, Desk, Lab, chromium_path, missing

OUT = Path(__file__).parents[2] / "docs" / "img"
AGENT = """
import time
import wai_nb as wai

@wai.tool
def get_order(order_id: str) -> dict:
    "Look up an order. Orders on file: 4401, 4402, 4403, 4404."

@wai.tool
def refund_order(order_id: str, amount: float) -> dict:
    "Pay money back for an order. Orders on file: 4401, 4402, 4403, 4404."

TOOLS = [get_order, refund_order]
POLICY = "Look up the order before you refund it. Never refund more than was paid."
agent = wai.seeded_agent(TOOLS, pass_rates=[0.0, 0.2, 0.5, 0.7, 1.0], seed=7)
OPTIONS = dict(tools=TOOLS, system_prompt=POLICY, simulator=False, mode="rl", repeat_policy="fixed", repeats=8, seed=7)
"""
LIVE = (
    AGENT
    + """
def my_agent(message):
    time.sleep(0.3)
    if message.endswith("?") and time.monotonic() % 1 < 0.2:
        raise TimeoutError("the order system did not answer")
    return agent(message)

run = wai.start(my_agent, situations=100, concurrency=24, **OPTIONS)
"""
)
GROUPS = (
    AGENT
    + """
scored = wai.simulate(agent, situations=200, **OPTIONS).grade(lambda row: not row["seeded"], name="honest_or_not")
"""
)


def live(desk: Desk) -> None:
    """Take the panel of a run under way."""
    with desk.open(LIVE, width=980, height=1200) as book:
        book.run_cell(0)
        panel = book.page.locator(".wai-live")
        panel.locator(".wai-btn:enabled", has_text="Stop").wait_for()
        book.page.wait_for_function("() => Number(document.querySelector('.wai-live .wai-prow b').textContent) > 180")
        panel.screenshot(path=OUT / "live.png")
        panel.locator(".wai-btn", has_text="Stop").click()


def groups(desk: Desk) -> None:
    """Take the grid with a rollout chosen."""
    with desk.open(GROUPS, "scored.groups(interactive=True)", width=980, height=1200) as book:
        book.run_cell(0)
        book.run_cell(1)
        walk = book.page.locator(".wai-walk")
        walk.locator("canvas").focus()
        book.page.keyboard.press("b")
        for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"):
            book.page.keyboard.press(key)
        walk.locator(".wai-turns").wait_for()
        time.sleep(0.5)
        walk.screenshot(path=OUT / "groups.png")


def main() -> int:
    """Take them all, or say what is missing."""
    if reason := missing():
        sys.stderr.write(f"no pictures taken: {reason}\n")
        return 1
    from playwright.sync_api import sync_playwright

    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(Path(folder))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
                for take in (live, groups):
                    take(Desk(lab, browser))
                browser.close()
        finally:
            lab.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
