"""Fits what the ugolki engine judges by, on games that it plays against itself.

Usage: fit_ugolki.py [--minutes M] [--generations G] [--seed S] [--out FILE]

For each kind of house: the weights so far (at first plain ones by hand) play both sides with few positions
a move and some noise; logistic regression of the result on the features gives new weights; they are kept if
they beat the old ones. Prints the games and the score of each generation. Writes `ugolki/weights.py`.
"""

import argparse
import math
import random
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from zaria.bots.squares.ugolki.kernel import Searcher
from zaria.games.ugolki.geometry import HOUSES, house

OUT = Path(__file__).resolve().parents[2] / "src/zaria/bots/squares/ugolki/weights.py"
NODES = 1500
LONGEST = 240
FORTY = 40
SINGLES = 7
"""As in the kernel, whose constants are hidden when it is compiled."""
PRIOR = 0.05
"""Strength with which each step of the regression draws a weight to its start: games are few."""
SHARE = 0.4
"""Of the positions of a game, those that are learnt from."""
TRUST = 0.95
"""Share of later values in a target; the rest is the value that the search saw."""

Rows = list[tuple[float, list[tuple[int, float]]]]
"""For each position what it was worth to the side to move, 0 to 1, and its features."""


class Weights(NamedTuple):
    early: list[float]
    late: list[float]
    out: list[float]
    lateness: list[float]
    single: list[float]
    scale: float = 250.0

    def flat(self) -> list[float]:
        return [*self.early, *self.late, *self.out, *self.lateness, *self.single]


def shaped(flat: list[float], scale: float) -> Weights:
    ends = (0, 64, 128, 145, 186, 186 + SINGLES)
    early, late, out, lateness, single = (flat[a:b] for a, b in pairwise(ends))
    return Weights(early, late, out, lateness, single, scale)


def by_hand(kind: str) -> Weights:
    """Way to go, more for stragglers; inside the goal the corner first; men at home the dearer the later."""
    files, ranks = HOUSES[kind]
    squares = []
    for square in range(64):
        rank, file = divmod(63 - square, 8)
        steps = max(0, file - files + 1) + max(0, rank - ranks + 1)
        squares.append(-(20.0 * steps + 3 * steps * steps + 2 * (file + rank)))
    late = [
        -(10.0 * moves + max(0, moves - 16) ** 2 / 2) * (2 if kind == "4x4" else 1) for moves in range(41)
    ]
    return Weights(squares, squares[:], [0.0] * 17, late, [0.0] * SINGLES)


def searcher(kind: str, weights: Weights) -> Searcher:
    engine = Searcher(12)
    engine.weigh((house(kind, 0), house(kind, 1)), *[[round(w) for w in part] for part in weights[:5]])
    return engine


class Board:
    """A game as the fit needs it."""

    def __init__(self, kind: str) -> None:
        self.houses = house(kind, 0), house(kind, 1)
        self.men, self.moves_made, self.side = [*self.houses], [0, 0], 0

    def play(self, move: int) -> int | None:
        """Make a move of the side to move; the winner, if any."""
        side = self.side
        self.men[side] ^= 1 << (move >> 6) | 1 << (move & 63)
        self.moves_made[side] += 1
        self.side = 1 - side
        if self.men[side] == self.houses[1 - side]:
            return side
        if self.moves_made[side] >= FORTY and self.men[side] & self.houses[side]:
            return 1 - side
        return None


def choice(engine: Searcher, board: Board, noise: int, seed: int, nodes: int = NODES) -> tuple[int, int]:
    """The move found with so many positions and its value, -1 where there is none."""
    engine.load(
        board.side, (board.men[0], board.men[1]), (board.moves_made[0], board.moves_made[1]), noise, seed
    )
    if not engine.roots:
        return -1, 0
    last = 0
    for depth in range(1, 40):
        value = engine.round(depth, 0, nodes)
        if engine.over:
            break
        last = value
        if abs(value) > 999_000:
            break
    return engine.best(0), last


