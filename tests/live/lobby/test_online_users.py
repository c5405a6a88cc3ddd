"""Online users, as several processes tell each other."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.patience import PATIENCE
from zaria.live.bus import MemoryBus
from zaria.live.lobby.messages import PEOPLE, OnlineUser, People, decode, encode
from zaria.live.lobby.online_users import Handles, OnlineUsers, PresenceSync
from zaria.live.lobby.timeouts import LobbyTimeouts

SHORT = LobbyTimeouts(linger=30, gather=10, beat=50)


def visitor(name: str) -> OnlineUser:
    return OnlineUser(name, name.title(), "#777777")


def names(online: PresenceSync) -> list[str]:
    return [someone.name for _, someone in online.users.part(0, 100)]


@given(
    st.lists(st.tuples(st.booleans(), st.sampled_from("xyz"), st.sampled_from("abcde"), st.integers(0, 1)))
)
def test_the_roll_is_everybody_at_any_process_by_name(script: list[tuple[bool, str, str, int]]) -> None:
    roll, there = OnlineUsers(Handles(b"key")), set[tuple[str, str]]()
    for came, process, who, renamed in script:
        if came:
            roll.add(process, [OnlineUser(who, f"{who}{renamed}", "#777777")])
            there.add((process, who))
        else:
            roll.remove(process, [who])
            there.discard((process, who))
        assert sorted({who for _, who in there}) == [someone.id for _, someone in roll.part(0, 100)]
        assert len(roll) == len({who for _, who in there})
    for process in "xyz":
        roll.forget(process)
    assert len(roll) == 0


def test_a_handle_names_a_player_and_hides_the_id() -> None:
    first, second = Handles(b"key"), Handles(b"another")
    assert first.of("ann") == Handles(b"key").of("ann") != second.of("ann")
    assert len({first.of(f"p{i}") for i in range(1000)}) == 1000
    assert "ann" not in first.of("ann")


class Net(MemoryBus):
    """A bus whose messages go through bytes, and can be lost."""

    def __init__(self) -> None:
        super().__init__()
        self.cut = False
        self.now = 1_000_000
        self.online: list[PresenceSync] = []
        self.changed = asyncio.Event()

    def publish(self, topic: str, message: Any) -> None:
        if not self.cut:
            super().publish(topic, decode(encode(message)))

    def join(self, process: str) -> PresenceSync:
        online = PresenceSync(self, lambda: self.now, Handles(b"key"), process, self.changed.set, SHORT)
        self.online.append(online)
        online.start()
        return online

    async def until(self, online: PresenceSync, *expected: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while names(online) != list(expected):
                self.changed.clear()
                await self.changed.wait()


@pytest.fixture
async def net() -> AsyncIterator[Net]:
    net = Net()
    yield net
    for online in net.online:
        online.close()


async def test_processes_tell_each_other_who_is_there(net: Net) -> None:
    first, second = net.join("one"), net.join("two")
    first.on_connect(visitor("bob"))
    second.on_connect(visitor("ann"))
    await net.until(first, "Ann", "Bob")
    await net.until(second, "Ann", "Bob")
    late = net.join("late")
    await net.until(late, "Ann", "Bob")
    first.on_disconnect("bob")
    await net.until(late, "Ann")


async def test_who_turns_a_page_has_not_left(net: Net) -> None:
    first, second = net.join("one"), net.join("two")
    first.on_connect(visitor("bob"))
    await net.until(second, "Bob")
    version = second.users.version
    first.on_disconnect("bob")
    first.on_connect(visitor("bob"))
    second.on_connect(visitor("ann"))
    await net.until(first, "Ann", "Bob")
    assert second.users.version == version + 1


async def test_what_was_lost_is_asked_for(net: Net) -> None:
    first, second = net.join("one"), net.join("two")
    first.on_connect(visitor("ann"))
    await net.until(second, "Ann")
    net.cut = True
    first.on_connect(visitor("bob"))
    first.on_disconnect("ann")
    await net.until(first, "Bob")
    assert names(second) == ["Ann"]
    net.cut = False
    await net.until(second, "Bob")


async def test_a_silent_process_is_forgotten_with_its_people(net: Net) -> None:
    first, second = net.join("one"), net.join("two")
    first.on_connect(visitor("ann"))
    second.on_connect(visitor("bob"))
    await net.until(second, "Ann", "Bob")
    first.close()
    net.now += SHORT.silent + 1
    await net.until(second, "Bob")


async def test_nonsense_about_this_process_changes_nothing(net: Net) -> None:
    users = net.join("one")
    users.on_connect(visitor("ann"))
    net.publish(PEOPLE, People("one", 99, [visitor("eve")], ["ann"], True))
    assert names(users) == ["Ann"]
