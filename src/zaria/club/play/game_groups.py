"""The games as the front page sets them out."""

from functools import cache
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from zaria.club.games.catalogue import GROUPS, SOURCES, TEXTS, TITLES


class GameTile(NamedTuple):
    """One game: its picture is drawn from `game`."""

    game: str
    title: Any
    text: Any
    source: Any


class GameGroup(NamedTuple):
    """Games that belong together."""

    id: str
    title: Any
    source: Any
    tiles: list[GameTile]


def tile(game: str) -> GameTile:
    """Data of `game` beside its picture."""
    return GameTile(game, TITLES[game], TEXTS[game], SOURCES[game])


def game_groups() -> list[GameGroup]:
    """All games."""
    return [GameGroup(group.id, group.title, group.source, [*map(tile, group.games)]) for group in GROUPS]


@cache
def groups_html(language: str) -> SafeString:
    """The groups of the front page in the active language: half of what it costs to make the page.

    How many tables there are of each game is left to the page's script.
    """
    return render_to_string("zaria/_game_groups.html", {"game_groups": game_groups()})
