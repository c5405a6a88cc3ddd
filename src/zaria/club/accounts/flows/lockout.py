"""Limits of wrong passwords: guessing ends, and the owner of the account is not shut out.

They are counted for the account, however it is spelled (login, e-mail, case), and for the spelling. A
spelling that has had its share is refused openly. One that has not, of an account that has, gets the same
answer as a wrong password, even with the right one: else a stranger would learn which address belongs to
which login. The owner's browsers (`devices`) count for themselves. The owner gets a mail, once a day at most,
with a link that makes another browser a known one.
"""

import logging

from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from zaria.club.accounts import mail
from zaria.club.accounts.flows import devices
from zaria.club.accounts.flows.email_addresses import own_addresses
from zaria.club.accounts.models import Member
from zaria.club.site.brand import state
from zaria.club.site.mail import post

log = logging.getLogger(__name__)

LINK_S = 3 * 24 * 3600
"""Seconds for which a mailed link marks a browser as the owner's."""
DAY_S = 24 * 3600
_SALT = "zaria.unlock"
"""Mails go out beside the request: how long it takes would tell whose address there is."""


def account(credentials: dict[str, object]) -> Member | None:
    """The account that somebody wants to get into, by whatever name."""
    name = str(credentials.get("username") or credentials.get("email") or "")
    member = Member.objects.by_login(name).first() or Member.objects.by_email(name).first()
    if member is None:
        address = (
            EmailAddress.objects.filter(email=name.lower(), verified=True).select_related("user").first()
        )
        member = address.user if address else None
    return member


def own_key(request: HttpRequest, member: Member | None) -> str:
    """The key that counts attempts in the owner's browser or open session; "": it is neither."""
    if member is None:
        return ""
    if getattr(request, "user", None) == member:
        return f"session {member.pk}"
    return devices.name_of(request, member)


def count(request: HttpRequest, action: str, key: str, *, dry_run: bool = False) -> RateLimitUsage | None:
    """Count one more attempt; None: there were too many."""
    return ratelimit.consume(
        request, app="allauth.account", action=action, key=key, dry_run=dry_run, limit_get=True
    )


def is_locked(request: HttpRequest, member: Member) -> bool:
    """True if no more attempts are allowed from an unknown browser."""
    return count(request, "login_failed_account", str(member.pk), dry_run=True) is None


def send_unlock_mail(request: HttpRequest, member: Member) -> None:
    """Write to a member whose account is locked, at most once a day.

    Without a language of theirs it is written in that of the request.
    """
    if not own_addresses(member).filter(verified=True).exists():
        return
    if not cache.add(f"zaria.locked:{member.pk}", True, DAY_S):
        return
    token = signing.dumps([member.pk, devices.new_name()], salt=_SALT)
    url = mail.link(request, request.build_absolute_uri(reverse("account_known", args=[token])))
    context = {"user": member, "unlock_url": url, "current_site": mail.site(request)}
    language = member.language or translation.get_language() or state.current().language
    post("account/email/locked", member.email, language, context)


def owner(token: str) -> tuple[Member, str] | None:
    """The owner and their name, from a mailed link; None if it is invalid or has expired."""
    try:
        number, name = signing.loads(token, salt=_SALT, max_age=LINK_S)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    member = Member.objects.filter(pk=number, is_active=True).first()
    return None if member is None else (member, str(name))
