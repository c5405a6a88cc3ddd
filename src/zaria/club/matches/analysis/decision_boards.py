"""A decision of a finished match on a board: the position before it, and what was done and what is best.

Shown are the worst turn of a match, and decisions that a member drills.
"""

from collections.abc import Sequence
from typing import NamedTuple

import brotli
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.bots.analysis import decode
from zaria.bots.analysis.shape import Choice, Decision, Kind, Unit
from zaria.club.games import pictures, squares_board, tables_board
from zaria.club.games.positions import SquaresPosition, present_position
from zaria.match.events import Event
from zaria.match.match import Match
from zaria.records.history import followed
from zaria.records.replay import has_frame

IN_HAND = 25
"""The point of checkers that come from the hand, in games without contact; a die names where each goes."""


class DecisionBoard(NamedTuple):
    """A decision of `side` that `frame` shows in the replay.

    `before` is the board alone, `board` the same with both turns drawn on it; of other decisions both are the
    board alone. `played` and `best` are in notation, or a word of `zaria.bots.analysis.shape.Choice`. `loss`
    is in `unit`, and `dice` are those of a turn.
    """

    frame: int
    game: str
    side: int
    kind: Kind
    dice: tuple[int, ...]
    before: SafeString
    board: SafeString
    played: str
    best: str
    loss: float
    unit: Unit

    @property
    def percent(self) -> float:
        """The loss in per cent, where it is a chance."""
        return 100 * self.loss


def decision_board(
    events: Sequence[Event], packed: bytes, frame: int, side: int | None = None
) -> DecisionBoard | None:
    """Return the decision that a frame shows, as the analysis (JSON in brotli) grades it.

    Of two decisions that one frame shows (by `side`, if given) it is the last. None: there is none, or the
    analysis has no choices for it.
    """
    analysis = decode(brotli.decompress(packed))
    shown = [
        decision
        for decision in analysis.decisions
        if decision.frame == frame and side in (None, decision.side) and decision.choices
    ]
    before = _before(events, frame)
    if not shown or before is None:
        return None
    return _on_board(shown[-1], before, analysis.method.unit)


def _on_board(decision: Decision, before: Match, unit: Unit) -> DecisionBoard:
    game, position = before.position.game.id, present_position(before)
    board = plain = pictures.position_board(game, position)
    best = decision.choices[0]
    played = next(choice for choice in decision.choices if choice.played)
    if decision.kind == "turn":
        ways = format_html("{}{}", _way(before, played, "played"), _way(before, best, "best"))
        board = pictures.position_board(game, position, ways)
    return DecisionBoard(
        frame=decision.frame,
        game=game,
        side=decision.side,
        kind=decision.kind,
        dice=decision.dice,
        before=plain,
        board=board,
        played=played.text,
        best=best.text,
        loss=decision.loss,
        unit=unit,
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
