"""Small makers shared by the tests of asks."""

from __future__ import annotations

from itertools import islice
from typing import Any

from wai_nb.plan.axes import build_axes, faults_of, tier_of
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situation import Cell, Situation
from wai_nb.plan.situations import draw_situations
from wai_nb.records.tools import Tool

STRING: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}


def tool(name: str, description: str = "", /, **properties: dict[str, Any]) -> Tool:
    return Tool(name, description, {"type": "object", "properties": properties, "required": list(properties)})


GET_ORDER = tool("get_order", "Look up an order by id.", order_id=STRING)
REFUND = tool("refund_order", "Refund an order.", order_id=STRING, amount=NUMBER)
EMAIL = tool("send_email", "Send an email.", to=STRING, body=STRING)
A1 = ([GET_ORDER], "Help customers with orders.")
A3 = (
    [GET_ORDER, REFUND, EMAIL],
    "Refund only orders under $50.\nAsk for confirmation before refunding.\nNever share another customer's data.",
)
CODING = (
    [
        tool("read_file", "Read a file of the repository.", path=STRING),
        tool("run_tests", "Run the tests of a target.", target=STRING),
        tool("edit_file", "Replace the content of a file.", path=STRING, content=STRING),
    ],
    "Run the tests before you finish. Never edit files under vendor.",
)
TEN = (
    [
        GET_ORDER,
        REFUND,
        EMAIL,
        tool("cancel_order", "Cancel an order.", order_id=STRING, reason=STRING),
        tool("update_address", "Change the delivery address.", order_id=STRING, address=STRING),
        tool("search_products", "Search the catalogue.", query=STRING),
        tool("create_ticket", "Open a support ticket.", title=STRING, body=STRING),
        tool("book_pickup", "Book a pickup.", order_id=STRING, pickup_time=STRING),
        tool("get_customer", "Look up a customer.", customer_id=STRING),
        tool("check_stock", "Check the stock of a product.", sku=STRING, store=STRING),
    ],
    A3[1] + "\nCancel only orders that have not shipped.\nPickups need 2 days notice.",
)
BANK_POLICY = """You are the assistant of a retail bank.
- Verify the identity of the caller before you disclose a balance.
- Transfers over $1,000 need a second approval.
- Never disclose another customer's balance or address.
- Ask for confirmation before you block a card.
- Do not give investment advice.
- Transfers abroad take up to 5 days.
- Never change the daily limit of a card by chat.
- Always state the fee before a transfer.
- Refuse transfers to accounts on the sanctions list.
- Joint accounts need the consent of both holders.
- At most 3 transfers a day without a callback.
- Report suspected fraud to the security desk."""
BANK = (
    [
        tool("get_balance", "Balance of an account.", account_id=STRING),
        tool("transfer_money", "Transfer money.", from_account=STRING, to_account=STRING, amount=NUMBER),
        tool("block_card", "Block a card.", card_id=STRING),
    ],
    BANK_POLICY,
)
NO_TOOLS: tuple[list[Tool], str] = ([], "You are a museum guide. Answer questions about opening hours and tickets.")


def situation(
    tool: str = "get_order",
    rule: str = "unspecified",
    stance: str = "ordinary",
    world_state: str = "entity exists",
    tool_condition: str = "success",
    history: str = "fresh",
    seed: int = 7,
) -> Situation:
    cell = Cell(tool, rule, stance, world_state, tool_condition, history)
    return Situation(f"sc-{seed}", cell, seed, faults_of(tool_condition), tier_of(stance))


def drawn(agent: tuple[list[Tool], str], count: int, seed: int = 0) -> list[Situation]:
    axes = build_axes(*agent)
    return list(islice(draw_situations(axes, covering_grid(axes), seed=seed), count))
