"""Sessions: the visits of a member, and their end on every page and socket at once."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from zaria.club.accounts import players
from zaria.club.accounts.models import EndedSession, Member
from zaria.club.accounts.registry import registry


async def record_visit(member: Member, moment: datetime) -> None:
    """A member is at the site."""
    member.seen_at = moment
    await member.asave(update_fields=["seen_at"])


def end(member: Member, keys: Iterable[str | None]) -> None:
    """End sessions of a member, on every page and socket; `keys` are theirs."""
    ended = [key for key in keys if key]
    tags = [players.session_tag(key) for key in ended]
    with transaction.atomic():
        for key in ended:
            SessionStore().delete(key)
        UserSession.objects.filter(user=member, session_key__in=ended).delete()
        EndedSession.objects.bulk_create(
            [EndedSession(tag=tag, player=member.player) for tag in tags], ignore_conflicts=True
        )
        over = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        EndedSession.objects.filter(at__lt=over).delete()
    registry.ended(tags)
    if tags:
        registry.shut_out(member.player)


def end_all(member: Member, *, session_kept: str | None = None) -> None:
    """End all sessions of a member, but for the one with the key `session_kept`."""
    keys = UserSession.objects.filter(user=member).exclude(session_key=session_kept or "")
    end(member, keys.values_list("session_key", flat=True))


def drop_expired() -> None:
    """Delete the sessions that are over."""
    SessionStore.clear_expired()
    open_sessions = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=open_sessions).delete()
