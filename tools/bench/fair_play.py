"""Shares of simulated members that are named: `python -m tools.bench.fair_play [--honest N] [--cheats N]`.

Honest members of all strengths, and members whose decisions the master takes by a half or all of them
(`tests.support.fair_play`). A backgammon player has made 200 decisions, a player of draughts has five games
of 35 decisions. The error is the mean loss of a decision by the strongest and the weakest.
"""

import argparse
import sys
from random import Random

from tests.support import fair_play
from tests.support.fair_play import DECISIONS, UNITS

from zaria.club.fair_play.detection import Unit, bound


def main() -> int:
    """Print the table; 1 if more than one honest member is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--honest", type=int, default=1000)
    parser.add_argument("--cheats", type=int, default=100)
    options = parser.parse_args()
    named = 0
    for game, unit in UNITS.items():
        _print_errors(game, unit)
        for share in (0.0, 0.5, 1.0):
            members = options.cheats if share else options.honest
            results = [fair_play.simulated(game, share, number) for number in range(members)]
            scores = sorted(evidence.score for evidence in results)
            count = sum(evidence.score >= bound(1) for evidence in results)
            named += 0 if share else count
            print(
                f"{game}: the master takes {share:4.0%} of {DECISIONS[game]} decisions: {count} of {members} "
                f"named, evidence {scores[0]:.1f} to {scores[-1]:.1f}, median {scores[members // 2]:.1f}",
                flush=True,
            )
    return int(named > 1)


def _print_errors(game: str, unit: Unit) -> None:
    pool = [decision for played in fair_play.recorded(game) for decision in played]
    chance = Random(game)
    means = [
        sum(decision.losses[fair_play.honest_choice(decision, error, chance)] for decision in pool)
        / len(pool)
        for error in fair_play.STRENGTHS[unit]
    ]
    master = sum(decision.losses[decision.master] for decision in pool) / len(pool)
    print(
        f"{game}: {len(pool)} decisions; error of the master {master:.4f}, of members "
        f"{means[0]:.4f} to {means[1]:.4f}"
    )


if __name__ == "__main__":
    sys.exit(main())
