"""Rollouts with luck and without: the spread of a game, and the time for the same error.

Both roll out the start of each game in turn; what counts is the processor's time.

    python -m tools.bench.rollouts [--games 1296] [--reduced 216] [GAME ...]
"""

import argparse
import time

from zaria import games
from zaria.bots.tables import Engine, Rollout
from zaria.games.protocols import DiceGame

GAMES = ("backgammon", "tabla", "tapa", "long-nardy")


def rolled_out(game: DiceGame, engine: Engine, count: int, *, without_luck: bool) -> tuple[Rollout, float]:
    """Roll out the start of the game; return the result and the seconds a game."""
    began = time.thread_time()
    rollout = engine.rollout(game.start(), count, seed=3, without_luck=without_luck)
    return rollout, (time.thread_time() - began) / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES, help="games with dice")
    parser.add_argument("--games", type=int, default=1296, help="games with luck")
    parser.add_argument("--reduced", type=int, default=216, help="games without")
    options = parser.parse_args()
    print("game            spread  without  ratio  times as long  time for the same error")
    for name in options.game:
        game = games.dice_game(name)
        engine = Engine(game)
        engine.prepare()
        plain, plain_s = rolled_out(game, engine, options.games, without_luck=False)
        reduced, reduced_s = rolled_out(game, engine, options.reduced, without_luck=True)
        spread, reduced_spread = plain.error * plain.games**0.5, reduced.error * reduced.games**0.5
        longer, ratio = reduced_s / plain_s, reduced_spread / spread
        row = f"{name:14} {spread:7.3f} {reduced_spread:8.3f} {ratio:6.2f} {longer:14.1f}"
        print(f"{row} {longer * ratio * ratio:24.2f}")


if __name__ == "__main__":
    main()
