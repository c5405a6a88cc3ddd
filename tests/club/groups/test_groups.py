"""Groups: their teacher, the codes by which pupils come in, and the end of a group."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.federations.models import Contract, Federation, Membership, MembershipState
from zaria.club.groups import actions, codes
from zaria.club.groups.models import Group, Pupil
from zaria.club.personal_data import deletion, export
from zaria.club.relations import actions as relations
from zaria.club.site import clock
from zaria.club.support.subjects import find_subject

pytestmark = pytest.mark.django_db


def member(name: str, **fields: Any) -> Member:
    """A member of this login."""
    return Member.objects.create(
        username=name, email=f"{name}@example.org", player=f"m{name}", since=timezone.now(), **fields
    )


def browser(who: Member | None = None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if who is not None:
        client.force_login(who)
    return client


@pytest.fixture(autouse=True)
def _new_rates() -> Iterator[None]:
    """No earlier test has used up the wrong codes of an address."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _no_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """No live play stores matches here, in which names are erased when an account ends."""
    monkeypatch.setattr("zaria.club.personal_data.deletion.live.forget", lambda *_place: 0)


@pytest.fixture
def ada() -> Member:
    return member("Ada")


@pytest.fixture
def group(ada: Member) -> Group:
    """A group of Ada's."""
    answer = browser(ada).post("/groups", {"title": "4 b"})
    assert answer.status_code == 302
    return Group.objects.get()


def add(ada: Member, group: Group, *names: str) -> list[Pupil]:
    """Pupil accounts that Ada makes on the page of the group."""
    answer = browser(ada).post(f"/groups/{group.pk}/pupils", {"names": "\n".join(names), "is_allowed": "on"})
    assert answer.status_code == 302, answer.content.decode()
    return list(Pupil.objects.filter(group=group, name__in=names).order_by("pk"))


def card_of(pupil: Pupil) -> str:
    return codes.card_code(pupil.member_id, pupil.card_number)


def test_a_new_group_stands_in_the_list_of_its_teacher(ada: Member, group: Group) -> None:
    page = browser(ada).get("/groups").content.decode()
    assert "4 b" in page
    assert "0 pupils" in page
    assert "You are in no group yet" in browser(member("Bob")).get("/groups").content.decode()
    assert browser().get("/groups").status_code == 302


def test_a_group_is_for_the_people_in_it(ada: Member, group: Group) -> None:
    stranger = browser(member("Bob"))
    for path in ("", "/settings", "/cards"):
        assert browser(ada).get(f"/groups/{group.pk}{path}").status_code == 200
        assert stranger.get(f"/groups/{group.pk}{path}").status_code == 404
    for path in ("settings", "delete", "leave", "code", "pupils"):
        assert stranger.post(f"/groups/{group.pk}/{path}", {"title": "Mine"}).status_code == 404
    assert Group.objects.get().title == "4 b"


def test_members_join_by_the_code_that_the_teacher_shows(ada: Member, group: Group) -> None:
    bob, teacher = member("Bob"), browser(ada)
    assert teacher.post(f"/groups/{group.pk}/code").status_code == 302
    shown = re.search(r"<output>(\w{3}-\w{3})</output>", teacher.get(f"/groups/{group.pk}").content.decode())
    assert shown is not None
    answer = browser(bob).post("/groups/join", {"code": shown[1].lower()})
    assert answer.headers["Location"] == f"/groups/{group.pk}"
    assert browser(bob).get(f"/groups/{group.pk}").status_code == 200
    assert browser(bob).get(f"/groups/{group.pk}/cards").status_code == 404
    assert browser(bob).post("/groups/join", {"code": shown[1]}).status_code == 302
    assert Pupil.objects.count() == 1
    assert browser(bob).post(f"/groups/{group.pk}/leave").status_code == 302
    assert not Pupil.objects.exists()


def test_a_guest_signs_in_before_joining(group: Group) -> None:
    answer = browser().post("/groups/join", {"code": actions.new_join_code(group)})
    assert answer.headers["Location"].startswith("/account/login/?next=%2Fgroups%2Fjoin%3Fcode%3D")


