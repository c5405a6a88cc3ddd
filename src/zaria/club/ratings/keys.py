"""The names of ratings (`zaria.match.rating_keys`) with their titles, and the ratings that a match changes.

The rating over all games (`OVERALL`) follows play at the board alone.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from zaria.club.games.catalogue import TITLES
from zaria.club.ratings.models import OVERALL
from zaria.match.rating_keys import BY_DAY, rating_key


def is_by_day(key: str) -> bool:
    """Return whether a rating is that of games by the day."""
    return key.endswith(BY_DAY)


def game_of(key: str) -> str:
    """Return the game of a rating, "" for the one over all games."""
    return key.removesuffix(BY_DAY)


def changed_keys(key: str) -> tuple[str, ...]:
    """Return the ratings that a match changes whose game has the rating `key`."""
    return (key,) if is_by_day(key) else (key, OVERALL)


def is_rating(key: str) -> bool:
    """Return whether there is such a rating, that over all games among them."""
    return key == OVERALL or game_of(key) in TITLES


def titles(*, by_day: bool) -> Mapping[str, Any]:
    """Return the titles of games, by the names of their ratings."""
    return {rating_key(game, by_day=by_day): title for game, title in TITLES.items()}


def all_ratings() -> list[str]:
    """Return the names of all ratings: that over all games, those at the board, those by the day."""
    return [OVERALL, *titles(by_day=False), *titles(by_day=True)]


def rating_title(key: str) -> str:
    """Return the title of a rating; one of a game that is gone has the name of its game."""
    if key == OVERALL:
        return _("All games")
    title = str(TITLES.get(game_of(key), game_of(key)))
    return _("{game}, by the day").format(game=title) if is_by_day(key) else title
