import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.stats.overlap import grams_of, share_copied, words_of

words = st.lists(st.sampled_from("abcdefghijklmnopqrst"), min_size=1, max_size=40)


@given(words, words, st.integers(1, 10))
def test_brute_force(ours, theirs, n):
    """A word is copied when some run of n words around it stands in the other text; short texts are one run."""
    size = min(n, len(ours))
    runs = {tuple(theirs[i : i + min(n, len(theirs))]) for i in range(max(1, len(theirs) - n + 1))}
    copied = {
        place for i in range(len(ours) - size + 1) if tuple(ours[i : i + size]) in runs for place in range(i, i + size)
    }
    assert share_copied(" ".join(ours), grams_of([" ".join(theirs)], n), n) == pytest.approx(len(copied) / len(ours))


@given(words, st.integers(1, 10))
def test_a_text_is_all_in_itself_whatever_case_and_punctuation(ours, n):
    text = " ".join(ours)
    assert share_copied(text.upper().replace(" ", ", ") + "!", grams_of([text], n), n) == 1


def test_nothing_is_in_nothing():
    assert share_copied("", grams_of(["a b c"])) == 0
    assert share_copied("a b c", grams_of([])) == 0
    assert words_of("") == []
