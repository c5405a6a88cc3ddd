"""The pages of the club's texts, with what is true of this club, and how to reach its operator."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club.accounts import guests, players
from zaria.club.accounts.flows import devices
from zaria.club.games import programs
from zaria.club.learn import progress
from zaria.club.lobby import pending_matches
from zaria.club.play import favourites, last_terms, presets
from zaria.club.profile import appearance
from zaria.club.site.brand import state
from zaria.club.texts.directives import Facts, escaped
from zaria.club.texts.kinds import TextKind
from zaria.club.texts.pages import page_context

_DAY = 24 * 3600


@require_safe
def text(request: HttpRequest, kind: TextKind) -> HttpResponse:
    """Show a text of the club, the one about it with a board; `version` is the number of an earlier one."""
    language = get_language() or settings.LANGUAGE_CODE
    context = page_context(kind, request.GET.get("version", ""), language, facts())
    if kind is TextKind.ABOUT:
        context["board"] = last_terms.first_game()
    return render(request, "zaria/text.html", context)


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Show how to reach the operator, as far as ZARIA_CONTACT says."""
    address = settings.CONTACT
    link = f"mailto:{address}" if address and not address.startswith("https://") else address
    return render(request, "zaria/contact.html", {"address": address, "link": link})


def facts() -> Facts:
    """The values of this club in its texts, in the language of the reader."""
    address_days = settings.RATING_LIMITS.address_days
    least, most = settings.LOGIN_LENGTH
    conditions = {
        "address_days": address_days,
        "payments": settings.TOP_UP.provider,
        "payouts": settings.PAYOUTS.allowed,
        "providers": settings.SOCIALACCOUNT_PROVIDERS,
    }
    values = {
        "club": escaped(state.current().name),
        "owner": escaped(settings.OWNER or settings.CONTACT or _("the operator of this club")),
        "session_days": str(settings.SESSION_COOKIE_AGE // _DAY),
        "address_days": str(address_days),
        "least": str(least),
        "most": str(most),
        "cookies": "\n".join(_cookie_line(*cookie) for cookie in cookies()),
    }
    return Facts(values, {name for name, met in conditions.items() if met})


def _cookie_line(name: str, purpose: str, days: int) -> str:
    lifetime = ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    return f"- `{name}`: {escaped(purpose)} · {lifetime}"


def cookies() -> list[tuple[str, str, int]]:
    """Every cookie of the club: its name, what it is for, and the days for which a browser keeps it."""
    year, session = guests.YEAR // _DAY, settings.SESSION_COOKIE_AGE // _DAY
    signed_in = _("keeps you signed in")
    choices = _("remembers what you chose last")
    looks = _("remembers your display settings")
    return [
        (guests.COOKIE, _("stores your guest name and your seats"), year),
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
        (presets.COOKIE, _("stores your saved terms"), year),
        (favourites.COOKIE, choices, year),
        (progress.COOKIE, _("remembers how far you are in lessons"), year),
        (pending_matches.COOKIE, _("remembers which games you hid"), year),
    ]
