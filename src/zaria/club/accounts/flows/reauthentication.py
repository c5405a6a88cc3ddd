"""Reauthentication: whether a member has just proved their identity."""

import time

from allauth.account import app_settings
from allauth.account.internal.flows.login import get_authentication_records
from django.http import HttpRequest

from zaria.club.accounts.models import Member

METHODS = ("password", "mfa")
"""Methods that prove an identity: a password or a second factor, not a mailed link or a linked account."""


def is_fresh(request: HttpRequest) -> bool:
    """True if the last proof of this session was a good one, minutes ago at most.

    django-allauth counts only what was typed when it was asked for once more; a password with which one has
    just signed in says as much.
    """
    user = request.user
    records = get_authentication_records(request, user if isinstance(user, Member) else None)
    if not records or records[-1].get("method") not in METHODS:
        return False
    age: float = time.time() - records[-1]["at"]
    return bool(0 <= age < app_settings.REAUTHENTICATION_TIMEOUT)
