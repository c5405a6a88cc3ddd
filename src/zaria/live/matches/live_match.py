"""One match in memory: its state, the events it came from, and the commands that wait their turn."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping

import msgspec

from zaria.live.journal.base import Row
from zaria.live.sockets.frames import Ids, ids_of, side_of
from zaria.live.sockets.latency import NO_LAG, Lag
from zaria.live.sockets.protocol import AbsentSide, CubeAct, CubeLine, LogLine, PendingRematch
from zaria.live.sockets.spectator_delay import SpectatorDelay
from zaria.match import events as ev
from zaria.match.clock.lag import Quotas
from zaria.match.commands import Command
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match

Places = tuple[ev.Player | None, ev.Player | None]
"""For whom each side is kept until he sits; None: for whoever comes first."""

Answer = Callable[[int, str | None], None]
"""Told once how a command ended: (number of its last event, None), or (-1, refusal code)."""


class StoredPlaces(msgspec.Struct, frozen=True, array_like=True):
    """What is stored of how a match was ordered: the places, whether it is listed, and whose order it was."""

    one: ev.Player | None
    two: ev.Player | None
    public: bool = False
    by: int | None = None


_kept: msgspec.json.Decoder[StoredPlaces] = msgspec.json.Decoder(StoredPlaces)


def encode_places(places: Places, public: bool = False, by: int | None = None) -> bytes:
    """For the journal."""
    return msgspec.json.encode(StoredPlaces(*places, public, by))


_CUBE_ACTS: Mapping[type[object], CubeAct] = {
    ev.Doubled: "doubled",
    ev.Beavered: "beavered",
    ev.Raccooned: "raccooned",
    ev.Taken: "taken",
    ev.Dropped: "dropped",
}

REST = 20
"""Moves on squares between states that are kept, so that `Room.since` need not begin with the game."""


class Pending(msgspec.Struct, eq=False):
    """A command that waits. `actor` is a player's id (None: the server), `at` when it was read.

    `cid` is the actor's own name for it; empty for the server's.

    While it is being stored `since` is when that began (ms), `late` whether it came too late, and `quotas`
    are what its side's line is forgiven from then on (None: as before).
    """

    actor: str | None
    cid: str
    command: Command
    at: int
    answer: Answer
    lag: Lag = NO_LAG
    tries: int = 0
    since: int = 0
    late: bool = False
    quotas: Quotas | None = None


class LiveMatch:
    """A match and what is needed to go on with it. Events only come in through `apply`.

    `quotas` are what the sides' lines are still forgiven. `away` is who is waited for, `offer` the rematch
    on offer, and `next` the one that was agreed on.
    """

    def __init__(self, match_id: str, secret: bytes, places: bytes) -> None:
        """A room without events; `apply` at least one before use."""
        self.id = match_id
        self.dice = Dice(secret, match_id)
        kept = _kept.decode(places)
        self.places: Places = (kept.one, kept.two)
        self.public = kept.public
        self.by = kept.by
        self.events: list[ev.Event] = []
        self.log: list[LogLine] = []
        self.cubes: list[CubeLine] = []
        self.done: dict[tuple[str | None, str], int] = {}
        self.pending: deque[Pending] = deque()
        self.busy = False
        self.bot_asked = -1
        self.quotas: Quotas | None = None
        self.away: list[AbsentSide] = []
        self.offer: PendingRematch | None = None
        self.next: str | None = None
        self.delay: SpectatorDelay | None = None
        self._kept = places
        self._behind: LiveMatch | None = None
        self._roll_lag = 0
        self.seq = -1
        """The number of the last event."""
        self.now = 0
        """The moment of the last event."""
        self.match: Match
        """The state after the last event."""
        self.ids: Ids = (None, None)
        """Who sits on the two sides."""
        self.programs = False
        """Whether a program is one of them."""
        self._starts: list[tuple[int, Match]] = []

    def apply(self, event: ev.Event) -> Match:
        """Let `event` have happened; the match after it."""
        match = evolve(self.match if self.events else None, event)
        self._follow(event, match)
        return match

    def _follow(self, event: ev.Event, match: Match) -> None:
        """Let `event` have happened, which led to `match`."""
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
            self.log.append(LogLine(event.side, duty.stages[0] if duty else (), event.text, lag))
        elif isinstance(event, ev.Seated):
            self.ids = ids_of(match)
            self.programs = self.programs or event.player.bot is not None
        elif isinstance(event, ev.Moved):
            self.log.append(LogLine(event.side, (), event.text, event.lag))
            if len(self.log) % REST == 0:
                self._starts.append((self.seq, match))
        elif isinstance(event, ev.Doubled | ev.Beavered | ev.Raccooned):
            self.cubes.append(CubeLine(len(self.log), event.side, _CUBE_ACTS[type(event)], event.value))
        elif isinstance(event, ev.Taken | ev.Dropped):
            self.cubes.append(CubeLine(len(self.log), event.side, _CUBE_ACTS[type(event)]))
        elif isinstance(event, ev.TakenBack):
            self.log = _without(self.log, event.side)
            self.cubes = [line for line in self.cubes if line.at <= len(self.log)]
        elif isinstance(event, ev.GameStarted | ev.Restarted):
            self.log = []
            self.cubes = []
            self._starts.append((self.seq, match))
        elif isinstance(event, ev.Opened) and match.terms.delayed:
            self.delay = SpectatorDelay()
        if self.delay is not None:
            self.delay.happened(event)

    def take(self, row: Row, known: tuple[ev.Event, Match] | None = None) -> ev.Event:
        """Let a stored event happen, and note whose command it answered.

        `known`: the event itself and the match after it, if this process has just made them of our `match`.
        """
        if known is None:
            event = ev.decode(row.body)
            self.apply(event)
        else:
            event, match = known
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

    def behind(self) -> "LiveMatch":
        """The match as far as onlookers may see it."""
        if self.delay is None:
            return self
        if self._behind is None:
            self._behind = LiveMatch(self.id, self.dice.secret, self._kept)
        for event in self.events[self._behind.seq + 1 : self.delay.shown + 1]:
            self._behind.apply(event)
        return self._behind

    def side_kept(self, player_id: str) -> int | None:
        """The side on which a player sits, or that is kept for him."""
        side = side_of(self.ids, player_id)
        if side is not None:
            return side
        for side in (0, 1):
            place = self.places[side]
            if place is not None and place.id == player_id and self.match.players[side] is None:
                return side
        return None

    def seat_for(self, reader: str | None) -> int | None:
        """The side that `reader` may take: the one kept for him, else one that is kept for nobody."""
        match = self.match
        if reader is None or match.phase != "open" or side_of(self.ids, reader) is not None:
            return None
        empty = [side for side in (0, 1) if match.players[side] is None]
        for side in empty:
            place = self.places[side]
            if place is not None and place.id == reader:
                return side
        return next((side for side in empty if self.places[side] is None), None)


def _without(log: list[LogLine], side: int) -> list[LogLine]:
    """The log without the last turn of `side` in which something was played, and all after it."""
    places = [place for place, line in enumerate(log) if line.side == side and line.text]
    return log[: places[-1]] if places else log
