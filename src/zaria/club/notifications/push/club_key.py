"""The key by which the services of browsers know this club, and the name that stands beside it."""

import re
from email.utils import parseaddr
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from zaria.club.accounts import environment
from zaria.club.notifications.push.messages import encoded
from zaria.club.site import data_directory

_PUBLIC_NAME = re.compile(r"(?!.*\.(localhost|local|invalid|test|internal)$)([\w-]+\.)+[a-z][\w-]+", re.ASCII)
"""Names of hosts that a service may take for real: Apple refuses any other."""


def club_key() -> Vapid02 | None:
    """Return the key that signs knocks; None: there is none on this machine (`data_directory.push_key`)."""
    text = data_directory.push_key()
    return _read(text) if text else None


def public_key() -> str:
    """Return the key that a browser needs for a subscription, or "" if this club cannot knock."""
    key = club_key()
    if key is None or not subject():
        return ""
    return encoded(key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def subject() -> str:
    """Return how services reach the operator, a `mailto:` or `https:` address, or "" if none is public.

    It is the contact, else the club's own address, else the sender of its mails.
    """
    contact = environment.contact()
    mail = contact if "@" in contact and "//" not in contact else ""
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    candidates = [f"mailto:{mail}" if mail else _origin(contact)]
    candidates += map(_origin, settings.CSRF_TRUSTED_ORIGINS)
    candidates.append(f"mailto:{sender}")
    return next((address for address in candidates if _is_public(address)), "")


@lru_cache(maxsize=4)
def _read(text: str) -> Vapid02:
    return Vapid02.from_raw(text.encode())


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"https://{parts.hostname}" if parts.scheme == "https" else ""


def _is_public(address: str) -> bool:
    host = re.split(r"//|@", address)[-1]
    return _PUBLIC_NAME.fullmatch(host.lower()) is not None
