"""The endpoint's view of a socket, independent of the library, and of the user behind it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from zaria.match.events import Player

NORMAL = 1000
UNSUPPORTED = 1003
POLICY = 1008
TOO_BIG = 1009
RESTARTING = 1012
SHUT_OUT = 4001
"""Close codes: those of RFC 6455 and its registry, and one of our own.

`SHUT_OUT`: the user's identity is no longer valid; the page has to be loaded again.
"""


class Identity(NamedTuple):
    """A player as the site knows them, with their language; `hidden`: no list shows that they are online.

    `key` belongs to the site, which uses it later to decide whether the user is still admitted. `objection`
    is the code of the refusal that limits this socket to watching; "": it may play.
    """

    player: Player
    lang: str = "en"
    hidden: bool = False
    key: str = ""
    objection: str = ""

    @property
    def id(self) -> str:
        """The id of the player at tables."""
        return self.player.id


class UnknownTokenError(Exception):
    """A handshake carries a token that is unknown or no longer valid."""


WhoAmI = Callable[[Mapping[str, str]], Identity | None]
"""Identifies the user by the headers of the handshake (any case); None: nobody in particular.

Raises `UnknownTokenError`.
"""

Translate = Callable[[str, str], str]
"""(refusal code, language) → the sentence to show."""


class Connection(Protocol):
    """One open socket. Belongs to the event loop's thread."""

    @property
    def peer(self) -> str:
        """The address of the other end, for the log."""

    @property
    def user(self) -> Identity | None:
        """The user of the socket."""

    @property
    def rtt(self) -> int | None:
        """The last measured round trip (ms); None: not measured yet."""

    def measure(self, now: int) -> None:
        """Measure the round trip, unless that was done recently; `now` in ms since the epoch."""

    def send(self, message: bytes) -> None:
        """Send one text frame; dropped if the socket is closing."""

    def close(self, code: int) -> None:
        """Close with a code. Nothing is sent or received afterwards."""
