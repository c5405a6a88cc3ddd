"""The moments at which tournaments need a step though nothing happens to them."""

import heapq


class StepSchedule:
    """The next moment of each tournament that is played, in ms by the system clock."""

    def __init__(self, now: int) -> None:
        """Make an empty schedule at `now`."""
        self._moments: dict[str, int] = {}
        self._queue: list[tuple[int, str]] = []
        self._now = now

    def is_set_back(self, now: int) -> bool:
        """Return whether the clock was set back, so that moments lie too far ahead; notes `now`."""
        is_set_back, self._now = now < self._now, now
        return is_set_back

    def put(self, tournament_id: str, moment: int) -> None:
        """Replace the moment of a tournament."""
        self._moments[tournament_id] = moment
        heapq.heappush(self._queue, (moment, tournament_id))

    def take_until(self, now: int) -> list[str]:
        """Remove and return the tournaments whose moment has come."""
        due = []
        while self._queue and self._queue[0][0] <= now:
            moment, tournament_id = heapq.heappop(self._queue)
            if self._moments.get(tournament_id) == moment:
                del self._moments[tournament_id]
                due.append(tournament_id)
        return due

    def next(self) -> int | None:
        """Return the next moment."""
        while self._queue and self._moments.get(self._queue[0][1]) != self._queue[0][0]:
            heapq.heappop(self._queue)
        return self._queue[0][0] if self._queue else None
