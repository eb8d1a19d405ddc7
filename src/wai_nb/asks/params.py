"""What the parameters of a tool are: their kind, what a person calls them, real values on file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from wai_nb.asks.kinds import json_type, kind_of
from wai_nb.asks.verbs import singular, words_of

_PAGING = {"num_results", "limit", "page", "offset", "cursor", "max_results", "page_size", "top_k", "n_results"}
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
_COMPOUNDS = ("pull request", "merge request", "purchase order", "work order", "gift card", "credit card", "debit card")
REFERENCE_KINDS = frozenset({"id", "path", "repo", "branch", "slug"})

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
    markers = ("id", "ids", "uuid", "guid", "ref", "reference", "number", "no", "code", "slug", "key", "handle", "name")
    while len(stem) > 1 and stem[-1] in markers:
        stem.pop()
    if not stem or stem[-1] in markers:
        if tool_noun in _COMPOUNDS:
            return tool_noun
        return singular(tool_noun.split(" ")[0]) if tool_noun else "record"
    noun = singular(" ".join(stem))
    return {"sku": "product", "pnr": "booking", "iban": "account", "isbn": "book"}.get(noun, noun)


def _label(words: list[str], kind: str, noun: str) -> str:
    if kind == "id" and (
        words[-1] in ("id", "ids", "uuid", "guid", "no", "number", "ref", "reference") or noun == words[-1]
    ):
        return f"{noun} {'reference' if words[-1] in ('ref', 'reference') else 'number'}"
    if kind == "slug":
        return noun
    return " ".join(_SPOKEN.get(word, word) for word in words if word != "new" or len(words) == 1)


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
