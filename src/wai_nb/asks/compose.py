"""Asks: a situation put into one person's words, the same words for the same situation, wording and attempt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from wai_nb.asks.common import GREETINGS, SHARED, THANKS
from wai_nb.asks.domain import Domain, ToolView, read_domain
from wai_nb.asks.facts import Facts, clause_of, facts_for, tools_in_play
from wai_nb.asks.frames import BOTH, DO, FORMS, KNOW
from wai_nb.asks.grammar import Dice, Phrase, compiled, expand, sentence, tidy
from wai_nb.asks.policy import REACH, Clause
from wai_nb.asks.stances import EXPLORING, SHORT_STANCES, STANCES, VAGUE_WISHES
from wai_nb.asks.subjects import SUBJECT_KNOW
from wai_nb.asks.told import HISTORIES, PLAIN_RULES, RULES, SHORT_HISTORIES, SHORT_RULES
from wai_nb.asks.topics import Topic
from wai_nb.asks.unrelated import UNRELATED_ASKS, UNRELATED_STORIES
from wai_nb.asks.verbs import VERBS, gerund, singular
from wai_nb.asks.wants import Want, want_of
from wai_nb.plan.axes import MULTI_TOOL, UNRELATED
from wai_nb.plan.situation import Situation
from wai_nb.stats import draw

if TYPE_CHECKING:
    from wai_nb.records.tools import Tool

# Shares of asks, by convention: people write short at times, seldom tell a story, greet about every fourth time.
SHORT_SHARE = 0.5
BRIEF_SHARE = 0.85  # of those with more to tell than the wish: one part in its shortest form
STORY_SHARE = 0.25
GREETING_SHARE = 0.22
THANKS_SHARE = 0.16
LOWERCASE_SHARE = 0.5  # of the short ones

Words = dict[str, str | Phrase]


@dataclass(frozen=True)
class Ask:
    """A situation in one person's words.

    Parameters
    ----------
    ask_id
        Made from the situation and the prompt.
    prompt
        What the person says.
    wording
        Which wording of its situation this is, 0-based.
    labels
        What is true of the text: ``form``, ``tool_known`` and, where they hold, ``texture``, ``length`` and
        ``facts_left_out``.
    facts
        The typed values behind the words, shared with the world.
    """

    ask_id: str
    prompt: str
    wording: int
    labels: Mapping[str, Any]
    facts: Facts


class Writer:
    """Writes asks for one agent.

    Parameters
    ----------
    tools
        The agent's tools.
    system_prompt
        Its policy.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from wai_nb.plan.situation import Cell, Situation
    >>> tool = SimpleNamespace(name="get_order", description="Look up an order.",
    ...     parameters={"properties": {"order_id": {"type": "string"}}, "required": ["order_id"]})
    >>> cell = Cell("get_order", "unspecified", "ordinary", "entity exists", "success", "fresh")
    >>> ask = Writer([tool], "Help customers with orders.").write(Situation("sc-1", cell, 7, {}, "ordinary"))
    >>> ask.facts.values["order_id"] in ask.prompt
    True
    """

    def __init__(self, tools: Sequence[Tool], system_prompt: str | None = None) -> None:
        self.domain = read_domain(tools, system_prompt)

    def write(self, situation: Situation, wording: int = 0, attempt: int = 0) -> Ask:
        """Return one wording of a situation.

        Parameters
        ----------
        situation
            What is asked about.
        wording
            Which wording; wordings share the facts and what is wanted.
        attempt
            0, or how often the caller saw the same prompt before: another attempt draws other words.
        """
        facts = facts_for(self.domain, situation)
        draft = _Draft(self.domain, situation, facts, wording, attempt)
        prompt = draft.text()
        ask_id = "ask-" + draw.digest(situation.scenario_id, prompt, length=12)
        return Ask(ask_id, prompt, wording, _true_labels(draft, prompt), facts)


class _Draft:
    """One ask in the making: the draws, the words, and the parts put in order."""

    def __init__(self, domain: Domain, situation: Situation, facts: Facts, wording: int, attempt: int) -> None:
        self.domain, self.situation, self.facts = domain, situation, facts
        self.steady = Dice(situation.world_seed, situation.scenario_id, "want")
        self.dice = Dice(situation.world_seed, situation.scenario_id, "words", wording, attempt)
        self.views = tools_in_play(domain, situation)
        self.clause = clause_of(situation)
        self.form = FORMS[(self.steady.below(len(FORMS)) + wording) % len(FORMS)]
        self.short = self.dice.chance(SHORT_SHARE)
        self.vague = situation.cell.stance == "ambiguous"
        self.topic: Topic = self.views[0].topic if self.views else domain.topic
        self.slots = _ALL_SLOTS if self.views else frozenset()
        self.words: Words = dict(SHARED)
        self.held: list[str] = []

    def text(self) -> str:
        """Return the prompt."""
        if self.situation.cell.tool == UNRELATED:
            core = self._unrelated()
        elif not self.views:
            core = self._subject()
        else:
            core = self._core()
        if self.short:
            self.form = "fragment"
        text = self._short(core) if self.short else self._long(core)
        for place, fact in enumerate(self.held):
            text = text.replace(chr(_MARKS + place), fact)
        return text

    def _hold(self, fact: str) -> str:
        """Return a mark that stands for a fact while sentences are cut, joined and lowered around it."""
        self.held.append(fact)
        return chr(_MARKS + len(self.held) - 1)

    # -- the wish itself

    def _core(self) -> str:
        wants = self._wants()
        self.words.update(wants[0].words)
        self._second_number()
        stance, form = self.situation.cell.stance, "fragment" if self.short else self.form
        if self.vague and self.steady.chance(0.5):
            return self._say(VAGUE_WISHES)
        if len(wants) > 1:
            self.words.update(one=_as_act(wants[0]), two=self._two(wants))
            return self._say(BOTH[form])
        if stance == "exploratory" and not wants[0].asks and not self.short:
            return self._say(EXPLORING)
        return self._say(_fitting((KNOW if wants[0].asks else DO)[form], self.slots))

    def _wants(self) -> list[Want]:
        wants = [self._want(view, self.facts.values) for view in self.views]
        if len(wants) == 1 and self.situation.cell.tool == MULTI_TOOL and self.facts.second:
            wants.append(self._want(self.views[0], {**self.facts.values, **self.facts.second}))
        return wants

    def _want(self, view: ToolView, values: Mapping[str, Any]) -> Want:
        return want_of(view, values, self.steady, self.dice, self.domain.currency, self._hold, self.vague)

    def _two(self, wants: list[Want]) -> str:
        """Return the second wish, read with its own words; what both are about is "it" the second time."""
        words = {**self.words, **wants[1].words}
        same = len(self.views) > 1 and self.views[0].key is not None and self.views[1].key is not None
        if same and self.views[0].key.name == self.views[1].key.name:  # type: ignore[union-attr]
            words["it"] = "it"
        text = tidy(expand("{act}", self.dice, {**words, "act": _as_act(wants[1])}))
        return _PHRASAL.sub(r"\1 it \2", text)

    def _second_number(self) -> None:
        """Offer a second number for those who mix two up; without one they mix up something else."""
        first = next(iter(self.facts.second.values()), None)
        if first is None or "id" not in self.words or self.vague:
            self.slots = self.slots - {"second", "id", "label"}
        if all(view.key is None for view in self.views):  # nothing that has a number and stays
            self.slots = self.slots - {"the", "thing", "things", "a_thing"}
        self.words["second"] = self._hold(str(first))

    def _unrelated(self) -> str:
        return self._say(UNRELATED_ASKS)

    def _subject(self) -> str:
        """Return a plain question about the policy's subject, for an agent without tools."""
        self.words["subject"] = self.steady.pick(self.domain.subjects or ("this",))
        wish = self.steady.pick(SUBJECT_KNOW)
        self.words.update(zip(("np", "indirect", "direct"), map(compiled, wish), strict=True))
        self.words["vp"] = compiled("[check|find out] {indirect}")
        return self._say(KNOW["fragment" if self.short else self.form])

    # -- what stands around it

    def _short(self, core: str) -> str:
        """Return a few words: the wish, and the shortest form of stance, history and clause."""
        cell = self.situation.cell
        stance, history = self._brief(SHORT_STANCES, cell.stance), self._brief(SHORT_HISTORIES, cell.history)
        before, after = [], [history, self._rule(brief=True), stance]
        if cell.stance in ("hurried", "retry") and self.dice.chance(0.4):
            before, after = [stance], after[:2]
        elif cell.history == "repeat visit" and self.dice.chance(0.4):
            before, after = [history], after[1:]
        parts = [part for part in (*before, core.rstrip("."), *after) if part]
        if self.dice.chance(LOWERCASE_SHARE):
            return self._joined_low(parts)
        return " ".join(sentence(part) for part in parts)

    def _long(self, core: str) -> str:
        cell, dice = self.situation.cell, self.dice
        has_stance, has_history = cell.stance in STANCES, cell.history in HISTORIES
        brief = dice.below(2) if has_stance and has_history and dice.chance(BRIEF_SHARE) else 2
        stance = sentence(self._brief(SHORT_STANCES if brief == 0 else STANCES, cell.stance))
        history = sentence(self._brief(SHORT_HISTORIES if brief == 1 else HISTORIES, cell.history))
        rule = sentence(self._rule())
        busy = bool(stance) + bool(history) + bool(rule)
        story = sentence(self._story()) if self.form == "story" or dice.chance(STORY_SHARE / (1 + busy)) else ""
        goal = sentence(core)
        before, after = [part for part in (story, history) if part], [part for part in (rule, stance) if part]
        if cell.stance in ("hurried", "retry") and dice.chance(0.5):
            before, after = [stance, *before], [rule] if rule else []
        if dice.chance(0.3):
            before.reverse()
        if self.form != "story" and dice.chance(0.55):
            before, after = [], [*before, *after]
        return self._greeted([*before, goal, *after, *self._thanks()])

    def _story(self) -> str:
        return self._say(UNRELATED_STORIES if self.situation.cell.tool == UNRELATED else self.topic.stories)

    def _greeted(self, parts: list[str]) -> str:
        """Return the parts as one text, now and then with a greeting before them."""
        if not self.dice.chance(GREETING_SHARE):
            return " ".join(parts)
        text = self._say(GREETINGS)
        mark = self.dice.pick((",", ",", "!", "."))
        if mark == ",":
            first = parts[0].split(" ", 1)[0]
            parts[0] = parts[0][0].lower() + parts[0][1:] if first in _MAY_BE_LOW else "\n" + parts[0]
        return f"{text[:1].upper()}{text[1:]}{mark} {' '.join(parts)}".replace(", \n", ",\n")

    def _thanks(self) -> list[str]:
        if not self.dice.chance(THANKS_SHARE):
            return []
        text = self._say(THANKS)
        return [text[:1].upper() + text[1:] + self.dice.pick((".", "!", "", "."))]

    # -- the clause

    def _rule(self, brief: bool = False) -> str:
        """Return how the person brings up the clause: within it, at its edge, or to break it, as the stance is."""
        clause = self.clause
        if clause is None:
            return ""
        reach = REACH.get(self.situation.cell.stance, "within")
        self._rule_words(clause)
        kinds = _rule_kinds(clause, self._has_amount())
        if brief:
            return self._say(SHORT_RULES[f"limit {reach}" if kinds[0] == "limit" else reach])
        pools = [pool for name in kinds if (pool := RULES[name].get(reach))]
        return self._say(_fitting(self.dice.pick(pools) if pools else PLAIN_RULES, self.slots))

    def _has_amount(self) -> bool:
        return not self.vague and any(
            param.kind == "amount" and param.name in self.facts.values for view in self.views for param in view.params
        )

    def _rule_words(self, clause: Clause) -> None:
        words = clause.words or ("rule",)
        self.words.update(rule=clause.phrase, ruling=gerund(clause.phrase), limit=clause.limit_text)
        self.words.update(word=_theme_word(clause, words), words2=words[-1])
        self.words["topic"] = singular(_theme_word(clause, [word for word in words if word not in VERBS] or words))

    def _brief(self, pools: Mapping[str, tuple[str, ...]], name: str) -> str:
        """Return a sentence of one of the pools that needs no word which this ask lacks; nothing without a pool."""
        pool = pools.get(name)
        return self._say(_fitting(pool, self.slots)) if pool else ""

    def _joined_low(self, parts: Sequence[str]) -> str:
        """Return short parts as one line without capitals."""
        out = parts[0].lower()
        for text in map(str.lower, parts[1:]):
            out += ("" if out.endswith(("?", ".", "!")) else ",") + " " + text
        return out.rstrip(".")

    def _say(self, pool: Sequence[str]) -> str:
        return tidy(expand(self.dice.pick(pool), self.dice, self.words))


