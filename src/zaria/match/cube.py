"""Rules of the doubling cube: doubles, beavers, raccoons, raises by one.

A double may be answered by a beaver and that by a raccoon; each is an offer of its own, which can be taken
or declined. The side doubled first keeps the cube (anafeds and nardy rules).
"""

from zaria.match.match import Match

LIMIT = 64
"""The highest value of the cube."""


def raised(match: Match) -> int:
    """The value that the next offer of the cube would have."""
    value = match.proposed[-1] if match.proposed else match.cube.value
    return value * 2 if match.terms.raises == "double" else value + 1


def at_stake(match: Match) -> int:
    """The value that declining the last offer loses: that before the offer."""
    return match.proposed[-2] if len(match.proposed) > 1 else match.cube.value


def objection(match: Match) -> str | None:
    """Return the refusal code of a double by the side on turn, or None if it may double.

    A side doubles on its turn, before it rolls, while the cube is its own or nobody's and shows less
    than 64. Not in the Crawford game, and not before the first roll of a match's later games.
    """
    if not match.terms.cube:
        return "no_cube"
    if match.phase != "roll":
        return "not_now"
    if match.crawford:
        return "crawford"
    if match.game_no > 1 and match.fresh:
        return "cube_too_early"
    if match.cube.owner not in (None, match.turn):
        return "cube_not_yours"
    return _too_high(match)


def beaver_objection(match: Match) -> str | None:
    """Return the refusal code of a beaver by the doubled side, or None if it may beaver."""
    if match.phase != "double" or len(match.proposed) != 1:
        return "not_now"
    return _too_high(match) if match.terms.beaver else "no_beaver"


def raccoon_objection(match: Match) -> str | None:
    """Return the refusal code of a raccoon by the beavered side, or None if it may answer with one."""
    if match.phase != "double" or len(match.proposed) != 2:
        return "not_now"
    return _too_high(match) if match.terms.raccoon else "no_raccoon"


def can_counter(match: Match) -> bool:
    """Return whether the side to act may answer with one more offer: a beaver or a raccoon."""
    return beaver_objection(match) is None or raccoon_objection(match) is None


def _too_high(match: Match) -> str | None:
    return "cube_max" if raised(match) > LIMIT else None
