"""How people name a thing and tell the details of a wish: each a phrase with the slot of its value."""

from __future__ import annotations

from functools import lru_cache

from wai_nb.asks.domain import ToolView
from wai_nb.asks.kinds import PEOPLE_KINDS, SPOKEN_KINDS
from wai_nb.asks.params import Param
from wai_nb.asks.verbs import plural, singular, words_of

_PEOPLE_COUNTS = tuple(
    ("guests people passengers nights days seats copies rooms adults children hours minutes items units").split()
)
_LAST = ("text", "reason", "title")  # long details are told at the end
_BARE_KINDS = ("path", "repo", "branch", "slug")


@lru_cache(maxsize=4096)
def mentions(view: ToolView) -> tuple[str, ...]:
    """Return how people name the thing that a tool is about, with its number."""
    key = view.key
    if key is None:
        return ("the {thing}",)
    if key.kind in _BARE_KINDS:
        return ("{id}", "{id}", "{id}", "the {thing} {id}") if key.noun not in ("target", "module") else ("{id}",)
    if key.kind in SPOKEN_KINDS:
        return ("the {id}",)
    if view.belongs:
        return ("the {thing} of {id}", "{id}'s {thing}")
    if key.kind in PEOPLE_KINDS:
        return ("{id}", "{id}", "the {thing} {id}") if view.thing not in ("", key.label) else ("{id}",)
    digits = (not key.on_file and key.noun in ("order", "account")) or key.schema.get("type") == "integer"
    mine = ("my {thing} {id}", "my {thing} ({id})", "my {thing}, number {id}", "the {id} {thing}")
    bare = ("#{id}", "{id}", "{id}", "no. {id}")
    own = ("{id}", f"the {{thing}} with the {_own_label(view)} {{id}}")
    return (
        *("{thing} {id}", "{label} {id}"),
        *(mine if view.topic.mine else ("the {thing} {id}",)),
        *(bare if digits else own),
    )


def owning(mentions: tuple[str, ...]) -> tuple[str, ...]:
    """Return those mentions that can own something, as its owner: "order 4412's"."""
    return tuple(f"{text}'s" for text in mentions if not any(mark in text for mark in (",", "(", " with ")))


def one_of(texts: tuple[str, ...]) -> str:
    """Return a choice between texts in the notation of phrases."""
    return f"[{'|'.join(texts)}]" if len(texts) > 1 else texts[0]


def way(key: Param) -> str:
    """Return whether money goes from or to the thing of this parameter."""
    return "from" if key.name.startswith(("from", "source")) else "to"


def _own_label(view: ToolView) -> str:
    """Return what the number of a thing is called where the thing was just named: "number", not "card number"."""
    return view.key.label.removeprefix(f"{view.thing} ") if view.key is not None else "name"


def args_of(view: ToolView, told: list[Param], without: tuple[str, ...], keyed: bool, terse: bool = False) -> str:
    """Return the details after the object, short ones first; each is a phrase with the slot of its value."""
    skipped = view.kind in ("pay", "compute")  # the amount is what the verb acts on
    pieces = [
        (param.kind in _LAST, _piece(view, param, param.name in without, terse))
        for param in told
        if not (skipped and param.kind == "amount") and param.kind not in ("object", "expression")
    ]
    sums = any(param.kind == "amount" for param in told)
    if view.kind == "pay" and view.key is not None and keyed and (sums or not view.pays_off):
        link = "[on|towards]" if view.pays_off else way(view.key)
        pieces.insert(0, (False, f" {link} {'{it}' if terse else one_of(mentions(view))}"))
    pieces.sort(key=lambda piece: piece[0])
    texts = [text for _, text in pieces]
    if view.kind == "pay" and len(texts) == 2:
        return f"[{texts[0]}{texts[1]}|{texts[1]}{texts[0]}]"  # from one to the other, or to the other from the one
    return "".join(texts)


def _piece(view: ToolView, param: Param, without: bool, terse: bool) -> str:
    """Return one detail, in the words that suit its kind and what is done."""
    slot = f"{{v_{param.name}}}"
    first = words_of(param.name)[0]
    if param.kind == "flag":
        return f" {'without' if without else 'with'} {param.label}"
    if param.kind in ("text", "title", "query"):
        return _quoted(view, param, terse)
    if param.kind in ("amount", "quantity", "number") and first in ("max", "min", "maximum", "minimum"):
        return f" [under|up to|for at most] {slot}" if first.startswith("max") else f" [from|of at least] {slot}"
    if first in ("from", "to") and (param.is_reference or param.kind in ("city", "person", "email", "currency")):
        return _end(param, first, terse)
    if param.kind == "id":
        return f" [from|out of] {param.noun} {slot}" if view.pays_off else f" for {param.noun} {slot}"
    if param.kind == "quantity":
        return _counted(view, param)
    if param.kind == "list" and (things := _listed_ids(param)):
        return f" {'for' if first == 'new' else 'with'} {things} {slot}"
    if view.kind == "update" and (said := _new_value(param, first)):
        return said
    if param.label == view.noun and view.kind == "create":
        return f' "{slot}"'
    if param.kind == "choice":
        return f" in {slot}" if param.label.endswith(("unit", "units")) else f" with {slot} {param.label}"
    if param.kind == "phone" and view.kind == "send":
        return f" to {slot}"
    if param.kind in ("email", "phone") and view.kind == "create":
        return f" with the {param.label} {slot}"
    if param.kind == "email" and view.kind in ("read", "search"):
        return f" [with the address|under] {slot}"
    if param.kind in ("date", "city"):
        return f" {_date_word(param) if param.kind == 'date' else _city_word(param)} {slot}"
    link = _LINKS.get(param.kind, f"with {param.label}")
    return f"{'' if link in ',:' else ' '}{link} {slot}{_AFTER.get(param.kind, '')}"


