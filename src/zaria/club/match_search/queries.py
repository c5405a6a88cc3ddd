"""Finds finished matches that everybody may see, page by page, with a bound on the rows read for a page.

A match is public if it would stand on the public page of each member who played it: all of them show their
games, and at least one side is a member. Training, matches that count nowhere, and those of unlisted
tournaments are left out.

In order of their end, `READ` rows come from the index of a pair, a player, a game or of all; the rest is
decided here. So a page may be short, and the next one goes on behind the last row.
"""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from django.db.models import Q

from zaria.club.accounts.models import LOGIN, Member
from zaria.club.games import programs
from zaria.club.matches.results.models import Played
from zaria.club.profile import privacy
from zaria.club.statistics import player_matches
from zaria.club.statistics.match_keys import MatchKey
from zaria.club.tournaments.models import Tournament

PAGE = 25
"""Matches of a page."""
READ = 500
"""Rows that are read for a page."""

Result = Literal["", "won", "drawn", "lost"]

_PRIVACY = ("player", "settings", "is_pupil")
_COLUMNS = (
    "match_id", "game", "player0", "player1", "name0", "name1", "member0", "member1", "bot0", "bot1", "won",
    "score0", "score1", "length", "how", "rated", "void", "voided", "ended", "training", "tournament",
    "opening",
)  # fmt: skip


class Criteria(NamedTuple):
    """The criteria of a search; empty ones do not matter.

    `player` and `opponent` are ids, `result` is that of `player`; `opening` is a part of its code or name;
    the match ended from `since` on and before `until` (ms).
    """

    player: str = ""
    opponent: str = ""
    game: str = ""
    result: Result = ""
    rated: bool | None = None
    length: int | None = None
    opening: str = ""
    since: int | None = None
    until: int | None = None

    def sources(self) -> list[Q]:
        """The matches among which to search, each in order in one index."""
        period = Q()
        if self.since is not None:
            period &= Q(ended__gte=self.since)
        if self.until is not None:
            period &= Q(ended__lt=self.until)
        if self.player and self.opponent:
            pair = {"player0": self.player, "player1": self.opponent}
            return [Q(**pair) & period, Q(player0=self.opponent, player1=self.player) & period]
        if player := self.player or self.opponent:
            return [Q(player0=player) & period, Q(player1=player) & period]
        return [Q(game=self.game) & period if self.game else period]

    def fits(self, row: Played) -> bool:
        """Return whether a match of the sources is searched for."""
        return (
            self.game in ("", row.game)
            and (self.rated is None or row.rated == self.rated)
            and (self.length is None or row.length == self.length)
            and self._result_fits(row)
            and self.opening.casefold() in row.opening.casefold()
        )

    def _result_fits(self, row: Played) -> bool:
        if not self.result:
            return True
        side = 1 if self.player and row.player1 == self.player else 0
        return player_matches.result_of(row.won, side, void=False) == self.result


class MatchSide(NamedTuple):
    """A side of a match; `page` is the login of a member with a public page, or ""."""

    name: str
    page: str
    won: bool


class PublicMatch(NamedTuple):
    """A finished match as everybody sees it; pairs are of side 0 and side 1, `ended` in ms."""

    id: str
    game: str
    sides: tuple[MatchSide, MatchSide]
    score: tuple[int, int]
    length: int
    how: str
    rated: bool
    opening: str
    ended: int

    @property
    def title(self) -> object:
        """The name of the game."""
        return player_matches.title(self.game)

    @property
    def won(self) -> int | None:
        """The side that won, None for a draw."""
        return next((number for number, side in enumerate(self.sides) if side.won), None)

    @property
    def eco(self) -> str:
        """The code of the opening, or ""."""
        return self.opening.partition(" ")[0]


class SearchPage(NamedTuple):
    """A page of results, the latest first.

    `older`: the key behind which the next page begins; None on the last. `cut`: the bound was reached,
    so older matches may fit though the page is not full.
    """

    matches: Sequence[PublicMatch]
    older: MatchKey | None = None
    cut: bool = False


def search(criteria: Criteria, after: MatchKey | None = None) -> SearchPage:
    """Return the page of matches behind `after`, or the first one."""
    beyond = Q() if after is None else after.older()
    ordered = Played.objects.filter(beyond).order_by("-ended", "-match_id").only(*_COLUMNS)
    rows = [row for source in criteria.sources() for row in ordered.filter(source)[:READ]]
    rows = sorted(rows, key=_key, reverse=True)[:READ]
    matches = _public([row for row in rows if _counts(row) and criteria.fits(row)])
    page = [_match(row) for row in matches[:PAGE]]
    if len(matches) > PAGE:
        return SearchPage(page, _key(matches[PAGE - 1]))
    if len(rows) == READ:
        return SearchPage(page, _key(rows[-1]), cut=True)
    return SearchPage(page)


def visible_matches(match_ids: Collection[str], reader: str = "") -> dict[str, PublicMatch]:
    """Return those of these matches (a thousand at most) that everybody may see, or that the reader played.

    `reader` is the id of a player.
    """
    rows = Played.objects.filter(match_id__in=match_ids).only(*_COLUMNS)
    of_reader = [row for row in rows if reader and reader in (row.player0, row.player1)]
    public = _public([row for row in rows if _counts(row)])
    return {row.match_id: _match(row) for row in (*of_reader, *public)}


def played_by(match_ids: Collection[str], player: str) -> set[str]:
    """Return those of these matches (a thousand at most) that a player played."""
    is_player = Q(player0=player) | Q(player1=player)
    return set(Played.objects.filter(is_player, match_id__in=match_ids).values_list("match_id", flat=True))


def _key(row: Played) -> MatchKey:
    return MatchKey(row.ended, row.match_id)


def _counts(row: Played) -> bool:
    return not (row.void or row.voided or row.training) and (row.member0 or row.member1)


def _public(rows: Sequence[Played]) -> Sequence[Played]:
    """The rows that everybody may see."""
    if not rows:
        return ()
    members = {player for row in rows for player in _members(row)}
    shown = {
        member.player
        for member in Member.objects.filter(player__in=members, is_active=True).only(*_PRIVACY)
        if privacy.shows(member, "games")
    }
    unlisted = _unlisted({row.tournament for row in rows} - {""})
    return [row for row in rows if shown.issuperset(_members(row)) and row.tournament not in unlisted]


def _members(row: Played) -> list[str]:
    sides = ((row.player0, row.member0), (row.player1, row.member1))
    return [player for player, is_member in sides if is_member]


def _unlisted(ids: set[str]) -> set[str]:
    if not ids:
        return set()
    return set(Tournament.objects.filter(pk__in=ids, private=True).values_list("pk", flat=True))


def _match(row: Played) -> PublicMatch:
    return PublicMatch(
        id=row.match_id,
        game=row.game,
        sides=(
            _side(row.name0, row.bot0, member=row.member0, won=row.won == 0),
            _side(row.name1, row.bot1, member=row.member1, won=row.won == 1),
        ),
        score=(row.score0, row.score1),
        length=row.length,
        how=row.how,
        rated=row.rated,
        opening=row.opening,
        ended=row.ended,
    )


def _side(name: str, program: str, *, member: bool, won: bool) -> MatchSide:
    """One of the club's programs is called by its level."""
    if program and not member:
        return MatchSide(programs.name(program), "", won)
    return MatchSide(name, name if member and LOGIN.fullmatch(name) else "", won)
