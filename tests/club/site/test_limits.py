"""Bounds that the site sets its visitors, and what an operator may set about them."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import AsyncRequestFactory
from django.utils import translation

from tests.support.http_client import html_of
from zaria.club.accounts import guests
from zaria.club.play import limits
from zaria.club.play.limits import limited
from zaria.club.site import environment
from zaria.club.site.data_directory import ConfigurationError
from zaria.club.site.http import errors
from zaria.live.counts import Counts
from zaria.live.rate_limits import MOST, Rates
from zaria.match.events import Player

MINUTE = 60_000


def test_a_minute() -> None:
    rates = Rates(3)
    assert [rates.take("ann", 0) for _ in range(4)] == [True] * 3 + [False]
    assert rates.take("bob", 0)
    assert not rates.take("ann", MINUTE // 3 - 1)
    assert rates.take("ann", 2 * MINUTE // 3)
    assert all(Rates(0).take("ann", 0) for _ in range(100))


def test_those_who_asked_longest_ago_are_forgotten() -> None:
    rates = Rates(1)
    for i in range(MOST + 10):
        rates.take(str(i), i)
    assert len(rates._buckets) == MOST
    assert not rates.take(str(MOST), MOST + 10)


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    return HttpResponse(title, status=status)


class Site:
    """A view that sets a table, behind the bound of two a minute."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rates = Rates(2)
        monkeypatch.setattr(limits, "tables", lambda: rates)
        monkeypatch.setattr(errors, "page", _page)
        self.counts = Counts()
        self.view = limited(self.set_table)

    async def set_table(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=302)

    async def ask(self, address: str, guest: Player | None = None, method: str = "post") -> HttpResponse:
        request: Any = getattr(AsyncRequestFactory(), method)("/new")
        request.META["REMOTE_ADDR"] = address
        request.scope["zaria.live"] = SimpleNamespace(endpoint=SimpleNamespace(counts=self.counts))
        request.player = guest
        return await self.view(request)


async def test_an_address_sets_so_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site(monkeypatch)
    assert [(await site.ask("1.2.3.4", guests.new())).status_code for _ in range(3)] == [302, 302, 429]
    assert (await site.ask("1.2.3.4", method="get")).status_code == 302
    assert (await site.ask("1.2.3.5")).status_code == 302
    assert site.counts.turned_away == {"too_many_tables": 1}


async def test_a_guest_sets_so_many_tables_from_wherever(monkeypatch: pytest.MonkeyPatch) -> None:
    site, guest = Site(monkeypatch), guests.new()
    assert [(await site.ask("127.0.0.1", guest)).status_code for _ in range(3)] == [302, 302, 429]
    assert (await site.ask("1.2.3.4", guest)).status_code == 429
    assert (await site.ask("127.0.0.1", guests.new())).status_code == 302


async def test_guests_call_somebody_and_from_somewhere_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    limits.invitations.cache_clear()
    monkeypatch.setattr(limits, "INVITATIONS_A_MINUTE", 2)
    may = limits.guest_may_invite
    assert [await may(name, "1.2.3.4") for name in ("ann", "bob", "eve")] == [True, True, False]
    assert [await may("ann", f"1.2.3.{part}") for part in (5, 6)] == [True, False]
    assert [await may("eve", "127.0.0.1") for _ in range(3)] == [True, True, False]
    limits.invitations.cache_clear()


async def test_it_is_said_in_the_visitors_language(monkeypatch: pytest.MonkeyPatch) -> None:
    site, guest = Site(monkeypatch), guests.new()
    with translation.override("ru"):
        answers = [await site.ask("127.0.0.1", guest) for _ in range(3)]
    assert "Слишком много запросов" in html_of(answers[-1])
    assert answers[-1]["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("ZARIA_SOCKETS_PER_ADDRESS", "many", environment.connection_limits),
        ("ZARIA_SOCKETS_PER_ADDRESS", "-1", environment.connection_limits),
        ("ZARIA_PROXIES", "10.0.0.0/8, proxy.example", environment.connection_limits),
        ("ZARIA_LOG", "xml", environment.log_format),
        ("ZARIA_LOG_LEVEL", "loud", environment.log_level),
    ],
)
def test_what_an_operator_may_not_set(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, read: Any
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError, match=name):
        read()


def test_what_an_operator_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_SOCKETS_PER_ADDRESS", "2")
    monkeypatch.setenv("ZARIA_PROXIES", "10.0.0.0/8, fd00::1")
    monkeypatch.setenv("ZARIA_LOG", "JSON")
    gate = environment.connection_limits()
    assert (gate.bounds.sockets, gate.bounds.connections) == (2, 8)
    assert gate.address("fd00::1", "1.2.3.4") == "1.2.3.4"
    assert environment.log_format() == "json"
    assert environment.log_level() == "WARNING"
