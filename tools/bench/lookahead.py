"""The search in Python as an engine, beside which the others are measured."""

import math
from collections.abc import Callable
from typing import TypeVar

from zaria.bots.squares import draughts
from zaria.bots.squares.alphabeta import Search, SearchGame
from zaria.bots.squares.chess import search_game as chess_search
from zaria.bots.squares.engine import Limits, Variation
from zaria.bots.squares.material_player import roots
from zaria.bots.squares.ugolki import search_game as ugolki_search
from zaria.games.board_games import BoardPosition
from zaria.games.chess import ChessPosition
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.ugolki.position import UgolkiPosition

S = TypeVar("S")
M = TypeVar("M")
P = TypeVar("P", bound=BoardPosition)

ENOUGH = 50_000
"""Positions looked at where no limit is given."""
_SCALE = {"chess": 190.0, "draughts": 110.0, "ugolki": 120.0}
"""Hundredths of a man for which the odds of winning grow by a factor of e."""


class Lookahead:
    """Alpha-beta in Python; see `engine.SquaresEngine`."""

    name = "alpha-beta"

    def __init__(self, family: str) -> None:
        self._scale = _SCALE[family]

    def prepare(self) -> None:
        """Load nothing: it is ready."""

    def lines(self, position: BoardPosition, limits: Limits, most: int = 1) -> list[Variation]:
        """The best moves, the best first; see `SquaresEngine.lines`."""
        limits = limits.within()
        if isinstance(position, ChessPosition):
            board = chess_search.ChessSearchGame()
            return _ranked(board, board.state, position, limits, most)
        if isinstance(position, UgolkiPosition):
            corners = ugolki_search.UgolkiSearchGame(position.game.options.house)
            return _ranked(corners, corners.state, position, limits, most)
        assert isinstance(position, DraughtsPosition)
        squares = draughts.DraughtsSearchGame(position.game)
        return _ranked(squares, squares.state, position, limits, most)

    def chance(self, value: int) -> float:
        """The chance of the side to move to win, 0 to 1."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, value / self._scale))))


def _ranked(
    game: SearchGame[S, M], read: Callable[[P], S], position: P, limits: Limits, most: int
) -> list[Variation]:
    moves = roots(read, position)
    if not moves:
        return []
    unbounded = limits.nodes is None and limits.seconds is None and limits.depth is None
    budget = ENOUGH if unbounded else limits.nodes
    search = Search(game, budget, limits.seconds, limits.noise, limits.seed)
    ranked = search.rank(moves, most, limits.depth)
    return [Variation(choice.move, choice.value, choice.depth, (choice.move,)) for choice in ranked]
