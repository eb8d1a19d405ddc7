"""Records of work and daily life: files, tickets, events, bookings, journeys, people, messages, documents, data."""

from __future__ import annotations

from wai_nb.world.drawing import CITIES, Draw, Record, email_of, person_of

_ROOMS = ("room 2.1", "room 3.4", "the small meeting room", "online", "the front office")


def file(draw: Draw) -> Record:
    """Return the fields of a file, with content in the style of its suffix."""
    return {"content": _content(draw), "changed_on": draw.day(-120, -1), "changed_by": draw.person()}


def _content(draw: Draw) -> str:
    """Return a few lines as a file of this suffix has them."""
    suffix = draw.name.rpartition(".")[2].lower()
    limit = draw.dice.pick((10, 25, 40, 80, 120, 250))
    name = (
        draw.dice.pick(("load", "parse", "render", "check", "build")) + "_" + draw.dice.pick(("rows", "config", "page"))
    )
    if suffix == "md":
        return f"# {name.replace('_', ' ').capitalize()}\n\nTakes at most {limit} items. See also the tests.\n"
    if suffix == "json":
        return f'{{\n  "name": "{name}",\n  "limit": {limit},\n  "enabled": true\n}}\n'
    if suffix in ("toml", "ini", "cfg"):
        return f"[{name}]\nlimit = {limit}\nenabled = true\n"
    if suffix in ("yml", "yaml"):
        return f"name: {name}\nlimit: {limit}\nenabled: true\n"
    if suffix in ("html", "css"):
        return (
            f'<section id="{name}">\n  <p>At most {limit} items.</p>\n</section>\n'
            if suffix == "html"
            else (f"#{name} {{\n  max-width: {limit}em;\n}}\n")
        )
    if suffix in ("js", "ts"):
        return f"const LIMIT = {limit};\n\nexport function {name}(items) {{\n  return items.slice(0, LIMIT);\n}}\n"
    return _python(name, limit, draw)


def _python(name: str, limit: int, draw: Draw) -> str:
    if "test" in draw.name:
        return f"from app import {name}\n\n\ndef test_{name}():\n    assert len({name}(range(1000))) == {limit}\n"
    constant = draw.dice.pick(("LIMIT", "PAGE_SIZE", "BATCH", "MAX_ROWS"))
    todo = draw.dice.pick(("", "", "  # TODO: read this from the settings"))
    body = draw.dice.pick(
        ("return items[:{c}]", "return [item for item in items if item][:{c}]", "items.sort()\n    return items[:{c}]")
    )
    return f"{constant} = {limit}{todo}\n\n\ndef {name}(items):\n    {body.format(c=constant)}\n"


def place_of_code(draw: Draw) -> Record:
    """Return the fields of a branch, a folder or a test target."""
    return {"changed_on": draw.day(-30, -1), "changed_by": draw.person()}


_REPLIES = {
    "open": ("Thank you, we will look into it.", "We have passed this on to a colleague.", "Is this still happening?"),
    "waiting for reply": ("Could you send a screenshot?", "Which device is this on?", "Did the restart help?"),
    "in progress": ("We have found the cause and are working on it.", "The spare part is on its way."),
    "resolved": ("This is mended now. Tell us if it comes back.", "The update has solved this."),
    "closed": ("Closed, as agreed on the phone.", "Closed: it has not come back for a week."),
}


_CAUSES = ("an update last night", "a worn cable", "an expired certificate", "a full disk", "a wrong setting")


def ticket(draw: Draw) -> Record:
    """Return the fields of a ticket."""
    opened = -20 + draw.dice.below(17)
    return {
        "title": draw.title(),
        "priority": draw.dice.pick(("low", "normal", "normal", "high")),
        "requester": draw.person(),
        "assignee": draw.person(),
        "opened_on": draw.day(opened, opened),
        "due_on": draw.day(1, 9),
        "last_reply": draw.dice.pick(_REPLIES.get(draw.status, _REPLIES["open"])),
        "history": [
            {"date": draw.day(opened, opened), "what": "opened"},
            {"date": draw.day(opened + 1, opened + 1), "what": draw.dice.pick(("assigned", "passed on", "reproduced"))},
        ],
        "cause": draw.dice.pick(_CAUSES) if draw.status in ("in progress", "resolved", "closed") else "not known yet",
    }


_NOTES = (
    *("Bring the figures of last month.", "Three points: costs, dates, people.", "No slides, please."),
    *("Read the draft beforehand.", "First half on plans, second half on questions."),
)


def event(draw: Draw) -> Record:
    """Return the fields of an event of a calendar."""
    people = (draw.person(), draw.person())
    return {
        "title": draw.title(),
        "date": draw.day(1, 21),
        "time": f"{8 + draw.dice.below(10):02}:{draw.dice.pick(('00', '00', '15', '30'))}",
        "duration_minutes": draw.dice.pick((30, 30, 45, 60, 90)),
        "place": draw.dice.pick(_ROOMS),
        "attendees": [email_of(person, draw.dice) for person in dict.fromkeys(people)],
        "notes": draw.dice.pick(_NOTES),
    }


_EXTRAS = ((), ("breakfast",), ("breakfast", "parking"), ("a suitcase",), ("hand luggage", "a meal"))


def booking(draw: Draw) -> Record:
    """Return the fields of a booking."""
    stays = draw.dice.below(4) + 1
    begins = 3 + draw.dice.below(40) if draw.status != "completed" else -20
    return {
        "name": draw.person(),
        "place": draw.dice.pick(CITIES),
        "date": draw.day(begins, begins),
        "nights": stays,
        "guests": 1 + draw.dice.below(4),
        "price": draw.price(60, 240) * stays,
        "currency": draw.currency,
        "free_cancellation_until": draw.day(begins - 2, begins - 2),
        "starts_at": f"{13 + draw.dice.below(4)}:00",
        "includes": list(draw.dice.pick(_EXTRAS)),
        "room": f"{1 + draw.dice.below(4)}{draw.dice.below(10)}{1 + draw.dice.below(9)}",
    }


