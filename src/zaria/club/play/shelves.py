"""The games as the front page sets them out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from zaria.club.games import GROUPS, SOURCES, TEXTS, TITLES

Counts = Mapping[str, tuple[int, int]]
NONE: Counts = {}


class Tile(NamedTuple):
    """One game: its picture is drawn from `game`. `tables`: how many are open or being played."""

    game: str
    title: Any
    text: Any
    source: Any
    tables: int = 0


class Shelf(NamedTuple):
    """Games that belong together."""

    id: str
    title: Any
    source: Any
    tiles: list[Tile]


def tile(game: str, counts: Counts = NONE) -> Tile:
    """What a page says about `game` beside its picture."""
    return Tile(game, TITLES[game], TEXTS[game], SOURCES[game], sum(counts.get(game, ())))


def shelves(counts: Counts = NONE) -> list[Shelf]:
    """All games, with how many tables of each are open and being played."""
    return [
        Shelf(group.id, group.title, group.source, [tile(game, counts) for game in group.games])
        for group in GROUPS
    ]
