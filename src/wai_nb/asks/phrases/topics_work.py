"""Topics of work and life: code, travel, calendars, people, messages, documents, weather, data."""

from __future__ import annotations

from wai_nb.asks.phrases.topics import Topic

CODE = Topic(
    name="code",
    words=frozenset(
        (
            "file test code repo repository branch commit build bug function module path script pull patch "
            "directory folder deploy command terminal linter"
        ).split()
    ),
    mine=False,
    aspects=(
        "[contents|source|first lines] of {it}; what {it} [does|contains|looks like right now]; what [does {it} do|is "
        "in {it}|does {it} look like]?",
        "[imports|dependencies] of {it}; what {it} [imports|depends on]; which [packages|modules] does {it} pull in?",
        "[constants|defaults|settings] in {it}; which defaults {it} sets; what defaults are set in {it}?",
        "[longest|oldest|main] function in {it}; where the main [loop|function|entry point] in {it} is; where does "
        "the main loop sit in {it}?",
        "[comments|docstrings|todos] in {it}; whether {it} still has todos; are there [todos|leftover prints|"
        "commented-out blocks] in {it}?",
        "last [change|edit] to {it}; what changed in {it} since {day}; what changed in {it} {past}?",
        "public names in {it}; which names {it} exports; what does {it} export?",
        "type hints in {it}; whether {it} is typed throughout; is {it} fully typed?",
        "size of {it}; how long {it} has become; how many lines is {it} by now?",
    ),
    stories=(
        "[The reviewer|{colleague}] [left a comment|asked about it] on my [pull request|branch] {past}.",
        "I [rebased|merged main] {past} and [the behaviour changed|three imports moved|the diff looks odd].",
        "[The nightly build|CI] has been [red|yellow|slow] since {day} and this is my [first|only] suspect.",
        "I'm [porting|moving|splitting] [this package|the old service|our parser] {later}.",
        "We [cut|tag] a release {later} and [the changelog|that part] is [still open|not written].",
        "I [only have|work from] a [phone|read-only checkout|tablet] until {day}.",
        "[Somebody|{colleague}] [renamed|refactored] half the [helpers|fixtures|classes] {past}.",
        "[A user in {place}|{colleague}] [reports|swears] that the [parser|cache|login page|exporter] [drops the last "
        "row|counts twice|ignores the config].",
        "I [joined|came back to] the project {past} and [the readme is thin|don't know my way around yet].",
        "[It works|Everything passes] on my [laptop|machine] but not [in the container|on Windows|for {colleague}].",
    ),
    texts=(
        "[MAX_ROWS|PAGE_SIZE|BATCH|LIMIT|WIDTH] = [10|25|40|80|120|250]",
        "DEBUG = [True|False]",
        "[retry_count|workers|depth|verbose] = [1|2|3|5|8]",
        "def [ping|version|main|noop]():\\n    return [None|1|'ok'|True]",
        "import [json|math|re|logging]",
        "# todo: [split|rename|type|document] this before {weekday}",
        "assert [total|count|len(rows)] == [0|3|7|12]",
        "[names|rows|items] = sorted([names|rows|items])",
    ),
    titles=(
        "[parser|config|cache|session] [cleanup|rewrite|split]",
        "[load_config|parse_row|to_json|build_index]",
        "[todo|deprecated|import json|retry]",
        "[flaky|slow] [login|upload|export] test",
    ),
    statuses=("clean", "modified", "clean", "under review"),
)

TRAVEL = Topic(
    name="travel",
    words=frozenset(
        (
            "booking reservation flight hotel trip seat room passenger itinerary train table restaurant car "
            "rental travel visa"
        ).split()
    ),
    mine=True,
    aspects=(
        "[details|status] of {it}; whether {it} is [confirmed|all set]; is {it} [confirmed|all set|still on]?",
        "[times|departure] for {it}; what time {it} [starts|leaves]; what time does {it} [start|leave]?",
        "[price|total] of {it}; what I paid for {it}; how much [did {it} cost|was {it}]?",
        "names on {it}; who is named on {it}; whose names are on {it}?",
        "[baggage|luggage] on {it}; how much luggage {it} includes; does {it} include [a suitcase|breakfast|hand "
        "luggage]?",
        "[cancellation terms|change terms] of {it}; until when {it} can be changed; until when can I change {it}?",
        "[seats|room] on {it}; where we [sit|stay] with {it}; do we [sit|stay] together on {it}?",
        "[extras|meals] on {it}; what comes with {it}; what comes with {it}?",
    ),
    stories=(
        "[My mother|{person}] [joins us|can no longer come|needs a wheelchair].",
        "[A meeting|The wedding|A conference] in {place} was [moved|put back] to {day}.",
        "We [travel|arrive] with [a baby|a dog|two bikes|skis] and want no surprises.",
        "I [booked|paid] it {past} on [my phone|a train] and [never saw|can't find] the confirmation.",
        "[The connection|Our train] from {place} gets in [late|at midnight].",
        "[My passport|The visa] [runs out|is still at the embassy] and I'd rather know {soon}.",
        "It's our [anniversary|first holiday in years|honeymoon].",
    ),
    texts=(
        "we [arrive|check in] late on {day}",
        "[a quiet room|a window seat|two beds] if possible",
        "[please|kindly] hold it until {day}",
        "[one of us|{name}] is vegetarian",
    ),
    titles=(
        "[weekend|week] in {place}",
        "[room|table|seat] for {few}",
        "[flight|train] to {place}",
        "[beach|city|mountain] hotel",
    ),
    statuses=("confirmed", "confirmed", "on hold", "checked in", "completed"),
)

