"""Compare each level with the one below: `python -m tools.bench.levels GAME… --games N`.

They play single games in which each begins as often as the other; a draw is half a win. With dice there is no
cube, two games in a row have the same dice, and nobody thinks for longer than `--seconds` about a turn: a
master looks one ply ahead instead of two where that is less than a tenth of a second. `--length` asks for
matches to so many points instead. On squares only positions bound a search, as at a table. Prints the share
of games that the higher level won, with the standard error; it should be `LEAST` to `MOST` %.

`--floor` compares the lowest level with who does not know how to play: one moves anything that is legal
("any"), on squares another what looks best at once, blind to the answer ("glance").

`tools.bench.level_rates` has what the turns of a level cost.
"""

import argparse
import itertools
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from math import sqrt
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from tools.bench.strength.games import Dice, above_nought, game
from tools.bench.strength.players import AtLevel, Blind, Player

from zaria import games
from zaria.bots import levels
from zaria.bots.player import ThinkRequest
from zaria.bots.squares.material_player import glance
from zaria.games.board_games import BoardPosition
from zaria.games.registry import BOARD_GAMES, GAMES

LEAST, MOST = 60.0, 80.0
"""Per cent of its games that a level should win against the one below."""
ANY, GLANCE = 0, -1
"""Stand in the place of a level for a player of anything legal, and for one who does not look ahead."""
NAMES: Mapping[float, str] = {ANY: "any", GLANCE: "glance"}
LONGEST = 300
"""Moves of a game on squares after which it counts as drawn."""


class Score(NamedTuple):
    """`won` games of so many by the higher level, a draw being half."""

    won: float
    games: int

    @property
    def share(self) -> float:
        """Per cent."""
        return 100 * self.won / self.games

    @property
    def error(self) -> float:
        """The standard error of that."""
        part = (self.won + 0.5) / (self.games + 1)
        return 100 * sqrt(part * (1 - part) / self.games)

    @property
    def is_right(self) -> bool:
        """True between `LEAST` and `MOST`, give or take the error."""
        return LEAST - self.error <= self.share <= MOST + self.error


class Pairing(NamedTuple):
    """Two levels of a game, the higher one first, and how long a match or a thought of theirs may be."""

    game: str
    high: float
    low: float
    length: int
    seconds: float


def play(pairing: Pairing, number: int) -> float:
    """One game or match: 1 if the higher level wins, 0 if it loses, else a half."""
    return on_squares(pairing, number) if pairing.game in BOARD_GAMES else with_dice(pairing, number)


def with_dice(pairing: Pairing, number: int) -> float:
    """See `play`; the next number has the same dice with sides swapped."""
    rules, score = games.dice_game(pairing.game), [0, 0]
    seats: tuple[Player, Player] = (
        AtLevel(int(pairing.high), f"high {number}", pairing.seconds),
        Blind(number) if pairing.low == ANY else AtLevel(int(pairing.low), f"low {number}", pairing.seconds),
    )
    dice, played = Dice(int(pairing.high), number // 2), 0
    while max(score) < pairing.length:
        first = (number + played) % 2
        ended = game(rules.nth(played + 1), seats[first], seats[1 - first], dice)
        if ended.points:
            score[first if ended.points > 0 else 1 - first] += abs(ended.points)
        played += 1
    return float(score[0] > score[1])


def on_squares(pairing: Pairing, number: int) -> float:
    """See `play`."""
    first, chance = number % 2, Random(f"{pairing.high:g} {number}")
    position = games.board_game(pairing.game).start()
    for _ in range(LONGEST):
        ended = position.outcome()
        if ended is not None:
            return 0.5 if ended.winner is None else float(ended.winner == first)
        level = pairing.high if position.turn == first else pairing.low
        position = position.move(_move(position, level, chance))
    return 0.5


def _move(position: BoardPosition, level: float, chance: Random) -> str:
    if level == ANY:
        return chance.choice(position.legal_moves()).move
    if level == GLANCE:
        return glance(position, chance)
    return levels.ON_SQUARES[level].think(position, ThinkRequest(chance.getrandbits(63))).choice


def series(pairing: Pairing, count: int, minutes: float, jobs: int = 1) -> Score:
    """So many games, or as many as there is time for."""
    began, won, number = time.monotonic(), 0.0, 0
    with _results(pairing, count, jobs) as results:
        for number, result in enumerate(results, 1):
            won += result
            if number > 1 and time.monotonic() - began > 60 * minutes:
                break
    return Score(won, number)


@contextmanager
def _results(pairing: Pairing, count: int, jobs: int) -> Iterator[Iterable[float]]:
    """The results of so many games in their order, played by so many processes."""
    if jobs == 1:
        yield map(partial(play, pairing), range(count))
        return
    with get_context("fork").Pool(jobs) as pool:
        yield pool.imap(partial(play, pairing), range(count))


def pairs(name: str, options: argparse.Namespace) -> list[tuple[float, float]]:
    """Return the levels that play each other, the stronger first."""
    offered = levels.offered(name)
    if options.floor:
        return [(offered[0], opponent) for opponent in ((ANY, GLANCE) if name in BOARD_GAMES else (ANY,))]
    steps = [(high, low) for low, high in itertools.pairwise(offered)]
    return [step for step in steps if step[0] in (options.levels or offered)]


def measure(name: str, options: argparse.Namespace) -> bool:
    """Print the figures of one game; whether all of them are as they should be."""
    is_right = True
    unit = "games" if options.length == 1 or name in BOARD_GAMES else f"matches to {options.length}"
    for high, low in pairs(name, options):
        began = time.monotonic()
        pairing = Pairing(name, high, low, options.length, options.seconds)
        score = series(pairing, options.games, options.minutes, options.jobs)
        is_fine = options.floor or options.length > 1 or score.is_right
        is_right &= is_fine
        print(
            f"{name}: level {high:g} beats {NAMES.get(low, f'level {low:g}')} in {score.share:.1f} % ±"
            f" {score.error:.1f} of {score.games} {unit}"
            f" ({levels.engine(name, high)[0]}, {time.monotonic() - began:.0f} s){'' if is_fine else '  <<'}",
            flush=True,
        )
    return is_right


def main() -> int:
    """0 if every level measured beats the one below as often as it should, give or take the error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="+", choices=[*GAMES])
    parser.add_argument("--games", type=above_nought, default=200, help="of each pair (default 200)")
    parser.add_argument("--minutes", type=float, default=5.0, help="for each pair at most (default 5)")
    parser.add_argument(
        "--length", type=above_nought, default=1, help="points of a match with dice (default 1)"
    )
    parser.add_argument("--seconds", type=float, default=0.1, help="for a turn with dice (default 0.1)")
    parser.add_argument("--levels", type=float, nargs="+", choices=levels.ON_BOARDS, help="the higher ones")
    parser.add_argument("--floor", action="store_true", help="the lowest level against who cannot play")
    parser.add_argument("--jobs", type=above_nought, default=1, help="processes (default 1)")
    options = parser.parse_args()
    measured = [measure(name, options) for name in options.game]
    return int(not all(measured))


if __name__ == "__main__":
    sys.exit(main())
