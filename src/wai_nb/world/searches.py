"""Searching and listing: filters, bounds and pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from wai_nb.asks.domain import content_words
from wai_nb.asks.grammar import Dice
from wai_nb.asks.params import Param
from wai_nb.asks.verbs import plural
from wai_nb.stats import draw
from wai_nb.world.drawing import Record
from wai_nb.world.lookups import field_of
from wai_nb.world.reading import Use
from wai_nb.world.records import Records, plain_id

Answer = dict[str, Any]
RESULTS = 8  # convention: one page of results
_SIZES = (
    "limit",
    "page_size",
    "pagesize",
    "max_results",
    "maxresults",
    "per_page",
    "top_k",
    "n_results",
    "count",
    "k",
    "n",
)
_PLACES = ("offset", "skip", "page", "page_number", "cursor", "page_token", "next_token")
_WORDS = ("query", "title", "text", "word", "name")
_LOW = ("min", "minimum", "from", "start", "since", "after", "earliest")
_HIGH = ("max", "maximum", "to", "end", "until", "before", "latest")
_DATES = ("date", "placed_on", "opened_on", "sent_on", "updated_on", "changed_on", "issued_on", "since")
_FOLDERS = ("directory", "folder", "dir", "path")
_COMMENTS = {
    "js": ("// ", ""),
    "ts": ("// ", ""),
    "css": ("/* ", " */"),
    "html": ("<!-- ", " -->"),
    "json": ("// ", ""),
}
_TITLES = ("name", "title", "subject", "content", "description", "items", "body", "text")


def search(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return the things that fit the filters, one page of them, and how many there are in all."""
    pages = {
        param.name: arguments[param.name] for param in use.view.params if _pages(param) and param.name in arguments
    }
    found = _matching(use, {name: value for name, value in arguments.items() if name not in pages}, records)
    size, start = _page(pages, len(found))
    if size is None:
        hint = f"There is no such page: {json.dumps(pages, default=str)}. {plural_of(len(found), use.thing)} fit."
        return {"status": "rejected", "error": "invalid_argument", "hint": hint}
    shown = [_brief(record) for record in found[start : start + size]]
    answer: Answer = {"status": "ok", field_of(plural(use.thing)): shown, "count": len(found)}
    if size and start + size < len(found):
        answer.update(_next(use, size, start))
    return answer


def plural_of(n: int, noun: str) -> str:
    """Return a count with its noun.

    Examples
    --------
    >>> plural_of(1, "order"), plural_of(3, "order")
    ('1 order', '3 orders')
    """
    return f"{n} {noun if n == 1 else plural(noun)}"


# -- pages


def _pages(param: Param) -> bool:
    name = _snake(param.name)
    return name in _SIZES or name in _PLACES


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()


def _page(pages: Mapping[str, Any], total: int) -> tuple[int | None, int]:
    """Return how many results a page has and where it starts; no size for a page that cannot be."""
    named = {_snake(name): _whole(value) for name, value in pages.items()}
    size = next((named[name] for name in _SIZES if name in named), RESULTS)
    start = 0
    for name in _PLACES:
        value = named.get(name)
        if name in named and value is None:
            return None, 0
        if value is not None:
            start = (max(value, 1) - 1) * (size or 0) if name.startswith("page") and "token" not in name else value
    if size is None or size < 0 or start < 0 or any(named.get(name, 0) is None for name in _SIZES):
        return None, 0
    if any("cursor" in name or "token" in name for name in named) and start > total:
        return None, 0
    return size, start


