"""The points of a finished game, and the least points of an unfinished one."""

from collections.abc import Sequence
from typing import NamedTuple

from zaria.games.protocols import Outcome
from zaria.games.tables.board import BAR, HOME, OFF, Side
from zaria.games.tables.options import TablesOptions

DRAW = Outcome(None, 1, "draw")
"""Both bore off their last checkers in equal turns."""

TIE = Outcome(None, 0, "draw")
"""Both mothers are pinned where that ends the game: nobody scores."""
MOTHER = (2, "mars")
"""The points and kind of a win by the pinned mother of the other side."""

_KINDS = ("single", "mars", "koks")
_OUTSIDE = range(HOME + 1, BAR + 1)
_START = range(19, BAR + 1)
"""The quarter where the opposed opponent is at home, and the bar."""
_START_OR_HOME = range(13, BAR + 1)
"""The quarter of the start and the one where the opponent who runs the same way round is at home."""
_LONGEST_STEP = 6
_NO_END = 10**6


class Chances(NamedTuple):
    """The turns that the side behind may still play: see `unavoidable`.

    Is it on roll; has it the last turn though the other has finished (paritet); moves before its own roll.
    """

    on_roll: bool
    last_turn: bool = False
    moves_first: int = 0


def classes(options: TablesOptions) -> tuple[tuple[int, str], ...]:
    """The wins there are, as points and kind, the least first."""
    if options.scoring == "nardy":
        return (1, "single"), (2, "mars"), (options.home_mars, "home_mars")
    worth = [1]
    if options.mars:
        worth.append(2)
    if options.koks and options.scoring != "tabla12":
        worth.append(3)
    return tuple((points, _KINDS[points - 1]) for points in worth)


def outcome(options: TablesOptions, winner: int, behind: Sequence[int]) -> Outcome:
    """The winner's result when one side has all off and the other's checkers (own numbers) are `behind`.

    * tabla: 1 with a checker borne off, else 3 with one on the bar or in the other's home, else 2;
    * tabla12: 1 with a checker borne off, else 2;
    * tapa: 3 with a checker in the other's home, else 2 with one outside its own, else 1;
    * gulbara: 3 with a checker in its first quarter or in the other's home, else as tapa;
    * nardy: 1 with a checker borne off, else 2 with one outside its home, else the points of home mars;
    * fivestars: 3 with a checker in its first quarter or on the bar, else 2 with one outside its home, else
      1; a class that was not agreed on falls to the one below.
    """
    outside, deep = _any(behind, _OUTSIDE), _any(behind, _deep(options))
    if options.scoring == "nardy" and not behind[OFF] and not outside:
        return Outcome(winner, options.home_mars, "home_mars")
    points = _points(options, off=behind[OFF] > 0, outside=outside, deep=deep)
    return Outcome(winner, points, _KINDS[points - 1])


def _points(options: TablesOptions, *, off: bool, outside: bool, deep: bool) -> int:
    """The points, by whether the side behind has a checker off, outside its home, at the far end."""
    if options.scoring in _BY_PLACE:
        return 3 if deep and options.koks else 2 if outside and options.mars else 1
    if off:
        return 1
    return 3 if deep and options.scoring == "tabla" else 2


_BY_PLACE = ("tapa", "gulbara", "fivestars")
"""Scorings that do not ask for checkers borne off."""


def _deep(options: TablesOptions) -> range:
    return _START_OR_HOME if options.scoring == "gulbara" else _START


def unsettled(options: TablesOptions, behind: Side, ahead: Side) -> bool:
    """Cheap pre-check for `unavoidable`: return True if nothing but a single game can be proved yet.

    Proved is only what holds for all dice to come: all of `ahead` must be home, none pinned, and the checkers
    past each other. Nor does it cost more where `behind` has one off or, in games scored by place, all home.
    """
    _, pins, _, front = ahead
    checkers, _, _, rear = behind
    if front > HOME or pins or _contact(options, rear, front):
        return True
    return rear <= HOME if options.scoring in _BY_PLACE else checkers[OFF] > 0


def unavoidable(options: TablesOptions, behind: Side, ahead: Side, chances: Chances) -> int:
    """The least points of the game if `ahead` bears all off first, where that is not `unsettled`.

    `ahead` plays every die and needs at most as many turns as there are pairs of pips, for each die takes a
    pip at least; the other makes at best so many moves, each by six, in each of the turns that this leaves.
    """
    checkers, pips = behind[0], ahead[2]
    turns = -(-pips // 2) - (0 if chances.on_roll else 1)
    steps = chances.moves_first + (max(turns, 0) + chances.last_turn) * _moves_a_turn(options)
    far = _deep(options)
    out_of_home = _steps_out(checkers, _OUTSIDE)
    far_left = _steps_out(checkers, far) > steps
    if options.scoring == "nardy" and out_of_home + 1 > steps:
        return 2 if out_of_home > 0 else options.home_mars
    return _points(
        options, off=checkers[OFF] > 0 or out_of_home + 1 <= steps, outside=out_of_home > steps, deep=far_left
    )


def _moves_a_turn(options: TablesOptions) -> int:
    """The most moves a turn may have, the other side having left none."""
    if options.roll_again:
        return _NO_END
    return 6 * options.ladder if options.doublets == "ladder" else 4


def _steps_out(side: Sequence[int], points: range) -> int:
    """The fewest moves that take all checkers from these points, which are the highest ones."""
    last = points.start - 1
    return sum(side[point] * -(-(point - last) // _LONGEST_STEP) for point in points if side[point] > 0)


def _contact(options: TablesOptions, rear: int, front: int) -> bool:
    """May checkers of the side behind still stand in the way of the other's, which are all home?

    These are the rearmost points of either side.
    """
    if options.direction == "parallel":
        return rear > 12 and front > 1
    return rear + front > BAR


def _any(side: Sequence[int], points: range) -> bool:
    return any(side[points.start : points.stop])
