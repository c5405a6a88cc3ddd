"""The players at a table of `games.py`: our engines and the heuristic player, with their protocol."""

from random import Random
from typing import Protocol, cast

from zaria.bots import levels
from zaria.bots.heuristic import HeuristicPlayer
from zaria.bots.player import ThinkRequest
from zaria.bots.tables import Engine, playing
from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.evaluators import NetEvaluator
from zaria.games.dice import ROLL_CHANCES, Roll
from zaria.games.protocols import Position
from zaria.games.tables.position import Position as Table
from zaria.games.turn import Turn


class Player(Protocol):
    """A player of one side of a game with dice."""

    name: str

    def play(self, position: Position) -> Position:
        """The position after the stage to be played; nothing may be playable."""


class Ours:
    """Our engine looking so many plies deep."""

    def __init__(self, engine: Engine, ply: int = 0, name: str = "") -> None:
        self.engine, self.ply = engine, ply
        self.name = name or f"{engine.name} {ply}-ply"

    def play(self, position: Position) -> Position:
        return position.play(self.engine.ranked(position, self.ply, 1)[0].turn)


class AtLevel:
    """A level of the computer, its lapses following from the seed; it thinks so many seconds at most."""

    def __init__(self, level: int, seed: str, seconds: float) -> None:
        self.name = levels.bot_id(level)
        self._seconds = seconds
        self._bot = levels.WITH_DICE[level]
        self._chance = Random(seed)

    def play(self, position: Position) -> Position:
        request = ThinkRequest(self._chance.getrandbits(63), self._seconds)
        return position.play(self._bot.think(position, request).choice)


class Raw:
    """Our evaluator as the kernel has it, without search: how nets are measured while they learn.

    For games in which every roll is one turn.
    """

    def __init__(self, evaluator: EvaluatorKernel, name: str = "net") -> None:
        self.evaluator, self.name = evaluator, name

    def play(self, position: Table) -> Table:
        board, _ = playing.play_turn(self.evaluator, position.board, *rolled(position))
        return Table(position.game, 1 - position.turn, board, position.past)


class OurLuck:
    """The luck of rolls by our engine; as with `gnubg.Luck` the mean over the dice is nought."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def of(self, position: Position, roll: Roll, first: bool) -> float:
        """The luck of a roll for `position.turn`, in points; a first roll shows two different dice."""
        rolls = [(dice, share) for dice, share in ROLL_CHANCES if not first or dice[0] != dice[1]]
        worth = {dice: self._worth(position, dice) for dice, _ in rolls}
        mean = sum(share * worth[dice] for dice, share in rolls) / sum(share for _, share in rolls)
        return worth[max(roll), min(roll)] - mean

    def _worth(self, position: Position, roll: Roll) -> float:
        """Play a roll; by the kernel alone where there is a net, ten times as fast as the engine."""
        evaluator, classes = self.engine._evaluator_of(position), position.game.classes
        if not isinstance(evaluator, NetEvaluator):
            return self.engine.ranked(position.rolled(roll), 0, 1)[0].equity
        kernel = evaluator._evaluator()
        board, seen_by_opponent = playing.play_turn(kernel, cast(Table, position).board, *roll)
        value = evaluator.by_class(playing.chances(kernel, board)).equity(classes)
        return -value if seen_by_opponent else value


def rolled(position: Position) -> Roll:
    """The dice of the stage to be played."""
    assert position.duty is not None
    dice = position.duty.stages[0]
    return dice[0], dice[1]


class ByHand:
    """The plain player: hand-made rules, one look ahead."""

    name = "plain heuristic"

    def __init__(self) -> None:
        self.plain = HeuristicPlayer()

    def play(self, position: Position) -> Position:
        return position.play(self.plain.turn(position) if position.turns() else Turn())


class Blind:
    """Any legal turn, from a seed: for tests of the harness."""

    def __init__(self, seed: int = 0) -> None:
        self.name, self.chance = "blind", Random(seed)

    def play(self, position: Position) -> Position:
        return position.play(self.chance.choice(position.turns() or [Turn()]))
