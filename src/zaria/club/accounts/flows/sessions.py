"""Sessions: the visits of a member, and their end on every page and socket at once."""

from collections.abc import Iterable
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction

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
    registry.ended(tags)
    if tags:
        registry.shut_out(member.player)


def end_all(member: Member, *, session_kept: str | None = None) -> None:
    """End all sessions of a member, but for the one with the key `session_kept`."""
    keys = UserSession.objects.filter(user=member).exclude(session_key=session_kept or "")
    end(member, keys.values_list("session_key", flat=True))


def delete_expired(moment: datetime, most: int) -> int:
    """Delete at most `most` sessions that expired before a moment; return how many."""
    expired = Session.objects.filter(expire_date__lt=moment).order_by("expire_date")
    keys = list(expired.values_list("session_key", flat=True)[:most])
    UserSession.objects.filter(session_key__in=keys).delete()
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)


def delete_unused(moment: datetime, most: int) -> int:
    """Delete at most `most` entries of members' lists of sessions unused since a moment; return how many."""
    unused = UserSession.objects.filter(last_seen_at__lt=moment).order_by("pk")
    keys = list(unused.values_list("pk", flat=True)[:most])
    UserSession.objects.filter(pk__in=keys).delete()
    return len(keys)
