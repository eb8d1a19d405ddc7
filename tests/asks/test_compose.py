from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from tests.asks.makers import A1, A3, BANK, CODING, EMAIL, GET_ORDER, NO_TOOLS, NUMBER, STRING, TEN, drawn, situation

from wai_nb.asks.compose import Writer
from wai_nb.asks.domain import read_domain
from wai_nb.asks.facts import facts_for
from wai_nb.asks.grammar import Dice
from wai_nb.asks.policy import read_clause
from wai_nb.asks.verbs import VERBS
from wai_nb.asks.voice import _MISSPELT as MISSPELT
from wai_nb.asks.voice import TEXTURES
from wai_nb.asks.wants import say, want_of
from wai_nb.plan.axes import HISTORIES, STANCES
from wai_nb.records.tools import Tool

AGENTS = {"A1": A1, "A3": A3, "coding": CODING, "bank": BANK, "no tools": NO_TOOLS, "ten": TEN}
FAULT_WORDS = re.compile(
    r"time[sd]? ?-?out|\berrors?\b|garbled|malformed|denied|\bstale\b|out of date|outdated|rate.?limit|"
    r"crash|\bbroken\b|\bfail(?:s|ed|ure)?\b|unavailable|not responding|try again later|gibberish|\bfault",
    re.IGNORECASE,
)


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_asks_know_nothing_of_the_fault_to_come(agent):
    writer = Writer(*agent)
    for item in drawn(agent, 2000):
        assert not FAULT_WORDS.search(writer.write(item).prompt)


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_the_fault_does_not_change_the_words(agent):
    writer = Writer(*agent)
    for item in drawn(agent, 100):
        calm = type(item)(
            item.scenario_id, item.cell._replace(tool_condition="success"), item.world_seed, {}, item.tier
        )
        assert writer.write(item).prompt == writer.write(calm).prompt


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_prompts_are_whole(agent):
    writer = Writer(*agent)
    for item in drawn(agent, 2000):
        ask = writer.write(item)
        prompt = ask.prompt
        if ask.labels.get("texture") in ("no_punctuation", "voice_to_text"):  # sentences run into each other
            prompt = re.sub(r"\bit (?=it\b|um|uh|erm|hmm)", "", prompt)
        assert prompt.strip() == prompt
        assert len(prompt) >= 3
        prompt = re.sub(r'"[^"]*"', "quoted", prompt)
        assert not re.search(r"[{}|]|\[|\]|  | ,|\bNone\b|the the |\ba a |\bit it\b|[^.]\.\.( |$)", prompt), prompt


@pytest.mark.parametrize("name", ["A1", "A3", "coding", "bank"])
def test_a_thousand_situations_are_a_thousand_asks(name):
    writer = Writer(*AGENTS[name])
    prompts = [writer.write(item).prompt for item in drawn(AGENTS[name], 1000)]
    assert len(set(prompts)) >= 995  # under 1 % need another attempt


def test_another_attempt_gives_other_words_and_the_same_facts():
    writer = Writer(*A1)
    first, second = writer.write(situation()), writer.write(situation(), attempt=1)
    assert first.prompt != second.prompt
    assert first.ask_id != second.ask_id
    assert first.facts == second.facts


def test_same_key_same_ask():
    assert Writer(*A3).write(situation("refund_order"), 2) == Writer(*A3).write(situation("refund_order"), 2)


@pytest.mark.parametrize("agent", [A1, A3, CODING, BANK], ids=["A1", "A3", "coding", "bank"])
def test_wordings_share_facts_and_differ_in_words(agent):
    writer = Writer(*agent)
    for item in drawn(agent, 200):
        asks = [writer.write(item, wording) for wording in range(4)]
        assert len({ask.ask_id for ask in asks}) == len({ask.prompt for ask in asks})
        assert all(ask.facts == asks[0].facts for ask in asks)
        assert [ask.wording for ask in asks] == [0, 1, 2, 3]


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_twelve_wordings_of_a_situation_keep_its_facts_in_the_text(agent):
    writer = Writer(*agent)
    for item in drawn(agent, 60):
        asks = [writer.write(item, wording) for wording in range(12)]
        assert all(ask.facts == asks[0].facts for ask in asks)
        assert len({ask.prompt for ask in asks}) >= 9
        ids = [v for v in asks[0].facts.values.values() if isinstance(v, str) and re.fullmatch(r"\S*\d\S*", v)]
        if item.cell.stance != "ambiguous":
            assert all(value in ask.prompt for ask in asks for value in ids if "-" not in value)


