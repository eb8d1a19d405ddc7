from __future__ import annotations

import re
import sys

import nbformat
import pytest

from wai_nb.errors import MissingExtra
from wai_nb.recipes.page import html_page, page_text


@pytest.fixture
def page(build):
    nb = build("# A <b>title</b>\n\nSee [the site](https://example.com).", "plot()")
    html = "<table class='dataframe'><tr><td>64</td></tr></table>"
    nb.cells[1].outputs = [
        nbformat.v4.new_output("display_data", data={"text/html": html, "text/plain": "64"}),
        nbformat.v4.new_output("display_data", data={"image/png": "aGk=", "text/plain": "<Figure 1>"}),
        nbformat.v4.new_output("stream", name="stdout", text="<script>alert(1)</script>"),
    ]
    nb.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    return page_text(nb)


def test_nothing_runs_and_nothing_is_loaded(page):
    assert "<script" not in page
    assert not re.findall(r"""(?:src|href|url\()\s*=?\s*["']?(?:https?:)?//(?!example\.com)""", page)
    assert re.findall(r"https?://[^\"'<\s]+", page) == ["https://example.com"]  # the link in the prose
    assert "default-src 'none'" in page


def test_it_holds_the_outputs_and_describes_pictures(page):
    assert "<td>64</td>" in page and "&lt;script&gt;alert(1)" in page
    assert 'alt="&lt;Figure 1&gt;"' in page and 'src="data:image/png;base64,aGk="' in page


def test_it_follows_light_and_dark(page):
    assert "color-scheme: light dark" in page and "prefers-color-scheme: dark" in page


def test_the_title_is_text(page):
    assert "<title>A &lt;b&gt;title&lt;/b&gt;</title>" in page


def test_it_is_written_beside_others_under_the_notebooks_name(write, tmp_path):
    page = html_page(write("01-a.ipynb", "# One", "1"), tmp_path / "new" / "out")
    assert page == tmp_path / "new" / "out" / "01-a.html"
    assert len(page.read_bytes()) < 12_000  # a reader's page, not an application


def test_without_nbconvert_it_says_what_to_install(build, monkeypatch):
    monkeypatch.setitem(sys.modules, "nbconvert", None)
    with pytest.raises(MissingExtra, match=r'pip install "wai-nb\[lab\]"'):
        page_text(build("1"))


def test_pictures_that_the_text_names_are_in_the_page(write, tmp_path):
    import base64

    from wai_nb.recipes.page import html_page

    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "dot.png").write_bytes(base64.b64decode(pixel))
    path = write("books/book.ipynb", "# Title\n\n![a dot](../img/dot.png)", "1")
    page = html_page(path, tmp_path / "out").read_text(encoding="utf-8")
    assert "data:image/png;base64," in page
    assert "../img/dot.png" not in page
