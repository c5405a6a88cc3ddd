"""The journal: where the events of every match are kept, and what anything that keeps them must do.

Events of a match are numbered 0, 1, 2, … without a gap. The number is the fence between two writers:
whoever appends a number that is taken has lost, reads what the other one wrote, and decides again.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, Protocol


class Conflict(Exception):
    """Another writer has appended to this match first; nothing of this append was kept."""


class JournalClosed(Exception):
    """The journal was closed before this could be stored."""


class Row(NamedTuple):
    """One stored event: its number, its moment (ms since the epoch), its kind and its JSON.

    `actor` and `cmd` name the player and his command id on the last event of each command, and are
    empty on the others and on what the server did by itself.
    """

    seq: int
    at: int
    kind: str
    body: bytes
    actor: str = ""
    cmd: str = ""


class Mark(Enum):
    """What an append means for the match as a whole."""

    NONE = 0
    RUNNING = 1
    """From now on its clock runs, whether anybody is there or not."""
    OVER = 2


class Stored(NamedTuple):
    """A match as it was read: the dice secret, the places kept for players (JSON), the events."""

    secret: bytes
    places: bytes
    rows: list[Row]


Done = Callable[[Exception | None], None]
"""Called on the event loop: None after the commit, else why nothing was stored."""


class Journal(Protocol):
    """Stores events durably. All methods belong to the event loop's thread."""

    async def open(self, match_id: str, secret: bytes, places: bytes, rows: Sequence[Row]) -> None:
        """Store a new match; raises `Conflict` when the id is taken."""

    def append(self, match_id: str, rows: Sequence[Row], mark: Mark, done: Done) -> None:
        """Store `rows`, all or none, then call `done`: `Conflict` if a number is taken."""

    async def load(self, match_id: str) -> Stored | None:
        """Everything committed of a match, or None if there is no such match."""

    async def running(self) -> list[str]:
        """The matches marked running and not over, oldest first."""

    async def latest(self) -> int:
        """The moment of the last event in the running matches; 0 if there are none."""

    async def close(self) -> None:
        """Store what is queued, then let go of the files."""
