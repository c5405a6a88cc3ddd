"""The games as the front page sets them out."""

from typing import Any, NamedTuple

from zaria.club.games import GROUPS, SOURCES, TEXTS, TITLES


class Tile(NamedTuple):
    """One game: its picture is drawn from `game`."""

    game: str
    title: Any
    text: Any
    source: Any


class Shelf(NamedTuple):
    """Games that belong together."""

    id: str
    title: Any
    source: Any
    tiles: list[Tile]


def tile(game: str) -> Tile:
    """What a page says about `game` beside its picture."""
    return Tile(game, TITLES[game], TEXTS[game], SOURCES[game])


def shelves() -> list[Shelf]:
    """All games."""
    return [Shelf(group.id, group.title, group.source, [*map(tile, group.games)]) for group in GROUPS]
