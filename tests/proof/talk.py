"""The lines that players and onlookers write to each other in the proof, and their judgement.

A `Talk` is all that one client has written and was sent. It keeps to the protocol and hides no fault: it
sends a line again after a reconnect, or when the answer says that nothing could be stored, and otherwise
waits for its answer. Now and then it asks for a conversation that it must not read.
"""

import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import psycopg

from zaria.club.site.database import databases
from zaria.live.journal.base import Row
from zaria.match import events as ev

PHRASES = ("hello", "good_luck", "well_played", "thank_you", "sorry", "one_moment", "goodbye")
AGAIN = ("unavailable", "too_many", "server_error")
"""Answers that do not say whether the line is stored."""
KINDS = ("lines", "line", "said", "line_removed", "typing")
_LINES = (
    "SELECT conversation_id, number, at, author, name, side, text, phrase, command"
    " FROM conversations_line ORDER BY conversation_id, number"
)

Json = dict[str, Any]


class Stored(NamedTuple):
    """A line in the database of the site."""

    n: int
    at: int
    author: str
    name: str
    side: int | None
    text: str
    phrase: str
    command: str


def lines_of(database: str | None, home: Path) -> dict[str, list[Stored]]:
    """All that is stored, by conversation."""
    if database is not None:
        with psycopg.connect(database) as db:
            return _by_conversation(db.execute(_LINES))
    with closing(sqlite3.connect(home / databases.FILE)) as db:
        return _by_conversation(db.execute(_LINES))


def _by_conversation(rows: Iterable[tuple[Any, ...]]) -> dict[str, list[Stored]]:
    by_conversation: dict[str, list[Stored]] = defaultdict(list)
    for name, *row in rows:
        by_conversation[name].append(Stored(*row))
    return by_conversation


class Reading:
    """Lines after number `start`, as they came: all of them up to `last`, unless something is lost."""

    def __init__(self, start: int, at: float) -> None:
        self.start = self.last = start
        self.at = at
        self.lines: list[Json] = []


