"""Players sit at the process that owns their match; when it is gone, any other serves them meanwhile."""

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator, Sequence

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.live.cluster.conftest import Cluster, Member
from tests.live.cluster.test_processes import TERMS, Blows, check
from tests.live.test_kill import finish
from tests.support.live.node_proxy import NodeProxy
from tests.support.live.socket_players import Json, Player, dial, hear, tell
from tests.support.patience import PATIENCE
from zaria.live.cluster.nodes import owner

NAMES = ("a", "b", "c")
PATIENCE_OF_PAGE = {"open_timeout": 2, "ping_interval": 1, "ping_timeout": 2, "close_timeout": 0.2}
"""Seconds after which a player gives up a process that does not answer."""


class OwnedClub:
    """Three processes with both roles and a name each, behind a proxy that leads to the named one."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.members: dict[str, Member] = {}
        self.ids: dict[str, str] = {}
        self.proxy = NodeProxy({})

    async def start(self) -> None:
        for name in NAMES:
            arguments = (self.cluster.database, self.cluster.redis.url, "web,host", "--node", name)
            self.members[name] = Member(*arguments)
        self.cluster.members += self.members.values()
        await asyncio.gather(*(member.start() for member in self.members.values()))
        self.ids = {(await member.fetch("/node")).text: name for name, member in self.members.items()}
        await asyncio.gather(*map(knows_all, self.members.values()))
        self.proxy = NodeProxy({name: member.port for name, member in self.members.items()})
        await self.proxy.listen()

    async def open(self) -> str:
        return await self.members["a"].open(TERMS)

    def owner(self, match_id: str, gone: Sequence[str] = ()) -> str:
        """The name of the process that owns a match when these are gone."""
        return self.ids[str(owner([key for key, name in self.ids.items() if name not in gone], match_id))]


async def knows_all(member: Member) -> None:
    """Wait until a process knows all hosts."""
    async with asyncio.timeout(PATIENCE):
        while len((await member.fetch("/hosts")).json()) < len(NAMES):  # noqa: ASYNC110  another process
            await asyncio.sleep(0.02)


@pytest.fixture
async def owned(cluster: Cluster) -> AsyncIterator[OwnedClub]:
    club = OwnedClub(cluster)
    await club.start()
    yield club
    await club.proxy.close()


class Follower(Player):
    """Follows the address of the owner as a page does; it begins at `node`, that of its page."""

    node = ""
    at = ""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.addresses: list[str] = []

    async def play(self) -> None:
        while not self.over:
            lost = (OSError, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError)
            self.at, self.node = self.node, ""
            with contextlib.suppress(*lost):
                async with dial(self.port(), self.who, self.at, **PATIENCE_OF_PAGE) as socket:
                    self.addresses.append(self.at)
                    self.reconnects += 1
                    await self._stay(socket)
            await asyncio.sleep(0.01)

    async def _take(self, message: Json) -> None:
        if message["t"] != "owner":
            await super()._take(message)
        elif message["node"] != self.at:
            self.node = message["node"]
            raise ConnectionResetError("the match is elsewhere")


async def hinted(club: OwnedClub, name: str, match_id: str, who: str) -> Json:
    """The address that a process sends to a player who comes there."""
    async with dial(club.members[name].port, who) as socket:
        await tell(socket, t="watch", m=match_id)
        return await hear(socket, "owner")


async def seat(club: OwnedClub, match_id: str, who: str) -> None:
    """Let a player sit down, at any process."""
    async with dial(club.proxy.port, who) as socket:
        await tell(socket, t="watch", m=match_id)
        seal = (await hear(socket, "state"))["v"]["seal"]
        sit = {"t": "sit", "seed": "ab" * 16, "seal": seal}
        await tell(socket, t="do", m=match_id, c="sit", k=sit)
        assert (await hear(socket, "ack", "no"))["t"] == "ack"


async def test_a_player_elsewhere_is_sent_the_address_of_the_owner(owned: OwnedClub) -> None:
    match_id = await owned.open()
    await seat(owned, match_id, "ann")
    owner_name = owned.owner(match_id)
    elsewhere = next(name for name in NAMES if name != owner_name)
    assert await hinted(owned, elsewhere, match_id, "ann") == {
        "t": "owner",
        "m": match_id,
        "node": owner_name,
    }


@pytest.mark.parametrize(("who", "is_owner"), [("ann", True), ("cat", False)])
async def test_a_player_at_the_owner_and_a_spectator_are_sent_no_address(
    owned: OwnedClub, who: str, is_owner: bool
) -> None:
    match_id = await owned.open()
    await seat(owned, match_id, "ann")
    name = next(name for name in NAMES if (name == owned.owner(match_id)) == is_owner)
    async with dial(owned.members[name].port, who) as socket:
        await tell(socket, t="watch", m=match_id)
        await tell(socket, t="ping", x=1)
        kinds = [(await hear(socket))["t"] for _ in range(2)]
        await tell(socket, t="ping", x=2)
        kinds.append((await hear(socket, "owner", "pong"))["t"])
    assert "owner" not in kinds


async def test_players_are_sent_the_address_of_the_next_owner(owned: OwnedClub) -> None:
    match_id = await owned.open()
    await seat(owned, match_id, "ann")
    former = owned.owner(match_id)
    next_owner = owned.owner(match_id, [former])
    (watching,) = set(NAMES) - {former, next_owner}
    async with dial(owned.members[watching].port, "ann") as socket:
        await tell(socket, t="watch", m=match_id)
        assert (await hear(socket, "owner"))["node"] == former
        await owned.members[former].kill()
        while (await hear(socket, "owner"))["node"] != next_owner:
            pass


async def test_owners_die_freeze_and_leave_while_both_players_sit_there(owned: OwnedClub) -> None:
    match_id = await owned.open()
    gone: list[str] = []

    async def die() -> None:
        gone.append(owned.owner(match_id))
        await owned.members[gone[-1]].kill()

    async def freeze() -> None:
        gone.append(owned.owner(match_id, gone))
        owned.members[gone[-1]].signal(signal.SIGSTOP)

    async def wake() -> None:
        owned.members[gone.pop()].signal(signal.SIGCONT)

    async def leave() -> None:
        name = owned.owner(match_id, gone)
        gone.append(name)
        assert await owned.members[name].stop() == 0

    blows = Blows(12, [die, freeze, wake, leave])
    choose = random.Random(3)
    players = [
        Follower(name, match_id, lambda: owned.proxy.port, random.Random(choose.random()), blows.moment)
        for name in ("ann", "bob")
    ]
    for player in players:
        player.node = owned.owner(match_id)
    await finish(players)
    assert not blows.blows
    print(f"seconds to the next acknowledgement: {blows.pauses}, at {players[0].addresses}")
    assert max(blows.pauses) < PATIENCE
    survivor = owned.members[owned.owner(match_id, gone)]
    await check(owned.cluster, survivor, match_id, players)
    assert all(player.reconnects >= 1 for player in players)
