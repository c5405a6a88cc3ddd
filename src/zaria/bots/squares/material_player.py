"""A modest opponent for every board game, with a short search and a simple evaluation."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from zaria.bots.player import ThinkRequest, Thought
from zaria.bots.squares import draughts
from zaria.bots.squares.alphabeta import WON, MoveChoice, Root, Search, SearchGame
from zaria.bots.squares.chess import search_game as chess_search
from zaria.bots.squares.ugolki import search_game as ugolki_search
from zaria.games.board_games import BoardPosition
from zaria.games.chess import ChessPosition
from zaria.games.draughts import kernel as draughts_kernel
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.protocols import IllegalTurnError
from zaria.games.ugolki import kernel as ugolki_kernel
from zaria.games.ugolki.position import UgolkiPosition

S = TypeVar("S")
M = TypeVar("M")
P = TypeVar("P", bound=BoardPosition)

BUDGET = {"chess": 6000, "ugolki": 50_000, "draughts": 50_000}
"""Positions searched for one move, in less than half a second on the author's machine."""
_INTERPRETED = 0.03
"""The share of that where the rules could not be compiled."""
_QUICKNESS = {
    "ugolki": 1.0 if ugolki_kernel.kernel_is_compiled() else _INTERPRETED,
    "draughts": 1.0 if draughts_kernel.kernel_is_compiled() else _INTERPRETED,
}
_A_GLANCE = 0.1
"""The share of that for a draw offer."""
_LEVEL = 40
"""The least lead that counts: less than half a man."""
_LATE = 60
"""Moves of both sides after which a level game may be called a draw."""


class MaterialPlayer:
    """Sound play for a first opponent; deterministic, and safe to use from several threads at once."""

    id = "modest"
    name = "MaterialPlayer"

    def __init__(self, share: float = 1.0) -> None:
        """Make a player; a weaker and quicker one uses only a share of the budget."""
        self.share = share

    def think(self, position: BoardPosition, request: ThinkRequest) -> Thought[str]:
        """Return a move at once; its difficulty is unknown."""
        return Thought(self.move(position))

    def move(self, position: BoardPosition) -> str:
        """One of the legal moves of a position that has some."""
        return look(position, self.share).move

    def accepts_draw(self, position: BoardPosition, side: int, request: ThinkRequest) -> bool:
        """Take a draw when behind, or when a long game is level."""
        if position.outcome() is not None:
            return False
        value = look(position, self.share * _A_GLANCE).value
        own_value = value if position.turn == side else -value
        return own_value < -_LEVEL or (own_value <= _LEVEL and position.plies >= _LATE)


def look(position: BoardPosition, share: float = 1.0) -> MoveChoice:
    """Choose a move with a share of the budget; raises `IllegalTurnError` if there is none."""
    game, read, budget = _evaluation(position)
    return _choose(game, read, position, share * budget)


def glance(position: BoardPosition, chance: Random) -> str:
    """Return the move with the best board after it, without a search; of equals any.

    Raises `IllegalTurnError` where there is none.
    """
    game, read, _ = _evaluation(position)
    moves = roots(read, position)
    if not moves:
        raise IllegalTurnError("there is no move to choose")
    looks = [
        root.fixed if root.fixed is not None else game.value(root.state) * (1 if root.again else -1)
        for root in moves
    ]
    return chance.choice([root.move for root, value in zip(moves, looks, strict=True) if value == max(looks)])


def _evaluation(position: BoardPosition) -> tuple[SearchGame[Any, Any], Callable[[Any], Any], float]:
    """Return the game for a search, the reader of its positions, and the whole budget."""
    if isinstance(position, ChessPosition):
        board = chess_search.ChessSearchGame()
        return board, board.state, BUDGET["chess"]
    if isinstance(position, UgolkiPosition):
        corners = ugolki_search.UgolkiSearchGame(position.game.options.house)
        return corners, corners.state, _QUICKNESS["ugolki"] * BUDGET["ugolki"]
    assert isinstance(position, DraughtsPosition)
    squares = draughts.DraughtsSearchGame(position.game)
    return squares, squares.state, _QUICKNESS["draughts"] * BUDGET["draughts"]


def _choose(game: SearchGame[S, M], read: Callable[[P], S], position: P, budget: float) -> MoveChoice:
    """The best move by a search of that many positions."""
    moves = roots(read, position)
    if not moves:
        raise IllegalTurnError("there is no move to choose")
    return Search(game, int(budget)).choose(moves)


def roots(read: Callable[[P], S], position: P) -> list[Root[S]]:
    """Every legal move and where it leads."""
    return [_root(read, position, way.move) for way in position.legal_moves()]


def _root(read: Callable[[P], S], position: P, move: str) -> Root[S]:
    """Return where a move leads, with the value that the rules give a finished game."""
    after = position.move(move)
    return Root(move, read(after), _result(after, position.turn), after.turn == position.turn)


def _result(position: BoardPosition, side: int) -> int | None:
    """Return the value of a finished game for a side, or None."""
    outcome = position.outcome()
    if outcome is None:
        return None
    if outcome.winner is None:
        return 0
    return WON if outcome.winner == side else -WON
