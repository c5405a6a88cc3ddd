"""A bad line between a process and its database."""

import asyncio
import contextlib
from typing import cast


class Middleman:
    """A proxy between a client and its server; answers take `slow` seconds; once `deaf`, the next is lost."""

    def __init__(self, port: int) -> None:
        self.deaf = False
        self.slow = 0.0
        self.swallowed = 0
        self._port = port
        self._calls: list[asyncio.Task[None]] = []

    async def listen(self) -> int:
        """The port at which it stands in for the server."""
        self._server = await asyncio.start_server(self._came, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Once everybody has hung up."""
        self._server.close()
        await asyncio.gather(*self._calls)

    async def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._calls.append(cast("asyncio.Task[None]", asyncio.current_task()))
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:  # nobody is at home
            ends = [writer]
            writer.close()
        else:
            ends = [writer, forth]
            await asyncio.gather(self._carry(reader, forth, False), self._carry(back, writer, True))
        for stream in ends:
            with contextlib.suppress(OSError):
                await stream.wait_closed()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if answers:
                    await asyncio.sleep(self.slow)
                if answers and self.deaf:
                    self.swallowed += 1
                    self.deaf = False
                    break
                writer.write(data)
        writer.close()
