"""Middleware on the event loop: only what is stored takes a thread."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.messages import add_message, get_messages
from django.contrib.messages.constants import INFO
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, RequestFactory

from tests.support.club.uncollected_files import plain_files  # noqa: F401  a fixture
from zaria.club.site.http.loop_middleware import MessageMiddleware, OnLoop, SessionMiddleware

pytestmark = pytest.mark.django_db(transaction=True)


async def answered(view: Callable[[HttpRequest], None], session_key: str) -> None:
    """Let `view` answer a request of this session, behind sessions and messages."""

    async def answer(request: HttpRequest) -> HttpResponse:
        view(request)
        return HttpResponse()

    chain: Any = SessionMiddleware(MessageMiddleware(answer))
    request = RequestFactory().get("/")
    request.COOKIES["zaria_session"] = session_key
    await chain(request)


@pytest.mark.usefixtures("plain_files")
async def test_a_page_that_stores_nothing_stays_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, int] = {}

    def noted(kind: type[OnLoop], half: str) -> Callable[..., Any]:
        original = getattr(kind, half)

        def call(self: OnLoop, *arguments: Any) -> Any:
            seen[f"{kind.__name__}.{half}"] = threading.get_ident()
            return original(self, *arguments)

        return call

    for kind in OnLoop.__subclasses__():
        for half in ("process_request", "process_response"):
            if hasattr(kind, half):
                monkeypatch.setattr(kind, half, noted(kind, half))
    assert (await AsyncClient().get("/account/inactive/")).status_code == 200
    assert len(seen) == 16
    assert set(seen.values()) == {threading.get_ident()}


async def test_a_changed_session_is_stored() -> None:
    session = SessionStore()
    await session.acreate()

    def view(request: HttpRequest) -> None:
        # as a view has read it
        request.session._session_cache = {"colour": "red"}  # type: ignore[attr-defined]
        request.session["colour"] = "green"

    await answered(view, session.session_key or "")
    assert await SessionStore(session.session_key).aget("colour") == "green"


async def test_a_message_waits_for_the_next_page() -> None:
    session = SessionStore()
    await session.acreate()
    await answered(lambda request: add_message(request, INFO, "Saved"), session.session_key or "")
    shown: list[str] = []

    async def read(request: HttpRequest) -> HttpResponse:
        shown.extend(await sync_to_async(lambda: [str(message) for message in get_messages(request)])())
        return HttpResponse()

    chain: Any = SessionMiddleware(MessageMiddleware(read))
    for _ in range(2):
        request = RequestFactory().get("/")
        request.COOKIES["zaria_session"] = session.session_key or ""
        await chain(request)
    assert shown == ["Saved"], "and is gone once it was shown"
