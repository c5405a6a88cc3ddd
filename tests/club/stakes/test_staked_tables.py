"""Staked tables at the real server: what is held, what is paid, and who may play for it."""

import asyncio
import secrets
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tests.club.server.test_sockets import dial
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.live.page_sessions import SEED
from tests.support.live.socket_players import Json, hear, tell
from tests.support.servers import CLUB, Server
from zaria.club.ledger.kinds import FEES

TABLA = {"game": "tabla", "opponent": "friend", "colour": "light", "clock": "calm"}
CHESS = {"game": "chess", "opponent": "friend", "colour": "light", "clock": "game"}


@pytest.fixture
def pair(server: Server) -> tuple[Somebody, Somebody]:
    """Two new members, with 1000.00 each."""
    return Somebody(server.url).join(), Somebody(server.url).join()


def account(server: Server, somebody: Somebody) -> tuple[int, int]:
    """The amounts that a member can use, and that are held, as the database has them."""
    with closing(sqlite3.connect(server.data / CLUB)) as db:
        (player,) = db.execute(
            "SELECT player FROM members_member WHERE username = ?", [somebody.login]
        ).fetchone()
        balances = dict(
            db.execute("SELECT code, balance FROM ledger_account WHERE code LIKE ?", [f"%:{player}"])
        )
    return balances.get(f"member:{player}", 1000_00), balances.get(f"held:{player}", 0)


def holds(server: Server, somebody: Somebody) -> int:
    """The number of holds that were ever made for them."""
    with closing(sqlite3.connect(server.data / CLUB)) as db:
        row = db.execute(
            "SELECT COUNT(*) FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit_id JOIN "
            "members_member m ON a.code = 'member:' || m.player WHERE m.username = ? AND t.kind = 'hold'",
            [somebody.login],
        ).fetchone()
    return int(row[0])


def fees(server: Server) -> int:
    with closing(sqlite3.connect(server.data / CLUB)) as db:
        row = db.execute("SELECT balance FROM ledger_account WHERE code = ?", [FEES]).fetchone()
    return int(row[0]) if row else 0


async def set_table(somebody: Somebody, **fields: str) -> str:
    """Set a table; the id of its match."""
    path = await asyncio.to_thread(lambda: somebody.set_table(**fields))
    return path.rpartition("/")[2]


async def act(socket: ClientConnection, match_id: str, **action: Any) -> Json:
    """Watch a match and do something in it; the answer."""
    await tell(socket, t="watch", m=match_id)
    view = (await hear(socket, "state"))["v"]
    if action["t"] == "sit":
        action |= {"seed": SEED, "seal": view["seal"]}
    await tell(socket, t="do", m=match_id, c=secrets.token_hex(8), k=action)
    return await hear(socket, "ack", "no")


async def credits_of(socket: ClientConnection) -> tuple[str, str]:
    message = await hear(socket, "credits")
    return message["available"], message["held"]


async def shows(socket: ClientConnection, available: str, held: str) -> None:
    """Wait for this balance; an earlier one may be sent once more."""
    while await credits_of(socket) != (available, held):
        pass


async def to_act(sockets: tuple[ClientConnection, ClientConnection], match_id: str) -> int:
    """The side whose turn it is."""
    await tell(sockets[0], t="watch", m=match_id)
    return int((await hear(sockets[0], "state"))["v"]["to_act"])


