"""Introduces the socket's clients to the live side: who they are, and which language they read."""

from collections.abc import Mapping

from zaria.club import languages, players
from zaria.live.connection import Identity


def whoami(headers: Mapping[str, str]) -> Identity | None:
    """The member or guest whose cookie a handshake carries, or whose token."""
    known = {name.lower(): value for name, value in headers.items()}
    player = players.from_headers(known)
    if player is None:
        return None
    lang = languages.of_headers(known.get("cookie", ""), known.get("accept-language", ""))
    return Identity(player, lang, hidden=players.hides(known))
