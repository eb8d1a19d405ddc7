"""What a function's signature and a class's fields say: names, type hints, defaults."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import types
import typing
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union

from wai_nb.errors import ToolError, shown

NO_DEFAULT = inspect.Parameter.empty
_UNIONS = (Union, types.UnionType)
_WRAPPERS = ("Required", "NotRequired", "ReadOnly", "Final")  # by name: they moved from typing_extensions to typing


class Field(NamedTuple):
    """One parameter of a function, or one field of a class."""

    name: str
    hint: Any
    default: Any = NO_DEFAULT
    required: bool = True


def function_name(function: object) -> str:
    """Return the name a callable goes by, or an empty text when it has none.

    Examples
    --------
    >>> function_name(functools.partial(len))
    'len'
    """
    if isinstance(function, functools.partial):
        return function_name(function.func)
    for attribute in ("name", "__name__"):
        name = getattr(function, attribute, None)
        if isinstance(name, str):
            return name
    return ""


def docstring_of(function: object) -> str:
    """Return the docstring of a function, of the one inside a partial, or of an object's class and its call."""
    if isinstance(function, functools.partial):
        return docstring_of(function.func)
    texts = [getattr(function, "__doc__", None)]
    if not hasattr(function, "__name__"):
        texts.append(getattr(function, "__call__", None).__doc__)  # noqa: B004 - an object that can be called
    return "\n\n".join(inspect.cleandoc(text) for text in texts if text)


def is_unbound(function: object) -> bool:
    """Tell whether the function is a method taken from its class, not from an object.

    Examples
    --------
    >>> class Shop:
    ...     def get_order(self, order_id): ...
    >>> is_unbound(Shop.get_order), is_unbound(Shop().get_order)
    (True, False)
    """
    if not inspect.isfunction(function):
        return False
    try:
        return next(iter(inspect.signature(function).parameters), "") in ("self", "cls")
    except (TypeError, ValueError, NameError):  # parameters_of says what is wrong
        return False


def parameters_of(function: Callable[..., Any]) -> list[Field]:
    """Return the parameters of a function with their hints resolved, without ``self`` and what a partial fills in.

    Raises
    ------
    ToolError
        When there is no signature, a parameter has no name to call it by (``*args``, ``**kwargs``,
        positional-only), or a hint cannot be resolved.
    """
    where = f"{function_name(function) or shown(function)}()"
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError, NameError) as error:
        raise ToolError(f"{where} has no readable signature ({error}). Wrap it in a typed function.") from None
    filled = function.keywords if isinstance(function, functools.partial) else {}
    names = _namespaces(function)
    return [_field(item, where, names) for item in parameters[is_unbound(function) :] if item.name not in filled]


def _field(parameter: inspect.Parameter, where: str, names: tuple[dict[str, Any], dict[str, Any]]) -> Field:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        stars = str(parameter).split(":")[0]
        raise ToolError(f"{where} takes {stars}. A tool is called by names: write out each argument.")
    if parameter.kind is parameter.POSITIONAL_ONLY:
        raise ToolError(f"{where}: {parameter.name!r} is positional-only. A tool is called by names: drop the '/'.")
    hint = _resolved(parameter.annotation, f"{where}: parameter {parameter.name!r}", names)
    return Field(parameter.name, hint, parameter.default, parameter.default is NO_DEFAULT)


