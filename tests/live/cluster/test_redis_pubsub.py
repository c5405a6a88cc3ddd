"""The line to a real Redis: heard once it is ready, and again after Redis was killed."""

import asyncio
from collections import Counter

import pytest

from tests.support.patience import PATIENCE
from tests.support.services import Redis
from tests.support.tcp_proxy import Middleman
from zaria.live.cluster import redis_pubsub
from zaria.live.cluster.node import Node
from zaria.live.cluster.nodes import GONE, Change, owner
from zaria.live.cluster.redis_pubsub import RedisPubSub


class Ear:
    """Keeps what it hears, and can be waited on."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self.states: asyncio.Queue[bool] = asyncio.Queue()

    def heard(self, channel: str, message: bytes) -> None:
        self.messages.put_nowait((channel, message))

    async def next(self) -> tuple[str, bytes]:
        return await asyncio.wait_for(self.messages.get(), PATIENCE)

    async def state(self) -> bool:
        return await asyncio.wait_for(self.states.get(), PATIENCE)


def test_a_host_that_goes_moves_its_own_matches_and_no_others() -> None:
    hosts, keys = ["a", "b", "c", "d"], [f"match {n}" for n in range(4000)]
    before = {key: owner(hosts, key) for key in keys}
    after = {key: owner(["a", "b", "d"], key) for key in keys}
    assert all(after[key] == before[key] for key in keys if before[key] != "c")
    assert all(800 < count < 1200 for count in Counter(before.values()).values())
    assert owner([], "m") is None


async def test_it_hears_what_is_published_after_it_is_ready(redis: Redis) -> None:
    ear = Ear()
    line = RedisPubSub(redis.url, ear.heard, ear.states.put_nowait)
    line.listen("one")
    line.start()
    assert await ear.state()
    line.listen("two")
    await line.ready("two")
    for n in range(1000):
        line.publish("two", b"%d" % n)
    assert [(await ear.next())[1] for _ in range(1000)] == [b"%d" % n for n in range(1000)]
    line.ignore("two")
    line.listen("two")
    await line.ready("two")
    line.publish("two", b"again")
    assert await ear.next() == ("two", b"again")
    line.ignore("two")
    await line.ready("two")  # nobody wants it: nothing to wait for
    await line.close()


async def test_it_comes_back_and_says_what_was_to_be_said(own_redis: Redis) -> None:
    ear = Ear()
    line = RedisPubSub(own_redis.url, ear.heard, ear.states.put_nowait)
    line.listen("one")
    line.start()
    assert await ear.state()
    own_redis.kill()
    assert not await ear.state()
    line.publish("one", b"late")
    ready = asyncio.create_task(line.ready("one"))
    await asyncio.to_thread(own_redis.start)
    assert await ear.state()
    await asyncio.wait_for(ready, PATIENCE)
    line.publish("one", b"later")
    messages = [await ear.next()]
    if messages[0][1] == b"late":  # published before this end listened again it would be lost
        messages.append(await ear.next())
    assert messages[-1] == ("one", b"later")
    await line.close()


async def test_it_goes_on_when_receivers_cannot_be_counted(redis: Redis) -> None:
    ear = Ear()
    line = RedisPubSub(redis.url, ear.heard, ear.states.put_nowait)
    line.listen("one")
    line.start()
    assert await ear.state()
    counts = list[int]()
    line.publish("one", b"first", lambda receivers: counts.append(1 // (1 - receivers)))
    assert await ear.next() == ("one", b"first")
    line.publish("one", b"second", counts.append)
    assert await ear.next() == ("one", b"second")
    await line.close()
    assert counts == [1]


async def test_it_hangs_up_in_the_middle_of_a_sentence(redis: Redis) -> None:
    """Its tasks end, at whatever moment of writing it closes."""
    for moment in range(12):
        ear = Ear()
        line = RedisPubSub(redis.url, ear.heard, ear.states.put_nowait)
        line.listen("one")
        line.start()
        assert await ear.state()
        line.publish("one", b"and so on")
        for _ in range(moment):
            await asyncio.sleep(0)
        await asyncio.wait_for(line.close(flush=0), PATIENCE)


async def test_two_databases_of_one_redis_do_not_hear_each_other(redis: Redis) -> None:
    first, second = Ear(), Ear()
    lines = [
        RedisPubSub(redis.url, first.heard, first.states.put_nowait),
        RedisPubSub(redis.url[:-1] + "1", second.heard, second.states.put_nowait),
    ]
    for line, ear in zip(lines, (first, second), strict=True):
        line.listen("one")
        line.start()
        assert await ear.state()
    lines[0].publish("one", b"for zero")
    lines[1].publish("one", b"for one")
    assert await first.next() == ("one", b"for zero")
    assert await second.next() == ("one", b"for one")
    for line in lines:
        await line.close()


async def test_processes_see_each_other_come_leave_and_die(own_redis: Redis) -> None:
    nodes = [Node(own_redis.url, ["host"]) for _ in range(3)]
    changes: asyncio.Queue[Change] = asyncio.Queue()
    nodes[0].on_hosts.append(changes.put_nowait)
    async with asyncio.timeout(GONE + PATIENCE):
        for node in nodes:
            await node.start()
        came: set[str] = set()
        while len(came) < 3:
            came |= (await changes.get()).came
        assert came == {node.id for node in nodes}
        await nodes[1].stop()
        assert await changes.get() == Change(frozenset(), frozenset([nodes[1].id]), frozenset())
        assert nodes[2]._task is not None
        nodes[2]._task.cancel()
        assert await changes.get() == Change(frozenset(), frozenset(), frozenset([nodes[2].id]))
        assert nodes[0].members.hosts == (nodes[0].id,)
        assert nodes[0].members.owns("whatever")
    for node in (nodes[0], nodes[2]):
        await node.stop()


async def test_a_process_that_is_heard_too_late_does_not_act(own_redis: Redis) -> None:
    """Each answer comes in time, and all of them together come when the others take it for dead."""
    between = Middleman(own_redis.port)
    node = Node(f"redis://127.0.0.1:{await between.listen()}/0", ["host"])
    states: asyncio.Queue[bool] = asyncio.Queue()
    node.on_up.append(states.put_nowait)
    await node.start()
    assert await states.get()
    between.slow = 0.75 * redis_pubsub.PATIENCE
    async with asyncio.timeout(PATIENCE):  # if it counted its answers one by one, it would stay up
        assert not await states.get()
    between.slow = 0
    await node.stop()
    await between.close()


def test_an_address_that_is_none() -> None:
    with pytest.raises(ValueError, match="scheme"):
        RedisPubSub("http://example", lambda channel, message: None, lambda up: None)
