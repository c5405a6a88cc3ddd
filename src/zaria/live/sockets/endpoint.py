"""The logic of a socket: the requests of a client, and the messages to it.

A session belongs to one socket and knows no socket library. It joins the audience of each match its client
watches and remembers the last event sent, so that every event is sent once, in order.
"""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

import msgspec

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.counts import Counts
from zaria.live.fanout import Fanout
from zaria.live.latency import Lag
from zaria.live.matches.event_frames import PublishedEvent, side_of
from zaria.live.matches.hooks import NO_SITE, MatchHooks
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.outage import STATUS
from zaria.live.matches.seating import Seating
from zaria.live.rate_limits import Bucket, Limits
from zaria.live.sockets.audience import Audiences
from zaria.live.sockets.catch_up import around, missed, state
from zaria.live.sockets.connection import POLICY, Connection, Identity, Translate
from zaria.live.sockets.protocol.client import (
    Command,
    Leave,
    Ping,
    RematchOffer,
    Seek,
    SitDown,
    Watch,
)
from zaria.live.sockets.protocol.codec import command_id, decode, encode
from zaria.live.sockets.protocol.server import Ack, OwnerAddress, Pong, Rejected, Status
from zaria.live.sockets.spectators import SpectatorTimeouts
from zaria.match import commands as cmd

log = logging.getLogger(__name__)


Handler = Callable[["Session", Any, int], None]
"""Carries out one kind of message, read at a moment (ms)."""


class SessionListener(Protocol):
    """Follows the sockets, and carries out messages that concern no match."""

    @property
    def handlers(self) -> Mapping[type, Callable[[Connection, Any], None]]:
        """The function for each kind of message."""

    def connected(self, connection: Connection) -> None:
        """Add a socket that is open."""

    def disconnected(self, connection: Connection) -> None:
        """Remove a socket that is gone."""


class Endpoint:
    """The state that all sockets share."""

    def __init__(
        self,
        match_service: MatchService,
        bus: Bus,
        now: Now,
        translate: Translate,
        limits: Limits,
        where: str = "",
        hooks: MatchHooks = NO_SITE,
        spectator_times: SpectatorTimeouts | None = None,
    ) -> None:
        """`translate` turns a refusal code into a sentence; `where` is the name of this process."""
        self.match_service = match_service
        self.seating = Seating(match_service, hooks)
        self.audiences = Audiences(match_service, bus, where, spectator_times or SpectatorTimeouts())
        self.up = True
        self._fanout = Fanout()
        self.now = now
        self.translate = translate
        self.limits = limits
        self.counts = Counts()
        self.handlers: dict[type, Handler] = {
            Watch: Session.watch,
            Leave: Session.leave,
            Command: Session.command,
            RematchOffer: Session.rematch,
            Ping: Session.pong,
        }
        """Handlers by kind of message; a message of another kind is dropped."""
        self._listeners: list[SessionListener] = []
        self.sessions: set[Session] = set()
        bus.subscribe(STATUS, self._status)

    def listen(self, listener: SessionListener) -> None:
        """Let `listener` follow the sockets, and carry out its kinds of messages."""
        self._listeners.append(listener)
        for kind, handler in listener.handlers.items():
            self.handlers[kind] = _without_match(handler)

    def lose(self, session: "Session") -> None:
        """Forget a socket that is gone."""
        for listener in self._listeners:
            listener.disconnected(session.connection)
        self.sessions.discard(session)

    def connected(self, connection: Connection) -> "Session":
        """A new socket has opened."""
        session = Session(self, connection)
        self.sessions.add(session)
        for listener in self._listeners:
            listener.connected(connection)
        if not self.up:
            connection.send(encode(Status(up=False)))
        return session

    def _status(self, status: Status) -> None:
        """Tell all clients that play pauses, or continues."""
        if status.up != self.up:
            self.up = status.up
            frame = encode(status)
            self._fanout.send(tuple(self.sessions), lambda session: session.connection.send(frame))

    def close(self, code: int) -> None:
        """Close all sockets."""
        self.seating.close()
        for session in tuple(self.sessions):
            session.connection.close(code)


