"""What the endpoint needs of a socket, whatever library holds it, and who is at its other end."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from zaria.match.events import Player

NORMAL = 1000
UNSUPPORTED = 1003
POLICY = 1008
TOO_BIG = 1009
RESTARTING = 1012
SHUT_OUT = 4001
"""Why a socket is closed: codes of RFC 6455 and its registry, and one of ours.

Whoever is `SHUT_OUT` is not whom the server took him for any more: his page has to be loaded again.
"""


class Identity(NamedTuple):
    """A player as the site knows him, and the language he reads; `hidden`: no list shows that he is here.

    `key` is the site's: it tells it later whether he is still to be let in. `objection` is the code of the
    refusal with which he may only look on over this socket; "": he may play.
    """

    player: Player
    lang: str = "en"
    hidden: bool = False
    key: str = ""
    objection: str = ""

    @property
    def id(self) -> str:
        """Under which he sits at tables."""
        return self.player.id


class UnknownTokenError(Exception):
    """A handshake carries a token that opens nothing, or not any more."""


WhoAmI = Callable[[Mapping[str, str]], Identity | None]
"""Tells from the headers of the handshake (any case) who is calling; None: nobody in particular.

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
        """Who is at the other end."""

    @property
    def rtt(self) -> int | None:
        """The way there and back (ms) as it was measured last; None: not yet."""

    def measure(self, now: int) -> None:
        """Measure it again, if that is some seconds ago; `now` in ms since the epoch."""

    def send(self, message: bytes) -> None:
        """Send one text frame; dropped if the socket is closing."""

    def close(self, code: int) -> None:
        """Say why, and close. Nothing is sent or received afterwards."""
