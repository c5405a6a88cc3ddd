"""A name in a collection stands for a member only while that member consents."""

import pytest

from tests.club.library.test_collection_pages import signed_in
from tests.club.library.test_collection_people import member
from tests.club.library.test_importing import MAT, imported
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.library import actions, member_data, name_links
from zaria.club.library.models import Collection, NameLink
from zaria.club.notifications.models import Notification
from zaria.club.relations import actions as relations

pytestmark = pytest.mark.django_db


@pytest.fixture
def target() -> Collection:
    """A public collection of Marica's, with a match of Ada and Boris."""
    owner = member("Marica")
    collection = actions.create_collection(owner, "Old matches", "public")
    imported(collection, ("a.mat", MAT))
    return collection


def suggest(target: Collection, name: str = "Ada", login: str = "Ann", status: int = 302) -> str:
    """Let the owner suggest a member for a name."""
    assert target.owner is not None
    answer = signed_in(target.owner).post(
        f"/library/collections/{target.key}/names", {"name": name, "login": login}
    )
    assert answer.status_code == status
    return html_of(answer) if status != 302 else ""


def answer(person: Member, act: str) -> None:
    link = NameLink.objects.get(member=person)
    assert signed_in(person).post("/library/names", {act: str(link.pk)}).status_code == 302


def is_linked(target: Collection) -> tuple[bool, bool, bool]:
    """Return True for each place where a stranger meets the link: collection, match, search by login."""
    stranger = signed_in(member("Stranger"))
    key = target.matches.get().key
    paths = (f"/library/collections/{target.key}", f"/library/matches/{key}/replay")
    linked = ["/@Ann" in html_of(stranger.get(path)) for path in paths]
    is_found = key in html_of(stranger.get("/library/matches?player=ann&scope=public"))
    Member.objects.filter(username="Stranger").delete()
    return linked[0], linked[1], is_found


def test_a_name_is_linked_while_its_member_consents(target: Collection) -> None:
    ann = member("Ann")
    suggest(target)
    suggest(target)
    notice = Notification.objects.get(to=ann)
    assert (notice.kind, notice.body["player"]) == ("collection_name", "Ada")
    assert is_linked(target) == (False, False, False)
    assert "Old matches" in html_of(signed_in(ann).get("/library/names"))
    answer(ann, "accept")
    assert is_linked(target) == (True, True, True)
    assert signed_in(ann).get("/library/matches?player=ann").status_code == 200
    answer(ann, "refuse")
    assert is_linked(target) == (False, False, False)
    assert "Old matches" not in html_of(signed_in(ann).get("/library/names"))
    assert target.owner is not None
    page = html_of(signed_in(target.owner).get(f"/library/collections/{target.key}"))
    assert "not linked" in page, "a refusal looks as no answer"


def test_a_writer_ends_a_link_and_readers_and_strangers_change_nothing(target: Collection) -> None:
    ann, stranger = member("Ann"), member("Dora")
    suggest(target)
    answer(ann, "accept")
    link = NameLink.objects.get()
    address = f"/library/collections/{target.key}/names"
    assert signed_in(stranger).post(address, {"end": str(link.pk)}).status_code == 404
    assert signed_in(stranger).post("/library/names", {"refuse": str(link.pk)}).status_code == 302
    assert NameLink.objects.get().is_accepted
    assert target.owner is not None
    signed_in(target.owner).post(address, {"end": str(link.pk)})
    assert is_linked(target) == (False, False, False)


def test_wrong_suggestions_are_refused(target: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = member("Ann")
    assert "has a player with this name" in suggest(target, name="Nobody", status=422)
    assert "no member with this login" in suggest(target, login="Nobody", status=422)
    assert "This field is required." in suggest(target, name="", status=422)
    assert target.owner is not None
    relations.block(ann, target.owner)
    assert "suggest this member" in suggest(target, status=422)
    relations.unblock(ann, target.owner)
    monkeypatch.setattr(name_links, "MOST_LINKS", 1)
    suggest(target)
    assert "1 linked names" in suggest(target, name="Boris", status=422)
    assert NameLink.objects.count() == 1
    assert Notification.objects.filter(to=ann).count() == 1


def test_an_own_name_is_linked_at_once_and_a_new_suggestion_ends_the_earlier(target: Collection) -> None:
    suggest(target, login="Marica")
    link = NameLink.objects.get()
    assert link.is_accepted
    assert not Notification.objects.filter(kind="collection_name").exists()
    member("Ann")
    suggest(target)
    assert [(row.member.username, row.is_accepted) for row in NameLink.objects.all()] == [("Ann", False)]


def test_links_are_exported_and_end_with_the_account(target: Collection) -> None:
    ann = member("Ann")
    suggest(target)
    answer(ann, "accept")
    (row,) = member_data.stored_data(ann)["collection_names"]
    assert (row["name"], row["state"], row["collection__title"]) == ("Ada", "accepted", "Old matches")
    member_data.forget(ann)
    assert is_linked(target) == (False, False, False)