class Session:
    """A client on a socket."""

    __slots__ = ("_bucket", "_endpoint", "_lang", "_queued", "_sent", "closed", "connection", "reader")

    def __init__(self, endpoint: Endpoint, connection: Connection) -> None:
        """Start without matches."""
        user = connection.user
        self._endpoint = endpoint
        self.connection = connection
        self.reader = user.id if user else None
        self.closed = False
        self._lang = user.lang if user else "en"
        self._bucket = Bucket(endpoint.limits, endpoint.now())
        self._sent: dict[str, int] = {}
        self._queued = 0

    def received(self, frame: bytes | memoryview) -> None:
        """Process a text frame. Raises nothing, whatever the frame holds."""
        now = self._endpoint.now()
        if self.closed:
            return
        if not self._bucket.take(now):
            self._abuse("flood")
            return
        try:
            message = decode(frame)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._nonsense(frame, now)
            return
        try:
            handler = self._endpoint.handlers.get(type(message))
            if handler is not None:
                handler(self, message, now)
        except Exception:
            log.exception("%s: %r failed", self.connection.peer, message)
            self._no(message.c if isinstance(message, Command) else None, "server_error")

    def disconnected(self) -> None:
        """The socket has closed."""
        self.closed = True
        for match_id in tuple(self._sent):
            self._leave(match_id)
        self._endpoint.lose(self)

    def command(self, message: Command, now: int) -> None:
        """Carry out a command of a player."""
        endpoint, connection, cid, action = self._endpoint, self.connection, message.c, message.k
        endpoint.counts.commands += 1
        reader, user = self.reader, connection.user
        if reader is None or user is None or user.objection or self._queued >= endpoint.limits.queued:
            self._no(cid, _objection(user))
            return
        self._queued += 1
        connection.measure(now)
        answer = partial(self._on_command_end, cid)
        if isinstance(action, SitDown):
            sit = cmd.Sit(user.player, action.seed, action.seal, unrated=action.unrated)
            endpoint.seating.sit(message.m, cid, sit, connection.peer, now, answer)
        else:
            lag = Lag(message.w, connection.rtt)
            endpoint.match_service.command(message.m, reader, cid, action, now, answer, lag)

    def _on_command_end(self, cid: str, seq: int, code: str | None) -> None:
        """Acknowledge a command whose last event is number `seq`, or refuse it."""
        self._queued -= 1
        if code is None:
            self._endpoint.counts.acks += 1
            self.connection.send(encode(Ack(cid, seq)))
        else:
            self._no(cid, code)

    def rematch(self, message: RematchOffer, now: int) -> None:
        """Offer, accept or decline a rematch."""
        user = self.connection.user
        if not self._may_be_loud(now):
            return
        if user is None or user.objection or self._queued >= self._endpoint.limits.queued:
            self._no(None, _objection(user))
            return

        def answer(_: int, code: str | None) -> None:
            self._queued -= 1
            if code is not None:
                self._no(None, code)

        self._queued += 1
        self._endpoint.match_service.again(message.m, user.id, no=message.no, answer=answer)

    def watch(self, message: Watch, now: int) -> None:
        """Send a match from now on."""
        self._endpoint.counts.resumed += message.n >= 0

        def begin(live_match: LiveMatch | None) -> None:
            if live_match is None:
                self._no(None, "unknown_match")
                return
            full = len(self._sent) >= self._endpoint.limits.matches and live_match.id not in self._sent
            if full:
                self._no(None, "too_many")
            if full or self.closed:
                self._endpoint.match_service.release(live_match.id)
            else:
                self._begin(live_match, message.n)

        self._endpoint.match_service.use(message.m, begin)

    def _begin(self, live_match: LiveMatch, n: int) -> None:
        """Send what the client lacks of a match, and subscribe it."""
        self._endpoint.audiences.join(live_match, self)
        seen = live_match if side_of(live_match.ids, self.reader) is not None else live_match.behind()
        now = self._endpoint.now()
        frames = missed(seen, n, now) if 0 <= n <= seen.seq else None
        crowd = self._endpoint.audiences.spectator_count(live_match.id)
        if frames is None:
            self.connection.send(encode(state(live_match, self.reader, now, crowd)))
        else:
            for published in frames:
                self.connection.send(published.frame(self.reader))
            for message in around(live_match, now, crowd):
                self.connection.send(encode(message))
        self._sent[live_match.id] = seen.seq
        address = self._endpoint.match_service.better_address(live_match.id)
        if address and side_of(live_match.ids, self.reader) is not None:
            self.connection.send(encode(OwnerAddress(live_match.id, address)))

    def on_event(self, published: PublishedEvent) -> None:
        """Send an event of a watched match."""
        sent = self._sent.get(published.m)
        if sent is None:
            return
        if published.n == sent + 1:
            self._sent[published.m] = published.n
            self.connection.send(published.frame(self.reader))
        elif published.n > sent:
            self._endpoint.match_service.use(published.m, self._found)  # the bus lost some

    def on_message(self, match_id: str, frame: bytes) -> None:
        """Send a message about a watched match that is not an event."""
        if match_id in self._sent:
            self.connection.send(frame)

    def on_gap(self, live_match: LiveMatch) -> None:
        """Send the missing events of a match after the bus lost some, unless they were sent meanwhile."""
        sent = self._sent.get(live_match.id)
        if sent is not None and sent < live_match.seq:
            self._begin(live_match, sent)

    def _found(self, live_match: LiveMatch | None) -> None:
        if live_match is not None:
            self.on_gap(live_match)
            self._endpoint.match_service.release(live_match.id)

    def _leave(self, match_id: str, *, gone: bool = False) -> None:
        if self._sent.pop(match_id, None) is not None:
            self._endpoint.audiences.leave(match_id, self, gone=gone)
            self._endpoint.match_service.release(match_id)

    def leave(self, message: Leave, now: int) -> None:
        """Stop sending a match."""
        self._leave(message.m, gone=message.gone)
        if message.gone:
            self._may_be_loud(now)

    def pong(self, message: Ping, now: int) -> None:
        """Answer a ping."""
        self.connection.send(encode(Pong(message.x, now)))

    def refuse(self, code: str) -> None:
        """Refuse a message that is no command."""
        self._no(None, code)

    def _may_be_loud(self, now: int) -> bool:
        """Count a message that goes to all spectators: False, and the socket is closed, after too many."""
        allowed = self._bucket.take(now, self._endpoint.limits.loud - 1)
        if not allowed:
            self._abuse("flood")
        return allowed

    def _no(self, cid: str | None, code: str) -> None:
        log.info("%s: refused: %s", self.connection.peer, code)
        self._endpoint.counts.refused[code] += 1
        text = self._endpoint.translate(code, self._lang)
        self.connection.send(encode(Rejected(cid, code, text)))

    def _nonsense(self, frame: bytes | memoryview, now: int) -> None:
        if self._bucket.take(now, self._endpoint.limits.nonsense - 1):
            self._no(command_id(frame), "bad_message")
        else:
            self._abuse("nonsense")

    def _abuse(self, offence: str) -> None:
        self._endpoint.counts.closed.by(self.connection.peer, offence)
        self.connection.close(POLICY)


def _objection(user: Identity | None) -> str:
    """Return the refusal code of a command: the user may not play, or too many commands wait."""
    if user is None:
        return "no_identity"
    return user.objection or "too_many"


def _without_match(handler: Callable[[Connection, Any], None]) -> Handler:
    """The handler of a listener, for those who may ask."""

    def handle(session: Session, message: Any, now: int) -> None:
        user = session.connection.user
        if isinstance(message, Seek) and user is not None and user.objection:
            session.refuse(user.objection)
        else:
            handler(session.connection, message)

    return handle
