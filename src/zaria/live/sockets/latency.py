"""The line between a player and us: how long the way is."""

import os

import msgspec

EVERY = 10_000
"""Milliseconds between measurements while a player is playing."""


class Lag(msgspec.Struct, frozen=True):
    """What is known of the line that a command came over, in ms.

    `think` is how long the player says he thought, `rtt` the round trip as the server measured it.
    """

    think: int | None = None
    rtt: int | None = None


NO_LAG = Lag()


class RoundTrip:
    """The way there and back of one socket, measured by pings of our own that a page cannot see.

    A client cannot answer before it has the ping, whose content is random. Answering late makes the way look
    longer, and no answer as if there were none; what a long way is worth is bounded (`zaria.match.lag`).
    """

    __slots__ = ("_asked", "_sent", "_token", "ms")

    def __init__(self) -> None:
        """Not known yet."""
        self.ms: int | None = None
        self._asked = -EVERY
        self._sent = 0
        self._token = b""

    def ask(self, now: int) -> bytes | None:
        """What to send in a ping; None: it was measured a moment ago."""
        if now - self._asked < EVERY:
            return None
        self._asked = self._sent = now
        self._token = os.urandom(8)
        return self._token

    def answered(self, token: bytes, now: int) -> bool:
        """A pong came; whether it is the one that is awaited."""
        if not self._token or token != self._token:
            return False
        self._token = b""
        self.ms = max(0, now - self._sent)
        return True
