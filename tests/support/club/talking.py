"""A club in this process with real sockets and a real store, and people who talk there."""

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.support.live.in_process_server import InProcessServer
from tests.support.live.page_sessions import FREE, SEED
from tests.support.live.site_hooks import with_hooks
from tests.support.live.socket_players import Json, hear, tell
from zaria.club.accounts.models import Member
from zaria.club.conversations.announcements import RemovalAnnouncer
from zaria.club.conversations.store import ClubConversations, StoreTimes
from zaria.club.notifications.announcements import UnreadAnnouncer
from zaria.club.server.live_link import LiveLink
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.conversations.sessions import ConversationTimeouts
from zaria.live.matches.table_request import TableRequest
from zaria.match.terms import Terms

_commands = itertools.count()
_addresses = itertools.count()


def join(player: str, **fields: Any) -> Member:
    """A member whom the sockets of `InProcessServer` know by this id, which begins with "m-"."""
    login = f"Talker{next(_addresses)}"
    return Member.objects.create(username=login, email=f"{login}@example.org", player=player, **fields)


class Talk(InProcessServer):
    """A server; `store` has the conversations."""

    def __init__(self, live: Live, store: ClubConversations) -> None:
        super().__init__(live)
        self.store = store

    async def table(self, **terms: Any) -> str:
        """The id of a table at which anybody may sit."""
        return await self.live.match_service.open(TableRequest(Terms("tabla", length=1, **terms)))


@asynccontextmanager
async def talking(
    folder: Path, lines_a_minute: int = 0, check: int = 5_000, **options: Any
) -> AsyncIterator[Talk]:
    """A club whose conversations are compared with the store every `check` ms.

    `options` are those of `LiveConfig` and fields of `SiteHooks`, for one process of several.
    """
    link = LiveLink()
    store = ClubConversations(lines_a_minute, link.send_unread, StoreTimes(remember=0.0))
    times = ConversationTimeouts(check=check)
    live = await Live.start(
        LiveConfig(
            path=folder / "live.sqlite3",
            limits=FREE,
            conversation_times=times,
            **with_hooks({"conversations": store, **options}),
        )
    )
    assert live.conversations is not None
    link.connect(live)
    news, counts = RemovalAnnouncer(live.conversations.removed), UnreadAnnouncer(link.send_unread)
    news.start()
    counts.start()
    try:
        async with Talk(live, store) as talk:
            yield talk
    finally:
        news.stop()
        counts.stop()
        await live.stop()
        await store.close()


async def read(socket: ClientConnection, name: str, n: int = -1) -> Json:
    """Subscribe to a conversation; its list of lines, or the refusal."""
    await tell(socket, t="conversation", id=name, n=n)
    return await hear(socket, "lines", "no")


async def say(socket: ClientConnection, name: str, text: str = "", command: str = "", **more: Any) -> Json:
    """Write a line; the answer."""
    message = {"text": text} if text else {}
    command = command or f"c{next(_commands)}"
    await tell(socket, t="say", id=name, c=command, **message, **more)
    while True:
        answer = await hear(socket, "said", "no")
        if answer["c"] == command:
            return answer


async def sit(socket: ClientConnection, match_id: str) -> list[str]:
    """Take a seat; the codes of refusals that came meanwhile."""
    await tell(socket, t="watch", m=match_id)
    seal = (await hear(socket, "state"))["v"]["seal"]
    await tell(socket, t="do", m=match_id, c="sit", k={"t": "sit", "seed": SEED, "seal": seal})
    codes = []
    while (message := await hear(socket, "ack", "no"))["t"] == "no":
        codes.append(message["code"])
    return codes
