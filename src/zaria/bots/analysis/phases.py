"""The phase of a game in which a decision was made, by the position before it. No engine is asked."""

from collections.abc import Sequence
from typing import Literal

from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position
from zaria.games.tables.board import HOME
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.records.history import followed
from zaria.records.main_line import standing
from zaria.records.replay import has_frame

Phase = Literal["opening", "middle", "race", "bear_off", "ending"]
PHASES: tuple[Phase, ...] = ("opening", "middle", "race", "bear_off", "ending")
"""With dice all but the ending, on squares all but the race and bearing off."""

OPENING_TURNS = 8
"""Turns by both sides together that are the opening of a game with dice, while the sides may meet."""
OPENING_MOVES = 20
"""Moves by both sides together that are the opening of a game on squares."""


def phases(events: Sequence[ev.Event], frames: set[int]) -> dict[int, Phase]:
    """Return the phase before each of these frames; turns that were taken back do not count."""
    stands = set(standing(events))
    by_frame: dict[int, Phase] = {}
    frame, turns, men_at_start = -1, 0, 0
    before: Match | None = None
    for place, (event, after) in enumerate(followed(events)):
        frame += has_frame(event)
        if before is not None and has_frame(event) and frame in frames:
            by_frame[frame] = _phase(before, turns, men_at_start)
        match event:
            case ev.GameStarted() | ev.Restarted():
                turns = 0
                men_at_start = _men(after.board_position()) if after.game.is_board else 0
            case ev.TurnPlayed():
                turns += place in stands
        before = after
    return by_frame


def _phase(match: Match, turns: int, men_at_start: int) -> Phase:
    """The phase of a match's position, after so many turns of a game that began with so many men."""
    if not match.game.is_board:
        return _phase_with_dice(match.dice_position(), match.acting_side(), turns)
    position = match.board_position()
    if position.plies < OPENING_MOVES:
        return "opening"
    return "ending" if 2 * _men(position) <= men_at_start else "middle"


def _phase_with_dice(position: Position, side: int, turns: int) -> Phase:
    checkers = position.counts(0), position.counts(1)
    if not any(checkers[side][HOME + 1 :]):
        return "bear_off"
    if not _may_meet(position, checkers):
        return "race"
    return "opening" if turns < OPENING_TURNS else "middle"


def _may_meet(position: Position, checkers: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    """Return whether the sides may still get in each other's way."""
    rules = position.game
    if not rules.contact.shares_road:
        return False
    rear = tuple(max((point for point in range(1, 26) if counts[point]), default=0) for counts in checkers)
    if not rules.parallel:
        return rear[0] + rear[1] > 24
    return any(
        checkers[1 - side][point] and (point + 11) % 24 + 1 < rear[side]
        for side in (0, 1)
        for point in range(1, 25)
    )


def _men(position: BoardPosition) -> int:
    return sum(square.isalpha() for square in position.board())
