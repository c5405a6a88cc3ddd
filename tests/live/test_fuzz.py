"""After any input over a socket the match stays as it was and the server goes on."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvloop
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.support.live.in_process_server import InProcessServer, Raw
from tests.support.live.page_sessions import begun, started
from tests.support.live.socket_players import dial
from tests.support.patience import PATIENCE
from tests.support.search_budget import times
from tests.support.strategies import CHARACTERS
from zaria.live.config import SENTENCES
from zaria.match.terms import Terms

pytestmark = pytest.mark.xdist_group("fuzz")

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(CHARACTERS, max_size=20)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(CHARACTERS, max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)
words = st.one_of(
    st.sampled_from(["watch", "leave", "do", "ping", "state", "ev", "ack"]),
    st.sampled_from(["sit", "roll", "play", "double", "take", "drop", "resign", "accept", "reject", "flag"]),
    st.sampled_from(["move", "offerdraw", "acceptdraw", "declinedraw", "abort", "credit"]),
)
THE_MATCH = "the match"
"""Stands for its id, which is known only later."""

commands = st.fixed_dictionaries(
    {"t": words | values},
    optional={
        "moves": st.lists(st.tuples(st.integers(-2, 26), st.integers(0, 7)), max_size=5) | values,
        "n": st.integers(0, 20) | values,
        "move": st.sampled_from(["e2e4", "c3-d4", "32-28", "e7e8q", "e" * 101]) | values,
        "points": st.integers(-1, 4) | values,
        "seed": st.just("00112233445566778899aabbccddeeff") | values,
        "seal": values,
        "ms": values,
        "player": values,
    },
)
messages = st.fixed_dictionaries(
    {"t": words | values},
    optional={
        "m": st.just(THE_MATCH) | values,
        "n": st.integers(-2, 20) | values,
        "c": st.text(CHARACTERS, max_size=45) | values,
        "k": commands | values,
        "x": values,
    },
)
frames = st.one_of(
    st.binary(max_size=200),
    st.text(CHARACTERS, max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
    messages.map(lambda message: json.dumps(message).encode()),
    messages.map(lambda message: json.dumps(message)[:-3].encode()),
)
BY_HAND = [
    [b""],
    [b"null", b"[]", b"{}", b'"do"', b"1e999", b"-", b"NaN", b"\xff\xfe", b"\x00"],
    [b"[" * 16_000],
    [b'{"t":' * 3_000],
    [b'{"t":"do","m":"the match","c":"1","k":' + b'{"t":' * 3_000],
    [b'{"t":"do","m":"the match","c":"1","k":{"t":"resign","points":' + b"9" * 5_000 + b"}}"],
    [b'{"t":"ping","x":' + b"9" * 400 + b"}"],
    [b'{"t":"ping","x":-0.0}', b'{"t":"ping","x":1e308}', b'{"t":"ping","x":null}'],
    [b'{"t":"watch","m":"the match","n":99999999999999999999}'],
    [b'{"t":"watch","m":"the match","n":-1}{"t":"leave","m":"the match"}'],
    [b'{"t":"watch","m":"the match","n":-1}'] * 30,
    [b'{"t":"do","m":"the match","c":"","k":{"t":"roll"}}'],
    [b'{"t":"do","m":"the match","c":"\\ud800","k":{"t":"roll"}}'],
    [b'{"t":"do","t":"ping","m":"the match","c":"1","k":{"t":"roll"},"x":1}'],
    [b'{"t":"do","m":"../../etc","c":"1","k":{"t":"roll"}}'],
    [b'{"t":"do","m":"the match","c":"1","k":{"t":"credit","ms":100000}}'],
    [b'{"t":"do","m":"the match","c":"1","k":{"t":"move","move":"e2e4","n":' + b"9" * 5_000 + b"}}"],
    [b'{"t":"do","m":"the match","c":"1","k":{"t":"move","move":"\\ud800\\u0000","n":0}}'],
    [b'{"t":"do","m":"the match","c":"1","k":{"t":"abort","side":0}}'],
    [b'{"t":"do","m":"the match","c":"1","k":{"t":"sit","seed":"00","seal":"","player":{"id":"ann"}}}'],
]

Attack = Callable[[list[bytes], str | None, bool], None]


class Target:
    """A match in progress whose server is attacked."""

    def __init__(self, path: Path, terms: Terms) -> None:
        self.terms = terms
        self.runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
        self.run(self._start(path))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        self.runner.run(work)

    async def _start(self, path: Path) -> None:
        self.live = await started(path)
        self.server = await InProcessServer(self.live).__aenter__()
        self.match_id, self.ann, self.bob = await begun(self.live, self.terms)
        to_act = (await self.ann.state(self.match_id))["v"]["to_act"]
        self.waits = ("bob", "ann")[to_act]
        self.before = await self.live.record(self.match_id)
        self.others = len(self.live.endpoint.sessions)

    async def stop(self) -> None:
        await self.server.__aexit__()
        await self.live.stop()

    def close(self) -> None:
        self.run(self.stop())
        self.runner.close()

    async def untouched(self) -> None:
        assert await self.live.record(self.match_id) == self.before
        assert (self.ann.closed, self.bob.closed) == (None, None)
        state = await self.ann.state(self.match_id)
        assert state["n"] == len(self.before or ()) - 1
        await self.server.gone(self.others)

    async def text(self, attack: list[bytes], who: str | None) -> None:
        """Text frames by a client that speaks the protocol well."""
        async with dial(self.server.port, who) as socket:
            for frame in attack:
                await socket.send(frame.replace(b"the match", self.match_id.encode()), text=True)
            await socket.send('{"t":"ping","x":424242}')
            async with asyncio.timeout(PATIENCE):
                while (answer := json.loads(await socket.recv())) != {**answer, "t": "pong", "x": 424242}:
                    if answer["t"] == "no":
                        assert answer["text"] == SENTENCES[answer["code"]]
                        assert answer["code"] != "server_error"

    async def bytes(self, attack: list[bytes]) -> None:
        """Bytes by somebody who speaks nothing."""
        raw = await Raw.dial(self.server.port)
        raw.writer.write(b"".join(attack))
        raw.writer.write_eof()
        async with asyncio.timeout(PATIENCE):
            await raw.reader.read()
        raw.close()


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    target = Target(tmp_path_factory.mktemp("fuzz") / "live.sqlite3", Terms("tabla", length=3, cube=True))
    yield target
    target.close()


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Here whoever waits may do something, too: only strangers attack."""
    board = Target(tmp_path_factory.mktemp("fuzz") / "squares.sqlite3", Terms("chess"))
    yield board
    board.close()


