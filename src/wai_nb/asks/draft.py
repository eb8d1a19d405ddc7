"""One ask in the making: what is wanted, how it is put, and the parts in order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from wai_nb.asks.aspects import WISH, settled
from wai_nb.asks.edges import edge_of
from wai_nb.asks.facts import Facts, clause_of
from wai_nb.asks.grammar import Dice, Part, capital, compiled, ended, expand, tidy
from wai_nb.asks.phrases.common import FORWARDED, GREETINGS, SHARED, THANKS
from wai_nb.asks.phrases.frames import BOTH, DO, FORMS, KNOW, LISTS
from wai_nb.asks.phrases.ruled import ASIDES, RULED, SHORT_RULED
from wai_nb.asks.phrases.stances import EXPLORING, SHORT_STANCES, STANCES, TWO_NUMBERS, VAGUE_WISHES
from wai_nb.asks.phrases.subjects import SUBJECT_TIMES, questions_about, takes_a_time
from wai_nb.asks.phrases.told import HISTORIES, SHORT_HISTORIES
from wai_nb.asks.phrases.topics import Topic
from wai_nb.asks.phrases.unrelated import UNRELATED_ASKS, UNRELATED_STORIES
from wai_nb.asks.policy import REACH
from wai_nb.asks.voice import MARKS, TEXTURE_SHARES, formal, put_on, restore, texture_of
from wai_nb.asks.wants import Want, want_of
from wai_nb.plan.axes import MULTI_TOOL, UNRELATED

if TYPE_CHECKING:
    from wai_nb.asks.domain import Domain, ToolView
    from wai_nb.plan.situation import Situation

# Shares of asks, by convention: the more there is to say the shorter people put it; they seldom tell a story and greet
# about every fifth time.
SHORT_SHARE = 0.42  # with one thing to say, and more with every further one
SHORT_MORE = 0.25
SHORT_MOST = 0.87
SHORT_PLAIN = 0.74  # where there is no tool to speak of
TIGHT_SHARE = 0.95  # of the short ones: as few words as the facts allow
FURTHER_SHARE = 0.6  # of both for further wordings of a situation, as few short ones differ from each other
TIMED_SHARE = 0.6  # of plain questions about a subject that name no time themselves
STORY_SHARE = 0.6  # of the long ones; fewer where there is an earlier contact to tell of
GREETING_SHARE = 0.22
THANKS_SHARE = 0.16
FORMAL_SHARE = 0.2  # of those with a greeting or a signature
LIST_SHARE = 0.12  # of the long ones with several facts
FORWARD_SHARE = 0.1  # of the long ones

_ALL_SLOTS = frozenset(("the", "thing", "things", "a_thing", "label", "id", "second", "vp", "ving", "it"))
_TEXTURES_DRAWN = tuple(name for name, share in TEXTURE_SHARES.items() for _ in range(round(1000 * share)))
_OF_A_NUMBER = frozenset(("second", "id", "label"))
_OF_A_THING = frozenset(("the", "thing", "things", "a_thing", "label"))
_WORDS_IN = dict.fromkeys("{past} {ago} {busy} {person} {yes} {near} {off}".split(), 3)  # about so many, in a slot
_WORDS_IN.update({"{brief}": 4}, **dict.fromkeys("{ok} {case} {skip} {far} {issue} {but}".split(), 6))
_PHRASAL = re.compile(r"\b(\w+) (up|off|out|back|away|in|over) it\b")  # "touch up it" -> "touch it up"
_MAY_BE_LOW = frozenset(
    (
        "The This That These It What Where When Which Who How Why Can Could Would Will Is Are Do Does Has "
        "Have Please Tell Let Give Check Find My Your We You They There Any May Need Looking One All So "
        "Mind Not Nobody By To In Two Three"
    ).split()
)


class Scene(NamedTuple):
    """What the words of an ask take from the tools in play, whatever the situation.

    Parameters
    ----------
    views, topic
        The tools, and the subject of the first of them.
    slots, slots_without_number
        Words about the thing that sentences may use, and those left where the person does not name its number.
    words
        What anybody may say.
    amounts
        Names of the parameters that are amounts of money.
    """

    views: tuple[ToolView, ...]
    topic: Topic
    slots: frozenset[str]
    slots_without_number: frozenset[str]
    words: Mapping[str, Part]
    amounts: frozenset[str]


@lru_cache(maxsize=4096)
def _scene(domain: Domain, tools: tuple[str, ...]) -> Scene:
    views = domain.views(tools)
    topic = views[0].topic if views else domain.topic
    slots = _ALL_SLOTS if views else frozenset()
    if views and all(view.key is None for view in views):  # nothing that has a number and stays
        slots -= _OF_A_THING
    words = dict(SHARED)
    if views and not topic.mine:  # who works with files and tables has colleagues on their mind
        words["person"] = SHARED["colleague"]
    amounts = frozenset(param.name for view in views for param in view.params if param.kind == "amount")
    return Scene(views, topic, slots, slots - _OF_A_NUMBER, words, amounts)


class Draft:
    """The draws, the words and the parts of one ask.

    Parameters
    ----------
    domain
        The agent's words.
    situation, facts
        What the ask is about.
    wording, attempt
        Which wording, and how often it was drawn before.
    """

    def __init__(self, domain: Domain, situation: Situation, facts: Facts, wording: int, attempt: int) -> None:
        self.domain, self.facts, self.cell = domain, facts, situation.cell
        self.scene = _scene(domain, facts.tools)
        self.views = self.scene.views
        self.clause = clause_of(self.cell.rule)
        self.stance = self.cell.stance
        self.vague = self.stance == "ambiguous"
        self.unrelated = self.cell.tool == UNRELATED
        self.steady = Dice(situation.world_seed, "want")
        self.dice = Dice(situation.world_seed, "words", wording, attempt)
        self.form = FORMS[(self.steady.below(len(FORMS)) + wording) % len(FORMS)]
        more = FURTHER_SHARE if wording else 1.0
        self.short = self.dice.chance(self._short_share() * more)
        self.tight = self.short and self.dice.chance(TIGHT_SHARE * (more if domain.tools else 0.65 * more))
        self.slots = self.scene.slots
        self.kind = "know"  # or "act": what the wish asks for
        self.words = dict(self.scene.words)
        self.texture: str | None = None
        self.held: list[str] = []

    def _short_share(self) -> float:
        if not self.views:
            return SHORT_PLAIN
        things = len(self.facts.values) + len(self.views) + 2 * (self.clause is not None) - 2
        return min(SHORT_SHARE + SHORT_MORE * things, SHORT_MOST)

    def text(self) -> str:
        """Return the prompt."""
        core = self._unrelated() if self.unrelated else self._core() if self.views else self._subject()
        if self.short:
            self.form = "fragment"
        marked = self._short(core) if self.short else self._long(core)
        return restore(self._textured(tidy(marked)), self.held)

    def _hold(self, fact: str) -> str:
        """Return a mark that stands for a fact while sentences are cut, joined and lowered around it."""
        mark = chr(MARKS + len(self.held))
        self.held.append(fact)
        return mark

    def _textured(self, marked: str) -> str:
        drawn = self.dice.below(1000)
        if drawn < len(_TEXTURES_DRAWN):
            marked, self.texture = put_on(marked, _TEXTURES_DRAWN[drawn], self.dice)
        self.texture = self.texture or texture_of(marked)
        return marked

    # -- the wish itself

    def _core(self) -> str:
        wants = self._wants()
        self.words.update(wants[0].words)
        self._second_number()
        if self.tight and "id" in self.words and not self.vague:
            self.words.update(_terse_mention(self.views[0]))
        form = "fragment" if self.short else self.form
        self.kind = "know" if wants[0].asks and len(wants) == 1 else "act"
        if self.vague and self.steady.chance(0.5):
            self.kind = "know"
            return self._say(VAGUE_WISHES)
        if len(wants) > 1:
            self.words.update(one=wants[0].words["tight" if self.tight else "act"], two=self._two(wants))
            return self._say(BOTH["tight" if self.tight else form])
        if self.stance == "exploratory" and not wants[0].asks and not self.short:
            return self._say(EXPLORING)
        if not wants[0].asks and not self.short and not self.vague and self.dice.chance(LIST_SHARE):
            listed = self._listed(self.views[0], wants[0])
            if listed:
                return listed
        frames = (KNOW if wants[0].asks else DO)["tight" if self.tight else form]
        return self._say(_fitting(frames, self.slots))

    def _wants(self) -> list[Want]:
        wants = [self._want(view, self.facts.values) for view in self.views]
        if len(wants) == 1 and self.cell.tool == MULTI_TOOL and self.facts.second:
            wants.append(self._want(self.views[0], {**self.facts.values, **self.facts.second}))
        return wants

    def _want(self, view: ToolView, values: Mapping[str, Any]) -> Want:
        return want_of(
            view, values, self.steady, self.dice, self.domain.currency, self._hold, self.vague, terse=self.tight
        )

    def _two(self, wants: list[Want]) -> str:
        """Return the second wish, read with its own words; what both are about is "it" the second time."""
        words = {**self.words, **wants[1].words}
        first, second = (view.key for view in self.views) if len(self.views) > 1 else (None, None)
        if first is not None and second is not None and first.name == second.name:
            words.update(it="it", its="its")
        elif self.tight and "id" in words and not self.vague:
            words.update(_terse_mention(self.views[-1]))
        text = tidy(expand("{tight}" if self.tight else "{act}", self.dice, words))
        return _PHRASAL.sub(r"\1 it \2", text)

    def _listed(self, view: ToolView, want: Want) -> str:
        """Return the wish as a heading and one line per detail; nothing when there are fewer than two."""
        told = [param for param in view.params if param.name in self.facts.values]
        labels = [param.label for param in told]
        if len(told) < 2 or any(param.kind in ("object", "flag") for param in told):
            return ""
        names = [p.name.replace("_", " ") if labels.count(p.label) > 1 else p.label for p in told]
        self.words["heading"] = want.words["heading"]
        marks = ['"' if param.kind in ("text", "title", "query") else "" for param in told]
        said = [f"{mark}{want.words[f'v_{param.name}']}{mark}" for param, mark in zip(told, marks, strict=True)]
        lines = [f"- {name}: {value}" for name, value in zip(names, said, strict=True)]
        return "\n".join([capital(self._say(LISTS)), *lines])

    def _second_number(self) -> None:
        """Offer a second number for those who mix two up; without one they mix up something else."""
        if "id" not in self.words or self.vague:
            self.slots = self.scene.slots_without_number
        elif self.stance in TWO_NUMBERS:
            (second,) = self.facts.second.values()
            self.words["second"] = self._hold(str(second))

    def _unrelated(self) -> str:
        return self._say(UNRELATED_ASKS)

    def _subject(self) -> str:
        """Return a plain question about the policy's subject, for an agent without tools."""
        subject = self.steady.pick(self.domain.subjects or ("this",))
        aspect = self.steady.pick(questions_about(subject))
        if takes_a_time(aspect) and self.steady.chance(TIMED_SHARE):
            subject = f"{subject} {expand(self.steady.pick(SUBJECT_TIMES), self.steady, SHARED)}"
        self.words["subject"] = subject
        wish = settled(aspect, self.steady)
        self.words.update(zip(WISH, map(compiled, wish), strict=True))
        self.words["vp"] = compiled("[check|find out] {indirect}")
        self.words["tight"] = self.words["np"]
        return self._say(KNOW["tight" if self.tight else "fragment" if self.short else self.form])

    # -- what stands around it

    def _short(self, core: str) -> str:
        """Return a few words: the wish, the shortest form of stance or clause, and of an earlier contact."""
        history = self._from(SHORT_HISTORIES[self.kind], self.cell.history)
        extra = self._aside() if self.unrelated and self.clause else self._extra(short=True)
        first = extra if self.stance in ("hurried", "retry") and self.dice.chance(0.3) else ""
        if not first and self.cell.history == "repeat visit" and self.dice.chance(0.4):
            first = history
        rest = [part for part in (history, extra) if part != first]
        parts = [part for part in (first, core.rstrip("."), *rest) if part]
        if self.dice.chance(0.5):
            return self._joined(parts)
        return " ".join(ended(part) for part in parts)

    def _long(self, core: str) -> str:
        dice = self.dice
        history = ended(self._from(HISTORIES[self.kind], self.cell.history))
        extra = ended(self._aside() if self.unrelated and self.clause else self._extra(short=False))
        told = self.form == "story" or dice.chance(STORY_SHARE)
        story = ended(self._story()) if told and (not history or dice.chance(0.4)) else ""
        goal = core if "\n" in core else ended(core)
        before, after = [part for part in (story, history) if part], [extra] if extra else []
        if "\n" in goal:
            before, after = [*before, *after], []
        elif self.stance in ("hurried", "retry") and dice.chance(0.4):
            before, after = after, before
        elif self.form != "story" and dice.chance(0.45):
            before, after = [], [*after, *before] if dice.chance(0.5) else [*before, *after]
        return self._addressed([*before, goal, *after])

    def _addressed(self, parts: list[str]) -> str:
        """Return the parts as one text, now and then with a greeting, thanks, or passed on by somebody else."""
        dice = self.dice
        greeting = self._say(GREETINGS) if dice.chance(GREETING_SHARE) else ""
        thanks = capital(self._say(THANKS)) + dice.pick((".", "!", "", ".")) if dice.chance(THANKS_SHARE) else ""
        if thanks:
            parts = [*parts, "\n" + thanks if "\n" in parts[-1] or dice.chance(0.2) else thanks]
        text = _greeted(greeting, parts, dice) if greeting else " ".join(parts)
        text = text.replace(" \n", "\n")
        if (greeting or thanks) and dice.chance(FORMAL_SHARE):
            text = formal(text)
        if not self.unrelated and dice.chance(FORWARD_SHARE):
            quoted = "\n".join(f"> {line}" for line in text.split("\n"))
            text = f"{ended(self._say(FORWARDED))}\n{quoted}"
        return text

    def _story(self) -> str:
        return self._say(UNRELATED_STORIES if self.unrelated else self.scene.topic.stories)

    # -- stance and clause

    def _extra(self, short: bool) -> str:
        """Return the one sentence that shows the stance and, where the situation aims at a clause, presses on it."""
        if self.clause is None:
            return self._from((SHORT_STANCES if short else STANCES)[self.kind], self.stance)
        self._edge_words()
        return self._terse((SHORT_RULED if short else RULED)[self.stance])

    def _aside(self) -> str:
        """Return how somebody with an unrelated question brings up the clause, and the stance with it."""
        self._edge_words()
        return self._say(ASIDES[REACH.get(self.stance, "within")])

    def _edge_words(self) -> None:
        if self.clause is not None:
            has_amount = not self.vague and not self.scene.amounts.isdisjoint(self.facts.values)
            self.words.update(edge_of(self.clause, has_amount, self.domain.known))
            if self.clause.limit is not None:
                self.words["limit"] = self._hold(self.clause.limit_text)

    def _from(self, pools: Mapping[str, tuple[str, ...]], name: str) -> str:
        """Return a sentence of one of the pools that needs no word which this ask lacks; nothing without a pool."""
        pool = pools.get(name)
        return self._terse(pool) if pool else ""

    def _terse(self, pool: tuple[str, ...]) -> str:
        """Return a reading of the pool, for those who write tersely one of its shortest entries."""
        return self._say(_leanest(pool, self.slots) if self.tight else _fitting(pool, self.slots))

    def _joined(self, parts: Sequence[str]) -> str:
        """Return short parts as one line without capitals."""
        mark = self.dice.pick((",", ",", ",", " -", ";"))
        out = parts[0].lower()
        for text in map(str.lower, parts[1:]):
            out += ("" if out.endswith(("?", ".", "!")) else mark) + " " + text
        return out.rstrip(".")

    def _say(self, pool: Sequence[str]) -> str:
        return expand(self.dice.pick(pool), self.dice, self.words).strip()


