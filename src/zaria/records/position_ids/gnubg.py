"""GNU Backgammon's IDs: 14 characters for the checkers, 12 for the match around them, a colon between.

A Position ID is 80 bits in base64: for each side, first the one that is not on roll, for its points 1 to 24
and the bar, a one for every checker and then a zero. A Match ID is 66 bits (newer: 67), the fields of
`_FIELDS` one after another, each from its lowest bit; the bits fill bytes from the lowest. From
`positionid.c` and `matchid.c`.
"""

import re
from typing import Literal

from zaria.games.protocols import InvalidPositionError
from zaria.games.tables import position_ids
from zaria.records.position_ids.match_position import NO_DICE, MatchPosition, filled, log2

_ID = re.compile(r"([A-Za-z0-9+/]{14})(?::([A-Za-z0-9+/]{12}))?", re.ASCII)
_FIELDS = (
    ("cube", 4),
    ("owner", 2),
    ("roller", 1),
    ("crawford", 1),
    ("state", 3),
    ("turn", 1),
    ("doubled", 1),
    ("resigned", 2),
    ("die1", 3),
    ("die2", 3),
    ("length", 15),
    ("score0", 15),
    ("score1", 15),
    ("no_jacoby", 1),
)
_CENTRED = 3
_PLAYING, _OVER = 1, 2


def write(standing: MatchPosition) -> str:
    """Write Position ID and Match ID; raises `InvalidPositionError` where they cannot express it."""
    return f"{position_id(standing)}:{match_id(standing)}"


def read(text: str) -> MatchPosition:
    """Parse an ID; a Position ID alone is a single game with side 1 on roll.

    Raises `InvalidPositionError`.
    """
    match = _ID.fullmatch(text)
    if match is None:
        raise InvalidPositionError(f"not a gnubg ID: {text[:40]!r}")
    around = _read_match(match[2]) if match[2] else MatchPosition(((), ()))
    own_checkers, other_checkers = map(filled, position_ids.read_gnubg(match[1]))
    return around._replace(
        checkers=(own_checkers, other_checkers) if around.turn == 0 else (other_checkers, own_checkers)
    )


def position_id(standing: MatchPosition) -> str:
    """The Position ID: the checkers alone."""
    own_checkers, other_checkers = standing.checkers[standing.turn], standing.checkers[1 - standing.turn]
    return position_ids.gnubg_id(own_checkers, other_checkers)


def match_id(standing: MatchPosition) -> str:
    """The Match ID: score, cube, dice and offers."""
    values = {
        "cube": log2(standing.cube),
        "owner": _CENTRED if standing.owner is None else standing.owner,
        "roller": standing.turn,
        "crawford": int(standing.crawford),
        "state": _OVER if standing.over else _PLAYING,
        "turn": standing.turn ^ (standing.offered != ""),
        "doubled": int(standing.offered == "double"),
        "resigned": standing.resigned if standing.offered == "resign" else 0,
        "die1": standing.dice[0],
        "die2": standing.dice[1],
        "length": standing.length,
        "score0": standing.score[0],
        "score1": standing.score[1],
        "no_jacoby": int(not standing.jacoby),
    }
    bits = at = 0
    for name, width in _FIELDS:
        if values[name] >> width:
            raise InvalidPositionError(f"{name} is too large for a Match ID: {values[name]}")
        bits |= values[name] << at
        at += width
    return position_ids.encoded(bits, 9)


def _read_match(text: str) -> MatchPosition:
    bits = position_ids.decoded(text)
    fields = {}
    for name, width in _FIELDS:
        fields[name] = bits & ((1 << width) - 1)
        bits >>= width
    dice = fields["die1"], fields["die2"]
    if bits or fields["owner"] == 2 or max(dice) > 6 or fields["cube"] > 6:
        raise InvalidPositionError(f"not a Match ID: {text!r}")
    if dice != NO_DICE and 0 in dice:
        raise InvalidPositionError(f"a Match ID with one die: {text!r}")
    offered: Literal["", "double", "resign"] = (
        "double" if fields["doubled"] else "resign" if fields["resigned"] else ""
    )
    return MatchPosition(
        checkers=((), ()),
        turn=fields["roller"],
        dice=NO_DICE if offered else dice,
        cube=1 << fields["cube"],
        owner=None if fields["owner"] == _CENTRED else fields["owner"],
        offered=offered,
        resigned=fields["resigned"],
        score=(fields["score0"], fields["score1"]),
        length=fields["length"],
        crawford=bool(fields["crawford"]),
        jacoby=fields["length"] == 0 and not fields["no_jacoby"],
        over=fields["state"] >= _OVER,
    )
