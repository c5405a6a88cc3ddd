"""The server is killed in the middle of matches, many times; nobody may lose anything by it."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.live.conftest import Server
from tests.support.by_day import by_day
from tests.support.live.socket_players import Json, Player
from tests.support.search_budget import times
from zaria.live.matches.host import GRACE
from zaria.match import events as ev
from zaria.match.dice_play import dice
from zaria.match.terms import SESSION
from zaria.records.formats import json as records
from zaria.records.verify import verify

MOMENTS = ("sent", "rolled", "ack", "played", "moved", "sent", "game", "doubled", "seated")
"""Right after a command went out, a roll was seen, an acknowledgement came, …"""

CLOCK = {"delay": 0, "bank": 600_000, "increment": 1_000}


class Reaper:
    """Kills the server at moments that it chooses, and starts it again: `most` times, all over a match."""

    def __init__(self, server: Server, choose: random.Random) -> None:
        self.server = server
        self.kills = 0
        self.most = 0
        self._choose = choose
        self._lock = asyncio.Lock()
        self._aim()

    def _aim(self) -> None:
        self._target = self._choose.choice(MOMENTS)
        self._count = self._choose.randint(1, 12)
        self._patience = 60

    async def moment(self, name: str) -> None:
        """A player has seen `name` happen."""
        self._patience -= 1
        if name == self._target:
            self._count -= 1
        if (self._count > 0 and self._patience > 0) or self._lock.locked() or self.kills >= self.most:
            return
        async with self._lock:
            await self.server.kill()
            self.kills += 1
            self._aim()
            await self.server.start()


class Played:
    """A finished match as the players saw it, as the server tells it, and as it was stored."""

    def __init__(self, match_id: str, players: Sequence[Player], record: bytes, data: Path) -> None:
        self.match_id = match_id
        self.players = players
        self.events = records.load(record)
        self.json_events = json.loads(record)["events"]
        with closing(sqlite3.connect(data)) as db:
            db.row_factory = sqlite3.Row
            rows = db.execute("SELECT * FROM event WHERE match_id = ? ORDER BY seq", (match_id,))
            self.rows = [dict(row) for row in rows]

    def check(self) -> None:
        self.check_events()
        self.check_commands()
        self.check_dice()
        self.check_clocks()

    def check_events(self) -> None:
        """Both saw the same events, all of them, each once, as they were stored."""
        assert [row["seq"] for row in self.rows] == list(range(len(self.json_events)))
        assert [row["kind"] for row in self.rows] == [event["t"] for event in self.json_events]
        for player in self.players:
            assert player.first_state is not None
            first = player.first_state["n"] + 1
            assert sorted(player.heard) == list(range(first, len(self.json_events)))
            assert [player.heard[n]["e"] for n in range(first, len(self.json_events))] == self.json_events[
                first:
            ]
        reference, *peers = self.players
        for peer in peers:
            for n in reference.heard.keys() & peer.heard.keys():
                assert reference.heard[n]["v"] == peer.heard[n]["v"]

    def check_commands(self) -> None:
        """Acknowledged commands are stored where the acknowledgement said; nothing is stored twice."""
        stored = [(row["actor"], row["cmd"], row["seq"]) for row in self.rows if row["cmd"]]
        for player in self.players:
            assert player.refused == {}
            assert set(player.acked) == set(player.sent)
            stored_commands = [(cmd, seq) for actor, cmd, seq in stored if actor == player.who]
            assert len(stored_commands) == len(player.sent)
            assert dict(stored_commands) == player.acked

    def check_dice(self) -> None:
        """Every roll is the one that the secret gives, and its number was used once."""
        last = self.events[-1]
        assert isinstance(last, ev.MatchEnded)
        opened = self.events[0]
        assert isinstance(opened, ev.Opened)
        secret = bytes.fromhex(last.secret)
        assert dice.seal(secret) == opened.seal
        seated = {event.side: event.seed for event in self.events if isinstance(event, ev.Seated)}
        rolls = [event for event in self.events if isinstance(event, ev.OpeningRolled | ev.Rolled)]
        assert [roll.n for roll in rolls] == list(range(1, len(rolls) + 1))
        for roll in rolls:
            assert roll.dice == dice.roll(secret, (seated[0], seated[1]), self.match_id, roll.n)

    def check_clocks(self) -> None:
        """After every restart the running clock stood still until now and a grace; no bank paid."""
        frames = self.players[0].heard
        for n, event in enumerate(self.events):
            if isinstance(event, ev.ClockCredited) and n - 1 in frames:
                before, after = frames[n - 1]["v"]["clocks"], frames[n]["v"]["clocks"]
                assert after["bank"] == before["bank"]
                assert after["running"] == before["running"]
                assert graced(event, after["since"])
        assert not any(isinstance(event, ev.Flagged) for event in self.events)


class SessionPlayer(Player):
    """Plays a money session; once a few points were won, Ann ends it at the start of a game.

    Nothing of Bob's is on its way then that could be refused.
    """

    POINTS = 3

    def _choice(self) -> Json | None:
        command, view = super()._choice(), self.view
        enough = self.who == "ann" and sum(view["score"]) >= self.POINTS
        begins = command is not None and self.you is not None and view["can_finish"][self.you]
        return {"t": "finish"} if enough and begins else command


def graced(event: ev.ClockCredited, since: int) -> bool:
    """True if the clock runs on `GRACE` after the event, dated a moment after that was computed."""
    return 0 <= event.at + GRACE - since < 1_000


@pytest.fixture
def reaper(server: Server) -> Reaper:
    return Reaper(server, random.Random(20261121))


async def until(
    reaper: Reaper, kills: int, terms: dict[str, Any], places: list[Any], kind: type[Player] = Player
) -> list[Played]:
    """Matches, all checked, over which the server was killed so many times (more with `ZARIA_PROOF`)."""
    reaper.most, matches = times(kills), []
    while reaper.kills < reaper.most:
        names = [name for name, place in zip(("ann", "bob"), places, strict=True) if place is None]
        matches.append(await played(reaper, terms, places, names, kind))
        matches[-1].check()
    return matches


async def finish(players: Sequence[Player]) -> None:
    async with asyncio.timeout(180), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())


async def played(
    reaper: Reaper, terms: dict[str, Any], places: list[Any], names: Sequence[str], kind: type[Player]
) -> Played:
    server, choose = reaper.server, random.Random(reaper.kills)
    match_id = await server.open(terms, places)
    players = [
        kind(name, match_id, lambda: server.port, random.Random(choose.random()), reaper.moment)
        for name in names
    ]
    await finish(players)
    return Played(match_id, players, await server.record(match_id), server.data)


async def test_two_people_with_cube_and_clock(reaper: Reaper) -> None:
    terms = {"game": "tabla", "length": 5, "cube": True, "clock": CLOCK}
    matches = await until(reaper, 8, terms, [None, None])
    assert any(isinstance(event, ev.ClockCredited) for match in matches for event in match.events)


@pytest.mark.slow
async def test_a_money_session_goes_on_with_its_score(reaper: Reaper) -> None:
    for match in await until(reaper, 3, {"game": "tabla", "length": SESSION}, [None, None], SessionPlayer):
        games = [event for event in match.events if isinstance(event, ev.GameEnded)]
        *_, finished, ended = match.events
        assert isinstance(finished, ev.Finished)
        assert isinstance(ended, ev.MatchEnded)
        won = [sum(game.points for game in games if game.winner == side) for side in (0, 1)]
        assert list(ended.score) == won
        assert sum(won) >= SessionPlayer.POINTS
        assert verify(match.events).problem is None


@pytest.mark.parametrize("game", by_day(("tapa",), ("long-nardy", "tapa", "crazy-gulbar")))
async def test_against_a_program(reaper: Reaper, game: str) -> None:
    terms = {"game": game, "length": 3, "clock": CLOCK if game == "tapa" else None}
    bot = {"id": "bot:plain", "name": "Plain", "colour": "#777777", "bot": "plain"}
    await until(reaper, 3, terms, [None, bot])


async def test_two_people_on_squares(reaper: Reaper) -> None:
    terms = {"game": "russian-draughts", "options": {"safety_draw": True}, "clock": CLOCK}
    for match in await until(reaper, 4, terms, [None, None]):
        assert verify(match.events).problem is None


async def test_against_a_program_on_squares(reaper: Reaper) -> None:
    bot = {"id": "bot:modest", "name": "MaterialPlayer", "colour": "#777777", "bot": "modest"}
    await until(reaper, 2, {"game": "english-draughts"}, [None, bot])