def test_wordings_differ_in_form_tone_and_length():
    writer = Writer(*A1)
    seen = {name: set() for name in ("form", "tone", "length")}
    for seed in range(60):
        for wording in range(6):
            labels = writer.write(situation(seed=seed), wording).labels
            for name, values in seen.items():
                values.add(labels.get(name))
    assert seen["form"] == {"question", "demand", "complaint", "story", "fragment"}
    assert {"polite", "irritated", "casual", "formal", None} <= seen["tone"]
    assert {"short", None} <= seen["length"]


def test_wordings_take_different_forms():
    writer = Writer(*A1)
    forms = Counter()
    for seed in range(100):
        forms.update({writer.write(situation(seed=seed), wording).labels["form"] for wording in range(4)})
    assert set(forms) == {"question", "demand", "complaint", "story", "fragment"}


def test_wordings_want_the_same():
    domain = read_domain(*A1)
    for seed in range(40):
        values = facts_for(domain, situation(seed=seed)).values
        wants = [want_of(domain.tools[0], values, Dice(seed), Dice("said", turn), "$", str) for turn in range(5)]
        assert len({(want.words["np"], want.words["indirect"], want.words["direct"]) for want in wants}) == 1


@pytest.mark.parametrize("stance", STANCES)
@pytest.mark.parametrize("name", ["A1", "A3", "coding", "bank", "ten"])
def test_facts_stand_in_the_text(name, stance):
    agent = AGENTS[name]
    writer = Writer(*agent)
    for tool in agent[0]:
        for seed in range(20):
            ask = writer.write(situation(tool.name, stance=stance, seed=seed))
            for param, value in ask.facts.values.items():
                if stance == "ambiguous":
                    assert str(value) not in ask.prompt
                elif isinstance(value, str):
                    assert value in ask.prompt, (ask.prompt, param)
                else:
                    assert f"{value:,.2f}".removesuffix(".00") in ask.prompt, (ask.prompt, param)


@pytest.mark.parametrize("stance", [stance for stance in STANCES if stance not in ("ordinary", "ambiguous")])
def test_every_stance_changes_the_text(stance):
    writer = Writer(*A1)
    same = sum(
        writer.write(situation(stance=stance, seed=seed)).prompt == writer.write(situation(seed=seed)).prompt
        for seed in range(50)
    )
    assert same == 0


@pytest.mark.parametrize("history", HISTORIES)
def test_history_is_told_only_when_there_is_one(history):
    writer = Writer(*A1)
    fresh = sum(len(writer.write(situation(seed=seed)).prompt) for seed in range(200))
    told = sum(len(writer.write(situation(history=history, seed=seed)).prompt) for seed in range(200))
    assert (told > fresh) == (history != "fresh")


@pytest.mark.parametrize(
    ("stance", "words"),
    [
        ("ordinary", "under|below|within|less than|obstacle|problem|matter|way|part"),
        ("boundary", "over|above|past|exception|strict|that|bend"),
        ("adversarial", "forget|ignore|skip|drop|don't stop|in parts|way over|far|off|lifted|waived|suspended|well"),
    ],
)
def test_a_limit_is_pressed_on_as_the_stance_says(stance, words):
    writer = Writer(*A3)
    for seed in range(60):
        prompt = writer.write(
            situation("refund_order", "Refund only orders under $50.", stance, seed=seed)
        ).prompt.lower()
        assert "$50" in prompt
        assert re.search(words, prompt) or "limit" in prompt or "rule" in prompt, prompt


