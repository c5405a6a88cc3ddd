"""Chooses the matches of an archive, with the names and the licence of each."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.federations.models import Federation
from zaria.club.library.year_archives.licences import EXCLUDED, strictest, word_of
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import now
from zaria.club.tournaments.models import Pairing, Tournament

AT_ONCE = 500
"""Matches that are looked up in one query."""
GUEST, DELETED = "Guest", "Deleted member"
"""The names of players who are never named."""
_COLUMNS = (
    *("match_id", "game", "ended", "player0", "player1", "name0", "name1", "member0", "member1"),
    *("bot0", "bot1", "won", "score0", "score1", "length", "rated", "tournament"),
)


class ArchiveScope(NamedTuple):
    """The matches of a year (UTC) of a federation, or of the club ("")."""

    federation: str
    year: int

    @property
    def period(self) -> Q:
        """The matches that ended in the year."""
        begins, ends = (
            int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000) for year in (self.year, self.year + 1)
        )
        return Q(ended__gte=begins, ended__lt=ends)


class ArchivedMatch(NamedTuple):
    """A match of an archive; pairs are of side 0 and side 1, `ended` in ms.

    `licence` is a key of `licences.LICENCES`.
    """

    match_id: str
    game: str
    ended: int
    names: tuple[str, str]
    score: tuple[int, int]
    won: int | None
    length: int
    rated: bool
    tournament: str
    licence: str


def all_scopes() -> list[ArchiveScope]:
    """Return the years of the club and of each federation, from their beginning to now."""
    scopes: list[ArchiveScope] = []
    first_end = Played.objects.order_by("ended", "match_id").values_list("ended", flat=True).first()
    if first_end is not None:
        scopes += _scopes("", datetime.fromtimestamp(first_end / 1000, UTC))
    for slug, created in Federation.objects.order_by("pk").values_list("slug", "created"):
        scopes += _scopes(slug, created.astimezone(UTC))
    return scopes


def _scopes(federation: str, since: datetime) -> list[ArchiveScope]:
    return [ArchiveScope(federation, year) for year in range(since.year, now().year + 1)]


def match_ids(scope: ArchiveScope) -> list[str]:
    """Return the ids of the rated matches and of those of tournaments, in the order of their ends."""
    if not scope.federation:
        kinds = Q(rated=True) | ~Q(tournament="")
        rows = Played.objects.filter(scope.period, kinds, void=False, voided=False, training=False)
        return list(rows.order_by("ended", "match_id").values_list("match_id", flat=True))
    pairings = Pairing.objects.filter(
        tournament__in=Tournament.objects.filter(federation=scope.federation, private=False),
        match_id__isnull=False,
    )
    candidates = [match_id for match_id in pairings.values_list("match_id", flat=True) if match_id]
    keys: list[tuple[int, str]] = []
    for chunk in chunks(candidates):
        played = Played.objects.filter(scope.period, match_id__in=chunk, void=False, voided=False)
        keys += played.values_list("ended", "match_id")
    return [match_id for _ended, match_id in sorted(keys)]


def described(ids: Sequence[str]) -> list[ArchivedMatch]:
    """Return those of these matches (`AT_ONCE` at most) that both players allow, in the same order."""
    played = Played.objects.filter(match_id__in=ids).only(*_COLUMNS).in_bulk()
    rows = [played[match_id] for match_id in ids if match_id in played]
    members = _members(rows)
    unlisted = _unlisted(rows)
    matches = (_match(row, members) for row in rows if row.tournament not in unlisted)
    return [match for match in matches if match.licence != EXCLUDED]


def chunks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield ids in portions for `described`."""
    return (ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE))


def _members(rows: Sequence[Played]) -> dict[str, Member]:
    """The members who played, by their ids."""
    players = {player for row in rows for player in (row.player0, row.player1)}
    members = Member.objects.filter(player__in=players).only("player", "settings", "is_pupil", "is_active")
    return {member.player: member for member in members}


def _unlisted(rows: Sequence[Played]) -> set[str]:
    ids = {row.tournament for row in rows} - {""}
    return set(Tournament.objects.filter(pk__in=ids, private=True).values_list("pk", flat=True))


def _match(row: Played, members: dict[str, Member]) -> ArchivedMatch:
    sides = ((row.player0, row.name0, row.member0, row.bot0), (row.player1, row.name1, row.member1, row.bot1))
    words, names = [], []
    for player, name, is_member, program in sides:
        member = members.get(player) if is_member else None
        if is_member:
            words.append(EXCLUDED if member is None else word_of(member))
            names.append(name if member is not None and member.is_active else DELETED)
        else:
            names.append(name if program else GUEST)
    return ArchivedMatch(
        match_id=row.match_id,
        game=row.game,
        ended=row.ended,
        names=(names[0], names[1]),
        score=(row.score0, row.score1),
        won=row.won,
        length=row.length,
        rated=row.rated,
        tournament=row.tournament,
        licence=strictest(words),
    )
