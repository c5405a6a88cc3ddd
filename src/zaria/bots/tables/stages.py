"""The stage that is due with its results evaluated: by positions, or by boards alone, which is faster."""

from collections.abc import Sequence
from typing import Protocol

from zaria.bots.probabilities import EquityFunction, OutcomeProbabilities
from zaria.bots.tables.evaluators import Evaluator, NetEvaluator, certain
from zaria.bots.tables.ranking import StageResults
from zaria.games.protocols import Position
from zaria.games.tables.position import turn_of
from zaria.games.turn import Turn


class Stage(Protocol):
    """The results of a stage by their index, in the order of `Position.turns`; there is at least one.

    All chances are those of the side that plays the stage.
    """

    def equities(self, equity_of: EquityFunction | None) -> list[float]:
        """Return the values of all results at 0 plies, in points without a cube if `equity_of` is None."""

    def chances(self, index: int) -> OutcomeProbabilities:
        """Return the chances after a result at 0 plies."""

    def deeper(self, indices: Sequence[int], ply: int) -> list[OutcomeProbabilities]:
        """Return the chances after these results, looking `ply` plies ahead."""

    def turn(self, index: int) -> Turn:
        """Return a turn that leads to a result."""


class PositionStage:
    """A stage of any game, by the positions after it; an unplayable one has the empty turn."""

    def __init__(self, evaluator: Evaluator, position: Position) -> None:
        self._evaluator = evaluator
        self._position = position
        self._turns = position.turns()
        self._after = position.results() if self._turns else [position.play(Turn())]
        self._chances = self.deeper(range(len(self._after)), 0)

    def equities(self, equity_of: EquityFunction | None) -> list[float]:
        """See `Stage`."""
        if equity_of is None:
            classes = self._position.game.classes
            return [chances.equity(classes) for chances in self._chances]
        return [equity_of(chances) for chances in self._chances]

    def chances(self, index: int) -> OutcomeProbabilities:
        """See `Stage`."""
        return self._chances[index]

    def deeper(self, indices: Sequence[int], ply: int) -> list[OutcomeProbabilities]:
        """See `Stage`."""
        after = [self._after[index] for index in indices]
        going = [position for position in after if position.outcome() is None]
        chances_of = iter(self._evaluator.evaluate(going, ply) if going else [])
        results = []
        for position in after:
            ended = position.outcome()
            chances = certain(ended, position) if ended is not None else next(chances_of)
            results.append(chances if position.turn == self._position.turn else chances.flipped())
        return results

    def turn(self, index: int) -> Turn:
        """See `Stage`."""
        return self._turns[index] if self._turns else Turn()


class BoardStage:
    """A stage after which the other side rolls, by boards: turns and chances are made when asked for.

    It is valid until the same thread ranks another one, unless it was ordered by an equity function.
    """

    def __init__(self, evaluator: NetEvaluator, results: StageResults) -> None:
        self._evaluator = evaluator
        self._results = results

    def equities(self, equity_of: EquityFunction | None) -> list[float]:
        """See `Stage`."""
        if equity_of is None:
            return self._results.equities()
        self._results = self._results.copied()  # the function may rank other stages
        return [equity_of(self.chances(index)) for index in range(self._results.count)]

    def chances(self, index: int) -> OutcomeProbabilities:
        """See `Stage`."""
        return self._evaluator.by_class(self._results.outputs(index))

    def deeper(self, indices: Sequence[int], ply: int) -> list[OutcomeProbabilities]:
        """See `Stage`."""
        boards = [self._results.board(index) for index in indices]
        return [chances.flipped() for chances in self._evaluator.look(boards, ply)]

    def turn(self, index: int) -> Turn:
        """See `Stage`."""
        return turn_of(self._results.steps(index))


def evaluated(evaluator: Evaluator, position: Position) -> Stage:
    """Return the stage that is due in a position; raises `IllegalTurnError` if none is."""
    results = evaluator.rank(position) if isinstance(evaluator, NetEvaluator) else None
    if isinstance(evaluator, NetEvaluator) and results is not None:
        return BoardStage(evaluator, results)
    return PositionStage(evaluator, position)
