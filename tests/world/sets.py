"""Five agents' tools, as people who build such agents would write them."""

from __future__ import annotations

from typing import Any

from wai_nb.records.tools import Tool

STRING: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
WHOLE: dict[str, Any] = {"type": "integer", "minimum": 0}


def tool(name: str, description: str, /, optional: tuple[str, ...] = (), **properties: dict[str, Any]) -> Tool:
    """Return a tool whose parameters are required but for the optional ones."""
    required = [name for name in properties if name not in optional]
    return Tool(name, description, {"type": "object", "properties": properties, "required": required})


SHOP = (
    tool("get_order", "Look up an order by id.", order_id=STRING),
    tool(
        "list_orders",
        "List the orders of a customer.",
        ("status", "limit", "offset"),
        email={"type": "string", "format": "email"},
        status={"type": "string", "enum": ["processing", "shipped", "delivered"]},
        limit=WHOLE,
        offset=WHOLE,
    ),
    tool("refund_order", "Refund an order, in whole or in part.", order_id=STRING, amount=NUMBER),
    tool("cancel_order", "Cancel an order.", order_id=STRING),
    tool("update_address", "Change where an order goes.", order_id=STRING, address=STRING),
    tool("send_email", "Send an email.", to=STRING, subject=STRING, body=STRING),
)
CODING = (
    tool("read_file", "Read a file of the repository.", path=STRING),
    tool("list_files", "List the files of a folder.", ("directory",), directory=STRING),
    tool("search_files", "Search the files for a text.", query=STRING),
    tool("write_file", "Write a file.", path=STRING, content=STRING),
    tool("edit_file", "Replace the content of a file.", path=STRING, content=STRING),
    tool("delete_file", "Delete a file.", path=STRING),
    tool("run_tests", "Run the tests of a target.", target=STRING),
)
BANK = (
    tool("get_account", "Look up an account.", account_id=STRING),
    tool("open_account", "Open an account.", owner=STRING, currency={"type": "string", "enum": ["EUR", "USD"]}),
    tool("transfer_money", "Transfer money.", from_account=STRING, to_account=STRING, amount=NUMBER),
    tool(
        "list_transactions",
        "List the transactions of an account.",
        ("limit", "page"),
        account_id=STRING,
        limit=WHOLE,
        page=WHOLE,
    ),
    tool("block_card", "Block a card.", card_id=STRING),
    tool("close_account", "Close an account.", account_id=STRING),
)
TICKETS = (
    tool(
        "create_ticket",
        "Open a ticket.",
        ("priority",),
        title=STRING,
        priority={"type": "string", "enum": ["low", "normal", "high"]},
    ),
    tool("get_ticket", "Read a ticket.", ticket_id=STRING),
    tool(
        "update_ticket",
        "Change a ticket.",
        ("title", "priority"),
        ticket_id=STRING,
        title=STRING,
        priority={"type": "string", "enum": ["low", "normal", "high"]},
    ),
    tool("delete_ticket", "Delete a ticket.", ticket_id=STRING),
    tool(
        "search_tickets", "Search tickets.", ("limit", "cursor"), query=STRING, limit=WHOLE, cursor={"type": "string"}
    ),
    tool("close_ticket", "Close a ticket.", ticket_id=STRING),
)
CALENDAR = (
    tool(
        "create_event",
        "Put an event into the calendar.",
        ("attendees",),
        title=STRING,
        date={"type": "string", "format": "date"},
        time=STRING,
        attendees={"type": "array", "items": {"type": "string", "format": "email"}},
    ),
    tool("get_event", "Look up an event.", event_id=STRING),
    tool(
        "list_events", "List the events of a day.", ("limit",), date={"type": "string", "format": "date"}, limit=WHOLE
    ),
    tool(
        "reschedule_event",
        "Move an event.",
        event_id=STRING,
        date={"type": "string", "format": "date"},
        time=STRING,
    ),
    tool("cancel_event", "Cancel an event.", event_id=STRING),
    tool("delete_event", "Delete an event.", event_id=STRING),
)
SETS = {"shop": SHOP, "coding": CODING, "bank": BANK, "tickets": TICKETS, "calendar": CALENDAR}
