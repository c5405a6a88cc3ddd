"""A browser before the pages of statistics, on the thread and in the transaction of its test."""

from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.test import AsyncClient

from tests.support.club.random_matches import ME
from tests.support.http_client import html_of
from zaria.club.accounts import guests
from zaria.club.accounts.models import Member
from zaria.match.events import Player


class Seen(NamedTuple):
    """An answer."""

    status: int
    text: str
    headers: Any
    context: Any


class _ScopedClient(AsyncClient):
    """A client whose requests have a live side in their scope, unless it is None."""

    def __init__(self, live: Any) -> None:
        super().__init__()
        self._live = live

    async def request(self, **request: Any) -> Any:
        """Make a request; the fields are those of its scope."""
        live = {} if self._live is None else {"zaria.live": self._live}
        return await super().request(**request, **live)


class Browser:
    """Of a member, of a guest, or of nobody in particular."""

    def __init__(
        self, member: Member | None = None, guest: str = "", language: str = "en", live: Any = None
    ) -> None:
        """`live` stands for the live side, which few pages ask."""
        self.client, self.headers = _ScopedClient(live), {"accept-language": language}
        if member is not None:
            self.client.force_login(member)
        if guest:
            self.client.cookies[guests.COOKIE] = guests.sign(Player(guest, "Ruby-Owl 11", "#333333"))

    def get(self, path: str) -> Seen:
        """Ask for a page, or a file, to its end."""
        return async_to_sync(self._get)(path)

    async def _get(self, path: str) -> Seen:
        response: Any = await self.client.get(path, headers=self.headers)
        if isinstance(response, StreamingHttpResponse):
            text = b"".join([part async for part in response]).decode()
        else:
            text = html_of(response)
        return Seen(response.status_code, text, response.headers, response.context)


def marica(**more: Any) -> Member:
    """The member whose matches are `matches.match`."""
    return Member.objects.create(username="Marica", email="marica@example.org", player=ME, **more)
