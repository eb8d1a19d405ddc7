"""The panel of a run: what it says, when it is shown, and which messages it hears."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from wai_nb.engine.filling import filling
from wai_nb.show.live import LAST_NOTES, somebody_answers, state_of
from wai_nb.show.panel import RunPanel, listen_early
from wai_nb.show.widgets import script, styles

COUNTS = {
    "rows": 412,
    "cap": 1000,
    "landed": 412,
    "inflight": 32,
    "situations": 444,
    "elapsed_s": 41.2,
    "rerolled": 9,
    "rerolled_by": {"agent_error": 6, "empty_reply": 3},
    "lost": 1,
    "lost_by": {"agent_error": 1},
    "first_failures": {"agent_error": "KeyError: 'amount' \u202e"},
}


def test_it_says_how_far_and_how_long():
    state = state_of(("simulate", "explore", "seed 7"), COUNTS)
    assert (state["headline"], state["done"], state["of"], state["left"]) == ("41% played", 412, 1000, "about 58s left")
    assert ["lost", "1", "1 agent error"] in state["facts"]
    assert state["notes"][0] == ["agent_error lost: KeyError: 'amount' \\u202e", "×1"]
    assert len(state["notes"]) <= LAST_NOTES
    assert state["strip"] is None


def test_groups_fill_in_plan_order():
    columns = [(2, 2, 0, 0, 0), (0, 0, 3, 1, 0), (0, 0, 0, 3, 1)]
    state = state_of(("simulate", "rl"), {**COUNTS, "columns": columns, "tall": 4, "asks": 10})
    assert state["headline"] == "1 of 10 asks finished, 2 filling"
    assert state["strip"]["columns"][:3] == [[0.5, 0, 0, 0.5], [0, 0.75, 0.25, 0], [0, 0, 0.75, 0]]
    assert len(state["strip"]["columns"]) == 10


def test_five_thousand_asks_are_three_hundred_columns():
    columns = [(0, 0, 4, 0, 0)] * 5000
    strip = state_of(("simulate", "rl"), {**COUNTS, "columns": columns, "tall": 4, "asks": 5000})["strip"]
    assert len(strip["columns"]) <= 300
    assert strip["words"].startswith("17 asks a column")


def test_paused_says_what_is_still_open():
    assert state_of((), {**COUNTS, "state": "paused"})["left"] == "paused, 32 calls still open"
    assert state_of((), {**COUNTS, "state": "paused", "inflight": 0})["left"] == "paused, no call open"


def test_filling_counts_what_became_of_each_slot():
    slot = lambda ask: SimpleNamespace(eval_run=None, ask=SimpleNamespace(ask_id=ask))  # noqa: E731
    rows = {0: {"reward": 1}, 1: {"reward": 0}, 2: {}}
    books = SimpleNamespace(slots=[slot("a")] * 4 + [slot("b")], rows=rows, lost_places={3}, opened=5)
    assert filling([books]) == [(1, 1, 1, 0, 1), (0, 0, 0, 1, 0)]
    assert filling([SimpleNamespace(opened=10**6)]) == []


@pytest.mark.parametrize(
    ("content", "there"), [({"allow_stdin": True}, True), ({"allow_stdin": False}, False), ({}, False)]
)
def test_a_person_sits_before_a_cell_that_may_ask(content, there):
    kernel = SimpleNamespace(get_parent=lambda channel: {"content": content})
    assert somebody_answers(SimpleNamespace(kernel=kernel)) is there
    assert somebody_answers(None) is False


def test_messages_do_what_they_say_and_others_nothing():
    heard = []
    panel = RunPanel(state_of(("simulate",), None), {"stop": lambda: heard.append("stop")})
    for content in ({"type": "stop"}, {"type": "delete"}, "stop", None, {"type": ["stop"]}):
        panel._handle_custom_msg(content, [])
    assert heard == ["stop"]
    assert repr(panel) == "a run under way"
    panel.close()


def test_messages_are_heard_before_the_cell_has_ended_where_the_kernel_lets_us():
    heard = []
    comm = SimpleNamespace(_reply_subshell_for=lambda data, default: "elsewhere")
    listen_early(comm, heard.append)
    assert comm._reply_subshell_for({"method": "custom", "content": {"type": "stop"}}, "here") == "here"
    assert comm._reply_subshell_for({"method": "update"}, "here") == "here"
    assert comm._reply_subshell_for(None, None) is None
    assert heard == [{"type": "stop"}]
    listen_early(object(), heard.append)
    listen_early(None, heard.append)


@pytest.mark.parametrize("name", ["live.js", "groups.js"])
def test_scripts_are_readable_and_safe(name):
    text = script(name)
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "eval(",
        "import ",
        "import(",
        "require(",
        "http",
        "window.",
    ):
        assert word not in text, word
    assert max(map(len, text.splitlines())) <= 140
    assert len(text) < 20_000
    assert len(styles()) < 25_000
