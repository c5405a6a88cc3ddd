"""A running club that tests attack: one process, or several, with members, their sockets, and its books."""

import json
import random
import secrets
import sqlite3
from asyncio import Lock, wait_for
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar

import psycopg
from websockets.asyncio.client import ClientConnection

from tests.club.server.test_sockets import dial
from tests.support.club.member_client import Somebody
from tests.support.http_client import Page, Visitor
from tests.support.live.page_sessions import SEED
from tests.support.live.socket_players import Json
from tests.support.patience import PATIENCE
from tests.support.search_budget import RUN
from tests.support.servers import CLUB

T = TypeVar("T")

TABLA = {"game": "tabla", "opponent": "friend", "colour": "light", "clock": "calm"}
CHESS = {"game": "chess", "opponent": "friend", "colour": "light", "clock": "game"}


class Club:
    """Its web processes are at `urls`; `more` is the environment of all processes."""

    def __init__(self, urls: Sequence[str], data: Path, **more: str) -> None:
        self.urls, self.data, self.more = tuple(urls), data, more

    @property
    def url(self) -> str:
        """The address of one web process."""
        return self.urls[0]

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Rows of the club's database."""
        return self.rows_of_one_moment(query)[0]

    def rows_of_one_moment(self, *queries: str) -> list[list[tuple[Any, ...]]]:
        """The rows of each query; no transfer is made between two of them."""
        if database := self.more.get("ZARIA_DATABASE_URL"):
            with psycopg.connect(database) as db:
                db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                return [db.execute(query.encode()).fetchall() for query in queries]
        with closing(sqlite3.connect(self.data / CLUB, timeout=PATIENCE)) as db:
            db.execute("BEGIN")
            return [db.execute(query).fetchall() for query in queries]

    def members(self, number: int) -> list[Somebody]:
        """New members, with 1000.00 each."""
        return [Somebody(self.url).join() for _ in range(number)]

    def browser(self, member: Somebody, number: int) -> Visitor:
        """Another browser of a member; that with the next number is at the next process."""
        visitor = Visitor(self.urls[number % len(self.urls)])
        for name, value in member.cookies.items():
            visitor.cookies.set(name, value)
        return visitor

    def press(self, member: Somebody, number: int, path: str, **fields: str) -> Callable[[], Page]:
        """A button that a member is about to press in one of their browsers."""
        visitor = self.browser(member, number)
        token = visitor.get("/", **{"Sec-Fetch-Site": "same-origin"}).token
        data = {"csrfmiddlewaretoken": token, **fields}
        return lambda: visitor.send("POST", path, data=data, headers={"Referer": visitor.url + path})

    def player(self, member: Somebody) -> str:
        """The id under which a member plays."""
        ((player,),) = self.rows(f"SELECT player FROM members_member WHERE username = '{member.login}'")
        return str(player)

    def account(self, member: Somebody) -> tuple[int, int]:
        """The amounts that a member can use, and that are held, in hundredths."""
        player = self.player(member)
        balances = dict(self.rows(f"SELECT code, balance FROM ledger_account WHERE code LIKE '%:{player}'"))
        return balances.get(f"member:{player}", 1000_00), balances.get(f"held:{player}", 0)

    def transfers(self) -> int:
        """The number of all transfers."""
        ((count,),) = self.rows("SELECT COUNT(*) FROM ledger_transfer")
        return int(count)

    def holds(self, member: Somebody) -> Counter[str]:
        """The number of holds that were ever made for a member, by their state."""
        code = f"member:{self.player(member)}"
        states = self.rows(
            "SELECT t.state FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit_id"
            f" WHERE t.kind = 'hold' AND a.code = '{code}'"
        )
        return Counter(state for (state,) in states)

    def check(self) -> None:
        """Recompute the ledger from its transfers, without the club's own code."""
        rows, transfers = self.rows_of_one_moment(
            "SELECT id, code, balance, guarded FROM ledger_account",
            "SELECT id, kind, state, debit_id, credit_id, amount, debit_after, credit_after, hold_id, forced"
            " FROM ledger_transfer ORDER BY id",
        )
        accounts = {pk: (code, balance, guarded) for pk, code, balance, guarded in rows}
        running: Counter[int] = Counter()
        open_: Counter[int] = Counter()
        resolved: Counter[int] = Counter()
        for _, _, state, debit, credit, amount, debit_after, credit_after, hold, forced in transfers:
            assert amount > 0
            running[debit] -= amount
            running[credit] += amount
            assert (running[debit], running[credit]) == (debit_after, credit_after)
            assert running[debit] >= 0 or forced or not accounts[debit][2], accounts[debit]
            if state == "pending":
                open_[credit] += amount
            if hold is not None:
                resolved[hold] += amount
        for pk, (code, balance, _) in accounts.items():
            assert balance == running[pk], code
            assert not code.startswith("held:") or balance == open_[pk], code
        assert sum(balance for _, balance, _ in accounts.values()) == 0
        for pk, kind, state, _, _, amount, *_ in transfers:
            if kind == "hold":
                assert resolved[pk] == (0 if state == "pending" else amount)


