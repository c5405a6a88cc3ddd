"""The ends of a board of a lesson: after an accepted turn, and after the reply to it."""

from typing import Any

from zaria.games.protocols import IllegalTurnError
from zaria.lessons.lesson import LessonBoard
from zaria.lessons.verdicts import LegalTurn, is_accepted, legal_turns


def accepted_turns(board: LessonBoard) -> list[LegalTurn]:
    """Return the answers of a board, the first of which a hint shows."""
    return [legal for legal in legal_turns(board).values() if is_accepted(board, legal)]


def after_reply(board: LessonBoard) -> Any:
    """Return the position, of the kind of the game, after the only answer and the reply to it.

    Raises `IllegalTurnError` if the reply is no legal turn there, `ValueError` if there is none or if there
    are several answers.
    """
    (answer,) = accepted_turns(board)
    reply, after = board.reply, answer.after
    if reply is None:
        raise ValueError(f"{board.id} has no reply")
    if after.game.is_board:
        return after.move(reply.turn)
    rolled = after if reply.dice is None else after.rolled(reply.dice)
    for turn, position in zip(rolled.turns(), rolled.results(), strict=True):
        if str(turn) == reply.turn:
            return position
    raise IllegalTurnError(f"{reply.turn} is no reply on {board.id}")
