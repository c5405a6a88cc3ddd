"""Writes of the lobby: it cancels open tables."""

import asyncio

from zaria.live.app import Live

PATIENCE_S = 5.0
"""Seconds after which no answer is waited for any more: play is paused, say."""


async def cancel(live: Live, match_id: str, player: str) -> None:
    """Clear a table that waits; what has begun meanwhile goes on."""
    answered = asyncio.Event()
    live.cancel(match_id, player, answered.set)
    try:
        async with asyncio.timeout(PATIENCE_S):
            await answered.wait()
    except TimeoutError:
        pass
