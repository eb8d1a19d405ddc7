"""Verbs of tool names: what kind of act they are, and what a person says instead."""

from __future__ import annotations

import re

# kind -> {verb of a tool name: what a person says, the first being the plain one}
_KINDS: dict[str, dict[str, str]] = {
    "read": {
        "get": "check|look up|pull up|look at|bring up|have a look at",
        "fetch": "pull up|check|get|bring up",
        "lookup": "look up|check|pull up",
        "look": "look up|check|pull up",
        "check": "check|look into|verify",
        "read": "read|open|look at|look through",
        "show": "show|bring up",
        "view": "view|open|look at",
        "retrieve": "pull up|get|find",
        "describe": "describe|tell me about",
        "track": "track|trace|locate",
        "inspect": "inspect|look at|examine",
        "verify": "verify|check|confirm",
        "status": "check|look at",
        "load": "open|load|pull up",
        "open": "open|pull up",
        "explain": "explain|go over",
        "summarize": "summarise|sum up",
        "summarise": "summarise|sum up",
        "see": "check|look at",
        "validate": "validate|check",
        "estimate": "estimate|work out",
        "compare": "compare|weigh up",
    },
    "search": {
        "search": "find|search for|look for|hunt down",
        "find": "find|look for|dig up",
        "query": "find|look for|query",
        "list": "list|go through|show",
        "browse": "browse|go through",
        "grep": "search for|find",
        "recommend": "suggest|recommend",
        "suggest": "suggest|recommend",
        "filter": "filter|find",
    },
    "create": {
        "create": "create|set up|make",
        "add": "add|put in",
        "new": "create|set up",
        "open_new": "open",
        "book": "book|reserve|get",
        "reserve": "reserve|book|hold",
        "register": "register|sign up",
        "schedule": "schedule|set up|arrange|plan",
        "make": "make|set up",
        "submit": "submit|put in|send in",
        "file": "file|put in",
        "place": "place|put in",
        "log": "log|note down|record",
        "record": "record|log|note down",
        "save": "save|keep",
        "insert": "insert|add",
        "generate": "generate|make",
        "raise": "raise|open",
        "write": "write|draft",
        "draft": "draft|write",
        "upload": "upload|send in",
        "start": "start|begin",
        "order": "order|get",
        "buy": "buy|order|get",
        "purchase": "buy|order",
        "issue": "issue|make out",
        "invite": "invite|ask",
        "subscribe": "subscribe to|sign up for",
        "escalate": "escalate|pass on",
    },
    "update": {
        "update": "update|change|correct|amend",
        "edit": "edit|change|update|touch up",
        "change": "change|switch",
        "set": "set|change",
        "modify": "change|modify|adjust",
        "rename": "rename|give another name to",
        "move": "move|shift",
        "reschedule": "move|reschedule|shift",
        "assign": "assign|hand over",
        "patch": "patch|fix",
        "replace": "replace|swap",
        "adjust": "adjust|change",
        "scale": "scale|resize",
        "extend": "extend|prolong",
        "apply": "apply|use",
        "tag": "tag|label",
        "rate": "rate|score",
        "upgrade": "upgrade|move up",
        "downgrade": "downgrade|move down",
    },
    "delete": {
        "delete": "delete|remove|get rid of|wipe",
        "remove": "remove|delete|take out",
        "drop": "drop|remove",
        "erase": "erase|wipe",
        "clear": "clear|empty",
        "unsubscribe": "unsubscribe|take off the list",
    },
    "act": {
        "refund": "refund|reimburse",
        "cancel": "cancel|call off|stop",
        "return": "return|send back|take back",
        "close": "close|shut",
        "approve": "approve|sign off on|okay",
        "reject": "reject|turn down",
        "confirm": "confirm|lock in",
        "activate": "activate|switch on|turn on",
        "deactivate": "deactivate|switch off",
        "block": "block|freeze|lock|put a stop on|suspend",
        "freeze": "freeze|block|lock",
        "unlock": "unlock|open up",
        "lock": "lock",
        "unblock": "unblock|free up",
        "ship": "ship|send out",
        "reset": "reset|start over with",
        "archive": "archive|put away",
        "restore": "restore|bring back",
        "resolve": "resolve|sort out|settle",
        "dispute": "dispute|contest",
        "charge": "charge|bill",
        "merge": "merge|bring in",
        "revert": "revert|undo|roll back",
        "enable": "enable|turn on",
        "disable": "disable|turn off",
        "renew": "renew|extend",
        "pause": "pause|hold",
        "resume": "resume|pick up again",
        "publish": "publish|put out",
        "complete": "complete|finish",
        "redeem": "redeem|use",
        "checkout": "check out",
        "stop": "stop|halt",
        "expedite": "speed up|expedite",
        "waive": "waive|drop",
        "commit": "commit|record",
        "push": "push|send up",
        "turn": "turn",
        "switch": "switch",
        "rollback": "roll back|revert|undo",
        "roll": "roll",
        "refill": "refill|top up",
        "shut": "shut",
        "play": "play|put on",
        "exchange": "exchange|swap",
    },
    "pay": {
        "transfer": "transfer|move|send|wire|shift|pay|remit",
        "pay": "pay|settle",
        "deposit": "deposit|pay in|put in",
        "withdraw": "withdraw|take out",
        "wire": "wire|transfer|send",
        "donate": "donate|give",
        "tip": "tip|give",
    },
    "send": {
        "send": "send|fire off|write and send",
        "email": "email|write to",
        "notify": "notify|tell|alert",
        "post": "post|put up",
        "message": "message|write to",
        "reply": "reply to|answer",
        "forward": "forward|pass on",
        "share": "share|pass on",
        "text": "text|message",
        "call": "call|ring",
        "remind": "remind|nudge",
        "publish_message": "post",
        "contact": "contact|get hold of",
        "ask": "ask",
    },
    "run": {
        "run": "run|kick off|start",
        "execute": "run|execute",
        "test": "test|try out|run",
        "build": "build|compile",
        "deploy": "deploy|roll out|ship",
        "lint": "lint|check",
        "launch": "launch|start",
        "restart": "restart|bounce",
        "train": "train|run",
        "scan": "scan|go over",
        "sync": "sync|bring in line",
        "install": "install|add",
        "format": "format|tidy up",
        "debug": "debug|look into",
    },
    "compute": {
        "calculate": "work out|calculate|compute",
        "compute": "work out|compute",
        "convert": "convert|turn",
        "calc": "work out|calculate",
        "calculator": "work out|calculate",
        "evaluate": "work out|evaluate",
        "translate": "translate|put",
        "count": "count|tally",
        "sum": "add up",
        "solve": "solve|work out",
        "math": "work out",
    },
}
VERBS: dict[str, tuple[str, tuple[str, ...]]] = {
    verb: (kind, tuple(said.split("|"))) for kind, verbs in _KINDS.items() for verb, said in verbs.items()
}

