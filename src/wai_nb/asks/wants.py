"""What is wanted of a tool, as phrases: the thing, the act, the question about it, with the facts in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from wai_nb.asks.aspects import WISH, Aspect, extra_of, telegram, wish_of
from wai_nb.asks.details import args_of, mentions, one_of, owning, way
from wai_nb.asks.domain import ToolView, singular_phrase
from wai_nb.asks.grammar import Dice, Part, compiled
from wai_nb.asks.params import Param
from wai_nb.asks.phrases.stances import VAGUE
from wai_nb.asks.verbs import VERBS, article, gerund, participle, plural, words_of

_MONTHS = tuple(("January February March April May June July August September October November December").split())
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)$")
ASKING = ("read", "search")  # kinds of tools whose wish is a question
REWORDED = ("amount", "date")  # kinds whose values people put in their own words
_ACT_TO_KNOW = "[check|find out|see|look up|tell me|let me know|look into] {indirect}"
_THE_OWN = "[my|the|that] {thing}'s"


class Want(NamedTuple):
    """One wish, ready to be put in a sentence.

    Parameters
    ----------
    asks
        Whether it is something to know (a question) rather than something to do.
    words
        Slots: ``it`` (the thing with its facts), ``its``, ``the``, ``thing``, ``things``, ``label``, ``vp``, ``ving``,
        ``done``, ``act`` (``vp``, or to find out what is asked), ``heading`` (the act without its details), ``np``,
        ``indirect``, ``direct`` and the values.
    """

    asks: bool
    words: dict[str, Part]


def want_of(
    view: ToolView,
    values: Mapping[str, Any],
    steady: Dice,
    spoken: Dice,
    currency: str,
    hold: Callable[[str], str],
    vague: bool = False,
    terse: bool = False,
) -> Want:
    """Return what is wanted of a tool in a situation.

    Parameters
    ----------
    view, values
        The tool, and the argument values of the situation.
    steady
        Draws that all wordings of the situation share: what is wanted to be known.
    spoken
        Draws of this wording: how values are said.
    currency
        The money sign.
    hold
        Takes a fact and gives the mark that stands for it until the text is finished.
    vague
        Whether the person leaves out which thing and which details are meant.
    terse
        Whether values are said in one word where that is possible.
    """
    told = () if vague else _told(view, tuple(values))
    without = tuple([param.name for param, _ in told if values[param.name] is False])
    asked = wish_of(view, steady) if view.kind in ASKING else None
    vaguely = steady.pick(VAGUE) if vague else ""
    words = dict(_skeleton(view, told, without, asked, vaguely))
    for param, slot in told:
        value = values[param.name]
        as_is = type(value) is str and param.kind not in REWORDED
        said = value if as_is else say(value, param.kind, spoken, currency, terse)
        as_words = param.kind == "date" and said != value  # "4 November" takes part in the sentence
        words[slot] = said if as_words else hold(said)
        if param is view.key:
            words["id"] = words[slot] if as_is else hold(str(value))
    return Want(asked is not None, words)


@lru_cache(maxsize=4096)
def _told(view: ToolView, names: tuple[str, ...]) -> tuple[tuple[Param, str], ...]:
    """Return the parameters that are told, each with the slot of its value."""
    return tuple((param, f"v_{param.name}") for param in view.params if param.name in names)


@lru_cache(maxsize=8192)
def _skeleton(
    view: ToolView, telling: tuple[tuple[Param, str], ...], without: tuple[str, ...], asked: Aspect | None, vaguely: str
) -> dict[str, Part]:
    """Return the phrases of a wish, in which the values told are slots."""
    words: dict[str, Part] = dict(_plain_words(view))
    told = [param for param, _ in telling]
    rest = [param for param in told if param is not view.key]
    args = args_of(view, rest, without, view.key in told)
    bare, read_args = _object(view, rest), ""
    if vaguely:
        words["it"] = compiled(vaguely)
        words["its"] = compiled(_THE_OWN)
    elif view.key is not None:
        named = view.key in told
        words["it"] = compiled(one_of(mentions(view))) if named else words["the"]
        words["its"] = compiled(one_of(owning(mentions(view))) if named else _THE_OWN)
    else:
        words["it"] = compiled(f"{bare}{args}" if view.kind != "read" else f"the {view.noun}{args}")
        read_args, args = (args, "") if view.kind == "read" else ("", args)
    object_ = _left_open(view) if vaguely else bare
    if asked:
        wish = [_with_details(text, args if "{it}" in text else args or read_args) for text in asked]
        words.update(zip(WISH, map(compiled, wish), strict=True))
        words["tight"] = compiled(wish[0] if vaguely or view.key is None else telegram(wish[0]))
    base, said = _verbs(view)
    if view.kind == "other":
        base = said = _unknown_act(view)
        object_ = ""
    words["heading"] = compiled(f"{said} {article(view.noun)}" if view.kind != "other" else said.replace("{it}", "it"))
    words["vp"] = compiled(f"{said} {object_}{args}")
    if asked is None:
        words["tight"] = compiled(
            f"{_short_verbs(base, said)} {object_}{args_of(view, rest, without, view.key in told, terse=True)}"
        )
    words["act"] = compiled(_ACT_TO_KNOW) if asked else words["vp"]
    words["ving"] = compiled(f"{gerund(base)} {object_}{args}")
    words["done"] = compiled(f"{object_} {participle(base)}{args}")
    return words


def _with_details(text: str, details: str) -> str:
    """Return a wish to know with the details in their place, which is its end where it names none."""
    if "{args}" in text or "{it}" not in text or not details:
        return text.replace("{args}", details)
    return f"{text[:-1]}{details}?" if text.endswith("?") else f"{text}{details}"


def say(value: Any, kind: str, dice: Dice, currency: str, terse: bool = False) -> str:
    """Return a value as a person says it; ids, paths and numbers keep every character, terse amounts are one word.

    Examples
    --------
    >>> say(45.0, "amount", Dice(2), "$") in ("$45", "$45.00", "45 dollars", "45 USD", "USD 45.00")
    True
    >>> say("2026-03-12", "date", Dice(1), "$") in ("March 12", "12 March", "2026-03-12", "the 12th of March")
    True
    """
    if isinstance(value, str) and kind not in REWORDED:
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and kind != "amount":
        return str(int(value))
    if isinstance(value, list):
        return " and ".join(say(item, kind, dice, currency) for item in value)
    if kind == "amount" and _is_number(value):
        return _money(float(value), dice, currency, terse)
    match = _DATE.match(value) if kind == "date" and isinstance(value, str) else None
    if match is not None:
        month, day = _MONTHS[int(match.group(2)) - 1], int(match.group(3))
        said: str = dice.pick((f"{month} {day}", f"{day} {month}", value, f"the {day}{_ordinal(day)} of {month}"))
        return said
    return str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) or re.fullmatch(r"\d+(\.\d+)?", str(value)) is not None


def _money(value: float, dice: Dice, currency: str, terse: bool) -> str:
    text = f"{value:,.2f}"
    if currency == "$" and value < 1000 and not terse:
        whole = text.removesuffix(".00")
        return dice.pick((f"${whole}", f"${text}", f"{whole} dollars", f"${whole}", f"{whole} USD", f"USD {text}"))
    whole = text.removesuffix(".00")
    return dice.pick((f"{currency}{whole}", f"{currency}{text}"))


def _ordinal(day: int) -> str:
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


@lru_cache(maxsize=4096)
def _plain_words(view: ToolView) -> dict[str, Part]:
    """Return the words that depend on the tool alone."""
    thing = view.thing or "thing"
    if view.key is not None and view.key.noun in ("target", "module"):
        thing = singular_phrase(view.noun)
    short = "[my|the|this|my] {thing}" if view.topic.mine else "[the|this|that] {thing}"
    return {
        "thing": thing,
        "things": plural(thing),
        "a_thing": article(thing),
        "label": view.key.label if view.key is not None else f"{thing} name",
        "the": compiled(short),
    }


def _left_open(view: ToolView) -> str:
    """Return what the verb acts on where the person leaves out which thing is meant."""
    if view.kind == "pay" and view.key is not None and view.thing not in view.noun.split(" "):
        return f"{article(view.noun)} {way(view.key)} {{it}}"  # money to an account: it is not the account that moves
    return "{it}"


def _object(view: ToolView, told: list[Param]) -> str:
    """Return what the verb acts on."""
    if view.kind == "pay" and (amount := next((param for param in told if param.kind == "amount"), None)):
        return f"{{v_{amount.name}}}"
    if view.kind == "compute" and (sum_of := next((param for param in told if param.kind == "amount"), None)):
        return f"{{v_{sum_of.name}}}"
    if view.kind == "compute" and (what := next((param for param in told if param.kind == "expression"), None)):
        return f"{{v_{what.name}}}"
    if view.kind == "pay" and not view.pays_off:
        return article(view.noun)
    if view.key is not None:
        extra = extra_of(view)
        link = "in" if view.key.kind == "path" else "[of|for]"
        return f"the {extra} {link} {{it}}" if extra and extra not in ("file", "repo") else "{it}"
    if view.kind == "search":
        return "{things}"
    return f"the {view.noun}" if view.kind in ("update", "act", "delete") else article(view.noun)


def _verbs(view: ToolView) -> tuple[str, str]:
    """Return the plain verb and the phrase of all that people say for it."""
    if view.verb not in VERBS:
        return view.verb, view.verb
    said = VERBS[view.verb][1]
    return said[0], f"[{'|'.join((said[0], *said))}]"


def _short_verbs(base: str, said: str) -> str:
    """Return the verbs of one word among those that people say."""
    single = [verb for verb in said.strip("[]").split("|") if " " not in verb]
    return f"[{'|'.join(single)}]" if single else base


def _unknown_act(view: ToolView) -> str:
    """Return how a person asks for an act whose verb is not known: what the tool says of itself, else its name."""
    said = view.description.split(".")[0].strip()
    words = said.split()
    if 2 <= len(words) <= 6 and said.isascii() and words[0].isalpha() and not set(said) & set("[]{}|"):
        said = said[:1].lower() + said[1:]
    else:
        said = f"take care of the {' '.join(words_of(view.name))}"
    if view.key is None:
        return said
    named, times = re.subn(rf"\b(?:an?|the|this|my) {re.escape(view.thing)}\b", "{it}", said, count=1)
    return named if times else f"{said} for {{it}}"
