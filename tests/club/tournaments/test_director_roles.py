"""Rights to set up and direct tournaments: each kind of member with each kind of tournament."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.support.club.tournament_terms import members, terms
from zaria.club.accounts.models import Member
from zaria.club.federations.actions import contracts
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.staff.models import Act
from zaria.club.staff.roles import ADMINISTRATORS, MODERATORS
from zaria.club.tournaments import actions, roles
from zaria.club.tournaments.director import actions as director_actions
from zaria.club.tournaments.models import Tournament
from zaria.tournaments import commands as cmd

People = dict[str, Member]

KINDS: dict[str, dict[str, Any]] = {
    "private": {"private": True},
    "private with a fee": {"private": True, "fee": 1_00},
    "private with a bonus": {"private": True, "bonus": 1_00, "sponsor": "Bakery"},
    "public": {},
    "sofia": {"federation": "sofia", "fee": 1_00},
    "sofia with a bonus": {"federation": "sofia", "bonus": 1_00, "sponsor": "Bakery"},
    "varna": {"federation": "varna"},
}
ALLOWED = {
    "owner": set(KINDS),
    "administrator": set(KINDS),
    "moderator": {"private"},
    "marica": {"private", "sofia"},
    "plain": {"private"},
}


@pytest.fixture
def people(db: None) -> People:
    """Staff of each rank, marica who administers "sofia", and a plain member."""
    people = dict(zip(ALLOWED, members(len(ALLOWED)), strict=True))
    people["owner"].is_superuser = True
    for name in ("owner", "administrator", "moderator"):
        people[name].is_staff = True
        people[name].save()
    people["administrator"].groups.add(Group.objects.get(name=ADMINISTRATORS))
    people["moderator"].groups.add(Group.objects.get(name=MODERATORS))
    sofia = contracts.create_federation("sofia", "Tabla of Sofia")
    contracts.create_federation("varna", "Nardy of Varna")
    contracts.give_administration(None, sofia, people["marica"], Agreement("natural", "", "1/2026"))
    return {name: Member.objects.get(pk=member.pk) for name, member in people.items()}


@pytest.mark.parametrize("who", ALLOWED)
def test_who_may_set_up_what(people: People, who: str) -> None:
    kinds = {name for name, more in KINDS.items() if roles.may_set_up(people[who], terms(**more))}
    assert kinds == ALLOWED[who]


@pytest.mark.parametrize("who", ALLOWED)
def test_who_may_direct_what(people: People, who: str) -> None:
    """The right is that of today, and does not stay with the member who has set it up."""
    everything = who in ("owner", "administrator")
    federations = {"sofia", "sofia with a bonus"} if who == "marica" else set[str]()
    for name, more in KINDS.items():
        own_tournament = actions.create(terms(**more), people[who].player)
        foreign_tournament = actions.create(terms(**more), "somebody")
        assert roles.may_direct(people[who], foreign_tournament) == (everything or name in federations), name
        assert roles.may_direct(people[who], own_tournament) == (
            everything or name in {"private", *federations}
        ), name


def test_sanctions_take_the_rights_away(people: People) -> None:
    soon, private = timezone.now() + timedelta(hours=1), terms(private=True)
    for sanction in ("blocked_until", "muted_until"):
        for who in ("administrator", "marica", "plain"):
            setattr(people[who], sanction, soon)
            assert not roles.may_set_up(people[who], private)
            row = actions.create(private, people[who].player)
            assert roles.may_direct(people[who], row) == (sanction == "muted_until")
            setattr(people[who], sanction, None)


def test_a_bot_sets_up_nothing(people: People) -> None:
    people["plain"].robot = True
    assert roles.setup_objection(people["plain"]) == "robots"


def test_a_member_has_only_some_private_tournaments_at_a_time(people: People) -> None:
    private_rows = [
        actions.create(terms(private=True), people["plain"].player) for _ in range(roles.MOST_PRIVATE)
    ]
    assert roles.setup_objection(people["plain"]) == "too_many_tournaments"
    actions.execute(private_rows[0].pk, cmd.Cancel("", "Rain"))
    assert roles.setup_objection(people["plain"]) is None


def test_what_one_may_not_set_up_is_not_stored(people: People) -> None:
    with pytest.raises(PermissionDenied):
        director_actions.set_up(people["plain"], terms())
    assert not Tournament.objects.exists()


def test_a_form_that_is_sent_twice_announces_once(people: People) -> None:
    rows = {director_actions.set_up(people["plain"], terms(private=True), nonce="n1").pk for _ in range(2)}
    rows.add(director_actions.set_up(people["marica"], terms(private=True), nonce="n1").pk)
    assert len(rows) == 2 == Tournament.objects.count()


def test_only_acts_of_the_staff_stand_in_the_audit_log(people: People) -> None:
    row = director_actions.set_up(people["plain"], terms(private=True))
    assert not Act.objects.exists()
    director_actions.act(
        row.pk, people["administrator"], row.events, cmd.Cancel(people["administrator"].player, "Spam")
    )
    act = Act.objects.get()
    assert (act.by_name, act.kind, act.reason) == (people["administrator"].username, "direct", "Spam")
    assert act.details["after"] == {"tournament": row.pk, "act": "Cancel"}


def test_nobody_else_acts(people: People) -> None:
    row = director_actions.set_up(people["plain"], terms(private=True))
    for who in ("moderator", "marica"):
        command = cmd.Cancel(people[who].player, "Mine now")
        with pytest.raises(PermissionDenied):
            director_actions.act(row.pk, people[who], row.events, command)
    row.refresh_from_db()
    assert (row.phase, row.events) == ("open", 1)


def test_what_has_come_between_is_in_the_way(people: People) -> None:
    by = people["administrator"]
    row = director_actions.set_up(by, terms())
    seen = row.events
    actions.enter(row.pk, people["plain"])
    director_actions.act(
        row.pk, by, seen, cmd.Enter(people["marica"].player, 500, by.player, "Came by phone")
    )
    for command in (
        cmd.Withdraw(people["plain"].player, by.player, "Has entered since"),
        cmd.Cancel(by.player, "A director has acted since"),
    ):
        with pytest.raises(actions.MovedOnError):
            director_actions.act(row.pk, by, seen, command)
    director_actions.act(row.pk, by, row.events + 2, cmd.Cancel(by.player, "Has seen it all"))
