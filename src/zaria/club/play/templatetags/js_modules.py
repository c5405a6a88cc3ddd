"""Template tags that load the scripts of a page."""

import json

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from zaria.club.site.front_end import js_modules
from zaria.club.site.front_end.js_modules import WAITING

register = template.Library()


@register.simple_tag(takes_context=True)
def entry_module(
    context: Context, name: str, *, alone: bool = False, then: str | None = None, beside: str | None = None
) -> SafeString:
    """The import map, the preload links and the script element of an entry module.

    Belongs into the head, before any other module script; `alone`: there is no `waiting_module` on the page.
    `then` is a module that the entry is going to load first of all, `beside` another script of the page that
    loads more modules.
    """
    context["request"].import_map = True
    return _bundle(context, name, beside if alone else WAITING, then)


@register.simple_tag(takes_context=True)
def waiting_module(context: Context) -> SafeString:
    """The script of every page that has no lobby and no table of its own: it hears of invitations.

    On a page with an entry module it uses the modules of its bundle: a page has but one import map.
    """
    if getattr(context["request"], "import_map", False):
        return format_html('<script type="module" src="{}"></script>', staticfiles_storage.url(WAITING))
    return _bundle(context, WAITING)


def _bundle(
    context: Context, entry: str, companion: str | None = None, then: str | None = None
) -> SafeString:
    request: HttpRequest = context["request"]
    imports = js_modules.import_map(entry, companion)
    first, *preloaded = js_modules.at_once(entry, then)
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>\n{}<script type="module" src="{}"></script>',
        str(request.csp_nonce),  # type: ignore[attr-defined]  # set by the CSP middleware
        # A script element is raw text: nothing in it may look like its end.
        mark_safe(json.dumps({"imports": imports}, separators=(",", ":")).replace("<", "\\u003c")),
        format_html_join("", '<link rel="modulepreload" href="{}">\n', ((address,) for address in preloaded)),
        first,
    )