def game(
    engines: tuple[Searcher, Searcher], kind: str, chance: random.Random, seen: list[Any] | None
) -> int | None:
    """Play one game; `seen` takes the positions. The winner, if any."""
    board, start = Board(kind), chance.randrange(3, 9)
    noise = chance.choice((0, 0, 20, 50)) if seen is not None else 0
    for ply in range(LONGEST):
        ply_noise = 120 if ply < start else noise
        nodes = 300 if ply < start else NODES
        move, value = choice(engines[board.side], board, ply_noise, chance.getrandbits(31), nodes)
        if move < 0:
            board.side = 1 - board.side
            continue
        if seen is not None and ply >= start:
            seen.append((board.side, (*board.men,), (*board.moves_made,), value))
        winner = board.play(move)
        if winner is not None:
            return winner
    return None


def jumps(men: int, both: int, side: int) -> tuple[int, int, int]:
    """Forward landings to the far side, across, and a second jump after one."""
    free = ~both & (1 << 64) - 1

    def forth(squares: int) -> tuple[int, int]:
        no = 0x7F7F7F7F7F7F7F7F if side == 0 else 0xFEFEFEFEFEFEFEFE
        if side == 0:
            return (squares << 8 & both) << 8 & free, ((squares & no) << 1 & both & no) << 1 & free
        return (squares >> 8 & both) >> 8 & free, ((squares & no) >> 1 & both & no) >> 1 & free

    up, across = forth(men)
    second = forth(up | across)
    return up.bit_count(), across.bit_count(), (second[0] | second[1]).bit_count()


def squares(men: int) -> list[int]:
    return [square for square in range(64) if men >> square & 1]


def features(
    kind: str, side: int, men: tuple[int, int], moves_made: tuple[int, int]
) -> list[tuple[int, float]]:
    """Return what `UgolkiEvaluator.value` adds up, as (number of the weight, how often)."""
    homes = house(kind, 0), house(kind, 1)
    both = men[0] | men[1]
    full = 2 * homes[0].bit_count()
    home = sum((men[who] & homes[who]).bit_count() for who in (0, 1))
    counts: dict[int, float] = {186 + SINGLES - 1: 1.0}
    for who in (0, 1):
        sign = 1.0 if who == side else -1.0
        places = [63 - at if who else at for at in squares(men[who])]
        up, across, again = jumps(men[who], both, who)
        pairs = (men[who] & men[who] >> 8).bit_count()
        beside = (men[who] & (men[who] & 0xFEFEFEFEFEFEFEFE) >> 1).bit_count()
        rear = max(14 - (at >> 3) - (at & 7) for at in places)
        rows = [(at, home / full) for at in places] + [(64 + at, 1 - home / full) for at in places]
        rows += [(128 + (men[who] & ~homes[1 - who]).bit_count(), 1.0)]
        rows += [(145 + min(moves_made[who], FORTY), float((men[who] & homes[who]).bit_count()))]
        rows += [(186 + n, float(v)) for n, v in enumerate((up, across, again, rear, pairs, beside))]
        for number, times in rows:
            if times:
                counts[number] = counts.get(number, 0.0) + sign * times
    return [pair for pair in counts.items() if pair[1]]


def self_play(kind: str, weights: Weights, seconds: float, chance: random.Random) -> tuple[Rows, int]:
    engine, rows, games = searcher(kind, weights), Rows(), 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        seen: list[Any] = []
        winner = game((engine, engine), kind, chance, seen)
        games += 1
        target = 0.5 if winner is None else float(winner == 0)
        for side, men, moves_made, value in reversed(seen):
            estimate = logistic(value / weights.scale)
            target = TRUST * target + (1 - TRUST) * (1 - estimate if side else estimate)
            if chance.random() < SHARE:
                rows.append((1 - target if side else target, features(kind, side, men, moves_made)))
    return rows, games


def fitted(rows: Rows, start: Weights, chance: random.Random, rounds: int = 6) -> Weights:
    """Logistic regression by Adagrad, from the start on and held near it."""
    scale = min(
        (30.0, 60.0, 90.0, 120.0, 160.0, 220.0, 300.0, 400.0), key=lambda s: loss(rows[:4000], start, s)
    )
    base = [w / scale for w in start.flat()]
    now, squared, mean = base[:], [1.0] * len(base), [0.0] * len(base)
    for turn in range(rounds):
        chance.shuffle(rows)
        rate = 0.03 / (1 + turn)
        for result, row_features in rows:
            total = sum([now[n] * times for n, times in row_features])
            error = result - logistic(total)
            for n, times in row_features:
                gradient = error * times - PRIOR * (now[n] - base[n])
                squared[n] += gradient * gradient
                now[n] += rate * gradient / math.sqrt(squared[n])
        mean = [m + w / rounds for m, w in zip(mean, now, strict=True)]
    return shaped([w * scale for w in mean], scale)


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