async def test_the_example_of_the_rules(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    """Stake 2.00, at most 5.00, a win by 3 points: 2 x 3 = 6 is more than 5; the fee is 5 % of 10.00."""
    host, opponent = pair
    before = fees(server)
    match_id = await set_table(host, stake="2.00", most="5.00", **TABLA)
    assert await asyncio.to_thread(account, server, host) == (995_00, 5_00)
    async with dial(server.url, host.cookies) as hosts, dial(server.url, opponent.cookies) as opponents:
        assert (await act(hosts, match_id, t="sit"))["t"] == "ack"
        assert (await act(opponents, match_id, t="sit"))["t"] == "ack"
        assert await asyncio.to_thread(account, server, opponent) == (995_00, 5_00)
        sockets = (hosts, opponents)
        side = await to_act(sockets, match_id)
        assert (await act(sockets[side], match_id, t="resign", points=3))["t"] == "ack"
        assert (await act(sockets[1 - side], match_id, t="accept"))["t"] == "ack"
        seen = [await credits_of(socket) for socket in sockets]
        while seen[1 - side][1] != "0.00":  # what was held came first
            seen[1 - side] = await credits_of(sockets[1 - side])
        while seen[side][1] != "0.00":
            seen[side] = await credits_of(sockets[side])
    assert seen[1 - side] == ("1004.50", "0.00")
    assert seen[side] == ("995.00", "0.00")
    assert fees(server) - before == 50


async def test_five_stars_pay_ninety_for_a_hundred(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    host, opponent = pair
    match_id = await set_table(host, stake="100", **{**TABLA, "game": "short-nardy-5s"})
    async with dial(server.url, host.cookies) as hosts, dial(server.url, opponent.cookies) as opponents:
        for socket in (hosts, opponents):
            assert (await act(socket, match_id, t="sit"))["t"] == "ack"
        sockets = (hosts, opponents)
        side = await to_act(sockets, match_id)
        await tell(sockets[side], t="watch", m=match_id)
        state = await hear(sockets[side], "state")
        points = state["v"]["classes"][-1][0]
        assert (await act(sockets[side], match_id, t="resign", points=points))["t"] == "ack"
        answered = await act(sockets[1 - side], match_id, t="accept")
        assert answered["t"] == "ack"
        last = [("", "-"), ("", "-")]
        for place in (0, 1):
            while last[place][1] != "0.00":
                last[place] = await credits_of(sockets[place])
    assert last[1 - side][0] == "1090.00"
    assert last[side][0] == "900.00"


async def test_a_draw_and_a_cleared_table_cost_nothing(
    server: Server, pair: tuple[Somebody, Somebody]
) -> None:
    host, opponent = pair
    match_id = await set_table(host, stake="20", **CHESS)
    async with dial(server.url, host.cookies) as hosts, dial(server.url, opponent.cookies) as opponents:
        assert (await act(hosts, match_id, t="sit"))["t"] == "ack"
        assert (await act(opponents, match_id, t="sit"))["t"] == "ack"
        for number, move in enumerate(("e2e4", "e7e5")):
            mover = (hosts, opponents)[number]
            assert (await act(mover, match_id, t="move", move=move, n=number))["t"] == "ack"
        assert (await act(hosts, match_id, t="offerdraw"))["t"] == "ack"
        assert (await act(opponents, match_id, t="acceptdraw"))["t"] == "ack"
        for socket in (hosts, opponents):
            await shows(socket, "1000.00", "0.00")
        second_id = await set_table(host, stake="20", **CHESS)
        await shows(hosts, "980.00", "20.00")
        assert (await act(hosts, second_id, t="cancel"))["t"] == "ack"
        await shows(hosts, "1000.00", "0.00")


async def test_nobody_plays_for_more_than_they_have(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    host, opponent = pair
    page = await asyncio.to_thread(lambda: host.post("/new", **CHESS, stake="1000.01"))
    assert page.status == 422
    assert "You don&#x27;t have enough credits for this stake." in page.text
    first = await set_table(opponent, stake="600", **CHESS)
    second = await set_table(host, stake="600", **CHESS)
    async with dial(server.url, opponent.cookies) as opponents:
        refused = await act(opponents, second, t="sit")
        assert refused["code"] == "not_enough_credits"
        assert (await act(opponents, first, t="cancel"))["t"] == "ack"
        while await credits_of(opponents) != ("1000.00", "0.00"):
            pass
        assert (await act(opponents, second, t="sit"))["t"] == "ack"
    assert await asyncio.to_thread(account, server, opponent) == (400_00, 600_00)


async def test_nothing_is_held_for_a_seat_that_the_rules_refuse(
    server: Server, pair: tuple[Somebody, Somebody]
) -> None:
    host, opponent = pair
    match_id = await set_table(host, stake="5", **CHESS)
    async with dial(server.url, opponent.cookies) as opponents:
        await tell(opponents, t="watch", m=match_id)
        await hear(opponents, "state")
        action = {"t": "sit", "seed": SEED, "seal": "0" * 64}
        await tell(opponents, t="do", m=match_id, c="wrong-seal", k=action)
        assert (await hear(opponents, "no"))["code"] == "seal_mismatch"
    assert await asyncio.to_thread(holds, server, opponent) == 0


async def test_guests_and_the_computer_have_no_stakes(
    server: Server, pair: tuple[Somebody, Somebody]
) -> None:
    host, _ = pair
    guest = Visitor(server.url)
    assert 'name="stake"' not in (await asyncio.to_thread(guest.get, "/new/tabla")).text
    page = await asyncio.to_thread(lambda: host.post("/new", **{**TABLA, "opponent": "computer"}, stake="5"))
    assert page.status == 422
    match_id = await set_table(host, stake="5", **CHESS)
    await asyncio.to_thread(guest.get, f"/t/{match_id}")
    async with dial(server.url, guest.cookies) as socket:
        assert (await act(socket, match_id, t="sit"))["code"] == "members_only"
