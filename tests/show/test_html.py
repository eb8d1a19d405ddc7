from __future__ import annotations

import re

import pytest
from tests.show.corpus import ordinary
from tests.show.pages import Page

from wai_nb.options import set_options
from wai_nb.records.report import Bar, Bars, Card, Code, Column, Fold, Heat, Interval, Note, Styled, Table
from wai_nb.show.element import Safe, element, joined, text
from wai_nb.show.html import render_html
from wai_nb.show.theme import minified, style


def drawn(*blocks, **card):
    return render_html(Card(("kind",), "headline", blocks=list(blocks), **card))


def body(*blocks, **card):
    return drawn(*blocks, **card).split("</style>")[1]


def test_element_escapes_children_and_attributes():
    made = element("td", '<b> "x"', element("i", "&"), None, title="'\"<", class_="")
    assert made == '<td title="&#x27;&quot;&lt;">&lt;b&gt; &quot;x&quot;<i>&amp;</i></td>'
    assert isinstance(made, Safe)


def test_hidden_characters_are_spelt_out_in_words_and_attributes():
    assert text("a\u202eb") == 'a<span class="wai-esc">\\u202e</span>b'
    assert element("td", title="a\x1bb") == '<td title="a\\x1bb"></td>'
    assert joined("<", None, Safe("<br>")) == "&lt;<br>"


def test_the_root_keeps_mathematics_and_script_out():
    html = render_html(ordinary())
    assert html.startswith('<div class="wai-root tex2jax_ignore mathjax_ignore"><style>')
    assert not re.search(r"<script|<svg|\sid=|\son\w+=|https?:|url\(|@import", html)


def test_two_drawings_of_one_card_are_the_same_bytes():
    assert render_html(ordinary()) == render_html(ordinary())


def test_a_card_is_small():
    assert len(style().encode()) < 15_000
    assert len(render_html(ordinary()).encode()) < 25_000


def test_headline_is_no_heading():
    html = body(verdict="▼ Worse")
    assert '<p class="wai-head"><strong><span class="wai-verdict wai-bad">▼ Worse</span> headline</strong></p>' in html
    assert not re.search(r"<h\d", html)


def test_tables_have_captions_scopes_and_kinds():
    columns = [
        Column("#", "number"),
        Column("ask", "ask"),
        Column("state", "glyph", drop=True),
        Column("calls", "code"),
    ]
    html = body(Table("First rows, of all", columns, [(0, "Hi <b>", "✓ exact", "get_order")], of=1084))
    assert "<caption><b>First rows</b>, of all, 1 of 1,084</caption>" in html
    assert '<th scope="row" class="wai-n wai-fit">0</th>' in html
    assert '<td class="wai-ask" dir="auto">Hi &lt;b&gt;</td>' in html
    assert '<th scope="col" class="wai-nw wai-drop">state</th>' in html
    assert '<td class="wai-nw wai-drop"><span class="wai-g wai-ok">✓</span> exact</td>' in html
    assert '<td class="wai-nw"><code>get_order</code></td>' in html


def test_long_tables_stop_and_keep_their_total():
    rows = [(f"row {n}", n) for n in range(50)] + [("all", 1225)]
    with set_options(max_rows=3):
        html = body(Table("Rows", ["name", Column("n", "number")], rows, total=True))
    assert "3 of 50" in html
    assert html.count("<tr") == 5
    assert '<tr class="wai-total"><th scope="row" class="wai-nw">all</th>' in html


def test_a_table_without_rows_says_none():
    assert ">none</td>" in body(Table("Rows that match", ["a"], []))


def test_intervals_are_drawn_with_twin_and_words():
    html = body(Table("Estimates", ["m", Column("", "interval")], [("pass@1", Interval(0.5, 0.25, 0.75, 0.9))]))
    assert 'title="0.50 [0.25..0.75], plain 0.90"' in html
    assert '<code class="wai-t">······├─────●─────┤···○·</code>' in html
    assert '<i class="wai-iv-b" style="left:25%;width:50%"></i>' in html
    assert "<span>0</span> <span>0.5</span> <span>1</span>" in html