_IRREGULAR = {
    "send": "sent",
    "find": "found",
    "set": "set",
    "put": "put",
    "write": "written",
    "make": "made",
    "buy": "bought",
    "pay": "paid",
    "read": "read",
    "hold": "held",
    "build": "built",
    "take": "taken",
    "give": "given",
    "get": "got",
    "run": "run",
    "shut": "shut",
    "bring": "brought",
    "show": "shown",
    "freeze": "frozen",
    "draw": "drawn",
    "withdraw": "withdrawn",
    "tell": "told",
    "see": "seen",
    "undo": "undone",
    "let": "let",
    "keep": "kept",
    "go": "gone",
    "begin": "begun",
    "ring": "rung",
    "think": "thought",
    "teach": "taught",
    "sell": "sold",
    "lend": "lent",
    "cut": "cut",
    "hide": "hidden",
    "speak": "spoken",
    "feed": "fed",
    "redo": "redone",
}
_DOUBLED = {
    "cancel": "cancell",
    "stop": "stopp",
    "tag": "tagg",
    "drop": "dropp",
    "run": "runn",
    "get": "gett",
    "set": "sett",
    "put": "putt",
    "shut": "shutt",
    "ship": "shipp",
    "swap": "swapp",
    "label": "labell",
    "plan": "plann",
    "let": "lett",
    "cut": "cutt",
    "begin": "beginn",
    "commit": "committ",
    "submit": "submitt",
    "log": "logg",
    "format": "formatt",
    "debug": "debugg",
    "grep": "grepp",
    "dig": "digg",
    "scan": "scann",
    "tip": "tipp",
    "wrap": "wrapp",
    "sum": "summ",
    "chat": "chatt",
    "refer": "referr",
    "transfer": "transferr",
}


