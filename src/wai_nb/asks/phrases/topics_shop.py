"""Topics of shops and their help desks: orders, goods, tickets."""

from __future__ import annotations

from wai_nb.asks.phrases.topics import Topic

ORDERS = Topic(
    name="orders",
    words=frozenset(["order", "parcel", "package", "shipment", "delivery", "purchase", "return"]),
    mine=True,
    aspects=(
        "[status|current state|latest] of {it}; [where {it} is|how far along {it} is|what is happening with {it}]; "
        "[where is {it}|where's {it} [now|at the moment]|how far has {it} got|what's going on with {it}]?",
        "[delivery date|arrival date|day of delivery] for {it}; when {it} [will arrive|gets here|is due|should land]; "
        "when [will {it} arrive|does {it} get here|is {it} due|should I expect {it}]?",
        "[contents|list of items] of {it}; what is [inside|part of] {it}; [what's in|which items are in|what did I "
        "buy in] {it}?",
        "[total|final price] on {it}; how much {it} came to; how much [was|did I pay for|did you charge for] {it}?",
        "[delivery|shipping] address on {it}; [which|what] address {it} is going to; [which address is|where exactly "
        "is] {it} going to?",
        "[carrier|courier] for {it}; who is [bringing|carrying|delivering] {it}; [who's delivering|which courier has] "
        "{it}?",
        "date of {it}; [when|on which day] {it} was placed; [when|what day] did I place {it}?",
        "payment on {it}; whether {it} is paid for; [has the payment for {it} gone through|is {it} paid for]?",
        "shipping of {it}; whether {it} has [shipped|left the warehouse|been handed over]; "
        "has {it} [shipped yet|left the warehouse|been packed|gone out]?",
        "number of parcels for {it}; whether {it} comes in one box; is {it} coming in one [box|parcel|go] or several?",
        "return window for {it}; whether {it} can still go back; can {it} still [be returned|go back]?",
        "name on {it}; whose name {it} is under; whose name is on {it}?",
        "delivery slot for {it}; whether {it} comes before <noon|five>; [is {it} coming|will {it} "
        "be here] before <noon|five>?",
        "weight of {it}; how heavy {it} is; [how heavy is {it}|what does {it} weigh]?",
        "receipt for {it}; where the receipt for {it} went; where did the receipt for {it} go?",
        "[discount|voucher] on {it}; whether my [voucher|code] was used on {it}; did my [voucher|discount code] count "
        "towards {it}?",
        "warehouse for {it}; [which warehouse|where] {it} ships from; where does {it} ship from?",
        "gift wrap on {it}; whether {it} is [gift wrapped|wrapped as a present]; is {it} wrapped as a [gift|present]?",
        "[next|second] delivery attempt for {it}; when {it} comes round again; will {it} be brought round again?",
        "pickup point for {it}; at which shop {it} waits; at which [shop|locker] can I collect {it}?",
        "signature for {it}; who signed for {it}; who [signed for|took in] {it}?",
        "colour on {it}; [which|what] colour I picked in {it}; [which|what] colour did I pick in {it}?",
    ),
    stories=(
        "It's a [birthday|wedding|graduation|housewarming|farewell] present for {person}, [whose day is {later}|and "
        "the party is {later}].",
        "I [leave|fly out|go into hospital|move house] {later} and [nobody|no one] will be [home|there to open the "
        "door] after that.",
        'The [tracking page|app|shop\'s page|confirmation mail] [still shows|has shown|only says] ["preparing"|'
        '"packed"|nothing new] since {day}.',
        "[The courier|A driver] [left a card|rang next door|took a photo of somebody else's door] {past}.",
        "{person} [ordered|picked] it and [has no idea|cannot remember] which [address|size|card] was used.",
        "I [was billed|see the charge on my card], [yet|but] [the doormat is empty|nothing turned up].",
        "The [box|bag|envelope] was [half empty|torn|soaked|far too small] [when I opened it|when it got here {past}].",
        "My [old|last] one [gave up|fell apart|went missing] {past}, so I [really need|can't do without] the new one.",
        "[Our building|The street] has [no doorbell|two entrances|a locked gate] and [drivers|couriers] [give up "
        "easily|never find us].",
        "I [moved|changed flats] {past} and [may have left|think I left] the old [address|street] in there.",
        "We [booked|hired] a [fitter|plumber|painter|babysitter] for {day} [who needs the parts|because of it].",
        "[The colour|The size] [looked different|was not what I picked] in the [photos|confirmation].",
        "I [promised|told] {person} it would be [here|under the tree|ready] {soon}.",
        "[Two|Three] [neighbours|colleagues] who ordered [after me|the same evening] [have theirs|got theirs {past}].",
        "[It was|I paid for] express, [and that was|which started] {past}.",
        "I [used|paid with] a [gift card|voucher] and {person} wants [the receipt|to see it].",
    ),
    texts=(
        "your [parcel|order] [leaves|is packed and goes out] {later}",
        "[we are sorry for the wait|thank you for your patience], it [ships|goes out] {later}",
        "the [replacement|missing item] is on its way and should be there {later}",
        "[your money|the amount] will be back on your card {later}",
        "please [choose|tell us] a new delivery day after {day}",
        "[could you|please] confirm the [address|flat number] before {day}",
    ),
    titles=(
        "your [order|parcel|delivery]",
        "[delivery|refund|replacement] on {day}",
        "[missing item|wrong size|change of address]",
        "news about your order, {name}",
    ),
    statuses=("processing", "packed", "shipped", "out for delivery", "delivered"),
)

