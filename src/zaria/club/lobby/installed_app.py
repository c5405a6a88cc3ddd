"""The service worker of the club, the page without a line, and what pages offer about the installed app."""

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zaria.club.site.brand import state
from zaria.club.site.front_end.static_files import release_mark
from zaria.club.site.front_end.static_storage import strip_script

PARTS = ("install", "install-ios", "notify", "update")
"""Parts that a page may offer: to install the club, the way on Apple's phones, notices, a new release."""

_WORKER = "zaria/worker/worker.js"
_SHEETS = ("zaria/css/app.css", "zaria/css/pages.css", "zaria/css/app_bar.css")
"""The style sheets of the page without a line."""
_NO_WORKER = """\
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
for (const name of await caches.keys()) if (name.startsWith('zaria-')) await caches.delete(name);
await self.registration.unregister();
})()));
"""
"""Takes the place of a worker, and ends with all that was stored by it."""


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that answers for the club where there is no line; it changes with each release."""
    script = _worker() if settings.SERVICE_WORKER else _NO_WORKER
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


def _worker() -> str:
    brand = state.current()
    icon = f"/club/logo-192.png?v={brand.logo_version}" if brand.logo else static("zaria/img/icon-192.png")
    club = {
        "release": release_mark(),
        "sheets": [static(sheet) for sheet in _SHEETS],
        "name": brand.name,
        "icon": icon,
    }
    return f"self.club = {json.dumps(club)};\n{_script()}"


@cache
def _script() -> str:
    path = Path(settings.WEB, "static", _WORKER)
    return strip_script(path.read_text(encoding="utf-8"))


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the worker shows where there is no line; it is the same for all visitors."""
    response = render(request, "zaria/app/offline.html")
    response["Content-Language"] = get_language() or ""
    return response


@require_safe
def part(request: HttpRequest, name: str) -> HttpResponse:
    """One of `PARTS`: a bar above a page, in its language."""
    if name not in PARTS:
        raise Http404
    return render(request, f"zaria/app/{name}.html")
