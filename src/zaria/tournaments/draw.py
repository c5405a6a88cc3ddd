"""Orders by chance that anybody can check afterwards.

A secret is sealed before entries close (`seal`, as for dice) and opened at the end. The order of the entrants
follows from it and from their ids alone: each gets the HMAC-SHA-256 of ``tournament|purpose|id`` under the
secret, and they are sorted by it. So neither the time nor the order of entries matters.
"""

import hashlib
import hmac
from collections.abc import Iterable

from zaria.match.dice_play.dice import seal

__all__ = ["drawn_order", "seal"]


def drawn_order(secret: bytes, tournament: str, purpose: str, ids: Iterable[str]) -> list[str]:
    """These ids in an order by chance; `purpose` tells several draws of a tournament apart."""

    def lot(player: str) -> bytes:
        return hmac.digest(secret, f"{tournament}|{purpose}|{player}".encode(), hashlib.sha256)

    return sorted(ids, key=lot)
