"""The way in by a code: members join a group, pupils sign in with their card."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from zaria.club.accounts.flows import lockout
from zaria.club.accounts.flows.sign_in import is_blocked
from zaria.club.groups import codes
from zaria.club.groups.models import Group, Pupil

LIMIT = "group_code"
"""The limit of wrong codes, in `settings.ACCOUNT_RATE_LIMITS`."""


def is_locked(request: HttpRequest) -> bool:
    """Return whether too many wrong codes came from the address of a request."""
    return lockout.count(request, LIMIT, "", dry_run=True) is None


def count_wrong_code(request: HttpRequest) -> None:
    """Count a wrong code for the address of a request."""
    lockout.count(request, LIMIT, "")


def sign_in_by_card(request: HttpRequest, code: str) -> Group | None:
    """Sign the pupil of a card in, and return their group; None if there is no such card."""
    if len(code) != codes.CARD_LENGTH:
        return None
    places = Pupil.objects.select_related("member", "group").filter(card_hash=codes.hash_of(code))
    pupil = places.first()
    if pupil is None or not pupil.member.is_active or is_blocked(pupil.member):
        return None
    login(request, pupil.member, settings.AUTHENTICATION_BACKENDS[0])
    return pupil.group
