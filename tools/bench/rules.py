"""Random games a second of every preset, every turn of every roll found, and the slowest list of turns met.

All take short turns one after the other, so that a busy machine slows all of them; a ratio is the median
over the rounds. Ours run in the kernel, where every roll is one turn, and through the public API from Python
("by hand"). OpenSpiel's C++ game of backgammon is driven in the same run by its own C++ loop of uniformly
random bots (`evaluate_bots`) and from Python by `legal_actions` and `apply_action`. Its games last a little
longer, for it draws among orders of checkers, we among results: turns a second are given too (each stage of a
ladder and each rest is a turn).

The slowest lists are met in random games by hand and measured in processor time, the least of three goes.

    python -m tools.bench.rules [--seconds 60] [--lists 60] [GAME ...]
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from zaria import games
from zaria.games.protocols import DiceGame, Position
from zaria.games.tables import board as boards
from zaria.games.tables.kernel.kernel import Kernel, kernel_is_compiled
from zaria.games.tables.kernel.playout import playouts
from zaria.games.tables.options import TablesOptions
from zaria.games.turn import Turn

ROUNDS = 8
OWN_LOOP = "OpenSpiel, its C++ loop"
BY_HAND = "OpenSpiel, by hand"
LISTS = ("turns", "results", "tree_json")
STUCK = 100
"""Turns in which nothing moves, after which a random game is given up."""

AGREED: dict[str, tuple[str, dict[str, str | int | bool]]] = {
    "gulbara, ladder from roll 4": ("gulbara", {"ladder_from_roll": 4}),
    "short-nardy, no ban": ("short-nardy", {"hit_then_off_ban": False}),
    "short-nardy, caucasus": ("short-nardy", {"caucasus": True, "hit_then_off_ban": False}),
    "short-nardy, both bans": ("short-nardy", {"caucasus": True}),
    "long-nardy, block by turn": ("long-nardy", {"six_block": "turn"}),
    "crazy-gulbar, ladder of four": ("crazy-gulbar", {"ladder": 4}),
}
"""Agreements that change how turns are found, beside the presets."""

Sample = Callable[[], tuple[int, int]]
"""Plays some games; returns their number and their turns."""


def subjects(names: list[str]) -> dict[str, DiceGame]:
    """The presets with these names (none: all), and what may be agreed on them."""
    presets = {name: games.dice_game(name) for name in games.names() if not names or name in names}
    agreed = {
        label: games.dice_game(name, **options)
        for label, (name, options) in AGREED.items()
        if name in presets
    }
    return presets | agreed


def kernel_games(options: TablesOptions, start: tuple[int, ...]) -> Sample:
    kernel, seeds = Kernel(), iter(range(1, sys.maxsize))

    def sample() -> tuple[int, int]:
        kernel.load_position(options.kernel_rules, start)
        return 50, playouts(kernel, 50, next(seeds))

    return sample


def random_game(game: DiceGame) -> Iterator[Position]:
    """Positions with something to be played, until the game ends."""
    position, idle = game.start(), 0
    while idle < STUCK and not (position.outcome() or position.locked()):
        if position.duty is None:
            position = position.rolled((random.randint(1, 6), random.randint(1, 6)))
        yield position
        results = position.results()
        idle = 0 if results else idle + 1
        position = random.choice(results or [position.play(Turn())])


def python_games(game: DiceGame) -> Sample:
    return lambda: (1, sum(1 for _ in random_game(game)))


def open_spiel() -> dict[str, Sample]:
    """OpenSpiel's two loops; none where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed (requirements/bench.txt): no peer", file=sys.stderr)
        return {}
    game = pyspiel.load_game("backgammon")
    bots = [pyspiel.make_uniform_random_bot(side, side + 1) for side in range(2)]

    def by_hand() -> tuple[int, int]:
        state, rolls = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
                rolls += 1
            else:
                state.apply_action(random.choice(state.legal_actions()))
        return 1, rolls

    def own_loop() -> tuple[int, int]:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, random.randrange(2**31))
        return 1, sum(state.player == pyspiel.PlayerId.CHANCE for state in state.full_history())

    return {OWN_LOOP: own_loop, BY_HAND: by_hand}


def timed(sample: Sample, seconds: float) -> tuple[float, float]:
    """Games and turns a second."""
    played = turns = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        more, more_turns = sample()
        played += more
        turns += more_turns
    return played / elapsed, turns / elapsed


class Slowest(NamedTuple):
    """The call that took longest, in milliseconds of processor time, and how many turns it found."""

    ms: float = 0.0
    dice: str = "-"
    turns: int = 0


def spent(call: Callable[[], object]) -> float:
    start = time.thread_time_ns()
    call()
    return (time.thread_time_ns() - start) / 1e6


def slowest(game: DiceGame, seconds: float) -> list[Slowest]:
    """The slowest list of turns, of the positions after them, and tree of steps met in random games."""
    worst = [Slowest()] * len(LISTS)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for position in random_game(game):
            for k, name in enumerate(LISTS):
                call = getattr(position, name)
                ms = spent(call)
                if ms > worst[k].ms and (ms := min(ms, spent(call), spent(call))) > worst[k].ms:
                    assert position.duty is not None
                    dice = "".join(map(str, position.duty.stages[0]))
                    worst[k] = Slowest(ms, dice, len(position.turns()))
    return worst


def print_rates(samples: dict[str, Sample], seconds: float) -> None:
    turn = seconds / ROUNDS / len(samples)
    rounds = [{name: timed(sample, turn) for name, sample in samples.items()} for _ in range(ROUNDS)]
    print(f"kernel {'compiled' if kernel_is_compiled() else 'interpreted'}, {ROUNDS} rounds of {turn:.2f} s")
    peers = [peer for peer in (OWN_LOOP, BY_HAND) if peer in samples]
    print(f"{'':38}{'games/s':>10}{'turns/s':>10}" + "".join(f"{'× ' + peer:>28}" for peer in peers))
    for name in samples:
        rates = [statistics.median(figures[name][k] for figures in rounds) for k in (0, 1)]
        ratios = [
            statistics.median(figures[name][0] / figures[peer][0] for figures in rounds) for peer in peers
        ]
        print(f"{name:38}{rates[0]:10.0f}{rates[1]:10.0f}" + "".join(f"{ratio:28.2f}" for ratio in ratios))


def print_slowest(presets: dict[str, DiceGame], seconds: float) -> None:
    print(f"\nslowest in random games, {seconds / len(presets):.1f} s each")
    print(f"{'':38}" + "".join(f"{name + ', ms':>14}{'dice':>6}{'turns':>7}" for name in LISTS))
    for name, game in presets.items():
        rows = slowest(game, seconds / len(presets))
        print(f"{name:38}" + "".join(f"{ms:14.2f}{dice:>6}{n:7}" for ms, dice, n in rows), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these presets")
    parser.add_argument("--seconds", type=float, default=60, help="for the rates")
    parser.add_argument("--lists", type=float, default=60, help="for the slowest lists")
    arguments = parser.parse_args()
    presets = subjects(arguments.games)
    samples = open_spiel()
    for name, game in presets.items():
        if isinstance(game.options, TablesOptions) and game.options.plain:
            samples[f"{name}, kernel"] = kernel_games(game.options, boards.start(game.options))
        samples[f"{name}, by hand"] = python_games(game)
    print_rates(samples, arguments.seconds)
    print_slowest(presets, arguments.lists)
    return 0


if __name__ == "__main__":
    sys.exit(main())
