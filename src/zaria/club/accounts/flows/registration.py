"""A registration, until its address is confirmed: its mail can be sent again, its address can be changed.

The browser that registered is known by its session. Whether the address had an account already shows
nowhere: a stand-in takes the place of the new account, and is treated as one.
"""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from zaria.club.accounts.models import Member, new_player_id
from zaria.match.events import Player

UNCONFIRMED = timedelta(days=3)
"""Time that an account waits for its address to be confirmed; the mailed link expires with it."""

_STAND_IN = "@taken.invalid"
_PENDING = "registration"
_DRAFT = "registration_draft"


def begin(request: HttpRequest, form: Mapping[str, str], *, is_address_taken: bool) -> None:
    """Prepare a registration with a valid form: login (`username`), `email` and `password1`.

    Logins that were never confirmed are free again. The session notes what this browser registers. Where the
    address has an account already, a stand-in takes the login.
    """
    expire()
    request.session[_PENDING] = {"username": form["username"], "email": form["email"]}
    request.session.pop(_DRAFT, None)
    if is_address_taken:
        _make_stand_in(form["username"], form["password1"])


def take_over(member: Member, guest: Player | None) -> None:
    """Let a new member play under their id as a guest, with the games played before. Not stored here.

    Registering once more, after a mistyped address, takes them along.
    """
    if guest is None or guest.member:
        return
    Member.objects.filter(player=guest.id, since=None).update(player=new_player_id())
    if not Member.objects.filter(player=guest.id).exists():
        member.player, member.colour = guest.id, guest.colour


def _make_stand_in(login: str, password: str) -> None:
    """Keep a login that somebody wanted together with an address that has an account.

    It is taken then, as it would be if the address were free, and the password opens as little: nobody learns
    which of the two it was. It goes as accounts do that are never confirmed.
    """
    email = f"{secrets.token_hex(8)}{_STAND_IN}"
    member = Member(username=login, email=email, password=make_password(password))
    with suppress(IntegrityError), transaction.atomic():  # another may have taken it just now
        member.save()
        EmailAddress.objects.create(user=member, email=email, primary=True)


def is_stand_in(email: str) -> bool:
    """True if the address is that of a stand-in: it is nobody's."""
    return email.endswith(_STAND_IN)


def expire() -> None:
    """Give back logins and addresses whose owner never confirmed the address."""
    _unconfirmed().filter(date_joined__lt=timezone.now() - UNCONFIRMED).delete()


def _unconfirmed() -> QuerySet[Member]:
    """Members who registered, never confirmed their address, and so never came in."""
    never = Member.objects.filter(since=None, last_login=None, is_staff=False, is_superuser=False)
    return never.filter(emailaddress__verified=False)


def draft(request: HttpRequest) -> dict[str, Any]:
    """Login and address with which the form of registration opens after its address was to be changed."""
    stored = request.session.get(_DRAFT, {})
    return stored if isinstance(stored, dict) else {}


def pending(request: HttpRequest) -> tuple[Member, str] | None:
    """The member that this browser registered and that is not confirmed, and the address; None: nobody."""
    noted = request.session.get(_PENDING)
    if not noted:
        return None
    member = _unconfirmed().filter(username=noted["username"]).first()
    if member is None or not (is_stand_in(member.email) or member.email == noted["email"]):
        return None
    return member, noted["email"]


def resend_confirmation(request: HttpRequest) -> bool | None:
    """Send the mail with the link once more. Return whether it was sent; None if none is waited for.

    It is not sent within three minutes of the last one.
    """
    unconfirmed = pending(request)
    if unconfirmed is None:
        return None
    member, email = unconfirmed
    address = EmailAddress(user=None, email=email)
    if not is_stand_in(member.email):
        address = EmailAddress.objects.get_for_user(member, email)
    return bool(send_verification_email_to_address(request, address, signup=True))


def has_confirmed(key: str) -> bool:
    """Return whether the mailed link with this key has confirmed its address already."""
    max_age_s = int(UNCONFIRMED.total_seconds())
    try:
        number = signing.loads(key, max_age=max_age_s, salt=app_settings.SALT)
    except signing.BadSignature:
        return False
    return EmailAddress.objects.filter(pk=number, verified=True).exists()


def withdraw(request: HttpRequest) -> None:
    """Give the login back, and remember what was filled in for the next form of registration."""
    unconfirmed = pending(request)
    if unconfirmed is not None:
        member, email = unconfirmed
        request.session[_DRAFT] = {"username": member.username, "email": email}
        member.delete()
    request.session.pop(_PENDING, None)
    clear_login(request)
