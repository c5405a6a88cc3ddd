"""Lists: a player's matches, filtered, each with its change of the rating; pages of any list."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from heapq import merge
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from django.db.models import Q
from django.utils.formats import number_format

from zaria.club.ledger.match_credits import MatchCredits, match_credits
from zaria.club.ledger.subjects import TOURNAMENT, Subject, find_subjects
from zaria.club.ratings.models import OVERALL, Change
from zaria.club.statistics import player_matches
from zaria.club.statistics.match_keys import MatchKey
from zaria.club.statistics.player_matches import Match
from zaria.match.rating_keys import rating_key

PAGE = 25
"""Entries of a page."""
CHUNK = 500
"""Matches that are read at once for a file."""

Entry = TypeVar("Entry")


class RatingDelta(NamedTuple):
    """A rating before and after a match."""

    before: Decimal
    after: Decimal

    @property
    def by(self) -> Decimal:
        """Change of the rating."""
        return self.after - self.before


class MatchRow(NamedTuple):
    """A match with its changes of two ratings: in its game, and over all games.

    `tournament` is the one that it belongs to, where the reader may open it; `credits` what it brought.
    """

    match: Match
    rating: RatingDelta | None = None
    overall: RatingDelta | None = None
    tournament: Subject | None = None
    credits: MatchCredits | None = None


class Page(NamedTuple, Generic[Entry]):
    """A page of a list, from 1. `earlier` and `further`: the addresses of those beside it, "" for none."""

    entries: Sequence[Entry]
    number: int
    pages: int
    total: int
    earlier: str = ""
    further: str = ""


def signed(change: Decimal) -> str:
    """Change of a rating to a tenth, with its sign."""
    tenths = round(change, 1)
    sign = "+" if tenths > 0 else "−" if tenths < 0 else "±"
    return f"{sign}{number_format(abs(tenths), 1)}"


def paginate(
    total: int, number: int, address: Callable[[int], str], entries: Callable[[slice], Sequence[Entry]]
) -> Page[Entry]:
    """The page `number` of a list, or its last; `entries` reads a part of it."""
    pages = max(1, -(-total // PAGE))
    number = min(number, pages)
    return Page(
        entries=entries(slice((number - 1) * PAGE, number * PAGE)) if total else [],
        number=number,
        pages=pages,
        total=total,
        earlier=address(number - 1) if number > 1 else "",
        further=address(number + 1) if number < pages else "",
    )


def page(player: str, matching: Q, number: int, address: Callable[[int], str]) -> Page[MatchRow]:
    """A page of the matches of `player`, who reads it."""
    return paginate(
        player_matches.of(player).filter(matching).count(),
        number,
        address,
        lambda part: _with_credits(
            _with_tournaments(_rows(player_matches.newest(player, part, matching), player)), player
        ),
    )


def chunks(player: str, matching: Q, chunk: int = CHUNK) -> Iterator[list[MatchRow]]:
    """All of the player's matches, the last first, `chunk` at a time.

    Those of either side come in order from their own index: to put all in order for each part that is read
    would take the square of the time.
    """
    sides = (_in_order(player, side, matching, chunk) for side in (0, 1))
    merged = merge(*sides, key=lambda match: (match.ended, match.id), reverse=True)
    while some := list(islice(merged, chunk)):
        yield _rows(some, player)


def _in_order(player: str, side: int, matching: Q, chunk: int) -> Iterator[Match]:
    rows = player_matches.of(player, side).filter(matching)
    beyond = Q()
    while matches := player_matches.matches(rows.filter(beyond)[:chunk], player):
        yield from matches
        beyond = MatchKey(matches[-1].ended, matches[-1].id).older()


def _with_tournaments(rows: list[MatchRow]) -> list[MatchRow]:
    subjects = find_subjects({f"{TOURNAMENT}{row.match.tournament}" for row in rows if row.match.tournament})
    return [row._replace(tournament=subjects.get(f"{TOURNAMENT}{row.match.tournament}")) for row in rows]


def _with_credits(rows: list[MatchRow], player: str) -> list[MatchRow]:
    """The rows with what staked matches brought the player."""
    paid = match_credits(player, [row.match.id for row in rows if row.match.rated])
    return [row._replace(credits=paid.get(row.match.id)) for row in rows]


def _rows(matches: list[Match], player: str) -> list[MatchRow]:
    steps = _steps([match.id for match in matches if match.rated], player)
    return [
        MatchRow(
            match,
            steps.get((match.id, rating_key(match.game, by_day=match.by_day))),
            steps.get((match.id, OVERALL)),
        )
        for match in matches
    ]


def _steps(matches: Sequence[str], player: str) -> dict[tuple[str, str], RatingDelta]:
    """The change of the ratings by each match, by match and game."""
    if not matches:
        return {}
    # Restricted to the player, a database may scan all of their changes for each part of a file.
    rows = Change.objects.filter(match__in=matches)
    return {
        (match, game): RatingDelta(before, after)
        for match, who, game, before, after in rows.values_list("match", "player", "game", "before", "after")
        if who == player
    }
