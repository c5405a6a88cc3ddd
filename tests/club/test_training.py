"""A table for training at the real server: hints, reviews, turns taken back, and a server that is killed."""

import asyncio
import json
import random
import secrets
import signal
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from tests.club.test_sockets import dial
from tests.club.visitor import Visitor
from tests.live.pages import SEED
from tests.live.players import Json, hear, pick, tell
from tests.serving import Server
from zaria.records import json as records
from zaria.records.kept import standing
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
    """The match as soon as its visitor has to act in one of these phases; he rolls where that is due."""
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


async def test_a_turn_is_taken_back_though_the_server_was_killed(tmp_path: Path) -> None:
    server = await asyncio.to_thread(Server, tmp_path, module="tests.brisk")
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


@pytest.mark.parametrize("what", ["hint", "review"])
async def test_lessons_are_for_who_trains_at_his_own_table(server: Server, what: str) -> None:
    visitor, other = Visitor(server.url), Visitor(server.url)
    ordinary = await asyncio.to_thread(lambda: visitor.set_table(game="tabla", opponent="computer"))
    training = await asyncio.to_thread(lambda: visitor.set_table(game="tabla", **TRAINING))
    assert (await ask(visitor, f"{ordinary}/{what}"))[1]["code"] == "not_training"
    assert (await ask(other, f"{training}/{what}"))[1]["code"] == "not_a_player"
    assert (await ask(visitor, f"/t/nosuch/{what}"))[0] == 404


async def test_training_has_no_stakes(server: Server) -> None:
    visitor = Visitor(server.url)
    page = await asyncio.to_thread(lambda: visitor.post("/new", game="tabla", stake="5", **TRAINING))
    assert page.status == 422
    assert "Training is for nothing" in page.text


async def test_a_friend_is_no_opponent_for_training(server: Server) -> None:
    visitor = Visitor(server.url)
    table = await asyncio.to_thread(
        lambda: visitor.set_table(**{**TRAINING, "game": "tabla", "opponent": "friend"})
    )
    shown = await asyncio.to_thread(visitor.get, table)
    assert 'id="coach"' not in shown.text
    assert "training" not in shown.json("boot")["v"]