fuzz = settings(max_examples=times(80), suppress_health_check=list(HealthCheck), derandomize=True)


@fuzz
@given(attack=st.lists(frames, max_size=12), who=st.sampled_from(["waits", "eve", None]))
def test_frames_of_any_kind(target: Target, attack: list[bytes], who: str | None) -> None:
    target.run(target.text(attack, target.waits if who == "waits" else who))
    target.run(target.untouched())


@fuzz
@given(attack=st.lists(frames, max_size=12), who=st.sampled_from(["eve", None]))
def test_frames_of_any_kind_at_a_board(board: Target, attack: list[bytes], who: str | None) -> None:
    board.run(board.text(attack, who))
    board.run(board.untouched())


@pytest.mark.parametrize("attack", BY_HAND, ids=range(len(BY_HAND)))
def test_frames_by_hand(target: Target, attack: list[bytes]) -> None:
    for who in (target.waits, "eve", None):
        target.run(target.text(attack, who))
    target.run(target.untouched())


@fuzz
@given(attack=st.lists(st.binary(max_size=300), max_size=4))
@example([b"\x81\xfe\xff\xff" + bytes(70_000)])
@example([b"\x81\xff" + b"\xff" * 8])
@example([b"\x81\xff" + bytes(7) + b"\x05"])
@example([b"\x89\xfe\x01\x00" + bytes(300)])
@example([b"\x88\x81\x00\x00\x00\x00a"])
@example([b"\x88\x84\x00\x00\x00\x00\x03\xe8\xff\xff"])
def test_bytes_of_any_kind(target: Target, attack: list[bytes]) -> None:
    target.run(target.bytes(attack))
    target.run(target.untouched())


def test_many_at_once(target: Target) -> None:
    async def crowd() -> None:
        attacks = [b for attack in BY_HAND for b in attack]
        results = await asyncio.gather(
            *(target.text(attacks[i::10], f"eve{i}") for i in range(10)), return_exceptions=True
        )
        assert all(result is None or isinstance(result, ConnectionClosed) for result in results)

    target.run(crowd())
    target.run(target.untouched())
