"""The proof of a puzzle on squares: a deeper search of each own move of its solution."""

from collections.abc import Sequence
from typing import NamedTuple

from zaria.bots.squares import Limits, SquaresEngine, Variation
from zaria.bots.squares.chess.search import OwnChess
from zaria.games.board_games import BoardPosition
from zaria.games.registry import CHESS_GAMES
from zaria.puzzles.puzzle import MOST_ANSWERS

GAP = 0.35
"""The chance to win by which each move of a solution is ahead of every other."""
DEEPER_GAP = 0.30
"""The same by the deeper search: a difference that scores nothing."""
MOST_OWN_MOVES = 6
"""The longest solution: further moves are the same idea."""
NODES = dict.fromkeys(CHESS_GAMES, 1_500_000)
"""Positions that the proof searches for a move in each game; `USUAL_NODES` in the others."""
USUAL_NODES = 800_000
OWN_NODES = 12_000
"""Positions that our own search of chess looks at: it must agree, as a club may have no other engine."""
SECONDS = 60.0


class Solution(NamedTuple):
    """The answers of the first move with what they lose, and the moves of both sides."""

    answers: list[tuple[str, float]]
    moves: tuple[str, ...]
    chance: float
    nodes: int


def nodes_of(game: str) -> int:
    """Return the positions that a proof searches for a move."""
    return NODES.get(game, USUAL_NODES)


def solve(engine: SquaresEngine, position: BoardPosition, nodes: int) -> Solution | None:
    """Return the solution, or None if a move of it is not the only good one.

    It goes on as long as one's own moves are without alternative, and does not end with a move that is the
    only legal one, unless that captures.
    """
    first = ranked(engine, position, nodes, MOST_ANSWERS)
    best = engine.chance(first[0].value)
    answers = [(line.move, best - engine.chance(line.value)) for line in first]
    if len(answers) < 2 or answers[1][1] < DEEPER_GAP or not _own_search_agrees(position, first[0].move):
        return None
    moves = [first[0].move]
    has_choice = [True]
    is_capture = [_captures(position, first[0].move)]
    board = position.move(first[0].move)
    while len(has_choice) < MOST_OWN_MOVES and board.outcome() is None and board.turn != position.turn:
        reply = ranked(engine, board, nodes, 1)[0].move
        board = board.move(reply)
        if board.outcome() is not None or board.turn != position.turn:
            break
        move = only_move(engine, board, nodes)
        if move is None:
            break
        has_choice.append(len(board.legal_moves()) > 1)
        is_capture.append(_captures(board, move))
        moves += [reply, move]
        board = board.move(move)
    while moves and not has_choice[-1] and not is_capture[-1]:
        has_choice.pop()
        is_capture.pop()
        del moves[-2:]
    return Solution(answers, tuple(moves), best, nodes)


def only_move(engine: SquaresEngine, position: BoardPosition, nodes: int) -> str | None:
    """Return the move that is the only legal or the only good one, or None."""
    legal = position.legal_moves()
    if len(legal) == 1:
        return legal[0].move
    lines = ranked(engine, position, nodes, 2)
    if engine.chance(lines[0].value) - engine.chance(lines[1].value) < DEEPER_GAP:
        return None
    return lines[0].move


def ranked(engine: SquaresEngine, position: BoardPosition, nodes: int, most: int) -> list[Variation]:
    """Return the best moves by a search of so many positions."""
    return engine.lines(position, Limits(nodes=nodes, seconds=SECONDS), most)


def _own_search_agrees(position: BoardPosition, move: str) -> bool:
    if position.game.id not in CHESS_GAMES:
        return True
    return OwnChess().lines(position, Limits(nodes=OWN_NODES))[0].move == move


def _captures(position: BoardPosition, move: str) -> bool:
    return any(way.captures for way in position.legal_moves() if way.move == move)


def wrong_move(
    engine: SquaresEngine, position: BoardPosition, moves: Sequence[str], nodes: int
) -> str | None:
    """Return the first own move of a solution that is not the only good one, None if all are."""
    for ply, move in enumerate(moves):
        if ply % 2 == 0 and only_move(engine, position, nodes) != move:
            return move
        position = position.move(move)
    return None
