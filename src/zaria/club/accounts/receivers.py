"""The signals of accounts, each handed to its use case."""

from typing import Any

from allauth.account.signals import (
    email_changed,
    email_confirmed,
    password_changed,
    password_reset,
    password_set,
)
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from zaria.club.accounts.flows import email_addresses, password_change, sessions, sign_in
from zaria.club.accounts.models import Member


@receiver(user_logged_in)
def signed_in(sender: Any, request: HttpRequest, user: Member, **_: Any) -> None:
    """From now on they play as a member."""
    sign_in.complete(user)


@receiver(user_logged_out)
def signed_out(sender: Any, request: HttpRequest, user: Member | None, **_: Any) -> None:
    """Close the sockets with the session; it still exists when this is called."""
    if user is not None:
        sessions.end(user, [request.session.session_key])


@receiver([password_changed, password_set, password_reset])
def other_password(sender: Any, request: HttpRequest, user: Member, **_: Any) -> None:
    """Shut out the sessions with the old password."""
    password_change.complete(request, user)


@receiver(password_reset)
def followed_a_link(sender: Any, request: HttpRequest, user: Member, **_: Any) -> None:
    """Trust the address to which the link was mailed."""
    password_change.complete_recovery(user)


@receiver([email_confirmed, email_changed])
def other_address(sender: Any, **event: Any) -> None:
    """Carry over what holds for a new address."""
    member = event["user"] if "user" in event else event["email_address"].user
    email_addresses.complete_change(member)
