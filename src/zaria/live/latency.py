"""Latency between a player and the server."""

import os

import msgspec

EVERY = 10_000
"""Least milliseconds between measurements during a game."""


class Lag(msgspec.Struct, frozen=True):
    """The known latency of the connection that carried a command, in ms.

    `think` is the thinking time that the client reports, `rtt` the round trip as the server measured it.
    """

    think: int | None = None
    rtt: int | None = None


NO_LAG = Lag()


class RoundTrip:
    """The round trip of one socket, measured by pings that a page cannot see.

    A client cannot answer before it has the ping, whose content is random. A late answer makes the round trip
    look longer, and a missing answer counts as none; what a long round trip is worth is bounded
    (`zaria.match.clock.lag`).
    """

    __slots__ = ("_pinged_at", "_sent", "_token", "ms")

    def __init__(self) -> None:
        """Start unmeasured."""
        self.ms: int | None = None
        self._pinged_at = -EVERY
        self._sent = 0
        self._token = b""

    def ask(self, now: int) -> bytes | None:
        """The content of the next ping; None: the last measurement is recent."""
        if now - self._pinged_at < EVERY:
            return None
        self._pinged_at = self._sent = now
        self._token = os.urandom(8)
        return self._token

    def answered(self, token: bytes, now: int) -> bool:
        """Process a pong; return whether it answers the last ping."""
        if not self._token or token != self._token:
            return False
        self._token = b""
        self.ms = max(0, now - self._sent)
        return True
