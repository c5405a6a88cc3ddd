"""The site's rating policy for live play (`zaria.live.matches.rating_policy`)."""

from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from django.db import Error
from msgspec.structs import replace

from zaria.club.ratings import aborts, addresses, pairs
from zaria.club.ratings.limits import RatingLimits
from zaria.club.ratings.pairs import Pair, RatedToday
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError
from zaria.match.seats import can_be_rated

T = TypeVar("T")

Find = Callable[[str], Awaitable[Match | None]]
"""Finds a match by its id."""


class ClubRatingPolicy:
    """Bounds the rated matches of each two members in a day, and notes from where they sit down.

    One for each process.
    """

    def __init__(self, limits: RatingLimits, find: Find, now: Callable[[], int] = now_ms) -> None:
        """`now` tells the time (ms since the epoch)."""
        self._find = find
        self._limits = limits
        self._now = now
        self._database = DatabaseThread("rating-policy")
        self._purged = 0

    async def close(self) -> None:
        """End after what is being done."""
        await self._database.close()

    async def decide_rating(self, match_id: str, request: TableRequest) -> TableRequest:
        """The request, with how it counts; unrated for two who have had all their rated matches of today.

        The terms of a tournament say already how its matches count, and how many of them do in a day.
        """
        terms, (first, second) = request.terms, request.places
        if not terms.rated:
            return request
        if not terms.tournament and await self._is_anybody_paused(request):
            return replace(request, terms=replace(terms, rated=False))
        bounds = terms.rating_terms or self._limits.terms(terms)
        terms = replace(terms, rating_terms=bounds)
        if first is not None and second is not None and can_be_rated(first) and can_be_rated(second):
            rated = await self._reserve(match_id, (first.id, second.id), bounds.a_day)
            terms = terms if rated else terms.without_rating()
        return replace(request, terms=terms)

    async def seated(self, live_match: LiveMatch, player: Player, address: str) -> bool:
        """True if the match stays rated with this player; records the address.

        Raises `CommandRefusedError` for a player who has left too many rated matches.
        """
        if not live_match.match.terms.tournament and await self._is_paused(player):
            raise CommandRefusedError(aborts.CODE)
        await self._ask(self._note, live_match.id, player.id, address)
        side, terms = live_match.seat_for(player.id), live_match.match.terms.rating_terms
        opponent = None if side is None else live_match.match.players[1 - side] or live_match.places[1 - side]
        if opponent is None or terms is None:
            return True
        return await self._reserve(live_match.id, (player.id, opponent.id), terms.a_day)

    async def may_begin(self, player: Player, opponent: Player) -> bool:
        """True if another match of these two would be rated now; takes no place of the day."""
        most = self._limits.a_day
        if not most:
            return True
        taken = await self._ask(pairs.rated_today, (player.id, opponent.id), self._now() // DAY_MS)
        return await left(taken, most, self._find) > 0

    async def _is_anybody_paused(self, request: TableRequest) -> bool:
        """Return whether a match of two who did not set its table is unrated, since one left too many.

        Raises `CommandRefusedError` for the owner of a table, and where there is a stake.
        """
        owner = None if request.by is None else request.places[request.by]
        players = request.places if owner is None else (owner,)
        for player in players:
            if player is not None and await self._is_paused(player):
                if owner is not None or request.terms.stakes is not None:
                    raise CommandRefusedError(aborts.CODE)
                return True
        return False

    async def _is_paused(self, player: Player) -> bool:
        return can_be_rated(player) and await self._ask(aborts.is_paused, player.id, self._now())

    def _note(self, match_id: str, player: str, address: str) -> None:
        now = self._now()
        if self._purged != now // DAY_MS:
            self._purged = now // DAY_MS
            addresses.purge(now)
        addresses.note(match_id, player, address, now)

    async def _reserve(self, match_id: str, pair: Pair, most: int) -> bool:
        if not most:
            return True
        day = self._now() // DAY_MS
        taken = await self._ask(pairs.reserve, match_id, pair, day, most)
        if taken is None:
            return True
        gone = await given_up(taken.pending, self._find)
        return bool(gone) and await self._ask(pairs.reserve, match_id, pair, day, most, gone) is None

    async def _ask(self, work: Callable[..., T], *args: object) -> T:
        try:
            return await self._database.run(work, *args)
        except Error as error:
            raise StoreUnavailableError(f"ratings wait for the database: {error}") from error


async def given_up(matches: Collection[str], find: Find) -> list[str]:
    """Those of these matches that did not come about."""
    by_id = {match_id: await find(match_id) for match_id in matches}
    return [match_id for match_id, match in by_id.items() if match is None or _given_up(match)]


def _given_up(match: Match) -> bool:
    return match.phase == "over" and not match.game_no


async def left(taken: RatedToday, most: int, find: Find) -> int:
    """Number of rated matches that these two may still begin today."""
    begun = await given_up(taken.pending, find) if len(taken.matches) >= most else []
    return max(0, most - len(taken.matches) + len(begun))
