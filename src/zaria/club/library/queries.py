"""Finds the turns that were played in a position, in the matches that a reader may see.

Of each shelf, for each roll, and on squares for the position, the latest `READ` occurrences are read from one
index, so a position that stands in every match costs no more than another.
"""

import heapq
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple, get_args

from django.db.models import QuerySet

from zaria.club.library.models import (
    CLUB_SHELF,
    IMPORT_PREFIX,
    PUBLIC_SHELF,
    StoredPosition,
)
from zaria.club.library.position_blocks import Pattern, ids_of
from zaria.club.library.visibility import (
    Reader,
    replay_address,
    shared_collections,
    visible_imports,
)
from zaria.club.match_search.queries import PublicMatch, played_by, visible_matches
from zaria.club.site.visibility import Visibility

READ = 500
"""Occurrences that are read for one roll, or for a position without rolls."""
READ_OF_EACH = 24
"""Occurrences that are read of each roll, where none is given."""
MOST_TURNS = 12
"""Turns that are listed for a roll."""
MOST_OF_EACH = 3
"""Turns that are listed of each roll, where none is given."""
MOST_MATCHES = 25
MOST_CHUNKS = 6
"""Times `READ` occurrences of a pattern that are looked through."""
MOST_SHARED_SHELVES = 20
"""Members whose shared matches are searched."""
NOBODY = Reader()
Scope = Literal["all", "own", "club", "public"]
"""The matches to search: all that the reader may see, their own, those of this club, or public imports."""
SCOPES: tuple[Scope, ...] = get_args(Scope)
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

    @property
    def address(self) -> str:
        """The address of the turn in the replay of its match."""
        return f"{replay_address(self.match.id)}?at={self.frame}"


class TurnFilter(NamedTuple):
    """The turns to find: by the result of their side's game ("": any), and by what they gave away at least.

    `least_loss` is in thousandths; 0 leaves the turns that no analysis knows.
    """

    result: Literal["", "won", "lost"] = ""
    least_loss: int = 0

    def fits(self, row: Occurrence) -> bool:
        """Return whether a turn is one of these."""
        points = {"": 1, "won": row.points, "lost": -row.points}[self.result]
        return points > 0 and (not self.least_loss or (row.loss or 0) >= self.least_loss)


ANY_TURN = TurnFilter()


class PatternUse(NamedTuple):
    """The turns that were played in positions of a pattern. `cut`: there may be more."""

    places: list[MatchPlace]
    cut: bool


class PositionUse(NamedTuple):
    """All that was played in a position. `cut`: there are more occurrences than were read."""

    times: int
    rolls: list[RollTurns]
    places: list[MatchPlace]
    cut: bool


def find(
    key: int,
    rolls: Sequence[int],
    reader: Reader = NOBODY,
    standing: CubeAndScore | None = None,
    scope: Scope = "all",
    turns: TurnFilter = ANY_TURN,
) -> PositionUse:
    """Find the turns that were played in the position with a key and one of these rolls.

    `standing` leaves only the occurrences with this cube and score, `turns` those that fit, among those that
    are read.
    """
    read = [_read(key, rolls, shelf) for shelf in _shelves(reader, scope)]
    occurrences = [
        row for rows, _cut in read for row in rows if standing in (None, row.standing) and turns.fits(row)
    ]
    matches = _visible(occurrences, reader, scope)
    visible = [row for row in occurrences if row.match_id in matches]
    places = sorted(visible, key=lambda row: (-matches[row.match_id].ended, row.frame))[:MOST_MATCHES]
    return PositionUse(
        len(visible),
        _by_roll(visible, MOST_TURNS if len(rolls) == 1 else MOST_OF_EACH),
        [_place(matches[row.match_id], row) for row in places],
        any(cut for _rows, cut in read),
    )


def find_pattern(
    pattern: Pattern,
    game: str,
    reader: Reader = NOBODY,
    scope: Scope = "all",
    turns: TurnFilter = ANY_TURN,
) -> PatternUse:
    """Find the latest turns that were played in positions of a game that fit a pattern."""
    shelves = _shelves(reader, scope)
    groups = {CLUB_SHELF if shelf == PUBLIC_SHELF else shelf for shelf in shelves}
    ids = heapq.merge(*(ids_of(pattern, game, shelf) for shelf in groups), reverse=True)
    places: list[MatchPlace] = []
    for _chunk in range(MOST_CHUNKS):
        chunk = list(islice(ids, READ))
        stored = StoredPosition.objects.filter(pk__in=chunk, shelf__in=shelves)
        rows = [row for row in _latest(stored.order_by("-id"), READ) if turns.fits(row)]
        matches = _visible(rows, reader, scope)
        places += [_place(matches[row.match_id], row) for row in rows if row.match_id in matches]
        if len(chunk) < READ or len(places) > MOST_MATCHES:
            return PatternUse(places[:MOST_MATCHES], len(places) > MOST_MATCHES)
    return PatternUse(places, cut=True)


def _shelves(reader: Reader, scope: Scope) -> list[int]:
    """The shelves on which matches of a scope stand."""
    imports = [reader.member] if reader.member else []
    shared = _shelves_shared_with(reader) if reader.member and scope == "all" else []
    return {
        "all": [CLUB_SHELF, PUBLIC_SHELF, *imports, *shared],
        "own": [CLUB_SHELF, PUBLIC_SHELF, *imports] if imports else [],
        "club": [CLUB_SHELF],
        "public": [PUBLIC_SHELF],
    }[scope]


def _shelves_shared_with(reader: Reader) -> list[int]:
    """The shelves of members who share a collection that is not public with a reader."""
    owners = shared_collections(reader.member).exclude(visibility=Visibility.PUBLIC).order_by("owner")
    return list(owners.exclude(owner=None).values_list("owner", flat=True).distinct()[:MOST_SHARED_SHELVES])


def _visible(occurrences: Sequence[Occurrence], reader: Reader, scope: Scope) -> Mapping[str, PublicMatch]:
    """The matches of occurrences that a reader may see, of a scope, by their ids."""
    ids = {row.match_id for row in occurrences}
    if not ids:
        return {}
    played = visible_matches(
        {match_id for match_id in ids if not match_id.startswith(IMPORT_PREFIX)}, reader.player
    )
    imported = visible_imports(ids, reader, own_only=scope == "own")
    if scope == "own":
        of_reader = played_by(played, reader.player)
        played = {match_id: match for match_id, match in played.items() if match_id in of_reader}
    return played | imported


def _read(key: int, rolls: Sequence[int], shelf: int) -> tuple[list[Occurrence], bool]:
    """The latest occurrences of a shelf and whether there are more: all together, or else by roll."""
    stored = StoredPosition.objects.filter(key=key, shelf=shelf)
    if len(rolls) > 1:
        rows = _latest(stored.order_by("dice", "id"), READ)
        if len(rows) < READ:
            return rows, False
    most = READ if len(rolls) == 1 else READ_OF_EACH
    latest = [_latest(stored.filter(dice=dice).order_by("-id"), most) for dice in rolls]
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
