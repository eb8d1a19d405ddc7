"""A lab and a browser for all tests of this folder; where one is missing, the folder is skipped and says why."""

from __future__ import annotations

import pytest
from tests.browser.lab import FLAGS, Desk, Lab, chromium_path, missing


def pytest_collection_modifyitems(items):
    reason = missing()
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="package")
def desk(tmp_path_factory):
    from playwright.sync_api import sync_playwright

    lab = Lab(tmp_path_factory.mktemp("lab"))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
            yield Desk(lab, browser)
            browser.close()
    finally:
        lab.stop()
