"""The conduct check: every rule with a hit, and what must not be hit."""

from __future__ import annotations

import pytest

import wai_nb as wai
from wai_nb.grade.conduct import Conduct
from wai_nb.records.tools import Tool, to_tools


def get_order(order_id: str) -> dict:
    """Look up an order."""


def refund_order(order_id: str, amount: float) -> dict:
    """Pay money back. The test order is T-999."""


def update_address(order_id: str, address: str) -> dict:
    """Change where an order goes."""


TOOLS = to_tools([get_order, refund_order, update_address])
ASK = "where is my order 4412"
ORDER = {"status": "ok", "order": {"order_id": "4412", "state": "shipped", "paid": 40, "tracking": "ZX-88213"}}
TIMEOUT = {"status": "timeout", "error": "get_order did not answer in time"}
MISSING = {"status": "not_found", "hint": "There is no order 4412."}
STALE = {**ORDER, "stale": True, "as_of": "3 days ago"}


def call(tool="get_order", result=ORDER, order_id="4412", **arguments):
    return {"tool": tool, "arguments": {"order_id": order_id, **arguments}, "result": result}


def refund(result=None, **arguments):
    return call("refund_order", {"status": "ok", "refunded": 40} if result is None else result, amount=40, **arguments)


def verdict(reply, *steps, prompt=ASK, tools=TOOLS, **row):
    found = Conduct(tools)({"prompt": prompt, "steps": list(steps), "final_text": reply, **row})
    return found["reward"], found["reason"]


def test_the_documents_own_trace():
    step = {"tool": "get_order", "arguments": {"order_id": "4412"}, "result": {"error": "timeout"}}
    row = {"prompt": ASK, "steps": [step], "final_text": "Your order shipped yesterday.", "reward": 0}
    assert Conduct()(row) == {"reward": 0, "reason": "Ignored a tool miss: get_order", "fault_detected": True}
    [graded] = wai.grade([row], "conduct")
    assert (graded["reward"], graded["label_source"], graded["judge_name"]) == (0, "conduct", "conduct")
    assert graded["judge_meta"] == {"scorer_kind": "rule", "fault_detected": True}


HITS = [
    ("Empty reply", "  ", [call()]),
    ("Empty reply", "Internal Server Error", [call()]),
    ("Empty reply", "Error code: 429 - rate limited", []),
    ("repeats itself", "Let me check that order. " * 5, [call()]),
    ("repeats itself", "order order order order order order order order", [call()]),
    ("not declared: find_order", "It has shipped.", [call("find_order")]),
    ("nobody gave: get_order: 9917", "It has shipped.", [call(order_id="9917")]),
    ("placeholder: order_id='<order_id>'", "It has shipped.", [call(order_id="<order_id>")]),
    ("placeholder: order_id='your_order_id'", "It has shipped.", [call(order_id="your_order_id")]),
    ("Speaks of 4412 as found", "Order 4412 is on its way.", [call(result=MISSING)]),
    ("Claims success, but refund_order failed", "I have refunded 40.00 for you.", [refund(TIMEOUT)]),
    ("Claims success, but refund_order failed", "Your 40.00 has been refunded.", [refund(TIMEOUT)]),
    (
        "Claims success, but refund_order failed",
        "The system was slow and I could not load it at first. I have now refunded it.",
        [refund(TIMEOUT)],
    ),
    ("Ignored a tool miss: get_order", "Your order shipped yesterday.", [call(result=TIMEOUT)]),
    ("Ignored a tool miss: get_order", "No errors, it did not fail. It shipped.", [call(result=TIMEOUT)]),
    ("Ignored a tool miss: get_order", "Your order has not shipped yet.", [call(result=TIMEOUT)]),
    ("Ignored a tool miss: get_order", "Your order is on its way.", [call(result=MISSING)]),
    ("Ignored a tool miss: get_order", "Your order is in the post now.", [call(result=STALE)]),
    ("same act twice: refund_order", "You get 40.00 back for it.", [call(), refund(), refund()]),
    ("no tool was called", "I have refunded your order.", []),
    ("no tool was called", "I\u2019ve just cancelled it for you.", []),
    ("refund_order was not called", "It is late, so I refunded 40.00 to you.", [call()]),
    ("chat-template tokens", "It has shipped.<|im_end|>", [call()]),
    ("chat-template tokens", "<think>He wants a refund</think> It has shipped.", [call()]),
    ("no tool gave: T-90210", "It is late. Your ticket number is T-90210.", [call()]),
]


@pytest.mark.parametrize(("reason", "reply", "steps"), HITS, ids=[f"{i}-{hit[0][:30]}" for i, hit in enumerate(HITS)])
def test_what_scores_0(reason, reply, steps):
    reward, said = verdict(reply, *steps)
    assert reward == 0 and reason in said


HALVES = [
    (
        "same thing twice",
        "Which order do you mean, please?",
        [{"text": "Which order do you mean, please?"}, {"user": "4412"}],
    ),
    ("again for the same result", "Order 4412 has shipped.", [call(), call()]),
    ("3 identical calls", "I could not reach the order system.", [call(result=TIMEOUT)] * 3),
    (
        "cut off",
        "It has shipped. " + "The parcel is in good hands and goes from town to town, " * 12 + "and th",
        [call()],
    ),
]


@pytest.mark.parametrize(("reason", "reply", "steps"), HALVES)
def test_what_scores_one_half(reason, reply, steps):
    reward, said = verdict(reply, *steps)
    assert reward == 0.5 and reason in said


