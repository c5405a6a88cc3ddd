"""Matches by the day between members of a running club, put into its journal as tests need them."""

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count

from msgspec.structs import replace

from tests.support.club.member_client import Somebody
from tests.support.match.dice_matches import NOW, SEEDS, Table
from tests.support.servers import CLUB, Server
from zaria.live.journal.rows import rows
from zaria.live.journal.rows import wait as wait_of
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.cards import listing
from zaria.live.matches.live_match import encode_places
from zaria.match import commands as cmd
from zaria.match.dice_play.dice import Dice
from zaria.match.events import Player
from zaria.match.terms import Terms

_ids = count()


def player_of(server: Server, member: Somebody) -> Player:
    """The player of a member, read from the club's database."""
    with closing(sqlite3.connect(server.data / CLUB)) as db:
        query = "SELECT player FROM members_member WHERE username = ?"
        (player,) = db.execute(query, [member.login]).fetchone()
    return Player(player, member.login, "#8a4b3a", member=True)


def store_day_table(
    server: Server, terms: Terms, members: tuple[Somebody, Somebody], begin: Callable[[Table], object]
) -> str:
    """Store a match between two members (side 0 and side 1), begun by `begin`; return its id."""
    match_id = f"day{next(_ids)}x{time.time_ns() % 10**9}"[:16]
    dice = Dice(hashlib.sha256(match_id.encode()).digest(), match_id)
    table = Table(terms, dice=dice, seated=False)
    players = [player_of(server, member) for member in members]
    for side, player in enumerate(players):
        table.do(side, cmd.Sit(player, SEEDS[side], dice.seal))
    begin(table)
    later = int(time.time() * 1000) - 60_000 - NOW
    events = [replace(event, at=event.at + later) for event in table.events]
    ids = players[0].id, players[1].id
    wait = wait_of(None, table.match, events, ids)

    async def store() -> None:
        journal = await SqliteJournal.connect(server.data / "live.sqlite3")
        places, last = (None, None), len(events) - 1
        card = listing(table.match, places, public=False, since=events[0].at, n=last)
        await journal.open(match_id, dice.secret, encode_places(places), rows(0, events), card, wait=wait)
        await journal.close()

    with ThreadPoolExecutor(1) as aside:  # the loop of a browser may run in this thread
        aside.submit(asyncio.run, store()).result()
    return match_id
