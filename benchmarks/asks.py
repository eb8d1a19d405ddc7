"""Quality and speed of the offline asks, for a few agents: ``python benchmarks/asks.py [samples]``."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import Any

from wai_nb.asks.compose import Ask, Writer
from wai_nb.asks.policy import read_clause
from wai_nb.asks.verbs import singular
from wai_nb.plan.axes import build_axes
from wai_nb.plan.grid import covering_grid
from wai_nb.plan.situation import Situation
from wai_nb.plan.situations import draw_situations
from wai_nb.records.tools import Tool

STRING, NUMBER = {"type": "string"}, {"type": "number"}


def tool(name: str, description: str, **properties: dict[str, Any]) -> Tool:
    """Return a tool whose parameters are all required."""
    return Tool(name, description, {"type": "object", "properties": properties, "required": list(properties)})


GET_ORDER = tool("get_order", "Look up an order by id.", order_id=STRING)
AGENTS: dict[str, tuple[list[Tool], str]] = {
    "A1": ([GET_ORDER], "Help customers with orders."),
    "A3": (
        [
            GET_ORDER,
            tool("refund_order", "Refund an order.", order_id=STRING, amount=NUMBER),
            tool("send_email", "Send an email.", to=STRING, body=STRING),
        ],
        "Refund only orders under $50.\nAsk for confirmation before refunding.\nNever share another customer's data.",
    ),
    "coding": (
        [
            tool("read_file", "Read a file of the repository.", path=STRING),
            tool("run_tests", "Run the tests of a target.", target=STRING),
            tool("edit_file", "Replace the content of a file.", path=STRING, content=STRING),
        ],
        "Run the tests before you finish. Never edit files under vendor.",
    ),
    "bank": (
        [
            tool("get_balance", "Balance of an account.", account_id=STRING),
            tool("transfer_money", "Transfer money.", from_account=STRING, to_account=STRING, amount=NUMBER),
            tool("block_card", "Block a card.", card_id=STRING),
        ],
        "Transfers over $1,000 need a second approval. Verify the identity of the caller before you disclose a "
        "balance.",
    ),
    "no tools": ([], "You are a museum guide. Answer questions about opening hours and tickets."),
}


def situations_of(tools: Sequence[Tool], policy: str, count: int, seed: int = 0) -> list[Situation]:
    """Return the first situations of a run."""
    axes = build_axes(tools, policy)
    return list(islice(draw_situations(axes, covering_grid(axes), seed=seed), count))


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


def touches(ask: Ask, situation: Situation) -> bool:
    """Say whether an ask holds a telling word, or the limit, of the clause that its situation aims at."""
    clause = read_clause(situation.cell.rule)
    return any(singular(word)[:5] in ask.prompt.lower() for word in clause.words) or (
        clause.limit is not None and clause.limit_text in ask.prompt
    )


def main(samples: int) -> None:
    """Print the figures of each agent, and samples of its asks."""
    for name, (tools, policy) in AGENTS.items():
        situations = situations_of(tools, policy, 10_000)
        writer = Writer(tools, policy)
        started = time.process_time()
        asks = [writer.write(situation) for situation in situations]
        seconds = time.process_time() - started
        prompts = [ask.prompt for ask in asks]
        first = prompts[:100]
        ruled = [(a, s) for a, s in zip(asks, situations, strict=True) if s.cell.rule != "unspecified"]
        touched = sum(touches(a, s) for a, s in ruled) / len(ruled) if ruled else float("nan")
        print(
            f"{name}: {len(asks) / seconds:,.0f} asks per CPU s | first 100: sentence reuse "
            f"{sentence_reuse(first):.2f}, "
            f"distinct-2 {distinct_2(first):.2f}, under 10 words {sum(len(p.split()) < 10 for p in first)}, "
            f"words a prompt {sum(len(p.split()) for p in first) / 100:.0f} | 1,000: vocabulary "
            f"{vocabulary(prompts[:1000])}, "
            f"repeats {1000 - len(set(prompts[:1000]))} | 10,000: repeats {len(prompts) - len(set(prompts))}, "
            f"near copies {near_copies(prompts, False):.3f}, masked {near_copies(prompts, True):.3f} | clause touched "
            f"{touched:.2f}"
        )
        for ask, situation in list(zip(asks, situations, strict=True))[:samples]:
            print(f"  [{situation.cell.tool}/{situation.cell.stance}/{situation.cell.history}] {ask.prompt}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
