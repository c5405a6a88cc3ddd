"""The names of the site that the corpus uses: as `adapter`, for what needs Django."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse, QueryDict
from django.test import RequestFactory, override_settings

from zaria.club.accounts import guests, players
from zaria.club.accounts.flows import devices
from zaria.club.accounts.models import Member
from zaria.club.games import programs
from zaria.club.lobby import pending_matches
from zaria.club.play import last_terms
from zaria.club.play.forms import form_for
from zaria.club.profile import appearance
from zaria.club.site import i18n
from zaria.match import events


def guest_cookie(key: str, player: str, name: str, colour: str) -> str:
    """The cookie of a guest, signed now."""
    with override_settings(SECRET_KEY=key):
        return guests.sign(events.Player(player, name, colour))


def cookies_written(key: str, seconds: float) -> dict[str, str]:
    """The cookies that the site sets for what `cookies_read` finds in them, signed at this moment."""
    request, response = _request({}), HttpResponse()
    request.session = SimpleNamespace(session_key="the key of a session")
    with _signing(key, seconds):
        member = events.Player(
            "m-ann", "Анна", "#2f7d6b", member=True, robot=True, country="BG", face="0123abcd2f7d6b"
        )
        players.remember_member(request, response, member, hidden=True)
        guests.remember(request, response, events.Player("g-boris", "Борис", "#4a6fa5"))
        devices.remember(request, response, Member(pk=7), "the name of a device")
        programs.remember(request, response, 4)
        pending_matches.hide(request, response, {"match-1": 12, "match_2": 0})
        for field, value in (("theme", "dark"), ("skin", "sand"), ("men", "amber")):
            appearance.store_choice(response, field, value)
        i18n.store_language(request, response, "bg")
        data = QueryDict("opponent=computer&length=5&cube=yes")
        form = form_for("tabla", last_terms.completed_data(form_for("tabla"), data, {}))
        assert form.is_valid(), form.errors
        asyncio.run(last_terms.keep(request, response, form))
    return {name: morsel.value for name, morsel in response.cookies.items()}


def cookies_read(cookies: dict[str, str], key: str, seconds: float) -> dict[str, Any]:
    """The site's reading of its cookies at this moment."""
    request = _request(cookies)
    with _signing(key, seconds):
        guest = guests.read(cookies["zaria_guest"])
        caller = players.from_headers({"cookie": f"zaria_member={cookies['zaria_member']}"})
        assert caller is not None
        return {
            "guest": msgspec.to_builtins(guest),
            "member": msgspec.to_builtins(caller.player),
            "session": caller.key,
            "hidden": caller.hidden,
            "device": devices.name_of(request, Member(pk=7)),
            "level": programs.last(request, "chess"),
            "hidden matches": pending_matches.read(request),
            "look": [appearance.theme(request), *appearance.look(request).values()],
            "language": i18n.of_headers(f"zaria_language={cookies['zaria_language']}", "en"),
            "terms": last_terms.read(request),
        }


def _request(cookies: dict[str, str]) -> Any:
    request: Any = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    request.user = AnonymousUser()
    return request


@contextmanager
def _signing(key: str, seconds: float) -> Iterator[None]:
    with override_settings(SECRET_KEY=key), mock.patch("django.core.signing.time.time", return_value=seconds):
        yield
