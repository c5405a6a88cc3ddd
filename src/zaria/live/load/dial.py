"""How a player that is a program connects."""

import asyncio
from collections.abc import Mapping

from picows import WSListener, WSTransport, ws_connect


async def dial(
    listener: WSListener, url: str, headers: Mapping[str, str], patience: float = 5.0
) -> WSTransport:
    """Connect to a club; the line. `patience`: seconds for the whole of it. OSError, WSError, TimeoutError.

    Not by aiofastnet, which picows takes where it is installed: where a line drops as its first words are
    sent (a club that is just ending), 1.2.0 watches a socket that it has closed, and uvloop then fails over
    whoever is given that number next, or ends the process.
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