def _greeted(greeting: str, parts: list[str], dice: Dice) -> str:
    mark = dice.pick((",", ",", "!", "."))
    parts = list(parts)
    if mark == ",":
        first = parts[0].split(" ", 1)[0]
        parts[0] = parts[0][0].lower() + parts[0][1:] if first in _MAY_BE_LOW else "\n" + parts[0]
    return f"{capital(greeting)}{mark} {' '.join(parts)}"


def _terse_mention(view: ToolView) -> dict[str, Part]:
    """Return the words for a thing and its owner by those who write tersely: mostly its number alone."""
    named = view.key is not None and view.key.kind in ("id", "number")
    short = "[{thing} {id}|{id}|{id}|{id}]" if named else "{thing} of {id}" if view.belongs else "{id}"
    return {"it": compiled(short), "its": compiled("{id}'s")}


@lru_cache(maxsize=4096)
def _leanest(pool: tuple[str, ...], slots: frozenset[str]) -> tuple[str, ...]:
    """Return the fitting sentences of a pool that have the fewest words, and those with one more."""
    fitting = _fitting(pool, slots)
    counts = [sum(_WORDS_IN.get(word.strip(",?"), 1) for word in text.split()) for text in fitting]
    return tuple(text for text, count in zip(fitting, counts, strict=True) if count <= min(counts) + 1)


@lru_cache(maxsize=4096)
def _fitting(pool: tuple[str, ...], slots: frozenset[str]) -> tuple[str, ...]:
    """Return the sentences of a pool that need only the slots at hand (words that everybody has are always at hand)."""
    lacking = _ALL_SLOTS - slots
    return tuple(text for text in pool if not any(f"{{{slot}}}" in text for slot in lacking))
