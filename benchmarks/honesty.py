"""Do the numbers hold what they promise - coverage, bias, false alarms: ``python benchmarks/honesty.py``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import numpy as np
from _figures import figure
from comparing import print_alarms, print_coverage, print_reports

from wai_nb.measure.tallies import Tally
from wai_nb.stats.betabinomial import all_pass, estimates
from wai_nb.stats.intervals import clustered

K = 8
# Coverage of a percentile bootstrap over tasks, k = 4, Beta(2, 1) and Beta(6, 1); measured with 600 trials.
BOOTSTRAP = {3: (0.725, 0.727), 5: (0.833, 0.892), 10: (0.900, 0.888), 20: (0.930, 0.910)}
# Pass rates of asks: how they are drawn, and their mean and correlation.
Drawn = Callable[[np.random.Generator, int], "np.ndarray"]
TRUTHS: dict[str, tuple[Drawn, float, float]] = {
    "all .9": (lambda rng, n: np.full(n, 0.9), 0.9, 0.0),
    "all .75": (lambda rng, n: np.full(n, 0.75), 0.75, 0.0),
    "Beta(6,1)": (lambda rng, n: rng.beta(6, 1, n), 6 / 7, 1 / 8),
    "Beta(2,1)": (lambda rng, n: rng.beta(2, 1, n), 2 / 3, 1 / 4),
    "Beta(1,1)": (lambda rng, n: rng.beta(1, 1, n), 1 / 2, 1 / 3),
}


def coverage(trials: int) -> None:
    """Print how often the 95% interval of pass@1 holds the true mean."""
    rng = np.random.default_rng(1)
    for k in (4, 8):
        for column, (a, b) in enumerate(((1, 1), (2, 1), (6, 1))):
            for tasks, least in ((3, 0.90), (5, 0.92), (10, 0.92), (20, 0.92), (50, 0.92)):
                means = rng.binomial(k, rng.beta(a, b, (trials, tasks))) / k
                held = sum(_holds(row, k, a / (a + b)) for row in means) / trials
                plain = BOOTSTRAP[tasks][column - 1] if column and k == 4 and tasks in BOOTSTRAP else 0.0
                beside = f"; plain bootstrap {plain:.2f}" if plain else ""
                what = f"pass@1 interval covers, {tasks} tasks x {k}, Beta({a},{b})"
                figure(what, held, "of runs", f">= {least}{beside}", held >= max(least, plain))


def _holds(means: np.ndarray, k: int, truth: float) -> bool:
    found = clustered({str(i): [float(mean)] for i, mean in enumerate(means)}, n_rows=k * len(means))
    return found is not None and found[0] <= truth <= found[1]


def stopped_early(rng: np.random.Generator, rates: np.ndarray) -> Iterator[Tally]:
    """Yield the tally of each ask: a probe of two tries, filled to K only where they differ."""
    for i, tries in enumerate(rng.random((len(rates), K)) < rates[:, None]):
        stopped = bool(tries[0] == tries[1])
        seen = tries[:2] if stopped else tries
        yield Tally(str(i), str(i), len(seen), int(seen.sum()), stopped)


def stopping(runs: int, tasks: int = 60) -> None:
    """Print how far the k-way numbers are off after early stopping, and how often their intervals hold the truth."""
    rng = np.random.default_rng(2)
    for name, (drawn, mean, correlation) in TRUTHS.items():
        truths = (mean, all_pass(mean, correlation, K), 1 - all_pass(1 - mean, correlation, K))
        found, counted = [], []
        for _ in range(runs):
            tallies = list(stopped_early(rng, drawn(rng, tasks)))
            fit = estimates({tally.ask: [(tally.tries, tally.passed)] for tally in tallies}, K)
            assert fit is not None
            found.append((fit.pass_at_1, fit.pass_pow_k, fit.pass_at_k))
            counted.append(np.mean([(t.rate, t.all_of(K), t.any_of(K)) for t in tallies], axis=0))
        for place, what in enumerate(("pass@1", f"pass^{K}", f"pass@{K}")):
            off = float(np.mean([fit[place].value for fit in found]) - truths[place])
            plain = float(np.mean([row[place] for row in counted]) - truths[place])
            promised = f"<= .05 either way; counted as unanimous {plain:+.2f}"
            figure(f"{what} is off, {tasks} tasks, {name}", off, "", promised, abs(off) <= 0.05)
            ends = [fit[place].ci for fit in found]
            held = sum(low - 1e-9 <= truths[place] <= high + 1e-9 for low, high in ends) / runs
            figure("  its interval covers", held, "of runs", ">= .92", held >= 0.92)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--trials", type=int, default=4000, help="simulated runs a line (default: 4000)")
    chosen = options.parse_args()
    coverage(chosen.trials)
    stopping(chosen.trials // 4)
    print_alarms(chosen.trials)
    print_reports(chosen.trials // 4)
    print_coverage(chosen.trials // 2)
