"""One match in memory: its state, its events, and its waiting commands."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from zaria.live.journal.base import Row
from zaria.live.latency import NO_LAG, Lag
from zaria.live.matches.day_policy import DayContext
from zaria.live.matches.event_frames import Ids, ids_of, side_of
from zaria.live.matches.spectator_delay import SpectatorDelay
from zaria.live.sockets.protocol.server import AbsentSide, CubeAct, CubeLine, LogLine, PendingRematch
from zaria.match import events as ev
from zaria.match.clock.lag import Quotas
from zaria.match.commands import Command
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match

Places = tuple[ev.Player | None, ev.Player | None]
"""The player for whom each side is reserved until they sit down; None: open to anybody."""

Answer = Callable[[int, str | None], None]
"""Called once with the result: (number of the last event, None), or (-1, refusal code)."""


class StoredPlaces(msgspec.Struct, frozen=True, array_like=True):
    """The stored part of a table request: reserved seats, whether it is listed, and which side set it."""

    first: ev.Player | None
    second: ev.Player | None
    public: bool = False
    by: int | None = None


_stored_places: msgspec.json.Decoder[StoredPlaces] = msgspec.json.Decoder(StoredPlaces)


def encode_places(places: Places, *, public: bool = False, by: int | None = None) -> bytes:
    """Encode the reserved seats for the journal."""
    return msgspec.json.encode(StoredPlaces(*places, public, by))


_CUBE_ACTS: Mapping[type[object], CubeAct] = {
    ev.Doubled: "doubled",
    ev.Beavered: "beavered",
    ev.Raccooned: "raccooned",
    ev.Taken: "taken",
    ev.Dropped: "dropped",
}

REST = 20
"""Moves of a board game between stored states, so that `LiveMatch.since` need not replay from the start."""


class EarlierMatch(NamedTuple):
    """A match as it was after event number `n`."""

    n: int
    match: Match


class Pending(msgspec.Struct, eq=False):
    """A waiting command. `actor` is a player's id (None: the server), `at` the moment of reading.

    `cid` is the actor's own id of it; empty for the server's.

    `context` is what the site knows of a match by the day.

    During the append `since` is its start (ms), `late` whether it came too late, and `quotas` the side's
    remaining lag quotas after it (None: unchanged).
    """

    actor: str | None
    cid: str
    command: Command
    at: int
    answer: Answer
    lag: Lag = NO_LAG
    context: DayContext = DayContext()
    tries: int = 0
    since: int = 0
    late: bool = False
    quotas: Quotas | None = None


class LiveMatch:
    """A match with everything needed to continue it. Events enter only through `apply`.

    `quotas` are the sides' remaining lag quotas. `away` are the absent sides, `offer` the rematch on offer,
    and `next` the agreed one.
    """

    def __init__(self, match_id: str, secret: bytes, places: bytes) -> None:
        """A match without events; `apply` at least one before use."""
        self.id = match_id
        self.dice = Dice(secret, match_id)
        stored = _stored_places.decode(places)
        self.places: Places = (stored.first, stored.second)
        self.public = stored.public
        self.by = stored.by
        self.events: list[ev.Event] = []
        self.log: list[LogLine] = []
        self.cubes: list[CubeLine] = []
        self.done: dict[tuple[str | None, str], int] = {}
        self.pending: deque[Pending] = deque()
        self.busy = False
        self.bot_question_seq = -1
        self.quotas: Quotas | None = None
        self.away: list[AbsentSide] = []
        self.offer: PendingRematch | None = None
        self.next: str | None = None
        self.delay: SpectatorDelay | None = None
        self._encoded_places = places
        self._behind: LiveMatch | None = None
        self._roll_lag = 0
        self.seq = -1
        """The number of the last event."""
        self.now = 0
        """The moment of the last event."""
        self.match: Match
        """The state after the last event."""
        self.ids: Ids = (None, None)
        """The players' ids by side."""
        self.programs = False
        """True if one of them is a program."""
        self._starts: list[tuple[int, Match]] = []

    def apply(self, event: ev.Event) -> Match:
        """Apply an event; return the match after it."""
        match = evolve(self.match if self.events else None, event)
        self._follow(event, match)
        return match

    def _follow(self, event: ev.Event, match: Match) -> None:
        """Apply an event that led to `match`."""
        before = self.match if self.events else match
        self.match = match
        self.events.append(event)
        self.seq += 1
        self.now = event.at
        if isinstance(event, ev.Rolled):
            self._roll_lag = event.lag
        elif isinstance(event, ev.TurnPlayed):
            lag, self._roll_lag = self._roll_lag + event.lag, 0
            duty = before.dice_position().duty
            self.log.append(LogLine(event.side, duty.stages[0] if duty else (), event.text, lag, event.ahead))
        elif isinstance(event, ev.Seated):
            self.ids = ids_of(match)
            self.programs = self.programs or event.player.bot is not None
        elif isinstance(event, ev.Moved):
            self.log.append(LogLine(event.side, (), event.text, event.lag, event.ahead))
            if len(self.log) % REST == 0:
                self._starts.append((self.seq, match))
        elif isinstance(event, ev.Doubled | ev.Beavered | ev.Raccooned):
            self.cubes.append(CubeLine(len(self.log), event.side, _CUBE_ACTS[type(event)], event.value))
        elif isinstance(event, ev.Taken | ev.Dropped):
            self.cubes.append(CubeLine(len(self.log), event.side, _CUBE_ACTS[type(event)]))
        elif isinstance(event, ev.TakenBack):
            self.log = self.log[: lines_before(self.log, event.side)]
            self.cubes = [line for line in self.cubes if line.at <= len(self.log)]
        elif isinstance(event, ev.GameStarted | ev.Restarted):
            self.log = []
            self.cubes = []
            self._starts.append((self.seq, match))
        elif isinstance(event, ev.Opened) and match.terms.delayed:
            self.delay = SpectatorDelay()
        if self.delay is not None:
            self.delay.happened(event)

    def take(self, row: Row, step: tuple[ev.Event, Match] | None = None) -> ev.Event:
        """Apply a stored event, and note which command it belongs to.

        `step`: the event itself and the match after it, if this process has just made them of our `match`.
        """
        if step is None:
            event = ev.decode(row.body)
            self.apply(event)
        else:
            event, match = step
            self._follow(event, match)
        if row.cmd:
            self.done[row.actor, row.cmd] = row.seq
        return event

    def since(self, n: int) -> Iterator[tuple[int, ev.Event, Match]]:
        """The events after number `n`, each with its number and the match after it."""
        start, match = -1, None
        for at, then in self._starts:
            if at <= n:
                start, match = at, then
        for seq in range(start + 1, len(self.events)):
            match = evolve(match, self.events[seq])
            if seq > n:
                yield seq, self.events[seq], match

    def earlier(self, until: int) -> "EarlierMatch":
        """The match as it was at a moment (ms); before its first event the number is -1."""
        seqs = range(self.seq, -1, -1)
        seq = next((seq for seq in seqs if self.events[seq].at <= until), -1)
        if seq == self.seq:
            return EarlierMatch(seq, self.match)
        _, _, match = next(self.since(max(seq, 0) - 1))
        return EarlierMatch(seq, match)

    def present_game(self) -> tuple[Match, list[ev.Event]]:
        """The match at the start of the present game, and the events since; before a game, as it stands."""
        for seq, start in reversed(self._starts):
            if isinstance(self.events[seq], ev.GameStarted | ev.Restarted):
                return start, self.events[seq + 1 :]
        return self.match, []

    def behind(self) -> "LiveMatch":
        """The match as far as spectators may see it."""
        if self.delay is None:
            return self
        if self._behind is None:
            self._behind = LiveMatch(self.id, self.dice.secret, self._encoded_places)
        for event in self.events[self._behind.seq + 1 : self.delay.shown + 1]:
            self._behind.apply(event)
        return self._behind

    def reserved_side(self, player_id: str) -> int | None:
        """The side that a player has, seated or reserved."""
        side = side_of(self.ids, player_id)
        if side is not None:
            return side
        for side in (0, 1):
            place = self.places[side]
            if place is not None and place.id == player_id and self.match.players[side] is None:
                return side
        return None

    def seat_for(self, reader: str | None) -> int | None:
        """The side that `reader` may take: the one reserved for them, else an open one."""
        match = self.match
        if reader is None or match.phase != "open" or side_of(self.ids, reader) is not None:
            return None
        empty = [side for side in (0, 1) if match.players[side] is None]
        for side in empty:
            place = self.places[side]
            if place is not None and place.id == reader:
                return side
        return next((side for side in empty if self.places[side] is None), None)


class PlayedLine(Protocol):
    """The part of a line of the log that a turn taken back needs."""

    @property
    def side(self) -> int:
        """The side that played."""

    @property
    def text(self) -> str:
        """The move, "" for a pass."""


def lines_before(log: Sequence[PlayedLine], side: int) -> int:
    """Return the number of lines before the last turn of `side` with a move, which is taken back."""
    places = [place for place, line in enumerate(log) if line.side == side and line.text]
    return places[-1] if places else len(log)
