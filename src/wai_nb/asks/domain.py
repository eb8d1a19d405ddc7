"""The agent's own world of words: what each tool does and to what, which things have ids, what the policy speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wai_nb.asks.kinds import PEOPLE_KINDS, SPOKEN_KINDS
from wai_nb.asks.params import Param, ids_in, paths_in, read_params
from wai_nb.asks.phrases.topics import THINGS, Topic, topic_of
from wai_nb.asks.verbs import VERBS, singular, words_of

if TYPE_CHECKING:
    from wai_nb.records.tools import Tool

_FILLER = set(
    (
        "by for of from with to in on the a an all my current details info data up id tool function api "
        "and or using into at via new existing given"
    ).split()
)
# verbs that are as often the thing itself: "order_lookup" looks up orders, "order_pizza" orders
_ALSO_NOUNS = frozenset(
    (
        "order file return text call test book status log record post issue transfer charge message email "
        "format place query rate file share tag ship build start deposit drop stop play commit count sum "
        "math tip contact"
    ).split()
)
_WITH_PARTICLE = frozenset("turn switch shut roll check log set scale".split())
_CALLED = {"web": "web page", "internet": "web page", "url": "page", "sql": "query"}  # nouns that nobody says
_PARTICLES = ("on", "off", "up", "down", "out", "back")
_KEYED = ("read", "update", "delete", "act")  # kinds of tools whose first person or email is the thing they work on
_STOPWORDS = frozenset(
    (
        "you your the a an and or of to for in on with by be is are not no do if it that this any all "
        "their them they as at from must should never always only can may will when before after unless "
        "than into about over under agent assistant help helpful who what which while each every please "
        "use using have has without within was were been up out"
    ).split()
)

_GENERIC = frozenset(
    ("customer user people person question answer request issue thing task guest visitor client caller").split()
)
_LINK_WORDS = re.compile(
    r"[.,;:!?()\n]|\b(?:about|with|of|on|for|and|or|to|in|by|from|before|after|unless|if|when|"
    r"over|under|only|not)\b"
)


@dataclass(frozen=True, eq=False)
class ToolView:
    """One tool as a person would speak of it.

    Parameters
    ----------
    name
        The tool's name.
    verb
        The verb of its name.
    kind
        What kind of act: read, search, create, update, delete, act, pay, send, run, compute or other.
    noun
        What it is about, as its name says ("order status").
    params
        Its parameters.
    key
        The parameter that says which thing is meant, or None.
    thing
        The noun of that thing in the singular ("order"); without a key, the tool's noun.
    topic
        The subject that lends aspects and stories.
    schema
        The JSON schema of its arguments.
    description
        As the tool has it.
    """

    name: str
    verb: str
    kind: str
    noun: str
    params: tuple[Param, ...]
    key: Param | None
    thing: str
    topic: Topic
    schema: Mapping[str, Any]
    description: str = ""

    @cached_property
    def belongs(self) -> bool:
        """Whether its thing is named by whose it is: the password of Anna."""
        named = self.key is not None and self.key.kind in PEOPLE_KINDS
        return named and topic_of([self.thing]).name != "people" and self.thing not in self.key.label  # type: ignore[union-attr]

    @cached_property
    def pays_off(self) -> bool:
        """Whether it pays for the thing itself (an invoice), and moves no money from one thing to another."""
        holds_money = self.topic.name == "money"
        return self.kind == "pay" and self.key is not None and self.thing in self.noun.split(" ") and not holds_money


@dataclass(frozen=True, eq=False)
class Domain:
    """What a set of tools and a policy speak of.

    Parameters
    ----------
    tools
        One view per tool, in order.
    topic
        The subject of the whole.
    subjects
        Nouns of the policy and the tools, most telling first; what an agent without tools is asked about.
    currency
        The money sign of the policy, or ``$``.
    known
        Words, in the singular, that any ask of this agent may hold.
    """

    tools: tuple[ToolView, ...]
    topic: Topic
    subjects: tuple[str, ...]
    currency: str
    known: frozenset[str]

    def view(self, name: str) -> ToolView | None:
        """Return the view of a tool by its name, or None."""
        return self._by_name.get(name)

    def views(self, names: Sequence[str]) -> tuple[ToolView, ...]:
        """Return the views of tools by their names; a name that is none of them is left out."""
        return tuple([self._by_name[name] for name in names if name in self._by_name])

    @cached_property
    def _by_name(self) -> dict[str, ToolView]:
        return {tool.name: tool for tool in reversed(self.tools)}  # of two tools of one name the first


def read_domain(tools: Sequence[Tool], system_prompt: str | None = None) -> Domain:
    """Return the words of an agent, read from its tools and its policy.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> tool = SimpleNamespace(name="get_order", description="Look up an order.",
    ...     parameters={"properties": {"order_id": {"type": "string"}}, "required": ["order_id"]})
    >>> view = read_domain([tool], "Help customers with orders.").tools[0]
    >>> view.kind, view.verb, view.noun, view.key.label, view.topic.name
    ('read', 'get', 'order', 'order number', 'orders')
    """
    policy = system_prompt or ""
    subjects = _subjects(policy)
    views = _with_shared_values([_view(tool, subjects) for tool in tools])
    topic = topic_of([word for view in views for word in view.noun.split()] + list(subjects))
    nouns = [view.thing for view in views] if views else list(subjects_of(policy))
    if not views and topic.name == "tickets":  # "tickets" of a help desk need a tool that keeps them
        topic = THINGS
    sign = re.search(r"[$€£¥]", policy + " ".join(str(tool.description) for tool in tools))
    known = frozenset(singular(word) for view in views for name in (view.noun, view.thing) for word in name.split())
    return Domain(tuple(views), topic, tuple(dict.fromkeys(nouns)), sign.group() if sign else "$", known)


def subjects_of(policy: str) -> tuple[str, ...]:
    """Return the noun phrases that a policy is about, those after "about", "with" or "on" first.

    Examples
    --------
    >>> subjects_of("You are a museum guide. Answer questions about opening hours and tickets.")
    ('opening hours', 'tickets')
    """
    late: list[str] = []
    first: list[str] = []
    lines = re.split(r"[.;!?\n]", policy.lower())
    for line in [line for line in lines if not line.strip().startswith("you are")] or lines:
        for i, piece in enumerate(_LINK_WORDS.split(line)):
            words = content_words(piece)
            if i == 0 and len(words) > 1 and not line.strip().startswith(("you ", "the ", "a ")):
                words = words[1:]  # the verb of an instruction
            phrase = " ".join(words[-2:])
            if phrase and words[-1].rstrip("s") not in _GENERIC:
                (late if i == 0 else first).append(phrase)
    return tuple(dict.fromkeys(first + late))[:8]


def content_words(text: str) -> list[str]:
    """Return the telling words of a text in lower case, in order, without the small words of the language.

    Examples
    --------
    >>> content_words("Never share another customer's data.")
    ['share', 'another', 'customer', 'data']
    """
    words = re.findall(r"[a-z][a-z-]*[a-z]", text.lower().replace("'s", ""))
    return [word for word in words if word not in _STOPWORDS and len(word) > 2]


def _subjects(policy: str) -> list[str]:
    """Return the nouns that a policy seems to be about: those that a topic knows first, then its longer words."""
    words = list(dict.fromkeys(content_words(policy)))
    known = [word for word in words if topic_of([word]) is not THINGS]
    return known + [word for word in words if word.endswith("s") and word not in known][:4]


def _view(tool: Tool, subjects: Iterable[str]) -> ToolView:
    verb, kind, noun = _verb_and_noun(tool)
    noun = _CALLED.get(noun, noun)
    params = read_params(tool.parameters, noun)
    if verb == "open" and not any(param.is_reference for param in params):  # open_account makes one, open_file reads it
        verb, kind = "open_new", VERBS["open_new"][0]
    params = _with_described(params, tool.description or "")
    key = _key(params, kind, noun)
    thing = key.noun if key is not None and key.noun else singular_phrase(noun)
    if not noun:
        noun = thing = thing or _described_noun(tool.description or "") or ("sum" if kind == "compute" else "request")
    words = [*noun.split(), *thing.split(), *content_words(tool.description or ""), *subjects]
    return ToolView(
        tool.name, verb, kind, noun, params, key, thing, topic_of(words), tool.parameters, tool.description or ""
    )


def _verb_and_noun(tool: Tool) -> tuple[str, str, str]:
    words = words_of(tool.name) or ["use"]
    verbs = [i for i, word in enumerate(words) if word in VERBS]
    plain = [i for i in verbs if words[i] not in _ALSO_NOUNS]
    at = verbs[0] if verbs[:1] == [0] and not (plain and words[0] in _ALSO_NOUNS) else next(iter(plain or verbs), None)
    if at is None:
        return _from_description(tool, words)
    verb = words[at]
    rest = words[:at] + words[at + 1 :]
    if verb in _WITH_PARTICLE and rest[at : at + 1] and rest[at] in _PARTICLES:  # turn_on_light
        return f"{verb} {rest[at]}", VERBS[verb][0], _noun_phrase(rest[:at] + rest[at + 1 :])
    return verb, VERBS[verb][0], _noun_phrase(rest)


def _from_description(tool: Tool, words: list[str]) -> tuple[str, str, str]:
    """Return verb, kind and noun of a tool whose name has no verb: "weather", "calculator", "user_profile"."""
    first = next(iter(words_of(tool.description or "")), "")
    verb = next((form for form in (first, singular(first), first.removesuffix("es")) if form in VERBS), "")
    if verb:
        return verb, VERBS[verb][0], _noun_phrase(words)
    does = len(words) > 1 and first == words[0]  # "Zap a widget." says that zap_widget zaps
    known_topic = topic_of(words) is not THINGS and not does
    return ("get", "read", _noun_phrase(words)) if known_topic else (words[0], "other", _noun_phrase(words[1:]))


def _noun_phrase(words: Sequence[str]) -> str:
    """Return the words up to the first that only links ("order by id" -> "order")."""
    out: list[str] = []
    for word in words:
        if word in ("by", "for", "from", "with", "to", "in", "on", "at", "via", "using") and out:
            break
        if word not in _FILLER:
            out.append(word)
    return " ".join(out)


def _described_noun(description: str) -> str:
    """Return the first noun phrase after the verb: "Search the product catalog." -> "product catalog"."""
    words = re.findall(r"[a-z-]+|[.,:;(]", description.lower())[1:]
    out: list[str] = []
    for word in words:
        if not word[0].isalpha() or (word in _FILLER and out):
            break
        if word not in _FILLER:
            out.append(word)
    return " ".join(out[-2:])


def singular_phrase(noun: str) -> str:
    """Return a noun phrase with its last word in the singular."""
    head, _, last = noun.rpartition(" ")
    return f"{head} {singular(last)}".strip()


def _key(params: Sequence[Param], kind: str, noun: str) -> Param | None:
    """Return the parameter that names the thing a tool works on, the required ones first."""
    ordered = sorted(params, key=lambda param: not param.required)
    if kind in ("create", "search", "compute"):
        own = [param for param in ordered if param.kind == "path" and kind == "create"]
        return own[0] if own else None
    references = [param for param in ordered if param.is_reference]
    same_noun = [param for param in references if param.noun.split(" ")[0] in noun]
    if references:
        return (same_noun or references)[0]
    own = [param for param in ordered if param.kind in SPOKEN_KINDS and param.name.lower() == noun]
    people = [param for param in ordered if param.kind in PEOPLE_KINDS]
    return next(iter(own or people), None) if kind in _KEYED else None


def _with_described(params: tuple[Param, ...], description: str) -> tuple[Param, ...]:
    """Give the ids and paths that a tool's description names to its first parameter of that kind."""
    named = {"id": ids_in(description), "path": paths_in(description)}
    out: list[Param] = []
    for param in params:
        values = named.pop(param.kind, ()) if not param.on_file else ()
        if values and param.schema.get("type") == "integer":
            values = tuple(int(value) for value in values if value.isdigit())  # type: ignore[misc]
        out.append(_replaced(param, values) if values else param)
    return tuple(out)


def _with_shared_values(views: list[ToolView]) -> list[ToolView]:
    """Let parameters of one name and kind share the values on file, whichever tool names them."""
    shared: dict[tuple[str, str], tuple[object, ...]] = {}
    for view in views:
        for param in view.params:
            if param.on_file and param.is_reference:
                shared.setdefault((param.kind, param.noun), param.on_file)
    return [_with_values(view, shared) for view in views]


def _with_values(view: ToolView, shared: dict[tuple[str, str], tuple[object, ...]]) -> ToolView:
    params = tuple(
        _replaced(param, shared[param.kind, param.noun])
        if not param.on_file and (param.kind, param.noun) in shared
        else param
        for param in view.params
    )
    key = next((param for param in params if view.key is not None and param.name == view.key.name), None)
    return replace(view, params=params, key=key)


def _replaced(param: Param, on_file: tuple[object, ...]) -> Param:
    return replace(param, on_file=on_file)
