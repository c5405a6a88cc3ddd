"""Cube efficiency of a position: 0 if it will never be turned again, 1 if always at the best moment.

Compiled with `efficiency.pxd`.

The figures for contact and for long races are the usual ones; those for the last rolls were fitted to exact
solutions (docs/explanation/doubling.md).
"""

from zaria.games.protocols import Position

CONTACT = 0.68
"""While the sides can still meet: swings are large, and good moments to turn the cube are missed."""

_SHORT_RACE, _LONG_RACE = 0.6, 0.7
_EACH_PIP = 0.1 / 80
_SHORT = 40

_LAST = 0.2
_EACH_ROLL = 0.1


def of(position: Position) -> float:
    """The efficiency of a cube in this position, whose side on turn is to roll."""
    if not position.game.contact.shares_road or not position.is_race():
        return CONTACT  # in indiyka even the last checker takes three turns, and any may be the last
    player, opponent = position.turn, 1 - position.turn
    return of_race(
        position.pips(player),
        sum(position.counts(player)[1:]),
        position.pips(opponent),
        sum(position.counts(opponent)[1:]),
    )


def of_race(pips: int, checkers: int, opponent_pips: int, opponent_checkers: int) -> float:
    """The efficiency in a race, by the pips and checkers that both sides have left; the first is to roll."""
    if rolls_to_go(opponent_pips, opponent_checkers) <= 1.1:
        return 0.0  # The other side will finish in its next turn: nobody will double again.
    long = _SHORT_RACE + _EACH_PIP * (pips - _SHORT)
    near = _LAST + _EACH_ROLL * (rolls_to_go(pips, checkers) - 1)
    return min(near, max(_SHORT_RACE, min(_LONG_RACE, long)))


def rolls_to_go(pips: int, checkers: int) -> float:
    """About how many rolls a side still needs (fitted for up to four checkers at home)."""
    return max(1.0, max(0.54 * checkers, 0.8 + pips / 8.0))
