"""The staff removes a study, and shows it again: it is nowhere in between."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from tests.club.staff.conftest import People, SignIn
from tests.club.studies.test_pages import browser
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.site.visibility import Visibility
from zaria.club.staff import roles
from zaria.club.staff.actions import studies
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.models import Act, ActKind, Notice
from zaria.club.staff.texts import sentence
from zaria.club.storage.retention import delete_slice
from zaria.club.studies import actions, queries
from zaria.club.studies.actions import RefusedStudyError
from zaria.club.studies.models import Study
from zaria.club.support.models import Report
from zaria.club.support.subjects import find_subject
from zaria.studies.chapter import ChapterTree, Start
from zaria.studies.operations import AddAct

PLACES = (
    "",
    "/{chapter}",
    "/embed",
    "/{chapter}/embed",
    "/picture.png",
    "/{chapter}/picture.png",
    "/print",
    "/{chapter}/line.json",
    "/{chapter}/entry.json",
    ".json",
    ".pgn",
)
"""Addresses below that of a study at which others see it."""


@pytest.fixture
def study(people: People) -> Study:
    actions.creation_rates.cache_clear()
    return actions.create(people["bob"], "Rude", Visibility.PUBLIC, [ChapterTree(Start("chess"), "Words")])


def seen(study: Study, reader: Member | None) -> set[int]:
    """The status of all addresses of a study, its oEmbed answer among them."""
    client, chapter = browser(reader), study.chapters.get().pk
    paths = [f"/studies/{study.pk}{place.format(chapter=chapter)}" for place in PLACES]
    answers = [client.get(path) for path in paths]
    address = {"url": f"http://testserver/studies/{study.pk}"}
    return {answer.status_code for answer in [*answers, client.get("/oembed", address)]}


def test_a_removed_study_is_seen_nowhere_until_it_is_restored(people: People, study: Study) -> None:
    bob = people["bob"]
    chapter = study.chapters.get().pk
    for reader in (None, bob):
        assert seen(study, reader) == {200}
    act = studies.remove_study(people["owner"], study, "Insults")
    assert (act.kind, act.about, act.reason) == (ActKind.STUDY, bob, "Insults")
    assert sentence(act) == "Your study was removed: “Rude”"
    assert Notice.objects.get().to == bob
    for reader in (None, bob, people["owner"]):
        assert seen(study, reader) == {404}
        assert "Rude" not in browser(reader).get("/studies?list=public").content.decode()
    assert not queries.own_studies(bob, shared=False, most=9)
    assert not queries.writable_studies(bob, 9)
    assert find_subject(f"study:{study.pk}", bob.player, lambda _match: None) is None
    with pytest.raises(RefusedStudyError, match="not_writer"):
        actions.change(bob, study, chapter, AddAct(0, "e2e4"))
    operation = {"operation": json.dumps({"do": "add", "node": 0, "act": "e2e4"})}
    assert browser(bob).post(f"/studies/{study.pk}/{chapter}/change", operation).status_code == 404
    act = studies.restore_study(people["owner"], study, "A mistake")
    assert sentence(act) == "Your study is shown again: “Rude”"
    assert seen(study, None) == {200}


def test_a_study_is_removed_once(people: People, study: Study) -> None:
    with pytest.raises(ActionRefusedError):
        studies.restore_study(people["owner"], study, "Because")
    studies.remove_study(people["owner"], study, "Because")
    with pytest.raises(ActionRefusedError):
        studies.remove_study(people["owner"], study, "Because")
    assert Act.objects.filter(kind=ActKind.STUDY).count() == 1


def test_it_takes_the_power_over_comments(people: People, study: Study) -> None:
    roles.make_groups()
    moderator = people["moder"]
    for group in moderator.groups.all():
        group.permissions.remove(Permission.objects.get(codename=studies.POWER))
    with pytest.raises(PermissionDenied):
        studies.remove_study(Member.objects.get(pk=moderator.pk), study, "Because")
    assert queries.access(study.pk, None) is not None


def test_a_report_leads_to_the_removal(people: People, study: Study, sign_in: SignIn) -> None:
    about = f"study:{study.pk}"
    fields = {"name": "Rude", "player": people["ann"].player, "player_name": "Ann", "rule": 3, "text": "Look"}
    Report.objects.create(about=about, member=people["bob"], reporter=people["ann"], **fields)
    client = sign_in(people["owner"])
    page = html_of(client.get(reverse("admin:report"), {"about": about}))
    assert "Remove the study" in page
    address = f"{reverse('admin:studies_study_do', args=['remove'])}?id={study.pk}&report={about}"
    assert client.post(address, {"id": study.pk, "reason": "Insults"}).status_code == 302
    assert queries.access(study.pk, None) is None
    assert Report.objects.get().acted
    assert "Remove the study" not in html_of(client.get(reverse("admin:report"), {"about": about}))


def test_the_list_has_the_removed_studies_and_finds_the_others(
    people: People, study: Study, sign_in: SignIn
) -> None:
    client, path = sign_in(people["owner"]), reverse("admin:studies_study_changelist")
    assert "Rude" not in html_of(client.get(path))
    for term in (study.pk, f"/studies/{study.pk}", people["bob"].username):
        assert "Rude" in html_of(client.get(path, {"q": term}))
    Study.objects.update(visibility=Visibility.PRIVATE)
    assert "Rude" not in html_of(client.get(path, {"q": people["bob"].username}))
    studies.remove_study(people["owner"], study, "Because")
    assert "Rude" in html_of(client.get(path))


def test_a_removed_study_is_deleted_after_its_time(people: People, study: Study) -> None:
    studies.remove_study(people["owner"], study, "Because")
    delete_slice(timezone.now() + timedelta(days=29))
    assert Study.objects.exists()
    delete_slice(timezone.now() + timedelta(days=31))
    assert not Study.objects.exists()
