"""Matches whose decisions are graded as a test wishes, stored in the way of a worker."""

from collections.abc import Mapping, Sequence

from zaria.bots.analysis import PHASES, Depth, Part, SideGrades
from zaria.bots.analysis.game_sums import DecisionKind, DecisionSum, FirstTurn, GameSums, fine
from zaria.bots.analysis.phases import FinePhase
from zaria.club.matches.analysis import grades

Losses = Mapping[tuple[FinePhase, DecisionKind], Sequence[float]]
"""The losses of a side's decisions by phase and kind."""


def sums_of(losses: Losses, frame: int = 5) -> tuple[DecisionSum, ...]:
    """The sums of these losses; the dearest of each is shown by `frame`, the next by the frame after it."""
    return tuple(
        DecisionSum(
            *part,
            decisions=len(fine_losses),
            loss=sum(fine_losses),
            squares=sum(loss * loss for loss in fine_losses),
            frame=frame + place if max(fine_losses) else None,
            most=max(fine_losses),
        )
        for place, (part, part_losses) in enumerate(sorted(losses.items()))
        if (fine_losses := [fine(loss) for loss in part_losses])
    )


def side_grades(
    game: str, losses: Losses, luck: float | None = 0.0, first_turns: Sequence[FirstTurn] = ()
) -> SideGrades:
    """The grades of a side that played one game."""
    sums = GameSums(
        game=game,
        luck=None if luck is None else fine(luck),
        result=1,
        adjusted=None if luck is None else fine(1 - luck),
        sums=sums_of(losses),
        first_turns=tuple(first_turns),
    )
    return SideGrades(
        unit="chance" if luck is None else "points",
        rate=None,
        luck=luck,
        turns=Part(),
        cube=Part(),
        phases=dict.fromkeys(PHASES, Part()),
        games=(sums,) if losses else (),
    )


def store_grades(
    match_id: str,
    losses: Losses,
    *,
    side: int = 0,
    game: str = "tabla",
    depth: Depth = "quick",
    luck: float | None = 0.5,
    first_turns: Sequence[FirstTurn] = (),
) -> None:
    """Store the grades of a match in which `side` lost these, and the other side nothing."""
    player = side_grades(game, losses, luck, first_turns)
    opponent = side_grades(game, {("contact", "turn"): [0.0]}, None if luck is None else -luck)
    grades.store(match_id, depth, (player, opponent) if side == 0 else (opponent, player))