def _namespaces(function: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the globals of a function and the variables it closes over, where the words of its hints live."""
    while isinstance(function, functools.partial):
        function = function.func
    if not hasattr(function, "__globals__") and not inspect.ismethod(function):
        function = getattr(function, "__call__", function)  # noqa: B004 - an object that can be called
    function = inspect.unwrap(getattr(function, "__func__", function))
    cells = getattr(function, "__closure__", None) or ()
    free = function.__code__.co_freevars if cells else ()
    enclosed = {}
    for name, cell in zip(free, cells, strict=True):
        with suppress(ValueError):  # not filled yet
            enclosed[name] = cell.cell_contents
    return getattr(function, "__globals__", {}), enclosed


def _resolved(annotation: Any, where: str, names: tuple[dict[str, Any], dict[str, Any]]) -> Any:
    if annotation is inspect.Parameter.empty:
        return Any

    def holder() -> None: ...

    holder.__annotations__ = {"hint": annotation}
    return _all_resolved(holder, where, shown(annotation), *names)["hint"]


def _all_resolved(
    owner: Any, where: str, what: str, outer: dict[str, Any] | None = None, inner: dict[str, Any] | None = None
) -> dict[str, Any]:
    try:
        return typing.get_type_hints(owner, outer, inner, include_extras=True)
    except Exception as error:
        raise ToolError(
            f"{where}: the type hint {what} cannot be resolved ({error}). "
            "Define or import what it names outside any function, or drop the hint."
        ) from None


def has_fields(cls: object) -> bool:
    """Tell whether it is a class with typed fields: a dataclass, TypedDict or NamedTuple."""
    if not isinstance(cls, type):
        return False
    return dataclasses.is_dataclass(cls) or is_typed_dict(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields"))


def is_typed_dict(cls: object) -> bool:
    """Tell whether it is a TypedDict."""
    return isinstance(cls, type) and issubclass(cls, dict) and hasattr(cls, "__required_keys__")


def is_pydantic(cls: object) -> bool:
    """Tell whether it is a pydantic model, without importing pydantic."""
    return isinstance(cls, type) and hasattr(cls, "model_json_schema") and hasattr(cls, "model_validate")


def fields_of(cls: Any, where: str) -> list[Field]:
    """Return the fields of a dataclass, TypedDict or NamedTuple with their hints resolved."""
    hints = _all_resolved(cls, where, f"of a field of {cls.__name__}")
    if is_typed_dict(cls):
        return [Field(name, hint, NO_DEFAULT, _is_required(cls, name, hint)) for name, hint in hints.items()]
    if not dataclasses.is_dataclass(cls):
        given = cls._field_defaults
        kept = [(name, hints.get(name, Any)) for name in cls._fields]
        return [Field(name, hint, given.get(name, NO_DEFAULT), name not in given) for name, hint in kept]
    fields = [field for field in dataclasses.fields(cls) if field.init]
    return [Field(field.name, hints.get(field.name, Any), *_default_of(field)) for field in fields]


def _default_of(field: dataclasses.Field[Any]) -> tuple[Any, bool]:
    if field.default is not dataclasses.MISSING:
        return field.default, False
    return NO_DEFAULT, field.default_factory is dataclasses.MISSING


def _is_required(cls: Any, name: str, hint: Any) -> bool:
    mark = getattr(typing.get_origin(hint), "_name", "")
    if mark in ("Required", "NotRequired"):  # __required_keys__ is wrong for these when hints are text
        return bool(mark == "Required")
    return name in cls.__required_keys__


def bare(hint: Any) -> Any:
    """Return the type itself: without Annotated, Required, NewType, type aliases and type variables.

    Examples
    --------
    >>> bare(Annotated[int, "how many"])
    <class 'int'>
    """
    while True:
        origin = typing.get_origin(hint)
        if origin is Annotated or getattr(origin, "_name", "") in _WRAPPERS:
            hint = typing.get_args(hint)[0]
        elif hasattr(hint, "__supertype__"):  # NewType
            hint = hint.__supertype__
        elif type(hint).__name__ == "TypeAliasType":  # type Name = ..., from Python 3.12
            hint = hint.__value__
        elif isinstance(hint, TypeVar):
            hint = hint.__bound__ or (Union[hint.__constraints__] if hint.__constraints__ else Any)  # noqa: UP007
        else:
            return type(None) if hint is None else hint


def is_anything(hint: Any) -> bool:
    """Tell whether a bare type allows every value."""
    return hint is Any or hint is object or hint is inspect.Parameter.empty


def union_of(hint: Any) -> tuple[Any, ...]:
    """Return the members of a union, or nothing."""
    return typing.get_args(hint) if typing.get_origin(hint) in _UNIONS else ()


def literals_of(hint: Any) -> tuple[Any, ...]:
    """Return the values of a Literal, or nothing."""
    return typing.get_args(hint) if typing.get_origin(hint) is Literal else ()


def is_enum(hint: Any) -> bool:
    """Tell whether it is an Enum class."""
    return isinstance(hint, type) and issubclass(hint, Enum)
