"""Labels that are read off a text: its tone, its length and its layout; a label is there only if the text shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any

SHORT, LONG = 10, 40  # words, convention: fewer than SHORT is short, more than LONG is long
_QUOTED = re.compile(r'"[^"]*"')


def labels_of(prompt: str, texture: str | None) -> dict[str, Any]:
    """Return the labels that a text's own words show, with the texture that a check has confirmed.

    Examples
    --------
    >>> labels_of("Please look up order 4412.", None)
    {'tone': 'polite', 'length': 'short'}
    """
    labels: dict[str, Any] = {}
    if texture is not None:
        labels["texture"] = texture
    for name, label_of in _LABELS:
        if (label := label_of(prompt)) is not None:
            labels[name] = label
    return labels


def tone_of(text: str) -> str | None:
    """Return the tone that a text's own words show, those in quotes apart, or None when it is plain.

    Examples
    --------
    >>> tone_of("I'm sick of waiting."), tone_of("Could you please check?"), tone_of("Where is it?")
    ('irritated', 'polite', None)
    """
    if '"' in text:
        text = _QUOTED.sub("", text)  # a message to send is not in the person's own tone
    low = text.lower().replace("\n", " ").replace("(", " ")
    heard = _CUE.findall(" " + low)
    if low.startswith(_OPENINGS):
        heard.append(next(opening for opening in _OPENINGS if low.startswith(opening)))
    return min(map(_TONE_OF.__getitem__, heard), key=_TONES.index) if heard else None


def length_of(text: str) -> str | None:
    """Return ``short`` or ``long``, or None for a text of ten to forty words."""
    count = len(text.split())
    return "short" if count < SHORT else "long" if count > LONG else None


def layout_of(text: str) -> str | None:
    """Return ``forwarded`` or ``list`` if the lines of a text show it."""
    if "\n> " in text:
        return "forwarded"
    numbered = ("1. " in text and " 2. " in text) or ("1) " in text and " 2) " in text)
    listed = numbered or text.count("\n- ") > 1
    return "list" if listed else None


def _by_initial(cues: Iterable[str]) -> str:
    """Return a pattern for any of the cues, in which most words fail at their first letter."""
    groups = groupby(sorted(cues), key=itemgetter(0))
    return "|".join(f"{initial}(?:{'|'.join(cue[1:] for cue in group)})" for initial, group in groups)


_SAID = {  # words that show a tone wherever a word begins; what is stronger comes first
    "irritated": "sick of|tired of|fed up|not happy|unhappy|annoy|losing patience|enough is enough|drives me mad|"
    "nuisance|be this hard|be so hard|is it a secret|is a mess",
    "anxious": "worried|nervous|anxious|stressed|panicking",
    "apologetic": "sorry to bother|sorry to rush|sorry to ask|excuse me|excuse the|sorry for the",
    "formal": "kind regards|sincerely",
    "casual": "cheers|thx|pls|plz|gonna|wanna",
    "polite": "please|thank|kindly|would you mind|much appreciated|i'd appreciate|may i ask |may i know ",
}
_OPENED = {  # words that show a tone at the start of a text
    "dear ": "formal",
    "good day": "formal",
    "good morning": "formal",
    "good afternoon": "formal",
    "good evening": "formal",
    "hey": "casual",
    "hiya": "casual",
    "yo ": "casual",
}
_TONES = tuple(_SAID)
_OPENINGS = tuple(_OPENED)
_TONE_OF = {cue: tone for tone, cues in _SAID.items() for cue in cues.split("|")} | _OPENED
_CUE = re.compile(f" ({_by_initial(_TONE_OF.keys() - _OPENED.keys())})")
_LABELS = (("tone", tone_of), ("length", length_of), ("layout", layout_of))
