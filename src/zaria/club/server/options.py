"""The options of one serving process."""

import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import msgspec

from zaria.live.app import Live
from zaria.live.clock import Now
from zaria.live.sockets.connection_limits import ConnectionLimits

WEB, BOTS = "web", "bots"


class Companion(msgspec.Struct, frozen=True):
    """Work beside the server: `accompany` lasts from before the first page until the server stops."""

    accompany: Callable[[Live], AbstractAsyncContextManager[None]]
    now: Now
    """The clock of live play."""


class ServeOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The data directory, addresses, roles and limits of one process."""

    home: Path
    """The data directory."""
    host: str
    """The name or address under which the pages are served."""
    bot_pause: int
    """Milliseconds that the computer waits before it acts."""
    roles: frozenset[str] | None
    """Some of `zaria.live.config.ROLES`; None: all, in a club of one process."""
    limits: ConnectionLimits
    listener: socket.socket | None
    """The listener of the pages; of the operator's endpoints in a process without pages."""
    operator: socket.socket | None
    """A separate listener for the operator."""
    companion: Companion | None = None
    address: str = ""
    """The name under which a proxy leads sockets to this process; "": there is none."""

    @property
    def port(self) -> int | None:
        """The port of the pages; None in a process without them."""
        return self.listener.getsockname()[1] if self.listener is not None and self.has(WEB) else None

    def has(self, role: str) -> bool:
        """Return whether the process has this role."""
        return self.roles is None or role in self.roles
