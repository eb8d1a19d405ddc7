from __future__ import annotations

import array
import collections
import copy
import enum
import json
import math
import sqlite3
import threading
import types
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, NamedTuple
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.records.values import clean_text, jsonable


class Colour(enum.Enum):
    RED = "red"
    ODD = object()


class Code(enum.IntEnum):
    OK = 200


@dataclass
class Order:
    order_id: str
    amount: Decimal


class Point(NamedTuple):
    x: int
    y: int


class Model(pydantic.BaseModel):
    when: date
    secret: pydantic.SecretStr = pydantic.SecretStr("hunter2")


class Plain:
    pass


class Word(str):
    def __str__(self) -> str:
        return "lies"


def strict(plain: object) -> str:
    """Encode as strict UTF-8 and strict JSON, or raise."""
    text = json.dumps(plain, allow_nan=False, ensure_ascii=False)
    text.encode("utf-8")
    return text


def only_json(plain: object) -> bool:
    if type(plain) is dict:
        return all(type(key) is str and only_json(item) for key, item in plain.items())
    if type(plain) is list:
        return all(map(only_json, plain))
    return plain is None or type(plain) in (str, int, bool) or (type(plain) is float and math.isfinite(plain))


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (float("nan"), "NaN"),
        (float("inf"), "Infinity"),
        (-float("inf"), "-Infinity"),
        (True, True),
        (b"text", "text"),
        (bytearray(b"\x89PNG"), "base64:iVBORw=="),
        (memoryview(b"ab"), "ab"),
        ({"b", "a"}, ["a", "b"]),
        (frozenset({3, 1, "x"}), ["x", 1, 3]),
        ((1, (2,)), [1, [2]]),
        (range(3), [0, 1, 2]),
        (collections.deque([1]), [1]),
        ({"a": 1}.keys(), ["a"]),
        ({"a": 1}.values(), [1]),
        (datetime(2025, 3, 30, 2, 30), "2025-03-30T02:30:00"),
        (datetime(2025, 3, 30, tzinfo=timezone.utc), "2025-03-30T00:00:00+00:00"),
        (date(2025, 3, 30), "2025-03-30"),
        (time(2, 30), "02:30:00"),
        (timedelta(days=1), "1 day, 0:00:00"),
        (Decimal("9.90"), "9.90"),
        (Fraction(1, 3), "1/3"),
        (1 + 2j, "(1+2j)"),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (PurePosixPath("a/b"), "a/b"),
        (PureWindowsPath("a\\b"), "a/b"),
        (Colour.RED, "red"),
        (Colour.ODD, "ODD"),
        (Code.OK, 200),
        (Word("word"), "word"),
        (collections.UserString("text"), "text"),
        (Order("A1", Decimal("2.50")), {"order_id": "A1", "amount": "2.50"}),
        (Order, "<class '" + Order.__module__ + ".Order'>"),
        (Point(1, 2), {"x": 1, "y": 2}),
        (Model(when=date(2025, 3, 30)), {"when": "2025-03-30", "secret": "SecretStr('**********')"}),
        (types.SimpleNamespace(s={"b", "a"}), {"s": ["a", "b"]}),
        (types.MappingProxyType({"a": 1}), {"a": 1}),
        (collections.Counter("aab"), {"a": 2, "b": 1}),
        (collections.UserDict({1: 2}), {"1": 2}),
        (ValueError("bad"), "ValueError: bad"),
        (array.array("i", [1, 2]), [1, 2]),
    ],
)
def test_python_values_become_readable_json(value: object, plain: object) -> None:
    assert jsonable(value) == plain
    assert only_json(jsonable(value))
    assert jsonable({"deep": [value]}) == {"deep": [plain]}


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        (np.float64("nan"), "NaN"),
        (np.bool_(True), True),
        (np.str_("x"), "x"),
        (np.longdouble(0.5), 0.5),
        (np.array([[1.0, np.inf]]), [[1.0, "Infinity"]]),
        (np.array(5), 5),
        (np.datetime64("2025-03-30T02:30:00", "ns"), "2025-03-30T02:30:00.000000000"),
        (np.array(["2025-03-30"], dtype="datetime64[D]"), ["2025-03-30"]),
        (pd.Timestamp("2025-03-30"), "2025-03-30T00:00:00"),
        (pd.Series([1, 2]), [1, 2]),
        (pd.DataFrame({"a": [1], "b": ["x"]}), [{"a": 1, "b": "x"}]),
    ],
)
def test_numpy_and_pandas_values(value: object, plain: object) -> None:
    assert jsonable(value) == plain
    assert only_json(jsonable(value))


