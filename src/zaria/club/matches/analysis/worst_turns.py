"""The turn of a match that gave away the most, with the board before it and both ways drawn on it."""

from collections.abc import Sequence

from zaria.club.matches.analysis.decision_boards import DecisionBoard, decision_board
from zaria.match.events import Event


def worst_turn(events: Sequence[Event], packed: bytes, frame: int) -> DecisionBoard | None:
    """The turn that a frame shows, as the analysis (JSON in brotli) judges it; None: it has no such turn."""
    board = decision_board(events, packed, frame)
    return board if board is not None and board.kind == "turn" else None
