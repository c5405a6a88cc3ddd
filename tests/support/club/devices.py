"""Devices that members let the club knock on: browsers whose keys the tests have."""

from itertools import count
from typing import Any

import http_ece
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.notifications.push.messages import DeviceKeys, decoded, encoded
from zaria.club.notifications.push.subscriptions import Device, subscribe

SERVICE = "https://fcm.googleapis.com"
_AUTH = encoded(b"sixteen bytes ok")
_numbers = count(1)


class Browser:
    """A browser that subscribes at a service, and reads what comes from it."""

    def __init__(self, service: str = SERVICE) -> None:
        self._key = generate_private_key(SECP256R1())
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.endpoint = f"{service}/send/{next(_numbers)}"
        self.device = Device(self.endpoint, DeviceKeys(encoded(point), _AUTH))

    def json(self) -> dict[str, Any]:
        """The body that the page sends to the club."""
        return {"endpoint": self.endpoint, "keys": self.device.keys._asdict()}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message. Raises `http_ece.ECEException`."""
        text: bytes = http_ece.decrypt(body, private_key=self._key, auth_secret=decoded(_AUTH))
        return text


def member(name: str, **fields: Any) -> Member:
    """A member with a confirmed address."""
    person = Member.objects.create(
        username=name, email=f"{name}@example.org", since=timezone.now(), agreed=0, **fields
    )
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return person


def session_of(person: Member) -> UserSession:
    """A session of a member that lasts."""
    store = SessionStore()
    store.create()
    agent = "Mozilla/5.0 (X11; Linux) Firefox/140.0"
    session: UserSession = UserSession.objects.create(
        user=person, session_key=store.session_key, ip="127.0.0.1", user_agent=agent
    )
    return session


def device_of(person: Member, service: str = SERVICE) -> Browser:
    """A browser of a member on which the club may knock."""
    browser = Browser(service)
    subscribe(person, session_of(person).session_key, browser.device)
    return browser
