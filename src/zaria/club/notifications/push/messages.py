"""Messages of Web Push: encrypted for one device (RFC 8291), signed by the club (RFC 8292)."""

import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from py_vapid import Vapid02

_POINT = re.compile(r"[A-Za-z0-9_-]{87}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")
"""65 bytes and 16 bytes in base64url: the decoder alone passes over other signs."""
SIGNED_FOR_S = 12 * 3600
"""Seconds for which a signature holds; services refuse more than a day."""


class DeviceKeys(NamedTuple):
    """The keys of a subscription: a point of P-256, and a secret; in base64url without padding."""

    p256dh: str
    auth: str


def is_usable(keys: DeviceKeys) -> bool:
    """Return whether messages can be encrypted for these keys."""
    if not _POINT.fullmatch(keys.p256dh) or not _SECRET.fullmatch(keys.auth):
        return False
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(keys.p256dh))
    except ValueError:
        return False
    return True


def encrypt(
    payload: bytes,
    keys: DeviceKeys,
    *,
    key: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a message (RFC 8188). Each has a key and a salt of its own, unless given."""
    body: bytes = http_ece.encrypt(
        payload,
        salt=salt,
        private_key=key or generate_private_key(SECP256R1()),
        dh=decoded(keys.p256dh),
        auth_secret=decoded(keys.auth),
    )
    return body


def authorization(endpoint: str, club: Vapid02, subject: str) -> str:
    """Return the header that tells the service of an endpoint who sends; `subject` is how to reach them."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR_S,
        "sub": subject,
    }
    header: str = club.sign(claims)["Authorization"]
    return header


def headers(authorized: str, ttl_s: int, topic: str, *, urgent: bool) -> dict[str, str]:
    """Return the headers of a message that is kept for `ttl_s` seconds, and replaces that of its topic."""
    fields = {
        "Authorization": authorized,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, ttl_s)),
        "Urgency": "high" if urgent else "normal",
    }
    return {**fields, "Topic": topic} if topic else fields


def decoded(text: str) -> bytes:
    """Return the bytes of base64url without padding. Raises `ValueError`."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")
