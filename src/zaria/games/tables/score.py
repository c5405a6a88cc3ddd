"""What a finished game is worth, and what an unfinished one must at least cost."""

from collections.abc import Sequence

from zaria.games.game import Outcome
from zaria.games.tables.board import BAR, OFF
from zaria.games.tables.options import TablesOptions

_OUTSIDE = range(7, BAR + 1)
_START = range(19, BAR + 1)
"""The quarter where the opposed opponent is at home, and the bar."""
_STEPS_A_TURN = 4
_LONGEST_STEP = 6


def outcome(options: TablesOptions, winner: int, loser: Sequence[int]) -> Outcome:
    """The result when `winner` has all off and the other side's checkers (0 to 25, own numbers) are `loser`.

    * tabla (anafeds): 1 with a checker borne off, else 3 with one on the bar or in the winner's home, else 2;
    * tapa (anafeds): 3 with a checker in the winner's home, else 2 with one outside his own, else 1;
    * nardy: 1 with a checker borne off, else 2 with one outside his home, else the points of home mars.
    """
    outside, deep = _any(loser, _OUTSIDE), _any(loser, _START)
    if options.scoring == "tapa":
        points = 3 if deep else 2 if outside else 1
    elif loser[OFF] > 0:
        points = 1
    elif options.scoring == "nardy":
        return Outcome(winner, 2, "mars") if outside else Outcome(winner, options.home_mars, "home_mars")
    else:
        points = 3 if deep else 2
    return Outcome(winner, points, ("single", "mars", "koks")[points - 1])


def unavoidable(
    options: TablesOptions, loser: Sequence[int], winner: Sequence[int], loser_on_roll: bool
) -> int:
    """The least points the loser is bound to lose if he loses; 1 when more cannot be proved.

    Proved is only what holds for all dice to come. When the winner is home and the checkers are past each
    other he needs at most as many turns as there are pairs of pips, for each die takes a pip at least, and
    the loser moves at best four checkers by six in each of the turns that leaves him. The winner must have no
    pinned checker.
    """
    if _any(winner, _OUTSIDE) or _contact(options, loser, winner):
        return 1
    turns = -(-_pips(winner) // 2) - (0 if loser_on_roll else 1)
    steps = max(turns, 0) * _STEPS_A_TURN
    to_home = sum(men * -(-(point - 6) // _LONGEST_STEP) for point, men in _on(loser, _OUTSIDE))
    out_of_start = sum(men * -(-(point - 18) // _LONGEST_STEP) for point, men in _on(loser, _START))
    if options.scoring == "tapa":
        return 3 if out_of_start > steps else 2 if to_home > steps else 1
    if loser[OFF] > 0 or to_home + 1 <= steps:
        return 1
    if options.scoring == "nardy":
        return 2 if to_home > 0 else options.home_mars
    return 3 if out_of_start > steps else 2


def _contact(options: TablesOptions, loser: Sequence[int], winner: Sequence[int]) -> bool:
    """May the loser's checkers still stand in the way of the winner's, all of whom are home?"""
    rear = _rearmost(loser)
    if options.direction == "parallel":
        return rear > 12
    return rear + _rearmost(winner) > BAR


def _rearmost(side: Sequence[int]) -> int:
    """The point of the last checker, 0 when all are off."""
    return next((point for point in range(BAR, OFF, -1) if side[point] > 0), OFF)


def _on(side: Sequence[int], points: range) -> list[tuple[int, int]]:
    return [(point, side[point]) for point in points if side[point] > 0]


def _any(side: Sequence[int], points: range) -> bool:
    return any(side[points.start : points.stop])


def _pips(side: Sequence[int]) -> int:
    return sum(point * men for point, men in enumerate(side))
