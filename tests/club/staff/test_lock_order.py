"""Acts of the staff lock members in the order of their numbers, with real connections to PostgreSQL.

One connection locks the first member, waits until an act waits for them, and locks what else the act takes.
An act that has locked any of it waits for ever: PostgreSQL ends one of them with an error.
"""

from collections.abc import Iterator
from importlib import import_module
from itertools import count
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.club.ledger.conftest import club
from tests.club.staff.conftest import SignIn
from tests.support.club.lock_meetings import Act, meeting
from tests.support.club.rating_records import START, member, played
from zaria.club.accounts.models import Member
from zaria.club.comments.models import Comment
from zaria.club.conversations.models import Conversation, Line
from zaria.club.ledger.actions import ensure_member, lock_accounts
from zaria.club.ledger.kinds import ISSUED, member_code
from zaria.club.matches.results.models import Played
from zaria.club.ratings.models import Correction
from zaria.club.staff.actions import comments, matches, support
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.site import site
from zaria.club.support.models import Report

__all__ = ["club"]
on_postgresql = pytest.mark.parametrize("club", ["postgresql"], indirect=True)
ABOUT_NO_MEMBER = {"members_refusedname", "site_forbiddenword", "support_cannedanswer"}
"""Pages whose rows concern words and texts."""
ANSWERS = {
    "warn": {"rule": "9"},
    "mute": {"lasts": "24"},
    "block": {"lasts": "ever"},
    "grant": {"amount": "5.00"},
}


class Club:
    """Two members, the first with the lower number, and a member of the staff."""

    def __init__(self, sign_in: SignIn) -> None:
        self.first, self.second, self.owner = member(0), member(1), member(2)
        for player in (self.first, self.second):
            Member.objects.filter(pk=player.pk).update(face="fox", bio="Tabla", since=timezone.now())
            ensure_member(player.player)
        Member.objects.filter(pk=self.owner.pk).update(is_staff=True, is_superuser=True, since=timezone.now())
        self.client = sign_in(Member.objects.get(pk=self.owner.pk))
        self.numbers = count(1)

    def thing_about(self, table: str, about: Member, action: str) -> Any:
        """A new row of a page that concerns a member."""
        number = next(self.numbers)
        if table == "results_played":
            return self.match(about, voided=action == "restore")
        if table == "comments_comment":
            return Comment.objects.create(place="club", author=about, text="Nice", digest=str(number))
        if table == "ratings_correction":
            return Correction.objects.create(member=about, at=START, rating=700, reason="x")
        assert table == "members_member"
        Member.objects.filter(pk=about.pk).update(face="fox", bio="Tabla")
        return about

    def match(self, about: Member, *, voided: bool = False) -> Played:
        row = played(f"m{next(self.numbers)}", players=(about.player, f"q{about.pk}"), voided=voided)
        row.save()
        return row

    def report(self, reporter: Member, about: Member) -> str:
        """The subject of an open report, new each time."""
        subject = f"player:{about.username}:{next(self.numbers)}"
        text = {"name": about.username, "player": reporter.player, "player_name": "x", "rule": 3, "text": "x"}
        Report.objects.create(about=subject, member=about, reporter=reporter, **text)
        return subject

    def send(self, table: str, action: AdminAction, things: list[Any], report: str = "") -> Act:
        """The form of an act on rows, in this order, as a request that is yet to be sent."""
        path = reverse(f"admin:{table}_do", args=[action.name]) + (f"?report={report}" if report else "")
        more = {"nonce": f"nonce-{next(self.numbers):06}"} if action.power == "credits" else {}
        answers = {"id": [thing.pk for thing in things], **ANSWERS.get(action.name, {}), **more}
        client: Client = self.client

        def post() -> None:
            assert client.post(path, {"reason": "Because", **answers}).status_code == 302, action.name

        return post

    def lock(self, *members: Member) -> None:
        for target in members:
            Member.objects.select_for_update(no_key=True).get(pk=target.pk)

    def lock_credits(self) -> None:
        lock_accounts([ISSUED, *(member_code(player.player) for player in (self.first, self.second))])


def test_the_walk_meets_all_acts_on_several_rows() -> None:
    pages = {(table, action.name) for table, action in acts_on_several()}
    assert pages >= {("members_member", name) for name in ("warn", "mute", "block", "grant")}
    assert pages >= {
        ("results_played", "void"),
        ("results_played", "restore"),
        ("comments_comment", "remove"),
    }


