"""Compare each level with the one below: `python -m tools.bench.levels GAME… --matches N`.

With dice they play matches to `--length` points without a cube, on squares single games in which each
begins as often as the other; a draw is half a win. Nobody thinks for longer than `--seconds` about a move, so
that a master at dice looks one ply ahead instead of two where that is less than a tenth of a second. Prints
what share of its matches the higher level won, with the standard error; each level should win `LEAST` % at
least.

`--floor` compares the lowest level with who does not know how to play: one moves anything that is legal
("any"), on squares another what looks best at once, blind to the answer ("glance").

With dice levels are set by what their turns cost (`tools.bench.level_rates`), on squares by these scores.
"""

import argparse
import sys
import time
from collections.abc import Callable
from math import sqrt
from random import Random
from typing import NamedTuple

from tools.bench.strength.games import Dice, above_nought, game
from tools.bench.strength.players import AtLevel, Blind, Player

from zaria import games
from zaria.bots import levels
from zaria.bots.player import ThinkRequest
from zaria.bots.squares.material_player import glance
from zaria.games.board_games import BoardGame, BoardPosition
from zaria.games.protocols import DiceGame
from zaria.games.registry import BOARD_GAMES, GAMES

LEAST = 60.0
"""Per cent of its matches that a level should win against the one below."""
ANY, GLANCE = 0, -1
"""Stand in the place of a level for a player of anything legal, and for one who does not look ahead."""
NAMES = {ANY: "any", GLANCE: "glance"}
LONGEST = 300
"""Moves of a game on squares after which it counts as drawn."""


class Score(NamedTuple):
    """`won` matches of so many by the higher level, a draw being half."""

    won: float
    of: int

    @property
    def share(self) -> float:
        """Per cent."""
        return 100 * self.won / self.of

    @property
    def error(self) -> float:
        """The standard error of that."""
        part = (self.won + 0.5) / (self.of + 1)
        return 100 * sqrt(part * (1 - part) / self.of)


def with_dice(rules: DiceGame, pair: tuple[int, int], number: int, options: argparse.Namespace) -> float:
    """One match: 1 if the level `pair[0]` beats the other, else 0."""
    high, low = pair
    seats: tuple[Player, Player] = (
        AtLevel(high, f"high {number}", options.seconds),
        Blind(number) if low == ANY else AtLevel(low, f"low {number}", options.seconds),
    )
    score, dice, played = [0, 0], Dice(high, number), number
    while max(score) < options.length:
        first = played % 2
        ended = game(rules.nth(played - number + 1), seats[first], seats[1 - first], dice)
        if ended.points:
            score[first if ended.points > 0 else 1 - first] += abs(ended.points)
        played += 1
    return float(score[0] > score[1])


def on_squares(rules: BoardGame, pair: tuple[int, int], number: int, seconds: float) -> float:
    """One game: 1 if the level `pair[0]` beats the other, 0 if it loses, else a half."""
    first, chance = number % 2, Random(f"{pair[0]} {number}")
    position = rules.start()
    for _ in range(LONGEST):
        ended = position.outcome()
        if ended is not None:
            return 0.5 if ended.winner is None else float(ended.winner == first)
        level = pair[0] if position.turn == first else pair[1]
        position = position.move(_move(position, level, chance, seconds))
    return 0.5


def _move(position: BoardPosition, level: int, chance: Random, seconds: float) -> str:
    if level == ANY:
        return chance.choice(position.legal_moves()).move
    if level == GLANCE:
        return glance(position, chance)
    request = ThinkRequest(chance.getrandbits(63), seconds)
    return levels.ON_SQUARES[level].think(position, request).choice


def series(play: Callable[[int], float], matches: int, minutes: float) -> Score:
    """So many matches, or as many as there is time for."""
    began, won, number = time.monotonic(), 0.0, 0
    while number < matches and (number < 2 or time.monotonic() - began < 60 * minutes):
        won += play(number)
        number += 1
    return Score(won, number)


def pairs(squares: bool, options: argparse.Namespace) -> list[tuple[int, int]]:
    """Return who plays whom, the stronger first."""
    if options.floor:
        return [(levels.LEVELS[0], opponent) for opponent in ((ANY, GLANCE) if squares else (ANY,))]
    return [(high, high - 1) for high in options.levels]


def measure(name: str, options: argparse.Namespace) -> bool:
    """Print the figures of one game; whether all of them are as they should be."""
    squares = name in BOARD_GAMES
    fine = True
    for high, low in pairs(squares, options):
        began = time.monotonic()

        def play(number: int, pair: tuple[int, int] = (high, low)) -> float:
            if squares:
                return on_squares(games.board_game(name), pair, number, options.seconds)
            return with_dice(games.dice_game(name), pair, number, options)

        score = series(play, options.matches, options.minutes)
        good = options.floor or score.share >= LEAST - score.error
        fine &= good
        print(
            f"{name}: level {high} beats {NAMES.get(low, f'level {low}')} in {score.share:.1f} % ±"
            f" {score.error:.1f} of {score.of} {'games' if squares else f'matches to {options.length}'}"
            f" ({levels.engine(name, high)[0]}, {time.monotonic() - began:.0f} s){'' if good else '  <<'}",
            flush=True,
        )
    return fine


def main() -> int:
    """0 if every level measured beats the one below as often as it should, give or take the error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="+", choices=[*GAMES])
    parser.add_argument(
        "--matches", type=above_nought, default=200, help="matches of each pair (default 200)"
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="for each pair at most (default 5)")
    parser.add_argument("--length", type=int, default=5, help="points of a match (default 5)")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move on squares (default 0.1)")
    parser.add_argument("--levels", type=int, nargs="+", choices=levels.LEVELS[1:], default=levels.LEVELS[1:])
    parser.add_argument("--floor", action="store_true", help="the lowest level against who cannot play")
    options = parser.parse_args()
    measured = [measure(name, options) for name in options.game]
    return int(not all(measured))


if __name__ == "__main__":
    sys.exit(main())
