"""Matches, positions, puzzles and lessons become chapters of a study."""

from typing import Any
from urllib.parse import urlencode

import brotli
import pytest
from asgiref.sync import async_to_sync
from django.http import Http404
from django.test import AsyncClient, AsyncRequestFactory

from tests.club.studies.test_pages import member
from tests.support.finished_matches import played
from zaria.bots.analysis import VERSION, analyse, encode
from zaria.club.accounts.models import Member
from zaria.club.matches import engine_access
from zaria.club.matches.analysis.models import DONE, Analysis
from zaria.club.studies import actions
from zaria.club.studies.models import Study
from zaria.club.studies.queries import tree_of
from zaria.club.studies.sources import StudySource, source_of
from zaria.puzzles import shipped
from zaria.studies.chapter import ChapterTree, Start
from zaria.studies.operations import validated

pytestmark = pytest.mark.django_db
EVENTS = played("tabla-single")


class Live:
    """Stands for live play: one finished match."""

    async def record(self, match_id: str) -> Any:
        return EVENTS if match_id == "m1" else None

    async def seats(self, match_id: str) -> Any:
        return None


@pytest.fixture(autouse=True)
def _freely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_access, "_guards", [])
    actions.change_rates.cache_clear()
    actions.creation_rates.cache_clear()


@pytest.fixture
def ada() -> Member:
    return member("Ada")


def send(who: Member, source: str, fields: dict[str, str] | None = None, **query: str) -> Any:
    client = AsyncClient()
    client.force_login(who)
    path = f"/studies/add?{urlencode({'from': source, **query})}"
    return async_to_sync(client.get)(path) if fields is None else async_to_sync(client.post)(path, fields)


def test_a_match_becomes_chapters_with_the_marks_of_its_analysis(ada: Member) -> None:
    analysis = analyse(EVENTS, "quick")
    body = brotli.compress(encode(analysis))
    Analysis.objects.create(
        match_id="m1", depth="quick", version=VERSION, state=DONE, asked=0, body=body, effort=0
    )
    (tree,) = of_match("m1").chapters
    assert validated(tree) == tree
    marked = [decision for decision in analysis.decisions if decision.mark]
    signed = [node for node in tree.nodes if node.sign]
    assert len(signed) == len(marked) > 0
    assert marked[0].best in signed[0].comment


def of_match(match_id: str) -> StudySource:
    request = AsyncRequestFactory().get(f"/studies/add?from=match:{match_id}")
    request.scope = {**request.scope, "zaria.live": Live()}
    return async_to_sync(source_of)(request)


def test_a_match_that_is_not_there_is_not_found() -> None:
    with pytest.raises(Http404):
        of_match("m2")


def test_a_position_keeps_its_cube_and_score(ada: Member) -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:1:63:2:3:0:5:10"
    assert send(ada, "position:backgammon", {"study": ""}, p=xgid).status_code == 302
    start = tree_of(Study.objects.get().chapters.get()).start
    assert (start.cube_value, start.length, start.score) == (2, 5, (3, 2))
    assert "63" in start.position.replace("-", "")


def test_a_puzzle_comes_without_its_answer(ada: Member) -> None:
    puzzle = shipped.load("tabla").ids[0]
    assert send(ada, f"puzzle:{puzzle}", {"study": ""}).status_code == 302
    assert len(tree_of(Study.objects.get().chapters.get()).nodes) == 1


@pytest.mark.parametrize("game", ["tabla", "chess", "long-nardy"])
def test_each_board_of_a_lesson_is_a_chapter(ada: Member, game: str) -> None:
    assert send(ada, f"lesson:{game}", {"study": ""}).status_code == 302
    chapters = Study.objects.get().chapters.all()
    assert len(chapters) > 2
    for row in chapters:
        assert validated(tree_of(row)).nodes[0].comment


def test_the_last_used_study_is_offered_first(ada: Member) -> None:
    for title in ("First", "Second"):
        actions.create(ada, title, "private", [tree_of_start()])
    first = Study.objects.get(title="First")
    first.people.update(used=2**50)
    page = send(ada, "lesson:chess").content.decode()
    assert page.index("First") < page.index("Second")
    assert send(ada, "lesson:chess", {"study": first.pk}).status_code == 302
    assert first.chapters.count() > 3


def tree_of_start() -> ChapterTree:
    return ChapterTree(Start("chess"))


@pytest.mark.parametrize("source", ["", "position:none", "puzzle:none", "lesson:none", "x:1"])
def test_what_is_not_there_is_not_found(ada: Member, source: str) -> None:
    assert send(ada, source).status_code == 404


def test_a_study_of_somebody_else_is_refused(ada: Member) -> None:
    study = actions.create(member("Bob"), "Bob's", "public", [tree_of_start()])
    answer = send(ada, "lesson:chess", {"study": study.pk})
    assert answer.status_code == 422
    assert study.chapters.count() == 1
