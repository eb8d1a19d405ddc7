"""More asks from one that is at hand: variants of a given ask, and new ones from a row that failed.

Ids, amounts, paths, addresses and quoted texts of the ask stay as they are; how it is put changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from wai_nb.asks.compose import Ask, Writer
from wai_nb.asks.facts import Facts
from wai_nb.asks.grammar import Dice, capital, expand, sentence
from wai_nb.asks.labels import labels_of
from wai_nb.asks.phrases.common import GREETINGS, SHARED, THANKS
from wai_nb.asks.verbs import VERBS
from wai_nb.asks.voice import TEXTURES, formal, hold, put_on, restore, texture_of
from wai_nb.stats import draw

if TYPE_CHECKING:
    from wai_nb.plan.situation import Situation

TRIES = 12  # draws for each variant wanted, convention: a short ask has few readings
VARIED_TEXTURE_SHARE = 0.3  # convention: a minority of the variants, as in asks written from scratch
MUTANT_WORDINGS = 1000  # wordings of a situation from here on are those of its mutants, which nobody asks for by number


def variants(seed_prompt: str, n: int, *key: str | int, facts: Iterable[str] = ()) -> list[Ask]:
    """Return up to `n` other ways to put an ask, none of them twice and none the ask itself.

    Parameters
    ----------
    seed_prompt
        The ask as the user gave it.
    n
        How many variants are wanted; a very short ask may have fewer.
    key
        What the draws depend on besides the ask: the seed of the run, for one.
    facts
        Values to keep besides everything that looks like an id, an amount, a path, an address or a quotation.

    Returns
    -------
    list of Ask
        Their ``wording`` counts from 1 (the seed itself is 0); their facts are empty, as a given ask has no typed ones.

    Examples
    --------
    >>> [ask.prompt for ask in variants("Could you cancel order ORD-4017? It came twice.", 2, 7)]  # doctest: +SKIP
    ['Please cancel order ORD-4017. It came twice. Thanks a lot.', 'It came twice. Can you cancel order ORD-4017?']
    >>> all("ORD-4017" in ask.prompt for ask in variants("Could you cancel order ORD-4017? It came twice.", 8, 7))
    True
    """
    kept = tuple(facts)
    if not isinstance(seed_prompt, str) or not seed_prompt.strip() or n < 1:
        return []
    seen = {_bare(seed_prompt)}
    asks: list[Ask] = []
    for prompt, texture in _readings(seed_prompt.strip(), kept, n * TRIES, key):
        if len(asks) == n:
            break
        if _bare(prompt) not in seen:
            seen.add(_bare(prompt))
            asks.append(_given(seed_prompt, prompt, len(asks) + 1, texture))
    return asks


def mutate(
    row: Mapping[str, Any],
    n: int,
    *key: str | int,
    writer: Writer | None = None,
    situation: Situation | None = None,
) -> list[Ask]:
    """Return up to `n` new asks from a row that failed: what made it fail stays, the words change.

    With the writer and the situation of the row, the new asks are further wordings of that situation - same cell, same
    faults, same facts, so the same world. A row alone (from a file) gives variants of its prompt.

    Parameters
    ----------
    row
        The row that failed.
    n
        How many asks are wanted.
    key
        What the draws depend on besides the row.
    writer, situation
        What wrote the row's ask, when it is at hand.

    Returns
    -------
    list of Ask
        Each with the label ``parent_failure_id``: the row's ``ask_id``, or its ``scenario_id`` where it has no ask id.

    Examples
    --------
    >>> row = {"prompt": "Refund order 4412 for $45, please.", "ask_id": "ask-1", "reward": 0.0}
    >>> {ask.labels["parent_failure_id"] for ask in mutate(row, 3, 7)}
    {'ask-1'}
    """
    prompt = str(row.get("prompt") or "")
    parent = str(row.get("ask_id") or row.get("scenario_id") or f"prompt-{draw.digest(prompt)}")
    if writer is None or situation is None:
        asks = variants(prompt, n, parent, *key)
    else:
        asks = list(_further_wordings(writer, situation, prompt, n, draw.integer(MUTANT_WORDINGS, parent, *key)))
    return [ask._replace(labels={**ask.labels, "parent_failure_id": parent}) for ask in asks]


def _further_wordings(writer: Writer, situation: Situation, prompt: str, n: int, start: int) -> Iterator[Ask]:
    seen = {prompt}
    for turn in range(n * TRIES):
        ask = writer.write(situation, MUTANT_WORDINGS * (1 + start) + turn)
        if ask.prompt not in seen:
            seen.add(ask.prompt)
            yield ask
        if len(seen) > n:
            return


def _readings(
    prompt: str, facts: tuple[str, ...], tries: int, key: tuple[str | int, ...]
) -> Iterator[tuple[str, str | None]]:
    marked, held = hold(prompt, facts)
    for turn in range(tries):
        dice = Dice(prompt, *key, "variant", turn)
        text = _rephrased(marked, dice)
        texture = None
        if dice.chance(VARIED_TEXTURE_SHARE):
            text, texture = put_on(text, dice.pick(TEXTURES), dice)
        texture = texture or texture_of(text)
        if sorted(_ONE_MARK.findall(text)) == sorted(_ONE_MARK.findall(marked)):
            yield restore(text, held), texture


def _rephrased(marked: str, dice: Dice) -> str:
    """Return a marked text with another order, other first words, a greeting or thanks."""
    if "\n" in marked:  # a mail or a list: its lines stay, what stands around them changes
        return _framed([marked], dice)
    marked = _GREETED.sub("", marked, count=1) or marked
    parts = [part for part in _SENTENCE.split(marked) if part]
    if len(parts) > 1 and dice.chance(0.4):
        turn = 1 + dice.below(len(parts) - 1)
        if _ONE_MARK.search(parts[turn]):  # a sentence that names the thing can come first, "when will it land?" cannot
            parts = parts[turn:] + parts[:turn]
    return _framed([_reworded(part, dice) for part in parts], dice)


def _framed(parts: list[str], dice: Dice) -> str:
    greeting = (
        capital(expand(dice.pick(GREETINGS), dice, SHARED)) + dice.pick((",", "!", ".")) if dice.chance(0.4) else ""
    )
    thanks = capital(expand(dice.pick(THANKS), dice, SHARED)) + dice.pick((".", "!", "")) if dice.chance(0.35) else ""
    if thanks and parts[-1][-1:] not in ".?!\n":
        parts = [*parts[:-1], f"{parts[-1]}."]
    if greeting.endswith(","):
        parts = ["\n" + parts[0], *parts[1:]]
    after = "\n" + thanks if thanks and "\n" in parts[-1][1:] else thanks
    text = " ".join(part for part in (greeting, *parts, after) if part)
    text = text.replace(" \n", "\n")
    return formal(text) if dice.chance(0.2) else text


def _reworded(part: str, dice: Dice) -> str:
    """Return a sentence with the way it asks exchanged for another."""
    for pattern, openings in _ASKING:
        match = pattern.match(part)
        if match is not None:
            rest = part[match.end() :].rstrip(".?! ")
            opening, end = dice.pick(openings)
            return sentence(f"{opening} {rest}{end}")
    first = part.split(" ", 1)[0]
    if first.lower() in VERBS and " " in part:
        opening, end = dice.pick(_REQUESTS)
        return sentence(f"{opening} {part[0].lower()}{part[1:].rstrip('.!? ')}{end}")
    if _DIRECT.match(part) and dice.chance(0.6):
        opening = dice.pick(_BEFORE_QUESTIONS)
        opening = capital(opening) if part[0].isupper() else opening
        part = f"{opening} {part[0].lower()}{part[1:]}"
    for pattern, others in _SAYING:
        if pattern.search(part) and dice.chance(0.7):
            other = dice.pick(others)
            part = pattern.sub(lambda match: capital(other) if match.group()[0].isupper() else other, part, count=1)  # noqa: B023
    return part


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _given(seed_prompt: str, prompt: str, wording: int, texture: str | None) -> Ask:
    ask_id = "ask-" + draw.digest("given", seed_prompt, prompt, length=12)
    return Ask(ask_id, prompt, wording, labels_of(prompt, texture), Facts((), {}, {}))


_ONE_MARK = re.compile("[\ue000-\uf8ff]")
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z\ue000-\uf8ff])")
_GREETED = re.compile(
    r"^(?:hi|hello|hey|hiya|good (?:morning|day|evening|afternoon)|dear \w+)(?: (?:there|team|all))?[.,!]\s+(?=\S)",
    re.I,
)
_DIRECT = re.compile(
    r"(?:where|what|when|which|who|whose|why|how|is|are|was|were|do|does|did|has|have)\b[^?]*\?+$", re.I
)
_BEFORE_QUESTIONS = ("quick question:", "one question:", "sorry to ask, but", "so,", "I was wondering:", "tell me,")
_REQUESTS = (
    ("please", "."),
    ("could you", "?"),
    ("can you", "?"),
    ("would you please", "?"),
    ("I need you to", "."),
    ("I'd like you to", "."),
    ("is it possible to", "?"),
    ("I'd be glad if you could", "."),
    ("kindly", "."),
    ("will you", "?"),
)
_KNOWING = (
    ("can you tell me", "?"),
    ("could you tell me", "?"),
    ("please tell me", "."),
    ("I'd like to know", "."),
    ("do you know", "?"),
    ("let me know", "."),
    ("I need to know", "."),
)
_ASKING = tuple(
    (re.compile(rf"(?:{pattern})\s+", re.IGNORECASE), tuple(openings))
    for pattern, openings in (
        (
            r"(?:(?:can|could|will|would) you (?:please )?|please )?tell me|do you know|let me know|"
            r"I(?:'d like| need| want) to know|may I ask",
            _KNOWING,
        ),
        (
            r"(?:can|could|will|would) you(?: please| kindly)?|please|kindly|"
            r"I(?:'d like| would like| need| want) you to|is it possible to",
            _REQUESTS,
        ),
    )
)
_SAYING = tuple(
    (re.compile(rf"\b{word}\b", re.IGNORECASE), tuple(others.split("|")))
    for word, others in (
        ("asap", "as soon as you can|right away|quickly"),
        ("I bought", "I ordered|I got"),
        ("where's", "where is"),
        ("what's", "what is"),
        ("I want to", "I'd like to|I need to"),
        ("I need", "I'm looking for|I'd like|I want"),
        ("cannot", "can't"),
        ("also", "as well,|and"),
        ("thanks", "thank you|many thanks"),
        ("because", "since|as"),
        ("still", "even now|to this day"),
        ("quickly", "soon|fast"),
    )
)
