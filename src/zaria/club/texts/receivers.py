"""Stores the consent of new members, who cannot register without it."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.dispatch import receiver

from zaria.club.accounts.models import Member
from zaria.club.texts import actions


@receiver(user_signed_up)
def signed_up(sender: Any, user: Member, **_: Any) -> None:
    """The form has a box for it."""
    actions.agree(user)
