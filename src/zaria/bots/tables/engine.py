"""The engine of games with dice: candidates, evaluation and rollouts of a position."""

import logging
import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from zaria.bots.probabilities import EquityFunction, OutcomeProbabilities, mean
from zaria.bots.tables import weights
from zaria.bots.tables.evaluators import Evaluator, ExactEvaluator, HeuristicEvaluator, NetEvaluator, certain
from zaria.games.protocols import DiceRules, Position
from zaria.games.turn import Turn

log = logging.getLogger(__name__)

"""The 21 different rolls and how likely each is."""
FILTERS: tuple[tuple[int, float], ...] = ((8, 0.24), (4, 0.12))
"""Before each further ply: how many turns are kept, and within how many points of the best."""
LONGEST = 2000
"""Stages after which a game that is played out is given up as undecided."""
MOST_PLIES = 2
KEPT = 20
"""Engines that are kept: those of all games, and of a few other options. Each takes 11 MB a thread."""


class Candidate(NamedTuple):
    """A turn, what it promises the side that plays it, and how many plies deep that was looked into.

    `equity` is in points a game, without a cube, or what else was asked for.
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
    """Evaluates positions of one game. Safe to use from several threads, each waiting for no other.

    A match of several games in turn is judged by what each is. Without a net, or with one that cannot be
    used, the plain judge stands in, and a line in the log says so.
    """

    def __init__(self, game: DiceRules, net: Path | None = None) -> None:
        """`net`: a file to use instead of our net; raises `weights.InvalidNetError` or `OSError`."""
        self.game = game
        self._evaluators: dict[str, Evaluator] = {}
        for each in game.rotation:
            self._evaluators[each.id] = (
                NetEvaluator(each, weights.read(net, each.id)) if net else _make_evaluator(each)
            )

    @property
    def name(self) -> str:
        """The kind of evaluation: "net", "exact" or "plain"."""
        return self._evaluators[self.game.nth(1).id].name

    def prepare(self) -> None:
        """Have at hand whatever the first move will ask for; takes up to a fifth of a second."""
        for evaluator in self._evaluators.values():
            if isinstance(evaluator, NetEvaluator):
                evaluator.prepare()

    def evaluate(self, position: Position, ply: int = 0) -> OutcomeProbabilities:
        """Evaluate a position for `position.turn`, who rolls next or plays the rest of a duty.

        With `ply` 1 every roll and its best turn is looked at first, with 2 the other side's as well; the
        turns on the way are those that look best at once. Raises `ValueError` for a position of another
        game, or `ply` below 0; more than `MOST_PLIES` are not looked.
        """
        ply = _plies(ply)
        evaluator = self._evaluator_of(position)
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
        """The turns of the stage to be played, the best first, no more than `most`; never none.

        By points without a cube, or by `equity_of` the chances of the side that plays: at a score, that is
        `zaria.bots.doubling.equity_of(match, side)`.

        Where nothing can be played the empty turn is the only one. With `ply` above 0 only what looks good is
        looked into (`FILTERS`): those that were stand before the others. Raises `IllegalTurnError` where no
        turn is due, and `ValueError` as `evaluate` does, and for `most` below 1.
        """
        ply = _plies(ply)
        if most is not None and most < 1:
            raise ValueError(f"cannot list the best {most} turns: ask for 1 or more")
        self._evaluator_of(position)
        turns = position.turns()
        after = position.results() if turns else [position.play(Turn())]
        chances = self._chances_after(position, after, 0)
        equity_of = equity_of or self._points
        found = _rank(zip(turns or [Turn()], chances, after, strict=True), equity_of)
        if ply and len(found) > 1:
            for deep in range(1, ply + 1):
                found = self._search_deeper(position, found, equity_of, deep, *FILTERS[deep - 1])
        elif ply:
            found = self._search_deeper(position, found, equity_of, ply, 1, 0.0)
        return [Candidate(turn, chances, value, deep) for value, turn, chances, _, deep in found[:most]]

    def rollout(self, position: Position, games: int = 360, seed: int = 0, ply: int = 0) -> Rollout:
        """Play the position out so often, both sides by their best turn; dice from the seed.

        The first two rolls of every 1296 games are each pair of rolls once. With `ply` above 0 it takes long.
        Raises `ValueError` as `evaluate` does, and for less than one game.
        """
        ply = _plies(ply)
        if games < 1:
            raise ValueError(f"no rollout has {games} games")
        evaluator = self._evaluator_of(position)
        going = position.duty is None and position.outcome() is None
        if isinstance(evaluator, NetEvaluator) and going and not ply and not evaluator.equal_turns:
            chances, equity, squares = evaluator.rollout(position, games, seed)
            spread = max(0.0, squares - equity * equity)
            return Rollout(chances, equity, (spread / max(1, games - 1)) ** 0.5, games)
        chance = random.Random(seed)
        ends = [self._play_out(position, chance, ply) for _ in range(games)]
        each = [end.equity(self.game.classes) for end in ends]
        middle = sum(each) / games
        spread = sum((value - middle) ** 2 for value in each) / max(1, games - 1)
        return Rollout(mean([(1 / games, end) for end in ends]), middle, (spread / games) ** 0.5, games)

    # --

    def _evaluator_of(self, position: Position) -> Evaluator:
        evaluator = self._evaluators.get(position.game.id)
        if evaluator is None:
            raise ValueError(f"a position of {position.game.id}, not of {self.game.id}")
        return evaluator

    def _chances_after(
        self, before: Position, after: Sequence[Position], ply: int
    ) -> list[OutcomeProbabilities]:
        """The outcome probabilities of each result for the side that played it."""
        going = [each for each in after if each.outcome() is None]
        chances_of = iter(self._evaluator_of(before).evaluate(going, ply) if going else [])
        found = []
        for each in after:
            ended = each.outcome()
            chances = certain(ended, each) if ended is not None else next(chances_of)
            found.append(chances if each.turn == before.turn else chances.flipped())
        return found

    def _points(self, chances: OutcomeProbabilities) -> float:
        return chances.equity(self.game.classes)

    def _search_deeper(
        self,
        before: Position,
        found: "list[_Found]",
        equity_of: EquityFunction,
        ply: int,
        most: int,
        within: float,
    ) -> "list[_Found]":
        """The same with the first of them judged one ply deeper."""
        least = found[0].equity - within
        count = sum(1 for each in found[:most] if each.equity >= least and each.ply == found[0].ply)
        leaders = found[:count]
        deeper = self._chances_after(before, [each.after for each in leaders], ply)
        better = [
            _Found(equity_of(chances), each.turn, chances, each.after, ply)
            for each, chances in zip(leaders, deeper, strict=True)
        ]
        better.sort(key=lambda each: -each.equity)
        return better + found[count:]

    def _play_out(self, position: Position, chance: random.Random, ply: int) -> OutcomeProbabilities:
        first = position.turn
        for _ in range(LONGEST):
            ended = position.outcome()
            if ended is not None:
                chances = certain(ended, position)
                return chances if position.turn == first else chances.flipped()
            if position.locked():
                break
            if position.duty is None:
                position = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
            position = position.play(self.ranked(position, ply, 1)[0].turn)
        return OutcomeProbabilities(0.5)


class _Found(NamedTuple):
    equity: float
    turn: Turn
    chances: OutcomeProbabilities
    after: Position
    ply: int


def _rank(
    found: Iterable[tuple[Turn, OutcomeProbabilities, Position]], equity_of: EquityFunction
) -> list[_Found]:
    ranked = [_Found(equity_of(chances), turn, chances, after, 0) for turn, chances, after in found]
    ranked.sort(key=lambda each: -each.equity)
    return ranked


def _plies(ply: int) -> int:
    """As many as are looked; raises `ValueError`."""
    if ply < 0:
        raise ValueError(f"nothing is looked at {ply} plies deep")
    return min(ply, MOST_PLIES)


def engine_for(game: DiceRules) -> Engine:
    """The engine of a game and its options, kept. Raises `ValueError` for one without dice."""
    return _cached_engine(game)


@lru_cache(maxsize=KEPT)
def _cached_engine(game: DiceRules) -> Engine:
    return Engine(game)


def _make_evaluator(game: DiceRules) -> Evaluator:
    """The name of the evaluation of this game; raises `ValueError` for one without dice."""
    made = _EVALUATORS.get(game.family)
    if made is None:
        raise ValueError(f"{game.id} is played without dice")
    return made(game)


def _net_evaluator(game: DiceRules) -> Evaluator:
    try:
        return NetEvaluator(game, weights.read(weights.shipped(game.id), game.id))
    except (OSError, weights.InvalidNetError) as error:
        log.warning("%s: evaluated by heuristics: %s", game.id, error)
        return HeuristicEvaluator()


_EVALUATORS: dict[str, Callable[[DiceRules], Evaluator]] = {
    "tables": _net_evaluator,
    "indiyka": lambda _: ExactEvaluator(),
}
