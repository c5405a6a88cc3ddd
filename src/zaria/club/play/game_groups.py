"""The games as the front page sets them out."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from zaria.club.games.catalogue import GROUPS, SOURCES, TEXTS, TITLES
from zaria.club.site.brand import state

FIRST = (
    "tabla", "backgammon", "long-nardy", "tapa", "gulbara", "short-nardy",
    "chelebi", "indiyka", "antitabla", "russian-draughts", "draughts", "chess",
)  # fmt: skip
"""Games whose tiles are on the front page at once, in the order of a club that has none of its own.

A phone shows the first six of them.
"""


FAMILIES = {game: group.id for group in GROUPS for game in group.games}


class GameTile(NamedTuple):
    """One game: its picture is drawn from `game`; `family` is the id of its group."""

    game: str
    title: Any
    text: Any
    source: Any
    family: str


class GameGroup(NamedTuple):
    """Games that belong together."""

    id: str
    title: Any
    source: Any
    tiles: list[GameTile]


def tile(game: str) -> GameTile:
    """Data of `game` beside its picture."""
    return GameTile(game, TITLES[game], TEXTS[game], SOURCES[game], FAMILIES[game])


def game_groups() -> list[GameGroup]:
    """The games that the club offers; its first ones lead their groups, and their groups the others."""
    brand = state.current()
    order = brand.first_games
    groups = [
        GameGroup(
            group.id,
            group.title,
            group.source,
            [
                tile(game)
                for game in sorted(group.games, key=lambda game: _place(game, order))
                if brand.offers(game)
            ],
        )
        for group in sorted(GROUPS, key=lambda group: min(_place(game, order) for game in group.games))
    ]
    return [group for group in groups if group.tiles]


def _place(game: str, order: tuple[str, ...]) -> int:
    return order.index(game) if game in order else len(order)


@lru_cache(16)
def tiles_html(language: str, first: tuple[str, ...], offered: tuple[str, ...]) -> SafeString:
    """The tiles of the front page in the active language: half of what it costs to make the page.

    `first` are the games that it shows at once (`first_tiles`), `offered` those of the club, none for all.
    How many tables there are of each game is left to the page's script, which also loads the tiles of the
    other games (`further_html`) when they are asked for.
    """
    games = [entry.game for group in game_groups() for entry in group.tiles]
    context = {
        "first": [*map(tile, first)],
        "has_more": len(games) > len(first),
        "families": [group for group in GROUPS if set(group.games) & set(games)],
        "games": len(games),
    }
    return render_to_string("zaria/_tiles.html", context)


@lru_cache(16)
def further_html(
    language: str, first: tuple[str, ...], order: tuple[str, ...], offered: tuple[str, ...]
) -> SafeString:
    """The tiles of the games that the front page does not show at once, by group; see `tiles_html`.

    Groups follow the club's `order`.
    """
    further = [
        group._replace(tiles=[entry for entry in group.tiles if entry.game not in first])
        for group in game_groups()
    ]
    context = {"further": [group for group in further if group.tiles]}
    return render_to_string("zaria/_further_tiles.html", context)


def first_tiles(played: Iterable[str] = ()) -> tuple[str, ...]:
    """The games whose tiles the front page shows at once: the club's own order, then those `played` here."""
    games = [entry.game for group in game_groups() for entry in group.tiles]
    order = dict.fromkeys((*state.current().first_games, *played, *FIRST, *games))
    return tuple(game for game in order if game in games)[: len(FIRST)]
