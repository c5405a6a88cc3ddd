"""Cube decisions of games as they are played, by the model and by rollouts with the cube in play.

Zaria plays games of backgammon with itself, by turns at 0 plies, at scores that follow from the seed; every
fourth is for money. Cube decisions that are close by the model, at the mean of all rolls as in an analysis,
are rolled out. With --gnubg the same decisions are given to GNU Backgammon, 2 plies deep.

    python -m tools.bench.cube_rollouts [--decisions 100] [--minutes 30] [--games 216] [--seed 1] [--gnubg]
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from tests.support.bots.gnubg_cube import CubeAnswer, cube_answers

from zaria import games
from zaria.bots.doubling import Decision, Stake, decide, efficiency, rollouts
from zaria.bots.tables import engine_for
from zaria.games.protocols import Position
from zaria.records.position_ids.match_position import MatchPosition

GAME = games.dice_game("backgammon")
ENGINE = engine_for(GAME)
LENGTH = 7
CLOSE = 0.2
"""Points by which two choices differ at most: as in an analysis, where such a decision counts."""
A_GAME = 2
"""Decisions of one game at most, so that they are of many."""


class Judgement(NamedTuple):
    """The gain of doubling if it is answered well, and of taking; the first of each is a side's choice."""

    double: float
    take: float

    @classmethod
    def of(cls, no_double: float, double_take: float, double_drop: float = 1.0) -> "Judgement":
        return cls(min(double_take, double_drop) - no_double, double_drop - double_take)


class Case(NamedTuple):
    """A decision: whether to double, and whether to take, at this stake of the side on roll."""

    position: Position
    stake: Stake


def cases(seed: int) -> Iterator[Case]:
    """Close decisions of games that follow from the seed, without end."""
    random, number = Random(seed), 0
    while True:
        number += 1
        stake = (
            Stake() if number % 4 == 0 else Stake(away=(random.randint(2, LENGTH), random.randint(2, LENGTH)))
        )
        yield from close_ones(random, stake)


def close_ones(random: Random, stake: Stake) -> list[Case]:
    """Play a game at this stake, the cube by the model; return the close decisions of it, not all."""
    position, close = GAME.start(), []
    while position.outcome() is None:
        decision = decide(ENGINE.evaluate(position, 1), stake, efficiency.of(position))
        judgement = Judgement.of(decision.no_double, decision.double_take)
        if stake.is_owner is not False and decision.possible and not _is_dead(stake):
            if 1e-9 < min(abs(judgement.double), abs(judgement.take)) < CLOSE:
                close.append(Case(position, stake))
            if decision.double and not decision.take:
                break
            if decision.double:
                stake = Stake(stake.value * 2, is_owner=False, away=stake.away)
        position = position.rolled((random.randint(1, 6), random.randint(1, 6)))
        position = position.play(ENGINE.ranked(position, most=1)[0].turn)
        stake = stake.flipped()
    return random.sample(close, min(A_GAME, len(close)))


def _is_dead(stake: Stake) -> bool:
    """Return whether the cube already wins the match for the side on roll."""
    return stake.away is not None and stake.value >= stake.away[0]


def standing(case: Case) -> MatchPosition:
    """Return the decision as other programs take it; side 1 is on roll."""
    position, stake = case
    away = stake.away
    return MatchPosition(
        (position.counts(1 - position.turn), position.counts(position.turn)),
        cube=stake.value,
        owner=None if stake.is_owner is None else 1,
        length=LENGTH if away else 0,
        score=(LENGTH - away[1], LENGTH - away[0]) if away else (0, 0),
    )


def judged(answers: Iterable[Decision | CubeAnswer]) -> list[Judgement]:
    return [Judgement.of(answer.no_double, answer.double_take) for answer in answers]


def compare(
    name: str,
    judgements: Sequence[Judgement],
    rolled: Sequence[rollouts.CubeRollout],
    model: Sequence[Judgement],
) -> None:
    """Print how far judgements are from rollouts, and how often they choose otherwise.

    Only choices count that are close by the model.
    """
    for choice, index in (("double", 0), ("take", 1)):
        distances, errors, losses, differing, surely = [], [], [], 0, 0
        for judgement, rollout, usual in zip(judgements, rolled, model, strict=True):
            gain = (rollout.gain.equity, rollout.double_drop - rollout.double_take.equity)[index]
            error = (rollout.gain.error, rollout.double_take.error)[index]
            if abs(usual[index]) >= CLOSE:
                continue
            distances.append(judgement[index] - gain)
            errors.append(error)
            differs = (judgement[index] > 0) != (gain > 0)
            losses.append(abs(gain) if differs else 0.0)
            differing += differs
            surely += differs and abs(gain) > 2 * error
        count = len(distances)
        square = sum(distance**2 for distance in distances) / count
        noise = sum(error**2 for error in errors) / count
        print(
            f"{name:12} {choice:7} {count:4} {sum(distances) / count:+8.3f} {square**0.5:7.3f} "
            f"{max(0.0, square - noise) ** 0.5:7.3f} {differing:6} {surely:6} {sum(losses) / count:8.4f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=30.0, help="rollouts end after these")
    parser.add_argument("--games", type=int, default=rollouts.GAMES, help="games of a rollout")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gnubg", action="store_true", help="ask the program gnubg, too")
    options = parser.parse_args()
    rolled_cases: list[Case] = []
    rolled: list[rollouts.CubeRollout] = []
    until, began = time.monotonic() + options.minutes * 60, time.thread_time()
    for case in islice(cases(options.seed), options.decisions):
        rolled.append(rollouts.roll_out(*case, options.games, seed=len(rolled_cases)))
        rolled_cases.append(case)
        if time.monotonic() > until:
            break
    seconds = (time.thread_time() - began) / len(rolled_cases)
    decisions = [
        decide(ENGINE.evaluate(case.position, 1), case.stake, efficiency.of(case.position))
        for case in rolled_cases
    ]
    print(
        f"{len(rolled_cases)} decisions, {seconds:.1f} s a decision, "
        f"{2 * options.games / seconds:.0f} games a second"
    )
    gain, take = (
        (sum(error**2 for error in errors) / len(errors)) ** 0.5
        for errors in ([r.gain.error for r in rolled], [r.double_take.error for r in rolled])
    )
    print(f"standard error of a rollout: {gain:.4f} of the double, {take:.4f} of the take")
    print("by           choice  count     mean  spread without  other surely     loss")
    model = judged(decisions)
    compare("the model", model, rolled, model)
    if options.gnubg:
        answers = cube_answers([standing(case) for case in rolled_cases], plies=2, timeout_s=900)
        compare("gnubg 2-ply", judged(answers), rolled, model)


if __name__ == "__main__":
    main()