def test_a_code_ends_after_fifteen_minutes_or_by_hand(ada: Member, group: Group) -> None:
    bob, code = member("Bob"), actions.new_join_code(group)
    later = clock.now_ms() + codes.JOIN_VALID_MS
    with clock.use(lambda: later):
        assert "isn&#x27;t valid" in browser(bob).post("/groups/join", {"code": code}).content.decode()
    second = actions.new_join_code(group)
    assert browser(ada).post(f"/groups/{group.pk}/code", {"act": "end"}).status_code == 302
    for ended in (code, second):
        assert browser(bob).post("/groups/join", {"code": ended}).status_code == 422
    assert not Pupil.objects.exists()


def test_guessing_codes_ends(group: Group, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"group_code": "2/10m/ip"}
    client = Client(headers={"accept-language": "en"}, REMOTE_ADDR="203.0.113.7")
    client.force_login(member("Bob"))
    for _attempt in range(2):
        assert "isn&#x27;t valid" in client.post("/groups/join", {"code": "BBBBBB"}).content.decode()
    answer = client.post("/groups/join", {"code": actions.new_join_code(group)})
    assert "Too many attempts" in answer.content.decode()
    assert not Pupil.objects.exists()


@pytest.mark.parametrize("code", ["", "ABC", "BCDFGHJ", "!!!!!!"])
def test_a_code_of_another_length_is_refused(code: str) -> None:
    answer = browser().post("/groups/join", {"code": code})
    assert answer.status_code == 422


def test_who_blocked_the_teacher_does_not_join(ada: Member, group: Group) -> None:
    bob = member("Bob")
    relations.block(bob, ada)
    answer = browser(bob).post("/groups/join", {"code": actions.new_join_code(group)})
    assert "can&#x27;t join this group" in answer.content.decode()


def test_pupils_sign_in_with_their_cards(ada: Member, group: Group) -> None:
    pupil, second = add(ada, group, "Mira", "Neda")
    page = browser(ada).get(f"/groups/{group.pk}/cards").content.decode()
    assert "Mira" in page
    assert codes.spaced(card_of(pupil)) in page
    client = browser()
    answer = client.post("/groups/join", {"code": f" {codes.spaced(card_of(pupil)).lower()} "})
    assert answer.headers["Location"] == f"/groups/{group.pk}"
    shown = client.get(f"/groups/{group.pk}").content.decode()
    assert "Neda" in shown
    assert card_of(second) not in shown.replace("-", "")
    assert not pupil.member.has_usable_password()
    assert not pupil.member.emailaddress_set.exists()
    assert "Mira" not in pupil.member.username


def test_a_renewed_card_ends_the_old_one(ada: Member, group: Group) -> None:
    (pupil,) = add(ada, group, "Mira")
    old = card_of(pupil)
    assert browser(ada).post(f"/groups/{group.pk}/pupils/{pupil.pk}/card").status_code == 302
    pupil.refresh_from_db()
    assert browser().post("/groups/join", {"code": old}).status_code == 422
    assert browser().post("/groups/join", {"code": card_of(pupil)}).status_code == 302


def test_names_are_checked_before_an_account_is_made(ada: Member, group: Group) -> None:
    teacher = browser(ada)
    for fields in (
        {"names": "", "is_allowed": "on"},
        {"names": "Mira"},
        {"names": "M" * 31, "is_allowed": "on"},
        {"names": "see https://evil.example/", "is_allowed": "on"},
        {"names": "\n".join(f"N{number}" for number in range(61)), "is_allowed": "on"},
    ):
        assert teacher.post(f"/groups/{group.pk}/pupils", fields).status_code == 422
    assert not Pupil.objects.exists()
    assert len(add(ada, group, "Mira", "  ", "Mira", "Neda")) == 2


def test_a_member_has_five_groups(ada: Member, group: Group) -> None:
    for number in range(actions.MOST_GROUPS - 1):
        assert browser(ada).post("/groups", {"title": f"Class {number}"}).status_code == 302
    answer = browser(ada).post("/groups", {"title": "One more"})
    assert answer.status_code == 422
    assert "Delete one first" in answer.content.decode()


def test_the_accounts_of_pupils_end_with_their_group(ada: Member, group: Group) -> None:
    (pupil,) = add(ada, group, "Mira")
    bob = member("Bob")
    actions.join(bob, actions.new_join_code(group))
    assert "1 account that was made" in browser(ada).get(f"/groups/{group.pk}/settings").content.decode()
    assert browser(ada).post(f"/groups/{group.pk}/delete").status_code == 302
    assert not Group.objects.exists()
    pupil.member.refresh_from_db()
    assert not pupil.member.is_active
    bob.refresh_from_db()
    assert bob.is_active


