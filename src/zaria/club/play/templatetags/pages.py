"""Template tags of the pages."""

import json

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from zaria.club import modules
from zaria.club.games import TITLES
from zaria.club.play import pictures

register = template.Library()


@register.simple_tag(takes_context=True)
def entry_module(context: Context, name: str) -> SafeString:
    """The import map, the preload links and the script element of an entry module.

    Belongs into the head, before any other module script.
    """
    request: HttpRequest = context["request"]
    now, _later = modules.graph(name)
    # A script element is raw text: nothing in it may look like its end.
    mapping = json.dumps(modules.import_map(name), separators=(",", ":")).replace("<", "\\u003c")
    nonce = str(request.csp_nonce)  # type: ignore[attr-defined]
    links = format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((staticfiles_storage.url(each),) for each in now)
    )
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>\n{}\n<script type="module" src="{}"></script>',
        nonce,
        mark_safe(mapping),
        links,
        staticfiles_storage.url(name),
    )


@register.simple_tag
def mini_drawings(*games: str) -> SafeString:
    """What the small pictures of these games, else of all, are drawn from; once in a page, before them."""
    return pictures.drawings(games or TITLES)


@register.simple_tag
def mini_board(game: str) -> SafeString:
    """The small picture of a game."""
    return pictures.board(game)
