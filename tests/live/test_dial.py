"""Connecting to a club that is just ending."""

import asyncio
import contextlib
import os
import socket
import struct
import threading
from collections.abc import Iterator

import pytest
from picows import WSError, WSListener, ws_create_server

from tests.support.patience import PATIENCE
from zaria.live.load.dial import dial

TRIES = 60


@pytest.fixture
def ending() -> Iterator[int]:
    """The port of one that takes every line and drops it at once."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drop() -> None:
            while not over.is_set():
                line, _ = server.accept()
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                line.close()

        thread = threading.Thread(target=drop)
        thread.start()
        yield server.getsockname()[1]
        over.set()
        with contextlib.suppress(OSError):
            socket.create_connection(server.getsockname()).close()  # the last one that it waits for
        thread.join()


async def test_the_line_is_the_loops_own() -> None:
    server = await ws_create_server(lambda request: WSListener(), "127.0.0.1", 0)
    async with server:
        line = await dial(WSListener(), f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", {})
        assert type(line.underlying_transport).__module__ == "uvloop.loop"
        line.disconnect()
        await line.wait_disconnected()


async def test_nobody_is_waited_for_longer_than_was_said() -> None:
    """Neither for a connection that is not taken nor for one that says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server:
        url = f"ws://127.0.0.1:{server.getsockname()[1]}"
        async with asyncio.timeout(PATIENCE):
            for _ in range(4):
                with pytest.raises((TimeoutError, WSError)):
                    await dial(WSListener(), url, {}, 0.1)


async def test_a_line_that_drops_at_once_leaves_nothing_behind(ending: int) -> None:
    loop = asyncio.get_running_loop()
    for _ in range(TRIES):
        with contextlib.suppress(OSError, WSError, TimeoutError):
            await dial(WSListener(), f"ws://127.0.0.1:{ending}/ws", {})
        # The next number that is free; uvloop refuses it if somebody is still watching it.
        read, write = os.pipe()
        reader, _ = await loop.connect_read_pipe(asyncio.Protocol, os.fdopen(read, "rb"))
        reader.close()
        os.close(write)
