"""What a person tells of earlier contacts: about something to be done, something to know, or anything at all."""

from __future__ import annotations

_ANY: dict[str, tuple[str, ...]] = {
    "prior_failure": (
        "I [asked|wrote|called] {past} and [never heard back|got no answer|nobody got back to me|was passed around].",
        "[Two|Three] [people|chats|calls] later I'm [no further|back where I started|as lost as I was {past}].",
        "[Nobody|No one] [at your end|on your team|I got through to] could help me {past}.",
        "[My first|An earlier] [message|request] [got lost|went unanswered|came to nothing] {past}.",
        "{past} I [only got an apology|was told to come back later|waited an hour for nothing].",
        "I [got nowhere|had no luck] with this {past}.",
        "The person I [spoke to|asked|reached] {past} [gave up|didn't know|shrugged].",
    ),
    "prior_partial_action": (),
    "contradicts_earlier": (),
    "repeat visit": (
        "[It's me|Me] again, [we spoke {past}|from {day}|the one with all the questions {past}].",
        "We [talked|chatted|spoke] {past}, [you were a great help|thanks for that|that all went fine].",
        "[Back|Here I am] again after [{day}|our chat {past}|last time].",
        "You helped me {past} with [something else|another thing], [so I came back|now this].",
        "[Third|Second|Fourth] [visit|conversation|time I write] this [month|week], [you must know me by now|almost a "
        "habit|sorry].",
        "You [sorted me out|solved my last problem] {past}[, so here I am again|, so I'm trying my luck again].",
        "[Someone here|You] [helped|advised] me so [nicely|well] {past} that I [came straight back|thought of you "
        "first].",
    ),
}
_ACT: dict[str, tuple[str, ...]] = {
    "prior_failure": (
        "I was [promised|told] it would be done {past} and it [wasn't|still isn't|never was].",
        "[Someone on your side|{colleague}] [tried|had a go] {past} [without luck|and nothing came of it].",
        "[You|Your team] said it was [done|sorted] {past}, [it wasn't|and it plainly is not].",
        "It didn't go through {past}[, whatever the reason|, twice in fact|].",
    ),
    "prior_partial_action": (
        "[Somebody at your end|One of your people|{colleague}] [started|began] on this {past} and [stopped halfway|"
        "then stopped|left the rest].",
        "[Half of it|The first part] was done {past}, the [rest|other half] is still [missing|open].",
        "We got [halfway|as far as my details] {past}, then [my line dropped|I had to leave|the chat closed].",
        "You were [in the middle of it|almost through] {past} when [we had to stop|I lost the connection].",
        "[Please pick|Pick|You can pick] up where [we|you] left off {past}.",
        "The [first step|easy part] was [done|settled] {past}, [please do the rest|only the end is missing].",
        "It was [set in motion|begun] {past} but [never completed|nobody saw it through].",
    ),
    "contradicts_earlier": (
        "[I know I|Yes, I] said [the opposite|not to|to leave it] {past}, [I changed my mind|plans changed|forget "
        "that].",
        "{past} I [told you|wrote] to leave it [alone|as it is], [scrap that|now I do want it|things look different "
        "today].",
        "[Unlike|Forget] what I [said|wrote] {past}, [this is what I want|go by this message].",
        "You told me {past} it couldn't be done, [your colleague says it can|I don't buy that any more].",
        "[Please disregard|Never mind] my [message|note] from {ago}, [it was wrong|it no longer holds].",
        "{past} I gave you [other details|a different {label}], [these are the right ones|use the ones here].",
        "[I was against it|It was a no from me] {past}, [now|today] it's a yes.",
    ),
    "repeat visit": (),
}
_KNOW: dict[str, tuple[str, ...]] = {
    "prior_failure": (
        "I [looked|searched] {past} and [couldn't find it|found nothing|gave up].",
        "{past} I was [told to wait|put through three times] and [still don't know|am none the wiser].",
        "I asked {past}, and [the answer made no sense|what I got back was about something else].",
    ),
    "prior_partial_action": (
        "I got half an answer {past}, [then the line dropped|the rest never came|then I had to run].",
        "You [started|began] to [look it up|answer this] {past}, then [we had to stop|I lost the connection|the chat "
        "closed].",
        "{past} [somebody here|you] told me [part of it|the first half], [what's the rest|I still need the rest].",
        "We [were halfway through this|had only just begun] {past} when [my battery died|the bell rang|I had to "
        "leave].",
        "[Your colleague|Someone] was going to [find out|check] {past} and only got [halfway|as far as my name].",
        "[I'm still missing|I never got] the second half of the answer from {ago}.",
        "We left this half done {past}.",
    ),
    "contradicts_earlier": (
        "I was told something [else|different|quite different] {past}.",
        "{past} I [heard|was given] the opposite, [which is it|so which one is right|who has it right]?",
        "[Your colleague|The last reply|Your mail] said something [else|different] {past}, [hence the question|which "
        "puzzles me].",
        "I know I said I [didn't need to know|had found out] {past}, [I was wrong|I do need it|forget that].",
        "That's [not what I heard|the reverse of what I was told] {past}, [is it|or did I mishear]?",
        "[I told you|I wrote] {past} that it no longer matters, [well, it does|now it does].",
        "[Please ignore|Forget] what I [asked|wrote] {past}, I had it [the wrong way round|mixed up].",
    ),
    "repeat visit": (),
}
_SHORT_ANY: dict[str, tuple[str, ...]] = {
    "prior_failure": (
        "no luck {past}",
        "asked {past}, no reply",
        "nobody could help {past}",
        "still no answer since {day}",
        "no luck so far",
        "no answer yet",
        "no luck yet",
        "asked before",
        "nobody replied",
        "no reply yet",
        "tried before",
        "waited for nothing",
        "nobody knew",
        "no help {past}",
        "got nowhere {past}",
    ),
    "prior_partial_action": (),
    "contradicts_earlier": (),
    "repeat visit": (
        "me again",
        "back again",
        "it's me again",
        "me again from {day}",
        "here again",
        "hello again",
        "back already",
        "me once more",
        "back after {day}",
        "we spoke {past}",
    ),
}
_SHORT_ACT: dict[str, tuple[str, ...]] = {
    "prior_partial_action": (
        "half done since {day}",
        "the rest is still missing",
        "begun {past}, then stopped",
        "carry on from {day}",
        "half done",
        "partly done",
        "unfinished",
        "one step done",
        "halfway there",
        "still pending",
        "left open",
        "begun {past}",
        "not done yet",
        "started {past}",
        "left open {past}",
    ),
    "contradicts_earlier": (
        "ignore my note from {ago}",
        "changed my mind",
        "scrap {ago}",
        "plans changed",
        "new plan",
        "second thoughts",
        "it's a yes now",
        "I said no {past}, now yes",
        "not as I said {past}",
        "scrap my note from {ago}",
        "forget what I said {past}",
        "I take back {ago}",
    ),
}
_SHORT_KNOW: dict[str, tuple[str, ...]] = {
    "prior_partial_action": (
        "only got half an answer {past}",
        "we got cut off {past}",
        "never got the rest {past}",
        "you began to tell me {past}",
        "line dropped {past}",
        "got cut off",
        "cut off {past}",
        "only heard half",
        "line dropped",
        "got interrupted",
        "rest is missing",
        "lost connection",
        "half an answer",
        "heard half of it {past}",
    ),
    "contradicts_earlier": (
        "heard otherwise {past}",
        "you said otherwise {past}",
        "was told the opposite {past}",
        "not what I heard {past}",
        "got another answer {past}",
        "heard two versions",
        "told otherwise",
        "heard otherwise",
        "got two answers",
        "you said otherwise",
        "heard the opposite",
        "not as told",
        "I doubt {ago}",
    ),
}
Pools = dict[str, tuple[str, ...]]


def merged(*parts: dict[str, tuple[str, ...]]) -> Pools:
    """Return the sentences of several tables in one, name by name; a name without any is left out."""
    names = dict.fromkeys(name for part in parts for name in part)
    pools = {name: tuple(text for part in parts for text in part.get(name, ())) for name in names}
    return {name: pool for name, pool in pools.items() if pool}


HISTORIES = {"act": merged(_ANY, _ACT), "know": merged(_ANY, _KNOW)}  # by what the ask wants
SHORT_HISTORIES = {"act": merged(_SHORT_ANY, _SHORT_ACT), "know": merged(_SHORT_ANY, _SHORT_KNOW)}
