"""XGID, the position line of eXtreme Gammon:

    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10

26 characters of checkers (O's bar, X's points 1 to 24, X's bar; capitals are X's), then the cube as a power
of two, its owner and the side on roll (1 X, -1 O, 0 nobody), the dice (`00` not rolled, `D` doubled, `B`
beavered, `R` raccooned), X's score, O's score, the Crawford game (in a single game: 1 Jacoby, 2 beavers, 3
both), the length, and the highest cube as a power of two. X is side 1.
"""

import re

from zaria.games.protocols import InvalidPositionError
from zaria.games.tables import position_ids
from zaria.records.position_ids.match_position import NO_DICE, MatchPosition, filled, log2

_XGID = re.compile(
    r"(?:XGID=)?([-A-Oa-o]{26}):(\d{1,2}):(-1|0|1):(-1|1):(00|[1-6][1-6]|[DBR])"
    r":(\d{1,5}):(\d{1,5}):(\d{1,2}):(\d{1,5})(?::(\d{1,2}))?",
    re.ASCII,
)
_MOST = 10
_OWNERS = {None: 0, 1: 1, 0: -1}


def write(standing: MatchPosition) -> str:
    """Write an XGID; raises `InvalidPositionError` where it cannot express the position."""
    if standing.offered == "resign":
        raise InvalidPositionError("an XGID knows no resignation")
    dice = "D" if standing.offered == "double" else f"{max(standing.dice)}{min(standing.dice)}"
    alone = standing.jacoby + 2 * standing.beavers
    fields = (
        board(standing),
        log2(standing.cube),
        _OWNERS[standing.owner],
        1 if standing.turn else -1,
        dice,
        standing.score[1],
        standing.score[0],
        int(standing.crawford) if standing.length else alone,
        standing.length,
        _MOST,
    )
    return "XGID=" + ":".join(map(str, fields))


def board(standing: MatchPosition) -> str:
    """The 26 characters of the board."""
    upper, lower = standing.checkers[1], standing.checkers[0]
    cells = [upper[point] - (lower[25 - point] if 0 < point < 25 else 0) for point in range(26)]
    cells[0], cells[25] = -lower[25], upper[25]
    return position_ids.xgid(tuple(cells))


def read(text: str) -> MatchPosition:
    """Parse an XGID; raises `InvalidPositionError`."""
    match = _XGID.fullmatch(text)
    if match is None:
        raise InvalidPositionError(f"not an XGID: {text[:80]!r}")
    cube, length, rule = int(match[2]), int(match[9]), int(match[8])
    if cube > 6 or rule > (1 if length else 3):
        raise InvalidPositionError(f"not an XGID: {text[:80]!r}")
    if match[5] in "BR":
        raise InvalidPositionError("an offer that answers an offer is not read")
    rolled = match[5] not in ("00", "D")
    dice = (int(match[5][0]), int(match[5][1])) if rolled else NO_DICE
    owner = int(match[3])
    upper, lower = map(filled, position_ids.read_xgid(match[1]))
    return MatchPosition(
        checkers=(lower, upper),
        turn=int(match[4] == "1"),
        dice=dice,
        cube=1 << cube,
        owner=None if owner == 0 else int(owner == 1),
        offered="double" if match[5] == "D" else "",
        score=(int(match[7]), int(match[6])),
        length=length,
        crawford=bool(length and rule),
        jacoby=bool(not length and rule & 1),
        beavers=bool(not length and rule & 2),
    )
