"""The turn of a match that gave away the most, with the board before it and both ways drawn on it."""

from collections.abc import Sequence
from typing import NamedTuple

import brotli
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.bots.analysis import decode
from zaria.bots.analysis.shape import Choice, Unit
from zaria.club.games import pictures, squares_board, tables_board
from zaria.club.games.positions import SquaresPosition, present_position
from zaria.match.events import Event
from zaria.match.match import Match
from zaria.records.history import followed
from zaria.records.replay import has_frame

IN_HAND = 25
"""The point of checkers that come from the hand, in games without contact; a die names where each goes."""


class WorstTurn(NamedTuple):
    """A turn: `frame` shows it in the replay, `played` and `best` are in notation, `loss` is in `unit`."""

    frame: int
    game: str
    board: SafeString
    played: str
    best: str
    loss: float
    unit: Unit

    @property
    def percent(self) -> float:
        """The loss in per cent, where it is a chance."""
        return 100 * self.loss


def worst_turn(events: Sequence[Event], packed: bytes, frame: int) -> WorstTurn | None:
    """The turn that a frame shows, as the analysis (JSON in brotli) judges it; None: it has no such turn."""
    analysis = decode(brotli.decompress(packed))
    turns = (decision for decision in analysis.decisions if decision.kind == "turn")
    decision = next((turn for turn in turns if turn.frame == frame), None)
    before = _before(events, frame)
    if decision is None or before is None or not decision.choices:
        return None
    best = decision.choices[0]
    played = next(choice for choice in decision.choices if choice.played)
    game = before.position.game.id
    ways = format_html("{}{}", _way(before, played, "played"), _way(before, best, "best"))
    return WorstTurn(
        frame=frame,
        game=game,
        board=pictures.position_board(game, present_position(before), ways),
        played=played.text,
        best=best.text,
        loss=decision.loss,
        unit=analysis.method.unit,
    )


def _before(events: Sequence[Event], frame: int) -> Match | None:
    """The match before the event that a frame shows."""
    number, before = -1, None
    for event, match in followed(events):
        number += has_frame(event)
        if number == frame and has_frame(event):
            return before
        before = match
    return None


def _way(before: Match, choice: Choice, style: str) -> SafeString:
    shown = present_position(before)
    if isinstance(shown, SquaresPosition):
        return squares_board.way(shown, before.board_position().move(choice.move).board(), style)
    moves = [
        (point, die if shown.halves and point == IN_HAND else max(point - die, 0))
        for point, die in choice.moves
    ]
    return tables_board.ways(shown, before.turn, moves, style)