def test_the_accounts_of_pupils_end_with_their_teacher(ada: Member, group: Group) -> None:
    (pupil,) = add(ada, group, "Mira")
    deletion.delete(ada, deletion.erase(ada))
    pupil.member.refresh_from_db()
    assert not pupil.member.is_active
    assert not Group.objects.exists()


def test_a_teacher_removes_a_pupil_and_takes_their_data(ada: Member, group: Group) -> None:
    (pupil,) = add(ada, group, "Mira")
    path = f"/groups/{group.pk}/pupils/{pupil.pk}"
    answer = browser(ada).get(f"{path}/data")
    assert pupil.member.username in answer.headers["Content-Disposition"]
    assert '"name": "Mira"' in b"".join(export.json_parts(pupil.member)).decode()
    assert "is deleted with everything" in browser(ada).get(path).content.decode()
    assert browser(ada).post(f"{path}/remove").status_code == 302
    pupil.member.refresh_from_db()
    assert not pupil.member.is_active
    assert not Pupil.objects.exists()


def test_groups_are_in_the_data_of_members(ada: Member, group: Group) -> None:
    add(ada, group, "Mira")
    bob = member("Bob")
    actions.join(bob, actions.new_join_code(group))
    assert '"title": "4 b"' in b"".join(export.json_parts(ada)).decode()
    assert '"group__title": "4 b"' in b"".join(export.json_parts(bob)).decode()


def test_only_people_of_a_group_report_it(ada: Member, group: Group) -> None:
    bob = member("Bob")
    actions.join(bob, actions.new_join_code(group))
    subject = find_subject(f"group:{group.pk}", bob.player, lambda _match: None)
    assert subject is not None
    assert subject.member == ada
    assert find_subject(f"group:{group.pk}", member("Eve").player, lambda _match: None) is None
    assert find_subject(f"group:{group.pk}", None, lambda _match: None) is None


def test_a_federation_sees_its_groups_and_closes_them(ada: Member, group: Group) -> None:
    leader, eve = member("Leader"), member("Eve")
    federation = Federation.objects.create(slug="sofia", name="Sofia")
    Membership.objects.create(
        federation=federation, member=ada, state=MembershipState.MEMBER, since=timezone.now()
    )
    Contract.objects.create(
        federation=federation,
        administrator=leader,
        since=timezone.now(),
        until=timezone.now() + timedelta(days=9),
    )
    settings_path = f"/groups/{group.pk}/settings"
    assert browser(leader).get(settings_path).status_code == 404
    fields = {"title": "5 b", "federation": str(federation.pk)}
    assert browser(ada).post(settings_path, fields).status_code == 302
    assert "5 b" in browser(leader).get("/groups").content.decode()
    page = browser(leader).get(settings_path).content.decode()
    assert "5 b" in page
    assert 'name="title"' not in page
    assert browser(leader).post(settings_path, {"title": "Mine"}).status_code == 200
    assert browser(leader).get(f"/groups/{group.pk}").status_code == 404
    assert browser(leader).get(f"/groups/{group.pk}/cards").status_code == 404
    assert Group.objects.get().title == "5 b"
    assert browser(eve).post(f"/groups/{group.pk}/delete").status_code == 404
    assert browser(leader).post(f"/groups/{group.pk}/delete").status_code == 302
    assert not Group.objects.exists()


def test_a_group_stands_in_a_federation_of_its_teacher(ada: Member, group: Group) -> None:
    federation = Federation.objects.create(slug="sofia", name="Sofia")
    fields = {"title": "4 b", "federation": str(federation.pk)}
    assert browser(ada).post(f"/groups/{group.pk}/settings", fields).status_code == 422


def test_the_staff_closes_a_group(ada: Member, group: Group) -> None:
    boss = member("Boss", is_staff=True, is_superuser=True)
    assert "4 b" in browser(boss).get(f"/groups/{group.pk}/settings").content.decode()
    assert browser(boss).get(f"/groups/{group.pk}").status_code == 404
    assert browser(boss).post(f"/groups/{group.pk}/delete").status_code == 302
    assert not Group.objects.exists()
