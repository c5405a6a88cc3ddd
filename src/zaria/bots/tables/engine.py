"""The engine of games with dice: candidates, evaluation and rollouts of a position."""

import logging
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from zaria.bots.hypergammon import evaluator as hypergammon
from zaria.bots.probabilities import EquityFunction, OutcomeProbabilities, bounded, mean
from zaria.bots.tables import weights
from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.evaluators import Evaluator, ExactEvaluator, HeuristicEvaluator, NetEvaluator, certain
from zaria.bots.tables.stages import Stage, evaluated
from zaria.games.dice import ROLL_CHANCES, ROLLS, Roll
from zaria.games.indiyka.rules import IndiykaRules
from zaria.games.protocols import DiceRules, Position
from zaria.games.tables.board import Board
from zaria.games.tables.rules import TablesRules
from zaria.games.turn import Turn

log = logging.getLogger(__name__)

FILTERS: tuple[tuple[int, float], ...] = ((8, 0.24), (4, 0.12), (3, 0.05))
"""Before each further ply: the most turns that stay, and their greatest distance from the best, in points."""
LONGEST = 2000
"""The most stages of a game in a rollout; a longer one counts as undecided."""
MOST_PLIES = len(FILTERS)
KEPT = 28
"""Engines in memory: those of all games, and of a few other options. Each takes 6 MB a thread with
128 neurons, 11 with 256, 22 with 512."""


class Candidate(NamedTuple):
    """A turn with its evaluation for the side that plays it.

    `equity` is in points a game without a cube, or the value of another equity function; `ply` is the depth
    of the search.
    """

    turn: Turn
    chances: OutcomeProbabilities
    equity: float
    ply: int


class Rollout(NamedTuple):
    """The result of a rollout for the side on roll: means, and the standard error.

    `equity` is in points a game, without a cube; `error` is its standard error.
    """

    chances: OutcomeProbabilities
    equity: float
    error: float
    games: int


