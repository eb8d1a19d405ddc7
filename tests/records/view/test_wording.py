from __future__ import annotations

import math

import pytest

from wai_nb.records.view import wording as w


@pytest.mark.parametrize("value", [None, math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_none(value):
    assert w.share(value) == w.signed_share(value) == w.percent(value) == w.count(value) == w.tokens(value) == "none"
    assert w.p_value(value) == "p none"
    assert w.ci_text(value) == "none"
    assert w.interval((value, 0.5)) == "none"


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (0, "p < 0.001"),
        (0.00099, "p < 0.001"),
        (0.001, "p = 0.001"),
        (0.0499, "p = 0.049"),
        (0.05, "p = 0.050"),
        (0.11, "p = 0.11"),
        (1, "p > 0.99"),
    ],
)
def test_p_values(p, words):
    assert w.p_value(p) == words


def test_changes_have_a_true_sign():
    assert [w.signed_share(x) for x in (0.05, -0.05, 0, -0.0001)] == ["+0.05", "−0.05", "+0.00", "+0.00"]


def test_intervals_have_a_width_or_a_reason():
    assert w.ci_text(1.0, (1.0, 1.0), "all passed") == "1.00, no interval: all passed"
    assert w.ci_text(0.999, (0.9961, 0.9999)) == "1.00 [0.996..1.000]"
    assert w.ci_text(0.5, (None, None)) == "0.50, no interval"
    assert w.ci_text(0.5, ()) == "0.50, no interval"


def test_counts_and_nouns():
    assert w.count(1_234_567) == "1,234,567"
    assert [w.plural(n, "ask") for n in (0, 1, 1084)] == ["0 asks", "1 ask", "1,084 asks"]
    assert w.listed(range(2)) == "0 and 1"


def test_percent_never_rounds_to_all_or_nothing():
    assert [w.percent(x) for x in (0, 0.0049, 0.5, 0.9951, 1)] == ["0%", "under 1%", "50%", "over 99%", "100%"]


def test_cut_says_how_much_more():
    assert w.cut("a" * 160) == "a" * 160
    assert w.cut("a" * 161) == "a" * 161  # the note would be longer than what it stands for
    assert w.cut("a" * 260) == "a" * 160 + "… 100 more characters"
    assert all(len(w.cut("a" * n)) <= n for n in range(150, 300))
