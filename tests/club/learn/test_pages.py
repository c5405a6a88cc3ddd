"""The pages of lessons, and the data of their boards."""

import json
from typing import Any

import pytest

from tests.support.http_client import Visitor
from tests.support.lesson_texts import LANGUAGES, texts
from tests.support.servers import Server
from zaria.club.learn.shown_boards import boards_of, ends, square
from zaria.lessons.lesson import LessonBoard
from zaria.lessons.shipped_lessons import games_with_lessons, lesson
from zaria.lessons.verdicts import legal_turns, written


def test_every_lesson_is_listed_and_opens_without_an_account(server: Server) -> None:
    visitor = Visitor(server.url)
    contents = visitor.get("/learn").text
    for game in games_with_lessons():
        assert f'href="/learn/{game}"' in contents
    shown = visitor.get("/learn/tabla")
    assert shown.status == 200
    data = shown.json("data")
    assert (len(data["boards"]), data["done"], data["member"]) == (10, 0, False)
    assert visitor.get("/learn/poker").status == 404


@pytest.mark.parametrize("game", games_with_lessons())
def test_each_end_of_a_board_has_its_verdict(game: str) -> None:
    shown: list[dict[str, Any]] = json.loads(boards_of(game, "en"))
    for board, data in zip(lesson(game).boards, shown, strict=True):
        assert data["goal"] == texts("en")["goal"][board.goal]
        verdicts = data["verdicts"]
        assert True in verdicts.values()
        if "tree" in data:
            assert set(verdicts) == {str(node) for node, steps in enumerate(data["tree"]) if not steps}
            assert len(verdicts) == len(legal_turns(board))
        else:
            assert set(verdicts) == {way["move"] for way in data["ways"]}


@pytest.mark.parametrize(
    "board", [board for game in ("tabla", "gulbara", "tapa") for board in lesson(game).boards]
)
def test_all_ways_to_an_end_are_the_same_turn(board: LessonBoard) -> None:
    tree: Any = board.before.tree()  # type: ignore[union-attr]  # these are games with dice
    turns: dict[int, set[str]] = {}

    def walk(node: int, moves: tuple[tuple[int, int], ...]) -> None:
        if not tree[node]:
            turns.setdefault(node, set()).add(written(board, moves))
        for src, die, onward in tree[node]:
            walk(onward, (*moves, (src, die)))

    walk(0, ())
    assert set(turns) == set(ends(tree))
    assert all(len(written_turns) == 1 for written_turns in turns.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_speak_the_language_of_the_page(language: str) -> None:
    goals = {board["goal"] for board in json.loads(boards_of("chess", language))}
    assert goals == {texts(language)["goal"][board.goal] for board in lesson("chess").boards}


def test_a_reply_shows_the_board_after_it() -> None:
    boards = {board["id"]: board for board in json.loads(boards_of("giveaway", "en"))}
    assert boards["giveaway.last"]["after"].count("w") == 0
    assert boards["men.step"]["after"] is None


@pytest.mark.parametrize(
    ("name", "size", "number"), [("a8", 8, 0), ("c3", 8, 42), (1, 10, 1), (6, 10, 10), (50, 10, 98)]
)
def test_squares_are_counted_from_the_far_left(name: str | int, size: int, number: int) -> None:
    assert square(name, size) == number


def test_tiles_rules_and_a_first_visit_lead_to_lessons(server: Server) -> None:
    front = Visitor(server.url).get("/").text
    tiles = front + Visitor(server.url).get("/games/tiles").text
    for game in games_with_lessons():
        assert f'href="/learn/{game}"' in tiles
        assert f'href="/learn/{game}"' in Visitor(server.url).get(f"/rules/{game}").text
    assert ">Learn it in 4 minutes</a>" in front
    assert 'href="/learn/' not in Visitor(server.url).get("/rules/common").text
