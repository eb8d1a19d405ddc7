"""Quality and speed of the offline asks of six agents, the worst of five seeds: ``python benchmarks/asks.py``."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from _figures import cpu, figure

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.asks.makers import A1, A3, BANK, CODING, NO_TOOLS, STRING, drawn, tool

from wai_nb.asks.compose import Ask, Writer
from wai_nb.asks.policy import Clause, read_clause
from wai_nb.asks.verbs import VERBS, singular, words_of
from wai_nb.plan.axes import UNSPECIFIED
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situation import Situation
from wai_nb.records.tools import Tool

COUNT = 10_000
SEEDS = range(5)
TEN = (  # as the ten of the tests, with a date, a count and two texts
    [
        *A3[0],
        tool("cancel_order", "Cancel an order.", order_id=STRING, reason=STRING),
        tool("update_address", "Change the delivery address.", order_id=STRING, address=STRING),
        tool("search_products", "Search the catalogue.", query=STRING),
        tool("create_ticket", "Open a support ticket.", title=STRING, description=STRING),
        tool("book_pickup", "Book a pickup.", order_id=STRING, date=STRING),
        tool("get_customer", "Look up a customer.", customer_id=STRING),
        tool("check_stock", "Check the stock of a product.", sku=STRING, quantity={"type": "integer"}),
    ],
    A3[1] + "\nCancel only orders that have not shipped.\nPickups need 2 days notice.",
)
AGENTS = {"A1": A1, "A3": A3, "ten tools": TEN, "coding": CODING, "bank": BANK, "no tools": NO_TOOLS}


def masked(text: str) -> str:
    """Return the text in lower case with every word that holds a digit masked."""
    return re.sub(r"\S*\d\S*", "#", text.lower())


def sentences(text: str) -> list[str]:
    """Return the sentences of four words or more, masked, without punctuation at the ends."""
    parts = re.split(r"(?<=[.!?])\s+|\n+", masked(text))
    return [part.strip(" .!?,") for part in parts if len(part.split()) >= 4]


def sentence_reuse(prompts: Iterable[str]) -> float:
    """Return the share of sentences whose text is used more than once."""
    counts = Counter(part for prompt in prompts for part in sentences(prompt))
    total = sum(counts.values())
    return sum(n for n in counts.values() if n > 1) / total if total else 0.0


def distinct_2(prompts: Iterable[str]) -> float:
    """Return different pairs of neighbouring words over all such pairs."""
    pairs: list[tuple[str, str]] = []
    for prompt in prompts:
        words = re.findall(r"[\w'#]+", masked(prompt))
        pairs.extend(pairwise(words))
    return len(set(pairs)) / len(pairs) if pairs else 0.0


def vocabulary(prompts: Iterable[str]) -> int:
    """Return the number of different words."""
    return len({word for prompt in prompts for word in re.findall(r"[a-z']+", masked(prompt))})


def near_copies(prompts: Sequence[str], mask: bool) -> float:
    """Return the share of prompts of 8 words or more with another one at a word TF-IDF cosine of .9 or more."""
    import numpy as np
    from scipy.sparse import csr_matrix, diags

    texts = [masked(prompt) if mask else prompt.lower() for prompt in prompts if len(prompt.split()) >= 8]
    index: dict[str, int] = {}
    rows, columns, counts = [], [], []
    for row, text in enumerate(texts):
        for word, n in Counter(re.findall(r"[\w'#]+", text)).items():
            rows.append(row)
            columns.append(index.setdefault(word, len(index)))
            counts.append(n)
    matrix = csr_matrix((counts, (rows, columns)), shape=(len(texts), len(index)), dtype=float)
    idf = np.log((1 + len(texts)) / (1 + np.bincount(columns, minlength=len(index)))) + 1
    matrix = (matrix @ diags(idf)).tocsr()
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    matrix = diags(1 / lengths) @ matrix
    near = 0
    for start in range(0, len(texts), 500):
        block = (matrix[start : start + 500] @ matrix.T).toarray()
        block[np.arange(block.shape[0]), start + np.arange(block.shape[0])] = 0
        near += int((block.max(axis=1) >= 0.9).sum())
    return near / len(texts) if texts else 0.0


def touches(prompt: str, clause: Clause, writer: Writer) -> bool:
    """Say whether an ask names the limit of a clause, or a telling word of it that other asks have no reason to hold.

    Words of the agent's own tools and subjects ("order") are no proof, nor are verbs ("share"); a clause that has
    nothing else needs most of its words.
    """
    text = prompt.lower()
    if clause.limit is not None and clause.limit_text.lower() in text:
        return True
    names = [word for view in writer.domain.tools for word in (*words_of(view.name), view.thing)]
    names += [] if writer.domain.tools else writer.domain.subjects
    usual = {word[:5] for name in names for word in name.split()}
    own = [word for word in clause.words if word[:5] not in usual and word not in VERBS and word not in WEAK]
    found = {word for word in own or clause.words if re.search(rf"\b{re.escape(singular(word)[:5])}", text)}
    return bool(found) if own else len(found) > 0.6 * len(clause.words)


TONES = {  # a reading of its own: what a person would point at when asked why a text sounds so
    "polite": r"(?<!hard to )\bplease\b(?! us)|\bthank(?:s|\b)|\bkindly\b|\bwould you mind\b|\bappreciate|"
    r"(?<!\bin )\bmay I\b",
    "irritated": r"\b(?:sick|tired|fed up) |(?:\bnot |un)happy\b|annoy|losing patience|enough is enough|\bmad\b|"
    r"nuisance|\b(?:this|so) hard\b|\bit a secret\b|\ba mess\b",
    "anxious": r"\b(?:worried|nervous|anxious|stressed|panicking)\b",
    "apologetic": r"\bsorry (?:to|for)\b|\bexcuse (?:me|the)\b",
    "formal": r"\A\W*(?:dear|good (?:day|morning|afternoon|evening))\b|\b(?:kind regards|sincerely)\b|"
    r"\n> (?:dear|good) ",
    "casual": r"\A\W*(?:hey|hiya|yo)\b|\b(?:cheers|thx|pls|plz|gonna|wanna)\b",
}
WEAK = frozenset("help ask answer questions give state use need another only most always first".split())
LINES: tuple[tuple[str, str, str, Callable[[float], bool]], ...] = (
    ("sentences used more than once, first 100", "", "< .20", lambda x: x < 0.20),
    ("distinct-2, first 100", "", "> .60", lambda x: x > 0.60),
    ("asks under 10 words, first 100", "asks", ">= 10", lambda x: x >= 10),
    ("different words, first 1,000", "words", "> 280", lambda x: x > 280),
    ("asks that touch their clause", "", "> .90", lambda x: x > 0.90),
    ("asks without a clause that touch one all the same", "", "< .15", lambda x: x < 0.15),
    ("labels that are not true", "labels", "0", lambda x: x == 0),
    ("redraws needed for 10,000 different asks", "redraws", "<= 100", lambda x: x <= 100),
    ("repeats after redraws", "asks", "0", lambda x: x == 0),
    ("near copies among 10,000", "", "< .02", lambda x: x < 0.02),
    ("near copies, ids and amounts masked", "", "< .15", lambda x: x < 0.15),
)
HIGH_IS_GOOD = {
    "distinct-2, first 100",
    "asks under 10 words, first 100",
    "different words, first 1,000",
    "asks that touch their clause",
}


def written(writer: Writer, situations: Sequence[Situation]) -> tuple[list[Ask], int, int]:
    """Return one new ask per situation, how many redraws that took, and how many repeats are left."""
    seen: set[str] = set()
    asks, redraws, repeats = [], 0, 0
    for situation in situations:
        for attempt in range(8):
            ask = writer.write(situation, attempt=attempt)
            if ask.prompt not in seen:
                break
            redraws += 1
        repeats += ask.prompt in seen
        seen.add(ask.prompt)
        asks.append(ask)
    return asks, redraws, repeats


def measured(tools: Sequence[Tool], policy: str, seed: int) -> dict[str, float]:
    """Return the figures of one agent and seed, in the order of the table."""
    situations = drawn((tools, policy), COUNT, seed)
    writer = Writer(tools, policy)
    asks, redraws, repeats = written(writer, situations)
    prompts = [ask.prompt for ask in asks]
    clauses = {
        text: read_clause(text) for text in dict.fromkeys(s.cell.rule for s in situations) if text != UNSPECIFIED
    }
    aimed = [
        touches(ask.prompt, clauses[s.cell.rule], writer)
        for ask, s in zip(asks, situations, strict=True)
        if s.cell.rule != UNSPECIFIED
    ]
    free = [ask.prompt for ask, s in zip(asks, situations, strict=True) if s.cell.rule == UNSPECIFIED]
    by_chance = [touches(prompt, clause, writer) for prompt in free for clause in clauses.values()]
    figures = (
        sentence_reuse(prompts[:100]),
        distinct_2(prompts[:100]),
        sum(len(prompt.split()) < 10 for prompt in prompts[:100]),
        vocabulary(prompts[:1000]),
        sum(aimed) / len(aimed),
        sum(by_chance) / len(by_chance),
        sum(len(false_labels(ask)) for ask in asks),
        redraws,
        repeats,
        near_copies(prompts, False),
        near_copies(prompts, True),
    )
    return dict(zip((line[0] for line in LINES), figures, strict=True))


def false_labels(ask: Ask) -> list[str]:
    """Return the labels of an ask that its text does not show, read without the writer's own checks."""
    text, labels = ask.prompt, ask.labels
    bare = text
    for value in sorted(map(str, ask.facts.values.values()), key=len, reverse=True):
        bare = bare.replace(value, "")
    own = re.sub(r'"[^"]*"', "", text)  # a message to send is not in the person's own tone
    bare = re.sub(r'"[^"]*"|\S*[\d@/_]\S*|USD', "", bare)
    words = len(text.split())
    shows = {
        "length": {"short": words < 10, "long": words > 40},
        "texture": {
            "lowercase": not re.search("[A-Z]", bare),
            "no_punctuation": not re.search("[.!?,;:]", bare),
            "voice_to_text": bool(re.search(r"\b(um|uh|erm|hmm)\b", bare)),
            "caps": bool(re.search(r"[A-Z']{2,} ", bare)),
            "emoji": bool(re.search("[\U0001f300-\U0001faff]", text)),
            "clipped": not re.search(r"\b(the|a|an|please)\b", bare.lower()),
        },
        "layout": {"forwarded": "\n> " in text, "list": bool(re.search(r"- |\d[.)] ", text))},
        "form": {"question": "?" in text},
        "tone": {tone: bool(re.search(shown, own, re.IGNORECASE)) for tone, shown in TONES.items()},
    }
    false = [name for name, values in shows.items() if not values.get(labels.get(name, ""), True)]
    told = [str(value) for value in ask.facts.values.values()]
    return false + (["facts_left_out"] if labels.get("facts_left_out") and any(value in text for value in told) else [])


