"""The grades of both sides in an analysis: what lists and plots need, by kind and by phase of the game.

They are made of the analysis and the record together: an analysis holds no positions, and a phase is one of
the position that was decided in. No engine is asked.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from zaria.bots.analysis.shape import Analysis, Decision, Unit
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


class Part(msgspec.Struct, frozen=True):
    """Decisions that count, and their loss together."""

    decisions: int = 0
    loss: float = 0.0


class SideGrades(msgspec.Struct, frozen=True, kw_only=True):
    """The grades of a side; units are those of the analysis.

    `rate` and `luck` are those of `PlayerTotals`. `worst_frame` shows the turn that gave away the most,
    which is `worst_loss`; None without a marked one.
    """

    unit: Unit
    rate: float | None
    luck: float | None
    turns: Part
    cube: Part
    phases: dict[Phase, Part]
    worst_frame: int | None = None
    worst_loss: float = 0.0


def graded(events: Sequence[ev.Event], analysis: Analysis) -> tuple[SideGrades, SideGrades]:
    """Return the grades of both sides; raises `InvalidRecordError` for a record that does not follow."""
    counted = [decision for decision in analysis.decisions if decision.counted]
    phases = _phases(events, {decision.frame for decision in counted})
    first, second = (_side(analysis, counted, phases, side) for side in (0, 1))
    return first, second


def _side(analysis: Analysis, counted: Sequence[Decision], phases: dict[int, Phase], side: int) -> SideGrades:
    decisions = [decision for decision in counted if decision.side == side]
    totals = analysis.accounts[side]
    worst = max(
        (decision for decision in decisions if decision.kind == "turn" and decision.mark),
        key=lambda decision: decision.loss,
        default=None,
    )
    by_phase = {
        phase: _part(decision for decision in decisions if phases[decision.frame] == phase)
        for phase in PHASES
    }
    return SideGrades(
        unit=analysis.method.unit,
        rate=totals.rate,
        luck=totals.luck,
        turns=Part(totals.turns.decisions, totals.turns.loss),
        cube=Part(totals.cube.decisions, totals.cube.loss),
        phases=by_phase,
        worst_frame=None if worst is None else worst.frame,
        worst_loss=0.0 if worst is None else worst.loss,
    )


def _part(decisions: Iterable[Decision]) -> Part:
    losses = [decision.loss for decision in decisions]
    return Part(len(losses), round(sum(losses), 4))


def _phases(events: Sequence[ev.Event], frames: set[int]) -> dict[int, Phase]:
    """The phase of the position before each of these frames; turns that were taken back do not count."""
    stands = set(standing(events))
    phases: dict[int, Phase] = {}
    frame, turns, men_at_start = -1, 0, 0
    before: Match | None = None
    for place, (event, after) in enumerate(followed(events)):
        frame += has_frame(event)
        if before is not None and has_frame(event) and frame in frames:
            phases[frame] = _phase(before, turns, men_at_start)
        match event:
            case ev.GameStarted() | ev.Restarted():
                turns = 0
                men_at_start = _men(after.board_position()) if after.game.is_board else 0
            case ev.TurnPlayed():
                turns += place in stands
        before = after
    return phases


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
