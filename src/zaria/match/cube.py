"""When the doubling cube may be turned (anafeds rules)."""

from zaria.match.match import Match

LIMIT = 64
"""The highest value of the cube."""


def objection(match: Match) -> str | None:
    """Why the side on turn may not double now (a refusal code), or None if it may.

    A player doubles on his turn, before he rolls, while the cube is his or nobody's and shows less
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
    if match.cube.value >= LIMIT:
        return "cube_max"
    return None
