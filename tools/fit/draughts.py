"""Fits the weights of a game of draughts to games the search plays against itself.

    python -m tools.fit.draughts GAME --minutes 3 --seed 1 [--nodes 500] [--from FILE] [--out FILE]

One core. Two generations by default: the first judges by material (or by `--from`), each later one
by what was fitted to the games before it, whose later half is fitted together with its own. What a position
is fitted to is how its game ended, mixed with what the search expects of it. A part of the games is kept
aside, and their loss is printed. The same seed and number of games give the same weights; minutes do not.
"""

import argparse
import math
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from zaria import games
from zaria.bots.squares.draughts import weights as files
from zaria.bots.squares.draughts.engine import FEW, DraughtsEngine, endings_for
from zaria.bots.squares.draughts.fitting import Fit
from zaria.bots.squares.draughts.search.root import Search
from zaria.games.draughts.game import DraughtsGame

SURE = 900_000
LONG, QUIET, IDLE = 240, 40, 4
"""Plies, and plies without a capture or a move of a man, after which a game is called a draw; and plies of
that kind after which nothing is learned from a position: kings going to and fro would be most of it."""
ASIDE = 20
"""Every such game is not fitted to, only judged."""
EXACT = 1e6
"""Hundredths of a man for a factor e of odds, while weights are kept to come back to."""
SEARCHED = 0.4
"""The share of what the search said in what a position is fitted to."""

Sides = tuple[int, int, int, int, int]
"""Men, kings, men and kings of the other, side to move."""


class Sample(NamedTuple):
    """A quiet position, what the search expects of it, and how its game ended; all for light, 0 to 1."""

    sides: Sides
    estimate: float
    won: float
    aside: bool


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


def fitted(fit: Fit, samples: list[Sample], chance: Random, rounds: int, searched: float) -> float:
    """Fit to samples for as long as it helps with those kept aside; returns their loss."""
    learn = [sample for sample in samples if not sample.aside]
    best, best_values = aside(fit, samples), fit.give(EXACT)
    for number in range(rounds):
        chance.shuffle(learn)
        rate = 0.06 * (1 - number / rounds) + 0.004
        for sides, estimate, won, _ in learn:
            fit.step(*sides, won + searched * (estimate - won), rate)
        loss = aside(fit, samples)
        if loss < best:
            best, best_values = loss, fit.give(EXACT)
    fit.take(best_values, EXACT)
    return best


def aside(fit: Fit, samples: list[Sample]) -> float:
    """The loss of the samples kept aside."""
    held = [sample for sample in samples if sample.aside]
    return sum(fit.step(*sides, won, 0.0) for sides, _, won, _ in held) / max(1, len(held))


def per_man(fit: Fit, samples: list[Sample]) -> float:
    """The odds that a man more is worth, in positions without kings."""
    top = bottom = 0.0
    for (men, kings, their_men, their_kings, side), *_ in samples:
        ahead = (men.bit_count() - their_men.bit_count()) * (-1 if side else 1)
        if ahead and not kings and not their_kings:
            top += ahead * fit.odds(men, kings, their_men, their_kings, side)
            bottom += ahead * ahead
    return top / bottom if bottom else 1.0


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("russian-draughts", "english-draughts", "giveaway", "draughts"))
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=Path)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    game = games.board_game(args.game)
    assert isinstance(game, DraughtsGame)
    options, chance = game.options, Random(args.seed)
    weights = files.material(options.size, flying=options.flying, giveaway=options.giveaway)
    if args.first:
        weights = files.read(args.first, game.id, options.size)
    samples: list[Sample] = []
    began = time.process_time()
    played = 0
    for generation in range(args.generations):
        until = 60 * args.minutes * (generation + 0.9) / args.generations
        search = DraughtsEngine(game, weights).pad()
        search.set_endings(endings_for(game.numbers, giveaway=options.giveaway), FEW)
        samples = samples[len(samples) // 2 :]
        while time.process_time() - began < until:
            samples += one_game(game, search, chance, args.nodes, weights.scale, played % ASIDE == 0)
            played += 1
        fit = Fit(search.evaluator)
        before = len(weights.values)
        fit.take(weights.values, weights.scale)
        was = aside(fit, samples)
        loss = fitted(fit, samples, chance, args.rounds, SEARCHED)
        scale = 100.0 if options.giveaway else 100 / per_man(fit, samples)
        description = (
            f"{played} games of {args.nodes} nodes a move, seed {args.seed}, generation {generation + 1}"
        )
        weights = files.Weights(fit.give(scale), scale, description)
        assert len(weights.values) == before
        seconds = time.process_time() - began
        print(
            f"{game.id}: {description}; {len(samples)} positions, {seconds:.0f} s; loss of games kept aside "
            f"{was:.4f} -> {loss:.4f}; a factor e of odds is {scale:.0f}; numbers {weights.values[-16:]}",
            flush=True,
        )
        if args.out:
            files.write(args.out, game.id, weights)


if __name__ == "__main__":
    main()
