"""Count the results that the projector records in a second, on SQLite and, with `make services`, PostgreSQL.

Rated matches of tabla between members are finished in a journal while no process records results. Then the
projector starts, records them, and its follower computes their ratings: with the rests that it leaves to
players, as on a server. The peer, measured in the same run: one insert of a bare row for each result and
each change of a rating that it brings, in transactions as large as the projector's.

    python -m tools.bench.results [--matches 1000] [--members 500] [--database URL]
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from tests.support.match.dice_matches import SEEDS, Table
from tools.bench.both_databases import run_on_both
from tools.bench.statistics import set_up

from zaria.live.journal.base import Mark
from zaria.live.journal.factory import connect
from zaria.live.journal.rows import rows
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.terms import Terms

GOAL = 500
"""Results a second."""
RECORDS = 12
"""Matches that are played; all others are the same with other players and at other times."""
CHANGES = 4
"""Changes of ratings that a result brings."""
STEP_MS = 1000


class Rate(NamedTuple):
    """Seconds in which all was recorded and rated, and those of them that this process worked."""

    clock: float
    cpu: float


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--members", type=int, default=500, help="among whom they are played")
    parser.add_argument("--database", help="an empty PostgreSQL database; default: SQLite, then PostgreSQL")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here or options.database:
        measure(options)
        return 0
    command = [sys.executable, "-m", "tools.bench.results", "--here"]
    command += ["--matches", str(options.matches), "--members", str(options.members)]
    return run_on_both(command)


def measure(options: argparse.Namespace) -> None:
    """Fill a journal, record, print."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        if options.database:
            os.environ["ZARIA_DATABASE_URL"] = options.database
        set_up(Path(home))
        from django.db import connection

        players = _members(options.members)
        records = [_record(number) for number in range(RECORDS)]
        matches = list(_matches(records, players, options.matches))
        bare = _bare(options.matches)
        rate = asyncio.run(_recorded(options.database, Path(home), matches))
        count = options.matches
        print(
            f"{connection.vendor:10} {count / rate.clock:6,.0f} results/s   {rate.cpu / count * 1e6:6,.0f} µs"
            f" of this process each   bare inserts {count / bare:7,.0f}/s   ratio {bare / rate.clock:.3f}"
            f"   (goal: {GOAL} results/s)"
        )


def _members(count: int) -> list[ev.Player]:
    from zaria.club.accounts.models import Member

    names = [f"Member{number}" for number in range(count)]
    rows = [Member(username=name, email=f"{name}@example.org") for name in names]
    Member.objects.bulk_create(rows)
    return [ev.Player(row.player, row.username, "#b33", member=True) for row in rows]


def _record(number: int) -> list[ev.Event]:
    """A match of tabla of which each turn is the first legal one: some 110 events."""
    table = Table(Terms("tabla", rated=True), dice=Dice(bytes([number] * 32), "m1"), seated=False)
    for side in (0, 1):
        player = ev.Player(f"p{side}", f"Player{side}", "#b33", member=True)
        table.do(side, cmd.Sit(player, SEEDS[side], table.match.seal))
    while table.match.phase != "over":
        table.now += STEP_MS
        table.step()
    return table.events


def _matches(
    records: Sequence[list[ev.Event]], players: Sequence[ev.Player], count: int
) -> Iterator[tuple[str, list[ev.Event]]]:
    """Matches of pairs of these players, each with the events of a record, one second after the other."""
    choices = random.Random(count)
    for number in range(count):
        pair, record = choices.sample(players, 2), records[number % len(records)]
        match_id = f"r{number:06}"
        yield match_id, [_moved(event, match_id, pair, number * STEP_MS) for event in record]


def _moved(event: ev.Event, match_id: str, pair: Sequence[ev.Player], later: int) -> ev.Event:
    event = replace(event, at=event.at + later)
    if isinstance(event, ev.Opened):
        return replace(event, id=match_id)
    return replace(event, player=pair[event.side]) if isinstance(event, ev.Seated) else event


async def _recorded(url: str | None, home: Path, matches: Sequence[tuple[str, list[ev.Event]]]) -> Rate:
    """Store the matches, start the projector, and wait until all is recorded and rated."""
    from zaria.club.matches.results.projector import Projector
    from zaria.club.ratings.updates import RatingUpdates
    from zaria.live.bus import MemoryBus

    journal = await connect(url, home)
    for match_id, events in matches:
        await journal.open(match_id, bytes(32), b"[null,null]", rows(0, events), None, Mark.OVER)
    rated: set[str] = set()
    updates = RatingUpdates(lambda player, _ratings: rated.add(player))
    projector = Projector(journal, MemoryBus(), lambda: True, [updates.compute])
    clock, cpu = time.perf_counter(), time.process_time()
    await projector.run_round()
    rate = Rate(time.perf_counter() - clock, time.process_time() - cpu)
    await asyncio.to_thread(_check, len(matches))
    await projector.close()
    await journal.close()
    return rate


def _check(count: int) -> None:
    from zaria.club.matches.results.models import Played
    from zaria.club.ratings.models import Change, Due

    assert Played.objects.count() == count
    assert Change.objects.count() == CHANGES * count
    assert Due.objects.get().at is None


def _bare(count: int) -> float:
    """Seconds for as many bare rows, in transactions as large as the projector's."""
    from django.db import connection, transaction

    from zaria.club.matches.results.projector import Pace

    batch = Pace().batch
    row = ("r000000", *range(9))
    fields = ", ".join(["match_id text", *(f"number{place} bigint" for place in range(9))])
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE bare ({fields})")
        statement = f"INSERT INTO bare VALUES ({', '.join(['%s'] * len(row))})"
        began = time.perf_counter()
        for start in range(0, count, batch):
            with transaction.atomic():
                cursor.executemany(statement, [row] * (min(batch, count - start) * (1 + CHANGES)))
        lasted = time.perf_counter() - began
        cursor.execute("DROP TABLE bare")
    return lasted


if __name__ == "__main__":
    sys.exit(main())
