"""Memberships: members join, ask, accept and leave; administrators invite, accept and remove them."""

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.federations import invitations, queries
from zaria.club.federations.actions.recording import FederationRefusedError, announce, lock_federation
from zaria.club.federations.models import Federation, Membership, MembershipState
from zaria.club.notifications.actions import lock_members, notify
from zaria.club.notifications.notice_kinds import INVITATION, InvitationBody
from zaria.club.notifications.sender_limits import within_limits
from zaria.club.profile.privacy import takes_invitations
from zaria.club.site import clock

State, Mode = MembershipState, Federation.Mode

WAIT = timedelta(days=7)
"""The time after which a member who was declined or removed may ask again."""


@transaction.atomic
def join(member: Member, federation: Federation) -> Membership:
    """Join, or ask to join, as the federation wants it; an invited member joins.

    Raises `FederationRefusedError`. A member who was removed asks, even where everyone can join.
    """
    locked = lock_federation(federation)
    if member.robot:
        raise FederationRefusedError(_("Bots can't join a federation."))
    if member.is_pupil:
        raise FederationRefusedError(_("This isn't open to pupil accounts."))
    membership = _own(locked, member)
    if membership is not None and membership.state in (State.MEMBER, State.REQUESTED):
        return membership
    if membership is not None and membership.state == State.INVITED:
        queries.offered_titles(membership).update(member=member, login=member.username)
        return _set(locked, member, State.MEMBER, member)
    removed = membership is not None and membership.by_id != member.pk
    if locked.mode == Mode.INVITATION:
        raise FederationRefusedError(_("You can join this federation by invitation only."))
    if removed and membership is not None and membership.since > clock.now() - WAIT:
        raise FederationRefusedError(_("You can ask again a week after the administrators' decision."))
    joins = locked.mode == Mode.OPEN and not removed
    return _set(locked, member, State.MEMBER if joins else State.REQUESTED, member)


@transaction.atomic
def leave(member: Member, federation: Federation) -> None:
    """Leave; also takes back a request and declines an invitation. A member may leave a closed federation."""
    Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)
    membership = _own(federation, member)
    if membership is not None and membership.state != State.LEFT:
        _set(federation, member, State.LEFT, member)


@transaction.atomic
def invite(by: Member, federation: Federation, login: str) -> Membership:
    """Invite a member by their login; one who has asked becomes a member. Raises `FederationRefusedError`."""
    member = find_member(login)
    if member is None or member.robot:
        raise FederationRefusedError(_("There is no member with this login."))
    lock_members([member.pk], by.player)
    locked = lock_federation(federation)
    existing = _own(locked, member)
    if existing is not None and existing.state in (State.MEMBER, State.INVITED):
        return existing
    if existing is not None and existing.state == State.REQUESTED:
        return _decide(by, locked, member, State.MEMBER)
    if not takes_invitations(member, by.as_player()):
        raise FederationRefusedError(_("This member doesn't accept invitations."))
    if not within_limits(by.player, INVITATION, [member.pk]):
        raise FederationRefusedError(
            _("You have sent too many invitations, or too many to the same player. Try again later.")
        )
    transaction.on_commit(partial(invitations.forget, member.player))
    membership = _decide(by, locked, member, State.INVITED)
    body = InvitationBody(title=locked.name, path=f"/f/{locked.slug}")
    key = f"federation:{locked.pk}:{membership.since:%Y-%m-%d}"
    notify([member.pk], INVITATION, body, key=key, sender=by.player)
    return membership


@transaction.atomic
def accept(by: Member, federation: Federation, login: str) -> None:
    """Accept the request of a member."""
    _answer(by, federation, login, State.REQUESTED, State.MEMBER)


@transaction.atomic
def decline(by: Member, federation: Federation, login: str) -> None:
    """Decline the request of a member."""
    _answer(by, federation, login, State.REQUESTED, State.LEFT)


@transaction.atomic
def withdraw_invitation(by: Member, federation: Federation, login: str) -> None:
    """Take back an invitation; it is forgotten, so that the member may ask as anyone."""
    locked = lock_federation(federation)
    invited = locked.memberships.filter(member__in=Member.objects.by_login(login), state=State.INVITED)
    membership = invited.select_related("member").first()
    if membership is not None:
        membership.delete()
        announce(locked, by, "invitation taken back", membership.member)


@transaction.atomic
def remove(by: Member, federation: Federation, login: str) -> None:
    """Remove a member."""
    _answer(by, federation, login, State.MEMBER, State.LEFT)


def find_member(login: str) -> Member | None:
    """The member with this login and a confirmed address; pupils join no federation."""
    members = Member.objects.by_login(login).filter(is_active=True, since__isnull=False, is_pupil=False)
    return members.first()


def _answer(
    by: Member, federation: Federation, login: str, before: MembershipState, after: MembershipState
) -> None:
    """Set another state, if the membership is in the one that the administrator has seen."""
    locked = lock_federation(federation)
    seen = locked.memberships.filter(member__in=Member.objects.by_login(login), state=before)
    membership = seen.select_related("member").first()
    if membership is None:
        raise FederationRefusedError(_("This has changed in the meantime. Check the list again."))
    _decide(by, locked, membership.member, after)


def _decide(by: Member, federation: Federation, member: Member, state: MembershipState) -> Membership:
    membership = _set(federation, member, state, by)
    announce(federation, by, f"membership: {state.value}", member)
    return membership


def _own(federation: Federation, member: Member) -> Membership | None:
    return Membership.objects.filter(federation=federation, member=member).first()


def _set(federation: Federation, member: Member, state: MembershipState, by: Member) -> Membership:
    fields = {"state": state, "since": clock.now(), "by": by}
    row, _created = Membership.objects.update_or_create(federation=federation, member=member, defaults=fields)
    count_members(federation.pk)
    return row


def count_members(federation: int) -> None:
    """Store the number of the members of a locked federation."""
    members = Membership.objects.filter(federation=federation, state=State.MEMBER)
    Federation.objects.filter(pk=federation).update(size=members.count())
