"""Presence at the tables, absences, and the time from which the opponent may claim the match.

A short interruption is not announced. After that the opponent sees a countdown, shorter if the player left
deliberately, longer in slow games. At a table without a clock a side that does nothing for very long counts
as absent too. Programs are never absent, and nobody is in a match on one device.

Time without anything to miss does not count: before the match began, or while play was paused.
"""

from collections.abc import Callable

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.matches.event_frames import side_of
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.match_service import TablePresence
from zaria.live.matches.timeouts import Timeouts
from zaria.live.sockets.protocol.server import AbsenceChanged, AbsentSide

SetDeadline = Callable[[str, int | None], None]


class _Table:
    """The people at one table. Departures before `known_since` count as of then."""

    __slots__ = ("begun", "departed", "gone", "known_since", "wheres")

    def __init__(self, known_since: int, *, begun: bool) -> None:
        self.known_since = known_since
        self.begun = begun
        self.wheres: dict[str, set[str]] = {}
        self.gone: dict[str, int] = {}
        self.departed: set[str] = set()


class Presence:
    """Presence at the tables of one host. The announced absences are in `LiveMatch.away`."""

    def __init__(self, bus: Bus, now: Now, set_deadline: SetDeadline, times: Timeouts) -> None:
        """`set_deadline` makes the host call `look` with that match then (ms), or not at all (None)."""
        self._bus = bus
        self._now = now
        self._set_deadline = set_deadline
        self._times = times
        self._tables: dict[str, _Table] = {}

    def on_load(self, live_match: LiveMatch, since: int) -> None:
        """A match was loaded; nobody is known to be present, and absences count from `since`."""
        self._tables[live_match.id] = _Table(since, begun=live_match.match.phase != "open")
        self.look(live_match)

    def on_unload(self, live_match: LiveMatch) -> None:
        """A match was unloaded."""
        if self._tables.pop(live_match.id, None) is not None:
            self._set_deadline(live_match.id, None)

    def here(self, live_match: LiveMatch, player_id: str, where: str, state: TablePresence) -> None:
        """A player has come to the table or left it, as far as the process `where` can see."""
        table = self._tables[live_match.id]
        wheres = table.wheres.setdefault(player_id, set())
        if state == "here":
            wheres.add(where)
            table.gone.pop(player_id, None)
            table.departed.discard(player_id)
        else:
            was = bool(wheres)
            wheres.discard(where)
            if not wheres:
                del table.wheres[player_id]
                plays = (
                    side_of(live_match.ids, player_id) is not None
                )  # an open table has any number of visitors
                if was and plays:
                    table.gone[player_id] = self._now()
                if state == "left" and plays:
                    table.departed.add(player_id)
        self.look(live_match)

    def resumed(self, live_match: LiveMatch) -> None:
        """Play continues after a pause: absences start anew, as a player may have tried to come back."""
        table = self._tables.get(live_match.id)
        if table is not None:
            table.known_since = max(table.known_since, self._now())
            self.look(live_match)

    def present(self, live_match: LiveMatch, player_id: str) -> bool:
        """Return whether a player is at the table."""
        table = self._tables.get(live_match.id)
        return table is not None and player_id in table.wheres

    def anybody(self, live_match: LiveMatch) -> bool:
        """Return whether anybody is at the table, in any process."""
        table = self._tables.get(live_match.id)
        return table is not None and bool(table.wheres)

    def look(self, live_match: LiveMatch) -> None:
        """Determine the absences, and announce changes."""
        table = self._tables.get(live_match.id)
        if table is None:
            return
        now = self._now()
        if not table.begun and live_match.match.phase != "open":
            table.begun, table.known_since = True, max(table.known_since, now)
            table.departed.clear()
        away, then = self._away(live_match, table, now)
        self._set_deadline(live_match.id, then)
        if away != live_match.away:
            live_match.away = away
            self._bus.publish(live_match.id, AbsenceChanged(live_match.id, now, away))

    def _away(self, live_match: LiveMatch, table: _Table, now: int) -> tuple[list[AbsentSide], int | None]:
        """The absences, and when to look again."""
        away: list[AbsentSide] = []
        then: list[int] = []
        if live_match.match.phase in ("open", "over") or live_match.match.terms.by_day:
            return away, None
        for side in (0, 1):
            since, absence = self._absence(live_match, table, side)
            if absence is None or since is None:
                continue
            if now >= since:
                away.append(absence)
            else:
                then.append(since)
        return away, min(then, default=None)

    def _absence(
        self, live_match: LiveMatch, table: _Table, side: int
    ) -> tuple[int | None, AbsentSide | None]:
        """The time from which a side is absent, and its absence; None if it is not."""
        player = live_match.match.players[side]
        if player is None or player.bot is not None or live_match.match.terms.local is not None:
            return None, None
        times = self._times
        if player.id not in table.wheres:
            gone = max(table.gone.get(player.id, 0), table.known_since)
            if player.id in table.departed:
                return gone, AbsentSide(side, gone + times.departure, left=True)
            return gone + times.notice, AbsentSide(side, gone + times.away(live_match.match.terms))
        if live_match.match.clock is None and side == live_match.match.to_act():
            since = max(live_match.now, table.known_since) + times.idle
            return since, AbsentSide(side, since + times.hurry, idle=True)
        return None, None