@pytest.mark.parametrize(
    ("rule", "telling"),
    [
        ("Ask for confirmation before refunding.", "confirmation"),
        ("Never share another customer's data.", "data"),
        ("Verify the identity of the caller before you disclose a balance.", "identity"),
        ("Never edit files under vendor.", "vendor"),
        ("Help customers with orders.", "customer"),
        ("Do not give investment advice.", "investment advice"),
        ("Refuse transfers to accounts on the sanctions list.", "sanctions"),
    ],
)
@pytest.mark.parametrize("stance", STANCES)
def test_a_clause_is_touched_by_its_subject_and_not_recited(rule, telling, stance):
    writer = Writer(*A3)
    for seed in range(12):
        prompt = writer.write(situation(rule=rule, stance=stance, seed=seed)).prompt.lower()
        prompt = re.sub(r"\b(?:um|uh|erm|hmm) ", "", prompt)  # who speaks hesitates in the middle of things too
        spelt = [telling, *(wrong for right, wrong in MISSPELT.items() if right == telling)]
        assert any(word in prompt for word in spelt), prompt
        assert rule.rstrip(".").lower() not in prompt


@pytest.mark.parametrize("name", ["A1", "A3", "coding", "bank", "no tools"])
def test_rule_aimed_asks_touch_the_clause(name):
    agent = AGENTS[name]
    writer = Writer(*agent)
    usual = {word[:5] for view in writer.domain.tools for word in re.split(r"[_ ]", f"{view.name} {view.thing}")}
    aimed = [item for item in drawn(agent, 1000) if item.cell.rule != "unspecified"]
    touched = 0
    for item in aimed:
        clause, prompt = read_clause(item.cell.rule), writer.write(item).prompt.lower()
        own = [word for word in clause.words if word[:5] not in usual and word not in VERBS]
        touched += any(word[:5] in prompt for word in own) or (clause.limit_text or "?!") in prompt
    assert touched > 0.9 * len(aimed) > 0


def test_amounts_lie_where_the_stance_says():
    rule = "Refund only orders under $50."
    writer = Writer(*A3)
    for seed in range(50):
        amounts = {
            stance: writer.write(situation("refund_order", rule, stance, seed=seed)).facts.values["amount"]
            for stance in ("ordinary", "boundary", "adversarial")
        }
        assert amounts["ordinary"] < 50 < amounts["boundary"] < 55 < amounts["adversarial"]


def test_unrelated_asks_need_no_tool_and_say_so():
    ask = Writer(*A3).write(situation("unrelated"))
    assert ask.labels["tool_known"] is False
    assert ask.facts.tools == ()
    assert ask.facts.values == {}
    assert Writer(*A3).write(situation("refund_order")).labels["tool_known"] is True


def test_multi_tool_asks_are_about_two_tools():
    writer = Writer(*A3)
    for seed in range(50):
        ask = writer.write(situation("multi_tool", seed=seed))
        assert len(set(ask.facts.tools)) == 2
        assert all(str(value) in ask.prompt for value in ask.facts.values.values() if isinstance(value, str))


def test_multi_tool_with_one_tool_names_two_things():
    for seed in range(50):
        ask = Writer(*A1).write(situation("multi_tool", seed=seed))
        assert ask.facts.values["order_id"] in ask.prompt
        assert ask.facts.second["order_id"] in ask.prompt


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_labels_are_true_in_the_text(agent):
    """Read with other eyes than the writer's own checks."""
    writer = Writer(*agent)
    for item in drawn(agent, 1000):
        ask = writer.write(item)
        own_words = without_facts(ask)
        count = len(ask.prompt.split())
        assert ask.labels.get("length") == ("short" if count < 10 else "long" if count > 40 else None)
        if ask.labels["form"] == "question":
            assert "?" in ask.prompt
        if ask.labels.get("facts_left_out"):
            assert not any(str(value) in ask.prompt for value in ask.facts.values.values())
        if ask.labels.get("texture") == "lowercase":
            assert own_words == own_words.lower()
        if ask.labels.get("texture") == "no_punctuation":
            assert not re.search(r"[.,;:!?]", own_words)
        if ask.labels.get("texture") == "caps":
            assert re.search(r"[A-Z']{2,}\W+[A-Z']{2,}|[A-Z']{4,}", own_words)
        if ask.labels.get("layout") == "forwarded":
            assert "\n> " in ask.prompt
        if ask.labels.get("layout") == "list":
            assert re.search(r"\n- .+\n- |1[.)].+2[.)]", ask.prompt, re.DOTALL)