def journey(draw: Draw) -> Record:
    """Return the fields of a flight or a train."""
    origin = draw.dice.pick(CITIES)
    leaves, takes = 360 + 15 * draw.dice.below(48), 60 + 5 * draw.dice.below(40)
    arrives = leaves + takes
    return {
        "origin": origin,
        "destination": CITIES[(CITIES.index(origin) + 1 + draw.dice.below(len(CITIES) - 1)) % len(CITIES)],
        "date": draw.day(2, 40),
        "departs": f"{leaves // 60:02}:{leaves % 60:02}",
        "arrives": f"{arrives // 60:02}:{arrives % 60:02}",
        "price": draw.price(35, 320),
        "currency": draw.currency,
        "seats_left": draw.dice.below(30),
        "names": [draw.person()],
        "seats": [f"{1 + draw.dice.below(30)}{draw.dice.pick('ABCDEF')}"],
        "includes": list(draw.dice.pick(_EXTRAS[3:])),
        "changeable_until": draw.day(0, 1),
    }


_REMARKS = (
    *("Prefers email to the phone.", "Asks for receipts on paper.", "Moved flats this year.", "No remarks."),
    *("Likes to be called in the morning.", "Pays by bank transfer.", "Speaks Spanish, too."),
)


def person(draw: Draw) -> Record:
    """Return the fields of a person."""
    email = draw.given.get("email", draw.name)
    who = draw.given.get("name") or (person_of(email) if isinstance(email, str) and "@" in email else "")
    who = who if isinstance(who, str) and who else draw.person()
    email = email if isinstance(email, str) and "@" in email else email_of(who, draw.dice)
    return {
        "name": who,
        "email": email,
        "phone": f"+44 20 7946 0{100 + draw.dice.below(900)}",  # kept free for invented numbers (Ofcom)
        "address": draw.about(email).address(),
        "plan": draw.dice.pick(("basic", "standard", "premium")),
        "since": draw.day(-1500, -60),
        "last_seen": draw.day(-30, -1),
        "notes": draw.dice.pick(_REMARKS),
    }


_ATTACHED: tuple[tuple[str, ...], ...] = ((), (), ("plan.pdf",), ("photo.jpg",))


def comment(draw: Draw) -> Record:
    """Return the fields of a comment on something else."""
    said = (
        "Looks good to me.",
        "Could you have a second look at this?",
        "Done on my side.",
        "I would wait until Monday.",
    )
    return {
        "author": draw.person(),
        "body": draw.dice.pick(said),
        "written_on": draw.day(-12, -1),
        "replies": draw.dice.below(3),
        "attachments": list(draw.dice.pick(_ATTACHED)),
    }


def message(draw: Draw) -> Record:
    """Return the fields of a message."""
    sender, reader = draw.person(), draw.person()
    return {
        "from": email_of(sender, draw.dice),
        "to": email_of(reader, draw.dice),
        "subject": draw.title(),
        "body": draw.text(),
        "sent_on": draw.day(-14, -1),
        "replies": draw.dice.below(3),
        "attachments": list(draw.dice.pick(_ATTACHED)),
    }


_OPEN_POINTS: tuple[tuple[str, ...], ...] = ((), ("the date",), ("the budget", "the signature"))


def document(draw: Draw) -> Record:
    """Return the fields of a document."""
    return {
        "title": draw.title(),
        "author": draw.person(),
        "version": f"{1 + draw.dice.below(3)}.{draw.dice.below(8)}",
        "updated_on": draw.day(-90, -1),
        "text": draw.text(),
        "sections": list(draw.dice.pick((("Aim", "Steps"), ("Summary", "Figures", "Outlook"), ("Scope", "Terms")))),
        "open_points": list(draw.dice.pick(_OPEN_POINTS)),
        "readers": draw.dice.pick(("the team", "everybody", "the board")),
    }


def weather(draw: Draw) -> Record:
    """Return the fields of the weather of a place."""
    low = 2 + draw.dice.below(14)
    wet = "rain" in draw.status
    return {
        "temperature_c": low + 2 + draw.dice.below(6),
        "low_c": low,
        "wind_kmh": (30 if draw.status == "windy" else 4) + draw.dice.below(16),
        "rain_chance": (60 if wet else 5) + draw.dice.below(25),
        "sun_hours": draw.dice.below(3) if wet else 3 + draw.dice.below(8),
    }


def dataset(draw: Draw) -> Record:
    """Return the fields of a dataset."""
    columns = ("id", "created_on", *draw.dice.pick((("region", "amount"), ("customer", "total"), ("page", "visits"))))
    return {
        "rows": 120 + draw.dice.below(9000),
        "columns": list(columns),
        "owner": draw.person(),
        "updated_on": draw.day(-20, -1),
        "source": draw.dice.pick(("the web shop", "the tills", "a nightly import")),
        "gaps": draw.dice.pick((0, 0, 0, 2, 14)),
        "peak": {"value": 40 + draw.dice.below(900), "on": draw.day(-300, -21)},
    }


def thing(draw: Draw) -> Record:
    """Return the fields of a thing of no particular subject."""
    return {
        "title": draw.title(),
        "owner": draw.person(),
        "updated_on": draw.day(-60, -1),
        "summary": draw.text(),
        "open_points": list(draw.dice.pick(_OPEN_POINTS)),
        "next_step": draw.dice.pick(("a review", "a call", "a decision", "nothing more")),
    }
