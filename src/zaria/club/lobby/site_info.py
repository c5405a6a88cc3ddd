"""The pages that say what the club is, how to reach its operator, and what is stored about visitors."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club.accounts import devices, guests, players
from zaria.club.games import programs
from zaria.club.lobby import pending_matches
from zaria.club.play import last_terms
from zaria.club.profile import appearance

_DAY = 24 * 3600


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show the page about the club."""
    return render(request, "zaria/about.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Show how to reach the operator, as far as ZARIA_CONTACT says."""
    address = settings.CONTACT
    link = f"mailto:{address}" if address and not address.startswith("https://") else address
    return render(request, "zaria/contact.html", {"address": address, "link": link})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show which data are stored, for how long, and in which cookies."""
    context = {
        "cookies": cookies(),
        "session_days": settings.SESSION_COOKIE_AGE // _DAY,
        "address_days": settings.RATING_LIMITS.address_days,
        "payments": bool(settings.TOP_UP.provider),
        "providers": bool(settings.SOCIALACCOUNT_PROVIDERS),
    }
    return render(request, "zaria/privacy.html", context)


def cookies() -> list[tuple[str, str, int]]:
    """Every cookie of the club: its name, what it is for, and the days for which a browser keeps it."""
    year, session = guests.YEAR // _DAY, settings.SESSION_COOKIE_AGE // _DAY
    signed_in = _("keeps you signed in")
    choices = _("remembers what you chose last")
    looks = _("remembers how the pages look for you")
    return [
        (guests.COOKIE, _("holds your guest name and your seats at tables"), year),
        (settings.SESSION_COOKIE_NAME, signed_in, session),
        (players.COOKIE, signed_in, session),
        (devices.COOKIE, _("remembers that you have signed in with this browser before"), year),
        (
            settings.CSRF_COOKIE_NAME,
            _("protects forms against other sites"),
            settings.CSRF_COOKIE_AGE // _DAY,
        ),
        (settings.LANGUAGE_COOKIE_NAME, _("remembers your language"), year),
        *((f"zaria_{field}", looks, year) for field in appearance.FIELDS),
        (programs.COOKIE, choices, year),
        (last_terms.COOKIE, choices, year),
        (pending_matches.COOKIE, _("remembers which games you have hidden"), year),
    ]