CALENDAR = Topic(
    name="calendar",
    words=frozenset(("event meeting appointment calendar reminder slot schedule task todo shift class visit").split()),
    mine=True,
    aspects=(
        "[time|start] of {it}; when {it} [starts|is]; [when is|what time is] {it}?",
        "[place|room] of {it}; where {it} takes place; where [is|are we meeting for] {it}?",
        "[people|guests] in {it}; who is coming to {it}; who [is coming to|said yes to|is missing from] {it}?",
        "[agenda|notes] of {it}; what {it} is about; what is {it} about?",
        "[length|end] of {it}; how long {it} [takes|lasts]; how long is {it}?",
        "clashes with {it}; whether {it} clashes with anything; does {it} clash with [anything|lunch|the school run]?",
    ),
    stories=(
        "[The dentist|School|My physio] [called|moved things] {past} and [my week is upside down|nothing fits].",
        "{colleague} [can only do|asks for] {weekday} [mornings|after four].",
        "I [double-booked|forgot] [something similar|the last one] {past}.",
        "[I have to fetch|I promised to drive] {person} {later}.",
        "We have [people in {place}|guests from {place}] [dialling in|on the line], so hours matter.",
        "[My phone|The app] [shows|has] it an hour [late|early] since {day}.",
    ),
    texts=(
        "we [meet|start] at [nine|two|half past three] on {weekday}",
        "[bring|please bring] the [plans|numbers|keys]",
        "{name} [joins|cannot come]",
        "moved to {weekday}",
    ),
    titles=(
        "[lunch|call|coffee] with {name}",
        "[dentist|haircut|vet|yoga]",
        "[budget|design|hiring] [review|round]",
        "[standup|retro] in {place}",
    ),
    statuses=("confirmed", "tentative", "confirmed", "moved"),
)

PEOPLE = Topic(
    name="people",
    words=frozenset(
        (
            "customer user employee contact patient profile member student client person candidate subscriber lead"
        ).split()
    ),
    mine=False,
    aspects=(
        "[record|profile|file] of {it}; what we have on {it}; what do we [have|know] on {it}?",
        "[address|contact details] of {it}; how to reach {it}; how can I reach {it}?",
        "[plan|membership] of {it}; which plan {it} is on; which plan is {it} on?",
        "[last visit|last login] of {it}; when {it} was last here; when was {it} last [here|seen]?",
        "[notes|remarks] on {it}; what the notes on {it} say; what do the notes on {it} say?",
        "status of {it}; whether {it} is still active; is {it} still [active|with us]?",
    ),
    stories=(
        "[They|Somebody] [called|came to the desk] {past} and [nobody wrote it down|I only caught half].",
        "{colleague} [hands over|passes on] the list {later}.",
        "[The letter|Our mail] [came back|was returned] {past}.",
        "I [meet|see] them {later} and [want to be prepared|know next to nothing].",
        "[Two|Three] entries [look alike|sound the same] to me.",
    ),
    texts=(
        "[prefers|asked for] calls after [four|six]",
        "[moved|is moving] to {place} {later}",
        "[met|spoke to] {name} {past}",
        "[please|do] call back {later}",
    ),
    titles=("[new|returning] [client|member]", "{name} from {place}", "[follow-up|welcome] call"),
    statuses=("active", "active", "inactive", "on trial"),
)

MESSAGES = Topic(
    name="messages",
    words=frozenset(("email message mail notification sms chat channel thread inbox letter post comment").split()),
    mine=False,
    aspects=(
        "[text|wording] of {it}; what {it} says; what does {it} say?",
        "[sender|author] of {it}; who sent {it}; who [wrote|sent] {it}?",
        "[date|time] of {it}; when {it} came in; when did {it} come in?",
        "[replies|answers] to {it}; whether anyone answered {it}; has anyone [answered|replied to] {it}?",
        "[attachment|links] in {it}; what is attached to {it}; is anything attached to {it}?",
    ),
    stories=(
        "[They|People there] have been [waiting|asking] since {day}.",
        "I [would do it|tried] myself but [my inbox is full|I'm away from my desk until {day}].",
        "{colleague} [expects|wants] it [out|there] {soon}.",
        "[The first one|My last one] [sounded rude|had a typo|went to the wrong person] {past}.",
        "Keep it [short|friendly|formal], they [hate long mails|are easily offended|read on the phone].",
    ),
    texts=(
        "[see you|talk to you] {later}",
        "[the files|the plans|my notes] [follow|come] {later}",
        "[I'm running|we are] late, start without [me|us]",
        "[please|could you] [call|answer] {soon}",
        "thank you for {day}, it was [great|useful]",
    ),
    titles=(
        "[hello|greetings] from {place}",
        "[plans|notes] for {day}",
        "[a favour|one question], {name}",
        "[running late|change of plan]",
    ),
    statuses=("sent", "read", "unread", "archived"),
)

