"""The names of the code under test that the corpus uses: after a renaming this file is edited, and no test.

The site's are in `site_adapter`, which needs Django. What goes in and out is bytes, text and plain JSON,
never an object of the code.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from tests.support.live import page_sessions
from tests.support.live.page_sessions import FakeNow, started
from zaria.bots import analysis
from zaria.games.registry import GAMES
from zaria.live.app import Live
from zaria.live.journal.base import Listing, Row
from zaria.live.journal.rows import row
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.cards import current_listing
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.live_match import LiveMatch, StoredPlaces
from zaria.live.sockets.catch_up import state
from zaria.live.sockets.protocol.client import FromClient
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import FromServer
from zaria.match import commands, events
from zaria.match.moment import Moment
from zaria.match.view import View, view
from zaria.records import convert
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.verify import verify

FORMATS = tuple(convert.TYPES)


class StoredRow(NamedTuple):
    """A row of the journal."""

    seq: int
    at: int
    kind: str
    body: bytes
    actor: str
    command: str


class StoredMatch(NamedTuple):
    """A match as the journal stores it."""

    id: str
    secret: bytes
    places: bytes
    rows: Sequence[StoredRow]


def every_game() -> list[str]:
    """The identifiers of all games."""
    return [*GAMES]


# the journal


def row_written_again(stored: StoredRow) -> StoredRow:
    """The row that the host would store of the event that is read from a row."""
    return StoredRow(*row(stored.seq, events.decode(stored.body), stored.actor, stored.command))


def places_written_again(places: bytes) -> bytes:
    """The same for the places kept for players."""
    return msgspec.json.encode(msgspec.json.decode(places, type=StoredPlaces))


class Replayed:
    """A match that is read from the journal row by row."""

    def __init__(self, stored: StoredMatch) -> None:
        self.stored = stored
        self._live_match = LiveMatch(stored.id, stored.secret, stored.places)

    def steps(self) -> Iterator[tuple[bytes, bytes, bytes]]:
        """The message of each event to the two sides and to an onlooker."""
        for stored_row in self.stored.rows:
            event = self._live_match.take(Row(*stored_row))
            published = PublishedEvent(
                self._live_match.match, stored_row.seq, event, stored_row.body, stored_row.at
            )
            first, second = self.readers()[:2]
            yield published.frame(first), published.frame(second), published.frame(None)

    def readers(self) -> tuple[str | None, str | None, None]:
        """The ids of the players by side, and nobody's."""
        return (*self._live_match.ids, None)

    def states(self) -> list[bytes]:
        """The whole match now, as the two sides and an onlooker are sent it when they come."""
        now = self._live_match.now
        return [encode(state(self._live_match, reader, now)) for reader in self.readers()]

    def full_view(self) -> bytes:
        """The whole view, whoever reads it."""
        return msgspec.json.encode(view(self._live_match.match))

    def listing(self) -> Listing:
        """The journal's listing of the match, as the journal takes it."""
        return current_listing(self._live_match)

    def card(self) -> dict[str, Any]:
        """The same as JSON."""
        listing = self.listing()
        return {"shown": listing.shown, "body": listing.body.decode(), "players": list(listing.players)}


# live play


class LivePlay:
    """Live play in memory on a journal with one match, at a moment that is moved by hand."""

    def __init__(self, live: Live, clock: FakeNow) -> None:
        self._live = live
        self._clock = clock

    @classmethod
    async def start(cls, home: Path, match: StoredMatch) -> "LivePlay":
        """On a journal with one match."""
        path = home / "live.sqlite3"
        journal = await SqliteJournal.connect(path)
        replayed = Replayed(match)
        for _ in replayed.steps():
            pass
        await journal.open(
            match.id, match.secret, match.places, [Row(*row) for row in match.rows], replayed.listing()
        )
        await journal.close()
        clock = FakeNow()
        clock.ms = match.rows[-1].at
        return cls(await started(path, now=clock, key=b"corpus"), clock)

    def connect(self, who: str | None, hear: Callable[[bytes], None]) -> Any:
        """A page of somebody; `received` of it takes the frames that are sent."""
        return Page(self._live, who, hear).session

    def pass_time(self, ms: int) -> None:
        """Let so much time pass."""
        self._clock.ms += ms

    async def stop(self) -> None:
        """Close everything."""
        await self._live.stop()


