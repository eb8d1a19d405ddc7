"""The books of a run come out the same whatever the order in which calls end."""

from __future__ import annotations

import itertools
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from wai_nb.engine.ledger import PROBES, Ledger
from wai_nb.play.rollout import Failure
from wai_nb.stats import draw


def play(ledger, outcome, concurrency, order):
    """Play a ledger with calls that end in the order that `order` draws."""
    chance = random.Random(order)
    flying = []
    while not ledger.done:
        while ledger.in_flight < concurrency and (job := ledger.next_job()):
            flying.append(job)
        assert flying, "the ledger is not done, yet nothing may start"
        job = flying.pop(chance.randrange(len(flying)))
        reason = outcome(job)
        if reason:
            ledger.failed(job, Failure(reason, f"{reason} at {job.key}"))
        else:
            ledger.landed(job, job.key)
    return ledger


def make(wanted, rerolls, concurrency, size=None):
    plan = itertools.count() if size is None else iter(range(size))
    return Ledger(plan, wanted=wanted, rerolls=rerolls, concurrency=concurrency)


def flaky(rate, seed):
    def outcome(job):
        if draw.unit(seed, *job.key) >= rate:
            return None
        return draw.pick(["agent_error", "empty_reply"], seed, *job.key, "kind")

    return outcome


@settings(max_examples=200, deadline=None)
@given(
    rate=st.sampled_from([0, 0.3, 0.6, 0.9, 0.97, 1]),
    seed=st.integers(0, 10_000),
    wanted=st.sampled_from([1, 2, 8, 20, 64]),
    rerolls=st.sampled_from([1, 2, 8]),
    concurrency=st.sampled_from([2, 4, 32, 256]),
    finite=st.booleans(),
)
def test_the_same_rows_at_any_concurrency(rate, seed, wanted, rerolls, concurrency, finite):
    size = wanted if finite else None
    one = play(make(wanted, rerolls, 1, size), flaky(rate, seed), 1, order=0)
    many = play(make(wanted, rerolls, concurrency, size), flaky(rate, seed), concurrency, order=seed)
    assert sorted(many.rows.items()) == sorted(one.rows.items())
    assert many.stopped == one.stopped
    if one.stopped is None:
        assert many.lost_by == one.lost_by
        assert many.rerolled_by == one.rerolled_by
        assert many.first_failure("agent_error") == one.first_failure("agent_error")


@settings(max_examples=100, deadline=None)
@given(rate=st.floats(0, 1), seed=st.integers(0, 10_000), wanted=st.integers(1, 60), concurrency=st.integers(1, 100))
def test_every_call_is_accounted_for(rate, seed, wanted, concurrency):
    books = play(make(wanted, 2, concurrency), flaky(rate, seed), concurrency, order=seed)
    assert books.calls == len(books.rows) + books.discarded + books.rerolled_by.total() + books.lost


@settings(max_examples=50, deadline=None)
@given(wanted=st.integers(1, 300), rerolls=st.integers(0, 8), concurrency=st.integers(1, 300))
def test_a_dead_agent_costs_few_calls(wanted, rerolls, concurrency):
    books = play(make(wanted, rerolls, concurrency), lambda job: "empty_reply", concurrency, order=wanted)
    assert books.stopped == "empty_replies"
    assert books.calls <= max(PROBES, 2 * concurrency)
    assert not books.rows


def test_a_healthy_run_lands_exactly_what_was_wanted():
    books = play(make(1000, 1, 32), lambda job: None, 32, order=1)
    assert sorted(books.rows) == list(range(1000))
    assert books.calls == 1000


def test_a_lost_slot_is_made_good_by_the_next_of_the_plan():
    books = play(make(20, 1, 4), lambda job: "agent_error" if job.place == 3 else None, 4, order=2)
    assert sorted(books.rows) == [place for place in range(21) if place != 3]
    assert books.lost_by == {"agent_error": 1}
    assert books.rerolled_by == {"agent_error": 1}


def test_an_agent_that_dies_later_does_not_run_for_ever():
    books = play(make(100, 1, 8), lambda job: "agent_error" if job.place >= 50 else None, 8, order=3)
    assert len(books.rows) == 50
    assert books.stopped == "agent_failed"
    assert books.calls <= 150  # the order in which calls end may hold a decision up


