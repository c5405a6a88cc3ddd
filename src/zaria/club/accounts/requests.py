"""The member behind a request."""

from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.site.http.request_values import RequestValue

IS_PUPIL: RequestValue[bool] = RequestValue("is_pupil", False)
"""True for a visitor with a pupil account; `member_middleware` sets it."""


def member_of(request: HttpRequest) -> Member | None:
    """Return the member who is signed in; None for a guest and for a request that has no session."""
    player = players.of(request)
    member = request.user if player is not None and player.member else None
    return member if isinstance(member, Member) else None


def signed_in_member(request: HttpRequest) -> Member:
    """Return the member of a request to a view that only members reach (`login_required`)."""
    member = request.user
    assert isinstance(member, Member)
    return member


def is_pupil(request: HttpRequest) -> bool:
    """Return whether the visitor is signed in with a pupil account."""
    return IS_PUPIL.of(request)