class Line:
    """A socket of a member that remembers what it has received."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._reading = Lock()
        self.got: list[Json] = []

    async def tell(self, **message: Any) -> None:
        """Send a message."""
        await self._socket.send(json.dumps(message))

    async def heard(self, wanted: Callable[[Json], bool], after: int = 0) -> Json:
        """The first message that is `wanted`, of those from number `after` on."""
        while True:
            for message in self.got[after:]:
                if wanted(message):
                    return message
            after = len(self.got)
            await self.more()

    async def shows(self, available: str, held: str) -> None:
        """Wait until the page of this socket shows this balance."""
        while self._balance() != (available, held):
            await self.more()

    async def watch(self, match_id: str) -> Json:
        """The view of a match."""
        before = len(self.got)
        await self.tell(t="watch", m=match_id)
        state = await self.heard(lambda message: message["t"] == "state" and message["m"] == match_id, before)
        view: Json = state["v"]
        return view

    async def sit(self, match_id: str, **more: Any) -> Json:
        """Watch a match and press PLAY; the answer."""
        view = await self.watch(match_id)
        return await self.act(match_id, **play(view), **more)

    async def act(self, match_id: str, **action: Any) -> Json:
        """Do something in a match; the answer."""
        number = secrets.token_hex(8)
        await self.tell(t="do", m=match_id, c=number, k=action)
        return await self.heard(lambda message: message.get("c") == number)

    async def do(self, match_id: str, **action: Any) -> None:
        """Do something that is accepted."""
        answer = await self.act(match_id, **action)
        assert answer["t"] == "ack", answer

    async def more(self) -> None:
        """Wait for another message."""
        count = len(self.got)
        async with self._reading:
            if len(self.got) == count:  # else another reader was first
                self.got.append(json.loads(await wait_for(self._socket.recv(), PATIENCE)))

    def _balance(self) -> tuple[str, str] | None:
        for message in reversed(self.got):
            if message["t"] == "credits":
                return message["available"], message["held"]
        return None


@asynccontextmanager
async def line(club: Club, member: Visitor, number: int = 0) -> AsyncIterator[Line]:
    """A socket of a member to one of the processes."""
    async with dial(club.urls[number % len(club.urls)], member.cookies) as socket:
        yield Line(socket)


def play(view: Json) -> Json:
    """The action with which one sits down."""
    return {"t": "sit", "seed": SEED, "seal": view["seal"]}


def at_once(works: Sequence[Callable[[], T]], choose: random.Random) -> list[T]:
    """Do these in the same moment, each in a thread; the results in the same order."""
    barrier = Barrier(len(works))

    def run(number: int) -> T:
        barrier.wait()
        return works[number]()

    numbers = list(range(len(works)))
    choose.shuffle(numbers)
    with ThreadPoolExecutor(len(works)) as threads:
        results = dict(zip(numbers, threads.map(run, numbers), strict=True))
    return [results[number] for number in range(len(works))]


async def resign(match_id: str, players: Sequence[Line], points: int = 1) -> int:
    """Let the side to act resign a dice game; the side that has won."""
    side: int = (await players[0].watch(match_id))["to_act"]
    await players[side].do(match_id, t="resign", points=points)
    await players[1 - side].do(match_id, t="accept")
    return 1 - side


async def draw(match_id: str, light: Line, dark: Line) -> None:
    """Play a game of chess that ends in a draw after two moves; both sit already."""
    await light.do(match_id, t="move", move="e2e4", n=0)
    await dark.do(match_id, t="move", move="e7e5", n=1)
    await light.do(match_id, t="offerdraw")
    await dark.do(match_id, t="acceptdraw")


def rounds(number: int) -> Iterator[random.Random]:
    """A source of chance for each repetition: they go in different orders."""
    return (random.Random(f"{RUN} {round_}") for round_ in range(number))
