from __future__ import annotations

import pytest

from wai_nb.records.report import Bars, Card, Column, Facts, Fold, Heat, Interval, Note, Styled, Table
from wai_nb.records.view.layout import width, wrap
from wai_nb.records.view.plain import line, pieces, visible, words
from wai_nb.records.view.text import WIDE, render_text


def drawn(*blocks, **card):
    return render_text(Card(("kind",), "headline", blocks=list(blocks), **card))


def test_a_table_is_aligned_and_at_most_a_terminal_wide():
    columns = ["name", Column("n", "number"), Column("", "interval"), Column("ask", "ask"), Column("b", "bar")]
    rows = [(f"row {n}", 10**n, Interval(0.5, 0.2, 0.8), "long words " * 12, 0.5) for n in range(6)]
    lines = drawn(Table("Rows, of all", columns, rows, of=5000)).split("\n")
    assert "Rows, of all, 6 of 5,000" in lines
    assert max(width(text) for text in lines) <= WIDE
    assert len({text.index("├") for text in lines if "├" in text}) == 1
    assert not any(text != text.rstrip() for text in lines)


def test_columns_that_find_no_room_are_named():
    columns = ["name", *(Column(f"number {n}", "number", drop=n == 2) for n in range(9))]
    text = drawn(Table("Wide", columns, [("a", *[10**14] * 9)]))
    assert "Not shown: number 2, " in text


def test_facts_wrap_into_rows_of_figures():
    text = drawn(Facts([(f"a longer label {n}", n) for n in range(12)]))
    assert all(width(row) <= WIDE for row in text.split("\n"))
    assert text.count("a longer label") == 12


def test_facts_beyond_the_limit_are_counted():
    assert "not shown\n" in drawn(Facts([("a", n) for n in range(30)])).replace("  ", "\n")
    assert "6 more" in drawn(Facts([("a", n) for n in range(30)]))


def test_notes_give_the_call():
    text = drawn(
        Note("warning", "hard_share is 0.37, not 0.40.", "Ran dry.", "wai.simulate(...)"),
        Note("next", "Read.", fix="data.explore()"),
    )
    assert "! hard_share is 0.37, not 0.40. Ran dry.\n  Fix: wai.simulate(...)" in text
    assert "· Read.\n  Next: data.explore()" in text


def test_heat_bars_and_folds():
    text = drawn(
        Heat("Coverage", "stance", "fault", ["calm"], ["none", "late"], [[5, 0]]),
        Bars("Rates", [("never", 0.5, "38", "band")]),
        Fold("More", [Facts([("a", 1)])]),
    )
    assert "5 █" in text and "0 !" in text
    assert "never ▌  38  ██████████" in text
    assert "▸ More\n  a\n  1" in text


def test_marks_are_words_in_text():
    assert "✗ 0.40 so" in drawn(Table("t", ["a"], [((Styled(0.4, "bad"), "so"),)]))


def test_no_rows_says_none():
    assert drawn(Table("Rows that match", ["a"], [])).endswith("Rows that match\nnone")


def test_an_unknown_block_is_refused():
    with pytest.raises(TypeError, match="a card holds blocks, not str"):
        drawn("words")


def test_hidden_characters_are_spelt_out():
    assert visible("\ud800\u202e\x1b") == "\\ud800\\u202e\\x1b"
    assert visible("\U000e0041 سلام\u200cها 👩\u200d👧") == "\\U000e0041 سلام\u200cها 👩\u200d👧"
    assert "".join(part for part, _ in pieces("a\x00b\u2028c")) == visible("a\x00b\u2028c")
    assert line("a\r\n\tb") == "a b"


def test_a_value_that_cannot_be_written_is_named():
    class Odd:
        def __str__(self):
            raise RuntimeError

    assert words(Odd()) == "<Odd>"
    assert "<Odd>" in drawn(Facts([("a", Odd())]))


def test_numpy_numbers_read_like_numbers():
    np = pytest.importorskip("numpy")
    assert "1,084  0.63  0.50" in drawn(
        Table(
            "t",
            [Column("a", "number"), Column("bbb", "number"), Column("c", "number")],
            [(np.int64(1084), np.float32(0.634), np.float64(0.5))],
        )
    )


def test_wrap_keeps_every_letter():
    text = "注文はどこですか " * 5 + "x" * 50
    assert "".join(wrap(text, 13)).replace(" ", "") == text.replace(" ", "")
    assert max(width(part) for part in wrap(text, 13)) <= 13
