"""Writes of the site lock members before accounts, and in the order of their numbers."""

import ast

import pytest

from tests.support.club.lock_meetings import meeting
from tests.support.club.rating_records import member, played
from tests.support.club.tournament_terms import entered
from tests.support.servers import ROOT
from zaria.club.accounts.models import Member
from zaria.club.comments import actions as comments
from zaria.club.comments.comment_places import Place
from zaria.club.comments.models import Comment
from zaria.club.fair_play.models import MatchTally
from zaria.club.ledger.actions import lock_accounts
from zaria.club.ledger.kinds import member_code
from zaria.club.notifications.models import Notification
from zaria.club.staff.actions import matches
from zaria.club.tournaments import actions as tournaments
from zaria.tournaments import commands as cmd

CLUB = ROOT / "src/zaria/club"
on_postgresql = pytest.mark.parametrize("club", ["postgresql"], indirect=True)
PAGE = Place("club", "/", "The club")


def test_locks_of_rows_let_others_refer_to_them() -> None:
    """A lock of the key would wait for new rows that refer to it: two such waits are a deadlock."""
    found = [
        f"{path.relative_to(CLUB)}: {ast.unparse(call)}"
        for path in CLUB.rglob("*.py")
        if path.parent != CLUB / "ledger"  # its holds and accounts are locked by all that refer to them
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".select_for_update")
        if "no_key" not in {argument.arg for argument in call.keywords}
    ]
    assert found == []


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
