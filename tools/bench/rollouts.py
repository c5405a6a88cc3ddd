"""Rollouts with luck and without: the spread of a game, and the time for the same error.

Both roll out the start of each game in turn, without a cube and with one in play, for money; what counts is
the processor's time.

    python -m tools.bench.rollouts [--games 1296] [--reduced 216] [GAME ...]
"""

import argparse
import time

from zaria import games
from zaria.bots.doubling import Stake, rollouts
from zaria.bots.tables import Engine
from zaria.games.protocols import DiceGame

GAMES = ("backgammon", "tabla", "tapa", "long-nardy")


def rolled_out(game: DiceGame, engine: Engine, count: int, *, without_luck: bool) -> tuple[float, float]:
    """Roll out the start of the game; return the spread of a game in points, and its seconds."""
    began = time.thread_time()
    rollout = engine.rollout(game.start(), count, seed=3, without_luck=without_luck)
    return rollout.error * count**0.5, (time.thread_time() - began) / count


def with_cube(game: DiceGame, engine: Engine, count: int, *, without_luck: bool) -> tuple[float, float]:
    """The same with a cube that nobody owns; half of the games are those after a double."""
    stake = Stake(points=tuple(points for points, _ in game.classes), game=game.id)
    began = time.thread_time()
    rollout = rollouts.roll_out(game.start(), stake, count, seed=3, without_luck=without_luck, engine=engine)
    return rollout.no_double.error * count**0.5, (time.thread_time() - began) / count / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES, help="games with dice")
    parser.add_argument("--games", type=int, default=1296, help="games with luck")
    parser.add_argument("--reduced", type=int, default=216, help="games without")
    options = parser.parse_args()
    print(
        "game                spread  without  ratio  times as long  time for the same error  games a second"
    )
    for name in options.game:
        game = games.dice_game(name)
        engine = Engine(game)
        engine.prepare()
        for name_of_row, roll_out in ((name, rolled_out), (f"{name}, cube", with_cube)):
            plain, plain_s = roll_out(game, engine, options.games, without_luck=False)
            reduced, reduced_s = roll_out(game, engine, options.reduced, without_luck=True)
            longer, ratio = reduced_s / plain_s, reduced / plain
            row = f"{name_of_row:18} {plain:7.3f} {reduced:8.3f} {ratio:6.2f} {longer:14.1f}"
            print(f"{row} {longer * ratio * ratio:19.2f} {1 / plain_s:8.0f} {1 / reduced_s:6.0f}", flush=True)


if __name__ == "__main__":
    main()
