"""The grades of both sides in an analysis: what lists and plots need, by kind and by phase of the game.

They are made of the analysis and the record together: an analysis holds no positions, and a phase is one of
the position that was decided in. No engine is asked.
"""

from collections.abc import Iterable, Sequence

import msgspec

from zaria.bots.analysis.game_sums import GameSums, game_sums
from zaria.bots.analysis.phases import PHASES, Phase, phase, positions
from zaria.bots.analysis.shape import Analysis, Decision, Unit
from zaria.match import events as ev


class Part(msgspec.Struct, frozen=True):
    """Decisions that count, and their loss together."""

    decisions: int = 0
    loss: float = 0.0


class SideGrades(msgspec.Struct, frozen=True, kw_only=True):
    """The grades of a side; units are those of the analysis.

    `rate` and `luck` are those of `PlayerTotals`. `worst_frame` shows the turn that gave away the most,
    which is `worst_loss`; None without a marked one. `games` has finer sums for each game that was played.
    """

    unit: Unit
    rate: float | None
    luck: float | None
    turns: Part
    cube: Part
    phases: dict[Phase, Part]
    worst_frame: int | None = None
    worst_loss: float = 0.0
    games: tuple[GameSums, ...] = ()


def graded(events: Sequence[ev.Event], analysis: Analysis) -> tuple[SideGrades, SideGrades]:
    """Return the grades of both sides; raises `InvalidRecordError` for a record that does not follow."""
    counted = [decision for decision in analysis.decisions if decision.counted]
    decided = positions(events, {decision.frame for decision in counted})
    decided_in = {frame: phase(position) for frame, position in decided.items()}
    opened = events[0]
    from_start = isinstance(opened, ev.Opened) and not opened.terms.position
    games = [game_sums(analysis, decided, side, from_start=from_start) for side in (0, 1)]
    first, second = (_side(analysis, counted, decided_in, side, games[side]) for side in (0, 1))
    return first, second


def _side(
    analysis: Analysis,
    counted: Sequence[Decision],
    decided_in: dict[int, Phase],
    side: int,
    games: tuple[GameSums, ...],
) -> SideGrades:
    decisions = [decision for decision in counted if decision.side == side]
    totals = analysis.accounts[side]
    worst = max(
        (decision for decision in decisions if decision.kind == "turn" and decision.mark),
        key=lambda decision: decision.loss,
        default=None,
    )
    by_phase = {
        name: _part(decision for decision in decisions if decided_in[decision.frame] == name)
        for name in PHASES
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
        games=games,
    )


def _part(decisions: Iterable[Decision]) -> Part:
    losses = [decision.loss for decision in decisions]
    return Part(len(losses), round(sum(losses), 4))
