"""Looking one thing up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wai_nb.world.reading import Use
from wai_nb.world.records import Records

Answer = dict[str, Any]


def read(use: Use, arguments: Mapping[str, Any], records: Records) -> Answer:
    """Return the record of a thing; of something without an id, what these arguments always give."""
    if use.key is not None and use.key.name in arguments:
        record = records.find(use.thing, arguments[use.key.name])
        return {"status": "ok", field_of(use.thing): dict(record or {})}
    if records.state == "missing" and use in records.in_play and records.target is None:
        missing = list(arguments.values())[:1]
        return {"status": "not_found", "missing": missing, "hint": f"There is no {use.thing} for this."}
    shape = records.shape(use.thing)
    asked = json.dumps(dict(arguments), sort_keys=True, default=str)
    given = {name: value for name, value in arguments.items() if name != shape.key_name}
    record = records.fresh(use.thing, asked, given)
    del record[shape.key_name]
    if records.state == "unknown" and use in records.in_play and shape.status is not None:
        record[shape.status] = "unknown"
    return {"status": "ok", field_of(use.view.noun): {**arguments, **record}}


def field_of(noun: str) -> str:
    """Return the field of an answer that holds a thing.

    Examples
    --------
    >>> field_of("order item"), field_of("")
    ('order_item', 'result')
    """
    return noun.replace(" ", "_") or "result"
