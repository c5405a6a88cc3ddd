"""The themes of puzzles on squares, by what the solution does on the board."""

from collections.abc import Sequence

from zaria.games.board_games import BoardMove, BoardPosition
from zaria.games.registry import CHESS_GAMES

FEW = {**dict.fromkeys(CHESS_GAMES, 8), "ugolki": 0}
"""Pieces of both sides in an ending; `FEW_MEN` in draughts."""
FEW_MEN = 7
LONG = 4
"""Own moves of a long solution."""
LEVEL = 0.6
"""A chance to win up to this is no winning one: the solution saves the game."""


def themes_of(position: BoardPosition, moves: Sequence[str], chance: float) -> tuple[str, ...]:
    """Return the themes of a solution, with the moves of both sides; `chance` is that of the solver."""
    pieces = sum(square.isalpha() for square in position.board())
    own_ways: list[BoardMove] = []
    gains: list[int] = []
    board = position
    for ply, move in enumerate(moves):
        way = next(way for way in board.legal_moves() if way.move == move)
        gains.append(len(way.captures) if ply % 2 == 0 else -len(way.captures))
        if ply % 2 == 0:
            own_ways.append(way)
        board = board.move(move)
    is_draughts = position.game.id not in FEW
    named = {
        "capture": bool(own_ways[0].captures),
        "sacrifice": is_draughts and _gives_up(gains) and position.game.id != "giveaway",
        "quiet": not own_ways[0].captures and not any(way.captures for way in position.legal_moves()),
        "breakthrough": any(way.promotion for way in own_ways),
        "mate": board.reason() == "mate",
        "ending": pieces <= FEW.get(position.game.id, FEW_MEN),
        "defence": chance <= LEVEL,
        "long": len(own_ways) >= LONG,
    }
    return tuple(theme for theme, is_there in named.items() if is_there)


def _gives_up(gains: Sequence[int]) -> bool:
    """Return whether men are given first, and more are taken after."""
    balance = lowest = 0
    for gain in gains:
        balance += gain
        lowest = min(lowest, balance)
    return lowest < 0 < balance - lowest
