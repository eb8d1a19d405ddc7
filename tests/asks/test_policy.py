from __future__ import annotations

import pytest

from wai_nb.asks.policy import read_clause


@pytest.mark.parametrize(
    ("text", "kind", "phrase", "theme"),
    [
        ("Never share another customer's data.", "forbid", "share another customer's data", "private"),
        ("Do not book rooms for minors", "forbid", "book rooms for minors", "plain"),
        ("You must verify the identity of the caller", "require", "verify the identity of the caller", "private"),
        ("Ask for confirmation before refunding.", "require", "ask for confirmation before refunding", "confirm"),
        ("Refunds are final", "state", "refunds are final", "plain"),
    ],
)
def test_clauses_are_read(text, kind, phrase, theme):
    clause = read_clause(text)
    assert (clause.kind, clause.phrase, clause.theme) == (kind, phrase, theme)


@pytest.mark.parametrize(
    ("text", "limit", "said", "money"),
    [
        ("Refund only orders under $50.", 50, "$50", True),
        ("Returns within 30 days.", 30, "30 days", False),
        ("Transfers over $1,000.50 need approval", 1000.5, "$1,000.50", True),
        ("Discounts up to 10% are fine", 10, "10%", False),
        ("Be polite.", None, "", False),
    ],
)
def test_limits_are_read(text, limit, said, money):
    clause = read_clause(text)
    assert (clause.limit, clause.limit_text, clause.is_money) == (limit, said, money)


def test_long_clauses_are_quoted_in_part():
    clause = read_clause(
        "You should always tell the customer about the delivery window, the carrier and whatever else they want"
    )
    assert len(clause.phrase.split()) <= 9
