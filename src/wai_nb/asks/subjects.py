"""Questions for an agent without tools: plain ones about the subjects of its policy."""

from __future__ import annotations

# {subject} may be one thing or many, so no verb bends to it
_SUBJECTS = (
    "[rules|terms] for {subject}; what the rules for {subject} are; what are the [exact |usual |]rules for {subject}?",
    "[facts|basics] on {subject}; what there is to know about {subject}; what [should|must] I know about {subject}?",
    "[changes|news] about {subject}; what changed about {subject} since {ago}; what's new about {subject} [since "
    "{ago}|these days|]?",
    "[exceptions|special cases] for {subject}; which exceptions there are for {subject} <on {weekday}s|for "
    "children|for groups|for {person}>; are there exceptions for {subject} <on {weekday}s|for children|for "
    "groups|for {person}>?",
    "[price|cost] of {subject}; what I have to pay for {subject}; [do I pay|is there a charge|does it cost extra] "
    "for {subject}?",
    "[contact|right person] for {subject}; who looks after {subject}; who [looks after|decides on|can help with] "
    "{subject}?",
    "[first step|way in] with {subject}; where to start with {subject}; where do I start with {subject}?",
    "[plan|schedule] for {subject} {later}; how it works with {subject} {later}; how does it work with {subject} "
    "{later}?",
    "[page|leaflet|sign] about {subject}; where to read up on {subject}; where can I read [more |up ]about {subject}?",
    "[difference|change] in {subject} between {weekday} and {day}; whether {subject} differ from day to day; is "
    "it the same with {subject} on {day}?",
    "[common mistake|pitfall] with {subject}; what people get wrong about {subject}; what do people "
    "[usually|often] get wrong about {subject}?",
    "[shortest|simplest] answer about {subject}; what {subject} come down to; what's the short version about "
    "{subject}?",
    "[best time|right moment] for {subject}; when it's quietest for {subject}; when is the best time to see about "
    "{subject}?",
    "[terms|discount] on {subject} for <students|families|school classes>; whether <students|families|school "
    "classes> get other terms on {subject}; do <students|families|school classes> get other terms for {subject}?",
    "[reason|thinking] behind {subject}; why it's arranged like that with {subject}; why is it done that way with "
    "{subject}?",
    "[list|overview] of {subject}; which {subject} there are in all; could I have an overview of {subject}?",
    "[wait|delay] to expect with {subject}; how long to allow for {subject}; how long should I allow for {subject}?",
    "[papers|proof] needed for {subject}; what to bring along for {subject}; what do I need to bring for {subject}?",
    "<desk|number> for {subject}; which <desk|number> is for {subject}; which <desk|number> is for {subject}?",
    "[latest|last] change to {subject}; since when it's been so with {subject}; since when has it been like that "
    "with {subject}?",
    "advice on {subject} for {person}; what you'd tell {person} about {subject}; what would you tell {person} "
    "about {subject}?",
    "arrangements for {subject} on <public holidays|{weekday} evenings|the last {day} of the month>; how it is "
    "with {subject} on <public holidays|{weekday} evenings|the last {day} of the month>; what about {subject} on "
    "<public holidays|{weekday} evenings|the last {day} of the month>?",
    "[catch|fine print] with {subject}; whether there's a catch with {subject}; is there a catch with {subject}?",
    "word on {subject} in {place}; whether it's the same with {subject} in {place}; is it the same with {subject} "
    "in {place}?",
)
SUBJECT_KNOW: tuple[tuple[str, str, str], ...] = tuple(
    (np, indirect, direct) for np, indirect, direct in (text.split("; ") for text in _SUBJECTS)
)
SUBJECT_TIMES = (  # a time that narrows the subject down, where the question names none
    "on {day}",
    "{later}",
    "on public holidays",
    "in [June|July|August|October|December]",
    "during the [school|summer|winter|Easter] holidays",
    "in the [morning|evening|early afternoon]",
    "on {weekday} [mornings|evenings|afternoons]",
    "around [Christmas|New Year|Easter]",
)
_TIMED = ("{later}", "{day}", "{weekday}", "{place}", "{ago}")


def takes_a_time(aspect: tuple[str, str, str]) -> bool:
    """Say whether a question has room for a time, as it names no time or place itself."""
    return not any(slot in text for text in aspect for slot in _TIMED)
