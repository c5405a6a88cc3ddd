"""A table for training at the real server: hints, reviews, turns taken back, and a server that is killed."""

import asyncio
import json
import random
import secrets
import signal
from html import escape
from pathlib import Path
from typing import Any, Self

import pytest
from websockets.asyncio.client import ClientConnection

from tests.club.server.test_sockets import dial
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.live.page_sessions import SEED
from tests.support.live.socket_players import Json, hear, pick, tell
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.bots.analysis.shape import Choice, Decision
from zaria.bots.teaching.reasons import with_pieces
from zaria.records.formats import json as records
from zaria.records.main_line import standing
from zaria.records.verify import verify

TRAINING = {"opponent": "computer", "training": "yes", "colour": "light", "level": "1"}


async def do(socket: ClientConnection, match_id: str, **action: object) -> Json:
    """Do something in a match; the answer."""
    await tell(socket, t="do", m=match_id, c=secrets.token_hex(8), k=action)
    return await hear(socket, "ack", "no")


async def state(socket: ClientConnection, match_id: str) -> Json:
    """The match as it stands."""
    await tell(socket, t="watch", m=match_id, n=-1)
    return await hear(socket, "state")


async def due(socket: ClientConnection, match_id: str, *phases: str) -> Json:
    """The match as soon as its visitor has to act in one of these phases; they roll where a roll is next."""
    while True:
        seen = await state(socket, match_id)
        v = seen["v"]
        if v["to_act"] == seen["you"] and v["phase"] in phases:
            return seen
        if v["to_act"] == seen["you"] and v["phase"] == "roll":
            await do(socket, match_id, t="roll")
        elif v["to_act"] != seen["you"]:
            await hear(socket, "ev")


async def played(socket: ClientConnection, match_id: str) -> Json:
    """Play the roll that is due somehow; the state before."""
    seen = await due(socket, match_id, "move")
    moves, v = pick(seen["tree"], random.Random(1)), seen["v"]
    answer = await do(socket, match_id, t="play", moves=moves, n=v["roll_no"], stage=v["stage"])
    assert answer["t"] == "ack", answer
    return seen


async def ask(visitor: Visitor, path: str) -> tuple[int, Json]:
    page = await asyncio.to_thread(visitor.get, path)
    return page.status, json.loads(page.text)


@pytest.mark.slow
async def test_a_turn_is_taken_back_though_the_server_was_killed(tmp_path: Path) -> None:
    server = await asyncio.to_thread(Server, tmp_path, module="tests.support.fast_engines")
    try:
        visitor = Visitor(server.url)
        table = await asyncio.to_thread(lambda: visitor.set_table(game="tabla", **TRAINING))
        match_id = table.rpartition("/")[2]
        async with dial(server.url, visitor.cookies) as socket:
            seal = (await state(socket, match_id))["v"]["seal"]
            assert (await do(socket, match_id, t="sit", seed=SEED, seal=seal))["t"] == "ack"
            before = (await due(socket, match_id, "move"))["v"]
            status, hint = await ask(visitor, f"{table}/hint")
            assert (status, hint["kind"], hint["back"]) == (200, "turn", 0)
            assert (
                await asyncio.to_thread(visitor.get, f"{table}/review")
            ).status == 204  # nothing was played
            await played(socket, match_id)
            await due(socket, match_id, "roll", "move")  # the computer has answered
            status, review = await ask(visitor, f"{table}/review")
            assert (status, review["back"]) == (200, 1)
            assert sum(choice["played"] for choice in review["choices"] if "played" in choice) == 1
        await asyncio.to_thread(server.stop, signal.SIGKILL)
        await asyncio.to_thread(server.restart)
        async with dial(server.url, visitor.cookies) as socket:
            assert (await state(socket, match_id))["v"]["back"] == 1
            assert (await do(socket, match_id, t="takeback", n=1))["t"] == "ack"
        await asyncio.to_thread(server.stop, signal.SIGKILL)
        await asyncio.to_thread(server.restart)
        async with dial(server.url, visitor.cookies) as socket:
            seen = await state(socket, match_id)
            after = seen["v"]
            assert [after[name] for name in ("men", "thrown", "phase", "turn", "back")] == [
                before[name] for name in ("men", "thrown", "phase", "turn", "back")
            ]
            assert after["roll_no"] > before["roll_no"]
            assert all(line["side"] == 1 for line in seen["log"])  # the computer may have begun
            assert (await do(socket, match_id, t="takeback", n=0))["code"] == "nothing_back"
            await played(socket, match_id)
            await due(socket, match_id, "roll", "move")
            assert (await do(socket, match_id, t="resign", points=3))["t"] == "ack"
            while (await hear(socket, "ev"))["e"]["t"] != "closed":
                pass
        events = records.load((await asyncio.to_thread(visitor.get, f"{table}.json")).text.encode())
        assert verify(events).problem is None
        assert len(standing(events)) < len(events)
        shown = (await asyncio.to_thread(visitor.get, f"{table}/replay")).text
        assert "takes a turn back" in shown
    finally:
        server.stop(signal.SIGKILL)


