"""A registration whose address is not confirmed yet: its mail can be sent again, its address can be changed.

The browser that registered is known by its session. Whether the address had an account already shows
nowhere: a stand-in (`actions.stand_in`) is treated as a new account is.
"""

from typing import Any

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from zaria.club.accounts import actions
from zaria.club.accounts.models import Member

_PENDING = "registration"
_DRAFT = "registration_draft"


def remember(request: HttpRequest, login: str, email: str) -> None:
    """Note in the session which login and address were registered from this browser."""
    request.session[_PENDING] = {"username": login, "email": email}
    request.session.pop(_DRAFT, None)


def draft(request: HttpRequest) -> dict[str, Any]:
    """Login and address with which the form of registration opens after its address was to be changed."""
    stored = request.session.get(_DRAFT, {})
    return stored if isinstance(stored, dict) else {}


def pending(request: HttpRequest) -> tuple[Member, str] | None:
    """The member that this browser registered and that is not confirmed, and the address; None: nobody."""
    noted = request.session.get(_PENDING)
    if not noted:
        return None
    member = actions.unconfirmed().filter(username=noted["username"]).first()
    if member is None or not (actions.is_stand_in(member.email) or member.email == noted["email"]):
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
    if not actions.is_stand_in(member.email):
        address = EmailAddress.objects.get_for_user(member, email)
    return bool(send_verification_email_to_address(request, address, signup=True))


def withdraw(request: HttpRequest) -> None:
    """Give the login back, and remember what was filled in for the next form of registration."""
    unconfirmed = pending(request)
    if unconfirmed is not None:
        member, email = unconfirmed
        request.session[_DRAFT] = {"username": member.username, "email": email}
        member.delete()
    request.session.pop(_PENDING, None)
    clear_login(request)
