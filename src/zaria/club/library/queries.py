"""Finds the turns that were played in a position, in the matches that a reader may see.

For each roll, and on squares for the position, the latest `READ` occurrences are read from one index, so a
position that stands in every match costs no more than another.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from zaria.club.library.models import StoredPosition
from zaria.club.match_search.queries import PublicMatch, visible_matches

READ = 500
"""Occurrences that are read for one roll, or for a position without rolls."""
READ_OF_EACH = 24
"""Occurrences that are read of each roll, where none is given."""
MOST_TURNS = 12
"""Turns that are listed for a roll."""
MOST_OF_EACH = 3
"""Turns that are listed of each roll, where none is given."""
MOST_MATCHES = 25
ROLLS = tuple(10 * high + low for high in range(6, 0, -1) for low in range(high, 0, -1))


_COLUMNS = (
    *("dice", "text", "points", "loss", "frame", "side"),
    *("cube", "own_away", "opponent_away", "match__match_id"),
)


class Occurrence(NamedTuple):
    """A position in a match: the columns of `StoredPosition`, and the match's id."""

    dice: int
    text: str
    points: int
    loss: int | None
    frame: int
    side: int
    cube: int
    own_away: int
    opponent_away: int
    match_id: str

    @property
    def standing(self) -> "CubeAndScore":
        """The cube and the score."""
        return CubeAndScore(self.cube, self.own_away, self.opponent_away)


class CubeAndScore(NamedTuple):
    """The cube and the score of a position, for the side that is to move, as `StoredPosition` has them."""

    cube: int
    own_away: int
    opponent_away: int


class TurnCount(NamedTuple):
    """The number of times that a turn was played, and of these games the number that its side won.

    `loss` is the mean of what it gave away, in thousandths, None if no analysis knows it.
    """

    text: str
    times: int
    won: int
    loss: float | None

    @property
    def mean_loss(self) -> float:
        """The mean loss in points or chances; 0 if no analysis knows it."""
        return (self.loss or 0) / 1000

    @property
    def mean_loss_percent(self) -> float:
        """The same in per cent."""
        return (self.loss or 0) / 10

    @property
    def share_won(self) -> float:
        """The games won, in per cent."""
        return 100 * self.won / self.times


class RollTurns(NamedTuple):
    """The turns of a roll, the most frequent first; `dice` is a number of two digits, 0 on squares."""

    dice: int
    times: int
    turns: list[TurnCount]

    @property
    def name(self) -> str:
        """The roll as players write it, "" on squares."""
        return f"{self.dice // 10}-{self.dice % 10}" if self.dice else ""


class MatchPlace(NamedTuple):
    """A match in which the position stood: the frame that shows the turn, and the side that played it."""

    match: PublicMatch
    frame: int
    side: int
    dice: str
    text: str


class PositionUse(NamedTuple):
    """All that was played in a position. `cut`: there are more occurrences than were read."""

    times: int
    rolls: list[RollTurns]
    places: list[MatchPlace]
    cut: bool


def find(
    key: int, rolls: Sequence[int], reader: str = "", standing: CubeAndScore | None = None
) -> PositionUse:
    """Find the turns that were played in the position with a key and one of these rolls.

    `reader` is the player who sees them. `standing` leaves only the occurrences with this cube and score,
    among those that are read.
    """
    rows, cut = _read(key, rolls)
    occurrences = [row for row in rows if standing in (None, row.standing)]
    matches = visible_matches({row.match_id for row in occurrences}, reader) if occurrences else {}
    visible = [row for row in occurrences if row.match_id in matches]
    places = sorted(visible, key=lambda row: (-matches[row.match_id].ended, row.frame))[:MOST_MATCHES]
    return PositionUse(
        len(visible),
        _by_roll(visible, MOST_TURNS if len(rolls) == 1 else MOST_OF_EACH),
        [_place(matches[row.match_id], row) for row in places],
        cut,
    )


def _read(key: int, rolls: Sequence[int]) -> tuple[list[Occurrence], bool]:
    """The latest occurrences and whether there are more: all together, or else those of each roll."""
    if len(rolls) > 1:
        rows = _latest(StoredPosition.objects.filter(key=key).order_by("dice", "id"), READ)
        if len(rows) < READ:
            return rows, False
    most = READ if len(rolls) == 1 else READ_OF_EACH
    latest = [
        _latest(StoredPosition.objects.filter(key=key, dice=dice).order_by("-id"), most) for dice in rolls
    ]
    return [row for rows in latest for row in rows], any(len(rows) == most for rows in latest)


def _latest(rows: QuerySet[StoredPosition], most: int) -> list[Occurrence]:
    return [Occurrence(*row) for row in rows.values_list(*_COLUMNS)[:most]]


def _by_roll(rows: Sequence[Occurrence], most: int) -> list[RollTurns]:
    by_roll: dict[int, dict[str, list[Occurrence]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        by_roll[row.dice][row.text].append(row)
    return [
        RollTurns(
            dice,
            sum(map(len, turns.values())),
            sorted((_count(text, same) for text, same in turns.items()), key=_by_count)[:most],
        )
        for dice, turns in sorted(by_roll.items(), reverse=True)
    ]


def _by_count(turn: TurnCount) -> tuple[int, str]:
    return -turn.times, turn.text


def _count(text: str, rows: Sequence[Occurrence]) -> TurnCount:
    losses = [row.loss for row in rows if row.loss is not None]
    won = sum(row.points > 0 for row in rows)
    return TurnCount(text, len(rows), won, sum(losses) / len(losses) if losses else None)


def _place(match: PublicMatch, row: Occurrence) -> MatchPlace:
    return MatchPlace(match, row.frame, row.side, RollTurns(row.dice, 0, []).name, row.text)
