"""The protocol of the journal, which stores the events of every match.

Events of a match are numbered 0, 1, 2, … without a gap. The number is the fence between two writers:
the one that appends a number already taken has lost, reads what the other one wrote, and decides again.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from zaria.live.counts import JournalCounts


class ConflictError(Exception):
    """Another writer has appended to this match first; nothing of this append was stored."""


class JournalClosedError(Exception):
    """The journal was closed before it could store this."""


class StoreUnavailableError(Exception):
    """The store cannot be reached; whether it kept this append is unknown.

    Try again until it answers. If it did keep the append, the next try meets its own numbers and gets
    `ConflictError`, and the reader of the match finds the id of the own command in it.
    """


class Row(NamedTuple):
    """One stored event: its number, its moment (ms since the epoch), its kind and its JSON.

    `actor` and `cmd` name the player and the command id on the last event of each command; they are
    empty on other events, and on events that the server caused itself.
    """

    seq: int
    at: int
    kind: str
    body: bytes
    actor: str = ""
    cmd: str = ""


class Mark(Enum):
    """The effect of an append on the match as a whole."""

    NONE = 0
    RUNNING = 1
    """From now on a clock runs or a wait ends, whether anybody is present or not."""
    OVER = 2
    RESTING = 3
    """Nothing happens without a player any more; the match continues when one comes."""


class Listing(NamedTuple):
    """A match as the lobby lists it. Stored with the event that changes it, so the two never disagree.

    `shown`: 0 in no list but its players' own, 1 open, 2 being played, 3 over. `body`: JSON for the lists.
    `players`: the ids of the two players, seated or expected.
    """

    shown: int
    body: bytes
    players: tuple[str | None, str | None]


class Wait(NamedTuple):
    """The state in which an append leaves a match by the day: nothing happens until a player acts.

    `side` is the side to act (None: the table is open), `due` when its time is over (ms; None: never).
    `is_new`: it waits from now on, and not as before. `players` are the ids of both.
    """

    side: int | None
    due: int | None
    is_new: bool
    players: tuple[str | None, str | None]


class WaitingTable(NamedTuple):
    """A running match by the day: its card, the side to act, since when, and when its time is over (ms).

    `n` is the number of its last event.
    """

    id: str
    listing: Listing
    side: int
    since: int
    due: int | None
    n: int = 0


class Stored(NamedTuple):
    """A stored match: the dice secret, the seats reserved for players (JSON), the events."""

    secret: bytes
    places: bytes
    rows: list[Row]


Done = Callable[[Exception | None], None]
"""Called on the event loop with None after the commit, else with the error; then nothing was stored."""


class Journal(Protocol):
    """Stores events durably. All methods belong to the event loop's thread.

    Reading and `open` raise `StoreUnavailableError`; `append` passes it to `done`.
    """

    async def open(
        self,
        match_id: str,
        secret: bytes,
        places: bytes,
        rows: Sequence[Row],
        card: Listing | None = None,
        mark: Mark = Mark.NONE,
        wait: Wait | None = None,
    ) -> None:
        """Store a new match; raises `ConflictError` when the id is taken."""

    def append(
        self,
        match_id: str,
        rows: Sequence[Row],
        mark: Mark,
        done: Done,
        card: Listing | None = None,
        wait: Wait | None = None,
    ) -> None:
        """Store `rows`, all or none, then call `done`, with `ConflictError` if a number is taken.

        `card` is the new listing of the match; None leaves it unchanged. `wait`: of a match by the day.
        """

    async def load(self, match_id: str) -> Stored | None:
        """Load everything committed of a match; None if there is no such match."""

    async def numbers(self, match_ids: Sequence[str]) -> dict[str, int]:
        """The last event's number for each match; matches that do not exist are left out."""

    async def running(self) -> list[str]:
        """The matches marked running and not over, oldest first."""

    async def running_after(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        """At most `most` of the running matches after this mark, in order of (start in ms, id)."""

    async def latest(self) -> int:
        """The moment of the last event in the running matches, and of the last wait; 0 if there are none."""

    async def listings(self, since: int = 0, fresh: int = 0) -> list[tuple[str, Listing]]:
        """Every match that has a listing and is not over, oldest first.

        Hidden ones are included only if their listing has changed at `fresh` (ms) or later: the others are
        abandoned. With `since` (ms), the matches whose listing has changed at that time or later, including
        those over by now; events carry the moment of their decision, so ask with a minute to spare.
        """

    async def finished(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        """At most `most` finished matches after this mark, in order of (end in ms, id).

        The end is the moment of its decision: a match stored late sorts before matches already returned, so
        start some time before the last one seen.
        """

    async def overdue(self, now: int, most: int) -> list[str]:
        """At most `most` matches by the day whose time is over at `now` (ms), the longest overdue first."""

    async def waits_after(self, after: tuple[int, str], most: int) -> list[WaitingTable]:
        """At most `most` of the waiting tables after this mark, in order of (since, id).

        As in `finished`, a wait stored late sorts before those already returned.
        """

    async def expiring_tables(self, until: int, most: int) -> list[WaitingTable]:
        """At most `most` of the waiting tables whose time is over by a moment (ms), the earliest first."""

    async def waiting_tables(self, player_id: str) -> list[WaitingTable]:
        """All running matches by the day of a player, in no order."""

    async def waits_at(self, match_ids: Sequence[str]) -> list[WaitingTable]:
        """Those of these matches that are by the day and running, in no order."""

    async def waiting_count(self, player_id: str) -> int:
        """The number of matches by the day that wait for a player."""

    counts: JournalCounts
    """The appends and batches so far, counted on the event loop after each batch."""

    def waiting(self) -> int:
        """Approximate number of appends that wait for the next batch."""

    async def close(self) -> None:
        """Store what is queued, then close the files."""
