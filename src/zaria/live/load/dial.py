"""Opens the sockets of automatic players."""

import asyncio
from collections.abc import Mapping

from picows import WSListener, WSTransport, ws_connect


async def dial(
    listener: WSListener, url: str, headers: Mapping[str, str], patience: float = 5.0
) -> WSTransport:
    """Connect to a server within `patience` seconds. Raises OSError, WSError or TimeoutError.

    It avoids aiofastnet, which picows uses where it is installed: when a connection drops as its first bytes
    are sent (a server that is just ending), 1.2.0 watches a socket that it has closed, and uvloop then fails
    over the next owner of that descriptor, or ends the process.
    """
    async with asyncio.timeout(patience):
        transport, _ = await ws_connect(
            lambda: listener,
            url,
            extra_headers=headers,
            websocket_handshake_timeout=patience,
            use_aiofastnet=False,
        )
    return transport
