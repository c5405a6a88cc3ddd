"""Studies over the API."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.utils import timezone

from tests.support.club.statistics_client import marica
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import token_hash
from zaria.club.site.visibility import Visibility
from zaria.club.studies import actions
from zaria.club.studies.models import Study, StudyChange
from zaria.studies.chapter import ChapterTree, Start
from zaria.studies.operations import AddAct

pytestmark = pytest.mark.django_db(transaction=True)
PGN = '[Event "Masters"]\n\n1. e4 (1. d4 $1 {Queen}) 1... e5 *\n'


@pytest.fixture(autouse=True)
def _new_rates() -> None:
    """No earlier test has used up what a member may do in a minute."""
    for rates in (actions.change_rates, actions.creation_rates, actions.reading_rates):
        rates.cache_clear()


@pytest.fixture
def owner() -> Member:
    return marica()


@pytest.fixture
def study(owner: Member) -> Study:
    return actions.create(owner, "Openings", Visibility.PRIVATE, [ChapterTree(Start("chess"), "First")])


def secret(member: Member, scopes: str = "read play") -> str:
    """The secret of a new token."""
    text = f"zaria_{member.pk}_{scopes.replace(' ', '_')}"
    fields = {"owner": member, "name": "x", "scopes": scopes}
    Token.objects.get_or_create(hash=token_hash(text), defaults=fields)
    return text


def a_reader(study: Study, owner: Member) -> Member:
    """A reader of a study."""
    fields = {"player": "reader", "email": "r@example.org", "since": timezone.now()}
    reader = Member.objects.create(username="Reader", **fields)
    actions.invite(owner, study, "Reader", "reader")
    return reader


def call(token: str, path: str, data: Any = None) -> Any:
    """The answer to a request with a token ("": without one)."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    client, address = AsyncClient(), f"/api/v1/{path}"
    if data is None:
        return async_to_sync(client.get)(address, headers=headers)
    return async_to_sync(client.post)(address, data, content_type="application/json", headers=headers)


def test_a_study_is_created_from_a_file_read_and_written(owner: Member) -> None:
    token = secret(owner)
    answer = call(token, "studies", {"title": "Masters", "file": PGN})
    assert answer.status_code == 201
    shown = answer.json()
    assert (shown["title"], shown["visibility"], shown["role"]) == ("Masters", "unlisted", "owner")
    assert shown["formats"] == ["json", "pgn"]
    [chapter] = shown["chapters"]
    path = f"studies/{shown['id']}/chapters/{chapter['id']}"
    read = call("", path).json()
    assert [node.get("act") for node in read["tree"]["nodes"]] == [None, "e2e4", "e7e5", "d2d4"]
    acts = {"node": 2, "acts": ["g1f3", "b8c6"], "revision": 0}
    assert call(token, f"{path}/acts", acts).json() == {"revision": 2, "node": 5}
    comment = {"do": "comment", "node": 5, "text": "Knights", "before": ""}
    assert call(token, f"{path}/changes", {"operation": comment, "revision": 2}).json()["revision"] == 3
    assert StudyChange.objects.count() == 3
    text = call("", f"{path}/file?format=pgn").content.decode()
    assert "2. Nf3 Nc6 {Knights} *" in text
    assert call("", f"studies/{shown['id']}/file?format=pgn").content.decode() == text
    assert call("", f"studies/{shown['id']}/file?format=sgf").json()["code"] == "no_such_record"
    more = {"game": "backgammon", "chapter": "Tables"}
    answer = call(token, f"studies/{shown['id']}/chapters", more)
    assert [row["title"] for row in answer.json()["chapters"]] == ["Masters", "Tables"]


def test_own_and_shared_studies_are_listed(owner: Member, study: Study) -> None:
    reader = a_reader(study, owner)
    [entry] = call(secret(owner), "account/studies").json()["studies"]
    assert (entry["id"], entry["role"], entry["chapters"]) == (study.pk, "owner", 1)
    token = secret(reader, "read")
    assert call(token, "account/studies").json() == {"studies": []}
    [entry] = call(token, "account/studies?list=shared").json()["studies"]
    assert entry["role"] == "reader"
    assert call(token, f"studies/{study.pk}").json()["title"] == "Openings"
    assert call("", "account/studies").status_code == 401


def test_a_private_study_is_for_the_people_in_it(owner: Member, study: Study) -> None:
    chapter = study.chapters.get().pk
    paths = ("", "/file", f"/chapters/{chapter}", f"/chapters/{chapter}/file")
    for path in paths:
        assert call("", f"studies/{study.pk}{path}").status_code == 404
        assert call(secret(owner, "read"), f"studies/{study.pk}{path}").status_code == 200


def test_reading_tokens_and_readers_write_nothing(owner: Member, study: Study) -> None:
    reader = a_reader(study, owner)
    path = f"studies/{study.pk}/chapters"
    new, acts = {"game": "chess"}, {"acts": ["e2e4"]}
    chapter = study.chapters.get().pk
    for token, code in ((secret(owner, "read"), "read_only"), (secret(reader), "not_writer")):
        assert call(token, path, new).json()["code"] == code
        assert call(token, f"{path}/{chapter}/acts", acts).json()["code"] == code
    assert call("", "studies", {"title": "x", "game": "chess"}).status_code in (401, 403)
    assert (study.chapters.count(), StudyChange.objects.count()) == (1, 0)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"acts": ["e2e4", "e2e4"]}, "illegal"),
        ({"acts": ["e2e4"], "node": 7}, "no_node"),
        ({"acts": ["e2e4"], "revision": 4}, "changed"),
        ({"acts": []}, "bad_field"),
        ({"acts": ["e2e4"], "other": 1}, "bad_field"),
        ({"acts": ["e2e4"] * 101}, "bad_field"),
    ],
)
def test_acts_that_are_refused_change_nothing(owner: Member, study: Study, data: Any, code: str) -> None:
    answer = call(secret(owner), f"studies/{study.pk}/chapters/{study.chapters.get().pk}/acts", data)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert study.chapters.get().revision == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "bad_field"),
        ({"file": PGN, "game": "chess"}, "bad_field"),
        ({"game": "go"}, "unknown_game"),
        ({"game": "chess", "position": "x"}, "bad_position"),
        ({"file": "1. e4\n2. e4"}, "bad_file"),
        ({"file": "1. e4 {See www.example.com}"}, "text"),
    ],
)
def test_a_study_that_is_refused_says_why(owner: Member, data: Any, code: str) -> None:
    answer = call(secret(owner), "studies", {"title": "x", **data})
    assert answer.json()["code"] == code
    assert not Study.objects.exists()


def test_an_act_that_is_there_is_gone_along(owner: Member, study: Study) -> None:
    chapter = study.chapters.get().pk
    actions.change(owner, study, chapter, AddAct(0, "e2e4"))
    path = f"studies/{study.pk}/chapters/{chapter}/acts"
    assert call(secret(owner), path, {"acts": ["e2e4", "e7e5"]}).json() == {"revision": 2, "node": 2}
