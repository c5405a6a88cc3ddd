"""Silent sockets have their turns in a period, as long as they are open."""

import asyncio
import time

from tests.support.patience import PATIENCE
from zaria.live.sockets.idle_sockets import AT_ONCE, IdleSockets

PERIOD = 0.2


class Counted:
    """A socket that closes at a turn."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.closed = asyncio.Event()

    def check_silence(self) -> bool:
        self.turns -= 1
        if not self.turns:
            self.closed.set()
        return self.turns > 0


async def test_each_socket_has_its_turns_until_it_is_closed() -> None:
    idle_sockets = IdleSockets(PERIOD / 10)
    sockets = [Counted(1 + n % 3) for n in range(2 * AT_ONCE + 1)]
    for socket in sockets:
        idle_sockets.add(socket)
    async with asyncio.timeout(PATIENCE):
        for socket in sockets:
            await socket.closed.wait()
    assert not idle_sockets._queue
    late = Counted(1)
    idle_sockets.add(late)
    async with asyncio.timeout(PATIENCE):
        await late.closed.wait()


async def test_a_process_that_stood_still_reads_before_it_judges() -> None:
    idle_sockets, socket = IdleSockets(PERIOD), Counted(1)
    began = time.monotonic()
    idle_sockets.add(socket)
    time.sleep(2 * PERIOD)  # noqa: ASYNC251  as a process that is stopped
    async with asyncio.timeout(PATIENCE):
        await socket.closed.wait()
    assert time.monotonic() - began > 2.5 * PERIOD, "timers may be early by some milliseconds"
