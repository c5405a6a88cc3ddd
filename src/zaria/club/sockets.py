"""Introduces the socket's clients to the live side: who they are, and which language they read."""

from collections.abc import Mapping

from zaria.club import guests, languages
from zaria.live.connection import Identity


def whoami(headers: Mapping[str, str]) -> Identity | None:
    """The guest whose cookie a handshake carries."""
    known = {name.lower(): value for name, value in headers.items()}
    cookie = known.get("cookie", "")
    guest = guests.from_header(cookie)
    if guest is None:
        return None
    return Identity(*guest, languages.of_headers(cookie, known.get("accept-language", "")))
