"""Tables at which members of the demo play: in haste while the past is made, then at a human pace."""

import asyncio
import logging
import random
from collections.abc import Iterable

import msgspec

from zaria.club.demo.seat import Seat, acting_seat, early_end
from zaria.club.demo.timeline import Timeline
from zaria.live.app import Live
from zaria.live.matches.table_request import TableRequest
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import ClockTerms, Terms

log = logging.getLogger(__name__)

GAMES = (
    "tabla", "long-nardy", "backgammon", "tapa", "gulbara", "short-nardy", "chess", "russian-draughts",
    "chelebi", "ugolki",
)  # fmt: skip
"""The games of the demo."""
SHARES = (5, 3, 3, 2, 2, 2, 1, 1, 1, 1)
"""The weight of each of them."""
CLOCK = ClockTerms(delay=20_000, bank=300_000)
_BOARD_CLOCK = ClockTerms(bank=900_000, increment=10_000)
BOARDS = ("chess", "russian-draughts", "ugolki")
BY_THE_DAY = ("tabla", "long-nardy", "chess")
"""The games of the matches that wait for the visitor."""
_DAYS = 3
_TURN_MS = (1500, 5500)
"""The time of a turn in the past."""


def terms_of(game: str, length: int = 1) -> Terms:
    """The usual terms of a rated match, with a cube where backgammon is played to points."""
    if game in BOARDS:
        return Terms(game, clock=_BOARD_CLOCK, rated=True)
    return Terms(game, length=length, cube=game == "backgammon" and length > 1, clock=CLOCK, rated=True)


def by_the_day(game: str) -> Terms:
    """The terms of a rated match with some days a turn."""
    return msgspec.structs.replace(terms_of(game), clock=ClockTerms.by_days(_DAYS))


class Tables:
    """The tables of the demo in play, and the members who sit at them."""

    def __init__(self, live: Live, timeline: Timeline, chance: random.Random) -> None:
        """Start without members."""
        self.live, self.timeline, self.chance = live, timeline, chance
        self.seats: dict[str, Seat] = {}
        self.open: dict[str, None] = {}
        """The matches that are not over, in the order in which they began."""

    def add(self, seat: Seat) -> None:
        """Add a member, who goes to every table that calls."""
        self.seats[seat.player.id] = seat

        def called(match_id: str) -> None:
            self.open[match_id] = None

        seat.called = called

    def with_login(self, login: str) -> Seat | None:
        """The seat of a member; None if they have not joined, or a visitor plays as them."""
        return next((seat for seat in self.seats.values() if seat.role.login == login), None)

    def close(self) -> None:
        """Let all members leave."""
        for seat in self.seats.values():
            seat.close()

    def resume(self) -> None:
        """Go on at all tables at which members of the demo sat when the server stopped."""
        for player in self.seats:
            self.open |= {entry.id: None for entry in self.live.lobby.lists.index.of(player)}

    def give_up_taken(self) -> None:
        """Leave the seats of members who have another socket: a visitor plays as them."""
        for session in tuple(self.live.endpoint.sessions):
            user = session.connection.user
            seat = None if user is None else self.seats.get(user.id)
            if seat is not None and session.connection is not seat:
                self.seats.pop(seat.player.id).close()

    def free(self) -> list[Seat]:
        """The members who sit at no table, in an order that stays."""
        return [seat for seat in self.seats.values() if not self.live.lobby.lists.index.of(seat.player.id)]

    async def begin(self, first: Seat, second: Seat | None, terms: Terms) -> str | None:
        """Set a table for two, or for anybody beside the first; None if the club refuses it."""
        places = (first.player, None if second is None else second.player)
        if first.role.robot or (second is not None and second.role.robot):
            terms = msgspec.structs.replace(terms, rated=False)
        wait = None if second is None else 300_000
        try:
            match_id = await self.live.open(TableRequest(terms, places, wait=wait, public=True, by=0))
        except CommandRefusedError:
            return None
        self.open[match_id] = None
        return match_id

    async def play_in_haste(self) -> None:
        """Let all tables make one step, and let the time of a turn pass."""
        matches = [await self.look(match_id) for match_id in tuple(self.open)]
        await asyncio.gather(*(self._step(match) for match in matches if match is not None))
        self.timeline.advance(self.chance.randint(*_TURN_MS))

    async def play_out(self, most_rounds: int = 3000) -> None:
        """Play in haste until no table is open."""
        for _round in range(most_rounds):
            if not self.open:
                return
            await self.play_in_haste()

    async def look(self, match_id: str) -> Match | None:
        """The match at a table; None, and the table is forgotten, if it is over."""
        match = await self.live.match(match_id)
        if match is None or match.phase == "over":
            self.open.pop(match_id, None)
            for player in () if match is None else match.players:
                if player is not None and player.id in self.seats:
                    self.seats[player.id].leave(match_id)
            return None
        return match

    async def sit(self, match: Match) -> None:
        """Let the members of the demo take their seats at a table."""
        for seat in self._expected(match):
            seat.watch(match.id)
            refusal = await seat.sit(match)
            if refusal:  # as for anybody: blocked meanwhile, say
                log.info("demo: %s may not sit at %s: %s", seat.role.login, match.id, refusal)
                self.open.pop(match.id, None)
                return

    def _expected(self, match: Match) -> Iterable[Seat]:
        """The members for whom a seat at an open table is kept."""
        entry = self.live.lobby.lists.index.get(match.id)
        seated = {player.id for player in match.players if player is not None}
        players = () if entry is None else entry.listing.players
        return [self.seats[p] for p in players if p is not None and p in self.seats and p not in seated]

    async def _step(self, match: Match) -> None:
        if match.phase == "open":
            await self.sit(match)
            return
        acting = acting_seat(match, self.seats)
        if acting is None:
            return
        seat, side = acting
        command = early_end(match, side, self.chance)
        if command is None:
            command = seat.choose_in_haste(match, side)
        await seat.do(match.id, command)
