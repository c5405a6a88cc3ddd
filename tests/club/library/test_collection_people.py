"""Collections are shared with members by name: to read, or to import and tag; both may leave."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.club.library.test_collection_pages import send, signed_in
from tests.club.library.test_importing import MAT, collection, imported, read_all
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.library import actions, member_data, queries
from zaria.club.library.match_queries import MatchTerms, find_matches
from zaria.club.library.models import Collection, CollectionPerson, ImportedMatch, MatchTag, StoredPosition
from zaria.club.library.visibility import Reader
from zaria.club.relations import actions as relations

pytestmark = pytest.mark.django_db


def member(name: str, **fields: Any) -> Member:
    return Member.objects.create(
        username=name, email=f"{name}@example.org", password="!", since=timezone.now(), **fields
    )


@pytest.fixture
def target() -> Collection:
    """A private collection of Marica with one match."""
    row = collection(member("Marica"))
    imported(row, ("a.mat", MAT))
    return row


def share(target: Collection, role: str, name: str = "Stefan") -> tuple[Member, Client]:
    person = member(name)
    actions.invite(target, name, role)
    return person, signed_in(person)


def page_of(target: Collection, client: Client) -> tuple[int, str]:
    answer = client.get(f"/library/collections/{target.key}")
    return answer.status_code, html_of(answer)


def uses(reader: Member) -> tuple[int, int]:
    """The matches that a reader finds by a position, and by their terms."""
    key = StoredPosition.objects.values_list("key", flat=True)[0]
    found_by_position = queries.find(key, queries.ROLLS, Reader(reader.player, reader.pk)).places
    return len(found_by_position), len(find_matches(MatchTerms(), reader.pk).matches)


def test_a_reader_sees_and_finds_a_private_collection_until_they_leave(target: Collection) -> None:
    person, client = share(target, "reader")
    stranger = member("Bob")
    assert page_of(target, client)[0] == 200
    assert page_of(target, signed_in(stranger))[0] == 404
    assert "Old matches" in html_of(client.get("/library/collections"))
    key = ImportedMatch.objects.get().key
    assert client.get(f"/library/matches/{key}.mat").status_code == 200
    assert signed_in(stranger).get(f"/library/matches/{key}.mat").status_code == 404
    assert uses(person) == (1, 1)
    assert uses(stranger) == (0, 0)
    tagged = {"match": key, "act": "tag", "word": "final"}
    assert client.post(f"/library/collections/{target.key}/matches", tagged).status_code == 404
    assert client.post(f"/library/collections/{target.key}/people", {"leave": "yes"}).status_code == 302
    assert page_of(target, client)[0] == 404
    assert uses(person) == (0, 0)


def test_a_writer_imports_and_tags_and_changes_nothing_else(target: Collection) -> None:
    _person, client = share(target, "writer")
    key = ImportedMatch.objects.get().key
    tagged = {"match": key, "act": "tag", "word": "final"}
    assert client.post(f"/library/collections/{target.key}/matches", tagged).status_code == 302
    assert MatchTag.objects.get().word == "final"
    body = b'[White "Ann"]\n\n1. e4 e5 1-0\n'
    answer = send(client, ("b.pgn", body), collection=target.key, own_name="Ann")
    assert answer.status_code == 302
    assert client.get(answer.headers["Location"]).status_code == 200
    read_all()
    added = ImportedMatch.objects.get(game="chess")
    assert (added.collection, added.owner, added.own_side) == (target, target.owner, None)
    base = f"/library/collections/{target.key}"
    assert client.post(f"{base}/matches", {"match": key, "act": "delete"}).status_code == 404
    assert client.post(f"{base}/change", {"title": "x", "visibility": "public"}).status_code == 404
    assert client.post(f"{base}/delete").status_code == 404
    assert client.post(f"{base}/people", {"login": "Marica", "role": "writer"}).status_code == 404
    assert ImportedMatch.objects.count() == 2


def test_the_owner_invites_by_name_and_removes(target: Collection) -> None:
    assert target.owner is not None
    owner = signed_in(target.owner)
    person = member("Stefan")
    address = f"/library/collections/{target.key}/people"
    assert owner.post(address, {"login": "stefan", "role": "reader"}).status_code == 302
    assert owner.post(address, {"login": "Stefan", "role": "writer"}).status_code == 302
    assert CollectionPerson.objects.get().role == "writer"
    assert "Stefan" in page_of(target, owner)[1]
    assert owner.post(address, {"remove": "Stefan"}).status_code == 302
    assert not CollectionPerson.objects.exists()
    relations.block(person, target.owner)
    member("Robot", robot=True)
    for fields, reason in (
        ({"login": "Nobody", "role": "reader"}, "There is no member with this login."),
        ({"login": "Marica", "role": "reader"}, "There is no member with this login."),
        ({"login": "Robot", "role": "reader"}, "There is no member with this login."),
        ({"login": "Stefan", "role": "reader"}, "You can&#x27;t invite this member."),
        ({"login": "Stefan", "role": "owner"}, "owner is not one of"),
        ({"login": "", "role": "reader"}, "This field is required."),
    ):
        refused = owner.post(address, fields)
        assert refused.status_code == 422, fields
        assert reason in html_of(refused)
    assert not CollectionPerson.objects.exists()


def test_a_part_in_a_collection_is_exported_and_ends_with_the_account(target: Collection) -> None:
    person, _client = share(target, "reader")
    (part,) = member_data.stored_data(person)["shared_collections"]
    assert (part["collection__title"], part["role"]) == ("Old matches", "reader")
    member_data.forget(person)
    assert not CollectionPerson.objects.exists()
    assert ImportedMatch.objects.exists()
