from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.asks.makers import A3, situation

from wai_nb.asks.compose import Writer
from wai_nb.asks.vary import mutate, variants
from wai_nb.asks.voice import hold

SEEDS = (
    "Could you cancel order ORD-4017? It came twice.",
    "where is my order #4412??",
    'Hi team, I need a refund of $45.00 for order A1001. The box said "fragile" and it rattles. Please tell me when.',
    "Refund 4412",
    "read src/app/main.py and fix it",
    "Subject: order 12\n\n- it is late\n- it is wet",
    "Please send ana@example.com the note 'see you at 5'.",
)


@pytest.mark.parametrize("seed", SEEDS)
def test_variants_keep_the_facts_and_differ(seed):
    asks = variants(seed, 8, 7)
    assert len(asks) >= 5
    prompts = [ask.prompt for ask in asks]
    assert len({" ".join(re.findall(r"\w+", prompt.lower())) for prompt in [seed, *prompts]}) == len(prompts) + 1
    for prompt in prompts:
        assert all(prompt.count(fact) >= seed.count(fact) for fact in hold(seed)[1])
    assert [ask.wording for ask in asks] == list(range(1, len(asks) + 1))
    assert len({ask.ask_id for ask in asks}) == len(asks)


def test_same_key_same_variants():
    assert variants(SEEDS[0], 4, 7) == variants(SEEDS[0], 4, 7)
    assert variants(SEEDS[0], 4, 7) != variants(SEEDS[0], 4, 8)
    assert variants(SEEDS[0], 6, 7)[:4] == variants(SEEDS[0], 4, 7)


def test_named_facts_are_kept_in_every_letter():
    asks = variants("Find Anna Meier in the blue folder, please.", 10, 1, facts=["Anna Meier"])
    assert asks
    assert all("Anna Meier" in ask.prompt for ask in asks)


def test_the_label_of_a_variant_is_seen_in_it():
    for seed in SEEDS:
        for ask in variants(seed, 10, 3):
            if ask.labels.get("texture") == "no_punctuation":
                assert not re.search(r"[.,!?]", hold(ask.prompt)[0])
            if ask.labels.get("length") == "short":
                assert len(ask.prompt.split()) < 10


@pytest.mark.parametrize("seed", ["", "   ", "?", "\n"])
def test_nothing_to_vary(seed):
    assert all(ask.prompt.strip() for ask in variants(seed, 3, 1))
    assert variants("", 3, 1) == []
    assert variants("Where is it?", 0, 1) == []


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120))
def test_any_seed_is_varied_or_left(seed):
    for ask in variants(seed, 3, 1):
        for fact in hold(seed.strip())[1]:
            assert fact in ask.prompt


def test_mutants_with_the_writer_keep_cell_faults_and_facts():
    writer, item = Writer(*A3), situation("refund_order", "Refund only orders under $50.", "boundary", seed=3)
    parent = writer.write(item)
    row = {"prompt": parent.prompt, "ask_id": parent.ask_id, "scenario_id": item.scenario_id, "reward": 0.0}
    mutants = mutate(row, 6, 7, writer=writer, situation=item)
    assert len({ask.prompt for ask in mutants} | {parent.prompt}) == 7
    for ask in mutants:
        assert ask.labels["parent_failure_id"] == parent.ask_id
        assert ask.facts == parent.facts
        assert ask.facts.values["order_id"] in ask.prompt
    assert mutants == mutate(row, 6, 7, writer=writer, situation=item)
    assert mutants != mutate(row, 6, 8, writer=writer, situation=item)


def test_mutants_of_a_row_alone_are_variants_of_its_prompt():
    row = {"prompt": "Refund order 4412 for $45, please. It came broken.", "scenario_id": "sc-9"}
    mutants = mutate(row, 4, 7)
    assert len(mutants) == 4
    assert all("4412" in ask.prompt and "$45" in ask.prompt for ask in mutants)
    assert {ask.labels["parent_failure_id"] for ask in mutants} == {"sc-9"}


def test_a_row_without_ids_has_a_parent_made_from_its_prompt():
    (one,) = mutate({"prompt": "Refund order 4412"}, 1, 7)
    assert one.labels["parent_failure_id"].startswith("prompt-")
    assert mutate({}, 3, 7) == []
