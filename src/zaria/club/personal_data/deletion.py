"""The end of an account: the name goes, the matches stay."""

import secrets
from collections.abc import Iterable

from allauth.core import ratelimit
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from zaria.club.accounts import address_records, names
from zaria.club.accounts.flows import sessions
from zaria.club.accounts.models import Member
from zaria.club.accounts.registry import registry
from zaria.club.agreements import actions as agreements
from zaria.club.broadcast import drawings
from zaria.club.comments import actions as comments
from zaria.club.conversations import member_data as conversations
from zaria.club.fair_play import actions as fair_play
from zaria.club.federations import member_data as federations
from zaria.club.groups import member_data as group_data
from zaria.club.groups import queries as groups
from zaria.club.learn import member_data as lessons
from zaria.club.library import member_data as library
from zaria.club.library.year_archives import licences
from zaria.club.matches.notes import member_data as notes
from zaria.club.matches.results.models import Played
from zaria.club.notifications import actions as notifications
from zaria.club.payouts import actions as payouts
from zaria.club.personal_data.address_records import forget_ended
from zaria.club.player_limits import actions as player_limits
from zaria.club.progress import actions as progress
from zaria.club.puzzles import member_data as puzzles
from zaria.club.ratings.models import SeatAddress, SharedBrowser
from zaria.club.relations import actions as relations
from zaria.club.scribe import actions as scribe
from zaria.club.shop import actions as shop
from zaria.club.site import data_directory
from zaria.club.studies import member_data as studies
from zaria.club.support import queries as support
from zaria.club.table_offers import actions as table_offers
from zaria.club.tournaments import member_data as tournaments
from zaria.club.vacations import actions as vacations
from zaria.club.waiting import actions as waiting
from zaria.live.journal import erase as live


def attempt(request: HttpRequest) -> bool:
    """Count an attempt at the password; return whether it is allowed."""
    return bool(ratelimit.consume(request, action="reauthenticate"))


def erase(member: Member) -> str:
    """Erase the member's name from their matches; return the replacement.

    The pupil accounts that the member has made for their groups end first. Waits for the store of the
    matches, and raises what it raises: then nothing is lost, try again.
    """
    end_pupil_accounts(groups.pupil_accounts(member))
    name = names.name()
    live.forget(data_directory.database_url(), data_directory.directory(), member.player, name)
    return name


def end_pupil_accounts(members: Iterable[Member]) -> None:
    """End pupil accounts one after the other; raises what `erase` raises, then it may be repeated."""
    for member in members:
        delete(member, erase(member))


def delete(member: Member, name: str) -> None:
    """Forget who a member was.

    Results and ratings stay, since others' follow from them, under an id that says nothing and a name
    such as guests have; sessions, addresses, tokens, faces, keys, settings, limits, goods, memberships
    of federations, relations, notices, groups, comments, notes, studies without another writer,
    collections of matches, progress in lessons, requests to the staff, the evidence of fair play, what
    was written about pay-outs and the texts of lines go. A balance stays in the ledger, which knows the
    id alone, until the staff books it. The licence of the member's matches in the archives stays, where
    they then have no name. Keyed hashes of the addresses stay while a pause, a debt or a
    limit of a day holds for the next account with them, and for good where the welcome was paid. Call
    `erase` first.
    """
    tournaments.withdraw(member)
    sessions.end_all(member)
    with transaction.atomic():
        address_records.record_addresses(member)
        address_records.mark_ended(member.player, timezone.now())
        forget_ended()
        for relation in (
            "emailaddress_set",
            "socialaccount_set",
            "authenticator_set",
            "tokens",
            "faces",
            "consents",
        ):
            getattr(member, relation).all().delete()
        SeatAddress.objects.filter(player=member.player).delete()
        SharedBrowser.objects.filter(Q(one=member.player) | Q(two=member.player)).delete()
        _forget_in_rooms(member, name)
        Played.objects.filter(player0=member.player).update(name0=name)
        Played.objects.filter(player1=member.player).update(name1=name)
        _clear(member)
        member.save()
    registry.blocked(member.player, blocked=True)


def _forget_in_rooms(member: Member, name: str) -> None:
    """Delete what the other rooms of the club store about a member; `name` replaces theirs."""
    player_limits.forget(member.player)
    vacations.forget(member.player)
    shop.forget(member.player)
    payouts.forget(member.player)
    federations.forget(member)
    comments.forget(member)
    notes.forget(member)
    drawings.forget(member)
    lessons.forget(member)
    library.forget(member)
    tournaments.forget(member, name)
    conversations.forget(member, name)
    relations.forget(member)
    notifications.forget(member)
    table_offers.forget(member)
    waiting.forget(member)
    puzzles.forget(member)
    studies.forget(member)
    agreements.forget(member.player)
    support.forget(member)
    fair_play.forget(member)
    progress.forget(member)
    scribe.forget(member)
    group_data.forget(member)


def _clear(member: Member) -> None:
    """Clear the fields of an account."""
    for field in ("country", "language", "time_zone", "face", "bio"):
        setattr(member, field, "")
    member.username = f"-{secrets.token_hex(4)}"
    member.email = f"{member.username[1:]}{member.pk}@deleted.invalid"
    member.settings = licences.lasting(member)
    member.last_terms, member.presets, member.favourites = [], [], []
    member.is_active = member.is_staff = member.is_superuser = False
    member.seen_at = member.last_login = None
    member.unread_messages = member.unread_notices = 0
    member.blocked_until = None
    member.is_pupil = False
    member.date_joined = timezone.now()
    member.set_unusable_password()
