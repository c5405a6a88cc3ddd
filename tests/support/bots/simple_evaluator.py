"""A judge that is quick and simple: tests of the analysis need one, not a good one."""

from math import exp

from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.squares import engine_for
from zaria.bots.squares.engine import Limits, SquaresEngine, Variation
from zaria.bots.tables import Candidate
from zaria.bots.tables.evaluators import certain
from zaria.games.board_games import BoardPosition, BoardRules
from zaria.games.protocols import DiceRules, Position
from zaria.games.turn import Turn


class Simple:
    """The side with less to run is ahead, and lone checkers are not liked."""

    name = "simple"

    def __init__(self, game: DiceRules) -> None:
        self.game = game

    def evaluate(self, position: Position, ply: int = 0) -> OutcomeProbabilities:
        ended = position.outcome()
        if ended is not None:
            return certain(ended, position)
        burden, opponent_burden = (_burden(position, side) for side in (position.turn, 1 - position.turn))
        win = 1 / (1 + exp((burden - opponent_burden - 8) / 25))
        return OutcomeProbabilities(win, win * win / 2, 0.0, (1 - win) ** 2 / 2)

    def ranked(self, position: Position, ply: int = 0, most: int | None = None) -> list[Candidate]:
        candidates = []
        for turn in position.turns() or [Turn()]:
            after = position.play(turn)
            chances = self.evaluate(after)
            if after.turn != position.turn:
                chances = chances.flipped()
            candidates.append(Candidate(turn, chances, chances.equity(self.game.classes), ply))
        candidates.sort(key=lambda candidate: -candidate.equity)
        return candidates[:most]


class Hasty:
    """The engine of a game on squares, which looks at few positions."""

    def __init__(self, game: BoardRules, nodes: int) -> None:
        self._engine: SquaresEngine = engine_for(game)
        self._nodes = nodes

    @property
    def name(self) -> str:
        return self._engine.name

    def prepare(self) -> None:
        self._engine.prepare()

    def lines(self, position: BoardPosition, limits: Limits, most: int = 1) -> list[Variation]:
        return self._engine.lines(position, Limits(nodes=self._nodes), most)

    def chance(self, value: int) -> float:
        return self._engine.chance(value)


def simple(game: DiceRules) -> Simple:
    return Simple(game)


def hasty(game: BoardRules) -> Hasty:
    return Hasty(game, 300)


def _burden(position: Position, side: int) -> float:
    lone = position.counts(side)[1:25].count(1)
    return position.pips(side) + 2.0 * lone
