"""Orders by chance that anybody can check afterwards.

A secret is sealed before entries close (`seal`, as for dice) and opened at the end. Each entrant may bring a
nonce, which the club could not foresee when it sealed the secret; both make the key of all draws
(`draw_key`). The order of the entrants follows from it and from their ids: each gets the HMAC-SHA-256 of
``tournament|purpose|id`` under the key, and they are sorted by it. Neither the time nor the order of entries
matters.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping

from zaria.match.dice_play.dice import is_seed, seal

__all__ = ["draw_key", "drawn_order", "is_nonce", "seal"]


def is_nonce(text: str) -> bool:
    """Return whether `text` can be a nonce: empty, or as a seed of dice."""
    return not text or is_seed(text)


def draw_key(secret: bytes, tournament: str, nonces: Mapping[str, str]) -> bytes:
    """The key of the draws; `nonces` has that of each entrant, by id.

    It is the HMAC-SHA-256 of ``tournament|nonces|id:nonce|id:nonce…``, in the order of the ids, under the
    secret. Without any nonce it is the secret itself.
    """
    if not any(nonces.values()):
        return secret
    pairs = "|".join(f"{player}:{nonce}" for player, nonce in sorted(nonces.items()))
    return hmac.digest(secret, f"{tournament}|nonces|{pairs}".encode(), hashlib.sha256)


def drawn_order(key: bytes, tournament: str, purpose: str, ids: Iterable[str]) -> list[str]:
    """Return these ids in the order of a draw; `purpose` distinguishes the draws of a tournament."""

    def lot(player: str) -> bytes:
        return hmac.digest(key, f"{tournament}|{purpose}|{player}".encode(), hashlib.sha256)

    return sorted(ids, key=lot)
