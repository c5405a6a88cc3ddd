"""Fits the weights of a game of draughts to games the search plays against itself.

    python -m tools.fit.draughts play GAME SAMPLES --minutes 10 [--seed 1] [--nodes 200] [--from FILE]
    python -m tools.fit.draughts fit GAME SAMPLES... --out FILE [--rounds 4] [--from FILE]

`play` adds the quiet positions of games to a file, 40 or 72 bytes each; several may run side by side, with
a file and a seed each. `fit` fits to all files, beginning with the shipped weights or those of `--from`; the
next generation's `play` takes the result. What a position is fitted to is how its game ended, mixed with
what the search expected of it. A part of the games is kept aside, and their loss is printed. The same files
give the same weights.
"""

import argparse
import math
import struct
import time
from array import array
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from zaria import games
from zaria.bots.squares.draughts import weights as files
from zaria.bots.squares.draughts.engine import FEW, DraughtsEngine, endings_for
from zaria.bots.squares.draughts.kinds import search_modules
from zaria.bots.squares.draughts.search.fitting import Fit
from zaria.bots.squares.draughts.search.root import Search
from zaria.games.draughts.game import DraughtsGame

NAMES = (
    "russian-draughts",
    "english-draughts",
    "giveaway",
    "draughts",
    "turkish-draughts",
    "frisian-draughts",
    "canadian-draughts",
)
"""The games with weights of their own."""
SURE = 900_000
LONG, QUIET, IDLE = 240, 40, 4
"""Plies, and plies without a capture or a move of a man, after which a game is called a draw; and plies of
that kind after which nothing is learned from a position: kings going to and fro would be most of it."""
ASIDE = 20
"""Every such game is not fitted to, only judged."""
EXACT = 1e6
"""Hundredths of a man for a factor e of odds, while weights are kept to come back to."""
JUDGED = 200_000
"""Positions that the value of a man is found from."""
SEARCHED = 0.4
"""The share of what the search said in what a position is fitted to."""

STRIDE = 0.618
"""The share of all positions from one that is learned from to the next: neighbours are of one game."""
WORD = (1 << 64) - 1

Sides = tuple[int, int, int, int, int]
"""Men, kings, men and kings of the other, side to move."""


class Sample(NamedTuple):
    """A quiet position, what the search expects of it, and how its game ended; all for light, 0 to 1."""

    sides: Sides
    estimate: float
    won: float
    aside: bool

    def packed(self, words: int) -> bytes:
        """As a row of `fitting`, with so many numbers for the squares of a side."""
        label = self.sides[4] | self.aside << 1 | round(2 * self.won) << 2
        halves = [part >> 64 * n & WORD for part in self.sides[:4] for n in range(words)]
        return _row(words).pack(*halves, label | min(65535, int(65536 * self.estimate)) << 8)


def _row(words: int) -> struct.Struct:
    """Return the layout of a sample."""
    return struct.Struct(f"={4 * words}Qq")


def words_of(game: DraughtsGame) -> int:
    """Return how many numbers of 64 bits hold the squares of the board."""
    return 2 if game.options.is_wide else 1


def unpacked(samples: Sequence[int], i: int, words: int) -> Sides:
    """Return the position of the sample that begins at a place of a row."""
    parts = [
        sum((samples[k + n] & WORD) << 64 * n for n in range(words)) for k in range(i, i + 4 * words, words)
    ]
    return parts[0], parts[1], parts[2], parts[3], samples[i + 4 * words] & 1


def after(sides: Sides, move: tuple[int, int, int, bool]) -> Sides:
    """The position after a move."""
    men, kings, their_men, their_kings, side = sides
    src, dst, taken, crowned = move
    if kings & src:
        kings = kings & ~src | dst
    elif crowned:
        men, kings = men & ~src, kings | dst
    else:
        men = men & ~src | dst
    return their_men & ~taken, their_kings & ~taken, men, kings, 1 - side


def one_game(
    game: DraughtsGame, search: Search, chance: Random, nodes: int, scale: float, aside: bool
) -> list[Sample]:
    """Play a game from an opening by chance; the quiet positions in it."""
    start = game.start()
    turn = start.turn
    sides: Sides = (*start.pieces.side(turn), *start.pieces.side(1 - turn), turn)
    by_chance = chance.randrange(3, 9)
    met: list[tuple[Sides, float]] = []
    quiet = 0
    won = 0.5
    for ply in range(LONG):
        men, kings, their_men, their_kings, side = sides
        search.load(game.numbers, side, (men, kings), (their_men, their_kings))
        search.ready()
        if ply < by_chance:
            count = search.search(50, 1, 64, 0, 0)
            k = chance.randrange(count) if count else 0
        else:
            count, k = search.search(nodes, 40, 1, 6, chance.getrandbits(30)), 0
        if not count:
            won = float(side == 0) if game.options.giveaway else float(side == 1)
            break
        value, _, moves = search.line(k)
        if abs(value) > SURE:
            won = float((value > 0) == (side == 0))
            break
        calm = not moves[0][2] and (len(moves) < 2 or not moves[1][2])
        if ply >= by_chance and calm and quiet <= IDLE:
            estimate = 1 / (1 + math.exp(-value / scale))
            met.append((sides, estimate if side == 0 else 1 - estimate))
        quiet = quiet + 1 if kings & moves[0][0] and not moves[0][2] else 0
        if quiet > QUIET:
            break
        sides = after(sides, moves[0])
    return [Sample(where, estimate, won, aside) for where, estimate in met]


