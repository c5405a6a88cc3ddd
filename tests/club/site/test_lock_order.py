"""Writes of the site lock members before accounts, and in the order of their numbers."""

import ast

import pytest
from django.db import transaction
from django.utils import timezone

from tests.support.club.lock_meetings import meeting
from tests.support.club.rating_records import START, member, played
from tests.support.club.tournament_terms import entered
from tests.support.servers import ROOT
from zaria.club.accounts.models import Member
from zaria.club.comments import actions as comments
from zaria.club.comments.comment_places import CommentPlace
from zaria.club.comments.models import Comment
from zaria.club.conversations import unread
from zaria.club.conversations.models import Conversation, Participant
from zaria.club.fair_play.models import MatchTally
from zaria.club.federations.actions import contracts, memberships
from zaria.club.federations.models import Federation
from zaria.club.ledger.actions import lock_accounts
from zaria.club.ledger.kinds import member_code
from zaria.club.notifications.models import Notification, NotificationSwitch
from zaria.club.ratings.followers import notify_followers
from zaria.club.ratings.notice_kinds import FOLLOWED_MATCH
from zaria.club.relations.models import Relation
from zaria.club.shop.models import GiftClock
from zaria.club.shop.reminders import notify_of_gifts
from zaria.club.staff.actions import matches
from zaria.club.tournaments import actions as tournaments
from zaria.tournaments import commands as cmd

CLUB = ROOT / "src/zaria/club"
on_postgresql = pytest.mark.parametrize("club", ["postgresql"], indirect=True)
PAGE = CommentPlace("club", "/", "The club")


def test_locks_of_rows_let_others_refer_to_them() -> None:
    """A lock of the key would wait for new rows that refer to it: two such waits are a deadlock."""
    calls = [
        f"{path.relative_to(CLUB)}: {ast.unparse(call)}"
        for path in CLUB.rglob("*.py")
        if path.parent != CLUB / "ledger"  # its holds and accounts are locked by all that refer to them
        if ".select_for_update" in (text := path.read_text(encoding="utf-8"))  # few modules are parsed
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".select_for_update")
        if "no_key" not in {argument.arg for argument in call.keywords}
    ]
    assert calls == []


@on_postgresql
def test_two_who_comment_on_the_same_page_do_not_wait_for_each_other(club: None) -> None:
    ann, bob = member(0), member(1)
    comments.write(ann, PAGE, "The first comment")
    with meeting("comment", lambda: comments.write(bob, PAGE, "The second comment")) as waits:
        Member.objects.select_for_update(no_key=True).get(pk=ann.pk)
        assert waits()
        Member.objects.select_for_update(no_key=True).get(pk=bob.pk)
    assert Comment.objects.count() == 2
    assert Notification.objects.get().to == ann


@on_postgresql
def test_a_cancelled_tournament_locks_its_entrants_before_their_accounts(club: None) -> None:
    row, (ann, bob) = entered(2, fee=1_00)
    act = cmd.Cancel("director", "Rain")
    with meeting("cancel", lambda: tournaments.execute(row.pk, act)) as waits:
        Member.objects.select_for_update(no_key=True).get(pk=ann.pk)
        assert waits()
        lock_accounts([member_code(player.player) for player in (ann, bob)])
    assert set(Notification.objects.values_list("to", flat=True)) == {ann.pk, bob.pk}


@on_postgresql
def test_a_match_is_voided_while_its_analysis_is_counted(club: None) -> None:
    ann, bob = member(0), member(1)
    match = played("m", players=(ann.player, bob.player))
    match.save()
    with meeting("void", lambda: matches.void(None, match, "")) as waits:
        list(Member.objects.select_for_update(no_key=True).filter(pk__in=(ann.pk, bob.pk)).order_by("pk"))
        assert waits()
        sums = {"decisions": 1, "loss": 0, "hard": 1, "agreed": 1, "logs": b""}
        MatchTally.objects.create(member=ann, match=match, side=0, game="tabla", method=1, **sums)
    match.refresh_from_db()
    assert match.voided


@on_postgresql
def test_results_lock_the_followers_of_all_their_players_in_order(club: None) -> None:
    ann, bob, carl, dora = (member(number) for number in range(4))
    for follower, player in ((ann, dora), (bob, carl)):
        NotificationSwitch.objects.create(member=follower, kind=FOLLOWED_MATCH.name, page=True, mail=False)
        Relation.objects.create(member=follower, other=player, follows=True)
    results = [played("m1", players=(carl.player, "x")), played("m2", players=(dora.player, "y"))]
    with meeting("followers", transaction.atomic(lambda: notify_followers(results))) as waits:
        lock(ann)
        assert waits()
        lock(bob, carl, dora)
    assert set(Notification.objects.values_list("to", flat=True)) == {ann.pk, bob.pk}


@on_postgresql
def test_counts_of_unread_lines_lock_their_readers_in_order(club: None) -> None:
    ann, bob = member(0), member(1)
    Member.objects.filter(pk=bob.pk).update(unread_messages=1)
    for name, reader, before in (("direct:a", ann, None), ("direct:b", bob, START)):
        row = Conversation.objects.create(id=name, kind="direct", key=name[-1], pair=name, at=START, last=1)
        Participant.objects.create(conversation=row, player=reader.player, unread_since=before)
    lasts, authors = {"direct:a": 2, "direct:b": 1}, {"direct:a": [("x", 2, START)]}
    update = transaction.atomic(lambda: unread.update(lasts, authors, {("direct:b", bob.player): 1}))
    with meeting("unread", update) as waits:
        lock(ann)
        assert waits()
        lock(bob)


@on_postgresql
def test_reminders_of_gifts_lock_members_in_order(club: None) -> None:
    ann, bob = member(0), member(1)
    for player, number in ((ann, 2), (bob, 1)):
        Member.objects.filter(pk=player.pk).update(since=timezone.now())
        GiftClock.objects.create(player=player.player, number=number, at=START)
    with meeting("gifts", notify_of_gifts) as waits:
        lock(ann)
        assert waits()
        lock(bob)
    assert Notification.objects.count() == 2


@on_postgresql
def test_an_invitation_locks_its_member_before_the_federation(club: None) -> None:
    ann, bob = member(0), member(1)
    Member.objects.update(since=timezone.now())
    federation = contracts.create_federation("friday", "Friday")
    with meeting("invitation", lambda: memberships.invite(bob, federation, ann.username)) as waits:
        lock(ann)
        assert waits()
        Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)
    assert Notification.objects.get().to == ann


def lock(*members: Member) -> None:
    for row in members:
        Member.objects.select_for_update(no_key=True).get(pk=row.pk)
