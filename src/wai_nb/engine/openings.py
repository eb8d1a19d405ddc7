"""Asks that somebody else wrote: the user's seeds, as situations of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wai_nb.asks.compose import Ask
from wai_nb.asks.facts import Facts
from wai_nb.asks.vary import variants
from wai_nb.engine.settings import Settings
from wai_nb.plan.axes import SUCCESS, UNSPECIFIED, WORLD_STATES
from wai_nb.plan.situation import Cell, Situation
from wai_nb.stats import draw

# Of a seed it is not known where it stands in the grid; what it names exists, and nothing fails.
SEED_CELL = Cell(UNSPECIFIED, UNSPECIFIED, UNSPECIFIED, WORLD_STATES[0], SUCCESS, UNSPECIFIED)
WAYS = 8  # situations that one seed may become besides its own; convention
NO_FACTS = Facts((), {}, {})


def seeded(seeds: Iterable[str], settings: Settings) -> Iterator[tuple[Situation, list[Ask]]]:
    """Yield each seed as a situation with its wordings; the first wording is the seed itself."""
    for text in seeds:
        situation = _situation(text, settings)
        yield situation, [plain_ask(situation.scenario_id, text, 0)]


def varied(seeds: Sequence[str], settings: Settings) -> Iterator[tuple[Situation, list[Ask]]]:
    """Yield the seeds put other ways, in turn, each as a situation with all its wordings.

    Ids, amounts and quoted texts of a seed stay as they are.
    """
    n, _ = settings.shape
    ways = [variants(text, WAYS * n, settings.seed) for text in seeds]
    for turn in range(WAYS):
        for text, asks in zip(seeds, ways, strict=True):
            chosen = asks[turn * n : (turn + 1) * n]
            if len(chosen) == n:
                yield _situation(text, settings, chosen[0].prompt), chosen


def plain_ask(scenario_id: str, prompt: str, wording: int) -> Ask:
    """Return a prompt as an ask that nothing more is known of."""
    return Ask(f"ask-{draw.digest(scenario_id, prompt, length=12)}", prompt, wording, {}, NO_FACTS)


def _situation(seed: str, settings: Settings, *way: str) -> Situation:
    scenario_id = f"seed-{draw.digest('seed', seed, *way, length=12)}"
    world_seed = draw.integer(1 << 53, settings.seed, "world", seed)  # another way to put it, the same world
    return Situation(scenario_id, SEED_CELL, world_seed, {}, "ordinary")