def _quoted(view: ToolView, param: Param, terse: bool) -> str:
    """Return how a text, a title or a search word is told: in quotes."""
    slot = f'"{{v_{param.name}}}"'
    if terse:
        return f"{':' if param.kind == 'text' else ''} {slot}"
    if (param.label == view.noun and view.kind == "create") or (param.kind == "title" and view.kind in ("act", "run")):
        return f" {slot}"
    if param.kind == "text" and view.kind in ("compute", "run", "other", "read"):
        return f": {slot}"
    if param.kind == "text":
        writes = view.kind in ("send", "create", "act")
        return f" [saying|with the text] {slot}" if writes else f" so that it [says|reads] {slot}"
    if param.kind == "title":
        return f" [with the subject|headed] {slot}" if view.kind == "send" else f" [called|for|about] {slot}"
    return f" [like|matching|for] {slot}"


def _end(param: Param, first: str, terse: bool) -> str:
    """Return where something comes from or goes to: a city, a person, an account."""
    slot = f"{{v_{param.name}}}"
    if param.kind != "id":
        return f" {first} {slot}"
    if terse:
        return f" {first} [|||{param.noun} ]{slot}"
    link = "[to|to|into|over to]" if first == "to" else "[from|from|out of]"
    return f" {link} [{param.noun} |{param.label} |my {param.noun} |my other {param.noun}, ||||no. |#]{slot}"


def _counted(view: ToolView, param: Param) -> str:
    """Return how many of something: guests, pieces, replicas."""
    slot = f"{{v_{param.name}}}"
    if param.label.split()[-1] in _PEOPLE_COUNTS:
        return f" for {slot} {param.label.removeprefix('duration ')}"
    if param.label == "quantity":
        return f" ({slot} [pieces|units])"
    alone = sum(other.kind == "quantity" for other in view.params) == 1
    sets = view.kind == "update" and view.verb != "rate" and alone
    if singular(param.label) == param.label:
        return f" to {slot}" if sets else f" ({param.label} {slot})"
    return f" {'to' if sets else 'with'} {slot} {param.label.removeprefix('num ')}"


def _new_value(param: Param, first: str) -> str:
    """Return what a field is set to; empty for a detail that is no new value."""
    slot = f"{{v_{param.name}}}"
    if param.kind == "choice":
        return f" [to|as] {slot}"
    if "temperature" in param.label:
        return f" to {slot} degrees"
    sets = param.kind in ("address", "street") or (param.kind in ("time", "date", "datetime") and first == "new")
    return f" to {slot}" if sets else ""


_LINKS = {
    "amount": "for",
    "email": "to",
    "person": "for",
    "name": "for",
    "time": "at",
    "datetime": "for",
    "reason": "because",
    "phone": "on",
    "address": "at",
    "url": "at",
    "language": "in",
    "currency": "in",
    "color": "in",
    "size": "in",
    "path": "in",
    "repo": "in",
    "branch": "on",
    "country": "in",
    "department": "for",
    "street": "at",
    "region": "in",
    "business": "at",
    "room": "in the",
    "month": "for",
    "environment": "in",
    "cuisine": "with",
    "zip": ",",
    "ticker": "of",
    "table": "of",
    "vehicle": "for a",
    "semester": "for",
    "sql": ":",
}
_AFTER = {"cuisine": " [food|dishes]"}


def _listed_ids(param: Param) -> str:
    """Return what a list of ids is a list of, in the plural; empty where it holds something else."""
    words = words_of(param.name)
    if len(words) < 2 or words[-1] not in ("ids", "numbers"):
        return ""
    return plural(" ".join(word for word in words[:-1] if word not in ("new", "old")))


def _date_word(param: Param) -> str:
    words = set(words_of(param.name))
    if words & {"end", "out", "checkout", "return", "dropoff"}:
        return "[to|until]"
    if words & {"until", "deadline", "due"}:
        return "[by|until]"
    return "from" if words & {"since", "start", "from", "in", "checkin", "pickup"} else "[on|for]"


def _city_word(param: Param) -> str:
    words = set(words_of(param.name))
    if words & {"origin", "from"}:
        return "from"
    return "to" if words & {"destination", "dest", "to"} else "in"
