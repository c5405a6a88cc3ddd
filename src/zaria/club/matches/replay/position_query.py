"""A position by the query of its address."""

from typing import NamedTuple

from django.http import Http404, QueryDict

from zaria import games
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.replay.dice_frames import CUBE_SHOWN, shows_cube
from zaria.club.matches.replay.positions import ParsedPosition, parse_options, parse_position
from zaria.games.protocols import InvalidOptionsError, InvalidPositionError, Option


class PositionQuery(NamedTuple):
    """A position by the query of its address; the start of the game if it is `wrong`."""

    text: str
    options: dict[str, Option]
    parsed: ParsedPosition
    near: int
    cube: bool
    wrong: str


def read_position(fields: QueryDict, game: str) -> PositionQuery:
    """Read the query of a position; raises `Http404` for an unknown game."""
    if game not in TITLES:
        raise Http404
    text, side = fields.get("p", "").strip(), fields.get("side") == "1"
    options: dict[str, Option] = {}
    try:
        options = parse_options(game, fields.getlist("set"))
        parsed = parse_position(games.get(game, **options), text, int(side))
        wrong = ""
    except (InvalidPositionError, InvalidOptionsError) as error:
        options, parsed, wrong = {}, parse_position(games.get(game), "", 0), str(error)
    near = fields.get("near", "")
    return PositionQuery(
        text,
        options,
        parsed,
        int(near) if near in ("0", "1") else parsed.near,
        _shows_cube(game, parsed, fields.get("cube", "")),
        wrong,
    )


def _shows_cube(game: str, parsed: ParsedPosition, wanted: str) -> bool:
    """Return whether there is a cube: as the address asks (`wanted`), or as the position's notation tells."""
    turned = parsed.standing is not None and parsed.standing.cube > 1
    return games.get(game).cube and CUBE_SHOWN.get(wanted, turned or shows_cube(game))