def test_ints_of_any_size() -> None:
    assert jsonable(10**4000) == 10**4000
    assert jsonable(1 << 20_000) == hex(1 << 20_000)  # Python refuses to write or read its decimal text
    assert jsonable(-(1 << 20_000)).startswith("-0x1")


def test_a_database_row_becomes_a_dict() -> None:
    db = sqlite3.connect(":memory:")
    db.row_factory = sqlite3.Row
    row = db.execute("select 1 as id, 'x' as name").fetchone()
    db.close()
    assert jsonable(row) == {"id": 1, "name": "x"}


def test_odd_keys_become_text_and_none_is_lost() -> None:
    value = {1: "number", "1": "text", None: 0, False: "bool", 1.5: "f", (1, "a"): "t", Colour.RED: "c", b"k": "b"}
    assert jsonable(value) == {
        "1 (2)": "number",
        "1": "text",
        "null": 0,
        "false": "bool",
        "1.5": "f",
        '[1, "a"]': "t",
        "red": "c",
        "k": "b",
    }
    clash = {chr(0xD800): 1, chr(0xD801): 2, "\ufffd": 3, date(2025, 1, 1): 4, "2025-01-01": 5}
    assert jsonable(clash) == {"\ufffd (2)": 1, "\ufffd (3)": 2, "\ufffd": 3, "2025-01-01 (2)": 4, "2025-01-01": 5}


def test_memory_addresses_are_left_out() -> None:
    assert jsonable(Plain()) == jsonable(Plain()) == f"<{__name__}.Plain object>"
    assert "0x" not in jsonable(lambda: 1)
    assert "0x" not in jsonable({"fn": threading.Lock()})["fn"]


def test_a_long_repr_is_cut() -> None:
    class Long:
        def __repr__(self) -> str:
            return "x" * 10_000

    assert len(jsonable(Long())) == 2000
    assert jsonable(Long()).endswith("x…")


def test_nothing_raises() -> None:
    class Bad:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    class BadStr(str):
        __slots__ = ()

    class BadModel:
        def model_dump(self) -> object:
            raise ValueError("cycle")

        def __repr__(self) -> str:
            return "BadModel()"

    class BadMapping(collections.UserDict[str, int]):
        def items(self) -> Any:
            raise OSError("gone")

    assert jsonable(Bad()) == "<Bad>"
    assert jsonable(BadStr("x")) == "x"
    assert jsonable(BadModel()) == "BadModel()"
    assert jsonable(BadMapping(a=1)) == "{'a': 1}"
    assert only_json(jsonable(Mock()))
    assert only_json(jsonable(i for i in range(3)))


