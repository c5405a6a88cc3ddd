"""The lobby of several processes over a real Redis: who searches at one is found at another."""

import asyncio
from contextlib import AsyncExitStack

from websockets.asyncio.client import ClientConnection

from tests.live.cluster.conftest import Cluster
from tests.live.lobby.conftest import look, page, sit
from tests.support.live.socket_players import Json, dial, hear, tell


async def found(game: str, *searchers: ClientConnection) -> list[Json]:
    """Let them search until each has a table, saying it again as a page does.

    One who says it again just before the answer comes still searches for some seconds: the next two
    search for another game.
    """

    async def search(socket: ClientConnection) -> Json:
        waiting = asyncio.create_task(hear(socket, "go"))
        while not waiting.done():
            await tell(socket, t="seek", game=game, speed="fast")
            await asyncio.wait([waiting], timeout=0.5)
        return waiting.result()

    return await asyncio.gather(*map(search, searchers))


async def test_the_lobby_is_one_for_all_processes_and_outlives_a_host(cluster: Cluster) -> None:
    first, second, host = await cluster.add("web,host", "web", "host")
    async with AsyncExitStack() as stack:
        ann, reader = [await stack.enter_async_context(dial(first.port, who)) for who in ("ann", None)]
        bob, second_reader = [
            await stack.enter_async_context(dial(second.port, who)) for who in ("bob", None)
        ]
        went = await found("chess", ann, bob)
        assert went[0]["m"] == went[1]["m"]
        await look(second_reader, "playing")
        await sit(ann, went[0]["m"])
        await sit(bob, went[0]["m"])
        listed = await page(second_reader, lambda message: message["total"] == 1)
        assert [side["name"] for side in listed["cards"][0]["players"]] in (["Ann", "Bob"], ["Bob", "Ann"])
        listed_people = await look(reader, "people")
        if listed_people["total"] < 2:
            listed_people = await page(reader, lambda message: message["total"] == 2)
        assert {person["table"] for person in listed_people["people"]} == {went[0]["m"]}

        await host.kill()
        cid = await stack.enter_async_context(dial(first.port, "cid"))
        eve = await stack.enter_async_context(dial(second.port, "eve"))
        went = await found("ugolki", cid, eve)
        assert went[0]["m"] == went[1]["m"]


async def test_a_search_is_listed_at_another_process_and_answered_there(cluster: Cluster) -> None:
    first, second = await cluster.add("web,host", "web")
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(dial(first.port, "ann"))
        bob, reader = [await stack.enter_async_context(dial(second.port, who)) for who in ("bob", None)]
        await look(reader, "open")

        async def search() -> None:
            while True:
                await tell(ann, t="seek", game="ugolki", speed="slow")
                await asyncio.sleep(0.5)

        searching = asyncio.create_task(search())
        try:
            listed = await page(reader, lambda message: bool(message.get("seeks")))
            (seek,) = listed["seeks"]
            assert (seek["name"], seek["game"], seek["speed"]) == ("Ann", "ugolki", "slow")
            await tell(bob, t="seek", game="ugolki", speed="slow", to=seek["id"])
            went = [await hear(socket, "go") for socket in (ann, bob)]
            assert went[0]["m"] == went[1]["m"]
            assert [message["found"]["opponent"]["name"] for message in went] == ["Bob", "Ann"]
        finally:
            searching.cancel()
        await page(reader, lambda message: message.get("seeks") == [])


async def test_a_match_to_five_is_found_at_two_processes_and_its_missing_player_is_named(
    cluster: Cluster,
) -> None:
    first, second = await cluster.add("web,host", "web")
    terms: Json = {"game": "backgammon", "speed": "fast", "length": 5, "cube": True}
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(dial(first.port, "ann"))
        bob = await stack.enter_async_context(dial(second.port, "bob"))
        cid = await stack.enter_async_context(dial(second.port, "cid"))

        async def search(socket: ClientConnection, wanted: Json) -> None:
            while True:
                await tell(socket, t="seek", **wanted)
                await asyncio.sleep(0.5)

        seeks = [search(cid, {**terms, "length": 3}), search(ann, terms), search(bob, terms)]
        searching = [asyncio.create_task(work) for work in seeks]
        try:
            went = [await hear(socket, "go") for socket in (ann, bob)]
        finally:
            for task in searching:
                task.cancel()
        assert went[0]["m"] == went[1]["m"]
        assert [(message["found"]["length"], message["found"]["cube"]) for message in went] == [(5, True)] * 2
        await sit(ann, went[0]["m"])
        missed = await hear(bob, "missed")
        assert (missed["m"], missed["late"], missed["match"]["opponent"]["name"]) == (
            went[0]["m"],
            True,
            "Ann",
        )
