"""Open tables by the day wait while their owners are elsewhere, for two weeks, beside one to play at once."""

import asyncio
from typing import Any, cast

import msgspec

from tests.support.live.cluster_club import until
from zaria.live.bus import MemoryBus
from zaria.live.journal.base import Journal, Listing
from zaria.live.lobby.abandoned_tables import BY_DAY_MS, AbandonedTables
from zaria.live.lobby.lists import MOST_BY_DAY, LobbyLists
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.matches.cards import OPEN
from zaria.live.matches.messages import ListingChanged
from zaria.live.sockets.protocol.cards import Card
from zaria.match.player_info import PlayerInfo
from zaria.match.terms import ClockTerms, speed

OPENED = 1_000


class Nobody:
    """Users of whom none is online."""

    def handle(self, player: str) -> str:
        return player

    def find(self, handle: str) -> None:
        return None


class Commands:
    """The tables that were cancelled."""

    def __init__(self) -> None:
        self.cancelled: list[str] = []

    def command(self, match_id: str, *_arguments: Any) -> None:
        self.cancelled.append(match_id)


def open_table(match_id: str, clock: ClockTerms | None) -> ListingChanged:
    card = Card(
        id=match_id,
        game="tabla",
        state="open",
        since=OPENED,
        players=(PlayerInfo("Ann", "#111111"), None),
        speed=speed(clock),
        clock=clock,
        by=0,
    )
    listing = Listing(OPEN, msgspec.json.encode(card), ("ann", None))
    return ListingChanged.of(match_id, listing)


def lists_of(*tables: ListingChanged) -> LobbyLists:
    lists = LobbyLists(cast(Journal, None), MemoryBus(), lambda: OPENED)
    for table in tables:
        lists.receive(table)
    return lists


async def cleared(now: int, *, most: int) -> list[str]:
    """The tables that are cleared at a time, as soon as there are so many of them."""
    lists = lists_of(open_table("days", ClockTerms.with_pool(7, 24)), open_table("now", None))
    commands, looks = Commands(), 0

    def owns() -> bool:
        nonlocal looks
        looks += 1
        return True

    times = LobbyTimeouts(table_check=1, absent=0)
    abandoned = AbandonedTables(lists, cast(Any, Nobody()), cast(Any, commands), lambda: now, owns, times)
    abandoned.start()
    await until(lambda: looks > 1)
    abandoned.close()
    await asyncio.sleep(0)
    assert len(set(commands.cancelled)) == most
    return sorted(set(commands.cancelled))


async def test_a_table_by_the_day_stays_without_its_owner_for_two_weeks() -> None:
    assert await cleared(OPENED + BY_DAY_MS - 1, most=1) == ["now"]
    assert await cleared(OPENED + BY_DAY_MS, most=2) == ["days", "now"]


def test_some_tables_by_the_day_are_open_beside_one_for_play_at_once() -> None:
    by_day = [open_table(f"d{n}", ClockTerms.by_days(3)) for n in range(MOST_BY_DAY)]
    lists = lists_of(*by_day[:-1])
    assert lists.objection("ann") is None
    assert lists.objection("ann", by_day=True) is None
    lists.receive(open_table("now", None))
    assert lists.objection("ann") == "one_table"
    assert lists.objection("ann", by_day=True) is None
    lists.receive(by_day[-1])
    assert lists.objection("ann", by_day=True) == "tables_by_day"