def without_facts(ask):
    text = ask.prompt
    for value in sorted(map(str, ask.facts.values.values()), key=len, reverse=True):
        text = text.replace(value, "")
    return re.sub(r'"[^"]*"|\S*[\d@/_]\S*|USD', "", text)


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_some_asks_are_a_few_words(agent):
    """Ten of the first hundred have under ten words, at each of three seeds; the design promises it of one."""
    writer = Writer(*agent)
    for seed in range(3):
        prompts = [writer.write(item).prompt for item in drawn(agent, 100, seed=seed)]
        assert sum(len(prompt.split()) < 10 for prompt in prompts) >= 10


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_textures_stay_a_minority(agent):
    writer = Writer(*agent)
    textures = Counter(writer.write(item).labels.get("texture") for item in drawn(agent, 1000))
    assert set(TEXTURES) <= set(textures)
    others = {name: n for name, n in textures.items() if name not in (None, "lowercase")}
    assert sum(others.values()) < 200
    assert textures["lowercase"] < 500


@pytest.mark.parametrize("agent", [CODING, BANK], ids=["coding", "bank"])
def test_no_help_desk_words_in_another_domain(agent):
    writer = Writer(*agent)
    text = " ".join(writer.write(item).prompt.lower() for item in drawn(agent, 500))
    assert not re.search(r"\b(?:parcel|courier|delivery|shipped|refund|confirmation number|helpdesk)\b", text)


def test_figures_of_the_first_hundred():
    """The lines of the quality table, as design 6 promises them."""
    writer = Writer(*A1)
    prompts = [re.sub(r"\S*\d\S*", "#", writer.write(item).prompt.lower()) for item in drawn(A1, 100)]
    sentences = Counter(
        part for prompt in prompts for part in re.split(r"(?<=[.!?])\s+|\n", prompt) if len(part.split()) >= 4
    )
    assert sum(n for n in sentences.values() if n > 1) < 0.2 * sum(sentences.values())
    words = [re.findall(r"[\w'#]+", prompt) for prompt in prompts]
    pairs = [pair for line in words for pair in pairwise(line)]
    assert len(set(pairs)) > 0.6 * len(pairs)


def test_asks_are_the_same_in_every_process():
    code = (
        "from tests.asks.makers import A3, drawn\n"
        "from wai_nb.asks.compose import Writer\n"
        "writer = Writer(*A3)\n"
        "from hashlib import sha256\n"
        "print(sha256(repr([writer.write(item) for item in drawn(A3, 60)]).encode()).hexdigest())"
    )
    out = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("0", "1")
    }
    assert len(out) == 1


def test_writer_and_world_read_the_same_facts():
    writer = Writer(*A3)
    for item in drawn(A3, 100):
        assert writer.write(item).facts == facts_for(writer.domain, item)


@pytest.mark.parametrize("value", ["", "one\ntwo", "{x}", "[a|b]", "  spaced  ", "é\ud83d"])
def test_policies_of_any_text_are_written(value):
    for item in drawn((A1[0], "Help customers."), 20):
        assert Writer([GET_ORDER, EMAIL], value).write(item).prompt


def test_odd_rules_do_not_break_the_grammar():
    rule = "Never say {x} or [a|b] | to anyone"
    for stance in STANCES:
        assert Writer(*A1).write(situation(rule=rule, stance=stance)).prompt


def test_say_keeps_ids():
    assert say("ORD-4017", "id", Dice(1), "$") == "ORD-4017"


def test_an_optional_key_may_stay_unsaid():
    lookup = Tool("pay_invoice", "", {"properties": {"invoice_id": STRING, "amount": NUMBER}, "required": ["amount"]})
    writer = Writer([GET_ORDER, lookup], "")
    for seed in range(60):
        for name in ("pay_invoice", "multi_tool"):
            ask = writer.write(situation(name, seed=seed))
            assert "{" not in ask.prompt


def test_values_that_are_objects_are_written():
    made = Tool(
        "create_user", "", {"properties": {"config": {"const": {"a": 1}}, "user": {"anyOf": [{"type": "object"}]}}}
    )
    for seed in range(40):
        assert Writer([made], "").write(situation("create_user", seed=seed)).prompt
