"""Addresses that browsers and search engines ask for by themselves."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="1" y="1" width="30" height="30" rx="7" fill="#fbf3e0" stroke="#a9762c" stroke-width="2"/>
<g fill="#2a2119"><circle cx="9.5" cy="9.5" r="3"/><circle cx="16" cy="16" r="3"/>
<circle cx="22.5" cy="22.5" r="3"/></g></svg>
"""
"""The icon of every page (`_icon.html`), for those who ask without having read one."""

ROBOTS = """User-agent: *
Disallow: /account/
Disallow: /api/v1/
Disallow: /me
Disallow: /t/
"""
"""What search engines are to leave alone: tables are no pages for strangers."""


@require_safe
@cache_control(max_age=24 * 3600)
def icon(request: HttpRequest) -> HttpResponse:
    """The icon of the club."""
    return HttpResponse(ICON, content_type="image/svg+xml")


@require_safe
@cache_control(max_age=24 * 3600)
def robots(request: HttpRequest) -> HttpResponse:
    """The rules for search engines."""
    return HttpResponse(ROBOTS, content_type="text/plain")
