"""A machine that uses the world at random and remembers every answer: nothing said later may contradict it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from tests.asks.makers import situation
from tests.world.sets import SETS

from wai_nb.plan.axes import WORLD_STATES
from wai_nb.world.answers import World

WORDS = st.sampled_from(["lamp", "printer", "rent", "review", "login"])
DATES = st.sampled_from(["2026-05-04", "2026-06-11", "2026-09-30"])
EMAILS = st.sampled_from(["ann@example.org", "bo@example.com"])
ADDRESSES = st.sampled_from(["1 Mill Lane, Cork", "9 Park Street, Oslo"])
CONTENTS = st.sampled_from(["x = 1\n", "LIMIT = 3\n\n# printer\n"])
AMOUNTS = st.sampled_from([0.01, 5, 12.5, 1000.0])


@dataclass(frozen=True)
class Agent:
    """How the machine uses one set of tools: tool name and what it may be given."""

    noun: str
    key: str
    ids: tuple[str, ...]
    read: str
    list: tuple[str, dict[str, st.SearchStrategy[Any]], Callable[[dict[str, Any], dict[str, Any]], bool]]
    create: tuple[str, dict[str, st.SearchStrategy[Any]]] | None = None
    update: tuple[str, dict[str, st.SearchStrategy[Any]]] | None = None
    delete: str | None = None
    act: tuple[str, str] | None = None
    refund: str | None = None
    pay: str | None = None
    limit: str | None = "limit"
    text: tuple[str, ...] = field(default=())


def in_folder(record: dict[str, Any], asked: dict[str, Any]) -> bool:
    return str(record["path"]).startswith(asked["directory"] + "/")


AGENTS = {
    "shop": Agent(
        "order",
        "order_id",
        ("4412", "Z9", "1001"),
        "get_order",
        ("list_orders", {"email": EMAILS}, lambda record, asked: record.get("email") == asked["email"]),
        update=("update_address", {"address": ADDRESSES}),
        act=("cancel_order", "cancelled"),
        refund="refund_order",
    ),
    "coding": Agent(
        "file",
        "path",
        ("src/app.py", "src/new.py", "docs/a.md", "README.md"),
        "read_file",
        ("list_files", {"directory": st.sampled_from(["src", "docs"])}, in_folder),
        create=("write_file", {"path": st.sampled_from(["src/new.py", "docs/a.md"]), "content": CONTENTS}),
        update=("edit_file", {"content": CONTENTS}),
        delete="delete_file",
        limit=None,
    ),
    "bank": Agent(
        "account",
        "account_id",
        ("11111111", "22222222", "33333333"),
        "get_account",
        ("list_transactions", {"account_id": st.sampled_from(["11111111", "22222222"])}, lambda record, asked: True),
        create=("open_account", {"owner": st.sampled_from(["Anna Berg"]), "currency": st.sampled_from(["EUR", "USD"])}),
        act=("close_account", "closed"),
        pay="transfer_money",
    ),
    "tickets": Agent(
        "ticket",
        "ticket_id",
        ("TIC-1000", "TIC-2000", "9"),
        "get_ticket",
        (
            "search_tickets",
            {"query": WORDS},
            lambda record, asked: asked["query"] in str(list(record.values())).lower(),
        ),
        create=("create_ticket", {"title": WORDS, "priority": st.sampled_from(["low", "high"])}),
        update=("update_ticket", {"title": WORDS}),
        delete="delete_ticket",
        act=("close_ticket", "closed"),
    ),
    "calendar": Agent(
        "event",
        "event_id",
        ("E100", "E200", "77"),
        "get_event",
        ("list_events", {"date": DATES}, lambda record, asked: record.get("date") == asked["date"]),
        create=("create_event", {"title": WORDS, "date": DATES, "time": st.sampled_from(["09:00", "14:30"])}),
        update=("reschedule_event", {"date": DATES, "time": st.sampled_from(["09:00", "14:30"])}),
        delete="delete_event",
        act=("cancel_event", "cancelled"),
    ),
}
GONE = None


class Machine(RuleBasedStateMachine):
    """Calls tools and keeps what it was told: id -> record, or None for what is not there."""

    name: str

    @initialize(
        seed=st.integers(0, 10_000), state=st.sampled_from(WORLD_STATES), tool=st.integers(0, 10), data=st.data()
    )
    def begin(self, seed: int, state: str, tool: int, data: st.DataObject) -> None:
        self.tools = SETS[self.name]
        self.agent = AGENTS[self.name]
        self.state = state
        self.situation = situation(self.tools[tool % len(self.tools)].name, world_state=state, seed=seed)
        self.world = World(self.tools, self.situation)
        self.told: dict[str, dict[str, Any] | None] = {}
        self.searches: list[dict[str, Any]] = []
        values = self.world.records.facts.values
        named = [str(values[name]) for name in self.names() if name in values]
        self.ids = [*named, *self.agent.ids]
        # what another rollout of the same situation would see first: searches can aim at it before this one has
        other = World(self.tools, self.situation)
        answers = [other.call(self.agent.read, {self.agent.key: thing}) for thing in self.ids]
        self.elsewhere = [answer[self.agent.noun] for answer in answers if answer["status"] == "ok"]

    def names(self) -> tuple[str, ...]:
        return (self.agent.key, "from_account", "to_account")

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return self.world.call(tool, arguments)

    def an_id(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(list(dict.fromkeys([*self.ids, *self.told]))))

    def hears(self, record: dict[str, Any], changed: bool = False) -> None:
        """Take note of a record; what is known must be confirmed, what is new must not have been overlooked."""
        thing = str(record[self.agent.key])
        if thing in self.told and not changed:
            assert self.told[thing] == record, "two answers about one thing differ"
        if thing not in self.told and not changed:
            for asked in self.searches:
                assert not self.agent.list[2](record, asked), "an earlier search should have found this"
        self.told[thing] = record

    def is_gone(self, answer: dict[str, Any], thing: str) -> bool:
        """Say whether an answer means that there is no such thing; then it must not have been there before."""
        if answer["status"] != "not_found":
            assert self.told.get(thing, {}) is not GONE, "what was not there answers"
            return False
        assert not self.told.get(thing), "what was there is not found"
        self.told[thing] = GONE
        return True

    @rule(data=st.data())
    def read(self, data: st.DataObject) -> None:
        thing = self.an_id(data)
        answer = self.call(self.agent.read, **{self.agent.key: thing})
        if not self.is_gone(answer, thing):
            assert answer["status"] == "ok"
            self.hears(answer[self.agent.noun])

    @precondition(lambda self: self.agent.create)
    @rule(data=st.data())
    def create(self, data: st.DataObject) -> None:
        tool, strategies = self.agent.create
        arguments = {name: data.draw(strategy) for name, strategy in strategies.items()}
        answer = self.call(tool, **arguments)
        assert answer["status"] in ("created", "already_done")
        record = answer[self.agent.noun]
        assert {name: record[name] for name in arguments} == arguments
        if answer["status"] == "created" and self.agent.key not in arguments:
            assert not self.told.get(str(record[self.agent.key])), "a new thing has the id of another"
        again = self.call(self.agent.read, **{self.agent.key: record[self.agent.key]})
        assert again == {"status": "ok", self.agent.noun: record}
        self.hears(record, changed=True)

    @precondition(lambda self: self.agent.update)
    @rule(data=st.data())
    def update(self, data: st.DataObject) -> None:
        tool, strategies = self.agent.update
        thing = self.an_id(data)
        before = self.known(thing)
        changes = {name: data.draw(strategy) for name, strategy in strategies.items()}
        answer = self.call(tool, **{self.agent.key: thing}, **changes)
        if self.is_gone(answer, thing):
            return
        record = answer[self.agent.noun]
        assert {name: record[name] for name in changes} == changes
        equal = all(before.get(name) == value for name, value in changes.items())
        assert answer["status"] == ("already_done" if equal else "ok")
        loose = {*changes, "steps", "steps_done", "size_bytes", "lines", "changed_on", "changed_by"}
        assert {k: v for k, v in record.items() if k not in loose} == {
            k: v for k, v in before.items() if k not in loose
        }
        self.hears(record, changed=True)

    @precondition(lambda self: self.agent.delete)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        thing = self.an_id(data)
        known = self.told.get(thing, {})
        answer = self.call(self.agent.delete, **{self.agent.key: thing})
        if answer["status"] == "already_done":
            assert self.state == "already acted on" and not known
        elif answer["status"] == "deleted":
            assert known is not GONE
        else:
            assert answer["status"] == "not_found" and not known
        self.told[thing] = GONE
        assert self.call(self.agent.read, **{self.agent.key: thing})["status"] == "not_found"

    @precondition(lambda self: self.agent.act)
    @rule(data=st.data())
    def act_twice(self, data: st.DataObject) -> None:
        tool, done = self.agent.act
        thing = self.an_id(data)
        before = self.known(thing)
        first = self.call(tool, **{self.agent.key: thing})
        if self.is_gone(first, thing):
            return
        unsure = before["status"] == "unknown"
        assert first["status"] == ("already_done" if before["status"] == done else "ok")
        assert first[self.agent.noun]["status"] == ("unknown" if unsure else done)
        assert first.get("confirmed", True) is not unsure
        self.hears(first[self.agent.noun], changed=True)
        second = self.call(tool, **{self.agent.key: thing})
        assert second["status"] == ("ok" if unsure else "already_done")
        assert second[self.agent.noun] == first[self.agent.noun]

    @precondition(lambda self: self.agent.refund)
    @rule(data=st.data(), amount=AMOUNTS)
    def refund(self, data: st.DataObject, amount: float) -> None:
        thing = self.an_id(data)
        before = self.known(thing)
        answer = self.call(self.agent.refund, **{self.agent.key: thing}, amount=amount)
        if self.is_gone(answer, thing):
            return
        left = before.get("remaining", before["total"])
        if left <= 0:
            assert answer["status"] == "already_done"
        elif amount > left:
            assert (answer["error"], answer["available"]) == ("amount_too_high", left)
        else:
            assert (answer["status"], answer["amount"]) == ("ok", amount)
            record = answer[self.agent.noun]
            assert record["remaining"] == pytest.approx(left - amount)
            assert record["refunded"] + record["remaining"] == pytest.approx(record["total"])
            self.hears(record, changed=True)

    @precondition(lambda self: self.agent.pay)
    @rule(data=st.data(), amount=AMOUNTS)
    def pay(self, data: st.DataObject, amount: float) -> None:
        ends = [self.an_id(data), self.an_id(data)]
        before = [self.known(thing) for thing in ends]
        answer = self.call(self.agent.pay, from_account=ends[0], to_account=ends[1], amount=amount)
        if not all(before):
            assert answer["status"] == "not_found"
            return
        if ends[0] == ends[1]:
            assert answer["status"] == "rejected"
            return
        self.told = {thing: record for thing, record in self.told.items() if thing not in ends}
        after = [self.known(thing) for thing in ends]
        moved = amount if answer["status"] == "ok" and "note" not in answer else 0
        assert after[0]["balance"] == pytest.approx(before[0]["balance"] - moved)
        assert after[1]["balance"] == pytest.approx(before[1]["balance"] + moved)
        shut = "closed" in (before[0]["status"], before[1]["status"])
        assert answer["status"] in ("ok", "already_done") or amount > before[0]["balance"] or shut
        if answer["status"] == "ok":
            for thing in ends:
                found = self.call("list_transactions", account_id=thing, limit=1000)["transactions"]
                assert answer["reference"] in [item["transaction_id"] for item in found]

    @rule(data=st.data())
    def search(self, data: st.DataObject) -> None:
        tool, strategies, fits = self.agent.list
        asked = {name: data.draw(strategy) for name, strategy in strategies.items()}
        if self.elsewhere and data.draw(st.booleans()):
            asked = self.aimed(asked, data.draw(st.sampled_from(self.elsewhere)))
        pages = {self.agent.limit: 1000} if self.agent.limit else {}
        answer = self.call(tool, **asked, **pages)
        if answer["status"] == "not_found":
            assert not self.told.get(asked["account_id"])
            return
        found = next(value for value in answer.values() if isinstance(value, list))
        assert answer["count"] == len(found)
        assert self.call(tool, **asked, **pages) == answer
        if self.agent.limit:
            first = self.call(tool, **asked, limit=1)
            assert next(value for value in first.values() if isinstance(value, list)) == found[:1]
            assert first["count"] == answer["count"]
        if tool != "list_transactions":
            self.compare(found, asked, fits)

    def aimed(self, asked: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
        """Return a search that a record fits."""
        (name,) = asked
        if name == "directory":
            return {name: str(record["path"]).rpartition("/")[0] or "src"}
        if name == "query":
            return {name: max(record["title"].lower().split(), key=len)}
        return {name: record[name]}

    def compare(self, found: list[dict[str, Any]], asked: dict[str, Any], fits: Callable[..., bool]) -> None:
        there = {str(record[self.agent.key]) for record in found}
        for record in found:
            assert fits(record, asked), "a search finds what does not fit"
            thing = str(record[self.agent.key])
            full = self.call(self.agent.read, **{self.agent.key: thing})[self.agent.noun]
            assert {name: full[name] for name in record} == record
            self.hears(full)
        for thing, known in self.told.items():
            if known is not GONE and fits(known, asked):
                assert thing in there, "a search overlooks what is there"
        self.searches.append(asked)

    def known(self, thing: str) -> dict[str, Any]:
        answer = self.call(self.agent.read, **{self.agent.key: thing})
        if self.is_gone(answer, thing):
            return {}
        self.hears(answer[self.agent.noun])
        return dict(answer[self.agent.noun])

    def teardown(self) -> None:
        if hasattr(self, "world"):
            again = World(self.tools, self.situation)
            for call in self.world.calls:
                assert again.call(call["tool"], call["arguments"]) == call["result"], "a repeat meets another world"


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", SETS)
def test_no_answer_contradicts_another(name: str) -> None:
    machine = type(f"Machine_{name}", (Machine,), {"name": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=50,
            stateful_step_count=16,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