def test_an_interval_off_its_axis_or_missing_is_bounded():
    column = Column("", "interval", axis=(-0.2, 0.2))
    rows = [
        ("a", Interval(float("nan"), None, None)),
        ("b", Interval(9, -9, 9, look="bad")),
        ("c", None),
        ("d", "none: 1 ask"),
    ]
    html = body(Table("Odd", ["m", column], rows))
    assert "left:0%;width:100%" in html
    assert "nan" not in html
    assert ">none</td>" in html and "none: 1 ask" in html


def test_bars_mark_their_band_with_a_sign():
    html = body(Bars("Asks, by rate", [("never", 0.5, "38"), ("middle", 0.25, "17", "band")]))
    assert '<span class="wai-noband">never</span>' in html
    assert '<span class="wai-band">middle</span><span class="wai-t"> ▌</span>' in html
    assert '<i class="wai-p" style="width:25%">' in html


def test_bars_and_columns_take_a_tick():
    html = body(Table("Aim", ["v", Column("", "bar")], [("a", Bar(0.5, 0.25)), ("b", 2.0)]))
    assert '<b style="left:25%"></b>' in html
    assert "width:100%" in html


def test_heat_counts_sum_and_mark_what_is_empty():
    html = body(
        Heat("Coverage", "stance", "fault", ["calm", "rude"], ["none", "time_out"], [[25, 0], [3, None]], unit="ask")
    )
    assert '<td class="wai-h4" title="calm × none: 25 asks">25<code class="wai-t"> █</code></td>' in html
    assert '<td class="wai-h0" title="calm × time_out: 0 asks">0 !</td>' in html
    assert 'title="rude × time_out: not in the plan">–</td>' in html
    assert '<td class="wai-sum">28</td>' in html
    assert '<th scope="col">time out</th>' in html


def test_a_large_heat_map_is_cut_but_sums_everything():
    html = drawn(Heat("Big", "r", "c", [str(n) for n in range(100)], [str(n) for n in range(50)], [[1] * 50] * 100))
    assert "20 of 100 rows, 16 of 50 columns; the sums are over all." in Page(html).text
    assert '<td class="wai-sum">5,000</td>' in html


def test_neighbouring_notes_are_one_list_with_fix_or_next():
    html = body(
        Note("warning", "a is 1, not 2.", "Because.", "wai.simulate(seed=1)"),
        Note("error", "b failed", fix="This cannot be mended by a call."),
        Note("ok", "c", group="Checks of c"),
    )
    assert html.count('class="wai-notes"') == 2
    assert "<b>Warnings</b>, 2" in html and "<b>Checks of c</b>" in html
    assert '<span>Fix: </span><code class="wai-call">wai.simulate(seed=1)</code>' in html
    assert "<span>Fix: </span>This cannot be mended by a call." in html


def test_folds_and_code_hold_their_text():
    html = body(Fold("More <x>", [Code("a\n  <b>", "Title, rest")]))
    assert "<details><summary>More &lt;x&gt;</summary>" in html
    assert '<p class="wai-cap"><b>Title</b>, rest</p><pre>a\n  &lt;b&gt;</pre>' in html


@pytest.mark.parametrize(
    ("look", "shown"), [("ok", "✓ 0.40"), ("bad", "✗ 0.40"), ("warn", "! 0.40"), ("fault", "◆\u00a00.40")]
)
def test_colour_never_stands_alone(look, shown):
    assert f">{shown}</span>" in body(Table("t", ["a"], [(Styled(0.4, look),)]))


def test_the_stylesheet_reads_the_hosts_theme_and_nothing_else():
    css = style()
    for word in (
        "--jp-content-font-color1",
        "--vscode-editor-foreground",
        "CanvasText",
        "light-dark(",
        "html[theme=dark]",
    ):
        assert word in css
    assert "/*" not in css and "url(" not in css
    assert minified("a  b { margin: 0 -2px ; }") == "a b{margin:0 -2px}"
    for name in re.findall(r'class="([^"]+)"', re.sub(r"<style>.*?</style>", "", render_html(ordinary()))):
        for word in name.split():
            known = word in css or word in ("tex2jax_ignore", "mathjax_ignore", "wai-notes", "wai-bars", "wai-head")
            assert known, f"{word} has no rule"
