from __future__ import annotations

import enum
import functools
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timezone
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NewType, TypedDict, Union
from uuid import UUID

import pydantic
import pytest
import typing_extensions as te

from wai_nb.errors import ArgumentError
from wai_nb.records.tools.convert import convert_arguments


class Colour(enum.Enum):
    RED = "red"
    ODD = (1, 2)


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclass
class Item:
    sku: str
    count: int = 1
    until: date | None = None
    parts: list[Item] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError("count is below 0")


class Address(TypedDict):
    street: str
    since: te.NotRequired[date]


class Point(NamedTuple):
    x: float
    y: float = 0.0


class Order(pydantic.BaseModel):
    order_id: str
    when: date


class Sku(str):
    __slots__ = ()


OrderId = NewType("OrderId", str)


def convert(hint: Any, value: Any) -> Any:
    def body(value): ...  # type: ignore[no-untyped-def]

    body.__annotations__["value"] = hint
    return convert_arguments(body, {"value": value})["value"]


@pytest.mark.parametrize(
    ("hint", "value", "result"),
    [
        (str, "a", "a"),
        (int, 3, 3),
        (int, 3.0, 3),
        (float, 3, 3.0),
        (bool, True, True),
        (None, None, None),
        (Any, {"a": [1]}, {"a": [1]}),
        (object, 5, 5),
        (OrderId, "A1", "A1"),
        (Sku, "A1", Sku("A1")),
        (Annotated[date, "when"], "2025-03-30", date(2025, 3, 30)),
        (str | None, None, None),
        (date | None, "2025-03-30", date(2025, 3, 30)),
        (Union[date, str], "soon", "soon"),  # noqa: UP007
        (int | Item, {"sku": "a"}, Item("a")),
        (Literal["a", 1], 1, 1),
        (Literal[Colour.RED], "red", Colour.RED),
        (Colour, "red", Colour.RED),
        (Colour, "RED", Colour.RED),
        (Colour, "ODD", Colour.ODD),
        (Colour, Colour.RED, Colour.RED),
        (Level, 2, Level.HIGH),
        (Level, "LOW", Level.LOW),
        (date, "2025-03-30", date(2025, 3, 30)),
        (date, date(2025, 3, 30), date(2025, 3, 30)),
        (datetime, "2025-03-30T02:30:00Z", datetime(2025, 3, 30, 2, 30, tzinfo=timezone.utc)),
        (time, "02:30:00", time(2, 30)),
        (UUID, "00000000-0000-0000-0000-000000000001", UUID(int=1)),
        (Path, "a/b.txt", Path("a/b.txt")),
        (Decimal, "9.90", Decimal("9.90")),
        (Decimal, 0.1, Decimal("0.1")),
        (
            Item,
            {"sku": "a", "until": "2025-03-30", "parts": [{"sku": "b"}]},
            Item("a", 1, date(2025, 3, 30), [Item("b")]),
        ),
        (Address, {"street": "x", "since": "2025-03-30"}, {"street": "x", "since": date(2025, 3, 30)}),
        (Point, {"x": 1}, Point(1.0)),
        (Order, {"order_id": "A", "when": "2025-03-30"}, Order(order_id="A", when=date(2025, 3, 30))),
        (list[Order], [], []),
        (list, (1, 2), [1, 2]),
        (list[Colour], ["red"], [Colour.RED]),
        (Sequence[date], ["2025-03-30"], [date(2025, 3, 30)]),
        (set[int], [1, 1], {1}),
        (frozenset[int], [1], frozenset({1})),
        (deque[int], [1], deque([1])),
        (tuple[int, ...], [1, 2], (1, 2)),
        (tuple[int, Colour], [1, "red"], (1, Colour.RED)),
        (tuple, [1], (1,)),
        (dict, {"a": 1}, {"a": 1}),
        (dict[str, Colour], {"a": "red"}, {"a": Colour.RED}),
        (dict[int, str], {"1": "a"}, {1: "a"}),
        (Mapping[Colour, int], {"red": 1}, {Colour.RED: 1}),
        (OrderedDict[str, int], {"a": 1}, OrderedDict(a=1)),
    ],
)
def test_json_becomes_what_the_hint_says(hint: Any, value: Any, result: Any) -> None:
    found = convert(hint, value)
    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize(
    ("hint", "value", "message"),
    [
        (str, 4412, "=4412 is not a text."),
        (int, "3", "='3' is not a whole number."),
        (int, 3.5, "=3.5 is not a whole number."),
        (int, float("inf"), "=inf is not a whole number."),
        (int, True, "=True is not a whole number."),
        (float, False, "=False is not a number."),
        (bool, 1, "=1 is not true or false."),
        (int | None, "x", "='x' is not a whole number."),
        (int | bool, "x", "='x' is not a whole number and is not true or false."),
        (Literal["low", "high"], "hig", "='hig' is not allowed. Use one of: 'low', 'high'. Did you mean 'high'?"),
        (Literal[1], True, "=True is not allowed. Use one of: 1."),
        (Colour, "reed", "='reed' is not allowed. Use one of: 'red', 'ODD'. Did you mean 'red'?"),
        (Colour, ["red"], "=['red'] is not allowed. Use one of: 'red', 'ODD'."),
        (date, "soon", "='soon' is not a date, like '2025-03-30'."),
        (datetime, 5, "=5 is not a date-time, like '2025-03-30T14:05:00'."),
        (time, "x", "='x' is not a time, like '14:05:00'."),
        (UUID, "x", "='x' is not a uuid, like '12345678-1234-5678-1234-567812345678'."),
        (Path, 5, "=5 is not a path, like 'notes/today.txt'."),
        (Decimal, "x", "='x' is not a decimal, like '9.90'."),
        (Item, "x", "='x' is not an object."),
        (Item, {}, " needs the field 'sku'. It takes 'sku', 'count', 'until', 'parts'."),
        (
            Item,
            {"sku": "a", "cont": 1},
            " has no field 'cont'. It takes 'sku', 'count', 'until', 'parts'. Did you mean 'count'?",
        ),
        (Item, {"sku": "a", "count": "x"}, ": count='x' is not a whole number."),
        (Item, {"sku": "a", "count": -1}, ": count is below 0"),
        (list[Item], [{"sku": 1}], "[0]: sku=1 is not a text."),
        (Order, {"order_id": "A", "when": "x"}, ": when: Input should be a valid date or datetime, input is too short"),
        (list[int], "abc", "='abc' is not a list."),
        (list[int], [1, "x"], "[1]='x' is not a whole number."),
        (tuple[int, int], [1], " holds 1 values, not 2."),
        (set, [[1]], ": unhashable type: 'list'"),
        (dict[str, int], [1], "=[1] is not an object."),
        (dict[str, int], {"a": "x"}, "['a']='x' is not a whole number."),
        (dict[int, int], {"a": 1}, ": the key 'a' is not a whole number."),
    ],
)
def test_what_does_not_fit_is_said(hint: Any, value: Any, message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        convert(hint, value)
    assert str(caught.value) == f"body(): value{message}"


def hold(parcel_id: str, note: str = None, days: int = 1, anything=None): ...  # type: ignore[no-untyped-def,assignment]  # noqa: RUF013


def test_names_are_checked() -> None:
    takes = "It takes 'parcel_id', 'note', 'days', 'anything'."
    with pytest.raises(ArgumentError) as caught:
        convert_arguments(hold, {"parcel": "P"})
    assert str(caught.value) == f"hold() has no argument 'parcel'. {takes} Did you mean 'parcel_id'?"
    with pytest.raises(ArgumentError) as caught:
        convert_arguments(hold, {})
    assert str(caught.value) == f"hold() needs the argument 'parcel_id'. {takes}"
    with pytest.raises(ArgumentError) as caught:
        convert_arguments(lambda: 1, {5: 1})  # type: ignore[dict-item]
    assert str(caught.value) == "<lambda>() has no argument 5. It takes nothing."
    with pytest.raises(ArgumentError) as caught:
        convert_arguments(hold, "text")  # type: ignore[arg-type]
    assert str(caught.value) == "hold(): arguments='text' (str) is no dict."


def test_null_where_the_default_is_none_and_no_hint() -> None:
    found = convert_arguments(hold, {"parcel_id": "P", "note": None, "anything": {"x": 1}})
    assert found == {"parcel_id": "P", "note": None, "anything": {"x": 1}}


def test_what_a_partial_fills_in_is_no_argument() -> None:
    def find(db: object, order_id: str, limit: int = 5) -> list[object]:
        return [db, order_id, limit]

    for bound in (functools.partial(find, "db"), functools.partial(find, db="db")):
        assert bound(**convert_arguments(bound, {"order_id": "A"})) == ["db", "A", 5]
        with pytest.raises(ArgumentError, match="has no argument 'db'"):
            convert_arguments(bound, {"order_id": "A", "db": 1})
