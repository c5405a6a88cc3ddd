"""The worth of a turn on a board of a lesson."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from zaria.games.turn import Moves
from zaria.lessons.lesson import ANY, LessonBoard
from zaria.lessons.predicates import SQUARES, TABLES


class AcceptedTurn(msgspec.Struct, frozen=True):
    """The turn is an answer."""


class RefusedTurn(msgspec.Struct, frozen=True):
    """The turn is legal and no answer, for a reason of which this is the key."""

    reason: str


class OtherTurn(msgspec.Struct, frozen=True):
    """The turn is legal and no answer, and the board says no more about it."""


TurnVerdict = AcceptedTurn | RefusedTurn | OtherTurn


class LegalTurn(NamedTuple):
    """A legal turn of a board: how its game writes it, and where it leads.

    `turn` is a `Turn` or a `BoardMove`, `after` a `Position` or a `BoardPosition`, by the kind of the game.
    """

    text: str
    turn: Any
    after: Any


def legal_turns(board: LessonBoard) -> Mapping[str, LegalTurn]:
    """Return one turn for each position that can be reached, in board games each move, by their texts."""
    before = board.before
    turns: Sequence[LegalTurn]
    if before.game.is_board:
        turns = [LegalTurn(move.move, move, before.move(move.move)) for move in before.legal_moves()]
    else:
        turns = [
            LegalTurn(str(turn), turn, after)
            for turn, after in zip(before.turns(), before.results(), strict=True)
            if turn.steps
        ]
    return {turn.text: turn for turn in turns}


def is_accepted(board: LessonBoard, legal: LegalTurn) -> bool:
    """Return whether a legal turn is among the answers."""
    if not isinstance(board.accept, str):
        return legal.text in board.accept
    before, after = board.before, legal.after
    if before.game.is_board:
        return SQUARES[board.accept](before, legal.turn, after)
    return TABLES[board.accept](before, legal.turn, after)


def verdict_on(board: LessonBoard, turn: str) -> TurnVerdict:
    """Return the worth of a legal turn; raises `KeyError` for any other text."""
    if is_accepted(board, legal_turns(board)[turn]):
        return AcceptedTurn()
    reason = board.refuse.get(turn, board.refuse.get(ANY, ""))
    return RefusedTurn(reason) if reason else OtherTurn()


def written(board: LessonBoard, moves: Moves) -> str:
    """Return the text of the legal turn with dice that these steps amount to, in whatever order.

    Raises `IllegalTurnError`.
    """
    before = board.before
    if before.game.is_board:
        raise ValueError(f"{board.id} has no dice")
    after = before.play(before.complete(moves))
    return next(legal.text for legal in legal_turns(board).values() if legal.after == after)