def _whole(value: Any) -> int | None:
    if isinstance(value, str):
        digits = re.fullmatch(r"(?:cur_)?(\d{1,9})", value.strip())
        return int(digits.group(1)) if digits else 0 if not value.strip() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _next(use: Use, size: int, start: int) -> Answer:
    """Return how to ask for the next page, where the tool takes a page at all."""
    for param in use.view.params:
        name = _snake(param.name)
        if name in ("cursor", "page_token", "next_token"):
            return {f"next_{name.removeprefix('next_')}": f"cur_{start + size}"}
        if name in ("page", "page_number"):
            return {"next_page": start // size + 2}
        if name in ("offset", "skip"):
            return {f"next_{name}": start + size}
    return {"more": True}


def _brief(record: Record) -> Record:
    """Return a record as a list shows it: a file without its content."""
    return {name: value for name, value in record.items() if name != "content"}


# -- filters


def _matching(use: Use, filters: Mapping[str, Any], records: Records) -> list[Record]:
    """Return the things that fit: those that are there, and what this search brings to light."""
    params = [param for param in use.view.params if param.name in filters]
    tests = [_test(param, filters[param.name], use.thing, records) for param in params]

    def fits(record: Record) -> bool:
        return all(test(record) for test in tests)

    records.known(use.thing)
    name = json.dumps(filters, sort_keys=True, default=str)
    records.survey(use.thing, name, fits, _candidates(use, params, filters, name, records))
    found = [record for record in records.known(use.thing) if fits(record)]
    if "date" in records.shape(use.thing).renamed:
        found.sort(key=lambda record: (str(record.get("date", "")), str(record.get("time", ""))))
    return found


def _candidates(
    use: Use, params: list[Param], filters: Mapping[str, Any], name: str, records: Records
) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield what may come to light: things made to fit the filters, and the residents where there is no filter."""
    if not params:
        return records.residents(use.thing)
    return chain(_fitting(use, params, filters, name, records))


def _fitting(
    use: Use, params: list[Param], filters: Mapping[str, Any], name: str, records: Records
) -> Iterator[tuple[Any, dict[str, Any]]]:
    key = records.reading.keys.get(use.thing)
    if key is not None and key.on_file:
        return
    for turn in range(1 + draw.integer(5, records.seed, "results", use.thing, name)):
        dice = Dice(records.seed, "fit", name, turn)
        thing_id = records.new_id(use.thing, "found", name, turn)
        given: dict[str, Any] = {}
        for param in params:
            if param.kind == "path" or param.noun in _FOLDERS:
                thing_id = _inside(str(filters[param.name]), str(thing_id))
            else:
                given.update(_made_to_fit(param, filters[param.name], use.thing, records, dice))
                given.update(_like_parent(param, filters[param.name], use.thing, records))
        if isinstance(given.get("content"), str):
            given["content"] = _noted(given["content"], thing_id, use.thing, records)
        yield thing_id, given


def _inside(folder: str, path: str) -> str:
    folder = folder.strip().strip("/")
    return path if folder in ("", ".") else f"{folder}/{path.rsplit('/', 1)[-1]}"


def _test(param: Param, value: Any, noun: str, records: Records) -> Callable[[Record], bool]:
    """Return a function that says whether a record passes one filter."""
    shape = records.shape(noun)
    if side := _side(param):
        field = _bounded(param, noun, records)
        return lambda record: _within(record.get(field or ""), value, side)
    if param.noun in _FOLDERS or param.kind == "path":
        folder = str(value).strip().strip("/")
        prefix = "" if folder in ("", ".") else folder.lower() + "/"
        return lambda record: plain_id(record.get(shape.key_name, "")).startswith(prefix)
    if param.is_reference and param.noun:
        names = (param.name, *records.reading.names_of(param.noun))
        wanted = plain_id(value)
        return lambda record: any(plain_id(record[name]) == wanted for name in names if name in record)
    if param.kind in _WORDS and param.name not in shape.renamed.values():
        words = _telling(str(value))
        return lambda record: _has_word(words, record)
    if param.kind in ("title", "text", "name", "query"):
        words = _telling(str(value))
        return lambda record: _has_word(words, {param.name: record.get(param.name, "")})
    plain = plain_id(value)
    return lambda record: _equal(record, param.name, plain, noun, records)


def _equal(record: Record, name: str, plain: str, noun: str, records: Records) -> bool:
    """Say whether a record has this value; of a person also under another name, as the customer of an order is."""
    if name in record:
        held = record[name]
        return any(plain_id(item) == plain for item in held) if isinstance(held, list) else plain_id(held) == plain
    return any(isinstance(held, str) and plain_id(held) == plain for held in record.values())


def _telling(text: str) -> list[str]:
    words = content_words(text) or re.findall(r"\w+", text.lower())
    return words + re.findall(r"\b[\w-]*\d[\w-]*\b", text.lower())


def _has_word(words: list[str], record: Mapping[str, Any]) -> bool:
    text = json.dumps(list(record.values()), ensure_ascii=False, default=str).lower()
    return not words or any(word.rstrip("s") in text for word in words)


def _side(param: Param) -> str:
    words = _snake(param.name).split("_")
    if param.kind not in ("amount", "number", "quantity", "date", "datetime"):
        return ""
    low = words[0] in _LOW or words[-1] in ("min", "after", "since", "from", "start")
    high = words[0] in _HIGH or words[-1] in ("max", "before", "until", "to", "end")
    return "low" if low and not high else "high" if high else ""


def _bounded(param: Param, noun: str, records: Records) -> str | None:
    """Return the field that a bound speaks of: the field it names, else the money or the date of the thing."""
    shape = records.shape(noun)
    fields = {field: name for field, name in shape.renamed.items() if name is not None}
    named = [part for part in _snake(param.name).split("_") if part not in (*_LOW, *_HIGH)]
    for field, name in fields.items():
        if named and "_".join(named) in (field, _snake(name)):
            return name
    if param.kind in ("date", "datetime"):
        return next((fields[field] for field in _DATES if field in fields), None)
    return shape.money


def _within(held: Any, value: Any, side: str) -> bool:
    if isinstance(held, str) and isinstance(value, str):
        held, value = held[: len(value)], value[: len(held)]
    elif not (_is_number(held) and _is_number(value)):
        return held is None
    return bool(held >= value if side == "low" else held <= value)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _made_to_fit(param: Param, value: Any, noun: str, records: Records, dice: Dice) -> dict[str, Any]:
    """Return the fields that make a record pass a filter."""
    shape = records.shape(noun)
    if side := _side(param):
        field = _bounded(param, noun, records)
        if field is None:
            return {}
        if not _is_number(value):
            return {field: str(value)[:10]}
        share = (20 + dice.below(79)) / 100
        fitting = value * share if side == "high" else value * (1 + share)
        return {field: round(fitting, 2) if isinstance(value, float) or field == shape.money else int(fitting)}
    if param.kind in _WORDS and param.name not in shape.renamed.values():
        return _titled(str(value), noun, records, dice)
    return {param.name: value}


def _like_parent(param: Param, value: Any, noun: str, records: Records) -> dict[str, Any]:
    """Return what a thing has from the thing it belongs to: the currency of its account."""
    if not param.is_reference or param.noun not in records.reading.keys:
        return {}
    parent = records.find(param.noun, value) or {}
    names = [name for name in (records.shape(noun).renamed.get("currency"),) if name and name in parent]
    return {name: parent[name] for name in names}


def _noted(query: str, thing_id: Any, noun: str, records: Records) -> str:
    """Return the content of a file that has a text in it, as a comment of its language."""
    suffix = str(thing_id).rpartition(".")[2].lower()
    before, after = _COMMENTS.get(suffix, ("# ", ""))
    return f"{before}{query}{after}\n{records.fresh(noun, thing_id).get('content', '')}"


def _titled(value: str, noun: str, records: Records, dice: Dice) -> dict[str, Any]:
    """Return the telling field of a record, with the words of a query in it."""
    shape = records.shape(noun)
    field = next((shape.renamed[field] for field in _TITLES if shape.renamed.get(field)), None) or "title"
    if shape.renamed.get("content") == field:
        return {field: value}
    if shape.renamed.get("items") == field:
        return {field: [{"name": value, "quantity": 1, "price": (price := 9.5 + dice.below(80))}], "total": price}
    if shape.topic.name == "goods":
        return {field: dice.pick(("{}", "{}, grey", "{}, green", "{}, large", "small {}")).format(value)}
    return {field: dice.pick(("{}", "{}", "Re: {}", "{}, again")).format(value)}
