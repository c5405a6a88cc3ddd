"""A new password: chosen on the account's page, or by a mailed link after the old one was lost."""

from django.http import HttpRequest

from zaria.club.accounts.flows import email_addresses, sessions
from zaria.club.accounts.models import Member


def complete(request: HttpRequest, member: Member) -> None:
    """End all sessions with the old password, except the one that changed it."""
    is_own = request.user.is_authenticated and request.user.pk == member.pk
    sessions.end_all(member, session_kept=request.session.session_key if is_own else None)


def complete_recovery(member: Member) -> None:
    """Verify the address: the link was mailed to it."""
    email_addresses.confirm(member)