def seconds_for(tools: Sequence[Tool], policy: str) -> float:
    """Return the CPU seconds of planning and writing 10,000 situations."""

    def run() -> None:
        covering_grid.cache_clear()
        writer = Writer(tools, policy)
        for situation in drawn((tools, policy), COUNT):
            writer.write(situation)

    return cpu(run, repeat=5)


def main(samples: int, names: Sequence[str], seeds: Sequence[int]) -> None:
    """Print the worst seed of each line for each agent, or samples of its asks."""
    for name in names:
        tools, policy = AGENTS[name]
        print(f"\n{name}")
        if samples:
            writer = Writer(tools, policy)
            for situation in drawn((tools, policy), samples, seeds[0]):
                cell, ask = situation.cell, writer.write(situation)
                print(f"  [{cell.tool} | {cell.stance} | {cell.history} | {cell.rule[:24]}] {ask.prompt}")
            continue
        took = seconds_for(tools, policy)  # first, so that what the other lines hold in memory does not slow it
        runs = {seed: measured(tools, policy, seed) for seed in seeds}
        for what, unit, promised, holds in LINES:
            worst = (min if what in HIGH_IS_GOOD else max)(seeds, key=lambda seed: runs[seed][what])
            figure(f"{what} (seed {worst})", runs[worst][what], unit, promised, holds(runs[worst][what]))
        figure("plan and asks for 10,000 situations", took, "CPU s", "< 1", took < 1)
    if not samples and len(names) == len(AGENTS):
        few, many = (
            seconds_for(
                [tool(f"get_{n}_{i}", "", order_id=STRING) for i, n in zip(range(count), NOUNS * 10, strict=False)],
                A3[1],
            )
            for count in (10, 50)
        )
        print("\nfifty tools")
        figure("time for 50 tools / time for 10", many / few, "x", "<= 5 (linear)", many / few <= 5)


NOUNS = "order invoice parcel booking ticket".split()

if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--samples", type=int, default=0, help="print this many asks of each agent and no figures")
    options.add_argument("--agent", choices=list(AGENTS), help="one agent only")
    options.add_argument("--seed", type=int, help="one seed only")
    chosen = options.parse_args()
    main(
        chosen.samples,
        [chosen.agent] if chosen.agent else list(AGENTS),
        list(SEEDS) if chosen.seed is None else [chosen.seed],
    )
