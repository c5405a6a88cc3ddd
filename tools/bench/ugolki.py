"""Measure the strength and speed of the ugolki engine beside the search in Python that played before.

Usage: ugolki.py [--seconds S] [--think T] [--houses 4x3 3x3 4x4]

Both have the same time for a move. Each opening (a few random moves) is played from both sides. Prints, for
each kind of house, games, points with their standard error, positions a second and the depth reached. Takes
about S seconds for each.
"""

import argparse
import random
import sys
import time

from tools.bench.lookahead import Lookahead

from zaria.bots.squares.engine import Limits, SquaresEngine
from zaria.bots.squares.ugolki.engine import UgolkiEngine, made
from zaria.games import ugolki
from zaria.games.board_games import BoardPosition
from zaria.games.ugolki.game import UgolkiGame
from zaria.games.ugolki.geometry import HOUSES
from zaria.games.ugolki.position import UgolkiPosition

LONGEST = 200


def opening(game: UgolkiGame, seed: int) -> BoardPosition:
    chance = random.Random(seed)
    position: BoardPosition = game.start()
    for _ in range(4):
        position = position.move(chance.choice(position.legal_moves()).move)
    return position


def played(position: BoardPosition, engines: tuple[SquaresEngine, SquaresEngine], think: float) -> float:
    """The points of the first engine, which plays light: 1, 0.5 or 0."""
    while position.outcome() is None and position.plies < LONGEST:
        line = engines[position.turn].lines(position, Limits(seconds=think))[0]
        position = position.move(line.move)
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner == 0)


def speed(game: UgolkiGame) -> tuple[float, int]:
    """Positions a second and the depth of a second's search of an opening."""
    position = opening(game, 1)
    assert isinstance(position, UgolkiPosition)
    searcher, depth = made(game.options.house), 0
    searcher.load(position.turn, position.men, position.moves_made)
    began = time.perf_counter()
    while time.perf_counter() < began + 1 and depth < 40:
        depth += 1
        searcher.round(depth, 0, 1 << 60)
    return searcher.nodes / (time.perf_counter() - began), depth


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=0.05, help="seconds a move")
    parser.add_argument("--houses", nargs="+", choices=list(HOUSES), default=list(HOUSES))
    options = parser.parse_args()
    for kind in options.houses:
        game = ugolki.game(kind)
        rate, depth = speed(game)
        new, old, points, games = UgolkiEngine(game), Lookahead("ugolki"), 0.0, 0
        until = time.monotonic() + options.seconds
        while time.monotonic() < until or games % 2:
            side = games % 2
            result = played(opening(game, games // 2), (new, old) if side == 0 else (old, new), options.think)
            points += result if side == 0 else 1 - result
            games += 1
        share = points / games
        error = (share * (1 - share) / games) ** 0.5
        print(
            f"{kind}: {share:.1%} ± {error:.1%} of {games} games at {options.think} s a move against the "
            f"search in Python; {rate / 1e6:.2f} million positions a second, depth {depth} in a second",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
