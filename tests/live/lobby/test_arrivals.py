"""Members who come online are reported to the site, once."""

import asyncio
from collections.abc import Collection
from pathlib import Path

from tests.live.lobby.conftest import Club, serving
from tests.support.live.page_sessions import Page
from tests.support.live.socket_players import dial
from zaria.live.sockets.connection import Identity
from zaria.match.events import Player


async def test_members_who_come_are_reported_and_guests_and_hidden_ones_are_not(tmp_path: Path) -> None:
    reports: asyncio.Queue[list[str]] = asyncio.Queue()

    async def report(players: Collection[str]) -> None:
        await reports.put(list(players))
        if len(players) > 1:
            raise OSError("the database is away")

    async with serving(tmp_path, arrivals=report) as club:
        await reported_once(club, reports)


async def reported_once(club: Club, reports: asyncio.Queue[list[str]]) -> None:
    hidden = Page(club.live, None)
    hidden.user = Identity(Player("m-eve", "Eve", "#777777", member=True), hidden=True)
    club.live.lobby.sessions.connected(hidden)
    async with (
        dial(club.port, "m-ann"),
        dial(club.port, "m-ann"),
        dial(club.port, "m-bob"),
        dial(club.port, "dan"),
    ):
        assert await reports.get() == ["m-ann", "m-bob"]
        async with dial(club.port, "m-cid"):
            assert await reports.get() == ["m-cid"], "a failure does not end the reports"
