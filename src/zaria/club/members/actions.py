"""What changes about accounts."""

from collections.abc import Iterable
from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone

from zaria.club import players
from zaria.club.members.models import EndedSession, Member
from zaria.club.members.registry import registry
from zaria.match.events import Player

UNCONFIRMED = timedelta(days=3)
"""How long an account waits for its address to be confirmed; the mailed link is good for as long."""


def take_over(member: Member, guest: Player | None) -> None:
    """Let a new member play under the id that he had as a guest: his games are his. Not stored here."""
    if guest is not None and not guest.member and not Member.objects.filter(player=guest.id).exists():
        member.player, member.colour = guest.id, guest.colour


def come_in(member: Member) -> None:
    """A member has signed in; the first time he leaves the guests."""
    if member.since is None:
        member.since = timezone.now()
        member.save(update_fields=["since"])
    registry.came(member.player)


def end_sessions(member: Member, keys: Iterable[str]) -> None:
    """End sessions of a member, on every page and socket; `keys` are theirs."""
    keys = [key for key in keys if key]
    tags = [players.session_tag(key) for key in keys]
    with transaction.atomic():
        for key in keys:
            SessionStore().delete(key)
        UserSession.objects.filter(user=member, session_key__in=keys).delete()
        EndedSession.objects.bulk_create(
            [EndedSession(tag=tag, player=member.player) for tag in tags], ignore_conflicts=True
        )
        over = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        EndedSession.objects.filter(at__lt=over).delete()
    registry.ended(tags)
    if tags:
        registry.shut_out(member.player)


def end_other_sessions(member: Member, kept: str | None) -> None:
    """End all sessions of a member but the one with the key `kept`."""
    keys = UserSession.objects.filter(user=member).exclude(session_key=kept or "")
    end_sessions(member, keys.values_list("session_key", flat=True))


def tidy() -> None:
    """Give back logins and addresses whose owner never confirmed the address; drop sessions that are over."""
    late = Member.objects.filter(since=None, last_login=None, date_joined__lt=timezone.now() - UNCONFIRMED)
    late.filter(is_staff=False, is_superuser=False, emailaddress__verified=False).delete()
    SessionStore.clear_expired()
