"""Each act: what it changes, its line in the book, and what the member hears."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from tests.club.staff.conftest import People
from tests.support.club.rating_records import DAY, START, played
from zaria.club.accounts import sanctions as in_force
from zaria.club.accounts.models import Face, Member, RefusedName
from zaria.club.accounts.registry import registry
from zaria.club.matches.results.models import Played
from zaria.club.ratings import actions as ratings
from zaria.club.ratings.models import OVERALL, Change, Correction, Due, Season, Standing
from zaria.club.site.database.append_only import UnchangeableError
from zaria.club.staff import roles, texts
from zaria.club.staff.actions import accounts, appointments, corrections, matches, names, recording, sanctions
from zaria.club.staff.models import Act, Notice


def tomorrow() -> datetime:
    return timezone.now() + timedelta(days=1)


def only(kind: str) -> Act:
    """The one act there is."""
    act = Act.objects.get()
    assert act.kind == kind
    return act


def unread_messages(member: Member) -> list[str]:
    """Unread messages to a member."""
    member.refresh_from_db()
    unread = [texts.sentence(notice.act) for notice in Notice.objects.filter(to=member, read_at=None)]
    assert member.unread == len(unread)
    return unread


def test_a_warning(people: People) -> None:
    sanctions.warn(people["moder"], people["ann"], "  Please be polite.  ", 3)
    act = only("warn")
    assert (act.by, act.by_name, act.about, act.name) == (
        people["moder"],
        "moderx",
        people["ann"],
        "annxx",
    )
    assert act.reason == "Please be polite."
    assert unread_messages(people["ann"]) == [
        "You have received a warning: rule 3, insulting players or the staff."
    ]
    assert unread_messages(people["bob"]) == []


def test_a_mute_ends_by_itself(people: People) -> None:
    until = tomorrow()
    sanctions.mute(people["moder"], people["ann"], "Swearing", until)
    ann = Member.objects.get(pk=people["ann"].pk)
    assert in_force.mute_of(ann) == (until, "Swearing")
    act = only("mute")
    assert act.until == until
    assert act.details == {
        "before": {"muted_until": None},
        "after": {"muted_until": until.isoformat()},
    }
    assert unread_messages(ann)[0].startswith("You are muted until ")
    ann.muted_until = timezone.now()
    assert in_force.mute_of(ann) is None


@pytest.mark.parametrize("ever", [True, False])
def test_a_block_and_its_lifting(
    people: People, ever: bool, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = people["ann"]
    until = recording.FOR_EVER if ever else tomorrow()
    gone: list[str] = []
    with monkeypatch.context() as patch, django_capture_on_commit_callbacks(execute=True):
        patch.setattr(registry, "shut_out", gone.append)
        sanctions.block(people["moder"], ann, "Two accounts", until)
    assert gone == [ann.player]
    assert registry.refuses(ann.player, "any")
    ann.refresh_from_db()
    assert in_force.block_of(ann) == (None if ever else until, "Two accounts")
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.lift(people["moder"], ann, "It was their brother", ["block"])
    assert not registry.refuses(ann.player, "any")
    ann.refresh_from_db()
    assert in_force.block_of(ann) is None
    assert [act.kind for act in Act.objects.all()] == ["lift", "block"]
    assert unread_messages(ann)[0] == "Your account is no longer blocked."


def test_a_sanction_that_is_not_there_is_not_lifted(people: People) -> None:
    for kinds in (["mute"], []):
        with pytest.raises(recording.ActionRefusedError):
            sanctions.lift(people["moder"], people["ann"], "why not", kinds)
    assert not Act.objects.exists()


def test_who_is_higher_has_the_last_word(people: People) -> None:
    ann = people["ann"]
    sanctions.block(people["admin"], ann, "permanently", recording.FOR_EVER)
    with pytest.raises(PermissionDenied):
        sanctions.lift(people["moder"], ann, "I know him", ["block"])
    with pytest.raises(PermissionDenied):
        sanctions.block(people["moder"], ann, "a day is enough", tomorrow())
    sanctions.block(people["admin2"], ann, "a day is enough", tomorrow())
    assert Act.objects.filter(kind="block").count() == 2


def test_another_login(people: People) -> None:
    ann = people["ann"]
    played("m1", players=(ann.player, "p9"), name0="annxx").save()
    accounts.rename(people["moder"], ann, "It mocks somebody", "Marica")
    ann.refresh_from_db()
    assert ann.username == "Marica"
    assert Played.objects.get().name0 == "Marica"
    act = only("rename")
    assert (act.name, act.details["before"], act.details["after"]) == (
        "annxx",
        {"login": "annxx"},
        {"login": "Marica"},
    )
    assert unread_messages(ann) == ["Your login is now Marica."]


@pytest.mark.parametrize("login", ["abc", "Marica!", "BOBXX", "sysop123"])
def test_a_login_that_nobody_may_have(people: People, login: str) -> None:
    with pytest.raises(recording.ActionRefusedError):
        accounts.rename(people["moder"], people["ann"], "It mocks somebody", login)
    assert not Act.objects.exists()


def test_a_picture_is_removed(people: People) -> None:
    ann = people["ann"]
    Face.objects.create(key="f" * 32, owner=ann, image=b"x")
    Member.objects.filter(pk=ann.pk).update(face="f" * 32)
    accounts.remove_picture(people["moder"], ann, "Not for a club")
    ann.refresh_from_db()
    assert ann.face == ""
    assert not Face.objects.exists()
    assert only("edit").details["before"] == {"face": "f" * 32}
    with pytest.raises(recording.ActionRefusedError):
        accounts.remove_picture(people["moder"], ann, "again")


def test_a_text_on_a_profile_is_removed(people: People) -> None:
    ann = people["ann"]
    Member.objects.filter(pk=ann.pk).update(bio="Buy my boards")
    accounts.remove_bio(people["moder"], ann, "Advertising")
    ann.refresh_from_db()
    assert ann.bio == ""
    assert only("edit").details["before"] == {"bio": "Buy my boards"}
    assert unread_messages(ann) == ["Your profile text was removed: “Buy my boards”"]
    with pytest.raises(recording.ActionRefusedError):
        accounts.remove_bio(people["moder"], ann, "again")


def test_an_account_is_deleted(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = people["ann"]
    monkeypatch.setattr(
        "zaria.club.personal_data.deletion.erase", lambda member: "Guest 7"
    )  # the tables' store
    accounts.delete(people["admin"], ann, "ThinkRequest for it by letter")
    ann.refresh_from_db()
    assert not ann.is_active
    assert only("delete").name == "annxx"


def test_ranks_are_given_and_taken(people: People, django_capture_on_commit_callbacks: Any) -> None:
    ann = people["ann"]
    for word in (roles.MODERATORS, roles.ADMINISTRATORS, ""):
        with django_capture_on_commit_callbacks(execute=True):
            appointments.appoint(people["owner"], ann, "He helps", word)
        ann = Member.objects.get(pk=ann.pk)
        assert roles.rank(ann) == roles.RANKS[word]
    assert not ann.is_staff
    with pytest.raises(PermissionDenied):
        appointments.appoint(
            people["admin"], ann, "He helps", roles.ADMINISTRATORS
        )  # the rank of the administrator
    with pytest.raises(PermissionDenied):
        appointments.appoint(people["owner"], ann, "He helps", roles.OWNER)
    appointments.appoint(None, ann, "at the machine", roles.OWNER)
    act = Act.objects.first()
    assert act is not None
    assert (act.by, act.by_name) == (None, "operator")


# ratings


def ratings_of_all() -> dict[str, list[Any]]:
    """Everything that ratings consist of, but the numbers of its rows."""
    left_out = {"id"}
    return {
        model.__name__: sorted(
            (
                tuple(
                    (field.attname, getattr(row, field.attname))
                    for field in model._meta.concrete_fields
                    if field.name not in left_out
                )
                for row in model.objects.all()
            ),
            key=str,
        )
        for model in (Change, Standing, Season)
    }


@pytest.fixture
def history(people: People) -> list[Played]:
    """Nine rated matches of three members, and their ratings."""
    ids = [people[name].player for name in ("ann", "bob", "moder")]
    rows = [
        played(f"m{n}", START + n * DAY, (ids[n % 3], ids[(n + 1) % 3]), n % 2, (3, 1), "tabla")
        for n in range(9)
    ]
    Played.objects.bulk_create(rows)
    ratings.recompute((0, ""))
    return rows


@pytest.mark.parametrize("number", [0, 4, 8])
def test_ratings_follow_a_void_and_its_lifting_exactly(
    people: People, history: list[Played], number: int
) -> None:
    before = ratings_of_all()
    match = history[number]
    matches.void(people["admin"], match, "Arranged")
    assert Due.objects.get().at == match.ended
    ratings.recompute()
    without = ratings_of_all()
    assert without != before
    Change.objects.all().delete()
    Standing.objects.all().delete()
    Season.objects.all().delete()
    ratings.recompute((0, ""))
    assert ratings_of_all() == without, "as if it had never been played"
    assert unread_messages(people[("ann", "bob", "moder")[number % 3]]) == [
        f"Your match {match.pk} no longer counts."
    ]
    matches.restore(people["admin"], match, "It was not")
    ratings.recompute()
    assert ratings_of_all() == before
    assert [act.kind for act in Act.objects.all()] == ["restore", "void"]
    with pytest.raises(recording.ActionRefusedError):
        matches.restore(people["admin"], match, "again")


def test_an_unrated_match_changes_no_ratings(people: People) -> None:
    match = played("m1", players=(people["ann"].player, "p9"), rated=False)
    match.save()
    matches.void(people["admin"], match, "Arranged")
    assert not Due.objects.exists()
    assert Played.objects.get().voided


def test_staff_cannot_void_own_matches_or_those_of_equals(people: People) -> None:
    for name in ("admin", "admin2", "owner"):
        match = played(f"m-{name}", players=(people["ann"].player, people[name].player))
        match.save()
        with pytest.raises(PermissionDenied):
            matches.void(people["admin"], match, "I lost it")
    assert not Act.objects.exists()
    assert not Played.objects.filter(voided=True).exists()


def test_a_correction_and_its_taking_back(people: People, history: list[Played]) -> None:
    before = ratings_of_all()
    at = timezone.now() - timedelta(minutes=1)
    corrections.correct(people["admin"], people["ann"], "From elsewhere", OVERALL, Decimal("1200.00"), at)
    ratings.recompute()
    assert Standing.objects.get(member=people["ann"], game=OVERALL).rating == Decimal("1200.00")
    assert unread_messages(people["ann"]) == ["Your rating was set to 1200.00 (All games)."]
    corrections.take_back(people["admin"], Correction.objects.get(), "It was another Ann")
    ratings.recompute()
    assert ratings_of_all() == before
    assert not Correction.objects.exists()
    assert unread_messages(people["ann"])[0] == "A correction of your rating was reverted (All games)."


# names


def test_the_list_of_refused_names(people: People) -> None:
    names.refuse_name(people["moder"], "Somebody famous", "Bernardo", whole=True)
    name = RefusedName.objects.get(word="bernardo")
    with pytest.raises(recording.ActionRefusedError):
        names.refuse_name(people["moder"], "twice", "BERNARDO", whole=True)
    names.refuse_name(people["moder"], "anywhere", "bernardo", whole=False)
    name.refresh_from_db()
    assert not name.whole
    names.allow_name(people["moder"], name, "He has left")
    assert not RefusedName.objects.filter(word="bernardo").exists()
    assert [act.details["before"] for act in Act.objects.all()] == [
        {"word": "bernardo", "whole": False},
        {"word": "bernardo", "whole": True},
        None,
    ]


# the book


def test_nothing_is_done_without_a_reason(people: People) -> None:
    with pytest.raises(recording.ActionRefusedError), transaction.atomic():
        sanctions.block(people["moder"], people["ann"], " \n", tomorrow())
    people["ann"].refresh_from_db()
    assert people["ann"].blocked_until is None


def test_an_act_is_never_changed(people: People) -> None:
    act = sanctions.warn(people["moder"], people["ann"], "Once", 3)
    act.reason = "Twice"
    for change in (
        act.save,
        act.delete,
        lambda: Act.objects.filter(pk=act.pk).update(reason="Twice"),
        lambda: Act.objects.bulk_update([act], ["reason"]),
        Act.objects.all().delete,
    ):
        with pytest.raises(UnchangeableError):
            change()
    assert Act.objects.get().reason == "Once"


def test_an_act_outlives_whom_it_names(people: People) -> None:
    sanctions.warn(people["moder"], people["ann"], "Once", 3)
    people["ann"].delete()
    people["moder"].delete()
    act = Act.objects.get()
    assert (act.by, act.by_name, act.about, act.name) == (None, "moderx", None, "annxx")
