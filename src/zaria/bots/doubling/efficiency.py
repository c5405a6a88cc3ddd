"""Cube efficiency of a position: 0 if it will never be turned again, 1 if always at the best moment.

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
    if _rolls(position, opponent) <= 1.1:
        return 0.0  # The other side will finish in its next turn: nobody will double again.
    long = _SHORT_RACE + _EACH_PIP * (position.pips(player) - _SHORT)
    near = _LAST + _EACH_ROLL * (_rolls(position, player) - 1)
    return min(near, max(_SHORT_RACE, min(_LONG_RACE, long)))


def _rolls(position: Position, side: int) -> float:
    """About how many rolls the side still needs (fitted for up to four checkers at home)."""
    checkers = sum(position.counts(side)[1:])
    return max(1.0, 0.54 * checkers, 0.8 + position.pips(side) / 8)
