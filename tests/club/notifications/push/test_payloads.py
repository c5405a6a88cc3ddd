"""The notification of a knock: Declarative Web Push, short, without names unless the member wishes."""

import json
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from zaria.club.notifications.models import Notification
from zaria.club.notifications.push.payloads import (
    MOST_BYTES,
    KnockText,
    of_notice,
    of_tables,
    of_test,
    payload,
)


def notice(kind: str, topic: str = "", **body: Any) -> Notification:
    return Notification(pk=7, kind=kind, body=body, topic=topic)


@pytest.mark.parametrize(
    ("whole_line", "title", "body"),
    [(False, "Приглашения", ""), (True, "Приглашение на матч от игрока: Ann", "Табла")],
)
def test_names_are_shown_to_members_who_wish_it(whole_line: bool, title: str, body: str) -> None:
    invitation = notice("invitation", "TOPIC", name="Ann", game="tabla", path="/t/abc")
    with translation.override("ru"):
        shown = of_notice(invitation, whole_line=whole_line)
    assert (shown.path, shown.tag) == ("/t/abc", "TOPIC")
    assert (shown.title, shown.body) == (title, body)


def test_several_tables_are_counted() -> None:
    assert of_tables(3) == KnockText("3 tables wait", "", "/next", "waiting")
    with translation.override("ru"):
        assert of_tables(3).title == "3 стола ждут"
        assert of_tables(5).title == "5 столов ждут"


def test_the_json_is_that_of_declarative_web_push() -> None:
    message = json.loads(payload(of_test(), "en", "https://club.example", 3))
    assert message == {
        "web_push": 8030,
        "notification": {
            "title": "Test notification",
            "body": "This device can be notified.",
            "navigate": "https://club.example/notices/settings",
            "lang": "en",
            "tag": "test",
        },
        "app_badge": 3,
    }
    assert "app_badge" not in json.loads(payload(of_test(), "en", "https://club.example", None))


@given(st.text(), st.text(), st.text(max_size=3000))
def test_a_payload_is_never_too_long(title: str, body: str, path: str) -> None:
    text = payload(KnockText(title, body, f"/{path}", "t"), "bg", "https://club.example", 1)
    assert len(text.encode()) <= MOST_BYTES
    assert json.loads(text)["notification"]["navigate"].startswith("https://club.example/")
