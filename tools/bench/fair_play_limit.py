"""The most that any evidence of fair play could show: `python -m tools.bench.fair_play_limit [--members N]`.

The evidence of fair play (`tools.bench.fair_play`) knows neither how strong a member is nor how members err.
Here a judge knows both exactly, for each strength that is asked about: it compares the likelihoods of 200
decisions of backgammon for an honest member and for one whose decisions the master takes by a half. Its bound
is the ratio that one of a thousand honest members exceeds. Prints how many of the others it names, and how
far above the bound their ratios lie, in powers of ten. No method without that knowledge can do better.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log10
from random import Random

from tests.support.fair_play import DECISIONS, STRENGTHS, UNITS, Recorded, honest_choice, recorded

GAME = "backgammon"
SHARE = 0.5
"""The part of the decisions that the master takes."""
REPEATS = 600
"""Choices of a member at each decision, from which their chances are estimated."""


def main() -> None:
    """Print a line for each of three strengths: the strongest, and those 1.4 and 2 times as weak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=400)
    members = parser.parse_args().members
    pool = [decision for played in recorded(GAME) for decision in played]
    for factor in (1.0, 1.4, 2.0):
        error = STRENGTHS[UNITS[GAME]][0] * factor
        chance = Random(f"{GAME} {error}")
        chances = [_chances(decision, error, chance) for decision in pool]
        honest = sorted(_ratio(pool, chances, error, 0.0, chance) for _ in range(1000))
        helped = sorted(_ratio(pool, chances, error, SHARE, chance) for _ in range(members))
        bound = honest[-2]
        named = sum(ratio > bound for ratio in helped)
        least, median = helped[0] - bound, helped[members // 2] - bound
        above = f"above the bound: least {least:+.1f}, median {median:+.1f}"
        print(f"error {error:.3f}: {named} of {members} named; {above}")


def _chances(decision: Recorded, error: float, chance: Random) -> Mapping[int, float]:
    """The chance of each choice of an honest member; at place -1 that of one never seen."""
    seen = Counter(honest_choice(decision, error, chance) for _ in range(REPEATS))
    total = REPEATS + decision.ways / 2
    return {-1: 0.5 / total} | {place: (times + 0.5) / total for place, times in seen.items()}


def _ratio(
    pool: Sequence[Recorded],
    chances: Sequence[Mapping[int, float]],
    error: float,
    share: float,
    chance: Random,
) -> float:
    """The logarithm of the ratio of likelihoods for a member whose `share` of decisions the master takes."""
    total = 0.0
    for number in chance.choices(range(len(pool)), k=DECISIONS[GAME]):
        decision = pool[number]
        by_master = chance.random() < share
        choice = decision.master if by_master else honest_choice(decision, error, chance)
        honest = chances[number].get(choice, chances[number][-1])
        total += log10((SHARE * (choice == decision.master) + (1 - SHARE) * honest) / honest)
    return total


if __name__ == "__main__":
    main()
