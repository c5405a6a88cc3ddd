"""Staked matches in memory: their events by the real rules, appended as a journal would."""

from collections.abc import Callable, Sequence
from typing import Any

from zaria.club.stakes.terms import stakes_of
from zaria.live.journal.base import Row, Stored
from zaria.live.journal.rows import rows
from zaria.live.matches.live_match import LiveMatch, Places, encode_places
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import drafted
from zaria.match.seats import opened
from zaria.match.terms import ClockTerms, RatingTerms, Terms

SECRET = bytes(range(32))
SEEDS = ("0123456789abcdef", "fedcba9876543210")
WAIT = 300_000


def member(name: str) -> ev.Player:
    """A member who plays under this id."""
    return ev.Player(name, name.title(), "#777777", member=True)


def staked(game: str, stake: int, most: int | None = None, length: int = 1) -> Terms:
    """The terms of a staked match, as the form of a table makes them."""
    return Terms(
        game,
        length=length,
        clock=ClockTerms(bank=600_000, increment=0),
        stakes=stakes_of(game, length, stake, most),
        delayed=True,
        rated=True,
        rating_terms=RatingTerms(),
    )


class StakedMatch:
    """A match as the journal has it. Two appends after the same event: the second is refused."""

    def __init__(self, match_id: str, terms: Terms, places: Places, by: int | None, now: int) -> None:
        self.id, self.terms = match_id, terms
        self._places = encode_places(places, by=by)
        self.live_match = LiveMatch(match_id, SECRET, self._places)
        self.rows: list[Row] = []
        first = opened(match_id, terms, self.live_match.dice.seal, now, now + WAIT)
        self.append(0, [first])

    def append(self, after: int, events: Sequence[ev.Event]) -> bool:
        """Store these events as those that follow number `after`; False if another append came first."""
        if after != len(self.rows):
            return False
        for row in rows(after, events):
            self.rows.append(row)
            self.live_match.take(row)
        return True

    def draft(self, side: int | None, command: cmd.Command, now: int) -> list[ev.Event]:
        """The events of a command; raises `CommandRefusedError`."""
        return drafted(self.live_match.match, side, command, now, self.live_match.dice).events

    def do(self, side: int | None, command: cmd.Command, now: int) -> None:
        """Execute a command at once."""
        self.append(len(self.rows), self.draft(side, command, now))

    def sit(self, player: str, held: int | None, now: int) -> list[ev.Event]:
        """The events of a player who takes their seat; raises `CommandRefusedError`."""
        side = self.live_match.seat_for(player)
        command = cmd.Sit(member(player), SEEDS[side or 0], self.live_match.match.seal, held=held)
        return self.draft(side, command, now)

    def resign(self, now: int, points: int = 1) -> None:
        """Let the side to act resign, and the other accept where somebody must."""
        side = self.live_match.match.to_act()
        assert side is not None
        self.do(side, cmd.Resign(points), now)
        if self.phase != "over":
            self.do(1 - side, cmd.Accept(), now)

    def draw(self, now: int) -> None:
        """End a board game as a draw, after a move of each side."""
        for _ in range(2):
            position = self.live_match.match.board_position()
            self.do(
                self.live_match.match.to_act(), cmd.Move(position.legal_moves()[0].move, position.plies), now
            )
        self.do(0, cmd.OfferDraw(), now)
        self.do(1, cmd.AcceptDraw(), now)

    @property
    def phase(self) -> str:
        return self.live_match.match.phase

    @property
    def seated(self) -> list[str]:
        """The ids of the players who sit."""
        return [player for player in self.live_match.ids if player is not None]

    @property
    def stored(self) -> Stored:
        return Stored(SECRET, self._places, list(self.rows))

    @property
    def record(self) -> list[bytes]:
        """The events as the projector reads them."""
        return [row.body for row in self.rows]


class MemoryJournal:
    """As much of a journal as the sweeper reads; `matches` by id."""

    def __init__(self) -> None:
        self.matches: dict[str, StakedMatch] = {}

    async def load(self, match_id: str) -> Stored | None:
        match = self.matches.get(match_id)
        return match.stored if match is not None else None


class Inline:
    """A database thread that works at once, in this thread."""

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)