@settings(max_examples=100, deadline=None)
@given(
    dies_at=st.integers(0, 60),
    concurrency=st.sampled_from([1, 4, 32]),
    k=st.sampled_from([1, 4]),
    order=st.integers(0, 99),
)
def test_a_death_is_noticed_at_the_same_place_at_any_concurrency(dies_at, concurrency, k, order):
    def books(concurrency, order):
        plan = Ledger(
            itertools.count(), wanted=200, rerolls=k, concurrency=concurrency, group_of=lambda slot: slot // k
        )
        return play(plan, lambda job: "agent_error" if job.place >= dies_at else None, concurrency, order)

    one, many = books(1, 0), books(concurrency, order)
    assert (sorted(many.rows), many.stopped) == (sorted(one.rows), one.stopped)


def test_known_rows_cost_no_call():
    books = Ledger(
        iter(range(20)), wanted=20, rerolls=1, concurrency=4, known=lambda slot: "old" if slot % 2 == 0 else None
    )
    play(books, lambda job: None, 4, order=1)
    assert (books.calls, books.resumed, len(books.rows)) == (10, 10, 20)
    assert [books.rows[place] for place in (0, 2, 18)] == ["old"] * 3


def test_closing_fills_the_open_group_and_opens_no_other():
    books = Ledger(itertools.count(), wanted=100, rerolls=1, concurrency=1, group_of=lambda slot: slot // 8)
    for _ in range(11):
        books.landed(books.next_job(), "row")
    books.close_groups()
    play(books, lambda job: None, 1, order=0)
    assert len(books.rows) == 16


def test_an_interrupt_keeps_what_landed():
    books = make(100, 1, 4)
    jobs = [books.next_job() for _ in range(4)]
    books.landed(jobs[0], "row")
    books.stop("interrupted")
    assert books.next_job() is None
    books.landed(jobs[1], "row")
    assert len(books.rows) == 2


@settings(max_examples=300, deadline=None)
@given(
    rate=st.sampled_from([0, 0.3, 0.6, 0.9]),
    seed=st.integers(0, 10_000),
    wanted=st.sampled_from([1, 2, 8, 20, 64]),
    rerolls=st.sampled_from([1, 2, 8]),
    concurrency=st.sampled_from([1, 4, 32]),
    kept=st.sampled_from([0.05, 0.3, 0.7, 1]),
    finite=st.booleans(),
)
def test_a_resumed_run_lands_where_the_whole_one_did(rate, seed, wanted, rerolls, concurrency, kept, finite):
    """Any part of the rows may have landed before the kill, also none of the first slots."""
    size = wanted if finite else None
    whole = play(make(wanted, rerolls, 1, size), flaky(rate, seed), 1, order=0).rows
    known = {place: row for place, row in whole.items() if draw.unit(seed, "kept", place) < kept}
    plan = itertools.count() if size is None else iter(range(size))
    books = Ledger(plan, wanted=wanted, rerolls=rerolls, concurrency=concurrency, known=known.get)
    again = play(books, flaky(rate, seed), concurrency, order=seed)
    assert sorted(again.rows.items()) == sorted(whole.items())
    assert again.resumed == len(known)


def test_a_known_row_behind_fresh_ones_ends_the_probation():
    """Killed when the third slot had landed and the first two had not: this once went on for ever."""
    books = Ledger(iter(range(20)), wanted=20, rerolls=1, concurrency=8, known={2: (2, 0)}.get)
    assert len(play(books, lambda job: None, 8, order=0).rows) == 20


def test_a_failure_that_waited_for_the_probation_is_played_again():
    """The row that ends the probation is known, and comes up while failures wait."""
    known = {PROBES + 1: (PROBES + 1, 0)}
    books = Ledger(itertools.count(), wanted=PROBES + 4, rerolls=1, concurrency=PROBES + 4, known=known.get)
    jobs = [books.next_job() for _ in range(PROBES)]
    books.failed(jobs[0], Failure("agent_error", "first"))
    again = play_rest(books, jobs[1:])
    assert sorted(again.rows) == list(range(PROBES + 4))
    assert again.rerolled_by == {"agent_error": 1}


def play_rest(books, flying):
    while not books.done:
        while (job := books.next_job()) is not None:
            flying.append(job)
        job = flying.pop()
        books.landed(job, job.key)
    return books
