"""The member behind a request."""

from django.http import HttpRequest

from zaria.club.accounts.models import Member


def signed_in_member(request: HttpRequest) -> Member:
    """Return the member of a request to a view that only members reach (`login_required`)."""
    member = request.user
    assert isinstance(member, Member)
    return member
