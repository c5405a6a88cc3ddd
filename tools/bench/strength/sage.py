"""Open Sage (`bgsage` on PyPI) as a judge: what it calls one ply is our 0-ply."""

from typing import Any

from zaria.games.protocols import Position
from zaria.games.tables.board import Board
from zaria.games.turn import Turn

from .boards import board_of
from .gnubg import MissingEngineError

MISSING = "the bgsage package is not installed here: make bench-strength installs it where it is made for"


class Sage:
    """Its production nets and its bear-off base, asked about each turn without search, cubeless."""

    name = "Open Sage 1-ply"

    def __init__(self) -> None:
        try:
            import bgbot_cpp
            from bgsage import weights
        except ImportError as error:
            raise MissingEngineError(MISSING) from error
        nets = weights.default_weights()
        plain = bgbot_cpp.create_strategy(nets.strategy_type, nets.weight_paths_list, nets.hidden_sizes_list)
        base = bgbot_cpp.BearoffDB()
        base.load(weights.bearoff_db_path())
        self._references = plain, base
        self._evaluator: Any = bgbot_cpp.BearoffStrategy(plain, base)

    def play(self, position: Position) -> Position:
        """The position after the turn it likes best."""
        ends = position.results()
        if len(ends) < 2:
            return ends[0] if ends else position.play(Turn())
        before = theirs(board_of(position))
        return max(ends, key=lambda end: self._worth(end, before))

    def _worth(self, end: Position, before: list[int]) -> float:
        ended = end.outcome()
        if ended is not None:
            return ended.points
        board = [-cell for cell in reversed(board_of(end))]
        equity: float = self._evaluator.evaluate_board(theirs(board), before)["equity"]
        return equity


def theirs(board: Board | list[int]) -> list[int]:
    """A board as it takes them: ours, but for the opponent's bar, which holds no negative number."""
    return [abs(board[0]), *board[1:]]
