"""Files become studies and chapters."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.club.studies.test_pages import browser, member
from zaria.club.studies import actions, queries
from zaria.club.studies.models import Study
from zaria.studies.chapter import MOST_CHAPTERS

pytestmark = pytest.mark.django_db
GAME = '[Event "Masters"]\n\n1. e4 {Hello} e5 (1... c5 $5) *\n\n'
TERMS = {"title": "", "visibility": "private", "text": ""}


@pytest.fixture(autouse=True)
def _new_rates() -> None:
    """No earlier test has used up what a member may do in a minute."""
    for rates in (actions.change_rates, actions.creation_rates, actions.reading_rates):
        rates.cache_clear()


def test_a_file_becomes_a_study() -> None:
    file = SimpleUploadedFile("two.pgn", (GAME + GAME.replace("Masters", "")).encode())
    ada = browser(member("Ada"))
    assert ada.get("/studies/import").status_code == 200
    answer = ada.post("/studies/import", {**TERMS, "file": file})
    study = Study.objects.get()
    assert answer["Location"] == f"/studies/{study.pk}"
    assert (study.title, study.visibility) == ("Masters", "private")
    first, second = study.chapters.order_by("place")
    assert (first.title, second.title) == ("Masters", "Chapter 2")
    nodes = queries.tree_of(first).nodes
    assert [(node.name, node.sign, node.comment) for node in nodes[1:]] == [
        ("e4", "", "Hello"),
        ("e5", "", ""),
        ("c5", "!?", ""),
    ]


def test_a_file_that_the_club_wrote_is_read_back() -> None:
    ada = browser(member("Ada"))
    ada.post("/studies/import", {**TERMS, "title": "Openings", "text": GAME})
    study = Study.objects.get()
    for form in ("pgn", "json"):
        body = ada.get(f"/studies/{study.pk}.{form}").content
        ada.post("/studies/import", {**TERMS, "text": body.decode()})
        again = Study.objects.exclude(pk=study.pk).get()
        assert again.title == "Openings"
        assert again.chapters.get().body == study.chapters.get().body
        again.delete()


def test_the_games_of_a_file_are_added_to_a_study() -> None:
    person = member("Ada")
    ada = browser(person)
    ada.post("/studies/import", {**TERMS, "text": GAME})
    study = Study.objects.get()
    answer = ada.post(f"/studies/{study.pk}/import", {"text": "(;GM[6]\n;W[31hefe](;B[66])(;B[double]))"})
    assert answer.status_code == 302
    assert [row.game for row in study.chapters.order_by("place")] == ["chess", "backgammon"]
    actions.invite(person, study, member("Bob").username, "reader")
    for client in (browser(member("Eve")), browser()):
        assert client.post(f"/studies/{study.pk}/import", {"text": GAME}).status_code in (302, 404)
    assert study.chapters.count() == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the file is empty"),
        ("1. e4 e5\n2. Ke3 *", "<b>Line 2</b>"),
        ("1. e4 {See www.example.com} *", "Only links to this club are allowed."),
        (GAME * (MOST_CHAPTERS + 1), "more than 64 chapters"),
        (GAME + "1. e4 {See www.example.com} *", "Chapter 2: Only links to this club are allowed."),
    ],
    ids=["empty", "illegal", "link", "many", "link-in-second"],
)
def test_a_file_that_is_refused_says_why_and_where(text: str, reason: str) -> None:
    answer = browser(member("Ada")).post("/studies/import", {**TERMS, "text": text})
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Study.objects.exists()


def test_a_full_study_takes_no_more_chapters() -> None:
    ada = browser(member("Ada"))
    ada.post("/studies/import", {**TERMS, "text": GAME * MOST_CHAPTERS})
    study = Study.objects.get()
    answer = ada.post(f"/studies/{study.pk}/import", {"text": GAME})
    assert answer.status_code == 422
    assert "A study has at most 64 chapters" in answer.content.decode()
    assert study.chapters.count() == MOST_CHAPTERS


def test_files_are_read_at_a_measured_pace() -> None:
    ada = browser(member("Ada"))
    for _file in range(actions.CREATED_A_MINUTE):
        ada.post("/studies/import", {**TERMS, "text": "1. e5"})
    answer = ada.post("/studies/import", {**TERMS, "text": GAME})
    assert "Please wait a minute" in answer.content.decode()
    assert not Study.objects.exists()
