"""Reactions to signing in and out, to a new password, and to a new address."""

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

from zaria.club.accounts import actions, address_records
from zaria.club.accounts.models import Member


@receiver(user_logged_in)
def signed_in(sender: Any, request: HttpRequest, user: Member, **_: Any) -> None:
    """From now on they play as a member."""
    actions.record_sign_in(user)
    address_records.record_addresses(user)


@receiver(user_logged_out)
def signed_out(sender: Any, request: HttpRequest, user: Member | None, **_: Any) -> None:
    """Close the sockets with the session; it still exists when this is called."""
    if user is not None and request.session.session_key:
        actions.end_sessions(user, [request.session.session_key])


@receiver([password_changed, password_set, password_reset])
def other_password(sender: Any, request: HttpRequest, user: Member, **_: Any) -> None:
    """Shut out all sessions with the old password, except the one that changed it."""
    is_own = request.user.is_authenticated and request.user.pk == user.pk
    actions.end_other_sessions(user, request.session.session_key if is_own else None)


@receiver(password_reset)
def followed_a_link(sender: Any, request: HttpRequest, user: Member, **_: Any) -> None:
    """Verify the address: the link was mailed to it."""
    actions.prove(user)


@receiver([email_confirmed, email_changed])
def other_address(sender: Any, **event: Any) -> None:
    """Let what holds for a new address hold for its owner; at the first one they sign in."""
    member = event["user"] if "user" in event else event["email_address"].user
    if member.since is not None:
        address_records.record_addresses(member)
