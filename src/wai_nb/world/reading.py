"""What each tool does to which things, read once per set of tools."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wai_nb.asks.domain import Domain, ToolView, singular_phrase
from wai_nb.asks.params import Param

OVERWRITES = ("write", "save", "upload", "generate", "draft")  # verbs that make a thing whether or not it is there
RAISES = ("deposit", "charge", "credit")  # verbs that add to what a thing holds; other acts on money take from it
_MONEY_NOUNS = ("refund", "payment", "charge", "deposit", "withdrawal", "credit", "transfer")
_PAYMENTS = ("transaction", "payment", "transfer")  # what a list of payments may be called
_MADE = {"book": "booking", "reserve": "reservation", "order": "order", "buy": "order", "purchase": "order"}
_MONEY_VERBS = {"refund": "refund", "credit": "credit", "charge": "charge", "deposit": "deposit"}


@dataclass(frozen=True, eq=False)
class Use:
    """What one tool does.

    Parameters
    ----------
    view
        The tool as the asks see it.
    kind
        read, search, create, send, update, delete, act, money (part of what a thing holds), pay (from one thing
        to another), run, compute or other.
    verb
        What is done: "refund", also of a tool that is named create_refund.
    thing
        Noun of the thing that is worked on.
    key
        The parameter that names that thing, or None.
    references
        Every other argument that names a thing, with the noun of that thing.
    amounts
        The arguments that are amounts of money.
    """

    view: ToolView
    kind: str
    verb: str
    thing: str
    key: Param | None
    references: tuple[tuple[str, str], ...]
    amounts: tuple[str, ...]

    @property
    def name(self) -> str:
        """Name of the tool."""
        return self.view.name

    @property
    def makes(self) -> bool:
        """Whether the thing is not there before the call."""
        return self.kind in ("create", "send")


@dataclass(frozen=True, eq=False)
class Reading:
    """A set of tools as the world sees it.

    Parameters
    ----------
    domain
        The tools as the asks see them.
    uses
        Tool name -> what it does.
    keys
        Noun -> the parameter that names such a thing, for the nouns that some tool names by id.
    key_names
        Noun -> the field that holds the id in a record.
    statuses
        Noun -> the words of its status, where a schema lists them.
    payment
        What a payment is called here.
    camel
        Whether the schemas write orderId and not order_id.
    """

    domain: Domain
    uses: Mapping[str, Use]
    keys: Mapping[str, Param]
    key_names: Mapping[str, str]
    statuses: Mapping[str, tuple[str, ...]]
    payment: str
    camel: bool

    def key_name(self, noun: str) -> str:
        """Return the field under which records of this kind carry their id."""
        name = self.key_names.get(noun)
        return name if name is not None else self.field(f"{noun.replace(' ', '_')}_id")

    def field(self, name: str) -> str:
        """Return a field name in the spelling of the schemas."""
        return camel_case(name) if self.camel else name

    def names_of(self, noun: str) -> list[str]:
        """Return every argument name that points to things of this kind: from_account, to_account, account_id."""
        found = {self.key_name(noun): None}
        for use in self.uses.values():
            found.update({param.name: None for param in use.view.params if param.is_reference and param.noun == noun})
        return list(found)


@lru_cache(maxsize=256)
def read_uses(domain: Domain) -> Reading:
    """Return what each tool of a domain does."""
    keys: dict[str, Param] = {}
    for view in domain.tools:
        for param in view.params:
            if param is view.key or param.is_reference:
                noun = view.thing if param is view.key else param.noun
                best = keys.get(noun)
                if best is None or (_plainness(param, noun) < _plainness(best, noun)):
                    keys[noun] = param
    uses = {view.name: _use(view, keys) for view in domain.tools}
    worked_on = {use.thing for use in uses.values() if use.key is not None}
    keys = {noun: param for noun, param in keys.items() if noun in worked_on}
    names = {noun: param.name for noun, param in keys.items() if not _plainness(param, noun)}
    things = [use.thing for use in uses.values()]
    return Reading(
        domain,
        uses,
        keys,
        names,
        _statuses(uses),
        next((noun for noun in _PAYMENTS if noun in things), "payment"),
        any(re.search(r"[a-z][A-Z]", param.name) for view in domain.tools for param in view.params),
    )


def camel_case(name: str) -> str:
    """Return a name with humps.

    Examples
    --------
    >>> camel_case("placed_on")
    'placedOn'
    """
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def _plainness(param: Param, noun: str) -> int:
    """Return 0 for a parameter that says no more than its noun (account_id), 1 for one that does (from_account)."""
    return int(re.match(r"(?:from|to|source|dest|destination|new|old|target)(?:_|(?=[A-Z]))", param.name) is not None)


def _use(view: ToolView, keys: Mapping[str, Param]) -> Use:
    kind, verb, thing, key = view.kind, view.verb, view.thing, view.key
    amount = any(param.kind == "amount" for param in view.params)
    pointing = [param for param in view.params if param.kind == "id" and param.noun in keys]
    listed = singular_phrase(view.noun)
    if kind == "read" and verb == "open" and (key is None or not key.is_reference):
        kind, thing, key = "create", listed, None
    elif kind == "read" and listed != view.noun and listed != thing and (key is None or key.is_reference):
        kind, thing, key = "search", listed, None
    elif kind == "read" and key is None and listed != view.noun:
        kind = "search"
    elif kind in ("update", "act") and amount and len({p.name for p in pointing if key and p.noun == thing}) > 1:
        kind = "pay"
    elif kind == "create" and amount and view.noun in _MONEY_NOUNS and len(pointing) == 1:
        kind, verb, thing, key = "money", _done_verb(view.noun, verb), pointing[0].noun, pointing[0]
    elif (
        view.pays_off
        or (kind == "act" and key is not None and (amount or verb in _MONEY_VERBS))
        or (kind == "pay" and amount and len(pointing) == 1 and verb not in ("deposit", "withdraw") and key is not None)
    ):
        kind = "money"
    if kind in ("create", "send") and key is not None and key.kind != "path":
        key = None
    references = tuple(
        (param.name, param.noun) for param in view.params if param.is_reference and param is not key and param.noun
    )
    if kind == "create" and any(noun == thing for _, noun in references):  # book_flight makes no flight
        thing = _MADE.get(verb, thing)
    amounts = tuple(param.name for param in view.params if param.kind == "amount")
    return Use(view, kind, verb, thing, key, references, amounts)


def _done_verb(noun: str, verb: str) -> str:
    return {"payment": "pay", "withdrawal": "withdraw"}.get(noun, noun) if noun in _MONEY_NOUNS else verb


def _statuses(uses: Mapping[str, Use]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for use in uses.values():
        for param in use.view.params:
            words: Any = param.schema.get("enum")
            if param.name.lower() in ("status", "state") and isinstance(words, (list, tuple)):
                texts = tuple(word for word in words if isinstance(word, str))
                if texts:
                    found.setdefault(use.thing, texts)
    return found