class Engine:
    """The engine of one game. Several threads may use it at once without waiting for each other.

    In a rotation each game has its own evaluator. If a shipped net is missing or damaged, heuristics evaluate
    its game, and a line in the log says so.
    """

    def __init__(self, game: DiceRules, net: Path | None = None) -> None:
        """Use the net in the file `net` in place of the shipped one.

        Raises `weights.InvalidNetError` or `OSError` if it is unusable, and `ValueError` for a game without
        dice.
        """
        self.game = game
        self._evaluators: dict[str, Evaluator] = {}
        for rules in game.rotation:
            self._evaluators[rules.id] = (
                NetEvaluator(rules, weights.read(net, rules.id)) if net else _make_evaluator(rules)
            )

    @property
    def name(self) -> str:
        """The kind of evaluation: "net", "exact" or "plain"."""
        return self._evaluators[self.game.nth(1).id].name

    def prepare(self) -> None:
        """Load the nets and tables before the first move, in up to a fifth of a second."""
        for evaluator in self._evaluators.values():
            if isinstance(evaluator, NetEvaluator):
                evaluator.prepare()

    def evaluate(self, position: Position, ply: int = 0) -> OutcomeProbabilities:
        """Evaluate a position for `position.turn`, who rolls next or plays the rest of a duty.

        With `ply` 1 the engine takes the mean over all rolls with their best turns, with 2 over the other
        side's next rolls, too, with 3 over the rolls after those; it chooses these turns without lookahead. A
        ply takes some ten times as long as the one before. A `ply` above `MOST_PLIES` counts as
        `MOST_PLIES`. Raises `ValueError` for a position of another game, or `ply` below 0.
        """
        ply = _plies(ply)
        evaluator = self._evaluator_of(position)
        if isinstance(evaluator, NetEvaluator):
            chances = evaluator.evaluate_board(position, ply)
            if chances is not None:
                return chances
        ended = position.outcome()
        if ended is not None:
            return certain(ended, position)
        if position.duty is not None:
            return self.ranked(position, ply, 1)[0].chances
        return evaluator.evaluate([position], ply)[0]

    def ranked(
        self,
        position: Position,
        ply: int = 0,
        most: int | None = None,
        equity_of: EquityFunction | None = None,
    ) -> list[Candidate]:
        """Return the turns of the current stage, the best first.

        There are at most `most` and at least one. The order is that of points without a cube, or that of
        `equity_of`, a function of the chances of the side that plays: `zaria.bots.doubling.equity_of(match,
        side)` gives the order at the score of a match.

        If nothing can be played, the empty turn is the only one. With `ply` above 0 the engine looks ahead
        from the best turns alone (`FILTERS`), which come before all others. Raises `IllegalTurnError` if no
        turn is due, and `ValueError` as `evaluate` does, and for `most` below 1.
        """
        ply = _plies(ply)
        if most is not None and most < 1:
            raise ValueError(f"cannot list the best {most} turns: ask for 1 or more")
        evaluator = self._evaluator_of(position)
        stage = evaluated(evaluator, position)
        candidates = _rank(stage.equities(equity_of), None if ply else most)
        if ply:
            value_of = equity_of or self._points
            depths = range(1, ply + 1) if len(candidates) > 1 else (ply,)
            for depth in depths:
                candidates = _search_deeper(stage, candidates, value_of, depth)
        return [_candidate(stage, ranked) for ranked in candidates[:most]]

    def rollout(
        self,
        position: Position,
        games: int = 360,
        seed: int = 0,
        ply: int = 0,
        *,
        without_luck: bool = False,
    ) -> Rollout:
        """Play the position to its end in `games` games.

        Both sides make their best turn, and the dice follow from the seed. A net without equal turns plays a
        position before a roll, at `ply` 0, with stratified dice: every 1296 games have each pair of first two
        rolls once. All other dice are independent. With `ply` above 0 a rollout takes long.

        `without_luck` takes off the luck of each roll: the equity of its best turn at 0 plies less its mean
        over all rolls. The means stay the same, the error is a seventh in games with hits and about a third
        in others, and a game takes over twenty times as long. Raises `ValueError` as `evaluate` does, and for
        less than one game.
        """
        ply = _plies(ply)
        if games < 1:
            raise ValueError(f"no rollout has {games} games")
        evaluator = self._evaluator_of(position)
        if isinstance(evaluator, NetEvaluator) and _is_played_by_board(evaluator, position) and not ply:
            chances, equity, squares = evaluator.rollout(position, games, seed, without_luck=without_luck)
            spread = max(0.0, squares - equity * equity)
            return Rollout(bounded(chances), equity, (spread / max(1, games - 1)) ** 0.5, games)
        chance = random.Random(seed)
        ends = [self._play_out(position, chance, ply, without_luck=without_luck) for _ in range(games)]
        equities = [end.equity(self.game.classes) for end in ends]
        middle = sum(equities) / games
        spread = sum((value - middle) ** 2 for value in equities) / max(1, games - 1)
        chances = bounded(mean([(1 / games, end) for end in ends]))
        return Rollout(chances, middle, (spread / games) ** 0.5, games)

    def board_kernel(self, position: Position) -> tuple[EvaluatorKernel, Board] | None:
        """Return this thread's kernel to play the position out, and the board to begin with.

        None where more than the board counts, or no net evaluates it. Raises `ValueError` for a position of
        another game.
        """
        evaluator = self._evaluator_of(position)
        if isinstance(evaluator, NetEvaluator) and _is_played_by_board(evaluator, position):
            return evaluator.kernel(), evaluator.board(position)
        return None

    # --

    def _evaluator_of(self, position: Position) -> Evaluator:
        evaluator = self._evaluators.get(position.game.id)
        if evaluator is None:
            raise ValueError(f"a position of {position.game.id}, not of {self.game.id}")
        return evaluator

    def _points(self, chances: OutcomeProbabilities) -> float:
        return chances.equity(self.game.classes)

    def _play_out(
        self, position: Position, chance: random.Random, ply: int, *, without_luck: bool
    ) -> OutcomeProbabilities:
        first = position.turn
        luck: list[tuple[float, OutcomeProbabilities]] = []
        for _ in range(LONGEST):
            ended = position.outcome()
            if ended is not None:
                chances = certain(ended, position)
                break
            if position.locked():
                chances = OutcomeProbabilities(0.5)
                break
            if position.duty is None:
                roll = chance.randint(1, 6), chance.randint(1, 6)
                if without_luck:
                    luck += self._luck(position, roll, first)
                position = position.rolled(roll)
            position = position.play(self.ranked(position, ply, 1)[0].turn)
        else:
            chances = OutcomeProbabilities(0.5)
        return mean([(1.0, chances if position.turn == first else chances.flipped()), *luck])

    def _luck(self, position: Position, roll: Roll, side: int) -> list[tuple[float, OutcomeProbabilities]]:
        """Return the terms that take the luck of a roll off the chances of a side."""
        best = {dice: self.ranked(position.rolled(dice), 0, 1)[0].chances for dice in ROLLS}
        of_side = {
            dice: chances if position.turn == side else chances.flipped() for dice, chances in best.items()
        }
        rolled = of_side[max(roll), min(roll)]
        return [(-1.0, rolled), *((share, of_side[dice]) for dice, share in ROLL_CHANCES)]


