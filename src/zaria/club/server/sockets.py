"""Introduces the socket's clients to the live side, and tells it what it has to know of members."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from zaria.club.accounts import players
from zaria.club.accounts.registry import TOKEN, registry
from zaria.club.site import i18n
from zaria.live.app import Live
from zaria.live.sockets.connection import Identity

SOON_S = 1.0
"""Seconds after which sockets are looked at again: a page's answer, with other cookies, is on its way."""


def whoami(headers: Mapping[str, str]) -> Identity | None:
    """The member or guest whose cookie a handshake carries, or whose token; raises `UnknownTokenError`."""
    fields = {name.lower(): value for name, value in headers.items()}
    caller = players.from_headers(fields)
    if caller is None:
        return None
    lang = i18n.of_headers(fields.get("cookie", ""), fields.get("accept-language", ""))
    return Identity(caller.player, lang, caller.hidden, caller.key, _objection(caller))


def _objection(caller: players.Caller) -> str:
    """Return the code of the refusal for a token that may only watch, else ""."""
    if not caller.key.startswith(TOKEN):
        return ""
    if caller.reads_only:
        return "read_only"
    return "" if caller.player.robot else "robots_only"


@asynccontextmanager
async def members(live: Live) -> AsyncIterator[None]:
    """Close the sockets of players who are no longer admitted, while this lasts."""
    loop, sessions = asyncio.get_running_loop(), live.lobby.sessions

    def shut_out(player: str) -> None:
        loop.call_soon_threadsafe(loop.call_later, SOON_S, sessions.look_again, player, _admits)

    await registry.start(shut_out)
    try:
        yield
    finally:
        registry.close()


def _admits(user: Identity) -> bool:
    return registry.admits(user.player, user.key)
