"""Guests: who brings the cookie back is the same player; who changes it is nobody."""

import time

import pytest
from django.core import signing
from django.http import HttpResponse
from django.test import RequestFactory

from zaria.club.accounts import guests, names
from zaria.club.server.sockets import whoami
from zaria.match.events import Player


def test_a_signed_cookie_names_its_guest() -> None:
    guest = guests.new()
    assert guests.read(guests.sign(guest)) == guest


def test_two_guests_differ() -> None:
    assert guests.new().id != guests.new().id


@pytest.mark.parametrize("place", range(0, 120, 7))
def test_a_changed_cookie_names_nobody(place: int) -> None:
    cookie = guests.sign(guests.new())
    place %= len(cookie)
    letter = "A" if cookie[place] != "A" else "B"
    assert guests.read(cookie[:place] + letter + cookie[place + 1 :]) is None


@pytest.mark.parametrize("cookie", [None, "", "x", "a:b:c", "{}", "é" * 10, "0" * 5000])
def test_nonsense_names_nobody(cookie: str | None) -> None:
    assert guests.read(cookie) is None


@pytest.mark.parametrize("content", [[], ["one"], ["a", "b", "c", "d"], {"id": 1}, 7, "abcd"])
def test_something_else_that_we_signed_names_nobody(content: object) -> None:
    assert guests.read(signing.dumps(content, salt="zaria.guest")) is None


def test_a_cookie_for_another_purpose_names_nobody() -> None:
    assert guests.read(signing.dumps(["id", "name", "#777777"], salt="other")) is None


def test_a_cookie_ends_after_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = guests.sign(guests.new())
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + guests.YEAR + 60)
    assert guests.read(cookie) is None


def _answer(cookie: str | None, guest: Player) -> HttpResponse:
    request = RequestFactory().get("/")
    if cookie is not None:
        request.COOKIES[guests.COOKIE] = cookie
    response = HttpResponse()
    guests.remember(request, response, guest)
    return response


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    morsel = _answer(None, guests.new()).cookies[guests.COOKIE]
    assert morsel["httponly"]
    assert morsel["samesite"] == "Lax"
    assert morsel["max-age"] == guests.YEAR


def test_a_fresh_cookie_is_left_alone_and_an_old_one_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = guests.new()
    cookie = guests.sign(guest)
    assert guests.COOKIE not in _answer(cookie, guest).cookies
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + guests.STALE + 60)
    assert guests.read(_answer(cookie, guest).cookies[guests.COOKIE].value) == guest


def test_a_socket_knows_its_guest_and_their_language() -> None:
    guest = guests.new()
    cookie = f"a=b; {guests.COOKIE}={guests.sign(guest)}; zaria_language=bg"
    identity = whoami({"Cookie": cookie, "Accept-Language": "ru"})
    assert identity is not None
    assert identity.player == guest
    assert identity.lang == "bg"


@pytest.mark.parametrize(
    ("accept", "language"),
    [("ru-RU,ru;q=0.9,en;q=0.8", "ru"), ("de, bg;q=0.5", "bg"), ("de", "en"), ("", "en"), ("*", "en")],
)
def test_a_socket_reads_the_language_of_its_browser(accept: str, language: str) -> None:
    identity = whoami({"cookie": f"{guests.COOKIE}={guests.sign(guests.new())}", "accept-language": accept})
    assert identity is not None
    assert identity.lang == language


def test_a_socket_without_a_cookie_is_nobody() -> None:
    assert whoami({}) is None
    assert whoami({"cookie": "zaria_guest=forged"}) is None


def test_a_white_letter_can_be_read_on_every_colour() -> None:
    for colour in names.COLOURS:
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        assert 1.05 / (luminance + 0.05) >= 4.5, colour
