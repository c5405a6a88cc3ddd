"""The pages of chapters, the data of their boards, and where they are reached from."""

import json
from typing import Any

import pytest

from tests.support.club.member_client import Somebody
from tests.support.course_texts import LANGUAGES, texts
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.learn.models import LessonProgress
from zaria.club.learn.progress import COOKIE, board_counts
from zaria.club.learn.shown_chapters import boards_of_chapter
from zaria.courses.course import Chapter
from zaria.courses.shipped_courses import claims, course, games_with_courses

CHAPTERS = [(game, chapter) for game in games_with_courses() for chapter in course(game).chapters]


def boards(game: str, chapter: str, language: str = "en") -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = json.loads(boards_of_chapter(game, chapter, language))
    return shown


def test_chapters_are_listed_and_open_without_an_account(server: Server) -> None:
    visitor = Visitor(server.url)
    contents = visitor.get("/learn").text
    for game, chapter in CHAPTERS:
        assert f'href="/learn/{game}/{chapter.id}"' in contents
    shown = visitor.get("/learn/tabla/opening")
    assert shown.status == 200
    data = shown.json("data")
    assert (len(data["boards"]), data["done"], data["member"]) == (5, 0, False)
    assert 'href="/learn/tabla/hitting"' in shown.text
    assert 'href="/learn/tabla/opening"' in visitor.get("/learn/tabla").text
    assert 'href="/learn/tabla/opening"' in visitor.get("/rules/tabla").text
    assert "/learn/chess/" not in visitor.get("/learn/chess").text


@pytest.mark.parametrize("path", ["/learn/chess/opening", "/learn/tabla/doubling", "/learn/poker/opening"])
def test_there_is_no_page_of_what_does_not_exist(server: Server, path: str) -> None:
    assert Visitor(server.url).get(path).status == 404


@pytest.mark.parametrize(("game", "chapter"), CHAPTERS, ids=str)
def test_each_answer_has_its_verdict(game: str, chapter: Chapter) -> None:
    for board, data in zip(chapter.boards, boards(game, chapter.id), strict=True):
        losses = claims(game)[board.id].losses
        verdicts = list(data["verdicts"].values())
        assert len(verdicts) == len(losses)
        assert [verdict["text"] for verdict in verdicts if verdict["grade"] == "solved"] == [
            f"Solved. {texts('en')['why'][board.id]}"
        ]
        for reason in board.wrong.values():
            assert any(verdict["text"].endswith(texts("en")["reason"][reason]) for verdict in verdicts)
        if "tree" in data and board.question == "turn":
            assert set(data["verdicts"]) == {
                str(node) for node, steps in enumerate(data["tree"]) if not steps
            }


def test_an_answer_is_judged_by_what_it_costs() -> None:
    racing = {board["id"]: board for board in boards("tabla", "racing")}
    grades = {verdict["grade"] for verdict in racing["tabla.cross-over"]["verdicts"].values()}
    assert grades == {"solved", "nearly", "missed"}
    texts_of = [verdict["text"] for verdict in racing["tabla.two-left"]["verdicts"].values()]
    assert "Not this time: it costs 0.383." in texts_of


def test_a_claim_says_what_it_rests_on() -> None:
    claim = boards("tabla", "opening")[0]["claim"]
    assert claim["answers"][0] == ["8/5 6/5", ""]
    assert claim["lines"][0] == "8/5 6/5 is 0.166 ahead of 24/23 13/10."
    assert claim["lines"][1].startswith("Engine: net backgammon ")
    assert claim["lines"][1].endswith(", depth 2 plies")
    lines = boards("russian-draughts", "shots")[0]["claim"]["lines"]
    assert lines[1].startswith("Best play: c7-b6 a5:c7 b8:d2 ")
    assert lines[2] == "Engine: alpha-beta. Positions searched: 800,000."


def test_the_side_that_is_offered_the_cube_decides() -> None:
    double, _, take, *_ = boards("backgammon", "doubling")
    assert (double["side"], double["cube"], double["choices"][1]) == (
        0,
        {"value": 1, "owner": None},
        ["wait", "Don't double"],
    )
    assert (take["side"], take["cube"]["value"]) == (1, 2)
    assert take["goal"] == "Take, or drop? Pips: 86 to 81."


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_speak_the_language_of_the_page(language: str) -> None:
    for board in boards("long-nardy", "head", language):
        solved = [verdict["text"] for verdict in board["verdicts"].values() if verdict["grade"] == "solved"]
        assert solved[0].endswith(texts(language)["why"][board["id"]])


def test_progress_moves_from_the_device_to_the_account(server: Server) -> None:
    member = Somebody(server.url)
    member.cookies.set(COOKIE, "tabla/opening:2.tabla/nothing:2.chess:3")
    assert member.get("/learn/tabla/opening").json("data")["done"] == 2
    member.join()
    assert member.get("/learn/tabla/opening").json("data")["done"] == 2
    assert COOKIE not in member.cookies
    assert member.post("/learn/tabla/opening/solved", boards="5").status == 204
    assert member.post("/learn/tabla/opening/solved", boards="6").status == 422
    assert member.post("/learn/tabla/nothing/solved", boards="1").status == 404
    assert member.get("/learn/tabla/opening").json("data")["done"] == 5
    assert Visitor(server.url).post("/learn/tabla/opening/solved", boards="1").status == 403


def test_a_name_in_the_progress_fits_its_column() -> None:
    length = LessonProgress._meta.get_field("game").max_length
    assert length is not None
    assert max(map(len, board_counts())) <= length
