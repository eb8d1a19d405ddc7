"""Topics of money: accounts and cards, bills, payments."""

from __future__ import annotations

from wai_nb.asks.phrases.topics import Topic

_STORIES = (
    "[The rent|My salary|The deposit|The school fee] [goes out|is due|comes in] {later} and I [want|need] to be sure.",
    "I [saw|noticed] [a charge|an amount|a shop] I [don't know|can't place] {past}.",
    "[The landlord|My accountant|The tax office|The garage] [wants proof|is asking] {soon}.",
    "{person} [paid me back|sent me something] {past}, [supposedly|or so I hear].",
    "I [lost|left] my wallet [on a train|in a taxi|in {place}] {past}.",
    "I [split|share] [the bills|a holiday] with {person} and the numbers [don't add up|look odd].",
    "[I'm abroad|I'm in {place}] until {day} and [cards keep being refused|cash is short].",
    "I [changed jobs|moved to {place}|got married] {past} and [everything|most of it] runs through it.",
    "[We're buying|I'm signing for] [a flat|a car|a boat] in {place} {later} [and every cent counts|].",
    "[My daughter|My son|Our niece|My nephew] [turns eighteen|starts at university|goes abroad] {later} and "
    "[I help out|we planned a gift].",
    "[The plumber|Our dentist|The nursery|A florist] wants [paying|an advance|cash] {soon}.",
    "I [do my taxes|sort my papers|plan the month] on {weekday}s and [this is missing|got stuck here].",
    "[My phone|A text message] [warned me|beeped] {past} that [something moved|funds are low].",
)
_TEXTS = (
    "rent for [the flat in {place}|next month]",
    "[dinner|petrol|tickets] from {day}",
    "[birthday present|share of the gift] for {name}",
    "invoice from {name}, [first|second] half",
    "the amount [goes out|arrives] {later}",
)
_TITLES = (
    "[rent|salary|deposit]",
    "payment for {name}",
    "[statement|receipt] from {weekday}",
    "[groceries|insurance|gym|phone bill]",
)

MONEY = Topic(
    name="money",
    words=frozenset(("account bank card balance loan money iban wallet statement").split()),
    mine=True,
    aspects=(
        "[balance|current balance] of {it}; how much is [on|left on] {it}; [how much is on|what's left on|what's the "
        "balance of] {it}?",
        "[last|recent] [transactions|movements] on {it}; what went through {it} since {day}; what [went out of|came "
        "in on] {it} {past}?",
        "[limit|daily limit] on {it}; what the limit on {it} is; what's the [daily limit|limit] on {it}?",
        "[fees|charges] on {it}; what {it} costs me a month; [which|what] fees do I pay on {it}?",
        "status of {it}; whether {it} is [active|blocked]; is {it} [still active|blocked|frozen]?",
        "[interest|rate] on {it}; what rate {it} has; what [rate|interest] am I getting on {it}?",
        "statement for {it}; when the next statement for {it} comes; when is the next statement for {it}?",
        "[holder|name] on {it}; whose name is on {it}; who is the holder of {it}?",
        "[opening date|age] of {it}; since when I have {it}; since when have I had {it}?",
        "[next|upcoming] debit on {it}; what goes out of {it} next; what goes out of {it} [next|{later}]?",
    ),
    stories=_STORIES,
    texts=_TEXTS,
    titles=_TITLES,
    statuses=("active", "active", "settled", "on hold", "pending"),
)

BILLS = Topic(
    name="bills",
    words=frozenset(["invoice", "bill"]),
    mine=True,
    aspects=(
        "[total|amount] of {it}; how much {it} [is|comes to]; how much is {it}?",
        "due date of {it}; when {it} has to be paid; when is {it} due?",
        "status of {it}; whether {it} is [paid|settled|still open]; is {it} [paid|settled|still open]?",
        "date of {it}; when {it} was [written|issued]; when was {it} [written|issued]?",
        "[items|positions] on {it}; what is on {it}; what [is on|am I paying for with] {it}?",
        "[tax|VAT] on {it}; how much tax is in {it}; how much tax is in {it}?",
        "name on {it}; who {it} is made out to; who is {it} made out to?",
        "way to pay {it}; how {it} is to be paid; how [do I|am I to] pay {it}?",
        "reminders for {it}; whether a reminder went out for {it}; has a reminder gone out for {it}?",
        "copy of {it}; where {it} was sent; where was {it} sent?",
    ),
    stories=_STORIES,
    texts=_TEXTS,
    titles=_TITLES,
    statuses=("open", "open", "paid", "overdue"),
)
PAYMENTS = Topic(
    name="payments",
    words=frozenset(["payment", "transaction", "transfer", "refund", "charge"]),
    mine=True,
    aspects=(
        "amount of {it}; how much {it} was; how much was {it}?",
        "[date|day] of {it}; when {it} was [made|booked]; when was {it} [made|booked]?",
        "status of {it}; whether {it} has [gone through|been booked]; has {it} gone through?",
        "[purpose|text] of {it}; what {it} was for; what was {it} for?",
        "[other side|recipient] of {it}; who is on the other side of {it}; who is on the other side of {it}?",
        "way of {it}; how {it} was made; was {it} made by card or by transfer?",
        "[fee|charge] on {it}; whether {it} cost anything; did {it} cost anything extra?",
        "[reference|booking text] of {it}; what reference {it} carries; what reference does {it} carry?",
    ),
    stories=_STORIES,
    texts=_TEXTS,
    titles=_TITLES,
    statuses=("completed", "completed", "completed", "pending"),
)
