"""Template tags that load the scripts of a page."""

import json

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from zaria.club.site import js_modules

register = template.Library()

WAITING = "zaria/js/pages/waiting.js"
"""The entry module of pages without a lobby or a table."""


@register.simple_tag(takes_context=True)
def entry_module(context: Context, name: str, *, alone: bool = False) -> SafeString:
    """The import map, the preload links and the script element of an entry module.

    Belongs into the head, before any other module script; `alone`: there is no `waiting_module` on the page.
    """
    now, _later = js_modules.graph(name)
    links = format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((staticfiles_storage.url(each),) for each in now)
    )
    context["request"].import_map = True
    return format_html(
        '{}\n{}\n<script type="module" src="{}"></script>',
        _import_map(context, name, *([] if alone else [WAITING])),
        links,
        staticfiles_storage.url(name),
    )


@register.simple_tag(takes_context=True)
def waiting_module(context: Context) -> SafeString:
    """The script of every page that has no lobby and no table of its own: it hears of invitations.

    Its modules stand in the import map of the page's entry module, if there is one: a page has but one map.
    """
    mapping = "" if getattr(context["request"], "import_map", False) else _import_map(context, WAITING)
    return format_html(
        '{}<script type="module" src="{}"></script>', mapping, staticfiles_storage.url(WAITING)
    )


def _import_map(context: Context, *names: str) -> SafeString:
    request: HttpRequest = context["request"]
    both: dict[str, str] = {}
    for name in names:
        both |= js_modules.import_map(name)["imports"]
    # A script element is raw text: nothing in it may look like its end.
    mapping = json.dumps({"imports": both}, separators=(",", ":")).replace("<", "\\u003c")
    nonce = str(request.csp_nonce)  # type: ignore[attr-defined]
    return format_html('<script type="importmap" nonce="{}">{}</script>', nonce, mark_safe(mapping))
