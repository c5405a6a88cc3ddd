"""Followers of a tournament, through real sockets: its last event, later ones together, and countdowns."""

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from tests.live.lobby.conftest import Club, serving
from tests.support.live.page_sessions import Page, started
from tests.support.live.socket_players import Json, dial, hear, tell
from zaria.live.fanout import SIZE
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.sockets.protocol.server import Timer, TimersChanged


class Stored:
    """Numbers of the last events, as the site knows them."""

    def __init__(self, **numbers: int) -> None:
        self.numbers = numbers
        self.queries: list[str] = []

    async def last(self, tournament_id: str) -> int | None:
        self.queries.append(tournament_id)
        return self.numbers.get(tournament_id)


async def follow(socket: ClientConnection, tournament_id: str) -> None:
    await tell(socket, t="tournament", id=tournament_id)


async def tournament_notice(socket: ClientConnection) -> tuple[str, int]:
    message = await hear(socket, "tournament")
    return message["id"], message["n"]


async def quiet(socket: ClientConnection) -> None:
    """Nothing is on its way to the socket."""
    await tell(socket, t="ping", x=1)
    assert (await hear(socket))["t"] == "pong"


async def test_a_reader_is_sent_the_last_event_and_later_ones(tmp_path: Path) -> None:
    stored = Stored(t1=7, t2=3)
    times = LobbyTimeouts(tournament=0)
    async with serving(tmp_path, last_tournament_event=stored.last, lobby_times=times) as club:
        sessions = club.live.lobby.sessions
        async with dial(club.port, "ann") as ann, dial(club.port) as eve:
            await follow(ann, "t1")
            assert await tournament_notice(ann) == ("t1", 7)
            await follow(eve, "t1")
            assert await tournament_notice(eve) == ("t1", 7)
            assert stored.queries == ["t1"], "the second reader is answered from memory"
            sessions.tournament_changed("t1", 8)
            sessions.tournament_changed("t2", 4)
            assert [await tournament_notice(socket) for socket in (ann, eve)] == [("t1", 8)] * 2
            sessions.tournament_changed("t1", 8)
            sessions.tournament_changed("t1", 5)
            await quiet(ann)
            await follow(eve, "t2")
            assert await tournament_notice(eve) == ("t2", 3)
            sessions.tournament_changed("t1", 9)
            assert await tournament_notice(ann) == ("t1", 9)
            await quiet(eve)
            await follow(ann, "")
            await quiet(ann)
            sessions.tournament_changed("t1", 10)
            await quiet(ann)
            assert len(sessions.tournament_readers) == 1
        await club.gone()
        assert len(sessions.tournament_readers) == 0


async def test_of_many_events_the_last_is_sent(tmp_path: Path) -> None:
    times = LobbyTimeouts(tournament=300)
    async with serving(tmp_path, lobby_times=times) as club:
        sessions = club.live.lobby.sessions
        async with dial(club.port) as eve:
            await follow(eve, "t1")
            await quiet(eve)
            for n in range(1, 100):
                sessions.tournament_changed("t1", n)
            assert await tournament_notice(eve) == ("t1", 99)
            for n in range(100, 200):
                sessions.tournament_changed("t1", n)
                await asyncio.sleep(0)
            assert await tournament_notice(eve) == ("t1", 199)


async def test_an_unknown_tournament_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, last_tournament_event=Stored(t1=7).last) as club, dial(club.port) as eve:
        await follow(eve, "t9")
        assert (await hear(eve, "no"))["code"] == "unknown_tournament"
        assert len(club.live.lobby.sessions.tournament_readers) == 0
        await follow(eve, "t" * 41)
        assert (await hear(eve, "no"))["code"] == "bad_message"
        await follow(eve, "t1")
        assert await tournament_notice(eve) == ("t1", 7)


async def test_what_the_bus_has_lost_is_asked_for(tmp_path: Path) -> None:
    stored = Stored(t1=7)
    times = LobbyTimeouts(tournament=0, tournament_check=20)
    async with (
        serving(tmp_path, last_tournament_event=stored.last, lobby_times=times) as club,
        dial(club.port) as eve,
    ):
        await follow(eve, "t1")
        assert await tournament_notice(eve) == ("t1", 7)
        stored.numbers["t1"] = 9
        assert await tournament_notice(eve) == ("t1", 9)


async def test_a_site_that_does_not_answer_keeps_nobody_from_later_events(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(tournament_id: str) -> int | None:
        raise OSError("no database")

    async with serving(tmp_path, last_tournament_event=broken) as club, dial(club.port) as eve:
        await follow(eve, "t1")
        await quiet(eve)
        club.live.lobby.sessions.tournament_changed("t1", 3)
        assert await tournament_notice(eve) == ("t1", 3)
        assert "tournament t1" in caplog.text


async def test_a_thousand_readers_are_sent_to_in_slices(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3")
    pages = [Page(live, None) for _ in range(10 * SIZE)]
    for reader in pages:
        reader.tell(t="tournament", id="t1")
    sizes: list[int] = []
    live.lobby.sessions.tournament_changed("t1", 1)
    while not sizes or sizes[-1] < len(pages):
        await asyncio.sleep(0)
        sizes.append(sum(bool(reader.got) for reader in pages))
    assert all(after - before <= SIZE for before, after in zip([0, *sizes], sizes, strict=False))
    assert {reader.got[0]["n"] for reader in pages} == {1}
    for reader in pages:
        reader.close(1000)
    assert len(live.lobby.sessions.tournament_readers) == 0
    await live.stop()


async def test_countdowns_go_to_all_pages_of_their_player(club: Club) -> None:
    entries = [Timer("t1", "Friday eight", 1_790_000_300_000, "start")]
    async with (
        dial(club.port, "ann") as first,
        dial(club.port, "ann") as second,
        dial(club.port, "bob") as bob,
    ):
        for socket in (first, second, bob):
            await quiet(socket)
        club.live.lobby.sessions.timer_changed("ann", TimersChanged(entries, 1_790_000_000_000))
        timers: list[Json] = [await hear(socket, "timer") for socket in (first, second)]
        entry = {"id": "t1", "title": "Friday eight", "at": 1_790_000_300_000, "kind": "start"}
        assert timers == [{"t": "timer", "entries": [entry], "now": 1_790_000_000_000}] * 2
        await quiet(bob)
