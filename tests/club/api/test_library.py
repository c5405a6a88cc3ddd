"""The library over the API: searches, collections, records and archives, each as the caller may see it."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from tests.club.library.test_importing import MAT, collection, imported, member
from zaria.club.accounts.models import Member
from zaria.club.library import actions
from zaria.club.library.models import ImportedMatch, YearArchive
from zaria.club.matches import engine_access
from zaria.club.matches.engine_access import Silence
from zaria.club.site.visibility import Visibility
from zaria.records import convert

pytestmark = pytest.mark.django_db
START = "library/position?game=tabla"


@pytest.fixture(autouse=True)
def _no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays here, so no guard of live play asks."""
    monkeypatch.setattr(engine_access, "_guards", [])


def answer(path: str, reader: Member | None = None) -> tuple[int, bytes]:
    client = AsyncClient()
    if reader is not None:
        client.force_login(reader)
    response = async_to_sync(client.get)(f"/api/v1/{path}")
    return response.status_code, response.content


def data(path: str, reader: Member | None = None) -> Any:
    status, content = answer(path, reader)
    assert status == 200, content
    return json.loads(content)


def problem(path: str, reader: Member | None = None) -> tuple[int, str]:
    status, content = answer(path, reader)
    return status, json.loads(content)["code"]


def show_to(visibility: Visibility) -> None:
    actions.change_collection(ImportedMatch.objects.get().collection, "Old", visibility)


@pytest.fixture
def owner() -> Member:
    """A member with a private collection of one match."""
    somebody = member()
    imported(collection(somebody), ("a.mat", MAT))
    return somebody


@pytest.mark.parametrize("path", [START, "library/pattern?game=tabla&point=24P"])
def test_a_private_match_is_found_by_its_owner_alone(path: str, owner: Member) -> None:
    assert data(path)["places"] == []
    places = data(path, owner)["places"]
    key = ImportedMatch.objects.get().key
    assert places
    assert all(place["path"].startswith(f"/library/matches/{key}/replay?at=") for place in places)
    show_to(Visibility.PUBLIC)
    assert data(path)["places"] == places
    assert data(f"{path}&in=own")["places"] == []


def test_the_turns_of_a_position_are_counted(owner: Member) -> None:
    use = data(START, owner)
    assert use["times"] == sum(roll["times"] for roll in use["rolls"]) > 0
    assert {turn["loss"] for roll in use["rolls"] for turn in roll["turns"]} == {None}


def test_collections_and_records_are_those_that_the_caller_may_see(owner: Member) -> None:
    (listed,) = data("account/collections", owner)
    assert (listed["visibility"], listed["matches"], listed["owner"]) == ("private", 1, owner.username)
    address = f"library/collections/{listed['key']}"
    assert data("library/collections") == []
    assert problem(address) == (404, "unknown_collection")
    page = data(address, owner)
    assert (page["page"], page["pages"], page["collection"]) == (1, 1, listed)
    (match,) = page["matches"]
    assert data(f"{address}?page=2", owner)["matches"] == []
    record = f"library/matches/{match['key']}/record"
    assert problem(record) == (404, "unknown_match")
    assert convert.read(answer(record, owner)[1])
    assert b"point match" in answer(f"{record}?format=mat", owner)[1]
    assert problem(f"{record}?format=pgn", owner) == (404, "no_such_record")
    show_to(Visibility.PUBLIC)
    assert [row["key"] for row in data("library/collections")] == [listed["key"]]
    assert answer(record)[0] == 200


def test_own_collections_need_their_owner() -> None:
    assert problem("account/collections") == (401, "token_needed")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("library/position?game=bridge", (404, "unknown_game")),
        ("library/position?game=tabla&position=nonsense", (422, "bad_position")),
        ("library/position?game=tabla&set=x=y", (422, "bad_options")),
        ("library/position?game=tabla&in=mine", (422, "bad_field")),
        ("library/position?game=tabla&p=x", (422, "bad_field")),
        ("library/pattern?game=tabla", (422, "bad_field")),
        ("library/pattern?game=chess&point=6P", (422, "no_dice")),
        ("library/pattern?game=tabla&point=26P", (422, "bad_field")),
        ("library/pattern?game=tabla&point=25P", (422, "bad_field")),
        ("library/pattern?game=tabla&point=6P&point=6O", (422, "bad_field")),
        ("library/pattern?game=tabla&point=P", (422, "bad_field")),
        ("library/collections/none", (404, "unknown_collection")),
        ("library/collections/none?page=0", (422, "bad_field")),
    ],
)
def test_wrong_requests_have_their_code(path: str, expected: tuple[int, str]) -> None:
    assert problem(path) == expected


def test_the_library_is_closed_for_a_rated_match_that_is_played(
    owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def guard(_request: object, game: str) -> Silence:
        return Silence(whole_game=game == "tabla")

    monkeypatch.setattr(engine_access, "_guards", [guard])
    assert problem(START, owner) == (403, "library_closed")
    assert problem("library/pattern?game=tabla&point=6P", owner) == (403, "library_closed")
    assert data("library/position?game=backgammon", owner)["times"] == 0


def test_archives_are_listed() -> None:
    YearArchive.objects.create(year=2026, matches=2, size=9, checksum="ab", built_at=5, build=1)
    YearArchive.objects.create(federation="friday", year=2025, matches=1, build=1)
    YearArchive.objects.create(year=2024)
    assert data("library/archives") == [
        {
            "year": 2026,
            "matches": 2,
            "size": 9,
            "checksum": "ab",
            "built_at": 5,
            "path": "/library/archive/2026.zip",
        }
    ]
    assert [row["path"] for row in data("library/archives?federation=friday")] == [
        "/f/friday/archive/2025.zip"
    ]


def test_a_match_without_dice_is_found_by_its_position() -> None:
    somebody = member()
    imported(collection(somebody), ("a.pgn", b'[White "Ann"]\n\n1. e4 e5 1-0\n'))
    use = data("library/position?game=chess", somebody)
    assert [roll["roll"] for roll in use["rolls"]] == [""]
