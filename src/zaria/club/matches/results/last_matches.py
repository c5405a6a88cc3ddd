"""The matches that ended last and that everybody may see, with their final boards."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.db import Error
from django.utils.safestring import SafeString

from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.games.pictures import position_board
from zaria.club.games.positions import present_position
from zaria.club.matches.replay.link_cards import length_text
from zaria.club.matches.results.models import Played
from zaria.club.profile import privacy
from zaria.live.app import Live

MOST = 4
"""Matches that are shown."""

READ = 200
"""Finished matches, the newest first, among which they are found."""

LASTS_S = 60.0
"""Seconds after which a process reads them anew."""


class LastMatch(NamedTuple):
    """A match that is over; pairs are of side 0 and side 1, `board` is SVG for a page with `drawings`."""

    id: str
    game: str
    length: int
    names: tuple[str, str]
    score: tuple[int, int]
    won: int | None
    ended: datetime
    board: SafeString

    @property
    def title(self) -> Any:
        """The name of the game."""
        return TITLES[self.game]

    @property
    def length_text(self) -> str:
        """The length in words."""
        return length_text(self.length)


class LastMatches:
    """The last matches between members, as read a minute ago at most. One for each process."""

    def __init__(self) -> None:
        self._until = 0.0
        self._matches: Sequence[LastMatch] = ()

    async def get(self, live: Live) -> Sequence[LastMatch]:
        """The newest comes first; while the database is away those that were known before."""
        if time.monotonic() >= self._until:
            self._until = time.monotonic() + LASTS_S
            with suppress(Error):
                rows = await sync_to_async(read)()
                self._matches = [match for row in rows if (match := await _last_match(live, row))]
        return self._matches


last_matches = LastMatches()
"""Of this process."""


def read() -> list[Played]:
    """The newest matches that count, rated or of a tournament, between members who show their matches."""
    rows = Played.objects.order_by("-ended", "-match_id")[:READ]
    candidates = [row for row in rows if _counts(row)]
    players = {player for row in candidates for player in (row.player0, row.player1)}
    members = Member.objects.filter(player__in=players).only("player", "settings", "is_pupil")
    public = {member.player for member in members if privacy.shows(member, "games")}
    return list(_between(candidates, public))[:MOST]


def _counts(row: Played) -> bool:
    return (
        row.member0 and row.member1 and (row.rated or row.tournament != "") and not (row.void or row.voided)
    )


def _between(rows: Sequence[Played], players: set[str]) -> Iterator[Played]:
    return (row for row in rows if row.player0 in players and row.player1 in players)


async def _last_match(live: Live, row: Played) -> LastMatch | None:
    match = await live.match(row.match_id)
    if match is None:
        return None
    return LastMatch(
        id=row.match_id,
        game=row.game,
        length=row.length,
        names=(row.name0, row.name1),
        score=(row.score0, row.score1),
        won=row.won,
        ended=datetime.fromtimestamp(row.ended / 1000, UTC),
        board=position_board(match.position.game.id, present_position(match)),
    )
