"""Devices: added by their browsers, at known services alone, and gone with their sessions."""

import hashlib
import json
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from tests.support.club.devices import Browser, device_of, member, session_of
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts.flows import sessions
from zaria.club.accounts.models import Member
from zaria.club.notifications.models import PushSubscription
from zaria.club.notifications.push import views
from zaria.club.notifications.push.services import is_allowed
from zaria.club.notifications.push.subscriptions import (
    MOST_DEVICES,
    BadSubscriptionError,
    devices_of,
    subscribe,
)
from zaria.club.personal_data import deletion, export
from zaria.club.site import data_directory

__all__ = ["plain_files"]

KEYS = Browser().json()["keys"]


@pytest.fixture(autouse=True)
def _club(db: None, plain_files: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A club that can knock."""
    monkeypatch.setenv("ZARIA_CONTACT", "ann@club.example")
    monkeypatch.setenv("ZARIA_PUSH_KEY", data_directory.new_push_key())
    views.changes.cache_clear()


@pytest.fixture
def ann() -> Member:
    return member("Annxx")


@pytest.fixture
def page(ann: Member) -> Client:
    client = Client(enforce_csrf_checks=False)
    client.force_login(ann)
    UserSession.objects.get_or_create(
        user=ann, session_key=client.session.session_key, defaults={"ip": "127.0.0.1", "user_agent": "Safari"}
    )
    return client


def post(page: Client, path: str, body: Any) -> int:
    return page.post(path, json.dumps(body), "application/json").status_code


def test_a_device_is_added_listed_and_removed(page: Client, ann: Member) -> None:
    browser = Browser()
    key = page.get("/notices/push/key").json()["key"]
    assert f'data-push-key="{key}"' in html_of(page.get("/notices/settings"))
    assert post(page, "/notices/push", {**browser.json(), "time_zone": "Europe/Sofia"}) == 204
    (device,) = devices_of([ann.pk])
    assert (device.endpoint, device.language) == (browser.endpoint, "en")
    ann.refresh_from_db()
    assert ann.time_zone == "Europe/Sofia", "of a member who has named none"
    assert post(page, "/notices/push", {**browser.json(), "time_zone": "Asia/Baku"}) == 204
    ann.refresh_from_db()
    assert (PushSubscription.objects.count(), ann.time_zone) == (1, "Europe/Sofia")
    mark = hashlib.sha256(browser.endpoint.encode()).hexdigest()
    assert f'data-device="{mark}"' in html_of(page.get("/notices/settings"))
    path = f"/notices/push/{device.pk}/remove"
    assert path in html_of(page.get("/notices/settings"))
    stranger = Client()
    stranger.force_login(member("Bobxx"))
    stranger.post(path)
    assert PushSubscription.objects.exists(), "it is not theirs"
    page.post(path)
    assert not PushSubscription.objects.exists()


def test_a_worker_adds_its_device_by_the_token_that_it_asks_for(ann: Member) -> None:
    worker = Client(enforce_csrf_checks=True)
    assert worker.get("/notices/push/key").json()["token"] == ""
    worker.force_login(ann)
    session_key = worker.session.session_key
    UserSession.objects.create(user=ann, session_key=session_key, ip="127.0.0.1", user_agent="Safari")
    device_keys = worker.get("/notices/push/key").json()
    settings = worker.get("/notices/settings")
    assert device_keys["reader"] == settings.headers["Zaria-Reader"]
    assert f'data-reader="{device_keys["reader"]}"' in html_of(settings)
    body, headers = json.dumps(Browser().json()), {"X-CSRFToken": device_keys["token"]}
    assert worker.post("/notices/push", body, "application/json", headers=headers).status_code == 204
    assert len(devices_of([ann.pk])) == 1


@pytest.mark.parametrize("method", ["delete", "post"])
def test_a_browser_ends_its_subscription(page: Client, ann: Member, method: str) -> None:
    browser, second_device = Browser(), device_of(ann)
    assert post(page, "/notices/push", browser.json()) == 204
    body = json.dumps({"endpoint": browser.endpoint})
    if method == "delete":
        assert page.delete("/notices/push", body, "application/json").status_code == 204
    else:
        assert page.post("/notices/push/end", body, "application/json").status_code == 204
    assert [device.endpoint for device in devices_of([ann.pk])] == [second_device.endpoint]


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://fcm.googleapis.com/send/1"},
        {"endpoint": "https://evil.example/send/1"},
        {"endpoint": ["https://fcm.googleapis.com"]},
        {"keys": {}},
        {"keys": "no"},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"keys": {**KEYS, "auth": KEYS["auth"] + "!" * 4000}},
        {"keys": {**KEYS, "auth": KEYS["auth"] + "=="}},
        {"keys": {**KEYS, "p256dh": "!" + KEYS["p256dh"]}},
        {"keys": {**KEYS, "p256dh": "A" * 87}},
    ],
)
def test_what_is_no_subscription_is_refused(page: Client, change: dict[str, Any]) -> None:
    assert post(page, "/notices/push", {**Browser().json(), **change}) == 400
    assert page.post("/notices/push", "[", "application/json").status_code == 400
    assert not PushSubscription.objects.exists()


def test_a_club_that_cannot_knock_takes_no_device(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_CONTACT", "")
    assert page.get("/notices/push/key").json()["key"] == ""
    assert post(page, "/notices/push", Browser().json()) == 409
    assert not PushSubscription.objects.exists()


def test_only_members_add_devices_with_a_token_and_not_often(page: Client, ann: Member) -> None:
    assert post(Client(), "/notices/push", Browser().json()) == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ann)
    assert post(strict, "/notices/push", Browser().json()) == 403
    statuses = [post(page, "/notices/push", {}) for _ in range(views.CHANGES_A_MINUTE + 1)]
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    ("endpoint", "allowed"),
    [
        ("https://fcm.googleapis.com/fcm/send/a", True),
        ("https://FCM.googleapis.com:443/a", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/a", True),
        ("https://web.push.apple.com/a", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=a", True),
        ("https://push.club.example/a", True),
        ("https://localhost:8443/a", True),
        ("https://localhost/a", False),
        ("https://localhost:8444/a", False),
        ("https://xfcm.googleapis.com/a", False),
        ("https://fcm.googleapis.com.evil.example/a", False),
        ("https://fcm.googleapis.com@evil.example/a", False),
        ("https://evil.example#fcm.googleapis.com", False),
        ("https://fcm.googleapis.com:22/a", False),
        ("https://fcm.googleapis.com:x/a", False),
        ("https://fcm.googleapis.com/ä", False),
        ("https://fcm.googleapis.com/\r\nHost: evil.example", False),
        ("https://fcm.googleapis.com/" + "a" * 500, False),
        ("https://[::1", False),
        ("https://[::1]/", False),
        ("https://fcm.googleapis.com", False),
        ("https://" + "a" * 63 + ".push.apple.com/", True),
        ("https://" + "a" * 80 + ".push.apple.com/", False),
        ("https://" + "a." * 125 + "push.apple.com/", False),
        ("https://x..push.apple.com/", False),
        ("https://.push.apple.com/", False),
        ("https://evil.example\\.push.apple.com/x", False),
        ("https://web.push.apple.com/\\x", False),
        ("https://evil.example%00.push.apple.com/x", False),
        ('https://evil.example".push.apple.com/x', False),
        ("https://*.push.apple.com/x", False),
        ("https://web.push.apple.com./x", False),
        ("https://web.push.apple.com?.example/x", False),
        ("", False),
    ],
)
def test_endpoints_are_at_known_services(
    endpoint: str, allowed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZARIA_PUSH_HOSTS", "push.club.example, localhost:8443")
    assert is_allowed(endpoint) is allowed


def test_a_device_goes_with_its_session(ann: Member) -> None:
    lost, ended, signed_out = device_of(ann), device_of(ann), device_of(ann)
    keys = [
        PushSubscription.objects.get(endpoint=browser.endpoint).session.session_key
        for browser in (ended, signed_out)
    ]
    sessions.end(ann, [keys[0]])
    assert not PushSubscription.objects.filter(endpoint=ended.endpoint).exists()
    Session.objects.filter(session_key=keys[1]).delete()
    assert [device.endpoint for device in devices_of([ann.pk])] == [lost.endpoint]


def test_the_least_used_of_too_many_devices_is_forgotten(ann: Member) -> None:
    browsers = [device_of(ann) for _ in range(MOST_DEVICES)]
    for used in browsers[1:]:
        PushSubscription.objects.filter(endpoint=used.endpoint).update(used_at=ann.since)
    newest = device_of(ann)
    endpoints = {device.endpoint for device in devices_of([ann.pk])}
    assert endpoints == {browser.endpoint for browser in (*browsers[1:], newest)}


def test_a_browser_has_one_member(ann: Member) -> None:
    bob, browser = member("Bobxx"), device_of(ann)
    subscribe(bob, session_of(bob).session_key, browser.device)
    assert not devices_of([ann.pk])
    with pytest.raises(UserSession.DoesNotExist):
        subscribe(ann, session_of(bob).session_key, browser.device)
    with pytest.raises(BadSubscriptionError):
        subscribe(bob, session_of(bob).session_key, browser.device._replace(endpoint="https://evil.example/"))


def test_devices_and_settings_are_a_member_s_data(ann: Member) -> None:
    browser = device_of(ann)
    (device,) = export.of(ann)["notifications"]["devices"]
    assert device["endpoint"] == browser.endpoint
    assert "auth" not in device
    ann.time_zone = "Asia/Baku"
    deletion.delete(ann, "Nobody")
    ann.refresh_from_db()
    assert (PushSubscription.objects.count(), ann.time_zone) == (0, "")
