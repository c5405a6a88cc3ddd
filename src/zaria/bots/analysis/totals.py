"""Totals of a player's decisions and rolls."""

import math
from collections.abc import Iterable, Sequence

from zaria.bots.analysis.marks import SCALE
from zaria.bots.analysis.shape import Decision, PlayerTotals, Tally, Unit
from zaria.match.scoring import points_needed


def counted(points: int, winner: int, score: tuple[int, int], length: int) -> int:
    """Return the points that a game adds to a match of this length, `score` being that before the game.

    No more than the winner still needed, for losses and luck are measured so, too. All of them count where it
    is played for points (length 0).
    """
    return min(points, points_needed(score, winner, length)) if length else points


def useful(score: tuple[int, int], length: int) -> float:
    """The cube's value as far as it counts: no more than a side still needs at that score."""
    return max(points_needed(score, side, length) for side in (0, 1)) if length else math.inf


def accounts(
    unit: Unit,
    decisions: Sequence[Decision],
    lucks: tuple[float, float],
    results: tuple[int, int],
    earned: float,
) -> tuple[PlayerTotals, PlayerTotals]:
    """The accounts of both players, from their luck and the points that each has won and that counted.

    `earned` is what those points were worth to side 0.
    """
    first, second = (
        _account(
            unit,
            [decision for decision in decisions if decision.side == side],
            results[side] - results[1 - side],
            (lucks[side], lucks[1 - side]) if unit == "points" else None,
            -earned if side else earned,
        )
        for side in (0, 1)
    )
    return first, second


def _account(
    unit: Unit, decisions: list[Decision], result: int, lucks: tuple[float, float] | None, earned: float
) -> PlayerTotals:
    total = _tally(decisions)
    return PlayerTotals(
        turns=_tally(decision for decision in decisions if decision.kind == "turn"),
        cube=_tally(decision for decision in decisions if decision.kind != "turn"),
        total=total,
        rate=round(SCALE[unit] * total.loss / total.decisions, 2) if total.decisions else None,
        luck=None if lucks is None else round(lucks[0], 4),
        result=result,
        adjusted=None if lucks is None else round(earned - lucks[0] + lucks[1], 4),
    )


def _tally(decisions: Iterable[Decision]) -> Tally:
    counted = [decision for decision in decisions if decision.counted]
    return Tally(
        decisions=len(counted),
        loss=round(sum(decision.loss for decision in counted), 4),
        inaccuracies=sum(decision.mark == "inaccuracy" for decision in counted),
        errors=sum(decision.mark == "error" for decision in counted),
        blunders=sum(decision.mark == "blunder" for decision in counted),
    )
