"""Hostile texts, and cards that carry one in every slot: any view must show them as plain, bounded text."""

from __future__ import annotations

from collections.abc import Iterator

from wai_nb.records.report import (
    Bar,
    Bars,
    Block,
    Card,
    Code,
    Column,
    Columns,
    Facts,
    Fold,
    Grid,
    Heat,
    Interval,
    Note,
    Section,
    Strip,
    Styled,
    Table,
    Tries,
)

HOSTILE = {
    "script": "<script>window.__xss=1</script>",
    "image": "<img src=x onerror=window.__xss=1>",
    "svg": "<svg onload=window.__xss=1><animate onbegin=window.__xss=1>",
    "attribute": '" onmouseover="window.__xss=1" x=\'',
    "breaks out": "</td></tr></table></div></style><h1>out</h1>",
    "comment": "<!-- <![CDATA[ ]]> --> &lt;b&gt; &amp; &#60;",
    "template": "{{constructor.constructor('window.__xss=1')()}} ${window.__xss=1}",
    "url": "[click](javascript:window.__xss=1) javascript:window.__xss=1 data:text/html,<b>x</b> http://evil.example/x.png",
    "bidi": "refund \u202e$00.042\u202c \u2066to\u2069 \u200forder\u061c",
    "control": "a\x00b\x07c\x08d\x0be\x0cf\x7fg\x85h\x9fi",
    "invisible": "a\u200bb\u2060c\ufeffd\u00ade\u3164f\U000e0041g\ufff9h\uffffi",
    "ansi": "\x1b[31mred\x1b[0m \x1b]8;;http://evil.example\x07link\x1b]8;;\x07",
    "lines": "one\r\ntwo\nthree\u2028four\u2029five\tsix",
    "maths": r"$x^2$ $$\int$$ \(y\) \[z\] \begin{align}a\end{align}",
    "markdown": "# head\n| a | b |\n**bold** `code` ```block``` <https://evil.example>",
    "surrogates": "low \udc80 high \ud800 pair \ud83d\ude00",
    "right to left": "مرحبا، أين طلبي رقم 55201؟ שלום",
    "combining": "Z" + "\u0301\u0327" * 200,
    "wide": "注文はどこですか" * 40 + "👩‍👩‍👧‍👦🏳️‍🌈",
    "unbroken": "x" * 5_000,
    "megabytes": "<b>ten million & more</b> " * 400_000,
    "signs": "✓ ! ✗ · – ▲ ▼ ≈ ◆ ` `` ``` , , ",
    "empty": "",
    "blank": " \n\t ",
}


def every_slot(text: str) -> Iterator[tuple[str, Card]]:
    """Yield (slot, card) with the text in one slot after the other, of every kind of block."""
    yield "kind", Card((text, text), "headline")
    yield "headline", Card(("kind",), text)
    yield "sub", Card(("kind",), "headline", sub=text)
    yield "foot", Card(("kind",), "headline", foot=text)
    yield "verdict", Card(("kind",), "headline", verdict=text)
    for slot, block in _blocks(text):
        yield slot, Card(("kind",), "headline", blocks=[block])
        yield f"{slot} in a fold", Card(("kind",), "headline", blocks=[Fold("more", [block])])
        yield f"{slot} in columns", Card(("kind",), "headline", blocks=[Columns([[block], []])])


