"""Template tags that draw the small pictures of the games."""

from collections.abc import Collection

from django import template
from django.utils.safestring import SafeString

from zaria.club.games import pictures
from zaria.club.games.catalogue import TITLES

register = template.Library()


@register.simple_tag
def mini_drawings(games: str | Collection[str] = TITLES) -> SafeString:
    """Return the drawings that the boards of a game, of some or of all use; once in a page, before them."""
    return pictures.drawings([games] if isinstance(games, str) else games)


@register.simple_tag
def mini_board(game: str) -> SafeString:
    """Return the small picture of a game."""
    return pictures.board(game)


@register.simple_tag
def blank_board(game: str) -> SafeString:
    """Return a small board of a game, on which a script draws."""
    return pictures.blank_board(game)


@register.simple_tag
def ghost_board() -> SafeString:
    """Return a board drawn in outline, where none is played on."""
    return pictures.ghost_board()
