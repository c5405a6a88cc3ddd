"""The key of a club, and how the services of browsers reach its operator."""

import pytest
from django.test import override_settings
from py_vapid import Vapid02

from zaria.club.notifications.push.club_key import club_key, public_key, subject
from zaria.club.notifications.push.messages import authorization
from zaria.club.site import data_directory

ENDPOINT = "https://push.example.net/p"


@pytest.mark.parametrize(
    ("contact", "origins", "sender", "expected"),
    [
        ("ann@club.example", ["https://club.example"], "a@b.example", "mailto:ann@club.example"),
        ("https://club.example/contact?a=b", [], "", "https://club.example"),
        ("ann@localhost", ["https://club.example:8443"], "", "https://club.example"),
        (
            "",
            ["http://club.example", "https://localhost"],
            "Club <post@club.example>",
            "mailto:post@club.example",
        ),
        ("", ["https://192.0.2.1"], "Zaria <zaria@localhost>", ""),
        ("", [], "zaria@club.invalid", ""),
    ],
)
def test_the_subject_is_the_first_address_that_is_public(
    contact: str, origins: list[str], sender: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZARIA_CONTACT", contact)
    monkeypatch.setenv("ZARIA_PUSH_KEY", data_directory.new_push_key())
    with override_settings(CSRF_TRUSTED_ORIGINS=origins, DEFAULT_FROM_EMAIL=sender):
        assert subject() == expected
        assert bool(public_key()) == bool(expected), "a club without a name knocks on nobody"
    if expected:
        key = club_key()
        assert key is not None
        assert Vapid02.verify(authorization(ENDPOINT, key, expected))


def test_a_club_without_a_key_cannot_knock(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("ZARIA_CONTACT", "ann@club.example")
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    monkeypatch.setenv("ZARIA_PUSH_KEY", "")
    assert club_key() is None
    assert public_key() == ""