def _blocks(text: str) -> Iterator[tuple[str, Block]]:
    yield "facts label", Facts([(text, 1)])
    yield "facts figure", Facts([("label", text)])
    yield "facts small", Facts([("label", 1, text)])
    for kind in ("text", "number", "code", "ask", "interval", "bar", "glyph"):
        yield f"{kind} cell", Table("title", [Column("a"), Column("b", kind)], [(text, text)])
        yield f"{kind} head", Table("title", [Column(text, kind), Column(text, kind)], [("a", "b")])
    yield "first cell", Table("title", [Column("a", "ask")], [(text,)])
    for look in ("strong", "mute", "code", "ok", "bad", "warn", "fault"):
        yield f"{look} cell", Table("title", ["a"], [((Styled(text, look), text),)])
    yield "table caption", Table(text, ["a"], [(1,)])
    yield "table note", Table("title", ["a"], [(1,)], note=text)
    yield "many cells", Table("title", [text] * 30, [(text,) * 30] * 100)
    yield "bars caption", Bars(text, [("a", 0.5, "1")])
    yield "bars label", Bars("title", [(text, 0.5, "1"), (text, 0.5, "1", "band")])
    yield "bars figure", Bars("title", [("a", 0.5, text)])
    yield "bars note and heads", Bars("title", [("a", 0.5, "1")], note=text, heads=(text, text))
    yield "heat caption and key", Heat(text, "r", "c", ["a"], ["b"], [[1]], note=text)
    yield "heat axes and labels", Heat("title", text, text, [text], [text], [[0]], unit=text)
    yield "strip words", Strip(text, [(1, 1)] * 40, 2, [(text, 0, 40, True)], note=text, gap=text)
    yield "short strip words", Strip(text, [(1, 0)], 2, [(text, 0, 1, True)], note=text, gap=text)
    yield "grid words", Grid(text, [Section(text, text, [Tries("a", "pf", "1/2")])], 2, note=text)
    yield "grid ask", Grid("title", [Section("band", "", [Tries(text, "pfuclnx", text)], band=True)], 7)
    yield "grid signs", Grid("title", [Section("band", "", [Tries(text, text, text)] * 500)], 8)
    for level in ("warning", "next", "info", "error", "ok"):
        yield f"{level} what", Note(level, text)
        yield f"{level} why", Note(level, "what", text)
        yield f"{level} fix", Note(level, "what", "why", text)
    yield "note group", Note("ok", "what", group=text)
    yield "summary", Fold(text, [Facts([("a", 1)])])
    yield "code", Code(text)
    yield "code caption", Code("x = 1", text)


def ordinary() -> Card:
    """Return a card with every kind of block and nothing odd in it."""
    numbers = [Column("asks", "number"), Column("where", "interval"), Column("share", "bar"), Column("state", "glyph")]
    return Card(
        ("Sample", "rl", "seed 7"),
        "Half of 200 asks pass",
        "pass@1 0.50 over 200 asks, see `data.grade(judge)`",
        [
            Facts([("rows", 1084), ("lost", 3, "of 1,118")]),
            Note("warning", "hard_share is 0.37, not 0.40.", "The tier ran out.", "wai.simulate(..., situations=212)"),
            Note("next", "Read a few.", "They never pass.", "scored.groups()"),
            Columns(
                [
                    [
                        Heat(
                            "Coverage, asks",
                            "stance",
                            "fault",
                            ["calm", "hurried"],
                            ["none", "timeout"],
                            [[9, 0], [2, None]],
                        )
                    ],
                    [
                        Bars(
                            "Tiers, asks",
                            [("ordinary", 0.63, "126"), ("hard", 0.37, "74", "band")],
                            heads=("tier", "asks"),
                        )
                    ],
                ]
            ),
            Table(
                "Estimates, with intervals",
                ["measure", *numbers],
                [
                    ("pass@1", 200, Interval(0.5, 0.4, 0.6, 0.45), 0.5, "✓ exact"),
                    ("pass^8", 90, None, Bar(0.2, 0.4), "! low"),
                ],
                note="Of asks.",
                of=40,
            ),
            Strip("Asks by pass rate", [(0, 4)] * 10 + [(2, 2)] * 30 + [(4, 0)], 4, [("never 10", 0, 10, False)]),
            Grid("Asks × rollouts", [Section("20–80 band", "1 ask", [Tries("Where is it?", "pfl", "1/2")], True)], 3),
            Fold("How it was made", [Code("resample(asks)", "The loop, in words")]),
        ],
        "judge order_policy",
        "▲ Better",
    )
