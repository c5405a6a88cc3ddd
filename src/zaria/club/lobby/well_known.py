"""Addresses that browsers and search engines ask for by themselves, and the logo of the club."""

from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zaria.club.site.brand import logo, state
from zaria.club.site.front_end.icon import ICON

ROBOTS = """User-agent: *
Disallow: /account/
Disallow: /api/v1/
Disallow: /me
Disallow: /t/
"""
"""Rules for search engines: tables are no pages for strangers."""

_FOREVER = "public, max-age=31536000, immutable"


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
@cache_control(max_age=3600)
def asset_links(request: HttpRequest) -> HttpResponse:
    """The club's own app for Android, which then shows it without an address bar."""
    if settings.ANDROID_APP is None:
        raise Http404
    package, fingerprints = settings.ANDROID_APP
    target = {"namespace": "android_app", "package_name": package, "sha256_cert_fingerprints": fingerprints}
    links = [{"relation": ["delegate_permission/common.handle_all_urls"], "target": target}]
    return JsonResponse(links, safe=False)


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
