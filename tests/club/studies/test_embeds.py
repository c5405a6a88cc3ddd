"""A study in pages of other sites."""

import pytest

from tests.club.studies.test_pages import browser, chapter_path, member
from zaria.club.studies import actions
from zaria.club.studies.models import Study
from zaria.studies.chapter import ChapterTree, Start

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    actions.creation_rates.cache_clear()
    tree = ChapterTree(Start("chess"), "Openings")
    return actions.create(member("Ada"), "Mine", "unlisted", [tree, tree])


def test_a_frame_of_any_site_shows_a_study_with_its_chapters(study: Study) -> None:
    answer = browser().get(f"/studies/{study.pk}/embed?lang=bg")
    page = answer.content.decode()
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert page.count('target="_self"') == 2
    assert 'lang="bg"' in page


def test_the_page_of_a_study_has_a_picture_and_an_answer(study: Study) -> None:
    first = study.chapters.order_by("place").first()
    assert first is not None
    page = browser().get(f"/studies/{study.pk}/{first.pk}").content.decode()
    assert "application/json+oembed" in page
    assert f"/studies/{study.pk}/{first.pk}/picture.png" in page


def test_a_private_study_is_shown_nowhere_else(study: Study) -> None:
    Study.objects.update(visibility="private")
    study.chapters.filter(place=1).delete()
    paths = [f"/studies/{study.pk}", chapter_path(study)]
    for path in [f"{path}/{part}" for path in paths for part in ("embed", "picture.png")]:
        assert browser().get(path).status_code == 404
    url = f"http://testserver/studies/{study.pk}"
    assert browser().get("/oembed", {"url": url}).status_code == 404
