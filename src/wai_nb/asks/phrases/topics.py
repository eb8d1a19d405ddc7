"""What people want to know and have on their minds, by subject; the subject is read from the agent's own nouns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wai_nb.asks.verbs import singular


@dataclass(frozen=True, eq=False)
class Topic:
    """One subject.

    Parameters
    ----------
    name
        What it is called here.
    words
        Nouns that show that an agent works on this subject.
    mine
        Whether a person calls the things their own ("my order") or not ("the file").
    aspects
        What can be asked about a thing: "noun phrase; what I want to know; the question itself?", with ``{it}``.
    stories
        Sentences that tell why somebody asks; ``{the}`` is the thing without its number.
    texts
        What a message or a body may say.
    titles
        Subject lines and search words.
    statuses
        In which states a thing of this subject can be.
    """

    name: str
    words: frozenset[str]
    mine: bool
    aspects: tuple[str, ...]
    stories: tuple[str, ...]
    texts: tuple[str, ...]
    titles: tuple[str, ...]
    statuses: tuple[str, ...]


def topic_of(words: Iterable[str]) -> Topic:
    """Return the topic that the words name, the first word deciding; the plain topic when none does.

    Examples
    --------
    >>> topic_of(["orders"]).name, topic_of(["file"]).name, topic_of(["zebra"]).name
    ('orders', 'code', 'things')
    """
    by_word = _by_word()
    for word in words:
        topic = by_word.get(singular(word.lower()))
        if topic is not None:
            return topic
    return THINGS


def _by_word() -> dict[str, Topic]:
    if not _INDEX:
        from wai_nb.asks.phrases.topics_money import BILLS, MONEY, PAYMENTS
        from wai_nb.asks.phrases.topics_shop import GOODS, ORDERS, TICKETS
        from wai_nb.asks.phrases.topics_work import CALENDAR, CODE, DATA, DOCUMENTS, MESSAGES, PEOPLE, TRAVEL, WEATHER

        for topic in (
            ORDERS,
            MONEY,
            BILLS,
            PAYMENTS,
            CODE,
            TRAVEL,
            CALENDAR,
            TICKETS,
            GOODS,
            PEOPLE,
            MESSAGES,
            DOCUMENTS,
            WEATHER,
            DATA,
        ):
            _INDEX.update({word: topic for word in topic.words if word not in _INDEX})
    return _INDEX


_INDEX: dict[str, Topic] = {}

THINGS = Topic(
    name="things",
    words=frozenset(),
    mine=False,
    aspects=(
        "[status|current state] of {it}; [how {it} stands|where things stand with {it}]; how [does {it} stand|is {it} "
        "coming along]?",
        "[details|facts] on {it}; what is [on record|known] about {it}; what do you [have|know] about {it}?",
        "latest on {it}; whether {it} has [changed|moved] since {ago}; has {it} changed since {ago}?",
        "[owner|person in charge] of {it}; who [looks after|owns] {it}; who [looks after|is responsible for] {it}?",
        "date on {it}; when {it} was last [touched|updated]; when was {it} last [touched|changed]?",
        "[open points|gaps] on {it}; whether anything is still missing on {it}; is anything still missing on {it}?",
        "[short summary|gist] of {it}; what {it} is about; what is {it} [about|for]?",
        "next step for {it}; what happens next with {it}; what happens next with {it}?",
    ),
    stories=(
        "{colleague} [asked me|wants to know] [about it|for this] [{past}|before {weekday}] and I [have nothing to "
        "show|still owe an answer].",
        "I [need|have] to [report back|give an answer|explain it] [{soon}|to {colleague}].",
        "It [came up|was mentioned] [{past}|in a meeting] and nobody [knew|could say].",
        "I [took this over|inherited it] from {colleague} {past}.",
        "[We|Two of us] [have been waiting|are stuck] on this since {day}.",
        "[There is|We have] a [review|deadline|handover] {later} and this is the last [piece|open point].",
        "I [wrote it down|made a note] {past}, [but the note is gone|and cannot read my own writing].",
        "{person} [depends on it|keeps asking me about it].",
    ),
    texts=(
        "[we have looked into it|everything is ready] and you will hear from us {later}",
        "[please|could you] [confirm|check] this {soon}",
        "[the change|it] [takes effect|starts] {later}",
        "[no action is needed|nothing else is needed] from you until {day}",
    ),
    titles=(
        "[update|news] for {weekday}",
        "[question|follow-up] from {name}",
        "[next steps|summary] for {name}",
        "{weekday} [notes|review]",
    ),
    statuses=("new", "active", "pending", "in review", "complete"),
)
