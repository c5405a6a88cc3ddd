"""The players at the tables of this host, as other processes announce them.

A process announces each player once (`announcer`). Its heartbeat stands for all of them: when it dies, they
are absent; when it names a message that has not arrived, this host asks it to announce everything again.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from zaria.live.cluster import wire
from zaria.live.cluster.attendance import Attendance, Seat
from zaria.live.cluster.node import Node
from zaria.live.cluster.slicing import SLICE
from zaria.live.cluster.streams import CHECK, Incoming
from zaria.live.fanout import Fanout
from zaria.live.matches.host import Host
from zaria.live.matches.match_service import TablePresence

ASK_AGAIN = 5.0
"""Seconds until a process that was asked to announce everything is asked again."""


class RemotePresence:
    """The players at the tables, in all processes."""

    def __init__(self, node: Node, host: Host, take: Callable[[str], None]) -> None:
        """`take` loads a match if this host owns it."""
        self._node = node
        self._host = host
        self._take = take
        self._attendance = Attendance()
        self._streams: dict[str, Incoming] = {}
        self._ask_at: dict[str, float] = {}
        self._checked_at = asyncio.get_running_loop().time()
        self._fanout = Fanout(SLICE)
        host.on_loaded.append(self._on_load)
        node.on_beat.append(self._beat)
        node.on_up.append(self._up)

    def here(self, message: wire.Here) -> None:
        """Process the arrival or departure of a player."""
        if self._is_new(message):
            self._set(message.where, (message.match, message.player), message.state, message.n)

    def looking(self, message: wire.Looking) -> bool:
        """Process the players of a message; return False if it arrived before."""
        if not self._is_new(message):
            return False
        for seat in message.present:
            self._set(message.where, seat, "here", message.n)
        if message.n and message.began and self._streams[message.where].complete(message.began):
            self._ask_at.pop(message.where, None)
            seats = self._attendance.seats(message.where)
            self._leave_later(message.where, [entry for entry in seats if entry[1] < message.began])
        return True

    def leave(self, process: str, seat: Seat) -> None:
        """A process does not see a player any more."""
        self._set(process, seat, "away", 0)

    def matches(self) -> list[str]:
        """The matches with players at their tables, also those of other hosts."""
        return self._attendance.matches()

    def _is_new(self, message: wire.Here | wire.Looking) -> bool:
        """Return whether a message has not arrived before; older versions do not number theirs."""
        return not message.n or self._streams.setdefault(message.where, Incoming()).arrive(message.n)

    def _set(self, process: str, seat: Seat, state: TablePresence, number: int) -> None:
        match_id, player = seat
        if state == "here":
            self._attendance.add(process, seat, number)
        else:
            self._attendance.remove(process, seat)
        if self._host.seq(match_id) >= 0:
            self._host.here(match_id, player, process, state)
        elif state == "here":
            self._take(match_id)

    def _on_load(self, match_id: str) -> None:
        """A match was loaded: its players are at the table already."""
        for player, process in self._attendance.at(match_id):
            self._host.here(match_id, player, process, "here")

    def _leave_later(self, process: str, seats: Sequence[tuple[Seat, int]]) -> None:
        """These players are gone unless the process names them again: a slice in each turn of the loop."""
        if seats:
            self._fanout.send(seats, partial(self._leave_unless_named, process))

    def _leave_unless_named(self, process: str, entry: tuple[Seat, int]) -> None:
        seat, number = entry
        if self._attendance.number(process, seat) == number:
            self.leave(process, seat)

    def _up(self, up: bool) -> None:  # noqa: FBT001 - a listener
        """Ask who watches our matches: we may have let go of them, and nobody need have noticed."""
        if up:
            for stream in self._streams.values():
                stream.lacks = True

    def _beat(self) -> None:
        sent = self._node.members.sent_by_process()
        for process in (self._attendance.processes() | self._streams.keys()) - sent.keys():
            self._streams.pop(process, None)
            self._ask_at.pop(process, None)
            self._leave_later(process, self._attendance.seats(process))
        now = asyncio.get_running_loop().time()
        if now - self._checked_at >= CHECK and self._node.up:
            self._checked_at = now
            for process, number in sent.items():
                if number:
                    self._check(process, number, now)

    def _check(self, process: str, number: int, now: float) -> None:
        """Ask a process to announce everything if a message of it was lost."""
        lacks = self._streams.setdefault(process, Incoming()).check(number)
        if lacks and now >= self._ask_at.get(process, now):
            self._ask_at[process] = now + ASK_AGAIN
            self._node.send(process, wire.Repeat(self._node.id))
