"""What the parameters of a tool are: their kind, what a person calls them, real values on file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from wai_nb.asks.verbs import singular, words_of

_FORMATS = {
    "email": "email",
    "date": "date",
    "date-time": "datetime",
    "time": "time",
    "uri": "url",
    "url": "url",
    "uuid": "id",
    "phone": "phone",
}
# last word of a name -> kind; where a numeric type is declared, _NUMBERS decides first
_LAST_WORDS = {
    "id": "id",
    "ids": "id",
    "uuid": "id",
    "guid": "id",
    "ref": "id",
    "reference": "id",
    "sku": "id",
    "key": "id",
    "number": "id",
    "no": "id",
    "code": "id",
    "slug": "id",
    "iban": "id",
    "isbn": "id",
    "pnr": "id",
    "handle": "id",
    "account": "id",
    "card": "id",
    "ticket": "id",
    "parcel": "id",
    "order": "id",
    "invoice": "id",
    "booking": "id",
    "path": "path",
    "file": "path",
    "filename": "path",
    "filepath": "path",
    "dir": "path",
    "directory": "path",
    "folder": "path",
    "target": "path",
    "module": "path",
    "repo": "repo",
    "repository": "repo",
    "branch": "branch",
    "email": "email",
    "mail": "email",
    "recipient": "email",
    "cc": "email",
    "bcc": "email",
    "url": "url",
    "link": "url",
    "uri": "url",
    "website": "url",
    "date": "date",
    "day": "date",
    "deadline": "date",
    "due": "date",
    "when": "datetime",
    "birthday": "date",
    "since": "date",
    "until": "date",
    "time": "time",
    "hour": "time",
    "datetime": "datetime",
    "timestamp": "datetime",
    "amount": "amount",
    "price": "amount",
    "cost": "amount",
    "total": "amount",
    "budget": "amount",
    "fee": "amount",
    "balance": "amount",
    "sum": "amount",
    "salary": "amount",
    "deposit": "amount",
    "payment": "amount",
    "city": "city",
    "location": "city",
    "place": "city",
    "town": "city",
    "origin": "city",
    "destination": "city",
    "country": "country",
    "language": "language",
    "lang": "language",
    "currency": "currency",
    "color": "color",
    "colour": "color",
    "size": "size",
    "priority": "priority",
    "department": "department",
    "team": "department",
    "customer": "person",
    "user": "person",
    "username": "person",
    "person": "person",
    "assignee": "person",
    "owner": "person",
    "author": "person",
    "guest": "person",
    "passenger": "person",
    "patient": "person",
    "contact": "person",
    "employee": "person",
    "friend": "person",
    "beneficiary": "person",
    "phone": "phone",
    "mobile": "phone",
    "telephone": "phone",
    "address": "address",
    "street": "address",
    "body": "text",
    "message": "text",
    "content": "text",
    "text": "text",
    "description": "text",
    "comment": "text",
    "note": "text",
    "notes": "text",
    "details": "text",
    "summary": "text",
    "feedback": "text",
    "contents": "text",
    "reason": "reason",
    "why": "reason",
    "cause": "reason",
    "justification": "reason",
    "query": "query",
    "keyword": "query",
    "keywords": "query",
    "search": "query",
    "term": "query",
    "terms": "query",
    "q": "query",
    "question": "query",
    "topic": "query",
    "title": "title",
    "subject": "title",
    "headline": "title",
    "expression": "expression",
    "formula": "expression",
    "sql": "sql",
    "statement": "sql",
    "name": "name",
}
_NUMBERS = {"amount", "quantity", "percent"}
_QUANTITIES = set(
    (
        "quantity count qty guests people passengers nights days hours minutes seats size limit n items "
        "units copies age rating stars page offset times party adults children rooms months weeks years "
        "duration max min top k"
    ).split()
)
_PAGING = {"limit", "page", "offset", "cursor", "max_results", "page_size", "top_k", "n_results"}
_SPOKEN = {
    "sku": "product code",
    "iban": "IBAN",
    "pnr": "booking code",
    "url": "link",
    "qty": "quantity",
    "repo": "repository",
    "dob": "date of birth",
    "q": "search",
    "body": "text",
    "msg": "message",
    "desc": "description",
    "addr": "address",
}
REFERENCE_KINDS = frozenset({"id", "path", "repo", "branch"})

# A token with letters and digits, as ids on file look: P-101, A1001, ORD-4017, 12B
_ID = re.compile(
    r"(?<![\w$€£.-])(?=[\w-]*\d)(?:[A-Z]{1,6}-?\d{1,9}[A-Z]?|\d{1,4}[A-Z]|[a-z]{1,6}[-_]\d{1,9}|"
    r"[A-Z0-9]{2,5}-[A-Z0-9]{2,8})(?![\w-])"
)
_NUMBER = re.compile(
    r"(?<![\w$€£.,:-])\d{3,9}(?![\w%.-]\w|%|\s*(?:days?|hours?|minutes?|seconds?|characters|words|"
    r"tokens|items|results|rows|ms))"
)
_PATH = re.compile(
    r"(?<![\w/:])(?:[\w.-]+/)+[\w.-]*\w|(?<![\w/.@-])[\w-]+\.(?:py|js|ts|go|rs|java|md|txt|json|toml|"
    r"yaml|yml|csv|html|css|sql|ipynb)\b"
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_QUOTED = re.compile(r"['\"“`]([^'\"”`]{2,40})['\"”`]")
_NOT_IDS = re.compile(r"(?:UTF|SHA|MD|HTTP|ISO|RFC|BASE|MP|IPV|OAUTH|GPT|TLS|COVID)-?\d+$|[A-Z]\d\d?$", re.IGNORECASE)
_SHOWN_AS = re.compile(
    r"\b(?:e\.g\.|eg|such as|for example|example|like|on file|known|valid|one of|available)\b", re.IGNORECASE
)


@dataclass(frozen=True, eq=False)
class Param:
    """One parameter of a tool.

    Parameters
    ----------
    name
        As the schema has it.
    label
        What a person calls it: ``order_id`` is the "order number".
    kind
        What its values are: id, path, email, date, amount, quantity, text, ...
    noun
        What it points to when it is a reference (``order_id`` points to an order), else empty.
    required
        Whether the schema asks for it.
    schema
        Its JSON schema.
    on_file
        Real values that the descriptions, examples, enum or default name.
    """

    name: str
    label: str
    kind: str
    noun: str
    required: bool
    schema: Mapping[str, Any]
    on_file: tuple[Any, ...] = field(default=())

    @cached_property
    def declared(self) -> str:
        """The JSON type of its values, empty when the schema names none."""
        return json_type(self.schema)

    @property
    def is_reference(self) -> bool:
        """Whether its values name a thing that exists or not."""
        return self.kind in REFERENCE_KINDS

    @property
    def is_paging(self) -> bool:
        """Whether it only says how many results to give, which a person does not say."""
        return self.name.lower() in _PAGING


def read_params(schema: Mapping[str, Any], tool_noun: str) -> tuple[Param, ...]:
    """Return the parameters of a tool's JSON schema, in its order.

    Examples
    --------
    >>> schema = {"properties": {"order_id": {"type": "string"}, "amount": {"type": "number"}}}
    >>> [(p.name, p.label, p.kind, p.noun) for p in read_params(schema, "order")]
    [('order_id', 'order number', 'id', 'order'), ('amount', 'amount', 'amount', '')]
    """
    properties = schema.get("properties")
    required = schema.get("required") or ()
    if not isinstance(properties, Mapping):
        return ()
    return tuple(
        _param(str(name), part if isinstance(part, Mapping) else {}, name in required, tool_noun)
        for name, part in properties.items()
    )


def ids_in(text: str) -> tuple[str, ...]:
    """Return the tokens of a description that look like ids or paths on file.

    Examples
    --------
    >>> ids_in("Parcels on file: P-101, P-102 (UTF-8, within 30 days)")
    ('P-101', 'P-102')
    >>> ids_in("Orders on file: 4412 and 4413.")
    ('4412', '4413')
    """
    found = [token for token in _ID.findall(text) if not _NOT_IDS.match(token)]
    if not found and _SHOWN_AS.search(text):
        found = _NUMBER.findall(text[_SHOWN_AS.search(text).start() :])  # type: ignore[union-attr]
    return tuple(dict.fromkeys(found))


def paths_in(text: str) -> tuple[str, ...]:
    """Return the file paths that a description names.

    Examples
    --------
    >>> paths_in("Read a file, e.g. src/app.py or README.md.")
    ('src/app.py', 'README.md')
    """
    return tuple(
        dict.fromkeys(path for path in _PATH.findall(text) if path.lower() not in ("and/or", "yes/no", "read/write"))
    )


def _param(name: str, schema: Mapping[str, Any], required: bool, tool_noun: str) -> Param:
    words = words_of(name) or [name]
    kind = kind_of(words, schema, tool_noun)
    noun = _noun(words, kind, tool_noun) if kind in REFERENCE_KINDS else ""
    return Param(name, _label(words, kind, noun), kind, noun, required, schema, _on_file(kind, schema))


def json_type(schema: Mapping[str, Any]) -> str:
    """Return the JSON type of a schema, the first that is not null, or an empty text."""
    declared = schema.get("type")
    if isinstance(declared, list):
        return next((str(kind) for kind in declared if kind != "null"), "")
    if isinstance(declared, str):
        return declared
    for part in schema.get("anyOf") or schema.get("oneOf") or ():
        if isinstance(part, Mapping) and part.get("type") not in (None, "null"):
            return json_type(part)
    return ""


def kind_of(words: list[str], schema: Mapping[str, Any], tool_noun: str) -> str:
    """Return the kind of a parameter, from its enum, type, format and the last word of its name."""
    declared, last = json_type(schema), words[-1]
    if schema.get("enum") or "const" in schema:
        return "choice"
    if declared in ("boolean", "array", "object"):
        return {"boolean": "flag", "array": "list", "object": "object"}[declared]
    if schema.get("format") in _FORMATS:
        return _FORMATS[str(schema["format"])]
    known = _LAST_WORDS.get(last, "")
    if declared in ("number", "integer"):
        if known == "id" or known in _NUMBERS:
            return known
        return "quantity" if declared == "integer" or last in _QUANTITIES else "number"
    if words in (["to"], ["recipient"]) or (last in ("to", "from") and "mail" in tool_noun):
        return "email" if "mail" in tool_noun or tool_noun in ("", "message") else "person"
    if words[0] in ("from", "to", "source", "destination") and len(words) == 1:
        return "city"
    if last == "code" and len(words) == 1:
        return "code"
    return known or ("title" if last == "name" else "word")


def _noun(words: list[str], kind: str, tool_noun: str) -> str:
    if kind == "path":
        return words[-1] if words[-1] in ("target", "module", "folder", "directory") else "file"
    if kind in ("repo", "branch"):
        return {"repo": "repository"}.get(kind, kind)
    stem = [
        word
        for word in words
        if word not in ("from", "to", "source", "destination", "new", "old", "the", "my", "target")
    ]
    markers = ("id", "ids", "uuid", "guid", "ref", "reference", "number", "no", "code", "slug", "key", "handle")
    while len(stem) > 1 and stem[-1] in markers:
        stem.pop()
    if not stem or stem[-1] in markers:
        return singular(tool_noun.split(" ")[0]) if tool_noun else "record"
    noun = singular(" ".join(stem))
    return {"sku": "product", "pnr": "booking", "iban": "account", "isbn": "book"}.get(noun, noun)


def _label(words: list[str], kind: str, noun: str) -> str:
    if kind == "id" and (
        words[-1] in ("id", "ids", "uuid", "guid", "no", "number", "ref", "reference") or noun == words[-1]
    ):
        return f"{noun} {'reference' if words[-1] in ('ref', 'reference') else 'number'}"
    return " ".join(_SPOKEN.get(word, word) for word in words)


def _on_file(kind: str, schema: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the values that the schema itself names, first enum and examples, then its description."""
    named = list(schema.get("enum") or ()) or ([schema["const"]] if "const" in schema else [])
    if not named:
        examples = schema.get("examples")
        named = list(examples) if isinstance(examples, list) else []
        named += [schema["example"]] if "example" in schema else []
    text = str(schema.get("description") or "")
    if not named and text:
        named = list(_named_in(kind, text))
    if json_type(schema) == "integer":
        named = [int(value) for value in named if str(value).isdigit()]
    return tuple(value for value in named if value is not None)


def _named_in(kind: str, text: str) -> tuple[str, ...]:
    if kind == "path":
        return paths_in(text)
    if kind == "email":
        return tuple(dict.fromkeys(_EMAIL.findall(text)))
    if kind == "id":
        return ids_in(text)
    if kind in ("word", "name", "city", "query", "title") and _SHOWN_AS.search(text):
        return tuple(dict.fromkeys(_QUOTED.findall(text)))
    return ()
