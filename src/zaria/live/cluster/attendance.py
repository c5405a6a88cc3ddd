"""The players at the tables, as the processes with their sockets announced them to this host.

It holds tables of other hosts too: another process may have noticed earlier than this one that a match is
this host's now. Matches are loaded and unloaded; their players stay here until they leave.
"""

from collections.abc import Set as AbstractSet

Seat = tuple[str, str]
"""A match, and a player at its table."""


class Attendance:
    """The players whom each process sees, each with the number of the message that named them last."""

    def __init__(self) -> None:
        """Start without players."""
        self._by_process: dict[str, dict[Seat, int]] = {}
        self._by_match: dict[str, dict[tuple[str, str], None]] = {}

    def add(self, process: str, seat: Seat, number: int) -> None:
        """Note a player whom message `number` of a process names."""
        self._by_process.setdefault(process, {})[seat] = number
        match_id, player = seat
        self._by_match.setdefault(match_id, {})[player, process] = None

    def remove(self, process: str, seat: Seat) -> None:
        """Forget a player at a table of a process; harmless if unknown."""
        seats = self._by_process.get(process, {})
        if seat not in seats:
            return
        del seats[seat]
        if not seats:
            del self._by_process[process]
        match_id, player = seat
        del self._by_match[match_id][player, process]
        if not self._by_match[match_id]:
            del self._by_match[match_id]

    def number(self, process: str, seat: Seat) -> int | None:
        """The number of the last message of a process that named a player; None: it does not see them."""
        return self._by_process.get(process, {}).get(seat)

    def seats(self, process: str) -> list[tuple[Seat, int]]:
        """The players whom a process sees, each with its last message that named them."""
        return list(self._by_process.get(process, {}).items())

    def at(self, match_id: str) -> list[tuple[str, str]]:
        """The players at a table, each with the process that sees them."""
        return list(self._by_match.get(match_id, ()))

    def processes(self) -> AbstractSet[str]:
        """The processes that see players."""
        return self._by_process.keys()

    def matches(self) -> list[str]:
        """The matches with players at their tables."""
        return list(self._by_match)