def test_an_interrupt_is_not_swallowed() -> None:
    class Stop:
        def __repr__(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        jsonable(Stop())


def test_cycles_and_depth() -> None:
    loop: dict[str, Any] = {"a": [1]}
    loop["self"] = loop
    loop["a"].append(loop["a"])
    assert jsonable(loop) == {"a": [1, "<cycle>"], "self": "<cycle>"}
    shared = [1]
    assert jsonable([shared, shared]) == [[1], [1]]
    node = Order("A", Decimal(1))
    node.amount = node  # type: ignore[assignment]
    assert jsonable(node) == {"order_id": "A", "amount": "<cycle>"}
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    assert "<too deep>" in strict(jsonable(deep))


def test_wide_cycles_do_not_explode() -> None:
    knot: list[Any] = []
    knot.extend([knot] * 50)
    assert jsonable(knot) == ["<cycle>"] * 50


def test_the_result_is_a_copy() -> None:
    value: dict[str, Any] = {"steps": [{"tool": "a"}]}
    plain = jsonable(value)
    value["steps"][0]["tool"] = "b"
    value["steps"].append(1)
    assert plain == {"steps": [{"tool": "a"}]}


def test_a_set_has_the_same_order_everywhere() -> None:
    words = {f"w{i}" for i in range(50)}
    assert jsonable(words) == sorted(words)


def test_half_characters() -> None:
    assert clean_text("plain") == "plain"
    assert clean_text("half \ud83d here") == "half \ufffd here"
    assert clean_text("\udc97") == "\ufffd"
    assert clean_text("\ud83d\ude00") == "😀"  # two halves of a cut stream
    assert clean_text("\ude00\ud83d") == "\ufffd\ufffd"
    family = "👩\u200d👧\u200d👦 شكرا \u202e \x00 \x1b[31m"
    assert clean_text(family) is family or clean_text(family) == family


def _scalars() -> st.SearchStrategy[Any]:
    surrogates = st.text(st.characters(), max_size=5) | st.text(st.sampled_from("\ud83d\ude00a\udc97é"), max_size=5)
    return st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), surrogates, st.binary(max_size=5), st.complex_numbers(),
        st.dates(), st.datetimes(), st.times(), st.timedeltas(), st.decimals(), st.fractions(), st.uuids(),
        st.sampled_from([Colour.RED, Colour.ODD, Code.OK, Plain(), np.int8(1), Order("x", Decimal("NaN"))]),
    )  # fmt: skip


def _anything() -> st.SearchStrategy[Any]:
    keys = st.one_of(st.text(st.sampled_from("12\ud83da"), max_size=2), st.integers(0, 2), st.none(), st.floats(0, 2))
    sets = st.frozensets(st.one_of(st.integers(), st.text(max_size=3)), max_size=3)
    return st.recursive(
        _scalars() | sets,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4),
            st.lists(inner, max_size=4).map(tuple),
            st.dictionaries(keys, inner, max_size=4),
            inner.map(lambda item: types.SimpleNamespace(item=item)),
        ),
        max_leaves=12,
    )


@given(_anything())
def test_always_strict_and_stable(value: Any) -> None:
    plain = jsonable(value)
    assert only_json(plain)
    assert json.loads(strict(plain)) == plain
    again = jsonable(plain)
    assert again == plain
    assert strict(again) == strict(plain)


@given(_anything())
def test_no_entry_of_a_dict_is_lost(value: Any) -> None:
    if isinstance(value, dict):
        assert len(jsonable(value)) == len(value)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=15,
)


@given(_JSON)
def test_json_data_is_unchanged(value: Any) -> None:
    before = copy.deepcopy(value)
    assert strict(jsonable(value)) == strict(before)


@given(st.text(st.sampled_from("\ud83d\ude00\udbff\udc00aé😀")))
def test_clean_text_is_the_utf16_reading(text: str) -> None:
    cleaned = clean_text(text)
    cleaned.encode("utf-8")
    assert clean_text(cleaned) == cleaned
    assert cleaned == "".join(_read_utf16(text))


def _read_utf16(text: str) -> Iterator[str]:
    rest = list(text)
    while rest:
        first = rest.pop(0)
        if "\ud800" <= first <= "\udbff" and rest and "\udc00" <= rest[0] <= "\udfff":
            yield chr(0x10000 + ((ord(first) - 0xD800) << 10) + (ord(rest.pop(0)) - 0xDC00))
        else:
            yield "\ufffd" if "\ud800" <= first <= "\udfff" else first