def acts_on_several() -> Iterator[tuple[str, AdminAction]]:
    """Each action that applies to several rows which concern members."""
    import_module("zaria.club.staff.urls")  # registers the pages
    for model, page in site._registry.items():
        table = model._meta.label_lower.replace(".", "_")
        if isinstance(page, ReadOnlyAdmin) and table not in ABOUT_NO_MEMBER:
            yield from ((table, action) for action in page.admin_actions if not action.alone)


@on_postgresql
def test_acts_on_several_rows_lock_their_members_in_order(club: None, sign_in: SignIn) -> None:
    world = Club(sign_in)
    for table, action in acts_on_several():
        things = [world.thing_about(table, about, action.name) for about in (world.second, world.first)]
        with meeting(f"{table}: {action.name}", world.send(table, action, things)) as waits:
            world.lock(world.first)
            assert waits()
            world.lock(world.second)
            world.lock_credits()
            if table != "members_member":
                list(type(things[0]).objects.select_for_update(no_key=True).values_list("pk"))


@on_postgresql
def test_an_act_on_a_reported_member_locks_the_reporter_in_order(club: None, sign_in: SignIn) -> None:
    world = Club(sign_in)
    for table, action in acts_on_several():
        thing = world.thing_about(table, world.second, action.name)
        act = world.send(table, action, [thing], world.report(world.first, world.second))
        with meeting(f"{table}: {action.name}", act) as waits:
            world.lock(world.first)
            assert waits()
            world.lock(world.second)
            list(Report.objects.select_for_update(no_key=True).values_list("pk"))
    assert not Report.objects.filter(closed_at=None).exists()


@on_postgresql
def test_the_end_of_reports_locks_their_reporters_before_them(club: None, sign_in: SignIn) -> None:
    world = Club(sign_in)
    about = world.report(world.first, world.owner)
    with meeting("close", lambda: support.close_reports(None, about, acted=False, reason="")) as waits:
        world.lock(world.first)
        assert waits()
        list(Report.objects.select_for_update(no_key=True).values_list("pk"))
        late = Report.objects.get(about=about)
        late.pk, late.reporter, late.player = None, world.second, world.second.player
        late.save()
    late.refresh_from_db()
    assert late.closed_at is None, "its reporter is not locked, so it stays open"


@on_postgresql
def test_a_removed_line_locks_its_author_and_its_reporter_in_order(club: None, sign_in: SignIn) -> None:
    world = Club(sign_in)
    lobby = Conversation.objects.create(id="match:m", kind="match", key="m", last=1, at=START)
    text = {"at": START, "name": "Bob", "colour": "#333333", "member": True, "text": "Hello", "command": "1"}
    line = Line.objects.create(conversation=lobby, number=1, author=world.second.player, **text)
    path = reverse("admin:line", args=[lobby.pk, 1])

    def remove() -> None:
        report = world.report(world.first, world.second)
        answer = world.client.post(f"{path}?report={report}", {"reason": "Because", "rule": "9"})
        assert answer.status_code == 302

    with meeting("line", remove) as waits:
        world.lock(world.first)
        assert waits()
        world.lock(world.second)
        list(Line.objects.select_for_update(no_key=True).values_list("pk"))
    line.refresh_from_db()
    assert line.removed_at is not None


@on_postgresql
def test_an_act_on_a_row_locks_its_member_before_it(club: None, sign_in: SignIn) -> None:
    world = Club(sign_in)
    match = world.match(world.first)
    comment = world.thing_about("comments_comment", world.first, "remove")
    acts = (
        (match, lambda: matches.void(None, match, "")),
        (comment, lambda: comments.remove_comment(None, comment, "")),
    )
    for row, act in acts:
        with meeting(str(row), act) as waits:
            world.lock(world.first)
            assert waits()
            type(row).objects.select_for_update(no_key=True).get(pk=row.pk)


@on_postgresql
def test_credits_for_several_new_members_open_their_accounts_one_by_one(club: None, sign_in: SignIn) -> None:
    world = Club(sign_in)
    grant = next(action for _, action in acts_on_several() if action.name == "grant")
    newcomers = [member(number) for number in (5, 6)]
    act = world.send("members_member", grant, newcomers)
    with meeting("grant", act) as waits:
        lock_accounts([member_code(newcomers[1].player)])
        assert waits()
        lock_accounts([ISSUED])