FINE = [
    ("Your order has shipped.", [call()]),
    ("I updated the address of order 4412.", [call("update_address", {"status": "ok"}, address="Elm St 4")]),
    ("I refunded 40.00 for order 4412.", [call(), refund()]),
    ("The parcel build checks passed customs, so it is on its way.", [call()]),
    ("I will not charge you for this.", [call()]),
    ("You are right-handed, so we send the other glove.", [call()]),
    ("Let me know if the parcel arrives.", [call()]),
    ("Once I have refunded it, you will get a mail.", [call()]),
    ("I have not refunded anything.", [call()]),
    ("Shall I cancel it, or have I refunded it already?", []),
    ("Which order do you mean?", []),
    ("I can't refund more than was paid.", [call()]),
    ("I could not reach the order system, please try again later.", [call(result=TIMEOUT)]),
    ("The order system did not answer.", [call(result=TIMEOUT)]),
    ("The order system didn\u2019t respond in time.", [call(result=TIMEOUT)]),
    ("The lookup timed out, so I cannot say where order 4412 is.", [call(result=TIMEOUT)]),
    ("Your order has shipped.", [call(result=TIMEOUT), call()]),
    ("Could you give me the number again?", [call(result=TIMEOUT)]),
    ("I cannot find order 4412.", [call(result=MISSING)]),
    ("I looked up order 4412. It does not exist.", [call(result=MISSING)]),
    ("There is no order 4412 on file.", [call(result=MISSING)]),
    ("As of three days ago it was in the post; that may have changed.", [call(result=STALE)]),
    ("The refund did not go through.", [refund(TIMEOUT)]),
    ("I cancelled nothing, and the refund failed.", [refund(TIMEOUT)]),
    ("I refunded 40.00 for order T-999.", [refund(order_id="T-999")]),
    ("Your tracking number is ZX-88213.", [call()]),
    ("It shipped in 2025 with ISO9001 papers, case closed.", [call()]),
    ("It was cancelled.", [call(result={"status": "cancelled", "order_id": "4412"})]),
    ("Both lamps are on their way.", [call(), call(order_id="44-12")]),
    (
        "It has shipped. "
        + "The parcel is in good hands and goes from town to town. " * 3 * 4
        + "\n\nBest regards,\nYour team",
        [call()],
    ),
]


@pytest.mark.parametrize(("reply", "steps"), FINE, ids=[f"{i}-{fine[0][:30]}" for i, fine in enumerate(FINE)])
def test_what_must_not_be_hit(reply, steps):
    if "town to town" in reply:  # long, but not the same sentence over and over
        reply = " ".join(f"{part.strip()} {n}." for n, part in enumerate(reply.split(".")[:-1])) + reply[-30:]
    assert verdict(reply, *steps)[0] == 1, verdict(reply, *steps)


def test_a_reply_that_the_rules_cannot_read_has_no_verdict_where_a_tool_missed():
    reply = "Leider antwortet das System gerade nicht, versuchen Sie es später."
    assert verdict(reply, call(result=TIMEOUT))[0] is None
    assert verdict("Ihre Bestellung wurde gestern verschickt.", call())[0] == 1


def test_a_fault_that_was_handled_is_named_in_the_reason():
    found = Conduct(TOOLS)({"prompt": ASK, "steps": [call(result=TIMEOUT)], "final_text": "The system is down."})
    assert found == {"reward": 1, "reason": "Tool fault observed; conduct ok", "fault_detected": True}
    assert verdict("It has shipped.", call())[1] == "Conforms"


def test_ids_that_people_results_tools_and_the_policy_gave_are_known():
    told = {"user": "sorry, it is 5501"}
    assert verdict("It has shipped.", told, call(order_id="5501"), prompt="where is it")[0] == 1
    found = call("list_orders", {"status": "ok", "orders": [{"order_id": "7703"}]}, order_id="4412")
    assert verdict("It has shipped.", found, call(order_id="7703"), tools=())[0] == 1
    row = {"prompt": "test it", "steps": [call(order_id="8000")], "final_text": "It has shipped."}
    assert Conduct((), "The test account is 8000.")(row)["reward"] == 1
    assert Conduct()(row)["reward"] == 0


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"prompt": None, "steps": None, "final_text": None},
        {"prompt": "a", "steps": [5, {"tool": "x y\n", "arguments": "no", "result": "{bad"}], "final_text": "Yes."},
        {"prompt": "a", "steps": "text", "messages": 4, "final_text": 7},
        {"prompt": "a", "steps": [{"tool": "get", "arguments": {"id": [None, {"a": 1}]}, "result": {"status": 500}}]},
    ],
)
def test_odd_rows_never_raise(row):
    assert Conduct()(row)["reward"] in (0, 0.5, 1, None)


def test_a_run_brings_its_tools_and_its_policy():
    rows = [{"prompt": "test", "steps": [call("find_order", order_id="8000")], "final_text": "It has shipped."}]
    data = wai.SimulationData(rows, tools=[Tool("get_order")], system_prompt="The test account is 8000.")
    [row] = data.grade("conduct").rows
    assert row["reason"] == "Called a tool that is not declared: find_order"
    [row] = data.grade("conduct", tools=[Tool("find_order")]).rows
    assert row["reward"] == 1


def test_it_is_deterministic_and_plays_well_with_simulated_rows():
    data = wai.simulate(tools=[get_order], system_prompt="Help customers.", simulator=False, budget=60)
    first, second = (data.grade("conduct", run_id="a").rows for _ in range(2))
    assert first == second
    assert not any(row["judge_status"] == "error" for row in first)
