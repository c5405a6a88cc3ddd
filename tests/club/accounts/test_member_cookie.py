"""The cookie that names a member at their sockets."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core import signing
from django.http import HttpResponse
from django.test import RequestFactory

from zaria.club.accounts import players
from zaria.match.events import Player

ANN = Player("m-ann", "Ann", "#2f7d6b", member=True, country="BG", face="0123abcd2f7d6b")
FIELDS = {
    "id": "m-ann",
    "name": "Ann",
    "colour": "#2f7d6b",
    "robot": False,
    "country": "BG",
    "face": "0123abcd2f7d6b",
    "hidden": True,
    "session": "tag",
    "muted_until": 5000,
    "unlisted": False,
}


def read(content: Any) -> players.Caller | None:
    cookie = signing.dumps(content, salt="zaria.member")
    return players.from_headers({"cookie": f"{players.COOKIE}={cookie}"})


def test_it_has_named_fields() -> None:
    request, response = RequestFactory().get("/"), HttpResponse()
    request.session = SessionStore("a-session-key")
    players.remember_member(request, response, ANN, hidden=True, muted_until=datetime.fromtimestamp(5, UTC))
    cookie = response.cookies[players.COOKIE].value
    assert signing.loads(cookie, salt="zaria.member") == {
        **FIELDS,
        "session": players.session_tag("a-session-key"),
    }
    assert players.from_headers({"cookie": f"{players.COOKIE}={cookie}"}) == players.Caller(
        ANN, players.session_tag("a-session-key"), True, muted_until=5000
    )


def test_the_list_of_an_earlier_version_and_fields_of_a_later_one_are_read() -> None:
    caller = players.Caller(ANN, "tag", True)
    assert read(list(FIELDS.values())[:8]) == caller
    assert read({**FIELDS, "flair": "rose"}) == caller._replace(muted_until=5000)


@pytest.mark.parametrize(
    "content", [list(FIELDS.values())[:7], {"id": "m-ann"}, "m-ann", None, {**FIELDS, "id": 7}]
)
def test_anything_else_names_nobody(content: Any) -> None:
    assert read(content) is None
