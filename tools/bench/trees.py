"""Sizes of the trees of steps and of their effects, and the time that the effects add.

The heuristic player plays against itself; every stage that it meets counts, where it can play anything. Times
are those of the kernel, the trees alone and with their effects in turn over the same stages: a ratio is the
median of the rounds.

    python -m tools.bench.trees [--stages 3000] [GAME ...]
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator

from zaria import games
from zaria.bots.heuristic import HeuristicPlayer
from zaria.games.tables.kernel.kernel import Kernel
from zaria.games.tables.kernel.tree import hits_json, tree_json
from zaria.games.tables.position import Position
from zaria.games.tables.turn_duty import kernel_dice

GAMES = ("backgammon", "tabla", "tapa", "gulbara", "long-nardy")
ROUNDS = 25


def stages(name: str, seed: int = 1) -> Iterator[Position]:
    """Stages of one game after the other, without passes."""
    chance, game, player = random.Random(seed), games.dice_game(name), HeuristicPlayer()
    position = game.start()
    while True:
        if position.duty is None:
            position = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
        turns = position.turns()
        if turns and isinstance(position, Position):
            yield position
        position = position.play(player.turn(position) if turns else position.complete(()))
        if position.outcome() or position.locked():
            position = game.start(chance.randint(0, 1))


def spent(kernel: Kernel, met: list[Position], effects: bool) -> float:
    """The seconds that the trees take."""
    start = time.perf_counter()
    for position in met:
        duty = position.duty
        assert duty is not None
        kernel.load_position(position.game.kernel_rules, position.board, 0, duty.heads, duty.base)
        tree_json(kernel, *kernel_dice(duty.stages[0]))
        if effects and position.game.contact.exposes:
            hits_json(kernel)
    return time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help="only these presets")
    parser.add_argument("--stages", type=int, default=3000, help="of each game")
    arguments = parser.parse_args()
    kernel = Kernel()
    print(f"{'bytes':14}{'mean tree':>11}{'effects':>9}{'largest tree':>14}{'effects':>9}{'most effects':>14}"
          f"{'tree, µs':>10}{'with effects':>14}{'ratio':>7}")  # fmt: skip
    for name in arguments.games:
        met = [position for _, position in zip(range(arguments.stages), stages(name), strict=False)]
        sizes = [(len(position.tree_json()), len(position.effects_json() or b"")) for position in met]
        times = [[spent(kernel, met, effects) for effects in (False, True)] for _ in range(ROUNDS)]
        alone, both = (min(round_times[k] for round_times in times) / len(met) * 1e6 for k in (0, 1))
        print(f"{name:14}{statistics.mean(tree for tree, _ in sizes):11.0f}"
              f"{statistics.mean(effects for _, effects in sizes):9.0f}{max(sizes)[0]:14}{max(sizes)[1]:9}"
              f"{max(effects for _, effects in sizes):14}{alone:10.2f}{both:14.2f}"
              f"{statistics.median(b / a for a, b in times):7.3f}", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
