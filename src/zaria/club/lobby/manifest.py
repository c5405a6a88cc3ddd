"""The club as an app that can be installed: its name, its colours, pictures and ways in."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zaria.club.site.brand import logo, state
from zaria.club.site.brand.values import Brand

GROUND = "#f6f0e5"
"""The colour of the light pages (`--bg` in css/app/tokens.css), while an installed club starts."""
RECORDS = (".mat", ".sgf", ".pgn", ".pdn", ".xg", ".xgp", ".json", "application/json", "text/plain")
"""Files that other apps may share with the club: records of matches."""

_ICONS = (
    ("icon-192", 192, "any"),
    ("icon-512", 512, "any"),
    ("icon-maskable-192", 192, "maskable"),
    ("icon-maskable-512", 512, "maskable"),
)
"""The icon as a bitmap: file, size, purpose."""
_SCREENSHOTS = (
    ("app-front", "780x1688", "narrow"),
    ("app-phone", "720x1480", "narrow"),
    ("app-table", "1440x900", "wide"),
)
"""Pictures that a browser shows before it installs the club: file, size, form (`tools.generate.pictures`)."""


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """The club as an app, in the language of the page that names it.

    Browsers fetch a manifest without cookies, so its address has the language.
    """
    language = request.GET.get("language", "")
    if language not in dict(settings.LANGUAGES):
        language = translation.get_language() or "en"
    with translation.override(language):
        described = _described(state.current(), language)
    return JsonResponse(described, content_type="application/manifest+json")


def _described(brand: Brand, language: str) -> dict[str, Any]:
    return {
        "id": "/",
        "name": brand.name,
        "short_name": brand.short_name,
        "description": _("Backgammon, tabla, nardy, draughts and chess with people and with the computer."),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": brand.accents.light if brand.accents else GROUND,
        "categories": ["games"],
        "icons": _icons(brand),
        "screenshots": [
            {
                "src": static(f"zaria/img/{name}.webp"),
                "sizes": sizes,
                "type": "image/webp",
                "form_factor": form,
            }
            for name, sizes, form in _SCREENSHOTS
        ],
        "shortcuts": [
            {"name": _("Next table"), "url": "/next"},
            {"name": _("Tables that wait for you"), "url": "/me/waiting"},
        ],
        "share_target": {
            "action": "/replay/shared",
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"text": "text", "files": [{"name": "file", "accept": RECORDS}]},
        },
    }


def _icons(brand: Brand) -> list[dict[str, str]]:
    if brand.logo:
        version = brand.logo_version
        named = (("any", "192", "512"), ("maskable", *logo.MASKABLE))
        return [
            _icon(f"/club/logo-{name}.png?v={version}", (logo.ICONS | logo.MASKABLE)[name][0], purpose)
            for purpose, *names in named
            for name in names
        ]
    drawing = {"src": "/favicon.ico", "sizes": "any", "type": "image/svg+xml"}
    return [drawing, *(_icon(static(f"zaria/img/{name}.png"), size, use) for name, size, use in _ICONS)]


def _icon(address: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
