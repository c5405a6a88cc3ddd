"""A real server analyses the rated matches of members in the background, within its minutes."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.club.ratings.test_rated_tables import done
from tests.club.server.test_sockets import dial
from tests.support.club.member_client import Somebody
from tests.support.servers import Server
from zaria import games
from zaria.club.site.database import databases

GAME = "russian-draughts"
PLIES = 16
PATIENCE = 60.0
"""Seconds that the analysis of a short match may take on a busy machine."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that may analyse for ten minutes a day."""
    server = Server(tmp_path, ZARIA_FAIR_PLAY_MINUTES="10")
    yield server
    server.stop()


def agreements(home: Path) -> set[tuple[str, str]]:
    """The members and games of which the server has numbers."""
    with closing(sqlite3.connect(home / databases.FILE)) as db:
        rows = db.execute(
            "SELECT m.username, a.game FROM fair_play_agreement a JOIN members_member m ON m.id = a.member_id"
        )
        return set(rows.fetchall())


@pytest.mark.slow
async def test_a_rated_match_is_analysed_without_a_request(server: Server, tmp_path: Path) -> None:
    host, opponent = await asyncio.to_thread(lambda: [Somebody(server.url).join() for _ in range(2)])
    table = {"opponent": "anyone", "game": GAME, "clock": "game", "colour": "light"}
    path = await asyncio.to_thread(lambda: host.set_table(**table))
    match_id, position = path.rpartition("/")[2], games.board_game(GAME).start()
    async with dial(server.url, host.cookies) as light, dial(server.url, opponent.cookies) as dark:
        for socket in (light, dark):
            assert (await done(socket, match_id, {"t": "sit"}))["t"] == "ack"
        for number in range(PLIES):
            moves = sorted(move.move for move in position.legal_moves())
            move = moves[number % len(moves)]
            socket = dark if number % 2 else light
            answer = await done(socket, match_id, {"t": "move", "move": move, "n": number})
            assert answer["t"] == "ack", answer
            position = position.move(move)
        assert (await done(dark, match_id, {"t": "resign"}))["t"] == "ack"
    async with asyncio.timeout(PATIENCE):
        while not (rows := agreements(tmp_path)):  # noqa: ASYNC110  another process writes them
            await asyncio.sleep(0.2)
    assert rows == {(host.login, GAME), (opponent.login, GAME)}