def fitted(fit: Fit, samples: Sequence[int], count: int, rounds: int, searched: float) -> float:
    """Fit to samples for as long as it helps with those kept aside; returns their loss."""
    best, best_values = fit.loss(samples), fit.give(EXACT)
    stride = max(1, int(STRIDE * count))
    for number in range(rounds):
        stride += 1
        while math.gcd(stride, count) > 1:
            stride += 1
        fit.learn(samples, stride, 0.06 * (1 - number / rounds) + 0.004, searched)
        loss = fit.loss(samples)
        if loss < best:
            best, best_values = loss, fit.give(EXACT)
    fit.take(best_values, EXACT)
    return best


def per_man(fit: Fit, samples: Sequence[int], count: int, words: int) -> float:
    """The odds that a man more is worth, in positions without kings."""
    top = bottom = 0.0
    for n in range(0, count, max(1, count // JUDGED)):
        men, kings, their_men, their_kings, side = unpacked(samples, n * (4 * words + 1), words)
        ahead = (men.bit_count() - their_men.bit_count()) * (-1 if side else 1)
        if ahead and not kings and not their_kings:
            top += ahead * fit.odds(men, kings, their_men, their_kings, side)
            bottom += ahead * ahead
    return top / bottom if bottom else 1.0


def play(args: argparse.Namespace, game: DraughtsGame, weights: files.Weights) -> None:
    """Add the positions of games to a file."""
    chance = Random(args.seed)
    search = DraughtsEngine(game, weights).pad()
    search.set_endings(endings_for(game.options), FEW)
    began, played, positions = time.process_time(), 0, 0
    with args.samples[0].open("ab") as file:
        while time.process_time() - began < 60 * args.minutes:
            samples = one_game(game, search, chance, args.nodes, weights.scale, played % ASIDE == 0)
            file.write(b"".join(sample.packed(words_of(game)) for sample in samples))
            played += 1
            positions += len(samples)
    print(f"{game.id}: {played} games of {args.nodes} nodes a move, {positions} positions")


def fit(args: argparse.Namespace, game: DraughtsGame, weights: files.Weights) -> None:
    """Fit weights to the positions of files."""
    words = words_of(game)
    samples = array("q")
    for path in args.samples:
        rows = path.read_bytes()
        samples.frombytes(rows[: len(rows) // _row(words).size * _row(words).size])
    count = len(samples) // (4 * words + 1)
    model: Fit = search_modules(game.options).fitting.Fit(DraughtsEngine(game, weights).pad().evaluator)
    model.take(weights.values, weights.scale)
    loss_before = model.loss(samples)
    loss = fitted(model, samples, count, args.rounds, SEARCHED)
    scale = 100.0 if game.options.giveaway else 100 / per_man(model, samples, count, words)
    new_weights = files.Weights(
        model.give(scale), scale, f"{count} positions of games of {args.nodes} nodes a move"
    )
    print(
        f"{game.id}: {count} positions, {time.process_time():.0f} s; loss of games kept aside "
        f"{loss_before:.4f} -> {loss:.4f}; a factor e of odds is {scale:.0f}; "
        f"numbers {new_weights.values[-16:]}"
    )
    files.write(args.out, game.id, new_weights)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    modes = parser.add_subparsers(required=True)
    for action in (play, fit):
        mode = modes.add_parser(action.__name__)
        mode.set_defaults(action=action)
        mode.add_argument("game", choices=NAMES)
        mode.add_argument("samples", type=Path, nargs=1 if action is play else "+")
        mode.add_argument("--from", dest="first", type=Path)
        mode.add_argument("--nodes", type=int, default=200)
        if action is play:
            mode.add_argument("--minutes", type=float, default=10.0)
            mode.add_argument("--seed", type=int, default=1)
        else:
            mode.add_argument("--rounds", type=int, default=4)
            mode.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    game = games.board_game(args.game)
    assert isinstance(game, DraughtsGame)
    options = game.options
    weights = files.read(args.first, game.id, options) if args.first else files.shipped(game.id, options)
    args.action(args, game, weights)


if __name__ == "__main__":
    main()
