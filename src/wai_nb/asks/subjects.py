"""Questions for an agent without tools: plain ones about the subjects of its policy."""

from __future__ import annotations

# {subject} may be one thing or many, so no verb bends to it
SUBJECT_KNOW: tuple[tuple[str, str, str], ...] = (
    ("[rules|terms] for {subject}", "what the rules for {subject} are", "what are the rules for {subject}?"),
    (
        "[facts|basics] on {subject}",
        "what there is to know about {subject}",
        "what [should|must] I know about {subject}?",
    ),
    ("[changes|news] about {subject}", "what changed about {subject} since {ago}", "what's new about {subject}?"),
    (
        "[exceptions|special cases] for {subject}",
        "which exceptions there are for {subject}",
        "are there exceptions for {subject} [on {weekday}s|for children|for groups]?",
    ),
    ("[price|cost] of {subject}", "what I have to pay for {subject}", "[do I pay|is there a charge] for {subject}?"),
    (
        "[contact|person] for {subject}",
        "who looks after {subject}",
        "who [looks after|decides on|can help with] {subject}?",
    ),
    ("[help|advice] with {subject}", "where to start with {subject}", "where do I start with {subject}?"),
    (
        "[plan|schedule] for {subject}",
        "how it works with {subject} {later}",
        "how does it work with {subject} {later}?",
    ),
)
