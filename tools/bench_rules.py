"""Random games a second, every turn of every roll found, beside OpenSpiel's backgammon in the same run.

All take short turns one after the other, so that a busy machine slows all of them; a ratio is the median
over the rounds. Ours run in the kernel and through the public API from Python ("by hand"). OpenSpiel's C++
game is driven by its own C++ loop of uniformly random bots (`evaluate_bots`) and from Python by
`legal_actions` and `apply_action`. Its games last a little longer, for it draws among orders of checkers, we
among results: rolls a second are given too.

    python tools/bench_rules.py [--seconds 40]
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

from zaria import games
from zaria.games.tables.game import TablesGame
from zaria.games.tables.kernel import Kernel, kernel_is_compiled
from zaria.games.tables.turn import Turn

ROUNDS = 8
OWN_LOOP = "OpenSpiel, its C++ loop"
BY_HAND = "OpenSpiel, by hand"

Sample = Callable[[], tuple[int, int]]
"""Plays some games; returns their number and their rolls."""


def kernel_games(game: TablesGame) -> Sample:
    kernel, seeds = Kernel(), iter(range(1, sys.maxsize))

    def sample() -> tuple[int, int]:
        kernel.load(game.options.numbers, game.start().board, 0)
        return 50, kernel.playouts(50, next(seeds))

    return sample


def python_games(game: TablesGame) -> Sample:
    def sample() -> tuple[int, int]:
        position, rolls = game.start(), 0
        while not (position.outcome() or position.locked()):
            roll = random.randint(1, 6), random.randint(1, 6)
            position = random.choice(position.results(roll) or [position.play(Turn())])
            rolls += 1
        return 1, rolls

    return sample


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
    """Games and rolls a second."""
    played = rolls = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        more, more_rolls = sample()
        played += more
        rolls += more_rolls
    return played / elapsed, rolls / elapsed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=40, help="for the whole run")
    seconds = parser.parse_args().seconds
    subjects = open_spiel()
    for name in games.names():
        subjects[f"{name}, kernel"] = kernel_games(games.get(name))
        subjects[f"{name}, by hand"] = python_games(games.get(name))
    turn = seconds / ROUNDS / len(subjects)
    rounds = [{name: timed(sample, turn) for name, sample in subjects.items()} for _ in range(ROUNDS)]
    print(f"kernel {'compiled' if kernel_is_compiled() else 'interpreted'}, {ROUNDS} rounds of {turn:.2f} s")
    peers = [peer for peer in (OWN_LOOP, BY_HAND) if peer in subjects]
    print(f"{'':26}{'games/s':>10}{'rolls/s':>10}" + "".join(f"{'× ' + peer:>28}" for peer in peers))
    for name in subjects:
        rates = [statistics.median(each[name][k] for each in rounds) for k in (0, 1)]
        ratios = [statistics.median(each[name][0] / each[peer][0] for each in rounds) for peer in peers]
        print(f"{name:26}{rates[0]:10.0f}{rates[1]:10.0f}" + "".join(f"{ratio:28.2f}" for ratio in ratios))
    return 0


if __name__ == "__main__":
    sys.exit(main())
