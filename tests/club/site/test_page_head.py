"""The head of a page: one thread reads what it shows, whatever the number of its parts."""

import asyncio
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import AsyncClient, RequestFactory

from tests.support.club.uncollected_files import plain_files  # noqa: F401  a fixture
from zaria.club.accounts.models import Member
from zaria.club.site.http.page_head import PARTS, PageHead, PagePart, Reading, is_document, register

MOST_FIRST = 11
"""Threads that the first page of a member takes: it also notes their visit."""
MOST_AGAIN = 8
"""Threads that the next page takes."""


@pytest.fixture
async def hops(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A 1 for each call that the event loop has handed to a thread."""
    calls: list[int] = []
    loop = asyncio.get_running_loop()
    run = loop.run_in_executor

    def counted(executor: Any, call: Callable[..., Any], *arguments: Any) -> Any:
        calls.append(1)
        return run(executor, call, *arguments)

    monkeypatch.setattr(loop, "run_in_executor", counted)
    return calls


async def test_one_thread_reads_all_parts(hops: list[int]) -> None:
    loop_thread = threading.get_ident()
    planned_in: list[int] = []

    def plan(request: HttpRequest) -> Reading[int]:
        planned_in.append(threading.get_ident())
        return Reading(threading.get_ident)

    stored = [PagePart(name, 0, plan) for name in ("balance", "offers", "comments")]
    without = PagePart("reminder", "none", lambda request: "at hand")
    unplanned = PagePart("consent", "nothing")
    request = RequestFactory().get("/")
    await PageHead.of(request).fill_in(request, [*stored, without, unplanned])
    assert planned_in == [loop_thread] * 3
    read_in = {part.of(request) for part in stored}
    assert len(read_in) == 1
    assert loop_thread not in read_in
    assert (without.of(request), unplanned.of(request)) == ("at hand", "nothing")
    assert len(hops) == 1


async def test_a_head_without_readings_takes_no_thread(hops: list[int]) -> None:
    request = RequestFactory().get("/")
    part = PagePart("balance", 0, lambda request: 7)
    await PageHead.of(request).fill_in(request, [part])
    assert part.of(request) == 7
    part.set(request, 8)
    assert part.of(request) == 8, "a view may know better"
    assert hops == []


def test_parts_of_a_request_without_a_head_are_empty() -> None:
    request = RequestFactory().get("/")
    for part in PARTS.values():
        assert part.of(request) == part.empty
        assert PageHead.of(request)[part.name] == part.empty
    with pytest.raises(KeyError):
        PageHead.of(request)["balances"]


def test_a_name_is_registered_once() -> None:
    with pytest.raises(ValueError, match="balance"):
        register(PagePart("balance", 0))


def test_templates_read_registered_parts() -> None:
    templates = (settings.WEB / "templates").rglob("*.html")
    names = {name for path in templates for name in re.findall(r"page_head\.(\w+)", path.read_text("utf-8"))}
    assert len(names) >= 5
    assert names <= PARTS.keys()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("plain_files")
@pytest.mark.parametrize("path", ["/about", "/rules/tabla", "/tournaments", "/shop"])
async def test_a_page_takes_few_threads(hops: list[int], path: str) -> None:
    member = await Member.objects.acreate(username="Marica", email="marica@example.org")
    browser = AsyncClient(headers={"accept": "text/html"})
    await browser.aforce_login(member)
    threads: list[int] = []
    for _ in range(3):
        hops.clear()
        assert (await browser.get(path)).status_code == 200
        threads.append(len(hops))
    assert 0 < threads[0] <= MOST_FIRST
    assert 0 < min(threads[1:]) <= MOST_AGAIN  # one of them may read anew what is kept for some seconds


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, True),
        ({"Sec-Fetch-Dest": "document"}, True),
        ({"Sec-Fetch-Dest": "image"}, False),
        ({"Sec-Fetch-Dest": "empty"}, False),
        ({"Sec-Fetch-Dest": "empty", "Zaria-Ahead": "1"}, True),
    ],
)
def test_a_page_that_is_fetched_in_advance_has_a_head(headers: dict[str, str], expected: bool) -> None:
    assert is_document(RequestFactory().get("/t/one", headers=headers)) is expected