def _is_played_by_board(evaluator: NetEvaluator, position: Position) -> bool:
    """Return whether games go on from the position by its board alone."""
    return not evaluator.equal_turns and position.duty is None and position.outcome() is None


class _Ranked(NamedTuple):
    """A result of a stage, by its place in the stage, with its value; the chances are those of a search."""

    place: int
    equity: float
    ply: int = 0
    chances: OutcomeProbabilities | None = None


def _rank(equities: Sequence[float], most: int | None) -> list[_Ranked]:
    """Return the best results, at most so many, the best first; of equal ones the earlier."""
    if most == 1:  # a game is played so, and sorting takes a fifth of the time of a turn
        best = max(equities)
        return [_Ranked(equities.index(best), best)]
    order = sorted(range(len(equities)), key=equities.__getitem__, reverse=True)
    return [_Ranked(place, equities[place]) for place in order[:most]]


def _search_deeper(
    stage: Stage, candidates: list[_Ranked], equity_of: EquityFunction, ply: int
) -> list[_Ranked]:
    """Return the candidates with the best of them evaluated at depth `ply`, those in front."""
    most, within = FILTERS[ply - 1] if len(candidates) > 1 else (1, 0.0)
    least = candidates[0].equity - within
    count = sum(
        1
        for candidate in candidates[:most]
        if candidate.equity >= least and candidate.ply == candidates[0].ply
    )
    leaders = [candidate.place for candidate in candidates[:count]]
    better = [
        _Ranked(place, equity_of(chances), ply, chances)
        for place, chances in zip(leaders, stage.deeper(leaders, ply), strict=True)
    ]
    better.sort(key=lambda candidate: -candidate.equity)
    return better + candidates[count:]


def _candidate(stage: Stage, ranked: _Ranked) -> Candidate:
    chances = stage.chances(ranked.place) if ranked.chances is None else ranked.chances
    return Candidate(stage.turn(ranked.place), chances, ranked.equity, ranked.ply)


def _plies(ply: int) -> int:
    """Return the plies that the engine looks ahead; raises `ValueError` below 0."""
    if ply < 0:
        raise ValueError(f"nothing is looked at {ply} plies deep")
    return min(ply, MOST_PLIES)


def engine_for(game: DiceRules) -> Engine:
    """Return the engine of a game with its options, from memory if possible.

    Raises `ValueError` for a game without dice.
    """
    return _cached_engine(game)


@lru_cache(maxsize=KEPT)
def _cached_engine(game: DiceRules) -> Engine:
    return Engine(game)


def _make_evaluator(game: DiceRules) -> Evaluator:
    """Return a new evaluator of this game; raises `ValueError` for one without dice."""
    if isinstance(game, IndiykaRules):
        return ExactEvaluator()
    if not isinstance(game, TablesRules):
        raise ValueError(f"{game.id} is played without dice")
    if game.id == hypergammon.GAME:
        return hypergammon.HypergammonEvaluator(HeuristicEvaluator().evaluate)
    try:
        return NetEvaluator(game, weights.read(weights.shipped(game.id), game.id))
    except (OSError, weights.InvalidNetError) as error:
        log.warning("%s: evaluated by heuristics: %s", game.id, error)
        return HeuristicEvaluator()
