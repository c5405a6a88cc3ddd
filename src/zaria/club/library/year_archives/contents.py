"""Writes the file of an archive: a ZIP with a README, a list of the matches, and the record of each.

A match is `GAME/ID.json`, our own record, which `zaria verify` checks, and beside it the format that other
programs of the game read. The same matches give the same bytes.
"""

import io
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from django.urls import reverse
from msgspec.structs import replace

from zaria.club.library.year_archives.licences import LICENCES
from zaria.club.library.year_archives.selection import ArchivedMatch, ArchiveScope
from zaria.club.matches.replay.public_record import is_over, nameless
from zaria.club.site import csv_files
from zaria.club.site.csv_files import harmless
from zaria.live.journal.base import Stored
from zaria.match import events as ev
from zaria.records import convert
from zaria.records.errors import UnsupportedRecordError

FORMAT = 1
"""The version of the files: another one makes all of them anew."""
COLUMNS = (
    *("file", "game", "ended", "light", "dark", "light_score", "dark_score", "winner", "length"),
    *("rated", "tournament", "licence"),
)
_COMMON_FORMS = ("mat", "pdn", "pgn")
"""The formats of other programs, of which a match has one at most."""
_COLOURS = ("#f1e8da", "#3a3129")
_README = """\
{title}

{count} matches that ended in {year} (UTC), rated or of a tournament, with the word of their players.

  GAME/ID.json      the record of a match by Zaria: every roll and move, and the proof of the dice
  GAME/ID.mat       or .pdn, .pgn: the same for other programs
  list.csv       a line for each match, with its licence

Licences

Each match has the licence in its line of list.csv. The stricter of its two players' choices holds.

{licences}

The names are those under which the match was played. Guests and deleted members have none.
Players may change their word: the next file follows, within a day. The latest one is on the page {address}
of the club.
"""


class ArchiveWriter:
    """Writes a file match by match. Belongs to one thread at a time."""

    def __init__(self, file: IO[bytes], scope: ArchiveScope, title: str, club: str) -> None:
        """`file` is a new one, `title` that of the archive, and `club` the name of the club."""
        self._zip = ZipFile(file, "w", ZIP_DEFLATED)
        self._scope, self._title, self._club = scope, title, club
        self._lines = io.BytesIO()
        self._lines.write(csv_files.header(COLUMNS))
        self._digest = sha256()
        self.count = 0

    @property
    def signature(self) -> str:
        """The digest of the matches that were looked at so far."""
        return self._digest.hexdigest()

    def add(self, match: ArchivedMatch, stored: Stored | None) -> None:
        """Add a match with its record; one without a record is left out."""
        self._digest.update(signed(match))
        events = None if stored is None else _public_events(match, stored)
        if events is None:
            return
        path = f"{match.game}/{match.match_id}"
        self._write(f"{path}.json", convert.write(events, "json", ""), match.ended)
        form = _common_form(events)
        if form:
            with suppress(UnsupportedRecordError):  # our own record holds it
                self._write(f"{path}.{form}", convert.write(events, form, self._club), match.ended)
        self._lines.write(csv_files.lines([_cells(match, f"{path}.json")]))
        self.count += 1

    def finish(self) -> None:
        """Write the list and the README, and end the file."""
        year = self._scope.year
        ends = int(datetime(year, 12, 31, tzinfo=UTC).timestamp() * 1000)
        self._write("list.csv", self._lines.getvalue(), ends)
        licences = "\n\n".join(f"  {row.spdx}  {row.name}\n    {row.terms}" for row in LICENCES.values())
        readme = _README.format(
            title=self._title, count=self.count, year=year, licences=licences, address=path_of(self._scope)
        )
        self._write("README.txt", readme.encode(), ends)
        self._zip.close()

    def _write(self, name: str, body: bytes, moment_ms: int) -> None:
        moment = datetime.fromtimestamp(moment_ms / 1000, UTC)
        info = ZipInfo(name, moment.timetuple()[:6])
        info.compress_type, info.external_attr = ZIP_DEFLATED, 0o644 << 16
        self._zip.writestr(info, body)


def path_of(scope: ArchiveScope) -> str:
    """Return the path of the page that lists the archives of a club or a federation."""
    if scope.federation:
        return reverse("federation_archive", args=[scope.federation])
    return reverse("archive")


def signed(match: ArchivedMatch) -> bytes:
    """Return all that an archive says of a match, for a digest."""
    return msgspec.json.encode([FORMAT, *match])


def _public_events(match: ArchivedMatch, stored: Stored) -> list[ev.Event] | None:
    """The events of a finished match with the names of the archive; None if it is not over or has no game."""
    events = [ev.decode(row.body) for row in stored.rows]
    if not is_over(events) or not any(isinstance(event, ev.GameStarted) for event in events):
        return None
    return [_renamed(event, match.names) for event in nameless(events)]


def _renamed(event: ev.Event, names: tuple[str, str]) -> ev.Event:
    """Return the event with the archive's name of its player, and nothing else about them."""
    if not isinstance(event, ev.Seated):
        return event
    player = ev.Player(event.player.id, names[event.side], _COLOURS[event.side], bot=event.player.bot)
    return replace(event, player=player)


def _common_form(events: Sequence[ev.Event]) -> str:
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    forms = convert.formats(opened.terms.game, opened.terms.position)
    return next((form for form in _COMMON_FORMS if form in forms), "")


def _cells(match: ArchivedMatch, name: str) -> list[str]:
    winner = "" if match.won is None else ("light", "dark")[match.won]
    return [
        harmless(name),
        match.game,
        csv_files.moment(match.ended),
        *map(harmless, match.names),
        *map(str, match.score),
        winner,
        str(match.length),
        "yes" if match.rated else "no",
        harmless(match.tournament),
        LICENCES[match.licence].spdx,
    ]