class Room:
    """A conversation that a client reads. A list that leaves lines out begins another reading."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.readings: list[Reading] = []
        self.open = False

    @property
    def last(self) -> int:
        """The number of the last line that the client has, -1 before the first list."""
        return self.readings[-1].last if self.readings else -1

    def take(self, message: Json) -> str:
        """Take a frame; a text if it should not have come."""
        if message["t"] == "lines":
            new, self.open = message["lines"], True
            if not self.readings or message.get("more"):
                start = new[0]["n"] - 1 if message.get("more") else 0
                self.readings.append(Reading(start, time.time() * 1000))
        elif not self.open:
            return f"a line before the list: {message}"
        else:
            new = [message]
        reading = self.readings[-1]
        if [line["n"] for line in new] != sorted(line["n"] for line in new):
            return f"not in order: {message}"
        if new and new[0]["n"] <= reading.last:
            return f"line {new[0]['n']} after {reading.last}"
        reading.lines += new
        reading.last = max(reading.last, new[-1]["n"] if new else 0, message.get("last", 0))
        return ""


class Talk:
    """See the module. `refusable` are codes with which lines may be refused, by conversation."""

    def __init__(self, send: Callable[..., None], wrong: Callable[[str], None], choose: Random) -> None:
        self.rooms: dict[str, Room] = {}
        self.past: list[Room] = []
        self.forbidden: set[str] = set()
        self.admitted: dict[str, Room] = {}
        """Conversations that were forbidden when they were asked for, and that the server opened later."""
        self.sent: dict[tuple[str, str], Json] = {}
        self.waiting: dict[str, Json] = {}
        self.said: dict[tuple[str, str], int] = {}
        self.refused: dict[tuple[str, str], str] = {}
        self.refusable: dict[str, str] = {}
        self._send, self._wrong, self._choose = send, wrong, choose

    def connected(self) -> None:
        """The connection is new: ask for what came since, and repeat what was not answered."""
        for room in self.rooms.values():
            room.open = False
            self._send(t="conversation", id=room.name, n=room.last)
        for message in self.waiting.values():
            self._send(**message)

    def read(self, name: str) -> None:
        """Subscribe to a conversation."""
        if name not in self.rooms:
            self.rooms[name] = Room(name)
            self._send(t="conversation", id=name, n=-1)

    def leave(self, name: str) -> None:
        """End the subscription."""
        room = self.rooms.pop(name, None)
        if room is not None:
            self.past.append(room)
            self._send(t="conversation", id=name, stop=True)

    def pry(self, name: str) -> None:
        """Ask for a conversation that must not be read."""
        self.forbidden.add(name)
        self._send(t="conversation", id=name, n=-1)

    def say_phrase(self, name: str) -> None:
        """Write a phrase, each once: a phrase of the last minute is refused as repeated."""
        written = {message.get("phrase") for (room, _), message in self.sent.items() if room == name}
        if phrases := [phrase for phrase in PHRASES if phrase not in written]:
            self.say(name, phrase=phrases[0])

    def say(self, name: str, **content: str) -> None:
        """Write a line."""
        command = f"{self._choose.getrandbits(64):x}"
        message = {"t": "say", "id": name, "c": command, **content}
        self.sent[name, command] = self.waiting[command] = message
        self._send(**message)

    def hear(self, frame: bytes) -> bool:
        """Take a frame about conversations; True if it answers a line."""
        message = msgspec.json.decode(frame)
        name = message["id"]
        if message["t"] == "said":
            self.waiting.pop(message["c"], None)
            number = self.said.setdefault((name, message["c"]), message["n"])
            if number != message["n"]:
                self._wrong(f"{name}: {message['c']} is line {number} and {message['n']}")
            return True
        room = self.rooms.get(name)
        if message["t"] in ("line", "lines") and room is not None:
            if problem := room.take(message):
                self._wrong(f"{name}: {problem}")
        elif message["t"] == "lines":  # the answer crossed the end of the subscription, or nobody asked
            if name in self.forbidden:
                self._admitted(name, message)
        elif message["t"] == "line" and name in self.admitted:
            if problem := self.admitted[name].take(message):
                self._wrong(f"{name}: {problem}")
        elif message["t"] == "line" and name in self.forbidden:
            self._wrong(f"{name}: overheard {message}")
        return False

    def _admitted(self, name: str, message: Json) -> None:
        """A player may read what the onlookers wrote once the match is over: the judge looks when it was.

        Lines that they write before the subscription ends come, too.
        """
        room = self.admitted[name] = Room(name)
        room.take(message)
        self.past.append(room)
        self._send(t="conversation", id=name, stop=True)

    def is_refused(self, command: str | None, name: str, code: str) -> bool:
        """Take a refusal; True if the line has to be sent again."""
        if command is None:
            if name in self.rooms:
                self._wrong(f"{name}: may not be read: {code}")
            return False
        if command not in self.waiting or code in AGAIN:
            return command in self.waiting
        del self.waiting[command]
        self.refused[name, command] = code
        if self.refusable.get(name) != code:
            self._wrong(f"{name}: may not be written: {code}")
        return False

    def repeat(self, command: str | None) -> None:
        """Send a line again."""
        if command is not None and (message := self.waiting.get(command)):
            self._send(**message)

    def is_behind(self, stored: Mapping[str, Sequence[Stored]], ignored: Collection[str]) -> bool:
        """True if a line that is stored is still on its way."""
        return any(
            room.last
            < max((line.n for line in stored.get(name, ()) if line.author not in ignored), default=0)
            for name, room in self.rooms.items()
        )


class Speaker(NamedTuple):
    """A client as the judge has it; in rooms it is not shown lines of `ignored` players."""

    id: str
    talk: Talk
    ignored: Collection[str] = ()


class LineJudge:
    """Compares every frame with what is stored. `problems` should stay empty."""

    def __init__(
        self,
        stored: Mapping[str, Sequence[Stored]],
        journal: Mapping[str, Sequence[Row]],
        speakers: Sequence[Speaker],
        direct: Mapping[str, Collection[str]],
    ) -> None:
        """`direct` are the players of each direct conversation."""
        self.stored, self.journal, self.speakers, self.direct = stored, journal, speakers, direct
        self.problems: list[str] = []
        self._count: Counter[str] = Counter()

    def judge(self) -> str:
        """All of it; the figures."""
        for name, lines in self.stored.items():
            self._numbers(name, lines)
        for speaker in self.speakers:
            self._promises(speaker)
            for room in (*speaker.talk.past, *speaker.talk.rooms.values()):
                for reading in room.readings:
                    self._frames(speaker, room.name, reading)
        count = self._count
        return (
            f"{count['lines']} lines in {len(self.stored)} conversations, {count['said']} acknowledgements"
            f" and {count['frames']} frames as they are stored; {count['refused']} lines refused,"
            f" {count['pried']} conversations asked for in vain"
        )

    def _numbers(self, name: str, lines: Sequence[Stored]) -> None:
        self._count["lines"] += len(lines)
        if [line.n for line in lines] != list(range(1, len(lines) + 1)):
            self.problems.append(f"{name}: numbers {[line.n for line in lines]}")
        doubled = Counter((line.author, line.command) for line in lines)
        self.problems += [f"{name}: {key} is stored twice" for key, times in doubled.items() if times > 1]

    def _promises(self, speaker: Speaker) -> None:
        talk = speaker.talk
        stored_lines = {
            (name, line.command): line
            for name, lines in self.stored.items()
            for line in lines
            if line.author == speaker.id
        }
        for key, n in talk.said.items():
            self._count["said"] += 1
            if key not in stored_lines or stored_lines[key].n != n:
                self.problems.append(
                    f"{key} was acknowledged as {n}, and is stored as {stored_lines.get(key)}"
                )
        for key, line in stored_lines.items():
            sent = talk.sent.get(key, {})
            if (sent.get("text", ""), sent.get("phrase", "")) != (line.text, line.phrase):
                self.problems.append(f"{key}: {line} is stored for {sent}")
            if key in talk.refused:
                self.problems.append(f"{key} was refused, and is stored")
        self._count["refused"] += len(talk.refused)
        self._count["pried"] += len(talk.forbidden)

    def _frames(self, speaker: Speaker, name: str, reading: Reading) -> None:
        kind, _, match_id = name.partition(":")
        players = self._players(match_id)
        if kind != "onlookers" and speaker.id not in (players if kind == "table" else self.direct[name]):
            self.problems.append(f"{name} was shown to {speaker.id}")
        if kind == "onlookers" and speaker.id in players and not self._over(match_id, reading.at):
            self.problems.append(f"{name} was shown to {speaker.id} during the match")
        if kind == "table":
            strangers = {line.author for line in self.stored.get(name, ())} - players
            self.problems += [f"{name} has a line of {stranger}" for stranger in strangers]
        ignored = speaker.ignored if kind == "onlookers" else ()
        expected = [
            (line.n, line.at, line.name, line.side, line.text, line.phrase, line.author == speaker.id)
            for line in self.stored.get(name, ())
            if reading.start < line.n <= reading.last and line.author not in ignored
        ]
        shown = [
            (
                line["n"],
                line["at"],
                line["by"]["name"],
                line.get("side"),
                line.get("text", ""),
                line.get("phrase", ""),
                line.get("own", False),
            )
            for line in reading.lines
        ]
        self._count["frames"] += len(shown)
        if shown != expected:
            self.problems.append(f"{name}: {speaker.id} was sent {shown}, stored is {expected}")

    def _players(self, match_id: str) -> set[str]:
        """The ids of those who sat down."""
        events = [ev.decode(row.body) for row in self.journal.get(match_id, ()) if row.kind == "seated"]
        return {event.player.id for event in events if isinstance(event, ev.Seated)}

    def _over(self, match_id: str, at: float) -> bool:
        """True if the match was over at a moment (ms)."""
        return any(row.kind == "closed" and row.at <= at for row in self.journal.get(match_id, ()))