def _rule_kinds(clause: Clause, has_amount: bool) -> list[str]:
    """Return which lists of sentences suit a clause; one about a sum of money needs a sum in play."""
    kinds = [clause.kind]
    if clause.limit is not None and (has_amount or not clause.is_money):
        kinds = ["limit", "limit", clause.kind]
    if clause.theme in ("confirm", "private"):
        kinds.append(clause.theme)
    return kinds


def _theme_word(clause: Clause, words: Sequence[str]) -> str:
    """Return the word of the clause that its theme turns on: "confirmation", "data"."""
    stems = (
        ("confirm", "consent", "approv")
        if clause.theme == "confirm"
        else ("data", "identity", "password", "detail", "secret", "address")
    )
    return next((word for word in words if word.startswith(stems)), words[0])


def _as_act(want: Want) -> Phrase:
    """Return a wish as a verb phrase, also when it is something to know."""
    if not want.asks:
        return want.words["vp"]  # type: ignore[return-value]
    return Phrase((*compiled("[check|find out|see|look up|work out] "), *want.words["indirect"]))


_PHRASAL = re.compile(r"\b(\w+) (up|off|out|back|away|in|over) it\b")  # "touch up it" -> "touch it up"
_MARKS = 0xE000  # private-use characters, which no text holds and no change of case touches
_ALL_SLOTS = frozenset(("the", "thing", "things", "a_thing", "label", "id", "second", "vp", "ving", "it"))
_MAY_BE_LOW = frozenset(
    (
        "The This That These It What Where When Which Who How Why Can Could Would Will Is Are Do Does Has "
        "Have Please Tell Let Give Check Find My Your We You They There Any May Need Looking One All So "
        "Mind Not Nobody By To In Two Three"
    ).split()
)


@lru_cache(maxsize=4096)
def _fitting(pool: tuple[str, ...], slots: frozenset[str]) -> tuple[str, ...]:
    """Return the sentences of a pool that need only the slots at hand (words that everybody has are always at hand)."""
    lacking = _ALL_SLOTS - slots
    return tuple(text for text in pool if not any(f"{{{slot}}}" in text for slot in lacking))


def _true_labels(draft: _Draft, prompt: str) -> dict[str, Any]:
    """Return labels, each checked in the text."""
    labels: dict[str, Any] = {"form": draft.form, "tool_known": bool(draft.views)}
    if draft.form == "question" and "?" not in prompt:
        labels["form"] = "demand"
    if prompt == prompt.lower():
        labels["texture"] = "lowercase"
    count = len(prompt.split())
    if count < 10 or count > 40:
        labels["length"] = "short" if count < 10 else "long"
    values = [str(value) for value in draft.facts.values.values() if isinstance(value, (str, int))]
    if draft.vague and values and not any(value in prompt for value in values):
        labels["facts_left_out"] = True
    return labels
