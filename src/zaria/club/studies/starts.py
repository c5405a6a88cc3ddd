"""The positions from which chapters begin: what a member pastes, and positions of other pages."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from zaria import games
from zaria.club.matches.replay.dice_frames import shows_cube
from zaria.club.matches.replay.positions import ParsedPosition, parse_position
from zaria.games.protocols import Option
from zaria.match.terms import LONGEST
from zaria.studies.chapter import ChapterTree, Start
from zaria.studies.from_match import start_at


def chapter_at(game: str, text: str, side: int, title: str) -> ChapterTree:
    """Return a chapter that begins from a pasted position ("": the start); raises `InvalidPositionError`."""
    parsed = parse_position(games.get(game), text, side)
    turned = parsed.standing is not None and parsed.standing.cube > 1
    cube = games.get(game).cube and (turned or shows_cube(game))
    return ChapterTree(start_of(game, {}, parsed, cube=cube), title)


def start_of(game: str, options: Mapping[str, Option], parsed: ParsedPosition, *, cube: bool) -> Start:
    """Return the start of a chapter at a position of a page, with the cube and the score it is shown with."""
    frame, standing = parsed.frame, parsed.standing
    fields: dict[str, Any] = {"game": game, "cube": cube}
    if cube:
        fields |= {"cube_value": frame.cube.value, "cube_owner": frame.cube.owner, "offers": frame.proposed}
    if standing is not None and 0 < standing.length <= LONGEST and max(frame.score) < standing.length:
        fields |= {"length": standing.length, "score": frame.score, "crawford": frame.crawford}
    return replace(start_at(parsed.position, options), **fields)
