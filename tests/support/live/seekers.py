"""Searches for tests of the pairing."""

from typing import Any

from zaria.live.lobby.messages import SeekUpdate
from zaria.live.lobby.pairing import Pool
from zaria.live.lobby.speeds import Kind
from zaria.live.lobby.widening import NARROW, Widening
from zaria.match.events import Player


def want(
    pool: Pool,
    kind: Kind,
    player: Player,
    rating: int | None,
    now: int,
    widening: Widening = NARROW,
    **options: Any,
) -> None:
    """Add or repeat a search; `options` are those of `SeekUpdate`."""
    wanted = SeekUpdate(
        player,
        kind.game,
        kind.speed,
        rating,
        length=kind.length,
        cube=kind.cube,
        **widening._asdict(),
        **options,
    )
    pool.want(wanted, now)
