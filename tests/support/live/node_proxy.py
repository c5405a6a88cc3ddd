"""A proxy that leads sockets at `/ws/NAME` to the process of this name, and all others to each in turn."""

import asyncio
import contextlib
import re
from collections.abc import Mapping
from itertools import cycle

_NAME = re.compile(rb"GET /ws/([a-z0-9-]+) ")


class NodeProxy:
    """Leads to the processes that listen at these ports. It knows nothing of matches."""

    def __init__(self, ports: Mapping[str, int]) -> None:
        self._ports = ports
        self._turns = cycle(ports.values())
        self._connections: set[asyncio.Task[None]] = set()
        self.port = 0

    async def listen(self) -> None:
        """Listen at `port`."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """End all connections."""
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            try:
                head = await reader.readuntil(b"\r\n\r\n")
                back, forth = await asyncio.open_connection("127.0.0.1", self._port(head))
                try:
                    forth.write(head)
                    await asyncio.wait(
                        {
                            asyncio.create_task(_carry(reader, forth)),
                            asyncio.create_task(_carry(back, writer)),
                        },
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                finally:
                    forth.close()
            finally:
                writer.close()

    def _port(self, head: bytes) -> int:
        name = _NAME.match(head)
        port = self._ports.get(name[1].decode()) if name else None
        return next(self._turns) if port is None else port


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while received := await reader.read(65536):
            writer.write(received)
