"""Stored rows against shown and promised ones: the judgement after the noise."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import psycopg

from tests.proof.client import Client, Seen
from zaria.live.journal.base import Row
from zaria.live.matches.event_frames import public
from zaria.live.sockets.protocol.codec import encode
from zaria.match import events as ev
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.view import after, view
from zaria.records.verify import verify

_ROWS = "SELECT match_id, seq, at, kind, body, actor, cmd FROM {} ORDER BY match_id, seq"


def from_postgres(url: str) -> dict[str, list[Row]]:
    """All that is stored, by match."""
    with psycopg.connect(url) as db:
        return _by_match(db.execute(_ROWS.format("live.event")))


def from_sqlite(file: Path) -> dict[str, list[Row]]:
    """All that is stored, by match."""
    with closing(sqlite3.connect(file)) as db:
        return _by_match(db.execute(_ROWS.format("event")))


def _by_match(rows: Iterable[tuple[str, int, int, str, bytes, str, str]]) -> dict[str, list[Row]]:
    by_match: dict[str, list[Row]] = defaultdict(list)
    for match_id, *row in rows:
        by_match[match_id].append(Row(*row))  # type: ignore[arg-type]
    return by_match


class Judged(NamedTuple):
    """The figures of the check."""

    matches: int = 0
    finished: int = 0
    cleared: int = 0
    events: int = 0
    acked: int = 0
    frames: int = 0
    credits: int = 0
    raced: int = 0
    """Commands that were refused, and are not stored."""

    def __str__(self) -> str:
        return (
            f"{self.matches} matches ({self.finished} finished and verified, {self.cleared} cleared before "
            f"they began), {self.events} events; {self.acked} acknowledgements and {self.frames} frames as "
            f"they are stored; {self.raced} refusals; {self.credits} times a clock was credited"
        )


class Judge:
    """Compares everything with everything. `problems` should stay empty."""

    def __init__(self, stored: dict[str, list[Row]], clients: Sequence[Client]) -> None:
        self.stored = stored
        self.clients = clients
        self.problems: list[str] = []
        self._count: Counter[str] = Counter()

    def judge(self) -> Judged:
        """All of it."""
        seen: dict[str, list[tuple[str, Seen]]] = defaultdict(list)
        for client in self.clients:
            for match_id, notes in client.seen.items():
                seen[match_id].append((client.guest.id, notes))
        for match_id in seen.keys() - self.stored.keys():
            self.problems.append(f"{match_id} was shown, and is not stored")
        for match_id, rows in self.stored.items():
            self._match(match_id, rows, seen.get(match_id, []))
        return Judged(**self._count)

    def _match(self, match_id: str, rows: list[Row], seen: list[tuple[str, Seen]]) -> None:
        self._count["matches"] += 1
        self._count["events"] += len(rows)
        if [row.seq for row in rows] != list(range(len(rows))):
            self.problems.append(f"{match_id}: numbers {[row.seq for row in rows]}")
            return
        for who, notes in seen:
            self._promises(match_id, rows, who, notes)
        events = [ev.decode(row.body) for row in rows]
        self._events(match_id, events)
        self._frames(match_id, rows, events, [notes for _, notes in seen])

    def _promises(self, match_id: str, rows: list[Row], who: str, seen: Seen) -> None:
        commands = Counter(row.cmd for row in rows if row.cmd and row.actor == who)
        where = {row.cmd: row.seq for row in rows if row.actor == who}
        for cid, times in commands.items():
            if times > 1 or cid not in seen.sent or cid in seen.refused:
                self.problems.append(
                    f"{match_id}: {cid} of {who} is stored {times} times {seen.refused.get(cid)}"
                )
        for cid, n in seen.acked.items():
            self._count["acked"] += 1
            if where.get(cid) != n:
                self.problems.append(f"{match_id}: {cid} was acknowledged as {n}, stored as {where.get(cid)}")
        self._count["raced"] += len(seen.refused)

    def _events(self, match_id: str, events: list[ev.Event]) -> None:
        for event in events:
            if isinstance(event, ev.Flagged | ev.Claimed):
                self.problems.append(f"{match_id}: {event}")
            self._count["credits"] += isinstance(event, ev.ClockCredited)
        if isinstance(events[-1], ev.MatchEnded):
            cleared = any(isinstance(event, ev.Cancelled) for event in events)
            self._count["cleared" if cleared else "finished"] += 1
            problem = None if cleared else verify(events).problem
            if problem is not None:
                self.problems.append(f"{match_id}: {problem}")

    def _is_same(self, shown: bytes, stored: bytes) -> bool:
        """Return whether JSON that was shown is what is stored."""
        return shown == stored

    def _frames(self, match_id: str, rows: list[Row], events: list[ev.Event], seen: list[Seen]) -> None:
        match: Match | None = None
        states = {(n, body) for notes in seen for n, body in notes.states}
        by_number: dict[int, set[bytes]] = defaultdict(set)
        for n, body in states:
            by_number[n].add(body)
        for n, event in enumerate(events):
            match = evolve(match, event)
            shown = [notes.events[n] for notes in seen if n in notes.events]
            self._count["frames"] += len(shown) + len(by_number[n])
            if shown:
                body = ev.encode(public(event)) if isinstance(event, ev.Seated) else rows[n].body
                change = encode(after(match, event))
                self.problems += [
                    f"{match_id} event {n}: {frame} for {(body, change)}"
                    for frame in shown
                    if frame[0] != body or not self._is_same(frame[1], change)
                ]
            if by_number[n] and not all(self._is_same(state, encode(view(match))) for state in by_number[n]):
                self.problems.append(f"{match_id} state {n} is not what is stored")
        for notes in seen:
            if notes.last >= len(rows):
                self.problems.append(f"{match_id}: event {notes.last} was shown, {len(rows)} are stored")