GOODS = Topic(
    name="goods",
    words=frozenset(
        ("product item inventory stock sku catalog catalogue price book menu recipe dish movie song").split()
    ),
    mine=False,
    aspects=(
        "[price|cost] of {it}; what {it} costs; [how much is|what does it cost to buy] {it}?",
        "[stock|availability] of {it}; whether {it} is in stock; is {it} [in stock|available|sold out]?",
        "[sizes|versions] of {it}; which sizes {it} comes in; what [sizes|colours] does {it} come in?",
        "[description|features] of {it}; what {it} is made of; what is {it} [made of|like]?",
        "reviews of {it}; what people think of {it}; is {it} any good?",
        "delivery time for {it}; how soon {it} could be here; how soon could I have {it}?",
        "[weight|dimensions] of {it}; how big {it} is; how [big|heavy] is {it}?",
        "warranty on {it}; how long {it} is under warranty; how long is {it} under warranty?",
    ),
    stories=(
        "[I want it|It's meant] for {person}, who is [hard to shop for|left-handed|allergic to half of everything].",
        "[The shop|A store] in {place} [had none left|wanted twice as much] {past}.",
        "I [saw|found] it in your [window|newsletter|catalogue] {past}.",
        "We [need|want] {few} for [the office|a party {later}|a new flat].",
        "{colleague} [swears by it|has had one since {day}].",
        "[My budget is small|I only want to spend once] and I [hate returns|plan to keep it for years].",
        "I [measured|checked] the [shelf|kitchen|car boot] {past} and [space is tight|there is not much room].",
    ),
    texts=(
        "[it is back|we have it] in stock from {weekday}",
        "[the price|our offer] [changes|ends] {later}",
        "[we kept|there are] {few} for you until {day}",
    ),
    titles=(
        "[wool blanket|desk lamp|rain jacket|coffee grinder]",
        "[running shoes|garden chair|kitchen scale|paper lamp]",
        "[green|small|cheap|second-hand] [tent|bike|sofa|bookshelf]",
        "[headphones|backpack|kettle|toaster]",
    ),
    statuses=("in stock", "in stock", "low stock", "sold out", "discontinued"),
)

TICKETS = Topic(
    name="tickets",
    words=frozenset(["ticket", "case", "issue", "complaint", "incident", "claim", "support", "feedback"]),
    mine=True,
    aspects=(
        "[status|latest] of {it}; how {it} is going; [what's happening with|any movement on] {it}?",
        "[owner|person in charge] of {it}; who is [handling|working on] {it}; who is [handling|working on|looking "
        "after] {it}?",
        "[last reply|latest comment] on {it}; what was last written on {it}; what was the last [reply|comment] on "
        "{it}?",
        "priority of {it}; how urgent {it} is marked; how high is the priority of {it}?",
        "due date of {it}; when {it} should be solved; when will {it} be [solved|closed|picked up]?",
        "history of {it}; what was done on {it} so far; what has been done on {it} [so far|since {ago}]?",
        "[cause|reason] behind {it}; what caused it in {it}; do we know what [caused|is behind] {it}?",
    ),
    stories=(
        "[The problem|It] came back {past}, [worse than before|this time for everyone].",
        "[Half|All] of [our floor|the team|the branch in {place}] is [waiting|idle] because of it.",
        "I [can send|have] [screenshots|photos|the logs] [from {day}|of every attempt] if that [helps|speeds it up].",
        "{colleague} [opened|raised] it {past} and is [on leave|off sick] now.",
        "[We have|There is] a [demo|launch|visit] {later} and it [has to|must] work by then.",
        "[A customer|The client in {place}] [calls me|writes] about it [twice a day|every {weekday}].",
        "I [restarted|unplugged|reinstalled] everything, [as the guide says|twice], without any luck.",
    ),
    texts=(
        "[we found the cause and will mend it|a fix is ready and goes live] {later}",
        "[please|could you] [send|add] {few} more screenshots {soon}",
        "[the case|it] [stays open|will be closed] until {day}",
        "somebody will call you {later}",
    ),
    titles=(
        "[printer|laptop|scanner] on floor {few}",
        "[login|wifi|badge] since {day}",
        "[heating|light|door] in {place}",
        "[slow|noisy|missing] [screen|keyboard|charger]",
    ),
    statuses=("open", "waiting for reply", "in progress", "resolved", "closed"),
)
