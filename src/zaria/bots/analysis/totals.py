"""What the decisions and rolls of a player amount to."""

from collections.abc import Iterable, Sequence

from zaria.bots.analysis.marks import SCALE
from zaria.bots.analysis.shape import Account, Decision, Roll, Tally, Unit


def counted(points: int, winner: int, score: tuple[int, int], length: int) -> int:
    """What a game of so many `points` adds to a match of this length, `score` being that before the game.

    No more than the winner still needed, for losses and luck are measured so, too. Whoever has as much as the
    other after draws needs one point at least. All of them count where it is played for points (length 0).
    """
    return min(points, max(length, score[1 - winner] + 1) - score[winner]) if length else points


def accounts(
    unit: Unit, decisions: Sequence[Decision], rolls: Sequence[Roll], results: tuple[int, int]
) -> tuple[Account, Account]:
    """The accounts of both players; `results` are the points that each has won and that counted."""
    lucks = [sum(roll.luck * roll.cube for roll in rolls if roll.side == side) for side in (0, 1)]
    one, two = (
        _account(
            unit,
            [decision for decision in decisions if decision.side == side],
            results[side] - results[1 - side],
            (lucks[side], lucks[1 - side]) if unit == "points" else None,
        )
        for side in (0, 1)
    )
    return one, two


def _account(unit: Unit, own: list[Decision], result: int, lucks: tuple[float, float] | None) -> Account:
    total = _tally(own)
    return Account(
        turns=_tally(decision for decision in own if decision.kind == "turn"),
        cube=_tally(decision for decision in own if decision.kind != "turn"),
        total=total,
        rate=round(SCALE[unit] * total.loss / total.decisions, 2) if total.decisions else None,
        luck=None if lucks is None else round(lucks[0], 4),
        result=result,
        adjusted=None if lucks is None else round(result - lucks[0] + lucks[1], 4),
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