def loss(rows: Rows, weights: Weights, scale: float) -> float:
    flat, total = weights.flat(), 0.0
    for result, row_features in rows:
        chance = logistic(sum([flat[n] * times for n, times in row_features]) / scale)
        total -= result * math.log(max(1e-9, chance)) + (1 - result) * math.log(max(1e-9, 1 - chance))
    return total / len(rows)


def contest(kind: str, new: Weights, old: Weights, games: int, seed: int) -> float:
    """The share of points of the new weights, openings played from both sides."""
    engines, points = (searcher(kind, new), searcher(kind, old)), 0.0
    for number in range(games):
        side = number % 2
        pair = (engines[0], engines[1]) if side == 0 else (engines[1], engines[0])
        winner = game(pair, kind, random.Random(seed + number // 2), None)
        points += 0.5 if winner is None else float(winner == side)
    return points / games


def check(kind: str, weights: Weights, chance: random.Random) -> None:
    """The features are those that the kernel adds up."""
    engine, board = searcher(kind, weights), Board(kind)
    flat = [round(w) for w in weights.flat()]
    for _ in range(60):
        board.play(choice(engine, board, 100, chance.getrandbits(30), 100)[0])
        men, moves_made = (board.men[0], board.men[1]), (board.moves_made[0], board.moves_made[1])
        engine.load(board.side, men, moves_made)
        total = sum([flat[n] * times for n, times in features(kind, board.side, men, moves_made)])
        assert abs(total - engine.value()) < 2, (total, engine.value())


def written(every: dict[str, Weights]) -> str:
    lines = [
        '"""Evaluation weights of ugolki for each kind of house. Made by tools/fit/ugolki.py.',
        "",
        "Squares are as light sees them, a1 first: while all men are at home, and when all are out. Then",
        "come what the number of men outside the goal is worth, what a man at home is with so many moves",
        "made, the single weights in the order of `ugolki_kernel`, and the scale of `chance`.",
        '"""',
        "",
        "WEIGHTS: dict[str, tuple[list[int], list[int], list[int], list[int], list[int], int]] = {",
    ]
    for kind, weights in every.items():
        parts = [[round(w) for w in part] for part in weights[:5]]
        lines.append(f'    "{kind}": (')
        for part in parts:
            lines.append("        [")
            step = 8 if len(part) == 64 else 14
            lines += [
                "            " + ", ".join(map(str, part[n : n + step])) + ","
                for n in range(0, len(part), step)
            ]
            lines.append("        ],")
        lines += [f"        {round(weights.scale)},", "    ),"]
    return "\n".join([*lines, "}  # fmt: skip", ""])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=6.0, help="of processor time, all houses together")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--games", type=int, default=200, help="of each contest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--kinds", nargs="+", default=list(HOUSES), help="of houses; the rest stay as they are"
    )
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    every = {}
    seconds = options.minutes * 60 / len(options.kinds) / options.generations * 0.5
    for kind in options.kinds:
        chance = random.Random(options.seed)
        best = by_hand(kind)
        check(kind, best, chance)
        for generation in range(1, options.generations + 1):
            rows, games = self_play(kind, best, seconds, chance)
            new = fitted(rows, best, chance)
            share = contest(kind, new, best, options.games, 1000 * generation)
            before, after = loss(rows, best, new.scale), loss(rows, new, new.scale)
            print(
                f"{kind} generation {generation}: {games} games, {len(rows)} positions, "
                f"scale {new.scale:.0f}, {share:.1%} against the one before, "
                f"loss {before:.4f} -> {after:.4f}, {time.process_time():.0f} s",
                flush=True,
            )
            if share > 0.5:
                best = new
            else:
                print(f"{kind}: kept the one before", flush=True)
        print(
            f"{kind}: {contest(kind, best, by_hand(kind), options.games, 7):.1%} against weights by hand",
            flush=True,
        )
        every[kind] = best
    options.out.write_text(written(every))
    return 0


if __name__ == "__main__":
    sys.exit(main())