class Page(page_sessions.Page):
    """A page that hands on whatever it is sent."""

    def __init__(self, live: Live, who: str | None, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        super().__init__(live, who)

    def send(self, message: bytes) -> None:
        """A frame from the server."""
        self._hear(message)


# records


def record(bodies: Sequence[bytes], form: str) -> bytes | str:
    """The record of these events, or why the format cannot hold them."""
    try:
        return convert.write([events.decode(body) for body in bodies], form)
    except UnsupportedRecordError as reason:
        return str(reason)


def events_of(written: bytes, form: str, game: str, options: dict[str, Any]) -> list[bytes] | str:
    """The events of a record, as they would be stored, or why it cannot be read."""
    arguments: tuple[str, Any] = ("", None) if form == "json" else (game, options or None)
    try:
        return [events.encode(event) for event in convert.read(written, form, *arguments)]
    except InvalidRecordError as reason:
        return str(reason)


def verified(bodies: Sequence[bytes]) -> str | None:
    """Faults of a finished match: its seal, its dice, its moves or its clocks."""
    return verify([events.decode(body) for body in bodies]).problem


# analyses


def analysed(bodies: Sequence[bytes]) -> bytes:
    """A short analysis of a finished match, as it is stored."""
    return analysis.encode(analysis.analyse([events.decode(body) for body in bodies], "quick"))


def analysis_written_again(body: bytes) -> bytes:
    """An analysis as it is stored, read and written."""
    return analysis.encode(analysis.decode(body))


# frames


def first_fields(frame: bytes) -> bytes:
    """A frame as the version that made the first corpus sent it: without effects of steps, without a hand."""
    return _LATER_FIELDS.sub(b"", without_race(frame))


def without_race(frame: bytes) -> bytes:
    """A frame as versions sent it whose pages found out by themselves that the sides cannot meet."""
    return _RACE.sub(b"", without_takebacks(frame))


def without_takebacks(frame: bytes) -> bytes:
    """A frame as versions sent it in which turns were taken back in training alone."""
    return _TAKEBACKS.sub(b"", without_ends(frame))


def without_ends(frame: bytes) -> bytes:
    """A frame as versions sent it whose pages computed ends by the day, and offered no result."""
    return _DUE.sub(b"", _RESULTS.sub(b"", frame))


def first_state(frame: bytes) -> bytes:
    """A whole match likewise: without the signs of acts ahead in its log, which the events always had."""
    return _AHEAD.sub(b"", first_fields(frame))


_LATER_FIELDS = re.compile(rb',"effects":\{"(?:hit|pin)":\[[0-9,]+\]\}|,"hand":true')
_RACE = re.compile(rb',"race":(?:true|false)')
_AHEAD = re.compile(rb',"ahead":"(?:forced|agreed)"')
_RESULTS = re.compile(
    rb',"results":\{"waiting":(?:null|\{"side":[01],"points":[0-9]+,"due":[0-9]+\}),'
    rb'"can_offer":\[(?:true|false),(?:true|false)\]\}'
)
_DUE = re.compile(rb',"due":[0-9]+')
_TAKEBACKS = re.compile(rb',"takeback":\{"waiting":[^{}]*\}')
"""No text of a player matches: its quotation marks are escaped."""


_ADDED = {
    "seek": {
        "speeds": False,
        "games": False,
        "stake": 0,
        "most": 0,
        "length": 0,
        "cube": False,
        "lengths": False,
    },
    "seeking": {
        "waited": 0,
        "speeds": [],
        "games": [],
        "often": False,
        "stakes": None,
        "length": 0,
        "cube": False,
        "lengths": [],
    },
}
"""The fields that messages have got since, with their values where nobody has sent them."""


def with_added_fields(frame: str) -> str:
    """A recorded frame with the fields that its message has got since."""
    message = json.loads(frame)
    added = _ADDED.get(message["t"])
    return json.dumps(message | added, ensure_ascii=False, separators=(",", ":")) if added else frame


def answered_now(frame: str) -> str:
    """A recorded frame as the server answers now: a search, which was for a single game, has its length."""
    message = json.loads(with_added_fields(frame))
    if message["t"] != "seeking" or not message["game"]:
        return with_added_fields(frame)
    return json.dumps(message | {"length": 1}, ensure_ascii=False, separators=(",", ":"))


def client_frame_written_again(frame: bytes) -> bytes:
    """Messages of a browser, read and written. Fields that are not sent have their usual values then."""
    return msgspec.json.encode(msgspec.json.decode(frame, type=FromClient))


def server_frame_written_again(frame: bytes) -> bytes:
    """Messages of the server, read and written. Parts that are packed already are read, too."""
    sent = json.loads(frame)
    tag = sent.pop("t")
    kind = next(message_type for message_type in FromServer.__args__ if _tag(message_type) == tag)
    types = get_type_hints(kind)
    return encode(kind(**{name: _read(value, types[name]) for name, value in sent.items()}))


def _read(value: Any, kind: Any) -> Any:
    """A field, as what it may be apart from bytes that are packed already."""
    parts = [part for part in get_args(kind) if part is not msgspec.Raw]
    if get_origin(kind) is list and isinstance(value, list):
        return [_read(item, parts[0]) for item in value]
    if not isinstance(value, dict) or get_origin(kind) not in (Union, UnionType):
        return msgspec.convert(value, kind)
    if View in parts:
        return msgspec.convert(value, View if "id" in value else Moment)
    return msgspec.convert(value, reduce(or_, parts))


def command_written_again(body: bytes) -> bytes:
    """A command on its way to the host, read and written."""
    return msgspec.json.encode(msgspec.json.decode(body, type=commands.Command))


def tags() -> dict[str, set[str]]:
    """The tags of all events, commands and messages in both directions."""
    unions = {
        "events": events.Event,
        "commands": commands.Command,
        "client": FromClient,
        "server": FromServer,
    }
    return {name: {_tag(kind) for kind in union.__args__} for name, union in unions.items()}


def _tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def pretty(body: bytes) -> str:
    """JSON as text, a field a line: where two bodies differ a test shows the fields."""
    return json.dumps(json.loads(body), indent=1, ensure_ascii=False)
