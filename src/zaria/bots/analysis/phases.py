"""The phase of a game in which a decision was made, by the position before it. No engine is asked."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

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

FinePhase = Literal["opening", "contact", "bear_in", "race", "bear_off", "middle", "ending"]
FINE_PHASES: tuple[FinePhase, ...] = get_args(FinePhase)
"""With dice the first five, on squares the opening, the middle and the ending.

Bearing in: the sides may still meet, and all of the side's checkers are in the second half of their way.
"""

OPENING_TURNS = 8
"""Turns by both sides together that are the opening of a game with dice, while the sides may meet."""
FIRST_TURNS = 6
"""The same in the finer phases: openings that a book has are hardly longer."""
HALF = 12
"""The point from which on a checker is in the second half of its way."""
OPENING_MOVES = 20
"""Moves by both sides together that are the opening of a game on squares."""


class DecisionPosition(NamedTuple):
    """A match before a decision, the turns played in its game, and the men with which it began (squares)."""

    match: Match
    turns: int
    men_at_start: int


def positions(events: Sequence[ev.Event], frames: set[int]) -> dict[int, DecisionPosition]:
    """Return the position before each of these frames; turns that were taken back do not count."""
    stands = set(standing(events))
    by_frame: dict[int, DecisionPosition] = {}
    frame, turns, men_at_start = -1, 0, 0
    before: Match | None = None
    for place, (event, after) in enumerate(followed(events)):
        frame += has_frame(event)
        if before is not None and has_frame(event) and frame in frames:
            by_frame[frame] = DecisionPosition(before, turns, men_at_start)
        match event:
            case ev.GameStarted() | ev.Restarted():
                turns = 0
                men_at_start = _men(after.board_position()) if after.game.is_board else 0
            case ev.TurnPlayed():
                turns += place in stands
        before = after
    return by_frame


def phase(decided: DecisionPosition) -> Phase:
    """Return the phase of a position that was decided in."""
    match = decided.match
    if match.game.is_board:
        return _phase_on_squares(decided)
    return _phase_with_dice(match.dice_position(), match.acting_side(), decided.turns)


def fine_phase(decided: DecisionPosition) -> FinePhase:
    """Return the phase of a position that was decided in, as the progress of members is stored by."""
    match = decided.match
    if match.game.is_board:
        return _phase_on_squares(decided)
    position, side = match.dice_position(), match.acting_side()
    coarse = _phase_with_dice(position, side, decided.turns)
    if coarse == "race" or coarse == "bear_off":
        return coarse
    if not any(position.counts(side)[HALF + 1 :]):
        return "bear_in"
    return "opening" if decided.turns < FIRST_TURNS else "contact"


def _phase_on_squares(decided: DecisionPosition) -> Literal["opening", "middle", "ending"]:
    position = decided.match.board_position()
    if position.plies < OPENING_MOVES:
        return "opening"
    return "ending" if 2 * _men(position) <= decided.men_at_start else "middle"


def _phase_with_dice(
    position: Position, side: int, turns: int
) -> Literal["opening", "middle", "race", "bear_off"]:
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
