"""Addresses that browsers and search engines ask for by themselves, and the logo of the club."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zaria.club.site.brand import logo, state
from zaria.club.site.brand.values import Brand
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

_FOREVER = "public, max-age=31536000, immutable"

_PICTURES = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable"))
"""The icon as a bitmap: file, size, purpose."""


@require_safe
@cache_control(no_cache=True)
def icon(request: HttpRequest) -> HttpResponse:
    """The icon of the club."""
    if png := state.current().logo:
        return HttpResponse(logo.icon(png, "192"), content_type="image/png")
    return HttpResponse(ICON, content_type="image/svg+xml")


@require_safe
@cache_control(max_age=24 * 3600)
def robots(request: HttpRequest) -> HttpResponse:
    """The rules for search engines."""
    return HttpResponse(ROBOTS, content_type="text/plain")


@require_safe
def club_logo(request: HttpRequest, name: str) -> HttpResponse:
    """The logo of the club as an icon; under its version it may be stored for ever."""
    brand = state.current()
    if not brand.logo or name not in logo.ICONS | logo.MASKABLE:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    response = HttpResponse(logo.icon(brand.logo, name), content_type="image/png")
    is_versioned = request.GET.get("v", "") == brand.logo_version
    response["Cache-Control"] = _FOREVER if is_versioned else "no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """The club as an app that can be installed."""
    brand = state.current()
    described = {
        "id": "/",
        "name": brand.name,
        "short_name": brand.short_name,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": _icons(brand),
    }
    return JsonResponse(described, content_type="application/manifest+json")


def _icons(brand: Brand) -> list[dict[str, str]]:
    if brand.logo:
        version = brand.logo_version
        return [
            _picture(f"/club/logo-{name}.png?v={version}", size, purpose)
            for name, size, purpose in (
                ("192", 192, "any"),
                ("512", 512, "any"),
                ("maskable-512", 512, "maskable"),
            )
        ]
    drawing = {"src": "/favicon.ico", "sizes": "any", "type": "image/svg+xml"}
    return [drawing, *(_picture(static(f"zaria/img/{name}.png"), size, use) for name, size, use in _PICTURES)]


def _picture(address: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
