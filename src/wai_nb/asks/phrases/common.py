"""Words that any person may use, whatever the agent is for: days, people, places, greetings."""

from __future__ import annotations

from wai_nb.asks.grammar import Part, compiled

_SHARED = {
    "day": "[Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday]",
    "weekday": "[Monday|Tuesday|Wednesday|Thursday|Friday]",
    "past": "[yesterday|on {day}|last {weekday}|last week|the other day|two days ago|a week ago|this morning|"
    "a fortnight ago|at the weekend|earlier this month|on {day} night|before lunch|a while ago|last night|"
    "[three|five|ten] days ago|[early|late] last week|in [March|May|June]]",
    "ago": "[{day}|yesterday|last week|last {weekday}|the other day|two days ago|earlier this month|{day} night|last "
    "night|last month|[March|May|June]|[three|ten] days ago]",
    "soon": "[today|tonight|tomorrow|by {day}|before {day}|this week|by noon|before the weekend|by the end of the day|"
    "within the hour|before I leave at [four|five|six]|first thing tomorrow|in the next [ten|twenty] minutes]",
    "later": "[on {day}|next week|next {weekday}|after the weekend|at the end of the month|in a few days|tomorrow "
    "night]",
    "person": "my [sister|brother|mum|dad|wife|husband|flatmate|neighbour|daughter|son|aunt|cousin|partner|"
    "[best|oldest] friend|grandmother|uncle|niece|landlord]",
    "colleague": "[my [boss|manager|colleague|team lead|assistant]|[Priya|Tom|Lena|Marcus|Aisha|Jonas] from "
    "[accounting|the office|my team|sales|upstairs|the night shift]|our [intern|accountant|auditor|new hire]|"
    "the [director|project lead|other team]]",
    "name": "[Anna|Ravi|Chloe|Mateo|Ingrid|Kofi|Yuki|Sam|Nadia|Owen|Elif|Luca|Grace|Tomasz|Zoe|Femi]",
    "busy": "[my train leaves in [four|six|nine] minutes|I'm [boarding|driving|on a call|in a queue]|I'm about to "
    "walk into a meeting|"
    "my break ends in [two|five] minutes|the [taxi|cab] is outside|my battery is at [three|four|six] percent|"
    "the kids are [yelling|waiting in the car]|I'm [late already|between two meetings]|someone's at the door]",
    "place": "[Lisbon|Leeds|Oslo|Denver|Porto|Ghent|Kraków|Austin|Cork|Malmö|Turin|Nantes]",
    "few": "[two|three|four|five]",
}
SHARED: dict[str, Part] = {name: compiled(text) for name, text in _SHARED.items()}

GREETINGS = (
    "hi",
    "hello",
    "hey",
    "hi there",
    "good morning",
    "good evening",
    "hello there",
    "morning",
    "good afternoon",
    "hey there",
    "hi, {name} here",
    "dear team",
    "hello, this is {name}",
    "evening",
    "hiya",
    "hi all",
    "greetings",
    "good day",
)
FORWARDED = (  # said above an ask that somebody else wrote
    "[fwd|forwarding this|passing this on], it's from {colleague}",
    "{person} sent me this, [can you take it from here|over to you]",
    "[see|please see] below, {colleague} [asked me to pass it on|sent it to the wrong address]",
    "forwarded for {person}, who [isn't online|can't write to you]",
)
THANKS = (
    "thanks",
    "thank you",
    "thanks a lot",
    "cheers",
    "many thanks",
    "thx",
    "much appreciated",
    "ta",
    "thanks, {name}",
    "best, {name}",
    "thank you so much",
    "regards, {name}",
    "[big|huge] thanks",
    "thanks in advance",
)
