from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.errors import SettingError
from wai_nb.plan.clauses import MAX_CHARACTERS, MAX_CLAUSES, clauses_left_out, split_clauses


@pytest.mark.parametrize(
    ("policy", "clauses"),
    [
        ("Help customers with orders.", ["Help customers with orders."]),
        ("", []),
        (None, []),
        (" \r\n\t ", []),
        ("You are a helpful assistant.", []),
        ("You’re the support agent of Acme. Never share card numbers.", ["Never share card numbers."]),
        ("You are not allowed to issue refunds.", ["You are not allowed to issue refunds."]),
        ("You are a clerk and must verify the email.", ["You are a clerk and must verify the email."]),
        ("Refund up to $50.00 at once. Ask a manager above.", ["Refund up to $50.00 at once.", "Ask a manager above."]),
        ("Use a tool, e.g. get_order, first.", ["Use a tool, e.g. get_order, first."]),
        ("Call before 9 a.m. or write. Be kind to people.", ["Call before 9 a.m. or write.", "Be kind to people."]),
        ('Reply "I can not." when asked. Be brief.', ['Reply "I can not." when asked.', "Be brief."]),
        ("Use U.S. English here.", ["Use U.S. English here."]),
        ("| Fare | Refund |\n|---|---|\n| Basic fare | no refund |", ["Fare Refund", "Basic fare no refund"]),
        ("Quote order No. 5 in full.", ["Quote order No. 5 in full."]),
        ("Verify the email; then refund", ["Verify the email", "then refund"]),
        (
            "# Refunds\n\nNever refund twice.\n\n## Tone\nBe polite always.",
            ["Never refund twice.", "Be polite always."],
        ),
        (
            "1. Verify the id.\n2) Never guess ids.\n(c) Ask if unsure.",
            ["Verify the id.", "Never guess ids.", "Ask if unsure."],
        ),
        (
            "- Verify **the email**\r\n- Use `get_order`\r\n  before you answer",
            ["Verify the email", "Use get_order before you answer"],
        ),
        ("Wrapped lines are\none sentence.", ["Wrapped lines are one sentence."]),
        (
            "Never share:\n- card numbers\n- passwords of users",
            ["Never share: card numbers", "Never share: passwords of users"],
        ),
        ("Never do this:\n\n- share card numbers", ["Never do this: share card numbers"]),
        ("Our rules:\n- Refund within 30 days.", ["Refund within 30 days."]),
        ("Refund once. refund ONCE!", ["Refund once."]),
        ("Ok. Yes. Be kind to them.", ["Be kind to them."]),
        ("Rules: 1. Verify identity. 2. Never refund twice.", ["Verify identity.", "Never refund twice."]),
        ("返金は三十日以内です。個人情報は共有しない。", ["返金は三十日以内です。", "個人情報は共有しない。"]),
        ("Nie żądaj hasła. Zawsze potwierdź kwotę.", ["Nie żądaj hasła.", "Zawsze potwierdź kwotę."]),
        ('```json\n{"never": "this is code"}\n```\nAlways answer in English.', ["Always answer in English."]),
        ("<policy>\nSee [the terms](https://a.b/c?d=1.2) first.\n</policy>", ["See the terms first."]),
    ],
)
def test_a_policy_is_split_into_its_rules(policy, clauses):
    assert split_clauses(policy) == clauses


def test_long_clauses_are_cut_at_a_word():
    clause = split_clauses("Always " + "explain " * 40)[0]
    assert len(clause) <= MAX_CHARACTERS and clause.endswith("explain")
    assert len(split_clauses("長" * 500)[0]) == MAX_CHARACTERS


def test_the_caller_can_tell_that_clauses_were_left_out():
    policy = "\n".join(f"- Rule number {i} holds." for i in range(20))
    assert len(split_clauses(policy)) == MAX_CLAUSES
    assert clauses_left_out(policy) == 4
    assert clauses_left_out("Help customers with orders.") == 0


def test_a_policy_that_is_no_text_is_refused():
    with pytest.raises(SettingError, match="not text"):
        split_clauses(["a", "b"])


@pytest.mark.parametrize(
    "text", [" " * 50_000 + "x", "!" * 50_000 + "x", "[x](" * 20_000, "-" * 50_000 + "a", "```\n" * 9]
)
def test_odd_texts_take_no_time(text):
    start = time.process_time()
    split_clauses(text)
    assert time.process_time() - start < 1  # a slow pattern takes half a minute here


@given(st.text(max_size=400))
def test_any_text_is_split_and_splitting_is_stable(policy):
    clauses = split_clauses(policy)
    assert clauses == split_clauses(policy)
    assert all(0 < len(clause) <= MAX_CHARACTERS and clause == clause.strip() for clause in clauses)
    assert len({clause.casefold() for clause in clauses}) == len(clauses) <= MAX_CLAUSES
