"""Changes of accounts."""

import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from zaria.club.accounts import players
from zaria.club.accounts.models import EndedSession, Member, new_player_id
from zaria.club.accounts.registry import registry
from zaria.club.site import clock
from zaria.match.events import Player

UNCONFIRMED = timedelta(days=3)
"""Time that an account waits for its address to be confirmed; the mailed link expires with it."""

_STAND_IN = "@taken.invalid"


def take_over(member: Member, guest: Player | None) -> None:
    """Let a new member play under their id as a guest, with the games played before. Not stored here.

    Registering once more, after a mistyped address, takes them along.
    """
    if guest is None or guest.member:
        return
    Member.objects.filter(player=guest.id, since=None).update(player=new_player_id())
    if not Member.objects.filter(player=guest.id).exists():
        member.player, member.colour = guest.id, guest.colour


def stand_in(login: str, password: str) -> None:
    """Keep a login that somebody wanted together with an address that has an account.

    It is taken then, as it would be if the address were free, and the password opens as little: nobody learns
    which of the two it was. It goes as accounts do that are never confirmed.
    """
    email = f"{secrets.token_hex(8)}{_STAND_IN}"
    member = Member(username=login, email=email, password=make_password(password))
    with suppress(IntegrityError), transaction.atomic():  # another may have taken it just now
        member.save()
        EmailAddress.objects.create(user=member, email=email, primary=True)


def is_stand_in(email: str) -> bool:
    """True if `stand_in` made the address: it is nobody's."""
    return email.endswith(_STAND_IN)


def has_confirmed(member: Member) -> bool:
    """True if one of the member's addresses is confirmed: they may sign in at once."""
    return member.since is not None or EmailAddress.objects.filter(user=member, verified=True).exists()


def own_addresses(member: Member) -> "QuerySet[EmailAddress]":
    """The address to which mails of the member go, as allauth keeps it."""
    spellings = {member.email, member.email.lower()}
    addresses: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=member, email__in=spellings)
    return addresses


def prove(member: Member) -> None:
    """Mark the address as verified: the member opened a link that was mailed to it."""
    if not has_confirmed(member):
        for address in own_addresses(member):
            address.set_verified()


def record_sign_in(member: Member) -> None:
    """A member has signed in; the first time they cease to be a guest."""
    if member.since is None:
        member.since = clock.now()
        member.save(update_fields=["since"])
    registry.guest_became_member(member.player)


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


def end_other_sessions(member: Member, session_kept: str | None) -> None:
    """End all sessions of a member but the one with the key `session_kept`."""
    keys = UserSession.objects.filter(user=member).exclude(session_key=session_kept or "")
    end_sessions(member, keys.values_list("session_key", flat=True))


def tidy() -> None:
    """Give back logins and addresses whose owner never confirmed the address; drop sessions that are over."""
    unconfirmed().filter(date_joined__lt=timezone.now() - UNCONFIRMED).delete()
    SessionStore.clear_expired()
    open_sessions = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=open_sessions).delete()


def unconfirmed() -> QuerySet[Member]:
    """Members who registered, never confirmed their address, and so never came in."""
    never = Member.objects.filter(since=None, last_login=None, is_staff=False, is_superuser=False)
    return never.filter(emailaddress__verified=False)
