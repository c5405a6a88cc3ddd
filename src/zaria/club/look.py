"""How the pages look to a visitor: theme and board skin, kept in cookies so that the first paint is right."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

THEMES = ("light", "dark")
SKINS = ("walnut", "night", "sand")
_AGE = 365 * 24 * 3600


def theme(request: HttpRequest) -> str:
    """The theme chosen; "" follows the system."""
    chosen = request.COOKIES.get("zaria_theme", "")
    return chosen if chosen in THEMES else ""


def skin(request: HttpRequest) -> str:
    """The board's skin."""
    chosen = request.COOKIES.get("zaria_skin", "")
    return chosen if chosen in SKINS else SKINS[0]


def chosen(request: HttpRequest) -> dict[str, str]:
    """For every template: the look of this visitor's pages."""
    return {"theme": theme(request), "skin": skin(request)}


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Change theme or skin without JavaScript; back to the page where it was asked for."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    for field, allowed in (("theme", THEMES), ("skin", SKINS)):
        if request.POST.get(field) in allowed:
            response.set_cookie(
                f"zaria_{field}", request.POST[field], max_age=_AGE, samesite="Lax", secure=settings.SECURE
            )
    return response