def words_of(name: str) -> list[str]:
    """Return the words of a name written with underscores, hyphens, dots or humps, in lower case.

    Examples
    --------
    >>> words_of("getOrderStatus"), words_of("orders.look_up")
    (['get', 'order', 'status'], ['orders', 'look', 'up'])
    """
    split = re.sub(r"([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])", r"\1\3 \2\4", name)
    return [word.lower() for word in re.split(r"[^A-Za-z0-9]+", split) if word]


def gerund(phrase: str) -> str:
    """Return a verb phrase with its first word in -ing.

    Examples
    --------
    >>> gerund("cancel order 7"), gerund("move it"), gerund("run tests"), gerund("pay the bill")
    ('cancelling order 7', 'moving it', 'running tests', 'paying the bill')
    """
    verb, _, rest = phrase.partition(" ")
    if verb in _DOUBLED:
        stem = _DOUBLED[verb]
    elif verb.endswith("ie"):
        stem = verb[:-2] + "y"
    else:
        stem = verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) and verb != "be" else verb
    return f"{stem}ing {rest}".rstrip()


def participle(verb: str) -> str:
    """Return the past participle of a verb; what follows its first word stays.

    Examples
    --------
    >>> participle("refund"), participle("cancel"), participle("send"), participle("pay back"), participle("verify")
    ('refunded', 'cancelled', 'sent', 'paid back', 'verified')
    """
    first, _, rest = verb.partition(" ")
    if first in _IRREGULAR:
        done = _IRREGULAR[first]
    elif first in _DOUBLED:
        done = _DOUBLED[first] + "ed"
    elif first.endswith("e"):
        done = first + "d"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        done = first[:-1] + "ied"
    else:
        done = first + "ed"
    return f"{done} {rest}".rstrip()


def singular(noun: str) -> str:
    """Return a noun in the singular, by the common endings.

    Examples
    --------
    >>> [singular(word) for word in ("orders", "tests", "status", "branches", "cities", "address", "invoices")]
    ['order', 'test', 'status', 'branch', 'city', 'address', 'invoice']
    """
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "xes", "sses")):
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is", "news")):
        return noun[:-1]
    return noun


def plural(noun: str) -> str:
    """Return a noun in the plural, by the common endings.

    Examples
    --------
    >>> [plural(word) for word in ("order", "city", "branch", "tests", "weather")]
    ['orders', 'cities', 'branches', 'tests', 'weather']
    """
    if noun in _UNCOUNTED or singular(noun) != noun:
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def article(noun: str) -> str:
    """Return ``a`` or ``an`` with the noun, or the noun alone when it is a plural or has no plural.

    Examples
    --------
    >>> article("order"), article("tests"), article("user")
    ('an order', 'tests', 'a user')
    """
    head = noun.split(" ")[-1]
    if head in _UNCOUNTED or singular(head) != head:
        return noun
    vowel = noun[:1] in "aeiou" and not noun.startswith(("uni", "use", "one", "eu"))
    return ("an " if vowel else "a ") + noun


_UNCOUNTED = set(
    (
        "weather money data information info inventory stock code news content feedback availability "
        "traffic help music history support access time mail"
    ).split()
)
