"""Asks that no tool serves: a small stated share of the plan, where the right answer needs no call."""

from __future__ import annotations

UNRELATED_ASKS = (
    "what's the capital of [Mongolia|Peru|Ghana|Finland|Nepal|Oman]?",
    "[who|do you know who] [painted|restored] the [Mona Lisa|Night Watch|ceiling of the Sistine Chapel]?",
    "how do I get [coffee|wine|beetroot|ink|curry] stains out of a [wool|linen|silk|white cotton] [shirt|tablecloth|"
    "scarf|rug]?",
    "[can|could] you write [a limerick|two lines|a toast|a haiku] about [my cat|{person}|rain in {place}|cold soup|a "
    "lost umbrella]?",
    "what [should|could] I cook with [leeks|lentils|two eggs|old bread|a pumpkin] and [nothing else|a bit of cheese|"
    "half a lemon]?",
    "is [it warmer|the rent lower|the sea colder|the air better] in {place} or in [Rome|Riga|Lima|Quito]?",
    "how many [bones|teeth|muscles] does a [giraffe|newborn|shark|house cat] have?",
    "[give me|I need] a name for a [puppy|boat|band|goldfish|tractor], [something short|not too cute|starting with Q].",
    "{person} [says|swears] [tomatoes|cucumbers|strawberries] are [berries|not fruit], [who's right|is that so]?",
    "how far is it from [the earth to [the moon|the sun|the nearest star]|{place} to [the sea|the border|the next "
    "airport]]?",
    "what rhymes with [orange|purple|breakfast|february|winter]?",
    "[teach|tell] me [one word|a proverb|how to say goodbye] in [Finnish|Swahili|Basque|Icelandic].",
    "which [chess|card|board] [opening|game] [suits|should I teach] {person}?",
    "do you [dream|get bored|like music|sleep] [at night|between questions|at all]?",
    "how do [magnets|tides|yeast|rainbows|bagpipes] work, [in one line|for a child|roughly]?",
    "I [can't sleep|have hiccups|burnt the rice|lost at cards again], [any tips|what helps]?",
    "what [day|weekday] was [the first of May|new year's day|the moon landing] in [1969|1980|1999|2004]?",
    "what's [17|23|48|91] times [12|36|54|77]?",
    "[which|what] plants [survive|do well] on a [dark|windy|north-facing] [balcony|staircase|windowsill]?",
    "how do I [fold a fitted sheet|tie a bow tie|darn wool socks|patch torn jeans|iron a silk shirt|knit a scarf]?",
    "[recommend|suggest] [a film|a novel|three songs] for [a rainy {day}|a long train ride|{person}].",
    "who would win, [a badger or a goose|ten ducks or one swan|a knight or a samurai]?",
    "why does [the sky turn red [at dusk|before rain]|[fresh bread|rain|coffee] smell so good|my knee click on "
    "[stairs|cold days]|[a glass|a bell] ring when tapped]?",
    '[translate|put] ["good night"|"see you soon"|"well done"] [into|in] [Latin|Welsh|Danish|Korean].',
)
UNRELATED_STORIES = (
    "[It's for|I promised] [a quiz|the school paper|{person}] {later}.",
    "[We have a bet|We put a cake on it], {person} and I.",
    "[Nothing to do with your work|Off topic], I [know|admit].",
    "[The search engine|Everyone I asked] [gave five answers|shrugged].",
    "[I've been wondering|It has bugged me] since {day}.",
    "{person} [asked me|brought it up] [at dinner|in the car] {past}.",
)
