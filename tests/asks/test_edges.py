from __future__ import annotations

import re

import pytest
from tests.asks.makers import A1, A3, BANK, CODING, TEN, drawn, situation

from wai_nb.asks.compose import Writer
from wai_nb.asks.edges import edge_of, theme_of
from wai_nb.asks.grammar import Dice, expand
from wai_nb.asks.phrases.ruled import ASIDES, RULED, SHORT_RULED
from wai_nb.asks.policy import read_clause
from wai_nb.plan.axes import STANCES

THEMES = {
    "Refund only orders under $50.": "limit",
    "Returns are accepted within 30 days.": "span",
    "At most 3 transfers a day without a callback.": "count",
    "Ask for confirmation before refunding.": "confirm",
    "Joint accounts need the consent of both holders.": "confirm",
    "Verify the identity of the caller before you disclose a balance.": "identity",
    "Never share another customer's data.": "private",
    "Help customers with orders.": "help",
    "Answer questions about opening hours and tickets.": "answer",
    "Never edit files under vendor.": "forbid",
    "Refuse transfers to accounts on the sanctions list.": "refuse",
    "Cancel only orders that have not shipped.": "only",
    "Run the tests before you finish.": "require",
    "Shipping is free for members.": "state",
    "Never say {x} or [a|b] | to anyone": "forbid",
}


@pytest.mark.parametrize(("text", "theme"), THEMES.items())
def test_themes(text, theme):
    assert theme_of(read_clause(text), True) == theme


def test_a_limit_on_money_without_an_amount_is_about_what_is_at_stake():
    assert theme_of(read_clause("Refund only orders under $50."), False) == "limit of something else"


@pytest.mark.parametrize("text", THEMES)
@pytest.mark.parametrize("stance", STANCES)
def test_every_stance_has_something_to_say_about_every_theme(text, stance):
    from wai_nb.asks.phrases.common import SHARED

    clause = read_clause(text)
    for has_amount in (True, False):
        words = {**SHARED, **edge_of(clause, has_amount, frozenset())}
        for pool in (RULED[stance], SHORT_RULED[stance], *ASIDES.values()):
            for turn, phrase in enumerate(pool):
                said = expand(phrase, Dice(text, turn), words)
                assert said
                assert "None" not in said


def test_a_cut_rule_keeps_the_word_that_tells_it():
    words = edge_of(read_clause("Never change the daily limit of a card by chat."), False, frozenset({"card"}))
    assert words["ruling"] == "changing the daily limit"
    words = edge_of(read_clause("Never edit files under vendor."), False, frozenset({"file"}))
    assert words["ruling"] == "editing files under vendor"


@pytest.mark.parametrize("agent", [A1, A3, CODING, BANK, TEN], ids=["A1", "A3", "coding", "bank", "ten"])
def test_nobody_recites_the_policy_at_the_agent(agent):
    writer = Writer(*agent)
    for item in drawn(agent, 1000):
        prompt = writer.write(item).prompt
        assert not re.search(r"I gather you|Feel free to|They say you", prompt)
        assert item.cell.rule == "unspecified" or item.cell.rule.rstrip(".") not in prompt


def test_amounts_and_words_agree():
    """Who says that it is over the limit asks for more than the limit, who says it is under asks for less."""
    writer = Writer(*A3)
    for stance in STANCES:
        for seed in range(40):
            ask = writer.write(situation("refund_order", "Refund only orders under $50.", stance, seed=seed))
            said, amount = ask.prompt.lower(), ask.facts.values["amount"]
            if re.search(r"(?:just|slightly|hair|barely|way|far|well|little) (?:over|above|past) \$50", said):
                assert amount > 50
            if re.search(r"(?:it's|well|safely|stays|all) (?:under|below|within) \$50", said) and "parts" not in said:
                assert amount < 50


def test_both_layouts_come_up_and_are_few():
    layouts = [Writer(*A3).write(item).labels.get("layout") for item in drawn(A3, 1000)]
    assert 10 < layouts.count("forwarded") < 100
    assert 8 < layouts.count("list") < 250
