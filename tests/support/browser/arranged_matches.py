"""Tables that stand as a test needs them: played so far by the library, then put into the journal of a club.

Nothing is made up: every roll follows from the match's own secret, and every event was decided by the rules.
"""

import asyncio
import hashlib
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.core.signing import TimestampSigner

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND
from tests.support.chromium import Size, Visits
from tests.support.match.dice_matches import NOW, SEEDS, Table
from zaria.bots.heuristic import HeuristicPlayer
from zaria.live.journal.rows import row
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.live_match import encode_places
from zaria.match import commands as cmd
from zaria.match.dice_play.dice import Dice
from zaria.match.events import Player
from zaria.match.match import Match
from zaria.match.terms import Terms

PLAYED_MS = 20 * 60_000
"""The time that players see they have played."""
KEY = "the key of a club in a test"
PLAYERS = (Player("p0", "Ada", "#8a4b3a"), Player("p1", "Boris", "#3f6a86"))
PLAIN = HeuristicPlayer()


class Arranged(NamedTuple):
    """The match's address, and the cookies that make browsers the players of side 0 and side 1."""

    path: str
    cookies: tuple[str, str]

    def seat(self, visit: Visits, side: int, size: Size) -> Seat:
        """A side's page, where nothing happens by itself."""
        who = visit.visitor(size, BY_HAND)
        who.add_cookies([{"name": "zaria_guest", "value": self.cookies[side], "url": visit.url}])
        return Seat(visit.page(who, self.path), seed=side + 1)


def arrange(data: Path, terms: Terms, wanted: Callable[[Match], bool]) -> Arranged:
    """Play matches until one is as wanted, and store it in the data directory of a club not yet open."""
    table = next(table for take in count() if _reaches(table := _table(terms, take), wanted, take))
    data.mkdir()
    (data / "secret-key").write_text(KEY)
    with ThreadPoolExecutor(1) as aside:  # the browser's loop runs in this thread
        aside.submit(asyncio.run, _store(data / "live.sqlite3", table)).result()
    signer = TimestampSigner(key=KEY, salt="zaria.guest", fallback_keys=[])
    first, second = (signer.sign_object([who.id, who.name, who.colour]) for who in PLAYERS)
    return Arranged(f"/t/{table.dice.match_id}", (first, second))


def _table(terms: Terms, take: int) -> Table:
    dice = Dice(hashlib.sha256(f"{take}".encode()).digest(), f"arranged{take}")
    table = Table(terms, dice=dice, seated=False)
    for side, player in enumerate(PLAYERS):
        table.do(side, cmd.Sit(player, SEEDS[side], dice.seal))
    return table


def _reaches(table: Table, wanted: Callable[[Match], bool], take: int) -> bool:
    rng = random.Random(take)
    while table.match.phase != "over" and not wanted(table.match):
        if table.match.phase == "roll" or rng.random() < 0.2:
            table.step()
        else:
            table.give(PLAIN.turn(table.match.dice_position()).moves)
    return table.match.phase != "over"


async def _store(path: Path, table: Table) -> None:
    journal = await SqliteJournal.connect(path)
    later = int(time.time() * 1000) - PLAYED_MS - NOW
    events = (msgspec.structs.replace(event, at=event.at + later) for event in table.events)
    rows = [row(seq, event) for seq, event in enumerate(events)]
    await journal.open(table.dice.match_id, table.dice.secret, encode_places((None, None)), rows)
    await journal.close()
