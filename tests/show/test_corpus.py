from __future__ import annotations

import re
import unicodedata

import pytest
from tests.show.corpus import HOSTILE, every_slot, ordinary
from tests.show.hostile import rows_of, things
from tests.show.pages import Page

import wai_nb as wai
from wai_nb.records.view.limits import CARD_BYTES, MOST_BYTES
from wai_nb.records.view.text import render_text
from wai_nb.show.html import render_html
from wai_nb.show.live import state_of
from wai_nb.show.theme import style

STYLES = re.compile(r"(?:(left|width|height):\d+(\.\d+)?%;?|--[nk]:\d+;?)+")


@pytest.mark.parametrize("name", HOSTILE)
def test_html_of_every_slot_is_inert_bounded_and_balanced(name):
    for slot, card in every_slot(HOSTILE[name]):
        html = render_html(card)
        assert len(html.encode("utf-8")) <= CARD_BYTES, slot
        assert html.count(style()) == 1, slot
        page = Page(html)
        for tag, attributes in page.tags:
            assert tag != "a", slot
            assert STYLES.fullmatch(attributes.get("style", "left:0%")), (slot, attributes)
            assert attributes.get("class", "wai-root").startswith("wai-"), (slot, attributes)
        assert not hidden(html), slot


@pytest.mark.parametrize("name", HOSTILE)
def test_text_of_every_slot_is_visible_and_bounded(name):
    for slot, card in every_slot(HOSTILE[name]):
        text = render_text(card)
        assert len(text.encode("utf-8")) <= CARD_BYTES, slot
        assert not hidden(text), slot


def hidden(text: str) -> set[str]:
    """Return the characters that nobody sees, without newline and the joiners that scripts need."""
    return {
        letter
        for letter in set(text) - set("\n\u200c\u200d")
        if unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    }


@pytest.mark.parametrize("name", ["script", "attribute", "bidi", "ansi", "surrogates", "markdown"])
def test_a_hostile_ask_reads_the_same_in_both_views(name):
    card = next(card for slot, card in every_slot(HOSTILE[name]) if slot == "ask cell")
    shown = Page(render_html(card)).text
    for word in render_text(card).split("─\n")[1].split():
        assert word in shown


def test_an_ordinary_card_reads_the_same_in_both_views():
    card = ordinary()
    text, html = render_text(card), render_html(card)
    page = Page(html)
    titles = " ".join(attributes.get("title", "") for _, attributes in page.tags)
    drawings = set("─│┤├●○┊") | set("[]▸")
    for word in set(re.split(r"\s+", text)):
        if not set(word) & drawings:
            assert word in page.text, word
    for word in set(page.text.split()) - {"Facts", "0.5"}:
        assert word in text or word in titles, word


def test_twins_stand_in_both_views():
    text, html = render_text(ordinary()), Page(render_html(ordinary())).text
    for twin in ("██████████", "████····│···········", "9 █", "2 ▓", "0 !", "–", "▌"):
        assert twin in text, twin
        assert twin in html, twin


def test_a_megabyte_says_how_much_more_there_is():
    card = next(card for slot, card in every_slot("y" * 1_000_160) if slot == "ask cell")
    for view in (render_text(card), Page(render_html(card)).text):
        assert "… 1,000,000 more characters" in " ".join(view.split())


def test_a_card_too_large_says_what_it_left_out():
    from dataclasses import replace

    from wai_nb.records.report import Column, Table

    table = Table("Many", [Column("ask", "ask")] * 12, [("word " * 40,) * 12] * 1000)
    small = render_html(replace(ordinary(), blocks=[table] * 3))
    assert "Cut to stay below 60 kB: tables show at most" in small
    many = render_html(replace(ordinary(), blocks=[table] * 200))
    assert "of 200 blocks left out to stay below 60 kB." in many
    assert max(len(small.encode()), len(many.encode())) <= CARD_BYTES


@pytest.mark.parametrize("name", HOSTILE)
def test_every_view_of_hostile_rows_is_inert_and_bounded(name):
    for thing in things(HOSTILE[name]):
        bundle = thing._repr_mimebundle_()
        assert set(bundle) == {"text/html", "text/plain"}, type(thing)
        assert len(bundle["text/html"].encode()) <= MOST_BYTES and len(bundle["text/plain"].encode()) <= MOST_BYTES
        Page(bundle["text/html"])
        assert not hidden(bundle["text/html"]) and not hidden(bundle["text/plain"]), type(thing)
        assert "\n" not in repr(thing) and len(repr(thing)) <= 300, type(thing)
        assert "not shown" not in bundle["text/plain"], type(thing)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_walk_and_the_panel_send_only_text_that_may_be_looked_at(name):
    text = HOSTILE[name][:20_000]
    grid = wai.ScoredData(rows_of({"a": text, "b": text})).groups(interactive=True)
    grid.chosen = [0, 1]
    counts = {"rows": 1, "cap": 2, "landed": 1, "inflight": 1, "situations": 1, "elapsed_s": 1.0, "rerolled": 1}
    failures = {"first_failures": {"agent_error": text}, "rerolled_by": {"agent_error": 1}}
    state = state_of(("simulate",), {**counts, "lost": 1, "lost_by": {"agent_error": 1}, **failures})
    for sent in (*words_in(grid.asks), *words_in(grid.pane), *words_in(state)):
        assert not hidden(sent.replace("\t", "")) and len(sent) <= 2_100
    assert grid.selected == grid._groups.rollout(0, 1)
    assert "0x" not in repr(grid)
    grid.close()


def words_in(value) -> list[str]:
    """Return all texts in a value that is sent to the browser."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [word for part in parts for word in words_in(part)]