DOCUMENTS = Topic(
    name="documents",
    words=frozenset(
        ("document page article note report record wiki contract form policy letter knowledge faq paper").split()
    ),
    mine=False,
    aspects=(
        "[text|gist] of {it}; what {it} says; what does {it} say [about {weekday}|in short]?",
        "[author|owner] of {it}; who wrote {it}; who [wrote|signed] {it}?",
        "[version|date] of {it}; how recent {it} is; how [old|recent] is {it}?",
        "[sections|headings] of {it}; which sections {it} has; which sections does {it} have?",
        "[open points|blanks] in {it}; what is still blank in {it}; is anything in {it} still blank?",
        "readers of {it}; who may read {it}; who [may|can] read {it}?",
    ),
    stories=(
        "{colleague} [quotes|cites] it [in every meeting|{past}] and I [never read it|doubt it].",
        "[The lawyers|The auditors|Our client] [come|call] {later}.",
        "I [printed|read] [an old copy|half of it] {past}.",
        "[We sign|It is signed] {later}, so [every line|one paragraph] matters.",
        "I [need|want] [one paragraph|a sentence] for my [talk|letter|thesis].",
    ),
    texts=(
        "[agreed|decided] {past}: [go ahead|wait] until {day}",
        "[draft|second draft] by {name}",
        "[to do|open]: [numbers|names|dates] for {place}",
        "[summary|minutes] of {weekday}",
    ),
    titles=(
        "[minutes|notes] of {weekday}",
        "[travel|leave|parking] policy",
        "[contract|offer] for {name}",
        "[onboarding|handover] guide",
    ),
    statuses=("draft", "in review", "signed", "published"),
)

WEATHER = Topic(
    name="weather",
    words=frozenset(["weather", "forecast", "temperature", "climate"]),
    mine=False,
    aspects=(
        "[outlook|numbers] for {it}; what {it} [looks like|will be like]; [how's {it} looking|what's {it} going to be "
        "like|what's {it} doing]?",
        "[rain|wind|sun] in {it}; whether I need [an umbrella|a coat|sunscreen] for {it}; do I need [an umbrella|a "
        "coat|sunscreen] with {it}?",
        "[verdict|figures] on {it}; whether {it} is good enough [for a picnic|to hang out washing|to cycle]; is {it} "
        "good enough [for a picnic|to cycle|for a run]?",
    ),
    stories=(
        "I'm [hiking|cycling|sailing|camping] [there|with {person}] {later}.",
        "[The washing|Our tent|The barbecue] goes out {later}.",
        "{person} gets married there {later}, outdoors.",
        "I [packed|own] [only sandals|one thin jacket].",
    ),
    texts=("[take|bring] a coat {later}", "[rain|sun] from {weekday}"),
    titles=("[wind|rain|snow] on {day}", "[warm|dry] weekend"),
    statuses=("sunny", "cloudy", "light rain", "windy"),
)

DATA = Topic(
    name="data",
    words=frozenset(
        ("table query database sql dataset row column metric dashboard experiment model log sensor device").split()
    ),
    mine=False,
    aspects=(
        "[rows|size] of {it}; how many rows {it} has; how many rows are in {it}?",
        "[columns|fields] of {it}; which columns {it} has; which [columns|fields] does {it} have?",
        "[latest|newest] [rows|values] in {it}; what came into {it} last; what was the last thing written to {it}?",
        "[average|highest value] in {it}; where {it} peaks; when did {it} peak?",
        "[gaps|blanks] in {it}; whether {it} has gaps; are there [gaps|doubles|blanks] in {it}?",
        "owner of {it}; who feeds {it}; where does {it} come from?",
    ),
    stories=(
        "[The chart|My slide] for {colleague} [is due|goes out] {later}.",
        "The [total|count] [jumped|halved] {past} and [everybody asks me|nobody knows the cause].",
        "I [loaded|joined] it {past} and [the sums differ|half the keys found no partner].",
        "[We move|They migrate] to a new [warehouse|server] {later}.",
    ),
    texts=(
        "[sum|count|mean] by [week|region|{weekday}]",
        "[ok|checked] by {name} {past}",
        "[keep|ignore] rows before {day}",
    ),
    titles=(
        "[sales|visits|signups] by [week|region|country]",
        "[top|new] customers in {place}",
        "[churn|latency|revenue] since {day}",
    ),
    statuses=("ready", "loading", "ready", "archived"),
)
