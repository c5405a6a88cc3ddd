"""Addresses that browsers and search engines ask for by themselves."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zaria.club.site.front_end.icon import ICON

ROBOTS = """User-agent: *
Disallow: /account/
Disallow: /api/v1/
Disallow: /me
Disallow: /t/
"""
"""Rules for search engines: tables are no pages for strangers."""

GROUND = "#f6f0e5"
"""The colour of the light pages (`--bg` in css/app/tokens.css), while an installed club starts."""

_PICTURES = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable"))
"""The icon as a bitmap: file, size, purpose."""


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


@require_safe
@cache_control(max_age=24 * 3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """The club as an app that can be installed."""
    pictures = [
        {
            "src": static(f"zaria/img/{name}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in _PICTURES
    ]
    described = {
        "id": "/",
        "name": "Zaria",
        "short_name": "Zaria",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [{"src": "/favicon.ico", "sizes": "any", "type": "image/svg+xml"}, *pictures],
    }
    return JsonResponse(described, content_type="application/manifest+json")
