"""Count the wins of the second and third class in games that our engine plays against itself.

    python -m tools.fit.doubling_rates [GAME ...] [--games 2000] [--seed 1] [--paritet]

Prints the lines of `BY_GAME` in `zaria.bots.doubling.rates`, from which match equity tables are made, or with
--paritet those of `EQUAL_TURNS` (half a second a game). Both sides play without looking ahead. With 2000
games the figures are right to about 0.02, with 400 to 0.05, draws to 0.02.
"""

import argparse

from zaria import games
from zaria.bots.doubling.rates import BY_GAME, EQUAL_TURNS, Rates
from zaria.bots.tables.engine import Engine


def counted(name: str, played: int, seed: int, equal_turns: bool = False) -> Rates:
    """The rates of a game, from so many games; with `equal_turns` by that rule."""
    game = games.dice_game(name, paritet=True) if equal_turns else games.dice_game(name)
    chances = Engine(game).rollout(game.start(), games=played, seed=seed).chances
    decided = chances.win + chances.lose
    return Rates(
        round((chances.win2 + chances.lose2) / decided, 3),
        round((chances.win3 + chances.lose3) / decided, 3),
        round(chances.draw, 3),
    )


def main() -> None:
    """Run from the command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--paritet", action="store_true", help="the second player has one more turn")
    options = parser.parse_args()
    for name in options.game or (EQUAL_TURNS if options.paritet else BY_GAME):
        print(f'    "{name}": {counted(name, options.games, options.seed, options.paritet)},', flush=True)


if __name__ == "__main__":
    main()
