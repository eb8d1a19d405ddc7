"""Questions for an agent without tools: plain ones about the subjects of its policy."""

from __future__ import annotations

from functools import lru_cache

# {subject} may be one thing or many, so no verb bends to it
_SUBJECTS = (
    "[rules|terms] for {subject}; what the rules for {subject} are; what are the [exact |usual |]rules for {subject}?",
    "[facts|basics] on {subject}; what there is to know about {subject}; what [should|must] I know about {subject}?",
    "[changes|news] about {subject}; what changed about {subject} since {ago}; what's new about {subject} [since "
    "{ago}|these days|]?",
    "[exceptions|special cases] for {subject}; which exceptions there are for {subject} <on {weekday}s|for "
    "children|for groups|for {person}>; are there exceptions for {subject} <on {weekday}s|for children|for "
    "groups|for {person}>?",
    "[contact|right person] for {subject}; who looks after {subject}; who [looks after|decides on|can help with] "
    "{subject}?",
    "[first step|way in] with {subject}; where to start with {subject}; where do I start with {subject}?",
    "[plan|schedule] for {subject} {later}; how it works with {subject} {later}; how does it work with {subject} "
    "{later}?",
    "[page|leaflet|sign] about {subject}; where to read up on {subject}; where can I read [more |up ]about {subject}?",
    "difference in {subject} between <Monday and Saturday|weekdays and weekends|Tuesday and Friday>; whether {subject} "
    "can differ between <Monday and Saturday|weekdays and weekends|Tuesday and Friday>; can {subject} differ between "
    "<Monday and Saturday|weekdays and weekends|Tuesday and Friday>?",
    "[common mistakes|pitfalls] with {subject}; what people get wrong about {subject}; what do people "
    "[usually|often] get wrong about {subject}?",
    "[shortest|simplest] answer about {subject}; what {subject} come down to; what's the short version about "
    "{subject}?",
    "[reason|thinking] behind {subject}; why it's arranged like that with {subject}; why is it done that way with "
    "{subject}?",
    "[list|overview] of {subject}; which {subject} there are in all; could I have an overview of {subject}?",
    "<desk|number> for {subject}; which <desk|number> is for {subject}; which <desk|number> is for {subject}?",
    "[latest|last] change to {subject}; since when it's been so with {subject}; since when has it been like that "
    "with {subject}?",
    "advice on {subject} for {person}; what you'd tell {person} about {subject}; what would you tell {person} "
    "about {subject}?",
    "arrangements for {subject} on <public holidays|{weekday} evenings|the last {day} of the month>; what happens "
    "with {subject} on <public holidays|{weekday} evenings|the last {day} of the month>; what about {subject} on "
    "<public holidays|{weekday} evenings|the last {day} of the month>?",
    "[fine print|small print] on {subject}; whether there's a catch with {subject}; is there a catch with {subject}?",
    "help with {subject} in <French|Spanish|German|sign language>; whether there's help with {subject} in <French|"
    "Spanish|German|sign language>; is there help with {subject} in <French|Spanish|German|sign language>?",
    "[printed|written] version of {subject}; where to get {subject} in writing; where can I get {subject} in writing?",
    "complaints about {subject} since {ago}; whether anyone complained about {subject} since {ago}; has anyone "
    "complained about {subject} since {ago}?",
    "plans for {subject} next <spring|autumn|year>; what's planned for {subject} next <spring|autumn|year>; is "
    "anything planned for {subject} next <spring|autumn|year>?",
    "{subject} <in bad weather|in a heatwave|during a strike>; what happens with {subject} <in bad weather|in a "
    "heatwave|during a strike>; what happens with {subject} <in bad weather|in a heatwave|during a strike>?",
    "{subject} for <a wheelchair user|a blind visitor|a family of six|a dog owner>; how it works with {subject} for <a "
    "wheelchair user|a blind visitor|a family of six|a dog owner>; how does it work with {subject} for <a wheelchair "
    "user|a blind visitor|a family of six|a dog owner>?",
    "word on {subject} in {place}; whether it's the same with {subject} in {place}; is it the same with {subject} "
    "in {place}?",
)
_OF_THINGS = (  # what can be asked of anything but hours and rules
    "[deadline|last day] for {subject}; until when I can ask for {subject}; until when can I [still |]ask for "
    "{subject}?",
    "[form|paperwork] for {subject}; whether I need a form for {subject}; do I need a form for {subject}?",
    "[price|cost] of {subject}; what I have to pay for {subject}; [do I pay|is there a charge|does it cost extra] "
    "for {subject}?",
    "[best time|right moment] for {subject}; when it's quietest for {subject}; when is the best time to see about "
    "{subject}?",
    "[terms|discount] on {subject} for <students|families|school classes>; whether <students|families|school "
    "classes> get other terms on {subject}; do <students|families|school classes> get other terms for {subject}?",
    "[usual wait|waiting time] for {subject}; how long to allow for {subject}; how long should I allow for {subject}?",
    "[papers|documents] for {subject}; what to bring along for {subject}; what do I need to bring for {subject}?",
)
_OF_HOURS = (
    "<summer|winter> {subject}; whether the {subject} will be different in <summer|winter>; will the {subject} be "
    "different in <summer|winter>?",
    "{subject} for <groups|members|early birds|evening visitors>; whether there are other {subject} for <groups|"
    "members|early birds|evening visitors>; are there other {subject} for <groups|members|early birds|evening "
    "visitors>?",
    "last admission within the {subject}; how late people are let in within the {subject}; how late are people let in "
    "within the {subject}?",
    "{subject} of the <shop|café|garden|library|car park>; whether the <shop|café|garden|library|car park> has the "
    "same {subject}; does the <shop|café|garden|library|car park> have the same {subject}?",
    "[source|basis] of the {subject} [shown |]online; whether the {subject} online are right; are the {subject} "
    "[shown |]online right?",
    "sign with the {subject}; where the {subject} are posted; where are the {subject} posted?",
)
_HOURS = ("hours", "times", "days", "rules", "policy", "policies")


@lru_cache(maxsize=4096)
def questions_about(subject: str) -> tuple[tuple[str, str, str], ...]:
    """Return what can be asked about a subject: noun phrase, what somebody wants to know, the question itself.

    Examples
    --------
    >>> any("price" in np for np, _, _ in questions_about("opening hours"))
    False
    """
    own = _OF_HOURS if subject.endswith(_HOURS) else _OF_THINGS
    texts = (text.split("; ") for text in (*_SUBJECTS, *own))
    return tuple((np, indirect, direct) for np, indirect, direct in texts)


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
_TIMED = ("{later}", "{day}", "{weekday}", "{place}", "{ago}", "next <", "<summer", "<Monday", "of the <", "online")


def takes_a_time(aspect: tuple[str, str, str]) -> bool:
    """Say whether a question has room for a time, as it names no time or place itself."""
    return not any(slot in text for text in aspect for slot in _TIMED)
