"""The journal: where the events of every match are kept, and what anything that keeps them must do.

Events of a match are numbered 0, 1, 2, … without a gap. The number is the fence between two writers:
whoever appends a number that is taken has lost, reads what the other one wrote, and decides again.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, Protocol


class ConflictError(Exception):
    """Another writer has appended to this match first; nothing of this append was kept."""


class JournalClosedError(Exception):
    """The journal was closed before this could be stored."""


class StoreUnavailableError(Exception):
    """The store cannot be reached; it is not known whether this append was kept.

    Try again until it answers. An append that was kept after all then meets its own numbers: it is
    a `Conflict`, and whoever reads the match finds his own command's id in it.
    """


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
    """From now on a clock runs or a wait ends, whether anybody is there or not."""
    OVER = 2
    RESTING = 3
    """Nothing happens by itself any more; it goes on when somebody comes."""


class Listing(NamedTuple):
    """What lists tell of a match. Stored with the event that changes it, so it never disagrees with it.

    `shown`: 0 in no list but its players' own, 1 open, 2 being played, 3 over. `body`: JSON for those who
    list it. `players`: the ids of those who sit on the two sides, or for whom they are kept.
    """

    shown: int
    body: bytes
    players: tuple[str | None, str | None]


class Stored(NamedTuple):
    """A match as it was read: the dice secret, the places kept for players (JSON), the events."""

    secret: bytes
    places: bytes
    rows: list[Row]


Done = Callable[[Exception | None], None]
"""Called on the event loop: None after the commit, else why nothing was stored."""


class Journal(Protocol):
    """Stores events durably. All methods belong to the event loop's thread.

    Reading and `open` raise `Away` when the store cannot be reached; `append` gives it to `done`.
    """

    async def open(
        self,
        match_id: str,
        secret: bytes,
        places: bytes,
        rows: Sequence[Row],
        card: Listing | None = None,
        mark: Mark = Mark.NONE,
    ) -> None:
        """Store a new match; raises `Conflict` when the id is taken."""

    def append(
        self, match_id: str, rows: Sequence[Row], mark: Mark, done: Done, card: Listing | None = None
    ) -> None:
        """Store `rows`, all or none, then call `done`: `Conflict` if a number is taken.

        `card` is how the match is listed from now on; None: as before.
        """

    async def load(self, match_id: str) -> Stored | None:
        """Everything committed of a match, or None if there is no such match."""

    async def numbers(self, match_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these matches; without those that do not exist."""

    async def running(self) -> list[str]:
        """The matches marked running and not over, oldest first."""

    async def latest(self) -> int:
        """The moment of the last event in the running matches; 0 if there are none."""

    async def listings(self, since: int = 0, fresh: int = 0) -> list[tuple[str, Listing]]:
        """Every match that has a listing and is not over, oldest first.

        Hidden ones only if their listing has changed at `fresh` (ms) or later: the others were left.
        With `since` (ms) instead those whose listing has changed then or later, also those that are
        over by now: their events carry the moment they were decided, so ask with a minute to spare.
        """

    async def finished(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        """Matches that are over, `most` at most, in order of (when that was in ms, id), after this mark.

        A moment is that at which it was decided: what is stored late comes before what was seen already,
        so ask from some time before the last that was seen.
        """

    committed: Callable[[int, float], None]
    """Called on the event loop after each batch: how many appends it had, how many seconds it took."""

    def waiting(self) -> int:
        """About how many appends wait for the next batch."""

    async def close(self) -> None:
        """Store what is queued, then let go of the files."""
