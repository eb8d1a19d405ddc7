"""What somebody wants to know of a thing, settled once for all wordings of a situation."""

from __future__ import annotations

import re
from functools import lru_cache

from wai_nb.asks.domain import ToolView
from wai_nb.asks.grammar import Dice, expand
from wai_nb.asks.phrases.common import SHARED
from wai_nb.asks.verbs import singular

WISH = ("np", "indirect", "direct")  # the slots of a wish to know: the thing, what I want to know, the question
Aspect = tuple[str, str, str]
EXTRA = (  # of a tool that reads one part of a thing: the balance of an account
    "[|current |latest |exact ]{extra} [of|for|on] {it}; [what the {extra} [of|for] {it} is|which {extra} "
    "{it} shows|what {extra} you have down for {it}|how the {extra} on {it} looks|what {its} {extra} is|where {it} "
    "stands]; [[what's|what is] the [|current |latest ]{extra} [of|for|on] {it}|which {extra} does {it} show|what "
    "{extra} do you have for {it}|how does the {extra} on {it} look|where does {it} stand, {extra}-wise|"
    "what's {its} {extra}]?",
    "[change|movement] in the {extra} [of|for] {it} since {ago}; whether [the {extra} of {it}|{its} {extra}] "
    "[changed|moved] since {ago}; [did [the {extra} of {it}|{its} {extra}] [change|move]|has anything happened to the "
    "{extra} on {it}|any change in the {extra} for {it}] since {ago}?",
    "up-to-date {extra} [of|for] {it}; whether the {extra} [you have|shown] for {it} is [right|up to "
    "date]; [is [the {extra} on {it}|{its} {extra}] up to date|can you double-check the {extra} for {it}|do we have "
    "the right {extra} for {it}]?",
    "{extra} [of|for|on] {it} {past}; what [the {extra} of {it}|{its} {extra}] was {past}; what was [the {extra} [of|"
    "on] {it}|{its} {extra}] {past}?",
)
EXTRA_MANY = ("{extra} [of|for] {it}; which {extra} {it} has; [which|what] {extra} does {it} have?",)
_ABOUT_IT = re.compile(r"(.+) (?:of|for|on|to|in|behind|with|about|\[of\|for(?:\|on)?\]) \{it\}(.*)")
_STEADY_CHOICE = re.compile(r"<([^<>]*)>")
_STEADY_SLOTS = tuple(f"{{{name}}}" for name in "ago past day weekday soon later place person few".split())


def wish_of(view: ToolView, steady: Dice) -> Aspect:
    """Return what somebody wants to know, the same in all wordings; ``{args}`` stands for the details."""
    return settled(steady.pick(_aspects(view)), steady)


def settled(aspect: Aspect, steady: Dice) -> Aspect:
    """Return an aspect with its days, people and ``<one|of|these>`` drawn, so that all wordings want the same.

    Examples
    --------
    >>> settled(("rain on {day}", "whether I need <a coat|a coat>", "rain on {day}?"), Dice(1))[1]
    'whether I need a coat'
    """
    open_slots = _open_slots(aspect)
    if open_slots is None:
        return aspect
    text = "\n".join(aspect)
    if "<" in text:
        drawn = {options: steady.pick(options.split("|")) for options in dict.fromkeys(_STEADY_CHOICE.findall(text))}
        text = _STEADY_CHOICE.sub(lambda match: drawn[match.group(1)], text)
    for slot in open_slots:
        text = text.replace(slot, expand(slot, steady, SHARED))
    np, indirect, direct = text.split("\n")
    return np, indirect, direct


@lru_cache(maxsize=4096)
def _open_slots(aspect: Aspect) -> tuple[str, ...] | None:
    """Return the slots that :func:`settled` has to draw; None when an aspect leaves nothing open."""
    text = "\n".join(aspect)
    slots = tuple(slot for slot in _STEADY_SLOTS if slot in text)
    return slots if slots or "<" in text else None


def telegram(np: str) -> str:
    """Return a noun phrase about a thing in telegram style.

    Examples
    --------
    >>> telegram("receipt for {it}")
    '[{it}: receipt|receipt, {it}|receipt {it}]'
    """
    match = _ABOUT_IT.fullmatch(np)
    return f"[{{it}}: {match[1]}{match[2]}|{match[1]}{match[2]}, {{it}}|{match[1]} {{it}}{match[2]}]" if match else np


@lru_cache(maxsize=4096)
def _aspects(view: ToolView) -> tuple[Aspect, ...]:
    """Return all that can be wanted to be known of a tool's thing."""
    extra = extra_of(view)
    if view.kind == "search":
        return (
            (
                "[list|choice|selection] of {things}{args}",
                "which {things} [there are|you have|are available]{args}",
                "[[which|what] {things} [are there|do you have]|do you have any {things}]{args}?",
            ),
        )
    if extra and view.key is not None and extra != "file":
        last = extra.split(" ")[-1]
        table = EXTRA_MANY if singular(last) != last else EXTRA
        return tuple(_three(text.replace("{extra}", extra)) for text in table)
    if view.key is None and view.topic.name != "weather":
        now = "[what's|what is] {it}[ now| at the moment|]?"
        return ((f"[current |latest |]{view.noun}{{args}}", "what {it} is", now),)
    return tuple(map(_three, view.topic.aspects))


def _three(text: str) -> Aspect:
    np, indirect, direct = (part.strip() for part in text.split(";"))
    return np, indirect, direct


@lru_cache(maxsize=4096)
def extra_of(view: ToolView) -> str:
    """Return the part of the tool's noun that is not its thing: ``status`` of get_order_status(order_id)."""
    thing = view.thing.split(" ")
    words = [word for word in view.noun.split(" ") if singular(word) not in thing and word not in thing]
    return " ".join(words) if len(words) < len(view.noun.split(" ")) or view.key is not None else ""