@pytest.mark.parametrize("lesson", ["hint", "review"])
async def test_lessons_are_for_the_owner_of_a_training_table(server: Server, lesson: str) -> None:
    visitor, stranger = Visitor(server.url), Visitor(server.url)
    ordinary = await asyncio.to_thread(lambda: visitor.set_table(game="tabla", opponent="computer"))
    training = await asyncio.to_thread(lambda: visitor.set_table(game="tabla", **TRAINING))
    assert (await ask(visitor, f"{ordinary}/{lesson}"))[1]["code"] == "not_training"
    assert (await ask(stranger, f"{training}/{lesson}"))[1]["code"] == "not_a_player"
    assert (await ask(visitor, f"/t/nosuch/{lesson}"))[0] == 404


class Trainee:
    """Somebody who has rolled at a table for training, and asks for hints."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.visitor = Visitor(server.url)
        self.path = self.id = ""

    async def sit(self) -> Self:
        self.path = await asyncio.to_thread(lambda: self.visitor.set_table(game="tabla", **TRAINING))
        self.id = self.path.rpartition("/")[2]
        async with dial(self.server.url, self.visitor.cookies) as socket:
            seal = (await state(socket, self.id))["v"]["seal"]
            await do(socket, self.id, t="sit", seed=SEED, seal=seal)
            await due(socket, self.id, "move")
        return self

    async def ask(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """For a hint, over a line of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        cookies = "; ".join(f"{name}={value}" for name, value in self.visitor.cookies.items())
        writer.write(f"GET {self.path}/hint HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n".encode())
        writer.write(b"Connection: close\r\n\r\n")
        await writer.drain()
        return reader, writer


async def status(line: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> int:
    """The answer."""
    reader, writer = line
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1])


async def begun(path: Path) -> None:
    """Until a hint is being thought about."""
    async with asyncio.timeout(PATIENCE):
        while not path.exists():  # noqa: ASYNC110, ASYNC240
            await asyncio.sleep(0.02)


async def waiting(visitor: Visitor, number: int) -> None:
    """Until so many questions wait at the server."""
    wanted = f'zaria_engine_waiting{{line="slow"}} {number}.0'
    async with asyncio.timeout(PATIENCE):
        while wanted not in (await asyncio.to_thread(visitor.get, "/metrics")).text:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.mark.slow
async def test_who_asks_all_the_time_or_goes_away_takes_nobodys_hint(tmp_path: Path) -> None:
    """Questions of one seat are one question, and those of visitors who have gone are not thought about."""
    server = await asyncio.to_thread(
        Server, tmp_path / "club", module="tests.support.club.delayed_hints", ZARIA_PONDERED=str(tmp_path)
    )
    try:
        busy, gone, patient = [await Trainee(server).sit() for _ in range(3)]
        lines = [await busy.ask() for _ in range(30)]
        await begun(tmp_path / "begun")
        await waiting(busy.visitor, 0)
        _, writer = await gone.ask()
        await waiting(busy.visitor, 1)
        writer.close()
        await waiting(busy.visitor, 0)
        lines.append(await patient.ask())
        await waiting(busy.visitor, 1)
        (tmp_path / "go").touch()
        assert {await status(line) for line in lines} == {200}
        assert (tmp_path / "begun").read_text().split() == [busy.id, patient.id]
    finally:
        server.stop(signal.SIGKILL)


async def test_training_has_no_stakes(server: Server) -> None:
    member = await asyncio.to_thread(Somebody(server.url).join)
    page = await asyncio.to_thread(lambda: member.post("/new", game="tabla", stake="5", **TRAINING))
    assert page.status == 422
    assert escape("The computer doesn't play for stakes") in page.text


async def test_a_friend_is_no_opponent_for_training(server: Server) -> None:
    visitor = Visitor(server.url)
    table = await asyncio.to_thread(
        lambda: visitor.set_table(**{**TRAINING, "game": "tabla", "opponent": "friend"})
    )
    shown = await asyncio.to_thread(visitor.get, table)
    assert 'id="coach"' not in shown.text
    assert "training" not in shown.json("boot")["v"]


@pytest.mark.parametrize(
    ("game", "code"),
    [("chess", "pawns"), ("draughts", "loses"), ("giveaway", None), ("ugolki", None)],
)
def test_what_is_lost_is_shown_as_the_game_counts(game: str, code: str | None) -> None:
    choices = (
        Choice(text="a", equity=0.6, value=150),
        Choice(text="b", equity=0.1, value=-200, place=2, played=True),
    )
    common: dict[str, Any] = {"frame": 1, "game": 1, "side": 0, "played": "b", "best": "a"}
    decision = Decision(kind="turn", choices=choices, **common)
    reasons = [(reason.code, reason.n) for reason in with_pieces(decision, game)]
    assert reasons == ([] if code is None else [(code, 3.5)])
