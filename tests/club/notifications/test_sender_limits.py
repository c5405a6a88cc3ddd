"""One member causes few notices for others, of each kind, and takes none of them back."""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

import zaria.club
from tests.support.club.tournament_terms import entered, members
from zaria.club.accounts.models import Member
from zaria.club.federations.actions import memberships
from zaria.club.federations.actions.contracts import create_federation
from zaria.club.federations.actions.recording import FederationRefusedError
from zaria.club.notifications import actions, sender_limits
from zaria.club.notifications.actions import notify
from zaria.club.notifications.kinds import NoticeKind, SenderLimit, ordered_kinds
from zaria.club.notifications.models import Notification
from zaria.club.notifications.notice_kinds import INVITATION
from zaria.club.notifications.texts import text
from zaria.club.relations import actions as relations
from zaria.club.relations.notice_kinds import FOLLOWER, MemberBody
from zaria.club.tournaments.director import actions as director_actions
from zaria.club.tournaments.notice_kinds import FOLLOWED_TOURNAMENT, ROUND, TOURNAMENT, TOURNAMENT_SOON
from zaria.tournaments.decide import TournamentRefusedError

pytestmark = pytest.mark.django_db

LIMITED = [kind for kind in ordered_kinds() if isinstance(kind.limit, SenderLimit)]
"""The kinds that name a sender."""


def _limit(kind: NoticeKind[Any]) -> SenderLimit:
    assert isinstance(kind.limit, SenderLimit)
    return kind.limit


def test_each_place_that_writes_a_limited_kind_names_the_sender() -> None:
    limited, unnamed = {kind.name.upper() for kind in LIMITED}, []
    for path in Path(zaria.club.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "notify(" not in text and "_write(" not in text:
            continue  # most modules: they need not be parsed
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in ("notify", "_write"):
                continue
            kinds = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} & limited
            names = {keyword.arg for keyword in node.keywords}
            has_sender = any("sender" in ast.unparse(argument) for argument in node.args)
            if kinds and "sender" not in names and not has_sender:
                unnamed.append(f"{path.name}:{node.lineno}")
    assert unnamed == []


@pytest.mark.parametrize("kind", LIMITED, ids=lambda kind: kind.name)
def test_a_member_is_notified_a_few_times_a_day_by_the_same_sender(kind: NoticeKind[Any]) -> None:
    sender, other_sender, receiver = members(3)
    for number in range(_limit(kind).same_member_a_day + 3):
        notify([receiver.pk], kind, {}, key=f"event:{number}", sender=sender.player)
        actions.delete_event(receiver.pk, f"event:{number}")  # taken back: it counts all the same
    assert Notification.objects.filter(to=receiver).count() == _limit(kind).same_member_a_day
    receiver.refresh_from_db()
    assert receiver.unread_notices == 0
    assert notify([receiver.pk], kind, {}, sender=other_sender.player) == 1
    Notification.objects.update(at=timezone.now() - sender_limits.DAY)
    assert notify([receiver.pk], kind, {}, sender=sender.player) == 1


@pytest.mark.parametrize(
    "kind", [kind for kind in LIMITED if _limit(kind).an_hour], ids=lambda kind: kind.name
)
def test_a_sender_notifies_so_many_members_an_hour(kind: NoticeKind[Any]) -> None:
    an_hour, a_day = _limit(kind)
    assert an_hour is not None
    sender, *receivers = members(an_hour // a_day + 2)
    ids = [receiver.pk for receiver in receivers]
    assert sum(notify(ids, kind, {}, sender=sender.player) for _ in range(a_day)) == an_hour
    Notification.objects.update(at=timezone.now() - sender_limits.HOUR)
    assert notify(ids, kind, {}, sender=sender.player) > 0


def test_a_member_does_not_invite_the_same_player_to_one_tournament_after_another() -> None:
    host, guest = members(2)
    most = _limit(INVITATION).same_member_a_day
    for _ in range(most):
        invite_to_own(host, guest)
    with pytest.raises(TournamentRefusedError) as refused:
        invite_to_own(host, guest)
    assert refused.value.code == "too_many_invitations"
    assert Notification.objects.filter(to=guest).count() == most


def test_invitations_of_federations_count_to_the_same_limit() -> None:
    host, guest = members(2)
    for number in range(_limit(INVITATION).same_member_a_day):
        federation = create_federation(f"club-{number}", f"Club {number}", "invitation")
        memberships.invite(host, federation, guest.username)
        memberships.withdraw_invitation(host, federation, guest.username)
    with pytest.raises(FederationRefusedError):
        memberships.invite(host, federation, guest.username)


def test_a_follower_is_named_once() -> None:
    fan, player = members(2)
    for _ in range(3):
        relations.follow(fan, player)
        relations.unfollow(fan, player)
    assert Notification.objects.filter(to=player).count() == 1


def test_a_sender_who_is_gone_leaves_no_trace() -> None:
    sender, receiver = members(2)
    notify([receiver.pk], FOLLOWER, MemberBody(), sender=sender.player)
    actions.forget(sender)
    assert Notification.objects.values_list("sender", flat=True).get(to=receiver) == ""


TITLED = (INVITATION, TOURNAMENT, TOURNAMENT_SOON, ROUND, FOLLOWED_TOURNAMENT)


@pytest.mark.parametrize("kind", TITLED)
def test_a_title_is_a_quotation(kind: NoticeKind[Any]) -> None:
    notice = text(kind.name, {"title": "Account locked", "place": 1})
    assert "“Account locked”" in notice.sentence + notice.more


def invite_to_own(host: Member, guest: Member) -> None:
    """Set up a private tournament of `host` for invited players, and invite `guest`."""
    row, _ = entered(0, access="invited", private=True)
    type(row).objects.filter(pk=row.pk).update(director=host.player)
    director_actions.invite(row.pk, host, [guest])
