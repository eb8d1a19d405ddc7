"""What a parameter is by its type, its format and the words of its name: an id, a path, a date, a person ..."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wai_nb.asks.verbs import singular

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
    "street": "street",
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
    "zip": "zip",
    "zipcode": "zip",
    "postcode": "zip",
    "state": "region",
    "province": "region",
    "region": "region",
    "attendee": "email",
    "participant": "email",
    "invitee": "email",
    "member": "person",
    "doctor": "person",
    "physician": "person",
    "therapist": "person",
    "teacher": "person",
    "driver": "person",
    "manager": "person",
    "host": "person",
    "restaurant": "business",
    "hotel": "business",
    "shop": "business",
    "store": "business",
    "clinic": "business",
    "company": "business",
    "vendor": "business",
    "supplier": "business",
    "merchant": "business",
    "venue": "business",
    "cuisine": "cuisine",
    "ticker": "ticker",
    "symbol": "ticker",
    "vehicle": "vehicle",
    "semester": "semester",
    "table": "table",
    "dataset": "table",
    "column": "column",
    "field": "column",
    "metric": "column",
    "x": "column",
    "y": "column",
    "artist": "person",
    "singer": "person",
    "damage": "amount",
    "value": "amount",
    "income": "amount",
    "rent": "amount",
    "loan": "amount",
    "bid": "amount",
    "room": "room",
    "door": "door",
    "month": "month",
    "label": "tag",
    "tag": "tag",
    "category": "tag",
    "environment": "environment",
    "env": "environment",
    "item": "goods",
    "product": "goods",
    "dish": "goods",
}
# things of computers that go by a name of small letters: billing-api
_SLUGS = frozenset(
    "service deployment cluster pod container app application namespace server database pipeline job queue bucket "
    "instance workflow".split()
)
# the last two words of a name, where they say more than the last
_LAST_TWO = {
    **{
        f"{what} {number}": "phone" for what in "phone mobile cell telephone fax".split() for number in ("number", "no")
    },
    **{f"{what} code": "zip" for what in ("postal", "zip", "post")},
    **{f"{what} model": "vehicle" for what in ("car", "vehicle")},
    **{f"{what} name": "slug" for what in _SLUGS},
}
_NAMED = ("business", "room", "door", "goods", "table", "column")  # kinds whose values are names: restaurant_name
SPOKEN_KINDS = ("door", "room")  # kinds whose values are words of the language
PEOPLE_KINDS = ("person", "email", "name")  # kinds that say who is meant
_NUMBERS = {"amount", "quantity", "percent"}
_QUANTITIES = set(
    (
        "quantity count qty guests people passengers nights days hours minutes seats size limit n items "
        "units copies age rating stars page offset times party adults children rooms months weeks years "
        "duration max min top k"
    ).split()
)


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
    declared, last = json_type(schema), words[-1].rstrip("0123456789") or words[-1]
    if schema.get("enum") or "const" in schema:
        return "choice"
    if declared in ("boolean", "array", "object"):
        return {"boolean": "flag", "array": "list", "object": "object"}[declared]
    if schema.get("format") in _FORMATS:
        return _FORMATS[str(schema["format"])]
    known = _LAST_WORDS.get(last) or _LAST_WORDS.get(singular(last), "")
    if known == "address" and last != words[-1]:  # address1, beside a city of its own
        return "street"
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
    if last in _SLUGS:
        return "slug"
    if two := _LAST_TWO.get(" ".join((*words[-2:-1], last))):
        return two
    if last == "name" and len(words) > 1:
        owner = _LAST_WORDS.get(words[-2], "")
        return owner if owner in _NAMED else "name"
    if known == "query" and tool_noun == "query":
        return "sql"
    return known or ("title" if last == "name" else "word")
