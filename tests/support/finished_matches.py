"""Matches that are over, put into the journal of a server that has not been started yet."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from zaria.live.journal.base import Mark, Row
from zaria.live.journal.sqlite import SqliteJournal
from zaria.match.events import Event, MatchEnded
from zaria.records.formats.json import load

PLAYED = Path(__file__).resolve().parent.parent / "playthroughs"


def played(name: str) -> list[Event]:
    """The events of a golden playthrough."""
    return load((PLAYED / f"{name}.json").read_bytes())


def shelve(data: Path, *names: str) -> None:
    """Store golden playthroughs, each under its own name as the id of its match."""
    keep(data, {name: played(name) for name in names})


def keep(data: Path, matches: Mapping[str, Sequence[Event]]) -> None:
    """Store matches, each under the id given."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ThreadPoolExecutor(1) as thread:  # where no loop runs yet: Playwright has one of its own
        thread.submit(asyncio.run, _store(data / "live.sqlite3", matches)).result()


async def _store(path: Path, matches: Mapping[str, Sequence[Event]]) -> None:
    journal = await SqliteJournal.connect(path)
    for match_id, events in matches.items():
        rows = [
            Row(seq, event.at, str(event.__struct_config__.tag), msgspec.json.encode(event))
            for seq, event in enumerate(events)
        ]
        closed = events[-1]
        secret = bytes.fromhex(closed.secret) if isinstance(closed, MatchEnded) else b"\0" * 32
        mark = Mark.OVER if isinstance(closed, MatchEnded) else Mark.NONE
        await journal.open(match_id, secret, b"[null,null]", rows, None, mark)
    await journal.close()
