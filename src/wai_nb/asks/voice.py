"""How a text sounds: textures that are put on it, and the one that it shows by itself.

A transform that its own check does not confirm in the text is taken back, so a label is always true. What carries the
facts - ids, amounts, paths, addresses, quoted texts - is set aside first and comes through every transform unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from wai_nb.asks.grammar import Dice, capital
from wai_nb.asks.labels import tone_of

# Convention: most people write plainly; these are the shares of asks that are put into a texture.
TEXTURE_SHARES = {
    "lowercase": 0.10,
    "no_punctuation": 0.03,
    "typos": 0.03,
    "clipped": 0.02,
    "voice_to_text": 0.02,
    "second_language": 0.02,
    "emoji": 0.02,
    "caps": 0.01,
}
TEXTURES = tuple(TEXTURE_SHARES)
MARKS = 0xE000  # private-use characters, one for each fact: no case, no punctuation, part of no word

_MARK = "[\ue000-\uf8ff]"
_FACT = re.compile(
    r"\"[^\"\n]+\"|“[^”\n]+”|(?<!\w)'[^'\n]+'(?!\w)|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w|\w+://\S*[\w/]"
    r"|(?<!\w)[$€£¥#]?(?=[\w/.:,-]*\d)\w(?:[/.:,-]?\w)*%?(?:\s(?:dollars|euros|pounds)\b)?"
    rf"|(?<![\w./-])(?:[\w.-]*/)+(?:[\w.-]|::)*\w|(?<!\w)\w[\w-]*\.\w+(?:\.\w+)*|(?<!\w)[^\W_]+_\w+|{_MARK}"
)
_FOREIGN: tuple[str, ...] = tuple(
    (
        "tell to me|let me to know|i am needing|i am wanting|i am liking|you please to|searching after|since already|"
        "informations|is possible to|i am having"
    ).split("|")
)
_ONE_MARK = re.compile(_MARK)
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_STOPS = re.compile(r"[.,!?;:…]+")


def hold(text: str, facts: Iterable[str] = ()) -> tuple[str, list[str]]:
    """Return the text with a mark in the place of each fact, and the facts in order.

    Parameters
    ----------
    text
        Any text.
    facts
        Values to set aside besides those that look like an id, an amount, a path, an address or a quotation.

    Examples
    --------
    >>> marked, facts = hold('Send "See you" to ana@example.com for $5.')
    >>> facts, restore(marked, facts)
    (['"See you"', 'ana@example.com', '$5'], 'Send "See you" to ana@example.com for $5.')
    """
    own = sorted({fact for fact in facts if fact.strip()}, key=lambda fact: (-len(fact), fact))
    pattern = re.compile("|".join([*map(_whole, own), _FACT.pattern])) if own else _FACT
    held: list[str] = []
    out: list[str] = []
    at = 0
    for match in pattern.finditer(text):
        if len(held) < 6000:  # as many marks as there are private-use characters
            out += [text[at : match.start()], chr(MARKS + len(held))]
            held.append(match.group())
            at = match.end()
    return "".join([*out, text[at:]]), held


def restore(text: str, facts: Sequence[str]) -> str:
    """Return a marked text with its facts back in their places."""
    return _ONE_MARK.sub(lambda match: facts[ord(match.group()) - MARKS], text)


def put_on(marked: str, texture: str, dice: Dice) -> tuple[str, str | None]:
    """Return a marked text in a texture, and the texture's name if its check finds it there.

    Parameters
    ----------
    marked
        From :func:`hold`; its marks come through unchanged.
    texture
        One of ``TEXTURES``.
    dice
        Chooses where typos, fillers and emoji go.

    Examples
    --------
    >>> put_on("Where is my parcel? It's late.", "no_punctuation", Dice(1))
    ("Where is my parcel it's late", 'no_punctuation')
    """
    changed = _PUT[texture](marked, dice)
    confirmed = _marks(changed) == _marks(marked) and changed != marked and _HAS[texture](changed)
    return (changed, texture) if confirmed else (marked, None)


def voiced(text: str, texture: str, *key: str | int, facts: Iterable[str] = ()) -> tuple[str, str | None]:
    """Return any text in a texture with its facts unchanged, and the texture's name if it can be seen in the text.

    Examples
    --------
    >>> voiced("Refund order ORD-12 for $45.00, PLEASE.", "lowercase", 7)
    ('refund order ORD-12 for $45.00, please.', 'lowercase')
    """
    marked, held = hold(text, facts)
    changed, found = put_on(marked, texture, Dice(*key, "texture"))
    return restore(changed, held), found


def texture_of(marked: str) -> str | None:
    """Return the texture that a marked text shows without having been put on: lowercase, or none."""
    return "lowercase" if _is_low(marked) else None


def formal(text: str) -> str:
    """Return a marked text with its contractions written out.

    Examples
    --------
    >>> formal("I'm not sure it's mine, don't change it.")
    'I am not sure it is mine, do not change it.'
    """
    return _CONTRACTED.sub(_written_out, text)


def _whole(fact: str) -> str:
    """Return a pattern for a fact that is not part of a longer word or number."""
    before = r"(?<!\w)" if fact[0].isalnum() else ""
    return before + re.escape(fact) + (r"(?!\w)" if fact[-1].isalnum() else "")


def _marks(text: str) -> list[str]:
    return _ONE_MARK.findall(text)


# -- putting textures on


def _no_punctuation(text: str, dice: Dice) -> str:
    def joined(match: re.Match[str]) -> str:
        word = match.group(2)
        return match.group(1) + (word if word == "I" or word[:2] == "I'" else word.lower())

    text = re.sub(r"(?<!\w)[-–—](?!\w)", "", text)
    text = re.sub(r"[.,!?;:…]+(\s+)(\w+(?:'\w+)?)", joined, text)
    return re.sub(r" {2,}", " ", re.sub(r"[.,!?;:…]+", "", text)).strip()


def _lowercase(text: str, dice: Dice) -> str:
    return text.lower()


def _typos(text: str, dice: Dice) -> str:
    places = [match for match in _WORDS.finditer(text) if match.group().lower() in _MISSPELT]
    chosen = [places.pop(dice.below(len(places))) for _ in range(min(len(places), 1 + dice.below(2)))]
    for match in sorted(chosen, key=re.Match.start, reverse=True):  # from the end, so that places stay where they are
        wrong = _MISSPELT[match.group().lower()]
        wrong = capital(wrong) if match.group()[0].isupper() else wrong
        text = text[: match.start()] + wrong + text[match.end() :]
    return text


def _clipped(text: str, dice: Dice) -> str:
    text = re.sub(r"(?i)(^|[.!?:]\s+)(?:(?:could|can|would|will) you (?:please )?|I(?:'m| am) |please )", r"\1", text)
    text = re.sub(r"\b(?:[Pp]lease|[Tt]he|[Aa]n?|[Mm]y|[Yy]our) (?=\S)", "", text)
    text = re.sub(r"(^|[.!?]\s+)([a-z])", lambda match: match.group(1) + match.group(2).upper(), text)
    return re.sub(r",? (?:for me|please)(?=[.,?!]|$)", "", text)


def _voice_to_text(text: str, dice: Dice) -> str:
    flat = _no_punctuation(text.replace("\n", " "), dice).lower().split(" ")
    for _ in range(1 + dice.below(2)):
        at = dice.below(len(flat))
        flat.insert(at, dice.pick(_FILLERS))
    return " ".join(flat)


def _second_language(text: str, dice: Dice) -> str:
    for part, pattern, instead in _CALQUES:
        if part in text:
            text = pattern.sub(instead, text)
    drop = dice.below(2)
    return re.sub(r"\b(?:the|an?) (?=\w)", "", text) if drop else text


def _emoji(text: str, dice: Dice) -> str:
    faces = _FACES[tone_of(text) if tone_of(text) in _FACES else None]
    ends = [match.end() for match in re.finditer(r"[.!?](?=\s|$)", text)]
    at = dice.pick(ends) if ends and dice.below(2) else len(text)
    return f"{text[:at]} {dice.pick(faces)}{text[at:]}"


def _caps(text: str, dice: Dice) -> str:
    pieces = re.split(r"(?<=[.!?])(\s+)", text)
    longest = max(range(0, len(pieces), 2), key=lambda i: (len(pieces[i].split()), -i))
    pieces[longest] = pieces[longest].upper()
    return "".join(pieces)


_PUT: dict[str, Callable[[str, Dice], str]] = {
    "lowercase": _lowercase,
    "no_punctuation": _no_punctuation,
    "typos": _typos,
    "clipped": _clipped,
    "voice_to_text": _voice_to_text,
    "second_language": _second_language,
    "emoji": _emoji,
    "caps": _caps,
}


# -- reading them off


def _is_low(text: str) -> bool:
    return text.islower() and len(text.split(None, 1)) > 1


def _is_bare(text: str) -> bool:
    return _STOPS.search(text) is None and len(text.split()) > 3


def _is_clipped(text: str) -> bool:
    return not re.search(r"\b(?:the|an?|my|your|please)\b", text, re.IGNORECASE) and len(text.split()) > 3


def _is_spoken(text: str) -> bool:
    return _is_bare(text) and _is_low(text) and any(word in text.split() for word in _FILLERS)


def _is_misspelt(text: str) -> bool:
    return not _WRONG.isdisjoint(_WORDS.findall(text.lower()))


_HAS: dict[str, Callable[[str], bool]] = {
    "lowercase": _is_low,
    "no_punctuation": _is_bare,
    "typos": _is_misspelt,
    "clipped": _is_clipped,
    "voice_to_text": _is_spoken,
    "second_language": lambda text: any(phrase in text.lower() for phrase in _FOREIGN),
    "emoji": lambda text: any(face in text for faces in _FACES.values() for face in faces),
    "caps": lambda text: re.search(rf"(?:(?:\b[A-Z']+\b|{_MARK})[ ,]+){{3}}", text) is not None,
}

_FILLERS = ("um", "uh", "erm", "hmm")
_FACES: dict[str | None, tuple[str, ...]] = {
    None: ("🙂", "🤔", "👍", "🙏", "😅"),
    "irritated": ("😤", "🙄", "😡"),
    "polite": ("🙏", "🙂", "😊"),
    "anxious": ("😟", "😬"),
}
_MISSPELT = dict(
    pair.split(">")
    for pair in (
        "the>teh please>plese you>yuo could>coudl would>woudl order>oder account>acount about>abuot address>adress "
        "tomorrow>tommorow whether>wether because>becuase with>wiht that>taht what>waht check>chekc know>konw "
        "have>hvae this>tihs still>stil when>wehn where>wehre just>jsut again>agian want>wnat looking>loking "
        "thanks>thnaks balance>balence transfer>transfre refund>refudn email>emial tests>tsets money>moeny need>nede "
        "which>whcih there>ther think>thikn until>untill their>thier before>befroe yesterday>yesteday been>bene "
        "and>adn for>fro how>hwo can>cna opening>openning tickets>tikets does>deos"
    ).split()
)
_WRONG = frozenset(_MISSPELT.values())
_CALQUES = tuple(  # a part that every match holds, what is found, what stands in its place
    (part, re.compile(pattern), instead)
    for part, pattern, instead in (
        ("ell me", r"\b([Tt]ell) me\b", r"\1 to me"),
        ("et me know", r"\b([Ll])et me know\b", r"\1et me to know"),
        ("I need", r"\bI need\b", "I am needing"),
        ("I want", r"\bI want\b", "I am wanting"),
        ("I'd like", r"\bI'd like\b", "I am liking"),
        ("an you", r"\b([Cc])an you\b", r"\1an you please to"),
        ("ould you", r"\b([CcWw])ould you(?: please)?\b", r"\1ould you please to"),
        ("I'm looking", r"\bI'm looking for\b", "I am searching after"),
        ("since ", r"\bsince (yesterday|last|the|this)\b", r"since already \1"),
        ("information", r"\binformation\b", "informations"),
        ("s it possible", r"\b([Ii])s it possible to\b", r"\1s possible to"),
        ("I have", r"\bI have\b", "I am having"),
    )
)
_CONTRACTED = re.compile(
    r"\b(I|you|we|they|he|she|it|that|what|where|who|there|how|here|\w+)(n't|'m|'re|'ve|'ll|'d|'s)\b", re.I
)
_WHOLE = {"ca": "cannot", "wo": "will not", "sha": "shall not"}


def _written_out(match: re.Match[str]) -> str:
    word, end = match.group(1), match.group(2).lower()
    if end == "n't":
        whole = _WHOLE.get(word.lower(), f"{word} not")
        return capital(whole) if word[0].isupper() else whole
    rest = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will"}.get(end)
    if rest is None and end == "'s" and word.lower() in ("it", "that", "what", "where", "who", "there", "how", "here"):
        after = match.string[match.end() :].lstrip()
        rest = "has" if re.match(r"(?:been|got|gone|come|had)\b", after) else "is"
    if rest is None and end == "'d" and word.lower() in ("i", "you", "we", "it", "they"):
        after = match.string[match.end() :].lstrip()
        rest = "had" if re.match(r"(?:better|been)\b", after) else "would"
    return f"{word} {rest}" if rest else match.group()
