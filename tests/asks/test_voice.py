from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.asks.makers import A1, A3, BANK, CODING, NO_TOOLS, drawn

from wai_nb.asks.compose import Writer
from wai_nb.asks.grammar import Dice
from wai_nb.asks.labels import layout_of, length_of, tone_of
from wai_nb.asks.voice import (
    TEXTURE_SHARES,
    TEXTURES,
    formal,
    hold,
    put_on,
    restore,
    texture_of,
    voiced,
)

AGENTS = {"A1": A1, "A3": A3, "coding": CODING, "bank": BANK, "no tools": NO_TOOLS}
ASKS = [Writer(*agent).write(item) for agent in AGENTS.values() for item in drawn(agent, 80)]
FACT = re.compile(r'"[^"]+"|[\w.+-]+@[\w.-]+\w|(?:[\w.-]*/)+[\w.-]*\w|[$#]?\w*\d[\w,.-]*\w|\d')


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(ASKS), st.sampled_from(TEXTURES), st.integers(0, 50))
def test_facts_survive_every_texture(ask, texture, key):
    values = [str(value) for value in ask.facts.values.values() if str(value) in ask.prompt]
    text, found = voiced(ask.prompt, texture, key, facts=values)
    assert found in (texture, None)
    assert found is not None or text == ask.prompt
    for value in values:
        assert text.count(value) >= ask.prompt.count(value)
    assert sorted(FACT.findall(hold(ask.prompt)[0])) == sorted(FACT.findall(hold(text)[0]))
    assert sorted(hold(ask.prompt, values)[1]) == sorted(hold(text, values)[1]) or texture == "emoji"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80), st.sampled_from(TEXTURES))
def test_any_text_goes_through(text, texture):
    marked, facts = hold(text)
    assert restore(marked, facts) == text
    changed, found = voiced(text, texture, 1)
    assert (found is None) == (changed == text)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Refund order ORD-4017 for $1,045.50.", ["ORD-4017", "$1,045.50"]),
        ("Move 45 dollars from 8812 to #7713, now.", ["45 dollars", "8812", "#7713"]),
        ("Open src/app/main.py and setup.cfg.", ["src/app/main.py", "setup.cfg"]),
        ('Tell ana.b@example.com "See you, Tom." at 5.', ["ana.b@example.com", '"See you, Tom."', "5"]),
        ("It's Tom's and I can't see it.", []),
        ("See https://example.com/a?b=1. Bye", ["https://example.com/a?b=1"]),
        ("set MAX_ROWS to 40%", ["MAX_ROWS", "40%"]),
    ],
)
def test_what_is_held(text, facts):
    assert hold(text)[1] == facts


def test_facts_that_look_like_words_are_held_when_named():
    assert voiced("Find Anna in the blue folder.", "caps", 1, facts=["Anna"]) == (
        "FIND Anna IN THE BLUE FOLDER.",
        "caps",
    )
    assert hold("Annabel knows Anna.", ["Anna"])[1] == ["Anna"]


@pytest.mark.parametrize(
    ("texture", "text", "expected"),
    [
        ("lowercase", "Where is ORD-1?", "where is ORD-1?"),
        ("no_punctuation", "Where is ORD-1? It's late, I think.", "Where is ORD-1 it's late I think"),
        ("clipped", "Could you check the date of my order 12, please?", "Check date of order 12?"),
        ("emoji", "Where is 12", None),
        ("typos", "Where is the order 12?", None),
    ],
)
def test_textures(texture, text, expected):
    changed, found = voiced(text, texture, 3)
    assert found == texture
    assert changed == expected if expected else changed != text
    assert "12" in changed or "ORD-1" in changed


@pytest.mark.parametrize("texture", ["typos", "second_language", "caps", "clipped"])
def test_a_texture_that_cannot_be_seen_is_taken_back(texture):
    assert voiced("Hmm 12", texture, 3) == ("Hmm 12", None)


def test_voice_to_text_has_fillers_and_nothing_else_added():
    changed, found = put_on("Where is it? I need it today.", "voice_to_text", Dice(4))
    assert found == "voice_to_text"
    words = [word for word in changed.split() if word not in ("um", "uh", "erm", "hmm")]
    assert words == "where is it i need it today".split()
    assert len(words) < len(changed.split())


def test_texture_shares_are_a_minority():
    assert sum(TEXTURE_SHARES.values()) < 0.3


def test_labels_are_read_off_the_text():
    assert tone_of("I'm worried about it") == "anxious"
    assert tone_of("Hey, where is it?") == "casual"
    assert tone_of("They say hey") is None
    assert tone_of("Close it (please)") == tone_of("Close it,\nplease") == "polite"
    assert tone_of("Thanks, though I'm fed up") == "irritated"  # the stronger one, wherever it stands
    assert tone_of("The displeased may complain") is None
    assert tone_of('Send Ana "please call, many thanks"') is None  # what is to be sent is in nobody's tone yet
    assert tone_of('Please send Ana "call me"') == "polite"
    assert tone_of("in may i asked the same") is None
    assert length_of("one two") == "short"
    assert length_of("word " * 20) is None
    assert length_of("word " * 41) == "long"
    assert layout_of("Fwd:\n> hello") == "forwarded"
    assert layout_of("Do:\n- a: 1\n- b: 2") == "list"
    assert layout_of("a - b") is None
    assert texture_of("all low here") == "lowercase"
    assert texture_of("Not low") is None


def test_formal_writes_contractions_out():
    assert formal("I can't and won't, it's been Tom's, they'd better") == (
        "I cannot and will not, it has been Tom's, they had better"
    )
